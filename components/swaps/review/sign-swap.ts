/** Lets the wallet sign a prepared swap, keeps it and sends it. */
import { aloneInBrowser } from "#components/chain/alone-in-browser.ts";
import { signPrepared } from "#components/chain/sign-prepared.ts";
import { isUndecided } from "#components/chain/signed-record.ts";
import { serverNow } from "#components/data/server-clock.ts";
import type { ConnectedWallet } from "#components/identity/wallet/wallet-state.ts";
import { swapTracker } from "#components/swaps/progress/browser-swap-tracker.ts";
import type { SwapTerms } from "#components/swaps/sources/read-pools.ts";
import type { SolanaNetwork } from "#lib/protocol/solana.ts";
import { expiryOf } from "#lib/protocol/swaps/route-plan.ts";
import { isSameSwap, readSwap } from "#lib/protocol/swaps/swap-transaction.ts";
import { mayBeSigned } from "./acknowledgement.ts";
import type { PreparedSwap } from "./prepare-swap.ts";

/** Why nothing was sent. */
export type NotSent =
  | "oneAtATime"
  | "notAcknowledged"
  | "expired"
  | "noWallet"
  | "otherWallet"
  | "left";

export type SignSwap = {
  terms: SwapTerms;
  prepared: PreparedSwap;
  /** Digest of the plan that was acknowledged. */
  acknowledged: string | undefined;
  /** The account's wallet. */
  wallet: () => Promise<ConnectedWallet | "not-connected" | "other-account">;
  /** The person went back or closed the dialog. */
  isLeft: () => boolean;
};

/**
 * One window signs at a time, and not before the end of the swap before is certain.
 * @returns undefined when the swap is kept and sent
 * @throws WalletRejected when the user declines; WalletFault when the wallet fails or signed something else
 */
export function signSwap({
  terms,
  prepared,
  acknowledged,
  wallet,
  isLeft,
}: SignSwap): Promise<NotSent | undefined> {
  return aloneInBrowser("svc-swap", async () => {
    const tracker = swapTracker();
    await tracker.recover();
    if (tracker.tracked().some(isUndecided)) return "oneAtATime";
    if (!mayBeSigned(prepared, acknowledged)) return "notAcknowledged";
    const connected = await wallet();
    if (connected === "not-connected") return "noWallet";
    if (connected === "other-account") return "otherWallet";
    if (isLeft()) return "left";
    const { plan, bytes, swap: shown, lastValidHeight } = prepared;
    if (isOver(prepared)) return "expired";
    const readSame = (signed: Uint8Array) => {
      const { fee_accounts: feeAccounts, reference } = terms;
      const read = readSwap(signed, { feeAccounts, reference });
      return read.ok && isSameSwap(shown, read.swap) ? read.swap : undefined;
    };
    const network = terms.network as SolanaNetwork;
    const record = await signPrepared(connected, { bytes, network, lastValidHeight, readSame });
    if (isLeft()) return "left";
    // The service would refuse it, so it is not sent at all.
    if (isOver(prepared)) return "expired";
    await tracker.send({ ...record, plan });
    return undefined;
  });
}

function isOver({ plan }: PreparedSwap): boolean {
  return serverNow() >= expiryOf(plan) * 1_000;
}
