/**
 * The period of an account page as its address names it. Days are in the reader's zone, times are Unix milliseconds.
 */

import type { HistoryFilter } from "#components/trading/account-reads/history.ts";
import { startOfDay } from "#components/ui/typed-days.ts";
import { DAY_MS } from "#lib/protocol/durations.ts";

export const PERIODS = ["24h", "7d", "30d", "all", "custom"] as const;
export type PeriodName = (typeof PERIODS)[number];

const LENGTHS = { "24h": DAY_MS, "7d": 7 * DAY_MS, "30d": 30 * DAY_MS } as const;
export const DEFAULT_PERIOD: PeriodName = "30d";

/** From the address: `?period=7d&market=BTCUSDC`, or `?from=2026-01-31&to=2026-02-03`. */
export type PageFilter = {
  period: PeriodName;
  /** Days such as `2026-01-31`, both included; of a custom period only. */
  fromDay: string | undefined;
  toDay: string | undefined;
  market: string | undefined;
};

/** Parses any address; invalid parts are ignored. */
export function parseFilter(search: URLSearchParams): PageFilter {
  const [fromDay, toDay] = [dayOf(search.get("from")), dayOf(search.get("to"))];
  const named = PERIODS.find((name) => name === search.get("period"));
  const market = search.get("market") ?? "";
  const custom = fromDay !== undefined || toDay !== undefined;
  return {
    period: custom ? "custom" : (named ?? DEFAULT_PERIOD),
    fromDay,
    toDay,
    market: /^[A-Z0-9]{1,32}$/.test(market) ? market : undefined,
  };
}

/** The shortest query for a filter; empty for the default. */
export function formatFilter(filter: PageFilter): string {
  const search = new URLSearchParams();
  if (filter.period === "custom") {
    if (filter.fromDay === undefined && filter.toDay === undefined) search.set("period", "custom");
    if (filter.fromDay !== undefined) search.set("from", filter.fromDay);
    if (filter.toDay !== undefined) search.set("to", filter.toDay);
  } else if (filter.period !== DEFAULT_PERIOD) search.set("period", filter.period);
  if (filter.market !== undefined) search.set("market", filter.market);
  return search.toString();
}

/** The span to read. `now` is rounded down to a minute, so that the same page makes the same request. */
export function spanOf(filter: PageFilter, now: number): HistoryFilter {
  const { period, market } = filter;
  if (period === "all") return { market };
  if (period !== "custom") {
    const minute = now - (now % 60_000);
    return { market, from: minute - LENGTHS[period] };
  }
  return {
    market,
    from: filter.fromDay === undefined ? undefined : startOfDay(filter.fromDay),
    to: filter.toDay === undefined ? undefined : startOfDay(filter.toDay, 1),
  };
}

function dayOf(text: string | null): string | undefined {
  if (text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const time = Date.parse(`${text}T00:00:00Z`);
  if (Number.isNaN(time)) return undefined;
  return new Date(time).toISOString().startsWith(text) ? text : undefined;
}
