"use client";

import { useEffect, useRef } from "react";
import { WalletDialog } from "#components/identity/wallet/wallet-dialog.tsx";
import { useWallet, WalletProvider } from "#components/identity/wallet/wallet-provider.tsx";
import { refreshReads } from "#components/trading/account-state/account-reads.ts";
import { beginReads, endReads, putRead } from "#components/trading/account-state/account-store.ts";
import { accountQueryClient } from "#components/trading/account-state/query-client.ts";
import { SignProvider } from "#components/trading/signing/sign-provider.tsx";
import { TradingKeyDialogs } from "#components/trading/trading-key/trading-key-dialogs.tsx";
import type { KeyTask } from "./key-task.ts";
import { usePerform } from "./use-perform.ts";

export type KeyDeskProps = {
  /** Base58 address of the wallet that the session acts for. */
  account: string;
  /** The venue key that the service holds: null when there is none, `undefined` while that is not known. */
  ownKey: { id: string } | null | undefined;
  task: KeyTask | undefined;
  /** Of the task, however it ended. */
  onEnd: () => void;
  /** Reads the page's lists again. */
  reload: () => Promise<void>;
  /** The page is to be out of reach while a signature is asked for. */
  onAsking: (isAsking: boolean) => void;
  /** The session has ended, by the wallet or elsewhere. */
  onSessionEnd: () => void;
};

/** The wallet and what signs, for a page that does without until somebody presses. Loaded then. */
export function KeyDesk(props: KeyDeskProps) {
  return (
    <WalletProvider initialAddress={props.account} withoutWallet={false}>
      <SignProvider early={false} onRequestChange={props.onAsking}>
        <Reader {...props} />
        <Performer task={props.task} onEnd={props.onEnd} />
        <SessionFollower account={props.account} onSessionEnd={props.onSessionEnd} />
        <WalletDialog />
        <TradingKeyDialogs />
      </SignProvider>
    </WalletProvider>
  );
}

/** What the page has read is what the trading key's dialog knows of the account. */
function Reader({ account, ownKey, reload }: KeyDeskProps) {
  const latest = useRef(reload);
  useEffect(() => {
    latest.current = reload;
  });
  useEffect(() => {
    const again = () => Promise.all([latest.current(), refreshReads(accountQueryClient())]);
    beginReads(account, () => again().then(() => undefined));
    return () => endReads(account);
  }, [account]);
  useEffect(() => {
    const isPending = ownKey === undefined;
    putRead(account, "key", { data: ownKey, isPending, isError: false, error: null });
  }, [account, ownKey]);
  return null;
}

function Performer({ task, onEnd }: Pick<KeyDeskProps, "task" | "onEnd">) {
  const perform = usePerform();
  const begun = useRef<KeyTask>(undefined);
  useEffect(() => {
    if (task === undefined || begun.current === task) return;
    begun.current = task;
    void perform(task).finally(onEnd);
  }, [task, perform, onEnd]);
  return null;
}

/** The server has said who this page is for: when that is another, it is read anew. */
function SessionFollower({
  account,
  onSessionEnd,
}: Pick<KeyDeskProps, "account" | "onSessionEnd">) {
  const { sessionAddress } = useWallet();
  useEffect(() => {
    if (sessionAddress === account) return;
    if (sessionAddress === undefined) onSessionEnd();
    else window.location.reload();
  }, [sessionAddress, account, onSessionEnd]);
  return null;
}
