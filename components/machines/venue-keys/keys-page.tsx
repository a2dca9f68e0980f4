"use client";

import type { Route } from "next";
import Link from "next/link";
import { type ReactNode, useEffect } from "react";
import { useFrame } from "#components/data/frame-context.ts";
import { followClock } from "#components/data/server-clock.ts";
import { ReadState, SettingsPage } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { followTradingKey } from "#components/identity/browser-keys/load-keys.ts";
import KeyLine from "#components/trading/trading-key/key-line.tsx";
import { SignerItems } from "#components/trading/trading-key/signer-items.tsx";
import { buttonStyle } from "#components/ui/button.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { type AccountKeys, useAccountKeys } from "./use-account-keys.ts";
import { type KeyDeskView, useKeyDesk } from "./use-key-desk.ts";
import { VenueKeyList } from "./venue-key-list.tsx";

/** The account's keys at the venue: those that identify it, and those that sign for it. */
export function KeysPage() {
  const text = useText("settingsFrame");
  const { person } = useFrame();
  const account = person?.account;
  return (
    <SettingsPage title={text("venueKeys")}>
      {account === undefined ? <NoWallet /> : <Keys key={account} account={account} />}
    </SettingsPage>
  );
}

/** For who signed in by mail or a provider: keys at the venue are a wallet's. */
function NoWallet() {
  const text = useText("venueKeys");
  return (
    <div className="flex flex-col items-start gap-3 rounded-md border bg-surface p-5">
      <p className="text-base font-medium">{text("noWallet")}</p>
      <p className="text-ink-muted">{text("noWalletDetail")}</p>
      <Link
        href={"/settings" as Route}
        className={buttonStyle({
          tone: "primary",
          size: "md",
          className: "pointer-coarse:min-h-11",
        })}
      >
        {text("linkWallet")}
      </Link>
    </div>
  );
}

function Keys({ account }: { account: string }) {
  const { cover, noteEnd } = useFrame();
  const keys = useAccountKeys(account);
  const desk = useKeyDesk();
  // A trading key ends by the venue's clock, and by the want of input on any page.
  useEffect(() => followClock(), []);
  useEffect(() => followTradingKey(account), [account]);
  useEffect(() => () => cover(false), [cover]);
  return (
    <div className="flex flex-col gap-4">
      <Card>
        <VenueKeyList keys={keys} desk={desk} />
      </Card>
      <Card>
        <TradingKeys keys={keys} desk={desk} />
      </Card>
      {desk.Desk === undefined ? null : (
        <LazyBoundary onFailure={desk.end}>
          <desk.Desk
            account={account}
            ownKey={keys.own.data?.key}
            task={desk.task}
            onEnd={desk.end}
            reload={keys.reload}
            onAsking={cover}
            onSessionEnd={noteEnd}
          />
        </LazyBoundary>
      )}
    </div>
  );
}

function Card({ children }: { children: ReactNode }) {
  return <div className="rounded-md border bg-surface p-4">{children}</div>;
}

function TradingKeys({ keys, desk }: { keys: AccountKeys; desk: KeyDeskView }) {
  const text = useText("venueKeys");
  return (
    <section aria-label={text("signersTitle")} className="flex flex-col gap-3 text-xs">
      <h2 className="text-sm font-medium">{text("signersTitle")}</h2>
      <p className="text-ink-muted">{text("signersIntro")}</p>
      <KeyLine
        roomy
        pending={desk.task?.kind === "trading-key"}
        onOpen={() => desk.begin({ kind: "trading-key" })}
      />
      {keys.own.data?.key === null ? (
        <p className="text-ink-muted">{text("signersNeedKey")}</p>
      ) : keys.own.data === undefined ? null : (
        <Signers keys={keys} desk={desk} />
      )}
    </section>
  );
}

function Signers({ keys, desk }: { keys: AccountKeys; desk: KeyDeskView }) {
  const text = useText("tradingKey");
  const { task } = desk;
  return (
    <section aria-label={text("listTitle")} className="flex flex-col gap-2">
      <h3 className="font-medium">{text("listTitle")}</h3>
      <ReadState resource={keys.signers} label={text("listLoading")}>
        {(signers) => (
          <SignerItems
            signers={signers}
            pending={task?.kind === "revoke-signer" ? task.pubkey : undefined}
            onRevoke={(pubkey) => desk.begin({ kind: "revoke-signer", pubkey })}
          />
        )}
      </ReadState>
    </section>
  );
}
