/** The sign-in by a memo, which is offered to a hardware wallet after it has not signed the text. */
import { clientText } from "#components/i18n/client-text.ts";
import type { Notification } from "#components/ui/notify.ts";
import { canSignMemo } from "./can-sign-memo.ts";
import { WalletFault, WalletRejected } from "./failures.ts";
import { isMemoAccount } from "./memo-accounts.ts";
import type { ShowMemo } from "./sign-memo.ts";
import type { ConnectedWallet, MemoOffer } from "./wallet-state.ts";

/** `showMemo`: a memo is signed in place of the text. `onRefused` gets the server's reason. */
export type MemoTerms = { showMemo?: ShowMemo; onRefused?: (message: string) => void };

export type MemoPage = {
  /** Shows the offer, or closes it. */
  show: (memo: MemoOffer | undefined) => void;
  /** Errors of the wallet are passed on. */
  signIn: (terms: MemoTerms) => Promise<void>;
};

/** Signs in, and shows the offer again with the reason where that fails. Never rejects. */
export async function signInByMemo(
  connected: ConnectedWallet,
  { show, signIn }: MemoPage,
): Promise<void> {
  let problem: string | undefined;
  const explain = (reason: string) => {
    problem = reason;
  };
  try {
    await signIn({ showMemo: (asked) => show({ connected, asked }), onRefused: explain });
  } catch (error) {
    const text = clientText("wallet");
    if (error instanceof WalletRejected) explain(text("memoDeclined"));
    else explain(error instanceof Error ? error.message : text("failed"));
  }
  show(problem === undefined ? undefined : { connected, problem });
}

/**
 * How a memo is offered after a text was not signed: at once where the wallet can sign no text, and else as a part of the
 * toast, because its owner may have declined. A wallet that cannot sign one gets the advice to use another.
 */
export function memoOffer(
  connected: ConnectedWallet,
  error: unknown,
  open: () => void,
): "open" | Pick<Notification, "detail" | "keep" | "action"> | undefined {
  const text = clientText("wallet");
  const signsNoText = error instanceof WalletFault && error.signsNoText;
  if (!canSignMemo(connected)) {
    const isHint = signsNoText || error instanceof WalletRejected;
    return isHint ? { detail: text("memoNone") } : undefined;
  }
  if (signsNoText) return "open";
  const action = { text: text("memoOpen"), run: open };
  return { detail: text("memoHint"), keep: true, action };
}

/** Whether this wallet signed a memo before, so that it is not asked for a text first. */
export function signsMemos(connected: ConnectedWallet): boolean {
  return isMemoAccount(connected.account.address) && canSignMemo(connected);
}
