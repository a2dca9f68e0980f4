"use client";

import { useRouter } from "next/navigation";
import { lazy, useEffect } from "react";
import { browserIndexedDb } from "#components/data/stored-records.ts";
import { useCommands } from "#components/frame/commands/command-registry.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { useWallet } from "#components/identity/wallet/wallet-provider.tsx";
import { AccountQueries } from "#components/trading/account-reads/account-queries.tsx";
import {
  closeTransferDialog,
  openDeposit,
  openWithdraw,
  transferDialog,
} from "#components/trading/transfers/core/transfer-dialog-state.ts";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { useStore } from "#components/ui/use-store.ts";
import { DEPOSIT_DATABASE } from "./deposit/deposit-types.ts";

const DepositDialog = lazy(() => import("./deposit/deposit-dialog.tsx"));
const WithdrawDialog = lazy(() => import("./withdrawal/withdraw-dialog.tsx"));

/** The dialogs and commands of transfers. Loaded with a session, once a page. */
export default function TransferDialogs() {
  const text = useText("transfers");
  const router = useRouter();
  const open = useStore(transferDialog);
  useLeftDeposits();
  useEffect(() => closeTransferDialog, []);
  useCommands([
    {
      id: "account.deposit",
      section: "account",
      title: text("deposit"),
      keywords: text("depositWords"),
      run: openDeposit,
    },
    {
      id: "account.withdraw",
      section: "account",
      title: text("withdraw"),
      keywords: text("withdrawWords"),
      run: openWithdraw,
    },
    {
      id: "account.vault",
      section: "account",
      title: text("vaultLink"),
      keywords: "proof of reserves",
      run: () => router.push("/vault"),
    },
  ]);
  if (open === undefined) return null;
  return (
    <LazyBoundary onFailure={closeTransferDialog}>
      <AccountQueries>{open === "deposit" ? <DepositDialog /> : <WithdrawDialog />}</AccountQueries>
    </LazyBoundary>
  );
}

/**
 * Follows deposits that earlier pages have left. Their code is loaded only in a browser that has ever kept one, or cannot
 * say.
 */
function useLeftDeposits(): void {
  const { sessionAddress } = useWallet();
  useEffect(() => {
    let gone = false;
    const resume = async (): Promise<void> => {
      const databases = await browserIndexedDb()?.databases?.();
      if (gone || databases?.every(({ name }) => name !== DEPOSIT_DATABASE)) return;
      const { depositTracker } = await import("./deposit/browser-deposit-tracker.ts");
      if (!gone) await depositTracker().setAccount(sessionAddress);
    };
    // The dialog loads the code as well, and a page that is shown again looks once more.
    void resume().catch(() => undefined);
    return () => {
      gone = true;
    };
  }, [sessionAddress]);
}
