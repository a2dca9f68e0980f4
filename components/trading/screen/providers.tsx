"use client";

import { lazy, type ReactNode, useEffect } from "react";
import { followClock } from "#components/data/server-clock.ts";
import { CommandLayer } from "#components/frame/commands/command-layer.tsx";
import { WalletDialog } from "#components/identity/wallet/wallet-dialog.tsx";
import {
  useWallet,
  useWalletStore,
  WalletProvider,
} from "#components/identity/wallet/wallet-provider.tsx";
import { Setup } from "#components/trading/setup/setup.tsx";
import { TradingKeyDialogs } from "#components/trading/setup/trading-key-dialogs.tsx";
import { SignProvider } from "#components/trading/signing/sign-provider.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { NotificationArea } from "#components/ui/toasts/notification-area.tsx";
import { followAccount } from "./follow-account.ts";

/** Visitors have nothing to transfer, and load nothing for it. */
const TransferDialogs = lazy(() => import("#components/trading/transfers/transfer-dialogs.tsx"));

type ProvidersProps = {
  sessionAddress: string | undefined;
  /** True when the signed-in person has no wallet. */
  withoutWallet?: boolean;
  /** False on pages of records: the code that signs is loaded by the first request. */
  trades?: boolean;
  /** Code of the partner link by which a visitor came. */
  referredBy?: string | undefined;
  children: ReactNode;
};

/** Context for every part of a page: account reads, wallet, signing, toasts. */
export function Providers(props: ProvidersProps) {
  const { sessionAddress, withoutWallet = false, trades = true, referredBy, children } = props;
  useEffect(() => followClock(), []);
  return (
    <WalletProvider initialAddress={sessionAddress} withoutWallet={withoutWallet}>
      <AccountFollower />
      <SignProvider early={trades}>
        {children}
        <WalletDialog referredBy={referredBy} />
        <NotificationArea />
        <CommandLayer />
        <TradingKeyDialogs />
        {trades ? <Setup /> : null}
        <Transfers />
      </SignProvider>
    </WalletProvider>
  );
}

function Transfers() {
  const { sessionAddress } = useWallet();
  if (sessionAddress === undefined) return null;
  return (
    <LazyBoundary onFailure={ignore}>
      <TransferDialogs />
    </LazyBoundary>
  );
}

/** The boundary has shown a message. */
function ignore(): void {}

/** Follows the signed-in account. Visitors load nothing for it. */
function AccountFollower() {
  const { sessionAddress } = useWallet();
  const wallet = useWalletStore();
  useEffect(() => {
    if (sessionAddress === undefined) return undefined;
    return followAccount(sessionAddress, wallet);
  }, [sessionAddress, wallet]);
  return null;
}
