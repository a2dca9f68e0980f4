/** The data of the earnings chart. Its numbers are positions on the screen; shown amounts stay decimal strings. */
import { changeRate } from "#components/i18n/figures.ts";
import type { Granularity } from "#lib/protocol/partner/enumerations.ts";
import { EARNING_DECIMALS, type Product } from "#lib/protocol/partner/partner-levels.ts";
import type { EarningBucket } from "#lib/protocol/wire/partner.ts";
import { subtract } from "./amounts.ts";
import { localDay } from "./view.ts";

/** The stacked series, from below. Copy trading is part of perp and drawn within it. */
export const SERIES = ["perp", "copy", "swap", "prediction"] as const;
export type Series = (typeof SERIES)[number];

export type EarningBar = Readonly<Record<Series, number>> & {
  bucket: EarningBucket;
  /** The bucket at the same position of the previous period. */
  before: EarningBucket | undefined;
  /** Earnings of that bucket. */
  previous: number | undefined;
};

export function earningBars(
  buckets: readonly EarningBucket[],
  earlier: readonly EarningBucket[] | undefined,
): EarningBar[] {
  return buckets.map((bucket, index) => {
    const before = earlier?.[index];
    return {
      bucket,
      before,
      previous: before === undefined ? undefined : Number(before.earned),
      perp: Number(subtract(earnedOf(bucket, "perp"), bucket.copy.earned)),
      copy: Number(bucket.copy.earned),
      swap: Number(earnedOf(bucket, "swap")),
      prediction: Number(earnedOf(bucket, "prediction")),
    };
  });
}

/** Earnings of a product; zero for one that the read does not contain. */
export function earnedOf({ by_product }: Pick<EarningBucket, "by_product">, of: Product): string {
  return by_product.find(({ product }) => product === of)?.earned ?? "0";
}

/** The change of an amount or a number as a rate; undefined when there was none before. */
export function changeOf(now: string, before: string): string | undefined {
  return changeRate(before, now, EARNING_DECIMALS);
}

/** Names of buckets in their time zone. */
export type BucketNames = {
  /** Short name below a bar. */
  tick: (from: string) => string;
  /** Name of a day, below its first hour. */
  day: (from: string) => string;
  /** Full name. */
  name: (bucket: Pick<EarningBucket, "from" | "to">) => string;
};

/** More days than these may repeat a day and month, so that their short names contain the year. */
const YEARLESS_MS = 300 * 86_400_000;

/**
 * `dates` is a BCP 47 tag, `tz` an IANA name. Full names of hours contain the offset, because a clock change repeats one.
 * `range`: the named buckets.
 */
export function bucketNames(
  granularity: Granularity,
  dates: string,
  tz: string,
  range?: { from: string; to: string },
): BucketNames {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(dates, { timeZone: tz, hourCycle: "h23", ...options });
  const isLong = range !== undefined && Date.parse(range.to) - Date.parse(range.from) > YEARLESS_MS;
  const day = format({
    day: "numeric",
    month: "short",
    ...(isLong ? { year: "numeric" } : {}),
  });
  const fullDay = format({ weekday: "short", day: "numeric", month: "short", year: "numeric" });
  const month = format({ month: "short", year: "numeric" });
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
        // The end is exclusive: the last day is the one before it.
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

/**
 * Whether a bucket is only a part of its hour, day, week (from Monday) or month: a range may begin or end within one, and
 * the present one has not ended.
 */
export function isPartial(
  { from, to }: Pick<EarningBucket, "from" | "to">,
  granularity: Granularity,
  tz: string,
): boolean {
  return ![from, to].every((edge) => isEdge(edge, granularity, tz));
}

/** Whether a bucket begins at an instant. */
function isEdge(instant: string, granularity: Granularity, tz: string): boolean {
  const at = Date.parse(instant);
  // Time zones differ by multiples of 15 minutes.
  if (granularity === "hour") return at % 900_000 === 0;
  const day = localDay(instant, tz);
  // Not midnight, which a clock change may skip.
  if (day === localDay(new Date(at - 1).toISOString(), tz)) return false;
  if (granularity === "week") return new Date(day).getUTCDay() === 1;
  return granularity === "day" || day.endsWith("-01");
}

/** The starts of the first buckets of days, also on days without a midnight because of a clock change. */
export function firstOfDays(buckets: readonly Pick<EarningBucket, "from">[], tz: string): string[] {
  const days = buckets.map(({ from }) => localDay(from, tz));
  return buckets
    .filter((_, index) => index > 0 && days[index] !== days[index - 1])
    .map(({ from }) => from);
}
