"use client";

import type { ReactNode } from "react";
import { errorText } from "#components/data/errors/error-text.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import {
  closeTradingKeyDialog,
  openTradingKeyDialog,
} from "#components/identity/browser-keys/dialog-state.ts";
import { stopTradingKey } from "#components/identity/browser-keys/load-keys.ts";
import {
  IDLE_MINUTES,
  idlePreference,
  LIFETIMES,
  lifetimePreference,
} from "#components/identity/browser-keys/preferences.ts";
import { useTradingKeyState } from "#components/identity/browser-keys/use-trading-key.ts";
import { useTradingKeyStatus } from "#components/identity/browser-keys/use-trading-key-status.ts";
import { useWallet } from "#components/identity/wallet/wallet-provider.tsx";
import { AccountQueries } from "#components/trading/account-reads/account-queries.tsx";
import { ReadFailure } from "#components/trading/account-reads/account-store.ts";
import { useVenueKey } from "#components/trading/account-reads/use-account.ts";
import { useRequestSignature } from "#components/trading/signing/sign-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { ToggleGroup } from "#components/ui/toggle-group.tsx";
import { useStore } from "#components/ui/use-store.ts";
import { useCreateKey, useRevokeKey, useSigners } from "./key-actions.ts";
import { SignerItems } from "./signer-items.tsx";

/** Explains trading keys, shows this browser's key and its lifetime, and lists all keys of the account. */
export default function TradingKeyDialog() {
  const text = useText("tradingKey");
  const { sessionAddress } = useWallet();
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) closeTradingKeyDialog();
      }}
      title={text("title")}
      description={text("intro")}
      className="w-[min(94vw,520px)]"
      footer={<Footer />}
    >
      <div className="flex flex-col gap-4 text-xs">
        <ThisBrowser />
        <Terms />
        <Choices />
        {sessionAddress === undefined ? null : (
          <AccountQueries>
            <SignerList onSigning={closeTradingKeyDialog} onSigned={openTradingKeyDialog} />
          </AccountQueries>
        )}
      </div>
    </Dialog>
  );
}

/** The state of this browser's key; empty when there never was one. */
function ThisBrowser() {
  const text = useText("tradingKey");
  const key = useTradingKeyState();
  const { state, detail, soon } = useTradingKeyStatus();
  if (key.state === "none") return null;
  return (
    <section
      aria-label={text("present")}
      className="flex items-center justify-between gap-3 rounded border border-line-strong bg-raised px-3 py-2"
    >
      <div className="min-w-0">
        <p className="font-medium">{state}</p>
        {detail === undefined ? null : (
          <p className={soon ? "text-warn" : "text-ink-muted"}>{detail}</p>
        )}
        {key.state === "unavailable" ? (
          <p className="text-ink-muted">{text("unavailable")}</p>
        ) : (
          <p className="truncate font-mono text-2xs text-ink-muted" dir="ltr">
            {key.pubkey}
          </p>
        )}
        {key.inMemory ? <p className="mt-1 text-warn">{text("memoryOnly")}</p> : null}
      </div>
      {key.state === "live" ? (
        <Button onClick={() => void stopTradingKey()}>{text("stopNow")}</Button>
      ) : null}
    </section>
  );
}

function Terms() {
  const text = useText("tradingKey");
  const minutes = useStore(idlePreference);
  return (
    <div className="flex flex-col gap-2">
      <TermList title={text("canTitle")}>
        <li>{text("canTrade")}</li>
        <li>{text("canUntil")}</li>
      </TermList>
      <TermList title={text("cannotTitle")}>
        <li>{text("cannotMove")}</li>
        <li>{text("cannotLeave")}</li>
        <li>{text("cannotOther")}</li>
      </TermList>
      <TermList title={text("endsTitle")}>
        <li>{text("endsWhen", { minutes })}</li>
        <li>{text("endsHow")}</li>
      </TermList>
      <p className="rounded bg-warn-soft px-3 py-2 text-warn">{text("risk")}</p>
    </div>
  );
}

function TermList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="font-medium">{title}</h3>
      <ul className="list-disc ps-5 text-ink-muted">{children}</ul>
    </div>
  );
}

function Choices() {
  const text = useText("tradingKey");
  const lifetime = useStore(lifetimePreference);
  const idle = useStore(idlePreference);
  const item =
    "h-7 px-2.5 text-xs font-medium border border-line-strong first:rounded-e-none last:rounded-s-none";
  return (
    <div className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
      <span className="text-ink-muted">{text("lifetime")}</span>
      <ToggleGroup
        label={text("lifetime")}
        value={lifetime}
        options={LIFETIMES.map((value) => ({ value, label: text(`lifetime_${value}`) }))}
        onChange={lifetimePreference.set}
        itemClassName={item}
      />
      <span className="text-ink-muted">{text("idle")}</span>
      <ToggleGroup
        label={text("idle")}
        value={idle}
        options={IDLE_MINUTES.map((value) => ({
          value,
          label: text("idleMinutes", { minutes: value }),
        }))}
        onChange={idlePreference.set}
        itemClassName={item}
      />
      <span />
      <p className="text-2xs text-ink-faint">{text("idleHint")}</p>
    </div>
  );
}

function Footer() {
  const text = useText("tradingKey");
  const { connected, sessionAddress } = useWallet();
  const venueKey = useVenueKey();
  const key = useTradingKeyState();
  const lifetime = useStore(lifetimePreference);
  const create = useCreateKey(useRequestSignature());
  const obstacle =
    key.state === "unavailable"
      ? text("unavailable")
      : !connected || !sessionAddress
        ? text("needsWallet")
        : venueKey.data
          ? undefined
          : text("needsVenueKey");
  return (
    <div className="flex flex-col gap-2">
      <p className="text-2xs text-ink-muted">{obstacle ?? text("wrapsMessages")}</p>
      <div className="grid grid-cols-2 gap-2">
        <Button size="md" onClick={closeTradingKeyDialog}>
          {text("close")}
        </Button>
        <Button
          size="md"
          tone="primary"
          disabled={obstacle !== undefined}
          onClick={() => {
            // The signing panel replaces this dialog, so that the wallet's window can take the focus.
            closeTradingKeyDialog();
            void create(lifetime);
          }}
        >
          {text(key.state === "live" ? "renew" : "enable")}
        </Button>
      </div>
    </div>
  );
}

type SignerListProps = {
  /** Called before the signing panel opens: it replaces a dialog around this list. */
  onSigning?: () => void;
  /** Called when the revocation was signed and answered, or not signed. */
  onSigned?: () => void;
};

/** All keys that may sign for the account, each with a button to revoke it. */
function SignerList({ onSigning, onSigned }: SignerListProps) {
  const text = useText("tradingKey");
  const signers = useSigners();
  const revoke = useRevokeKey();
  const ask = async (pubkey: string) => {
    onSigning?.();
    await revoke(pubkey);
    onSigned?.();
  };
  // Without a venue key the list cannot be read.
  if (!signers.isLoading && !signers.isError && !signers.data) return null;
  return (
    <section aria-label={text("listTitle")} className="flex flex-col gap-2 text-xs">
      <h3 className="font-medium">{text("listTitle")}</h3>
      {signers.isLoading ? <output className="text-ink-muted">{text("listLoading")}</output> : null}
      {signers.isError ? (
        <p className="flex items-center justify-between gap-3 text-warn" role="alert">
          {text("listFailed", { reason: reasonOf(signers.error) })}
          <Button size="xs" onClick={() => void signers.refetch()}>
            {text("tryAgain")}
          </Button>
        </p>
      ) : null}
      {signers.data ? (
        <SignerItems signers={signers.data} onRevoke={(pubkey) => void ask(pubkey)} />
      ) : null}
    </section>
  );
}

function reasonOf(error: Error): string {
  return error instanceof ReadFailure ? errorText(error.code, error.message) : error.message;
}
