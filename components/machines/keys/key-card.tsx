"use client";

import { CornerDownRight, DoorClosed } from "lucide-react";
import type { ReactNode } from "react";
import { useFormat, useLocale, useText } from "#components/i18n/i18n-provider.tsx";
import { INTL_LOCALE } from "#components/i18n/locales.ts";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { usePolledValue } from "#components/ui/use-polled-value.ts";
import type { KeyState } from "#lib/protocol/key-state.ts";
import type { MachineKey } from "./key-kind.ts";
import { describeSoon } from "./replaced.ts";

type KeyCardProps = {
  entry: MachineKey;
  isLive: boolean;
  /** It works beside its successor until its end. */
  isReplaced: boolean;
  endpoint: string;
  summary: ReactNode;
  details: ReactNode;
  /** `from`: the pressed button. */
  onRotate?: ((from: Element) => void) | undefined;
  onRename: (from: Element) => void;
  onRevoke: () => void;
};

/** A key with buttons that rename, rotate and revoke it. */
export function KeyCard(props: KeyCardProps) {
  const { entry, isLive, isReplaced, endpoint, summary, details } = props;
  const { id, name, state, wrongDoor } = entry;
  return (
    <li
      tabIndex={-1}
      data-key={id}
      className={cn(
        "flex flex-col gap-3 rounded-md border bg-surface p-4",
        isReplaced && "-mt-3 ms-4 rounded-t-none border-t-0 border-dashed sm:ms-8",
      )}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-col gap-1">
          <h3 className="flex flex-wrap items-center gap-2 text-sm font-semibold">
            {isReplaced ? (
              <CornerDownRight
                size={14}
                aria-hidden
                className="shrink-0 text-ink-muted rtl:-scale-x-100"
              />
            ) : null}
            <bdi className="min-w-0 break-words">{name}</bdi>
            {isReplaced && entry.expiresAt !== null ? (
              <ReplacedBadge end={entry.expiresAt} />
            ) : (
              <StateBadge state={state} />
            )}
          </h3>
          {summary}
        </div>
        {isLive ? <Actions {...props} /> : null}
      </div>
      {wrongDoor === null ? null : <WrongEndpointHint wrongDoor={wrongDoor} endpoint={endpoint} />}
      {details}
    </li>
  );
}

/** A replaced key can only be ended early: its successor is the one to rotate. */
function Actions({ entry: { name }, isReplaced, onRotate, onRename, onRevoke }: KeyCardProps) {
  const text = useText("keys");
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        className="pointer-coarse:min-h-11"
        aria-label={text("renameOf", { name })}
        onClick={(event) => onRename(event.currentTarget)}
      >
        {text("rename")}
      </Button>
      {onRotate === undefined || isReplaced ? null : (
        <Button
          className="pointer-coarse:min-h-11"
          aria-label={text("rotateOf", { name })}
          onClick={(event) => onRotate(event.currentTarget)}
        >
          {text("rotate")}
        </Button>
      )}
      <Button
        className="!text-bad pointer-coarse:min-h-11"
        aria-label={text(isReplaced ? "revokeNowOf" : "revokeOf", { name })}
        onClick={onRevoke}
      >
        {text(isReplaced ? "revokeNow" : "revoke")}
      </Button>
    </div>
  );
}

const BADGE =
  "inline-flex items-center rounded border px-1.5 py-0.5 text-2xs font-medium whitespace-nowrap";

/** `end`: ISO 8601. */
function ReplacedBadge({ end }: { end: string }) {
  const text = useText("keys");
  const locale = useLocale();
  const ending = usePolledValue(
    () => text("replacedEnds", describeSoon(Date.parse(end), Date.now(), INTL_LOCALE[locale])),
    30_000,
    "",
  );
  return <span className={cn(BADGE, STYLE.expiring)}>{ending}</span>;
}

const STYLE: Record<KeyState, string> = {
  active: "border-line-strong text-good",
  expiring: "border-warn-line bg-warn-soft text-warn",
  expired: "border-line-strong text-ink-muted",
  revoked: "border-line-strong text-bad",
};

/** The state of a key as a word, never by colour alone. */
function StateBadge({ state }: { state: KeyState }) {
  const text = useText("keys");
  return <span className={cn(BADGE, STYLE[state])}>{text(`state_${state}`)}</span>;
}

type WrongEndpointHintProps = {
  wrongDoor: NonNullable<MachineKey["wrongDoor"]>;
  /** The right one. */
  endpoint: string;
};

/** Warns the owner that a program sends the key to a wrong endpoint. */
function WrongEndpointHint({ wrongDoor, endpoint }: WrongEndpointHintProps) {
  const text = useText("keys");
  const format = useFormat();
  const at = Date.parse(wrongDoor.at);
  const time = `${format.date(at)} ${format.timeOfDay(at)}`;
  return (
    <p className="flex items-start gap-2 rounded border border-warn-line bg-warn-soft p-2 text-xs text-warn">
      <DoorClosed size={14} aria-hidden className="mt-0.5 shrink-0" />
      <span className="min-w-0 break-words">
        {text("wrongEndpoint", {
          path: leftToRight(wrongDoor.path),
          time,
          endpoint: leftToRight(endpoint),
        })}{" "}
        {text("wrongEndpointCount", { count: wrongDoor.count })}
      </span>
    </p>
  );
}

/** Isolates a left-to-right text in a sentence. */
function leftToRight(text: string): string {
  return `\u2066${text}\u2069`;
}

/** A name and a value in the list of a key's facts. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}
