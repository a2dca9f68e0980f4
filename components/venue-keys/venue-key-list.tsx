"use client";

import type { ReactNode } from "react";
import { ReadFailure } from "#components/account/account-store.ts";
import { useEnableTrading } from "#components/account/actions.ts";
import { useVenueKey } from "#components/account/use-account.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { errorText } from "#components/venue-errors/error-text.ts";
import type { VenueKeyRecord } from "./key-records.ts";
import { useRevokeVenueKey, useVenueKeys } from "./use-venue-keys.ts";

/** The keys that the venue knows the account's requests by, each with a way to revoke it. */
export function VenueKeyList() {
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
      <Keys />
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

function Keys() {
  const text = useText("venueKeys");
  const own = useVenueKey();
  const keys = useVenueKeys();
  const revoke = useRevokeVenueKey();
  const failure = keys.error ?? (own.isError ? own.error : null);
  if (own.data === null && !own.isPending && !own.isError) return <NoKey />;
  if (failure !== null && failure !== undefined) {
    return (
      <p className="flex flex-wrap items-center justify-between gap-3 text-warn" role="alert">
        {text("failed", { reason: reasonOf(failure) })}
        <Button className="pointer-coarse:min-h-11" onClick={() => void keys.refetch()}>
          {text("retry")}
        </Button>
      </p>
    );
  }
  if (keys.data === undefined) return <output className="text-ink-muted">{text("loading")}</output>;
  return (
    <>
      <ul className="flex flex-col divide-y divide-line rounded border">
        {keys.data.map((key) => (
          <KeyItem key={key.id} record={key} onRevoke={() => void revoke(key)} />
        ))}
      </ul>
      <p className="text-2xs text-ink-faint">{text("revokeHint")}</p>
    </>
  );
}

function NoKey() {
  const text = useText("venueKeys");
  const { enable, busy } = useEnableTrading();
  return (
    <div className="flex flex-col items-start gap-2 rounded border border-line-strong bg-raised p-3">
      <p>{text("none")}</p>
      <Button
        tone="primary"
        className="pointer-coarse:min-h-11"
        disabled={busy}
        onClick={() => void enable()}
      >
        {text("enable")}
      </Button>
    </div>
  );
}

function reasonOf(error: Error): string {
  return error instanceof ReadFailure ? errorText(error.code, error.message) : error.message;
}

function KeyItem({ record, onRevoke }: { record: VenueKeyRecord; onRevoke: () => void }) {
  const text = useText("venueKeys");
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
      >
        {text("revoke")}
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
