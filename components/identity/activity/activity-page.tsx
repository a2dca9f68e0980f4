"use client";

import { useId, useState } from "react";
import { readJson } from "#components/data/http.ts";
import { useAction } from "#components/data/use-action.ts";
import { useResource } from "#components/data/use-resource.ts";
import {
  ActionFailure,
  ReadState,
  SettingsPage,
} from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { deviceOf } from "#components/identity/sessions/device.ts";
import { Ago } from "#components/ui/ago.tsx";
import { Button } from "#components/ui/button.tsx";
import { DaySpan } from "#components/ui/day-span.tsx";
import { Notice } from "#components/ui/panel.tsx";
import { startOfDay } from "#components/ui/typed-days.ts";
import type { AuditEntry, AuditPage } from "#lib/protocol/wire/identity.ts";
import { KINDS, type Kind, kindOf } from "./audit-entry.ts";
import { DEFAULT_NAME, isolated, sentenceOf, shortId, type Texts } from "./sentence.ts";

type Days = { fromDay: string | undefined; toDay: string | undefined };

const FIRST = "/api/v1/audit?limit=50";
const INPUT =
  "h-8 rounded border border-line-strong bg-raised px-2 text-sm pointer-coarse:h-11 pointer-coarse:min-w-11";

/** The account's audit log, newest first: who did what, from where and when. */
export function ActivityPage() {
  const text = useText("activity");
  const [kind, setKind] = useState<Kind | "all">("all");
  const [days, setDays] = useState<Days>({ fromDay: undefined, toDay: undefined });
  const address = addressOf(days);
  return (
    <SettingsPage
      title={text("title")}
      intro={text("intro")}
      actions={
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <DaySpan {...days} onChange={setDays} className={INPUT} />
          <KindFilter kind={kind} onChange={setKind} />
        </div>
      }
    >
      {/* A new key per span: older rows that arrive late belong to the span they were asked for. */}
      <Log key={address} address={address} kind={kind} />
    </SettingsPage>
  );
}

/** The newest rows of the days, which are of the reader's zone. */
function addressOf({ fromDay, toDay }: Days): string {
  const span = [
    fromDay === undefined ? "" : `&from=${new Date(startOfDay(fromDay)).toISOString()}`,
    toDay === undefined ? "" : `&to=${new Date(startOfDay(toDay, 1)).toISOString()}`,
  ];
  return FIRST + span.join("");
}

function Log({ address, kind }: { address: string; kind: Kind | "all" }) {
  const text = useText("activity");
  const log = useResource<AuditPage>(address);
  const more = useAction(async () => {
    const { data } = log;
    const answer = await readJson<AuditPage>(
      `${address}&cursor=${encodeURIComponent(data?.next ?? "")}`,
    );
    if (answer.ok) {
      const page = answer.body;
      log.change(({ entries }) => ({ entries: [...entries, ...page.entries], next: page.next }));
    }
    return answer;
  });
  return (
    <ReadState resource={log} label={text("loading")}>
      {({ entries, next }) => (
        <div className="flex flex-col gap-3">
          <Entries entries={entries} kind={kind} hasMore={next !== null} />
          {next === null ? null : (
            <Button
              size="md"
              className="w-fit"
              aria-disabled={more.pending}
              onClick={() => void more.run()}
            >
              {text(more.pending ? "loadingOlder" : "showOlder")}
            </Button>
          )}
          <ActionFailure error={more.error} />
        </div>
      )}
    </ReadState>
  );
}

type KindFilterProps = { kind: Kind | "all"; onChange: (kind: Kind | "all") => void };

function KindFilter({ kind, onChange }: KindFilterProps) {
  const text = useText("activity");
  const id = useId();
  return (
    <div className="flex items-center gap-2">
      <label htmlFor={id} className="text-xs text-ink-muted">
        {text("show")}
      </label>
      <select
        id={id}
        value={kind}
        onChange={(event) => onChange(event.currentTarget.value as Kind | "all")}
        className={INPUT}
      >
        <option value="all">{text("all")}</option>
        {KINDS.map((one) => (
          <option key={one} value={one}>
            {text(`kind_${one}`)}
          </option>
        ))}
      </select>
    </div>
  );
}

type EntriesProps = { entries: readonly AuditEntry[]; kind: Kind | "all"; hasMore: boolean };

function Entries({ entries, kind, hasMore }: EntriesProps) {
  const text = useText("activity");
  const shown = kind === "all" ? entries : entries.filter((one) => kindOf(one.action) === kind);
  if (shown.length === 0) {
    return (
      <div className="rounded-md border bg-surface">
        <Notice
          title={
            hasMore
              ? text("noneYet", { count: entries.length })
              : text(kind === "all" ? "noneInDays" : "none")
          }
          {...(hasMore ? { detail: text("noneYetDetail") } : {})}
        />
      </div>
    );
  }
  return (
    <ol aria-label={text("title")} className="divide-y rounded-md border bg-surface">
      {shown.map((entry) => (
        <Row key={entry.id} entry={entry} />
      ))}
    </ol>
  );
}

function Row({ entry }: { entry: AuditEntry }) {
  const sentence = useSentence();
  const actorName = useActorName();
  const { browser, system } = deviceOf(entry.agent ?? "");
  const device = [browser, system].filter((part) => part !== undefined).join(", ");
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 p-3">
      <p className="min-w-0 flex-1 basis-72 [overflow-wrap:anywhere]">{sentence(entry)}</p>
      <p className="text-xs text-ink-muted sm:text-end">
        <Ago at={entry.at} exact />
      </p>
      <p className="w-full text-xs text-ink-muted [overflow-wrap:anywhere]">
        {actorName(entry)}
        {entry.address === null ? null : (
          <>
            {" · "}
            <bdi dir="ltr" translate="no">
              {entry.address}
            </bdi>
          </>
        )}
        {device === "" ? null : (
          <>
            {" · "}
            <bdi>{device}</bdi>
          </>
        )}
      </p>
    </li>
  );
}

/** Describes an entry in the page's language. */
function useSentence(): (entry: AuditEntry) => string {
  const text = useText("activity") as Texts;
  return (entry) => sentenceOf(text, entry);
}

/** Names who did it. */
function useActorName(): (entry: AuditEntry) => string {
  const text = useText("activity");
  return ({ actorKind, actorId }) => {
    const id = isolated(actorId === null ? DEFAULT_NAME : shortId(actorId));
    if (actorKind === "session") return text("by_session");
    if (actorKind === "mcp_key") return text("by_mcp_key", { id: id });
    if (actorKind === "oauth_grant") return text("by_oauth_grant", { id: id });
    if (actorKind === "bot_key") return text("by_bot_key", { id: id });
    return text(actorKind === "operator" ? "by_operator" : "by_service");
  };
}
