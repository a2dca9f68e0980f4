/** Passes a swap that the wallet signed on to the chain. */
import "server-only";
import { base58 } from "@scure/base";
import { eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { lockSession } from "#lib/identity/person/lock-account.ts";
import { isReferred } from "#lib/partner/referrals/is-referred.ts";
import type { WalletActor } from "#lib/platform/actor.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import { notifyProcess, notifyReplicas } from "#lib/platform/db/leadership.ts";
import { swaps } from "#lib/platform/db/schema/swaps.ts";
import { ServiceError } from "#lib/platform/errors.ts";
import type { Quota } from "#lib/platform/http/rate-limit.ts";
import { takeQuotas } from "#lib/platform/http/take-quotas.ts";
import type { CrossSwapTransaction } from "#lib/protocol/swaps/cross-swap-transaction.ts";
import type { Marks } from "#lib/protocol/swaps/mark-loss.ts";
import { swapFee } from "#lib/protocol/swaps/swap-fee.ts";
import type { SwapTransaction } from "#lib/protocol/swaps/swap-rules.ts";
import type { ExecuteSwap, RoutePlan, SubmittedSwap } from "#lib/protocol/wire/swaps.ts";
import { INTAKE_ELECTION } from "#lib/swaps/chain/swap-elections.ts";
import { type SwapNode, swapNode } from "#lib/swaps/chain/swap-node.ts";
import { requireSwaps, type SwapSettings } from "#lib/swaps/chain/swap-settings.ts";
import { planAgain, simulate } from "./check-chain.ts";
import { checkCrossSwap, priceAgain } from "./check-cross-swap.ts";
import { checkRoute, loadTables } from "./check-routed-swap.ts";
import { checkSwap } from "./check-swap.ts";
import { requirePrices } from "./require-prices.ts";

type Context = { actor: WalletActor; quotas: Quota[]; now: number };

/** A transaction is accepted for so many blocks after the one whose hash it names. */
const VALID_BLOCKS = 150;
/** The same bytes are sent again after this time. */
export const RESEND_MS = 2_000;

/**
 * The bytes are stored before they are sent, and the same bytes are sent again until the swap has ended: it lands at most once.
 * Sending the same transaction again answers its state.
 * @throws SWAPS_NOT_AVAILABLE, RATE_LIMITED, TRANSACTION_MISMATCH, QUOTE_EXPIRED, ORACLE_STALE, ROUTE_UNAVAILABLE, IMPACT_EXCEEDED,
 * INSUFFICIENT_BALANCE, CHAIN_UNREACHABLE; then nothing was stored or sent
 */
export async function executeSwap(
  { actor, quotas, now }: Context,
  { plan, transaction }: z.output<typeof ExecuteSwap>,
): Promise<SubmittedSwap> {
  await takeQuotas(quotas, ["chain_sends", actor.userId]);
  const settings = await requireSwaps();
  const db = await database();
  const bytes = Buffer.from(transaction, "base64");
  const known = await findOwn(db, actor, bytes);
  if (known !== undefined) return known;
  try {
    const checked = await checkedSwap({ db, settings, actor, now }, plan, transaction);
    await db.transaction(async (change) => {
      await lockSession(change, actor, now);
      const row = rowOf({ settings, actor, plan, swap: checked.swap });
      const { lastValidHeight } = checked;
      const sent = { transaction, lastValidHeight, submittedAt: now, resendAt: now + RESEND_MS };
      const signature = base58.encode(checked.swap.signature);
      await change
        .insert(swaps)
        .values({ signature, ...row, ...sent })
        .onConflictDoNothing();
      await change.execute(sql`SELECT ${notifyReplicas(INTAKE_ELECTION)}`);
    });
    notifyProcess(INTAKE_ELECTION);
    await sendOnce(checked.node, transaction);
  } catch (error) {
    // Another request with the same bytes may have sent them meanwhile: then they have no balance left, or are known.
    const sent = await findOwn(db, actor, bytes);
    if (sent !== undefined) return sent;
    throw error;
  }
  const stored = await findOwn(db, actor, bytes);
  if (stored === undefined) throw new Error("the swap that was stored is gone");
  return stored;
}

type Checking = { db: Database; settings: SwapSettings; actor: WalletActor; now: number };

async function checkedSwap(
  { db, settings, actor, now }: Checking,
  plan: RoutePlan,
  transaction: string,
): Promise<{ swap: AcceptedSwap; node: SwapNode; lastValidHeight: number }> {
  const referred = await isReferred(db, actor.account);
  const facts = { settings, account: actor.account, isReferred: referred, now };
  const bytes = Buffer.from(transaction, "base64");
  const { swap, price } =
    plan.destination === undefined
      ? plainSwap(
          await checkSwap(facts, plan, { bytes, loaded: await loadTables(bytes, actor.account) }),
          settings,
          plan,
        )
      : crossSwap(await checkCrossSwap(facts, plan, bytes), settings, plan);
  const marks = requirePrices([plan.in.asset, plan.out.asset], now);
  const node = await swapNode();
  await price(node, marks);
  const triedIn = await simulate(node, transaction);
  // The blockhash is at most as new as the newest block of a node that has seen it.
  const { height } = await node.head("confirmed", triedIn);
  return { swap, node, lastValidHeight: height + VALID_BLOCKS };
}

/** What is stored of either kind; its price is checked on the chain. */
type AcceptedSwap = Pick<SwapTransaction, "amountIn" | "minOut" | "fee" | "signature">;
type Priced = { swap: AcceptedSwap; price: (node: SwapNode, marks: Marks) => Promise<void> };

function plainSwap(swap: SwapTransaction, settings: SwapSettings, plan: RoutePlan): Priced {
  const price: Priced["price"] = (node, marks) =>
    swap.routed === undefined
      ? planAgain(node, settings, swap, plan)
      : checkRoute(node, swap, plan, marks);
  return { swap, price };
}

function crossSwap(swap: CrossSwapTransaction, settings: SwapSettings, plan: RoutePlan): Priced {
  const { minOut } = swap.memo;
  return { swap: { ...swap, minOut }, price: (node) => priceAgain(node, settings, swap, plan) };
}

/** The node's answer does not matter: what becomes of the swap is read from the chain. */
async function sendOnce(node: SwapNode, transaction: string): Promise<void> {
  try {
    await node.send(transaction);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
  }
}

/** The state of a swap that was submitted before. */
async function findOwn(
  db: Pick<Database, "select">,
  { account }: WalletActor,
  bytes: Uint8Array,
): Promise<SubmittedSwap | undefined> {
  // A transaction with one signature has its length in one byte before it.
  const signature = base58.encode(bytes.subarray(1, 65));
  const [found] = await db
    .select({ wallet: swaps.wallet, status: swaps.status })
    .from(swaps)
    .where(eq(swaps.signature, signature));
  return found?.wallet === account ? { signature, status: found.status } : undefined;
}

type Submission = {
  settings: SwapSettings;
  actor: WalletActor;
  plan: RoutePlan;
  swap: AcceptedSwap;
};

function rowOf({ settings, actor, plan, swap }: Submission) {
  const { amountIn, minOut, fee } = swap;
  return {
    network: settings.network,
    wallet: actor.account,
    userId: actor.userId,
    status: "submitted",
    assetIn: plan.in.asset,
    assetOut: plan.out.asset,
    unitsIn: amountIn,
    unitsOut: minOut,
    fee,
    feeGross: swapFee(amountIn, settings.feePpm, false).gross,
    route: plan.route.map(({ venue }) => venue),
    destination: plan.destination?.network ?? null,
    recipient: plan.destination?.address ?? null,
    plan,
  } as const satisfies Partial<typeof swaps.$inferInsert>;
}
