/** Ingests the venue's feed of fees by sequence and exactly once, across crashes and replicas. */
import "server-only";
import { eq } from "drizzle-orm";
import { bookFees, type ChargedFee } from "#lib/partner/ledger/book-fees.ts";
import { partnerFeeds } from "#lib/partner/schema/partner.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import { metrics } from "#lib/platform/metrics.ts";
import { parseDecimal } from "#lib/protocol/decimal.ts";
import { FEE_DECIMALS } from "#lib/protocol/partner/partner-levels.ts";
import type { FeeFeed, VenueFee } from "#lib/trading/venue-client/fee-feed.ts";

export type FeedSource = {
  feed: Pick<FeeFeed, "readFees">;
  /** The venue's first address, which is the key of the stored place in its feed. */
  venueUrl: string;
  /** Its market is simulated, so its fees are no money. */
  isSimulated: boolean;
};

/** The feed does not contain the last ingested fee: it belongs to another venue, or to one that lost its journal. */
export class AnotherFeedError extends Error {
  constructor(venueUrl: string, seq: number) {
    super(
      `The fee feed of ${venueUrl} shows another fee at ${seq} than the one that was booked. No fee is taken in until the venue ` +
        "has its journal back, or VENUE_URL names the venue it was before.",
    );
    this.name = "AnotherFeedError";
  }
}

/** The feed ends before the last ingested fee: the venue is reloading its history, or has lost a part of it. */
export class ShortFeedError extends Error {
  constructor(venueUrl: string, seq: number) {
    super(
      `The fee feed of ${venueUrl} ends before ${seq}, the last fee that was booked. While the venue reads its history in again that ` +
        "passes by itself; if it stays, the venue has lost fees that were booked, or VENUE_URL names another one.",
    );
    this.name = "ShortFeedError";
  }
}

/**
 * Ingests all available fees, a page at a time. @returns how many fees were booked. A page and the place after it are written in one
 * transaction, in which only one of several replicas succeeds.
 * @param now Unix milliseconds; asked after each read, so that no fee counts before it was charged
 * @throws UpstreamError, AnotherFeedError, ShortFeedError
 */
export async function ingestFees(
  { feed, venueUrl, isSimulated }: FeedSource,
  now: () => number,
  signal?: AbortSignal,
): Promise<number> {
  const db = await database();
  const name = `venue:${venueUrl}`;
  let booked = 0;
  for (;;) {
    const position = await readPosition(db, name, now());
    // Starts with the last ingested fee, which proves that it is the same feed.
    const { fees, next } = await feed.readFees(Math.max(0, position.afterSeq - 1), signal);
    const fresh = behind(fees, position, venueUrl);
    const page = { name, position, fees: fresh, now: now(), isSimulated };
    const added = fresh.length > 0 ? await bookPage(db, page) : 0;
    metrics().partnerFeesBooked.inc(added);
    booked += added;
    if (next === null || signal?.aborted === true) return booked;
  }
}

type FeedPosition = { afterSeq: number; lastFee: string | null };

async function readPosition(db: Database, feed: string, now: number): Promise<FeedPosition> {
  const [found] = await db.select().from(partnerFeeds).where(eq(partnerFeeds.feed, feed));
  if (found !== undefined) return found;
  const first = { feed, afterSeq: 0, updatedAt: new Date(now) };
  await db.insert(partnerFeeds).values(first).onConflictDoNothing();
  return { afterSeq: 0, lastFee: null };
}

/** The fees after the place; the first of the page must be the fee at the place. */
function behind(fees: readonly VenueFee[], position: FeedPosition, venueUrl: string): VenueFee[] {
  if (position.afterSeq === 0) return [...fees];
  const [first, ...rest] = fees;
  if (first === undefined) throw new ShortFeedError(venueUrl, position.afterSeq);
  if (first.seq !== position.afterSeq || nameOf(first) !== position.lastFee)
    throw new AnotherFeedError(venueUrl, position.afterSeq);
  return rest;
}

/** A fingerprint of the fee, which differs between feeds. */
function nameOf({ seq, tradeId, liquidity, account, charged, createdAt }: VenueFee): string {
  return [seq, tradeId, liquidity, account, charged, createdAt].join(":");
}

type Page = {
  name: string;
  position: FeedPosition;
  fees: readonly VenueFee[];
  now: number;
  isSimulated: boolean;
};

function bookPage(db: Database, { name, position, fees, now, isSimulated }: Page): Promise<number> {
  return db.transaction(async (change) => {
    const [locked] = await change
      .select()
      .from(partnerFeeds)
      .where(eq(partnerFeeds.feed, name))
      .for("update");
    // Another replica was first.
    if (locked?.afterSeq !== position.afterSeq) return 0;
    const booked = await bookFees(
      change,
      fees.map((fee) => chargedFee(fee, isSimulated)),
      now,
    );
    const last = fees.at(-1);
    if (last !== undefined) {
      await change
        .update(partnerFeeds)
        .set({ afterSeq: last.seq, lastFee: nameOf(last), updatedAt: new Date(now) })
        .where(eq(partnerFeeds.feed, name));
    }
    return booked;
  });
}

function chargedFee(fee: VenueFee, simulated: boolean): ChargedFee {
  const { account, source, createdAt: occurredAt } = fee;
  const units = (amount: string): bigint => {
    const parsed = parseDecimal(amount, FEE_DECIMALS);
    if (parsed === undefined)
      throw new Error(`Fee ${fee.seq} has more than ${FEE_DECIMALS} digits.`);
    return parsed;
  };
  return {
    key: `venue:${nameOf(fee)}`,
    account,
    source,
    charged: units(fee.charged),
    gross: units(fee.gross),
    occurredAt,
    origin: "venue",
    simulated,
  };
}
