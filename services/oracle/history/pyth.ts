/**
 * The past of Pyth's prices, from its history service (`GET {url}/history`, the form of TradingView's Universal Data
 * Feed). It asks for the same key as Hermes.
 */

import type { Agent } from "node:http";
import { z } from "zod";
import type { Secret } from "#lib/kernel/env.ts";
import { jsonGet, keepAliveAgent, UpstreamError } from "#lib/kernel/http/http-client.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import type { Clock } from "#lib/kernel/time/clock.ts";
import type { Decimal } from "#lib/protocol/decimal.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import type { MarketScale } from "#lib/protocol/market/markets.ts";
import { type Markets, priceOfNumber, roundedPrice } from "#services/oracle/sources/price.ts";
import { type HistoryBar, type HistoryQuery, type HistorySource } from "./history.ts";

/** For a whole page, however many windows it takes. */
const TIMEOUT_MS = 8_000;
const PATIENCE_MS = 30_000;
/** Without a failure for this long the last outage is over, even if there was no request meanwhile. */
const QUIET_MS = 60_000;
const MAX_WINDOW_BYTES = 1_000_000;
/** A day of minutes a request. */
const WINDOW_MS = 86_400_000;
const NO_VOLUME = "0" as Decimal;

const column = z.array(z.string()).max(WINDOW_MS / MINUTE_MS + 1);
/** Numbers are kept as their text. */
const answerSchema = z.object({
  s: z.enum(["ok", "no_data"]),
  t: column.default([]),
  o: column.default([]),
  h: column.default([]),
  l: column.default([]),
  c: column.default([]),
});
type Answer = z.output<typeof answerSchema>;

export type PythHistoryOptions = {
  url: string;
  apiKey: Secret | undefined;
  /** Name of the feed by market, for example `Crypto.BTC/USD`. */
  symbols: ReadonlyMap<string, string>;
  markets: () => Markets;
  clock: Clock;
  log: Logger;
};

/**
 * Charts wait for this page before they show live prices. So a key that may not read history, and a service that
 * fails for 30 s, count as a past without bars; no source of less weight is asked instead.
 */
export function pythHistory(options: PythHistoryOptions): HistorySource {
  const { apiKey, symbols, markets, clock, log } = options;
  const agent = keepAliveAgent(options.url);
  let outage: Outage | undefined;
  return {
    page: async (query) => {
      const symbol = symbols.get(query.market);
      const scale = markets().get(query.market);
      if (symbol === undefined || scale === undefined || apiKey === undefined) return undefined;
      try {
        const bars = await firstBars(options, query, { symbol, scale, apiKey, agent });
        outage = undefined;
        return bars;
      } catch (error) {
        if (!isRefusal(error)) {
          outage = outageAt(clock.now(), outage);
          if (outage.last - outage.since < PATIENCE_MS) throw error;
        }
        log.error({ err: error }, "Pyth's history cannot be read: charts begin without a past");
        return [];
      }
    },
  };
}

/** First and last failure that were seen, Unix milliseconds. */
type Outage = { since: number; last: number };

/** The outage that a failure now belongs to: a new one after a quiet minute, or when the clock was set back. */
function outageAt(now: number, known: Outage | undefined): Outage {
  const goesOn = known !== undefined && now >= known.last && now - known.last < QUIET_MS;
  return { since: goesOn ? known.since : now, last: now };
}

function isRefusal(error: unknown): boolean {
  const status = error instanceof UpstreamError ? (error.status ?? 0) : 0;
  return status >= 400 && status < 500 && status !== 429;
}

type Feed = { symbol: string; scale: MarketScale; apiKey: Secret; agent: Agent };

/** The bars of the first window that has any. */
async function firstBars(
  { url, clock }: PythHistoryOptions,
  { startAt, endAt }: HistoryQuery,
  { symbol, scale, apiKey, agent }: Feed,
): Promise<HistoryBar[]> {
  const end = Math.min(endAt, Math.floor(clock.now() / MINUTE_MS) * MINUTE_MS);
  const options = {
    agent,
    name: `${url}/history`,
    quotesRefusal: true,
    headers: { authorization: `Bearer ${apiKey.reveal()}` },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_WINDOW_BYTES,
  };
  for (let from = startAt; from < end; from += WINDOW_MS) {
    const to = Math.min(from + WINDOW_MS, end);
    const query = new URLSearchParams({
      symbol,
      resolution: "1",
      from: String(Math.ceil(from / 1000)),
      // The last second counts too.
      to: String(Math.ceil(to / 1000) - 1),
    });
    const { text } = await jsonGet(`${url}/history?${query}`, options);
    const bars = barsOf(answerSchema.parse(parseNumbersAsText(text)), scale);
    const wanted = bars.filter(({ start }) => start >= from && start < to);
    if (wanted.length > 0) return wanted;
  }
  return [];
}

/** `JSON.parse` that keeps every number as its text: a price is never a float. */
function parseNumbersAsText(text: string): unknown {
  type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;
  const keepText: Reviver = (_, value, { source }) => (typeof value === "number" ? source : value);
  return JSON.parse(text, keepText as (key: string, value: unknown) => unknown);
}

/** Leaves out a row that is incomplete, no whole minute or no valid bar; readers carry the last price over it. */
function barsOf(answer: Answer, scale: MarketScale): HistoryBar[] {
  const price = (text: string | undefined): Decimal | undefined => {
    const exact = text === undefined ? undefined : priceOfNumber(text);
    return exact === undefined ? undefined : roundedPrice(exact, scale);
  };
  return answer.t.flatMap((time, index) => {
    const start = Number(time) * 1000;
    const [open, high] = [price(answer.o[index]), price(answer.h[index])];
    const [low, close] = [price(answer.l[index]), price(answer.c[index])];
    const isMinute = Number.isSafeInteger(start) && start % MINUTE_MS === 0;
    if (!isMinute || !open || !high || !low || !close) return [];
    const bar = { start, open, high, low, close, volume: NO_VOLUME };
    return isSound(bar) ? [bar] : [];
  });
}

function isSound({ open, high, low, close }: HistoryBar): boolean {
  const [bottom, top] = [priceOfNumber(low) ?? 0n, priceOfNumber(high) ?? 0n];
  return [open, close].every((text) => {
    const price = priceOfNumber(text) ?? 0n;
    return price >= bottom && price <= top;
  });
}
