/** Sends a swap that the wallet signed to the chain. */
import "server-only";
import { base58 } from "@scure/base";
import { eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { lockSession } from "#lib/identity/person/lock-account.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { isReferred } from "#lib/partner/referrals/is-referred.ts";
import type { WalletActor } from "#lib/platform/actor.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import { notifyProcess, notifyReplicas } from "#lib/platform/db/leadership.ts";
import type { Quota } from "#lib/platform/http/quota.ts";
import { takeQuotas } from "#lib/platform/http/take-quotas.ts";
import { VALID_BLOCKS } from "#lib/protocol/solana.ts";
import type { Marks } from "#lib/protocol/swaps/plan/mark-loss.ts";
import { swapFee } from "#lib/protocol/swaps/swap-fee.ts";
import type { SwapTransaction } from "#lib/protocol/swaps/swap-rules.ts";
import type { ExecuteSwap, RoutePlan, SubmittedSwap } from "#lib/protocol/wire/swaps.ts";
import { INTAKE_ELECTION } from "#lib/swaps/chain/swap-elections.ts";
import { type SwapNode, swapNode } from "#lib/swaps/chain/swap-node.ts";
import { requireSwaps, type SwapSettings } from "#lib/swaps/chain/swap-settings.ts";
import { swaps } from "#lib/swaps/schema/swaps.ts";
import type { SwapCheckFacts } from "./kinds/checks.ts";
import { checkCrossSwap, priceAgain } from "./kinds/cross.ts";
import { checkRoute, loadTables } from "./kinds/jupiter.ts";
import { checkSwap, planAgain } from "./kinds/pools.ts";
import { requirePrices } from "./require-prices.ts";
import { requireSimulation } from "./require-simulation.ts";

type Context = { actor: WalletActor; quotas: Quota[]; now: number };

/** After this time the same bytes are sent again. */
export const RESEND_MS = 2_000;

/**
 * Stores the bytes before it sends them. The same bytes are sent again until the swap has ended, so
 * it lands at most once. A request with a known transaction returns its state.
 * @throws SWAPS_NOT_AVAILABLE, RATE_LIMITED, TRANSACTION_MISMATCH, QUOTE_EXPIRED, ORACLE_STALE,
 * ROUTE_UNAVAILABLE, IMPACT_EXCEEDED, INSUFFICIENT_BALANCE, CHAIN_UNREACHABLE. Then nothing was
 * stored or sent
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
    // Another request may have sent the same bytes meanwhile. Then these checks fail, but the swap
    // is known.
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
  const check = KINDS[plan.destination === undefined ? "local" : "cross"];
  const { swap, price } = await check(facts, plan, bytes);
  const marks = requirePrices([plan.in.asset, plan.out.asset], now);
  const node = await swapNode();
  await price(node, marks);
  const triedIn = await requireSimulation(node, transaction);
  // A node that knows the blockhash has reached its block, so its newest height is at least as
  // high.
  const { height } = await node.head("confirmed", triedIn);
  return { swap, node, lastValidHeight: height + VALID_BLOCKS };
}

/** The fields to store of both kinds of swap. */
type AcceptedSwap = Pick<SwapTransaction, "amountIn" | "minOut" | "fee" | "signature">;
type PricedSwap = { swap: AcceptedSwap; price: (node: SwapNode, marks: Marks) => Promise<void> };
/** Refuses what is not the swap of its plan. The price of the swap is measured on the chain later. */
type SwapKind = (facts: SwapCheckFacts, plan: RoutePlan, bytes: Uint8Array) => Promise<PricedSwap>;

const KINDS: Readonly<Record<"local" | "cross", SwapKind>> = {
  local: async (facts, plan, bytes) => {
    const loaded = await loadTables(bytes, facts.account);
    const swap = await checkSwap(facts, plan, { bytes, loaded });
    const price: PricedSwap["price"] = (node, marks) =>
      swap.routed === undefined
        ? planAgain(node, facts.settings, swap, plan)
        : checkRoute(node, swap, plan, marks);
    return { swap, price };
  },
  cross: async (facts, plan, bytes) => {
    const swap = await checkCrossSwap(facts, plan, bytes);
    const { minOut } = swap.memo;
    const price: PricedSwap["price"] = (node) => priceAgain(node, facts.settings, swap, plan);
    return { swap: { ...swap, minOut }, price };
  },
};

/** The node's answer does not matter, because the outcome is read from the chain. */
async function sendOnce(node: SwapNode, transaction: string): Promise<void> {
  try {
    await node.send(transaction);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
  }
}

/** The state of the wallet's swap if it was submitted before. */
async function findOwn(
  db: Pick<Database, "select">,
  { account }: WalletActor,
  bytes: Uint8Array,
): Promise<SubmittedSwap | undefined> {
  // The signature follows one byte, the number of signatures.
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
