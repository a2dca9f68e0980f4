"use client";

import Link from "next/link";
import { type ReactNode, useEffect } from "react";
import { useFrame } from "#components/data/frame-context.ts";
import { followClock } from "#components/data/server-clock.ts";
import { ReadState, SettingsPage } from "#components/frame/settings/settings-page.tsx";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { followTradingKey } from "#components/identity/browser-keys/load-keys.ts";
import KeyLine from "#components/trading/setup/key-line.tsx";
import { SignerItems } from "#components/trading/setup/signer-items.tsx";
import { Button, buttonStyle } from "#components/ui/button.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import type { VenueKeyRecord } from "#lib/protocol/wire/account.ts";
import { type AccountKeys, useAccountKeys } from "./use-account-keys.ts";
import { type KeySignerHandle, useKeySigner } from "./use-key-signer.ts";

/** The account's keys at the venue: venue keys, which identify requests, and trading keys, which sign them. */
export function KeysPage() {
  const text = useText("settingsFrame");
  const { person } = useFrame();
  const account = person?.account;
  return (
    <SettingsPage title={text("venueKeys")}>
      {account === undefined ? <NoWallet /> : <KeyLists key={account} account={account} />}
    </SettingsPage>
  );
}

/** For accounts without a wallet: keys at the venue belong to wallets. */
function NoWallet() {
  const text = useText("venueKeys");
  return (
    <div className="flex flex-col items-start gap-3 rounded-md border bg-surface p-5">
      <p className="text-base font-medium">{text("noWallet")}</p>
      <p className="text-ink-muted">{text("noWalletDetail")}</p>
      <Link
        href="/settings"
        className={buttonStyle({
          tone: "primary",
          size: "md",
        })}
      >
        {text("linkWallet")}
      </Link>
    </div>
  );
}

function KeyLists({ account }: { account: string }) {
  const { cover, noteSessionEnd } = useFrame();
  const keys = useAccountKeys(account);
  const signer = useKeySigner();
  // A trading key expires by the venue's clock, or without input on any page.
  useEffect(() => followClock(), []);
  useEffect(() => followTradingKey(account), [account]);
  useEffect(() => () => cover(false), [cover]);
  return (
    <div className="flex flex-col gap-4">
      <Card>
        <VenueKeyList keys={keys} signer={signer} />
      </Card>
      <Card>
        <TradingKeys keys={keys} signer={signer} />
      </Card>
      {signer.Component === undefined ? null : (
        <LazyBoundary onFailure={signer.end}>
          <signer.Component
            account={account}
            ownKey={keys.own.data?.key}
            task={signer.task}
            onEnd={signer.end}
            reload={keys.reload}
            onAsking={cover}
            onSessionEnd={noteSessionEnd}
          />
        </LazyBoundary>
      )}
    </div>
  );
}

function Card({ children }: { children: ReactNode }) {
  return <div className="rounded-md border bg-surface p-4">{children}</div>;
}

function TradingKeys({ keys, signer }: { keys: AccountKeys; signer: KeySignerHandle }) {
  const text = useText("venueKeys");
  return (
    <section aria-label={text("signersTitle")} className="flex flex-col gap-3 text-xs">
      <h2 className="text-sm font-medium">{text("signersTitle")}</h2>
      <p className="text-ink-muted">
        {text("signersIntro")} {text("signersKept")}
      </p>
      <KeyLine
        roomy
        pending={signer.task?.kind === "trading-key"}
        onOpen={() => signer.begin({ kind: "trading-key" })}
      />
      {keys.own.data?.key === null ? (
        <p className="text-ink-muted">{text("signersNeedKey")}</p>
      ) : keys.own.data === undefined ? null : (
        <Signers keys={keys} signer={signer} />
      )}
    </section>
  );
}

function Signers({ keys, signer }: { keys: AccountKeys; signer: KeySignerHandle }) {
  const text = useText("tradingKey");
  const { task } = signer;
  return (
    <section aria-label={text("listTitle")} className="flex flex-col gap-2">
      <h3 className="font-medium">{text("listTitle")}</h3>
      <ReadState resource={keys.signers} label={text("listLoading")}>
        {(signers) => (
          <SignerItems
            signers={signers}
            pending={task?.kind === "revoke-signer" ? task.pubkey : undefined}
            onRevoke={(pubkey) => signer.begin({ kind: "revoke-signer", pubkey })}
          />
        )}
      </ReadState>
    </section>
  );
}

type VenueKeyListProps = { keys: AccountKeys; signer: KeySignerHandle };

/** The account's venue keys, each with a button that revokes it. */
function VenueKeyList({ keys, signer }: VenueKeyListProps) {
  const text = useText("venueKeys");
  return (
    <section aria-label={text("title")} className="flex flex-col gap-3 text-xs">
      <h2 className="text-sm font-medium">{text("title")}</h2>
      <p className="text-ink-muted">
        {text("intro")} {text("kept")}
      </p>
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
        {({ key }) =>
          key === null ? <NoKey signer={signer} /> : <VenueKeys keys={keys} signer={signer} />
        }
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

function VenueKeys({ keys, signer }: VenueKeyListProps) {
  const text = useText("venueKeys");
  const { task } = signer;
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
                onRevoke={() => signer.begin({ kind: "revoke-venue-key", key })}
              />
            ))}
          </ul>
          <p className="text-2xs text-ink-muted">
            {text("revokeHint")} {text("nameFixed")}
          </p>
        </>
      )}
    </ReadState>
  );
}

function NoKey({ signer }: { signer: KeySignerHandle }) {
  const text = useText("venueKeys");
  const frame = useText("settingsFrame");
  const pending = signer.task?.kind === "enable";
  return (
    <div className="flex flex-col items-start gap-2 rounded border border-line-strong bg-raised p-3">
      <p>{text("none")}</p>
      <Button
        tone="primary"
        className="pointer-coarse:min-h-11"
        aria-disabled={pending}
        onClick={() => signer.begin({ kind: "enable" })}
      >
        {pending ? frame("oneMoment") : text("enableTrading")}
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
          <Fact name={text("keyId")} value={record.id} code />
          <Fact name={text("created")} value={dayAndTime(record.created_at)} />
          <Fact
            name={text("expires")}
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
