"use client";

import type { ReactNode } from "react";
import { ReadState } from "#components/frame/settings/settings-page.tsx";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import type { VenueKeyRecord } from "./key-records.ts";
import type { AccountKeys } from "./use-account-keys.ts";
import type { KeyDeskView } from "./use-key-desk.ts";

type VenueKeyListProps = { keys: AccountKeys; desk: KeyDeskView };

/** The keys that the venue knows the account's requests by, each with a way to revoke it. */
export function VenueKeyList({ keys, desk }: VenueKeyListProps) {
  const text = useText("venueKeys");
  return (
    <section aria-label={text("title")} className="flex flex-col gap-3 text-xs">
      <h2 className="text-sm font-medium">{text("title")}</h2>
      <p className="text-ink-muted">{text("intro")}</p>
      <div className="grid gap-3 sm:grid-cols-2">
        <Rights title={text("mayTitle")}>
          <li>{text("mayRead")}</li>
          <li>{text("mayCarry")}</li>
        </Rights>
        <Rights title={text("mayNotTitle")}>
          <li>{text("mayNotSign")}</li>
          <li>{text("mayNotKeys")}</li>
        </Rights>
      </div>
      <ReadState resource={keys.own} label={text("loading")}>
        {({ key }) => (key === null ? <NoKey desk={desk} /> : <Keys keys={keys} desk={desk} />)}
      </ReadState>
    </section>
  );
}

function Rights({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="font-medium">{title}</h3>
      <ul className="list-disc ps-5 text-ink-muted">{children}</ul>
    </div>
  );
}

function Keys({ keys, desk }: VenueKeyListProps) {
  const text = useText("venueKeys");
  const { task } = desk;
  return (
    <ReadState resource={keys.venueKeys} label={text("loading")}>
      {(records) => (
        <>
          <ul className="flex flex-col divide-y divide-line rounded border">
            {records.map((key) => (
              <KeyItem
                key={key.id}
                record={key}
                pending={task?.kind === "revoke-venue-key" && task.key.id === key.id}
                onRevoke={() => desk.begin({ kind: "revoke-venue-key", key })}
              />
            ))}
          </ul>
          <p className="text-2xs text-ink-faint">{text("revokeHint")}</p>
        </>
      )}
    </ReadState>
  );
}

function NoKey({ desk }: { desk: KeyDeskView }) {
  const text = useText("venueKeys");
  const frame = useText("settingsFrame");
  const pending = desk.task?.kind === "enable";
  return (
    <div className="flex flex-col items-start gap-2 rounded border border-line-strong bg-raised p-3">
      <p>{text("none")}</p>
      <Button
        tone="primary"
        className="pointer-coarse:min-h-11"
        aria-disabled={pending}
        onClick={() => desk.begin({ kind: "enable" })}
      >
        {pending ? frame("oneMoment") : text("enable")}
      </Button>
    </div>
  );
}

type KeyItemProps = { record: VenueKeyRecord; pending: boolean; onRevoke: () => void };

function KeyItem({ record, pending, onRevoke }: KeyItemProps) {
  const text = useText("venueKeys");
  const frame = useText("settingsFrame");
  const { dayAndTime } = useFormat();
  const name = record.label === "" ? text("unnamed") : record.label;
  return (
    <li className="flex items-center justify-between gap-3 px-3 py-2">
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-2 font-medium">
          <bdi className="break-all">{name}</bdi>
          {record.held ? (
            <span className="rounded bg-accent-soft px-1.5 text-2xs text-accent">
              {text("held")}
            </span>
          ) : null}
        </p>
        <dl className="mt-0.5 flex flex-wrap gap-x-3 text-2xs text-ink-muted">
          <Fact name={text("id")} value={record.id} code />
          <Fact name={text("createdAt")} value={dayAndTime(record.created_at)} />
          <Fact
            name={text("expiresAt")}
            value={record.expires_at === 0 ? text("never") : dayAndTime(record.expires_at)}
          />
          {record.signer === record.account ? null : (
            <Fact name={text("pinnedTo")} value={record.signer} code />
          )}
        </dl>
        {record.held ? <p className="mt-0.5 text-2xs text-ink-muted">{text("heldHint")}</p> : null}
      </div>
      <Button
        className="shrink-0 pointer-coarse:min-h-11"
        onClick={onRevoke}
        aria-label={text("revokeNamed", { label: name })}
        aria-disabled={pending}
      >
        {pending ? frame("oneMoment") : text("revoke")}
      </Button>
    </li>
  );
}

function Fact({ name, value, code = false }: { name: string; value: string; code?: boolean }) {
  return (
    <div className="flex min-w-0 gap-x-1">
      <dt className="shrink-0">{name}</dt>
      <dd className={code ? "font-mono break-all" : undefined}>
        <bdi>{value}</bdi>
      </dd>
    </div>
  );
}
