"use client";

import { ChevronRight } from "lucide-react";
import { lazy, type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { clockIsKnown, measureAgain } from "#components/data/clock-guard.ts";
import {
  type ClockSkew,
  clockSkew,
  onClockSkew,
  serverNow,
} from "#components/data/server-clock.ts";
import { askPolicy } from "#components/frame/preferences/order-preferences.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { openTradingKeyDialog } from "#components/identity/browser-keys/dialog-state.ts";
import { Button } from "#components/ui/button.tsx";
import { Check } from "#components/ui/check.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { usePolledValue } from "#components/ui/use-polled-value.ts";
import { useStore } from "#components/ui/use-store.ts";
import { describePayload, type SignedField } from "./describe.ts";
import { Receipt } from "./receipt.tsx";
import type { OpenRequest } from "./sign-request.ts";
import { ANSWER_LIMIT_MS } from "./signing-queue.ts";

const MemoOfWrite = lazy(() => import("./memo-of-write.tsx"));

type SignDialogProps = {
  openRequest: OpenRequest;
  /** The element that had the focus before, and gets it back. */
  opener: RefObject<Element | null>;
  onSign: () => void;
  /** Has the wallet sign in the other way. */
  onSignBy: (way: OpenRequest["way"]) => void;
  onStop: () => void;
  onCancel: () => void;
};

const WAIT_SECONDS = Math.round(ANSWER_LIMIT_MS / 1_000);

/** The panel: a receipt of the operation, the signed fields with their digest, and the button that asks the signer. */
export default function SignDialog(props: SignDialogProps) {
  const { openRequest, opener, onCancel } = props;
  const { request, prepared, signer } = openRequest;
  const text = useText("signing");
  const primary = useRef<HTMLButtonElement>(null);
  const caution = useSentence(request.caution);
  return (
    <Dialog
      modal={false}
      open
      onOpenChange={(open) => {
        if (!open) onCancel();
      }}
      title={request.title}
      description={describesItself(openRequest) ? text("checkFirst") : request.summary}
      initialFocus={primary}
      returnFocus={opener}
      // A wallet's own window opens at the right edge, in every language: the panel stays clear of it.
      className="lg:right-auto lg:left-8 lg:mx-0 xl:inset-x-0 xl:mx-auto"
      footer={<SignFooter {...props} primary={primary} />}
    >
      <div className="flex flex-col gap-3">
        <Receipt request={request} prepared={prepared} />
        {caution ? (
          <p className="rounded bg-warn-soft px-2 py-1 text-xs text-warn">{caution}</p>
        ) : null}
        <ClockNotice />
        <details open={signer.kind === "wallet"} className="group">
          <summary className="flex cursor-pointer list-none items-center gap-1 text-xs font-medium text-ink-muted hover:text-ink [&::-webkit-details-marker]:hidden">
            <ChevronRight
              size={14}
              aria-hidden
              className="transition-transform group-open:rotate-90 rtl:rotate-180"
            />
            {text("whatYouSign")}
          </summary>
          <div className="pt-2">
            <WhatYouSign openRequest={openRequest} />
          </div>
        </details>
        {signer.kind === "key" && request.review !== true ? <AskAgain /> : null}
      </div>
    </Dialog>
  );
}

/** Whether what the trading key signs is shown first. */
function AskAgain() {
  const text = useText("signing");
  const policy = useStore(askPolicy);
  return (
    <Check
      label={text("dontAsk")}
      checked={policy.mode === "never"}
      onChange={(checked) => askPolicy.set({ ...policy, mode: checked ? "never" : "always" })}
    />
  );
}

/** The trading key signs without the wallet, so a summary that mentions the wallet does not apply. */
function describesItself({ signer, prepared: { draft } }: OpenRequest): boolean {
  const orders = ["place_order", "place_batch_orders", "modify_order"];
  return signer.kind === "key" && orders.includes(draft.operation);
}

type SignFooterProps = SignDialogProps & { primary: RefObject<HTMLButtonElement | null> };

function SignFooter(props: SignFooterProps) {
  const { openRequest, primary, onSign, onStop, onCancel } = props;
  const { stage, problem, signer, request } = openRequest;
  const text = useText("signing");
  const waiting = stage === "asked";
  const obstacle = useSentence(request.obstacle);
  // After a refusal the primary button gets the focus: the next step is to sign again or to leave.
  useEffect(() => {
    if (problem !== undefined) primary.current?.focus();
  }, [problem, primary]);
  const wallet = signer.kind === "wallet" ? signer.wallet.wallet.name : undefined;
  const locked = waiting || obstacle !== undefined;
  return (
    <div className="flex flex-col gap-2">
      <output className={problem || obstacle ? "text-xs text-warn" : "text-xs text-ink-muted"}>
        {waiting && wallet !== undefined
          ? text("answerIn", { wallet })
          : (obstacle ??
            problem ??
            (wallet === undefined
              ? text("byTradingKey")
              : text("timeToAnswer", { seconds: WAIT_SECONDS })))}
      </output>
      {/* The space stays reserved, so that the buttons do not move under the pointer. */}
      {wallet === undefined ? null : (
        <div className="h-[18px]">
          {waiting ? <Countdown since={openRequest.prepared.timestamp} /> : null}
        </div>
      )}
      {waiting ? null : <HardwareWallet {...props} />}
      <div className="grid grid-cols-2 gap-2">
        <Button size="md" onClick={waiting ? onStop : onCancel}>
          {text(waiting ? "stop" : "cancel")}
        </Button>
        {/* Not `disabled` while it waits: a disabled button would lose the focus. */}
        <Button
          ref={primary}
          size="md"
          tone="primary"
          aria-disabled={locked}
          onKeyDown={(event) => {
            // The key that opened the panel may still be held down: that is not a confirmation.
            if (event.repeat) event.preventDefault();
          }}
          onClick={() => {
            if (!locked) onSign();
          }}
        >
          {wallet === undefined
            ? text(waiting ? "signing" : "confirm")
            : waiting
              ? text("waitingFor", { wallet })
              : problem
                ? text("signAgain")
                : text("signWith", { wallet })}
        </Button>
      </div>
    </div>
  );
}

/** What a wallet that signs no text can do instead. */
function HardwareWallet({ openRequest, onSignBy, onCancel }: SignFooterProps) {
  const text = useText("signing");
  const { hardware, way } = openRequest;
  if (hardware === undefined) return null;
  if (hardware === "nothing") return <p className="text-xs">{text("hardwareOther")}</p>;
  const isOrder = hardware === "trading-key";
  const other = way === "memo" ? "text" : "memo";
  return (
    <div className="flex flex-col gap-2 rounded border p-2 text-xs">
      <p>{text(isOrder ? "hardwareOrder" : "memoInstead")}</p>
      <Button
        onClick={() => {
          if (!isOrder) return onSignBy(other);
          onCancel();
          openTradingKeyDialog();
        }}
      >
        {text(isOrder ? "hardwareKey" : other === "memo" ? "memoSign" : "memoText")}
      </Button>
    </div>
  );
}

/** The time that the wallet has left to answer. */
function Countdown({ since }: { since: number }) {
  const [left, setLeft] = useState(ANSWER_LIMIT_MS);
  useEffect(() => {
    const update = () => setLeft(Math.max(0, since + ANSWER_LIMIT_MS - serverNow()));
    update();
    const timer = setInterval(update, 250);
    return () => clearInterval(timer);
  }, [since]);
  const text = useText("signing");
  const { integer } = useFormat();
  const seconds = Math.min(WAIT_SECONDS, Math.ceil(left / 1_000));
  return (
    <div role="timer" aria-label={text("timeLeft")} className="flex items-center gap-2 text-xs">
      <span className="h-1 flex-1 overflow-hidden rounded bg-raised">
        <span
          className="block h-full bg-accent transition-[width] duration-300 ease-linear"
          style={{ width: `${Math.min(100, (left / ANSWER_LIMIT_MS) * 100)}%` }}
        />
      </span>
      <span className="w-8 text-end">{text("seconds", { seconds: integer(seconds) })}</span>
    </div>
  );
}

/** A sentence that may change, read four times a second. */
function useSentence(read: (() => string | undefined) | undefined): string | undefined {
  return usePolledValue(read, 250, undefined);
}

/** Smaller differences are not shown. */
const SHOWN_SKEW_MS = 1_000;

/** How far this computer's clock is from the venue's, with a button that measures it again. */
function ClockNotice() {
  const text = useText("signing");
  const { figure } = useFormat();
  const skew = useSyncExternalStore(onClockSkew, clockSkew, clockSkew);
  const [measuring, setMeasuring] = useState(false);
  const said = noticeOf(skew);
  if (said === undefined) return null;
  const measure = () => {
    setMeasuring(true);
    void measureAgain().finally(() => setMeasuring(false));
  };
  return (
    <div className="flex items-center justify-between gap-3 rounded bg-warn-soft px-3 py-2 text-xs text-warn">
      <span>
        {said.kind === "doubt"
          ? text("clockDoubt")
          : text(said.kind === "behind" ? "clockBehind" : "clockAhead", {
              seconds: figure((said.milliseconds / 1_000).toFixed(1), 1),
            })}
      </span>
      <Button size="xs" onClick={measure} aria-disabled={measuring}>
        {text(measuring ? "measuring" : "measureAgain")}
      </Button>
    </div>
  );
}

function noticeOf(skew: ClockSkew) {
  if (skew.state !== "measured" || !clockIsKnown()) return { kind: "doubt" } as const;
  const milliseconds = Math.abs(skew.skewMs);
  if (milliseconds < SHOWN_SKEW_MS) return undefined;
  return { kind: skew.skewMs > 0 ? "behind" : "ahead", milliseconds } as const;
}

const GROUP = 8;

/** The decoded payload and its digest, which the wallet shows, or the memo transaction that says it. */
function WhatYouSign({ openRequest: { prepared, signer, way } }: { openRequest: OpenRequest }) {
  const text = useText("signing");
  const digestOf = signer.kind === "key" ? "digestOfKey" : "digestOfWallet";
  const { draft, payload } = prepared;
  const said = describePayload(draft.operation, payload, { text, before: draft.before });
  return (
    <section aria-label={text("whatYouSign")} className="rounded border">
      <div className="flex flex-col gap-2 p-3 text-xs">
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
          <Row field={{ label: text("operation"), value: draft.operation }} />
          {said.items.length > 0 ? null : <Rows fields={said.fields} />}
          <Row field={{ label: text("account"), value: prepared.account }} />
        </dl>
        {said.items.length > 0 ? <Items items={said.items} /> : null}
        {said.items.length > 0 ? (
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
            <Rows fields={said.fields} />
          </dl>
        ) : null}
      </div>
      <div className="border-t p-3">
        <p className="text-2xs text-ink-muted">
          {text(way === "memo" ? "memoOfWallet" : digestOf)}
        </p>
        <p
          dir="ltr"
          data-testid="digest"
          data-digest={prepared.digest}
          className="mt-1.5 grid grid-cols-4 gap-x-3 font-mono text-xs"
        >
          {groups(prepared.digest).map((part, index) => (
            <span key={`${index.toString()}-${part}`}>{part}</span>
          ))}
        </p>
        {way === "memo" ? (
          <LazyBoundary onFailure={() => undefined}>
            <MemoOfWrite prepared={prepared} />
          </LazyBoundary>
        ) : null}
      </div>
    </section>
  );
}

/** The orders of a batch, each with all its signed fields. */
function Items({ items }: { items: SignedField[][] }) {
  const text = useText("signing");
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <ol tabIndex={0} className="flex max-h-72 flex-col gap-2 overflow-y-auto border-y py-2">
      {items.map((fields, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- signed bytes do not change their order
        <li key={index} className="rounded bg-raised p-2">
          <span className="text-2xs text-ink-muted">
            {text("orderNumber", { number: index + 1 })}
          </span>
          <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5">
            <Rows fields={fields} />
          </dl>
        </li>
      ))}
    </ol>
  );
}

function Rows({ fields }: { fields: SignedField[] }) {
  return fields.map((field) => <Row key={field.label} field={field} />);
}

function Row({ field }: { field: SignedField }) {
  const text = useText("signing");
  return (
    <>
      <dt className="text-ink-muted">{field.label}</dt>
      <dd className="text-end wrap-anywhere">
        {field.before === undefined ? null : (
          <span className="me-2 text-ink-faint line-through">
            <span className="sr-only">{text("before", { value: field.before })}</span>
            <bdi aria-hidden>{field.before}</bdi>
          </span>
        )}
        <bdi>{field.value}</bdi>
      </dd>
    </>
  );
}

function groups(text: string): string[] {
  return Array.from({ length: Math.ceil(text.length / GROUP) }, (_, index) =>
    text.slice(index * GROUP, (index + 1) * GROUP),
  );
}
