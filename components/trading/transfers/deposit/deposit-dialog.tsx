"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { NetworkLine } from "#components/chain/parts.tsx";
import { isUndecided } from "#components/chain/signed-record.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { useWallet } from "#components/identity/wallet/wallet-provider.tsx";
import { closeTransferDialog } from "#components/trading/transfers/core/transfer-dialog-state.ts";
import { WithTerms } from "#components/trading/transfers/core/transfer-parts.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { pageCover } from "#components/ui/page-cover.ts";
import { ToggleGroup } from "#components/ui/toggle-group.tsx";
import type { VaultTerms } from "#lib/protocol/wire/chain.ts";
import { depositTracker } from "./browser-deposit-tracker.ts";
import { DepositAddress } from "./deposit-address.tsx";
import { DepositFromWallet } from "./deposit-from-wallet.tsx";
import { DepositProgress } from "./deposit-progress.tsx";
import type { Deposit } from "./deposit-types.ts";
import { OwnAddress } from "./own-address.tsx";

/** The account's own address comes first where there is one. */
const WAYS = ["wallet", "elsewhere"] as const;
const WAYS_WITH_ADDRESS = ["address", "wallet"] as const;
type Way = (typeof WAYS | typeof WAYS_WITH_ADDRESS)[number];

/** Deposits of the signed-in account: those on their way, and the ways to make one. */
export default function DepositDialog() {
  const text = useText("transfers");
  const { sessionAddress } = useWallet();
  // The wallet opens a window of its own, which must be able to take the focus.
  useEffect(() => {
    pageCover.set(true);
    return () => pageCover.set(false);
  }, []);
  useEffect(() => {
    void depositTracker().setAccount(sessionAddress);
  }, [sessionAddress]);
  if (sessionAddress === undefined) return null;
  return (
    <Dialog
      open
      modal={false}
      onOpenChange={closeTransferDialog}
      title={text("depositTitle")}
      className="lg:right-auto lg:left-8 lg:mx-0 xl:inset-x-0 xl:mx-auto"
    >
      <WithTerms>{(terms) => <Content terms={terms} account={sessionAddress} />}</WithTerms>
    </Dialog>
  );
}

type ContentProps = { terms: VaultTerms; account: string };

function Content({ terms, account }: ContentProps) {
  const text = useText("transfers");
  const ways: readonly Way[] = terms.has_addresses ? WAYS_WITH_ADDRESS : WAYS;
  const [way, setWay] = useState<Way>(ways[0] ?? "wallet");
  const deposits = useDeposits();
  const isWaiting = deposits.some(isUndecided);
  return (
    <div className="flex flex-col gap-4">
      <NetworkLine network={terms.network} />
      {deposits.map((deposit) => (
        <DepositProgress key={deposit.signature} deposit={deposit} terms={terms} />
      ))}
      <ToggleGroup
        label={text("ways")}
        value={way}
        options={ways.map((value) => ({ value, label: text(`way_${value}`) }))}
        onChange={setWay}
        className="grid grid-cols-2 gap-1"
        itemClassName="h-8 border border-line-strong text-xs data-[state=on]:border-accent pointer-coarse:min-h-11"
      />
      {way === "address" ? (
        <OwnAddress terms={terms} account={account} />
      ) : way === "elsewhere" ? (
        <DepositAddress terms={terms} account={account} />
      ) : isWaiting ? (
        <p className="text-xs text-ink-muted">{text("oneAtATime")}</p>
      ) : (
        <DepositFromWallet terms={terms} account={account} />
      )}
    </div>
  );
}

function useDeposits(): readonly Deposit[] {
  const { subscribe, tracked } = depositTracker();
  return useSyncExternalStore(subscribe, tracked, none);
}

const NONE: readonly Deposit[] = [];
const none = () => NONE;
