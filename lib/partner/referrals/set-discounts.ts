/** Sets the discount of referred wallets at the venue, which applies from their next fill, and retries until it is accepted. */
import "server-only";
import { and, asc, eq, isNull, notInArray } from "drizzle-orm";
import { UpstreamError } from "#lib/kernel/http/http-client.ts";
import { partnerAccounts, partnerReferrals } from "#lib/partner/schema/partner.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import { DISCOUNT_PPM } from "#lib/protocol/partner/partner-levels.ts";
import type { FeeFeed } from "#lib/trading/venue-client/fee-feed.ts";
import { HAS_DISCOUNT } from "./has-discount.ts";

/** Wallets of one run, one after the other. */
const AT_ONCE = 100;
/** Pause for a wallet that the venue refuses, and for one at which the venue failed, which the wallet may have caused. */
const REFUSED_MS = 10 * 60_000;
const FAILED_MS = 10_000;
/** Statuses that concern the caller or the moment, not the wallet. */
const OF_ANY_WALLET = new Set([401, 403, 408, 429]);

export type DiscountOptions = {
  feed: Pick<FeeFeed, "setFeeDiscount">;
  /** Paused wallets, and until when (Unix milliseconds): kept from run to run, empty at first. */
  waiting: Map<string, number>;
};

export type DiscountRun = {
  /** How many the venue accepted. */
  set: number;
  refused: { account: string; error: UpstreamError }[];
};

/**
 * Sends the venue the wallets that it has not accepted yet; idempotent and safe to run concurrently. A refused wallet does not block
 * others. @throws UpstreamError when the venue fails; wallets that it accepted before are stored
 */
export async function setDiscounts(
  { feed, waiting }: DiscountOptions,
  now: number,
  signal?: AbortSignal,
): Promise<DiscountRun> {
  const db = await database();
  for (const [account, until] of waiting) if (until <= now) waiting.delete(account);
  const run: DiscountRun = { set: 0, refused: [] };
  for (const account of await withoutDiscount(db, [...waiting.keys()])) {
    try {
      await feed.setFeeDiscount(account, DISCOUNT_PPM, signal);
    } catch (error) {
      if (signal?.aborted === true) throw error;
      const isRefused = error instanceof UpstreamError && isOfWallet(error);
      waiting.set(account, now + (isRefused ? REFUSED_MS : FAILED_MS));
      if (!isRefused) throw error;
      run.refused.push({ account, error });
      continue;
    }
    await db
      .update(partnerAccounts)
      .set({ discountSetAt: new Date(now) })
      .where(and(eq(partnerAccounts.account, account), isNull(partnerAccounts.discountSetAt)));
    run.set += 1;
  }
  return run;
}

async function withoutDiscount(db: Database, waiting: string[]): Promise<string[]> {
  const { account, discountSetAt } = partnerAccounts;
  const rows = await db
    .select({ account })
    .from(partnerAccounts)
    .innerJoin(partnerReferrals, eq(partnerReferrals.id, partnerAccounts.referralId))
    .where(and(isNull(discountSetAt), notInArray(account, waiting), HAS_DISCOUNT))
    .orderBy(asc(account))
    .limit(AT_ONCE);
  return rows.map((row) => row.account);
}

function isOfWallet({ status = 0 }: UpstreamError): boolean {
  return status >= 400 && status < 500 && !OF_ANY_WALLET.has(status);
}
