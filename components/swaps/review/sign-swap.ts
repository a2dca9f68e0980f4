/** Lets the wallet sign a prepared swap, stores it and sends it. */
import { soleInBrowser } from "#components/chain/alone-in-browser.ts";
import { readStatus } from "#components/chain/chain-calls.ts";
import { signPrepared } from "#components/chain/sign-prepared.ts";
import { readJson } from "#components/data/http.ts";
import { serverNow } from "#components/data/server-clock.ts";
import type { ConnectedWallet } from "#components/identity/wallet/wallet-state.ts";
import type { PreparedSwap, SwapAsk } from "#components/swaps/kinds/preparation.ts";
import { swapTracker } from "#components/swaps/progress/browser-swap-tracker.ts";
import { isRepetition } from "#components/swaps/progress/swap-record.ts";
import type { SwapTerms } from "#components/swaps/sources/read-pools.ts";
import type { SolanaNetwork } from "#lib/protocol/solana.ts";
import { CROSSING_MARGIN_SECONDS } from "#lib/protocol/swaps/cross/cross-memo.ts";
import { parseExpiry } from "#lib/protocol/swaps/plan/swap-plan.ts";
import type { OwnSwaps } from "#lib/protocol/wire/swaps.ts";
import { mayBeSigned } from "./acknowledgement.ts";

/** Why nothing was sent. */
export type NotSent =
  | "otherWindow"
  | "unread"
  | "sameUnderWay"
  | "notAcknowledged"
  | "expired"
  | "noWallet"
  | "otherWallet"
  | "left";

export type SignSwap = {
  terms: SwapTerms;
  prepared: PreparedSwap;
  /** Digest of the plan that the user has acknowledged. */
  acknowledged: () => string | undefined;
  /** The account's wallet. */
  wallet: () => Promise<ConnectedWallet | "not-connected" | "other-account">;
  /** True when the user went back or closed the dialog. */
  isLeft: () => boolean;
};

/**
 * One window signs at a time. A swap of the same pair waits until a block shows the one before: it could be the same, signed once more.
 * @returns undefined when the swap is stored and sent
 * @throws WalletRejected when the user declines; WalletFault when the wallet fails or signed
 * something else
 */
export async function signSwap({
  terms,
  prepared,
  acknowledged,
  wallet,
  isLeft,
}: SignSwap): Promise<NotSent | undefined> {
  const outcome = await soleInBrowser("svc-swap", async () => {
    const reason = await reasonToWait(prepared.ask);
    if (reason !== undefined) return reason;
    if (isLeft()) return "left";
    const connected = await wallet();
    if (connected === "not-connected") return "noWallet";
    if (connected === "other-account") return "otherWallet";
    if (isLeft()) return "left";
    if (!mayBeSigned(prepared, acknowledged())) return "notAcknowledged";
    const { plan, bytes, readSame, lastValidHeight } = prepared;
    if (isOver(prepared)) return "expired";
    const network = terms.network as SolanaNetwork;
    const record = await signPrepared(connected, { bytes, network, lastValidHeight, readSame });
    if (isLeft()) return "left";
    // The service would refuse an expired plan, so it is not sent.
    if (isOver(prepared)) return "expired";
    await swapTracker().send({ ...record, plan });
    return undefined;
  });
  return outcome === "busy" ? "otherWindow" : outcome;
}

/** The swap before is one of this browser, or one that the service knows from another device. */
async function reasonToWait(ask: SwapAsk): Promise<"sameUnderWay" | "unread" | undefined> {
  const tracker = swapTracker();
  await tracker.recover();
  if (isRepetition(tracker.tracked(), ask)) return "sameUnderWay";
  const answer = await readJson<OwnSwaps>("/api/v1/swaps?limit=20");
  if (!answer.ok) return "unread";
  const open = answer.body.results.filter(
    ({ wallet, status, in: given, out }) =>
      wallet === ask.account &&
      (status === "submitted" || status === "unknown") &&
      given.asset === ask.assetIn &&
      out.asset === ask.assetOut,
  );
  for (const { signature } of open) {
    // After a change of terms the service may not recognise the swap any more, but the chain does.
    const read = await readStatus(signature);
    if (!read.ok || !isConfirmed(read.body.status?.level)) return "sameUnderWay";
  }
  return undefined;
}

function isConfirmed(level: string | undefined): boolean {
  return level === "confirmed" || level === "finalized";
}

function isOver({ plan }: PreparedSwap): boolean {
  const margin = plan.destination === undefined ? 0 : CROSSING_MARGIN_SECONDS;
  return serverNow() >= (parseExpiry(plan) - margin) * 1_000;
}
