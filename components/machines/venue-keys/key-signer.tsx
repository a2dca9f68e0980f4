"use client";

import { useCallback, useEffect, useRef } from "react";
import { errorText } from "#components/data/errors/error-text.ts";
import { type Answer, sendJson } from "#components/data/http.ts";
import { clientText } from "#components/i18n/client-text.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { openTradingKeyDialog } from "#components/identity/browser-keys/dialog-state.ts";
import { WalletDialog } from "#components/identity/wallet/wallet-dialog.tsx";
import {
  useWallet,
  useWalletStore,
  WalletProvider,
} from "#components/identity/wallet/wallet-provider.tsx";
import { walletReconnected } from "#components/identity/wallet/wallet-reconnected.ts";
import { refreshReads } from "#components/trading/account-reads/account-reads.ts";
import {
  beginReads,
  endReads,
  isSessionRefusal,
  putRead,
  refreshAccount,
} from "#components/trading/account-reads/account-store.ts";
import { accountQueryClient } from "#components/trading/account-reads/query-client.ts";
import { enableTrading } from "#components/trading/readiness/steps.ts";
import { useRevokeKey } from "#components/trading/setup/key-actions.ts";
import { TradingKeyDialogs } from "#components/trading/setup/trading-key-dialogs.tsx";
import { SignProvider, useRequestSignature } from "#components/trading/signing/sign-provider.tsx";
import { notify } from "#components/ui/notify.ts";
import { reportFailure } from "#components/ui/report-failure.ts";
import type { VenueKeyRecord } from "#lib/protocol/wire/account.ts";
import type { KeyTask } from "./key-task.ts";
import { revokeVenueKeyDraft } from "./revoke-draft.ts";

export type KeySignerProps = {
  /** Base58 address of the wallet that the session acts for. */
  account: string;
  /** The venue key that the service holds: null for none, `undefined` while unknown. */
  ownKey: { id: string } | null | undefined;
  task: KeyTask | undefined;
  /** Called at the end of a task, successful or not. */
  onEnd: () => void;
  /** Reads the page's lists again. */
  reload: () => Promise<void>;
  /** Makes the page inert while a signature is requested. */
  onAsking: (isAsking: boolean) => void;
  /** The session has ended, by the wallet or in another tab. */
  onSessionEnd: () => void;
};

/** Wallet and signing for the page of keys. Loaded with the first action that needs them. */
export function KeySigner(props: KeySignerProps) {
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

/** Passes what the page has read to the trading key dialog. */
function Reader({ account, ownKey, reload }: KeySignerProps) {
  const latest = useRef(reload);
  useEffect(() => {
    latest.current = reload;
  });
  useEffect(() => {
    const reloadAll = () => Promise.all([latest.current(), refreshReads(accountQueryClient())]);
    beginReads(account, () => reloadAll().then(() => undefined));
    return () => endReads(account);
  }, [account]);
  useEffect(() => {
    const isPending = ownKey === undefined;
    putRead(account, "key", { data: ownKey, isPending, isError: false, error: null });
  }, [account, ownKey]);
  return null;
}

function Performer({ task, onEnd }: Pick<KeySignerProps, "task" | "onEnd">) {
  const perform = usePerformTask();
  const begun = useRef<KeyTask>(undefined);
  useEffect(() => {
    if (task === undefined || begun.current === task) return;
    begun.current = task;
    void perform(task).finally(onEnd);
  }, [task, perform, onEnd]);
  return null;
}

/** Reloads the page when another account has signed in. */
function SessionFollower({
  account,
  onSessionEnd,
}: Pick<KeySignerProps, "account" | "onSessionEnd">) {
  const { sessionAddress } = useWallet();
  useEffect(() => {
    if (sessionAddress === account) return;
    if (sessionAddress === undefined) onSessionEnd();
    else window.location.reload();
  }, [sessionAddress, account, onSessionEnd]);
  return null;
}

/** Performs a task. Never rejects: failures are reported to the user. */
function usePerformTask(): (task: KeyTask) => Promise<void> {
  const store = useWalletStore();
  const requestSignature = useRequestSignature();
  const revokeVenueKey = useRevokeVenueKey();
  const revokeSigner = useRevokeKey();
  return useCallback(
    async (task) => {
      try {
        if (task.kind === "trading-key") return openTradingKeyDialog();
        await walletReconnected(store);
        if (task.kind === "enable") await enableTrading(requestSignature, store);
        else if (task.kind === "revoke-venue-key") await revokeVenueKey(task.key);
        else await revokeSigner(task.pubkey);
      } catch (error) {
        reportFailure("keys", error);
        notify({ tone: "bad", text: clientText("account")("stepBroke") });
      }
    },
    [store, requestSignature, revokeVenueKey, revokeSigner],
  );
}

const ANSWER_TIMEOUT_MS = 5_000;

/** Revoked earlier, or by this request after its response was lost. */
const GONE = new Set(["API_KEY_NOT_FOUND", "UNKNOWN_API_KEY", "DUPLICATE_REQUEST"]);

/** Revokes a venue key with the wallet's signature. */
function useRevokeVenueKey(): (key: VenueKeyRecord) => Promise<void> {
  const requestSignature = useRequestSignature();
  const store = useWalletStore();
  const text = useText("venueKeys");
  return useCallback(
    async ({ id, held }) => {
      const signed = await requestSignature({
        title: text("revokeTitle"),
        summary: text(held ? "revokeHeldSummary" : "revokeSummary"),
        draft: revokeVenueKeyDraft(id),
      });
      if (!signed) return;
      const { method, path, body } = signed.draft;
      const init = { method, headers: signed.headers, body };
      const answer = await sendJson(path, init, ANSWER_TIMEOUT_MS);
      if (isGone(answer)) {
        notify({ tone: "good", text: text(held ? "revokedHeld" : "revoked") });
      } else if (!answer.ok && answer.status >= 400 && answer.status < 500) {
        const reason = errorText(answer.code, answer.message);
        notify({ tone: "bad", text: text("notRevoked", { reason }) });
        if (isSessionRefusal(answer.code)) void store.recheckSession();
      } else {
        notify({ tone: "bad", text: text("unknown") });
      }
      await refreshAccount();
    },
    [requestSignature, store, text],
  );
}

function isGone(answer: Answer): boolean {
  return answer.ok || GONE.has(answer.code);
}
