/**
 * A simulated year of a partner's past: people who came one after another, and the fees that they would have paid. It follows
 * from the seed and the day on which it ends, so that a sandbox always gives the same one. No one paid any of these
 * fees, and their records say so.
 */

import { formatDecimal } from "#lib/protocol/decimal.ts";
import { DAY_MS } from "#lib/protocol/durations.ts";
import {
  DISCOUNT_PERCENT,
  FEE_DECIMALS,
  type FeeSource,
} from "#lib/protocol/partner/partner-levels.ts";
import { Random } from "#services/sandbox/seed/random.ts";
import { walletOfRole } from "#services/sandbox/venue/roles.ts";

const DAYS = 365;
const PEOPLE = 22;
const USD = 10n ** BigInt(FEE_DECIMALS);

export type PastFee = {
  reference: string;
  account: string;
  source: FeeSource;
  charged: string;
  gross: string;
  occurred_at: string;
};

export type PastMonth = {
  /** End of the calendar month in UTC, or of the simulated year. */
  until: string;
  fees: PastFee[];
  /** What became of the payment for it; `open`: it is not made yet. */
  payment: "paid" | "failed" | "open";
};

export type PartnerHistory = {
  simulated: true;
  referrals: { account: string; since: string }[];
  months: PastMonth[];
};

type Person = {
  account: string;
  since: number;
  /** The shares of their fees in hundredths: perps, copied perps, swaps; the rest are predictions. */
  taste: readonly [number, number, number];
  /** How often they trade, and how large: 1 to 10. */
  zeal: number;
};

/** Up to the minute before `end` (Unix milliseconds), oldest first. */
export function partnerHistory(seed: string, end: number): PartnerHistory {
  const random = Random.fromSeed(`partner-history:${seed}`);
  const begin = startOfDay(end) - DAYS * DAY_MS;
  const people = Array.from({ length: PEOPLE }, (_, index) =>
    personOf(seed, index, { begin, random }),
  );
  const fees = Array.from({ length: DAYS + 1 }, (_, day) =>
    feesOfDay(people, { day, start: begin + day * DAY_MS, random }),
  )
    .flat()
    .filter(({ at }) => at < end - 60_000)
    .toSorted((a, b) => a.at - b.at)
    .map((fee, index) => ({ at: fee.at, fee: pastFee(fee, index) }));
  return {
    simulated: true,
    referrals: people.map(({ account, since }) => ({ account, since: isoTime(since) })),
    months: monthsOf(fees, { begin, end }),
  };
}

/** The first is there at once; then one comes every two or three weeks. */
function personOf(
  seed: string,
  index: number,
  { begin, random }: { begin: number; random: Random },
): Person {
  const joined = index === 0 ? 0 : Math.floor((index * (DAYS - 40)) / PEOPLE) + random.below(9);
  const perps = random.between(35, 80);
  const copied = random.oneIn(3) ? random.between(10, 20) : 0;
  return {
    account: walletOfRole(seed, `referred-in-the-past-${index + 1}`).address,
    since: begin + joined * DAY_MS + random.below(DAY_MS / 2),
    taste: [perps, copied, random.between(5, 100 - perps - copied)],
    zeal: random.between(1, 10),
  };
}

type Drawn = { at: number; account: string; source: FeeSource; charged: bigint };

function feesOfDay(
  people: readonly Person[],
  { day, start, random }: { day: number; start: number; random: Random },
): Drawn[] {
  const weekday = new Date(start).getUTCDay();
  const isWeekend = weekday === 0 || weekday === 6;
  // A busy day some four weeks ago is about to leave the 30-day window, so that the forecast shows a change.
  const mood = day === DAYS - 28 ? 30 : random.between(4, 12) - (isWeekend ? 3 : 0);
  return people.flatMap((person) => {
    if (person.since > start + DAY_MS / 2) return [];
    const number = Math.floor((person.zeal * mood + random.below(60)) / 60);
    return Array.from({ length: number }, () => ({
      // Nothing in the first minutes of a day: payments for a month that has ended are made there.
      at: Math.max(start + 600_000 + random.below(DAY_MS - 600_000), person.since + 60_000),
      account: person.account,
      source: sourceOf(person, random),
      charged: chargedOf(person, random),
    }));
  });
}

function sourceOf({ taste: [perps, copied, swaps] }: Person, random: Random): FeeSource {
  const draw = random.below(100);
  if (draw < perps) return "perp";
  if (draw < perps + copied) return "copy";
  return draw < perps + copied + swaps ? "swap" : "prediction";
}

/** From some cents to some 50 USD, small ones far more often, to the last of nine digits. */
function chargedOf({ zeal }: Person, random: Random): bigint {
  const draw = BigInt(random.between(1, 1_000));
  const largest = (BigInt(zeal + 4) * 375n * USD) / 100n;
  return (
    (largest * draw * draw * draw) / 1_000_000_000n + BigInt(random.between(20_000_000, 90_000_000))
  );
}

function pastFee({ at, account, source, charged }: Drawn, index: number): PastFee {
  const gross = (charged * 100n) / BigInt(100 - DISCOUNT_PERCENT);
  return {
    reference: `past-${index + 1}`,
    account,
    source,
    charged: formatDecimal(charged, FEE_DECIMALS),
    gross: formatDecimal(gross, FEE_DECIMALS),
    occurred_at: isoTime(at),
  };
}

/** Calendar months. The fourth payment fails, and its amount goes with the fifth; the last one is still open. */
function monthsOf(
  fees: readonly { at: number; fee: PastFee }[],
  { begin, end }: { begin: number; end: number },
): PastMonth[] {
  const months: PastMonth[] = [];
  for (let from = begin; from < end; ) {
    const first = new Date(from);
    const next = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 1);
    const until = Math.min(next, end);
    const own = fees.filter(({ at }) => at >= from && at < until).map(({ fee }) => fee);
    const isWhole = until === next;
    const payment = months.length === 3 ? "failed" : "paid";
    months.push({ until: isoTime(until), fees: own, payment: isWhole ? payment : "open" });
    from = until;
  }
  const last = months.findLast(({ payment }) => payment !== "open");
  if (last !== undefined) last.payment = "open";
  return months;
}

function startOfDay(time: number): number {
  return time - (time % DAY_MS);
}

function isoTime(time: number): string {
  return new Date(time).toISOString();
}
