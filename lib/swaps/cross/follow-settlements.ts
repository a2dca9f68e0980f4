/**
 * Decides the outcome of swaps to another network. A swap is settled when the other network shows
 * the relay's payment as final, to the right wallet and with at least the minimum. It is refunded
 * when this network shows the refund as final. Until then it is settling, also while a transaction
 * that may decide it cannot be read.
 */
import "server-only";
import { and, asc, inArray, isNull, ne, or, sql } from "drizzle-orm";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import { isSwapAsset } from "#lib/protocol/swaps/assets.ts";
import type { SwapNode } from "#lib/swaps/chain/swap-node.ts";
import type { CrossSettings, SwapSettings } from "#lib/swaps/chain/swap-settings.ts";
import { endSwap, finalizeSwaps } from "#lib/swaps/intake/intake-store.ts";
import { type KnownBars, swapValue } from "#lib/swaps/intake/swap-value.ts";
import { swaps } from "#lib/swaps/schema/swaps.ts";
import type { SwapRow } from "#lib/swaps/tape/swap-record.ts";
import type {
  FoundSettlement,
  SettlementFinder,
  SettlementReading,
  Wanted,
} from "./find-settlement.ts";

/** Swaps of one pass. The ones that were read longest ago come first. */
const AT_ONCE = 64;
/**
 * In its first minute a swap is read in every pass. Then the waits between reads grow with its age.
 */
const OFTEN_MS = 60_000;
const WAIT_SHARE = 20;
const LONGEST_WAIT_MS = 30_000;

export type SettlementParts = {
  db: Database;
  settings: SwapSettings & { cross: CrossSettings };
  finder: SettlementFinder;
  source: SwapNode;
  /** @throws CHAIN_UNREACHABLE, CHAIN_IS_ANOTHER */
  destination: () => Promise<SwapNode>;
};

const SETTLING = ["settling", "refunding"] as const;

/** Whether any swap is on its way to another network, or is being refunded. */
export async function isAnySettling(db: Pick<Database, "$count">): Promise<boolean> {
  return (await db.$count(swaps, inArray(swaps.status, [...SETTLING]))) > 0;
}

/**
 * @param now Unix milliseconds. @returns how many swaps ended
 * @throws CHAIN_UNREACHABLE when this network's own node does not answer, and CHAIN_IS_ANOTHER. The
 * next pass continues
 */
export async function followSettlements(parts: SettlementParts, now: number): Promise<number> {
  const { db } = parts;
  const due = await claim(db, now);
  if (due.length === 0) return 0;
  let ended = 0;
  for (const row of due) {
    const payment = await reading(async () =>
      parts.finder.read(await parts.destination(), wantedOf(parts, row, "payment")),
    );
    if (payment === "away") {
      // All these swaps wait for the same node, so the others are not tried one by one.
      await mark(db, due, "destination_network");
      return ended;
    }
    if (!(await decide(parts, { row, payment }, now))) continue;
    parts.finder.forget(row.signature);
    ended += 1;
  }
  return ended;
}

/** Turns a missing answer of the other network's node into "away". Its swaps stay settling. */
async function reading<Found>(read: () => Promise<Found>): Promise<Found | "away"> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ServiceError && error.code === "CHAIN_UNREACHABLE") return "away";
    throw error;
  }
}

type Seen = { row: SwapRow; payment: SettlementReading };

/** @returns whether the swap has ended */
async function decide(
  parts: SettlementParts,
  { row, payment }: Seen,
  now: number,
): Promise<boolean> {
  const { db, source, finder } = parts;
  const paid = finalOf(payment);
  if (paid !== undefined) return settle(parts, { row, payment: paid }, now);
  const refund = await finder.read(source, wantedOf(parts, row, "refund"));
  const refunded = finalOf(refund);
  if (refunded !== undefined && payment.isComplete)
    return endSwap(db, row.signature, { status: "refunded", refund: refunded.signature }, now);
  const unseen = refund.isComplete ? "settling" : row.status;
  const status = refund.found === undefined ? unseen : "refunding";
  const waitsFor = reasonToWait(payment, refund);
  if (row.status !== status || row.waitsFor !== waitsFor)
    await db
      .update(swaps)
      .set({ status, waitsFor })
      .where(isStillSettling([row]));
  return false;
}

function finalOf({ isComplete, found }: SettlementReading): FoundSettlement | undefined {
  return isComplete && found?.isFinal === true ? found : undefined;
}

function reasonToWait(payment: SettlementReading, refund: SettlementReading): SwapRow["waitsFor"] {
  if (!payment.isComplete) return "destination_network";
  const isNothingThere = payment.found === undefined && refund.found === undefined;
  return isNothingThere && refund.isComplete ? "relay" : null;
}

async function settle(
  { db, settings }: SettlementParts,
  { row, payment }: { row: SwapRow; payment: FoundSettlement },
  now: number,
): Promise<boolean> {
  const { signature, slot, assetIn, assetOut, unitsIn } = row;
  const { units } = payment;
  const bars: KnownBars = new Map();
  const blockTime = row.blockTime ?? 0;
  const sides = { assetIn, assetOut, unitsIn, unitsOut: units, blockTime, isRouted: false };
  const usd = await swapValue({ db, bars, now }, sides);
  if (usd === "wait") return false;
  const final = { signature, slot, usd, paid: { signature: payment.signature, units } };
  return (await finalizeSwaps(db, settings.network, [final], now)) > 0;
}

function wantedOf(
  { settings: { cross } }: SettlementParts,
  { signature, assetIn, assetOut, unitsIn, unitsOut, recipient, wallet }: SwapRow,
  kind: Wanted["kind"],
): Wanted {
  const shared = { kind, deposit: signature, payer: cross.relay.owner };
  return kind === "payment"
    ? { ...shared, recipient: recipient ?? "", mint: mintOf(assetOut), least: unitsOut }
    : { ...shared, recipient: wallet, mint: mintOf(assetIn), least: unitsIn };
}

function mintOf(asset: string): string {
  if (!isSwapAsset(asset)) throw new Error(`${asset} is no asset of swaps`);
  return TOKENS[asset].mint;
}

const isStillSettling = (rows: readonly SwapRow[]) =>
  and(
    inArray(
      swaps.signature,
      rows.map(({ signature }) => signature),
    ),
    inArray(swaps.status, [...SETTLING]),
  );

async function claim(db: Database, now: number): Promise<SwapRow[]> {
  const age = sql`${now}::bigint - ${swaps.blockTime}`;
  const wait = sql`case when ${age} < ${OFTEN_MS} then 0 else least(${LONGEST_WAIT_MS}, (${age}) / ${WAIT_SHARE}) end`;
  const isDue = or(isNull(swaps.polledAt), sql`${swaps.polledAt} <= ${now}::bigint - ${wait}`);
  const due = db
    .select({ signature: swaps.signature })
    .from(swaps)
    .where(and(inArray(swaps.status, [...SETTLING]), isDue))
    .orderBy(sql`${swaps.polledAt} asc nulls first`, asc(swaps.slot), asc(swaps.signature))
    .limit(AT_ONCE);
  return db.update(swaps).set({ polledAt: now }).where(inArray(swaps.signature, due)).returning();
}

async function mark(
  db: Database,
  rows: readonly SwapRow[],
  waitsFor: "destination_network",
): Promise<void> {
  const isOther = or(isNull(swaps.waitsFor), ne(swaps.waitsFor, waitsFor));
  await db
    .update(swaps)
    .set({ waitsFor })
    .where(and(isStillSettling(rows), isOther));
}
