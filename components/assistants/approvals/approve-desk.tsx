"use client";

import { type RefObject, useEffect, useRef } from "react";
import type { StagedOrder } from "#components/frame/waiting/staged-order.ts";
import { clientText } from "#components/i18n/client-text.ts";
import { hasLiveKey } from "#components/identity/browser-keys/key-view.ts";
import { WalletDialog } from "#components/identity/wallet/wallet-dialog.tsx";
import {
  useWallet,
  useWalletStore,
  WalletProvider,
} from "#components/identity/wallet/wallet-provider.tsx";
import type { WalletStore } from "#components/identity/wallet/wallet-store.ts";
import { connectedSoon } from "#components/machines/venue-keys/connected-soon.ts";
import { enableTrading } from "#components/trading/account-state/steps.ts";
import {
  type RequestSignature,
  SignProvider,
  useRequestSignature,
} from "#components/trading/signing/sign-provider.tsx";
import { TradingKeyDialogs } from "#components/trading/trading-key/trading-key-dialogs.tsx";
import type { MarketView } from "#components/trading/writes/mark-terms.ts";
import { notify } from "#components/ui/notify.ts";
import { reportFailure } from "#components/ui/report-failure.ts";
import { approve, type Ending } from "./approve.ts";
import { connectedByPerson } from "./connected-by-person.ts";
import { keyIsRead } from "./key-is-read.ts";

export type DeskTask = "approve" | "enable";

export type ApproveDeskProps = {
  staged: StagedOrder;
  task: DeskTask | undefined;
  here: RefObject<MarketView | undefined>;
  onEnd: (ending: Ending) => void;
  /** The page is to be out of reach while a signature is asked for. */
  onAsking: (isAsking: boolean) => void;
  /** The session has ended, by the wallet or elsewhere. */
  onSessionEnd: () => void;
};

/** The wallet and what signs, for a page that does without until somebody presses. */
export function ApproveDesk(props: ApproveDeskProps) {
  const { account } = props.staged;
  return (
    <WalletProvider initialAddress={account} withoutWallet={false}>
      <SignProvider early={false} onRequestChange={props.onAsking}>
        <Performer {...props} />
        <SessionFollower account={account} onSessionEnd={props.onSessionEnd} />
        <WalletDialog />
        <TradingKeyDialogs />
      </SignProvider>
    </WalletProvider>
  );
}

function Performer({ staged, task, here, onEnd }: ApproveDeskProps) {
  const store = useWalletStore();
  const requestSignature = useRequestSignature();
  const begun = useRef<DeskTask>(undefined);
  useEffect(() => {
    if (begun.current === task) return;
    begun.current = task;
    if (task === undefined) return;
    const hand = { store, requestSignature };
    void perform(task, hand, { staged, here }).then(onEnd);
  }, [task, store, requestSignature, staged, here, onEnd]);
  return null;
}

type Hand = { store: WalletStore; requestSignature: RequestSignature };

/** Never rejects: what breaks is said. */
async function perform(
  task: DeskTask,
  { store, requestSignature }: Hand,
  { staged, here }: Pick<ApproveDeskProps, "staged" | "here">,
): Promise<Ending> {
  try {
    if (task === "approve") await keyIsRead();
    const byKey = task === "approve" && hasLiveKey(staged.account);
    if (!byKey) {
      await connectedSoon(store);
      if (!(await connectedByPerson(store))) return { kind: "not-connected" };
    }
    if (task === "approve") return await approve(staged, requestSignature, here);
    await enableTrading(requestSignature, store);
    return { kind: "enabled" };
  } catch (error) {
    reportFailure("approval", error);
    notify({ tone: "bad", text: clientText("account")("stepBroke") });
    return { kind: "not-signed" };
  }
}

/** The server has said who this page is for: when that is another, it is read anew. */
function SessionFollower({ account, onSessionEnd }: { account: string; onSessionEnd: () => void }) {
  const { sessionAddress, busy } = useWallet();
  useEffect(() => {
    if (sessionAddress === account) return;
    // A wallet of another account is being signed in: then the page is its own.
    if (sessionAddress !== undefined) window.location.reload();
    else if (busy === undefined) onSessionEnd();
  }, [sessionAddress, busy, account, onSessionEnd]);
  return null;
}
