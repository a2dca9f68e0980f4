/** Buckets of earnings as what a chart draws of them. Numbers here are places on the screen: what is read stays text. */
import { changeRate } from "#components/i18n/figures.ts";
import { EARNING_DECIMALS, type Product } from "#lib/protocol/partner-levels.ts";
import type { EarningBucket, Granularity } from "#lib/protocol/partner-reads.ts";
import { less } from "./add-up.ts";
import { localDay } from "./view.ts";

/** What is stacked, from below. Copy trading is part of perp, and drawn within it. */
export const SERIES = ["perp", "copy", "swap", "prediction"] as const;
export type Series = (typeof SERIES)[number];

export type EarningBar = Readonly<Record<Series, number>> & {
  bucket: EarningBucket;
  /** The bucket at the same place of the period before. */
  before: EarningBucket | undefined;
  /** What it earned. */
  previous: number | undefined;
};

export function earningBars(
  buckets: readonly EarningBucket[],
  earlier: readonly EarningBucket[] | undefined,
): EarningBar[] {
  return buckets.map((bucket, place) => {
    const before = earlier?.[place];
    return {
      bucket,
      before,
      previous: before === undefined ? undefined : Number(before.earned),
      perp: Number(less(earnedOf(bucket, "perp"), bucket.copy.earned)),
      copy: Number(bucket.copy.earned),
      swap: Number(earnedOf(bucket, "swap")),
      prediction: Number(earnedOf(bucket, "prediction")),
    };
  });
}

/** What a product earned; one that was not asked for has nothing. */
export function earnedOf({ by_product }: Pick<EarningBucket, "by_product">, of: Product): string {
  return by_product.find(({ product }) => product === of)?.earned ?? "0";
}

/** How much more was earned than before, as a rate; undefined where there was nothing before. */
export function earnedChange(now: string, before: string): string | undefined {
  return changeRate(before, now, EARNING_DECIMALS);
}

/** Texts for the beginnings of buckets, in the time zone in which they are cut. */
export type BucketNames = {
  /** Below a bar: as short as it can be. */
  tick: (from: string) => string;
  /** The same where a day is named by its first hour. */
  day: (from: string) => string;
  /** Where there is room: which bucket it is. */
  name: (bucket: Pick<EarningBucket, "from" | "to">) => string;
};

/** `dates` is a BCP 47 tag, `tz` an IANA name. An hour that a changed clock repeats has its offset in its name. */
export function bucketNames(granularity: Granularity, dates: string, tz: string): BucketNames {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(dates, { timeZone: tz, hourCycle: "h23", ...options });
  const day = format({ day: "numeric", month: "short" });
  const fullDay = format({ weekday: "short", day: "numeric", month: "short", year: "numeric" });
  const month = format({ month: "short", year: "2-digit" });
  const fullMonth = format({ month: "long", year: "numeric" });
  const hour = format({ hour: "2-digit", minute: "2-digit" });
  const fullHour = format({
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short",
  });
  const at = Date.parse;
  const dayOf = (from: string) => day.format(at(from));
  switch (granularity) {
    case "hour":
      return {
        tick: (from) => {
          const time = hour.format(at(from));
          return time === "00:00" ? dayOf(from) : time;
        },
        day: dayOf,
        name: ({ from }) => fullHour.format(at(from)),
      };
    case "day":
      return {
        tick: dayOf,
        day: dayOf,
        name: ({ from }) => fullDay.format(at(from)),
      };
    case "week":
      return {
        tick: dayOf,
        day: dayOf,
        // The end does not count: the last day is the one before it.
        name: ({ from, to }) => fullDay.formatRange(at(from), at(to) - 1),
      };
    case "month":
      return {
        tick: (from) => month.format(at(from)),
        day: dayOf,
        name: ({ from }) => fullMonth.format(at(from)),
      };
  }
}

/** The beginnings of buckets with which a day begins in the time zone, also where a changed clock leaves midnight out. */
export function firstOfDays(buckets: readonly Pick<EarningBucket, "from">[], tz: string): string[] {
  const days = buckets.map(({ from }) => localDay(from, tz));
  return buckets
    .filter((_, place) => place > 0 && days[place] !== days[place - 1])
    .map(({ from }) => from);
}
