"use client";

import { type RefObject, useEffect, useRef, useState } from "react";
import { clientText } from "#components/i18n/client-text.ts";
import { shortAddress } from "#components/i18n/figures.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import type { FeatureText } from "#components/i18n/sources.ts";
import { hasLiveKey } from "#components/identity/browser-keys/key-view.ts";
import { browserKeys } from "#components/identity/browser-keys/load-keys.ts";
import { SessionFollower } from "#components/identity/wallet/session-follower.tsx";
import { WalletDialog } from "#components/identity/wallet/wallet-dialog.tsx";
import { walletOf } from "#components/identity/wallet/wallet-of.ts";
import {
  useWallet,
  useWalletStore,
  WalletProvider,
} from "#components/identity/wallet/wallet-provider.tsx";
import type { WalletStore } from "#components/identity/wallet/wallet-store.ts";
import { enableTrading } from "#components/trading/readiness/steps.ts";
import { TradingKeyDialogs } from "#components/trading/setup/trading-key-dialogs.tsx";
import {
  type RequestSignature,
  SignProvider,
  useRequestSignature,
} from "#components/trading/signing/sign-provider.tsx";
import type { MarketView } from "#components/trading/writes/mark-terms.ts";
import { isolated } from "#components/ui/isolated-text.ts";
import { notify } from "#components/ui/notify.ts";
import { reportFailure } from "#components/ui/report-failure.ts";
import type { StagedOrder } from "#lib/protocol/wire/staged-order.ts";
import { approve, type Ending } from "./approve.ts";

export type SigningTask = "approve" | "enable";

export type ApprovalSignerProps = {
  staged: StagedOrder;
  task: SigningTask | undefined;
  marketView: RefObject<MarketView | undefined>;
  onEnd: (ending: Ending) => void;
  /** Makes the page inert while a signature is requested. */
  onAsking: (isAsking: boolean) => void;
  /** The session has ended, by the wallet or in another tab. */
  onSessionEnd: () => void;
};

/** Wallet and signing for the page of a proposed order. Loaded with the first action that needs them. */
export function ApprovalSigner(props: ApprovalSignerProps) {
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

function Performer({ staged, task, marketView, onEnd }: ApprovalSignerProps) {
  const store = useWalletStore();
  const requestSignature = useRequestSignature();
  const text = useText("approvals");
  const [isOther, setIsOther] = useState(false);
  const begun = useRef<SigningTask>(undefined);
  useEffect(() => {
    if (begun.current === task) return;
    begun.current = task;
    if (task === undefined) return;
    void perform(task, { store, requestSignature, text }, { staged, marketView }).then((ending) => {
      setIsOther(ending.kind === "other-account");
      onEnd(ending);
    });
  }, [task, store, requestSignature, text, staged, marketView, onEnd]);
  return isOther && task === undefined ? <OtherAccount account={staged.account} /> : null;
}

/** Warns that the wallet is on another account than the order's, and names both. */
function OtherAccount({ account }: { account: string }) {
  const text = useText("approvals");
  const { connected } = useWallet();
  const other = connected?.account.address;
  if (other === undefined) return null;
  const names = { account: isolated(shortAddress(account)), other: isolated(shortAddress(other)) };
  return (
    <p role="alert" className={other === account ? "text-ink-muted" : "text-warn"}>
      {other === account ? text("rightAccount") : text("otherAccount", names)}
    </p>
  );
}

type Signer = {
  store: WalletStore;
  requestSignature: RequestSignature;
  text: FeatureText<"approvals">;
};

/** Never rejects: failures are reported to the user. */
async function perform(
  task: SigningTask,
  { store, requestSignature, text }: Signer,
  { staged, marketView }: Pick<ApprovalSignerProps, "staged" | "marketView">,
): Promise<Ending> {
  try {
    if (task === "approve") await tradingKeyRead();
    const byKey = task === "approve" && hasLiveKey(staged.account);
    if (!byKey) {
      const found = await walletOf(store, staged.account);
      if (typeof found === "string") return { kind: found };
    }
    if (task === "approve") return await approve(staged, requestSignature, marketView, text);
    await enableTrading(requestSignature, store);
    return { kind: "enabled" };
  } catch (error) {
    reportFailure("approval", error);
    notify({ tone: "bad", text: clientText("account")("stepBroke") });
    return { kind: "not-signed" };
  }
}

/**
 * Waits until the account's trading key is read. Before that there seems to be none, and the order would ask for a wallet.
 * Never rejects.
 */
async function tradingKeyRead(): Promise<void> {
  // Lets the effects of the same render run first: one of them begins to follow the key.
  await new Promise<void>((resolve) => {
    setTimeout(resolve, 0);
  });
  try {
    const { keys } = await browserKeys();
    await keys.reload();
  } catch {
    // Without a key the wallet signs.
  }
}
