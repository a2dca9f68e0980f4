/** The simulated prices over HTTP: now, their history, as a stream, and with marks that a caller steers or freezes. */
import { z } from "zod";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { Clock } from "#lib/kernel/time/clock.ts";
import { parseBody } from "#services/sandbox/site/body.ts";
import { jsonSite } from "#services/sandbox/site/json-site.ts";
import type { Site } from "#services/sandbox/site/site.ts";
import { awaitMark } from "#services/sandbox/venue/mark-wait.ts";
import type { Feed, PriceStream } from "./price-stream.ts";
import type { SimulatedPrices } from "./simulated-prices.ts";

const HISTORY_PAGE = 10_000;
const MAX_STILL_SECONDS = 3600;

const stillSeconds = z.number().min(0).max(MAX_STILL_SECONDS);
const markBody = z.strictObject({
  market: z.string(),
  price: z.string(),
  seconds: stillSeconds.default(0),
});
const freezeBody = z.strictObject({ market: z.string(), seconds: stillSeconds });

type PriceParts = {
  prices: SimulatedPrices;
  stream: PriceStream;
  feed: Feed;
  seed: string;
  venueUrl: string;
  clock: Clock;
  isDraining: () => boolean;
};

export function priceSite(parts: PriceParts): Site {
  const { prices, stream, feed, seed, isDraining } = parts;
  const site = jsonSite({
    "/oracle": { GET: () => ({ feed, seed, markets: prices.status() }) },
    "/oracle/history": {
      GET: ({ url }) => {
        const market = knownMarket(prices, url.searchParams.get("market") ?? "");
        const startAt = timeParameter(url, "start_at", 0);
        const endAt = timeParameter(url, "end_at", Number.MAX_SAFE_INTEGER);
        return { results: prices.history(market, { startAt, endAt, limit: HISTORY_PAGE }) };
      },
    },
    "/oracle/stream": {
      GET: ({ response }) => {
        if (isDraining()) throw new ServiceError("DRAINING");
        stream.open(response);
      },
    },
    "/mark": { POST: ({ body }) => steerMark(parts, body) },
    "/mark/freeze": { POST: ({ body }) => freezeMark(parts, body) },
  });
  return { ...site, start: () => stream.start(), stop: () => stream.stop() };
}

/**
 * Answers when the venue shows the price, which then stays for the given seconds. A frozen market shows it when
 * the freeze is over.
 */
async function steerMark(parts: PriceParts, body: unknown): Promise<unknown> {
  const { prices, stream, clock, venueUrl } = parts;
  const { market, price, seconds } = parseBody(markBody, body);
  const ticks = prices.ticksOf(knownMarket(prices, market), price);
  if (ticks === undefined) throw new ServiceError("INVALID_TICK", { tick: prices.tickOf(market) });
  prices.steer(market, ticks, clock.now() + Math.round(seconds * 1000));
  stream.push(true);
  const shown = prices.current(clock.now())[market];
  if (shown !== undefined) await awaitMark(venueUrl, { market, price: shown });
  return { market, price };
}

function freezeMark({ prices, clock }: PriceParts, body: unknown): unknown {
  const { market, seconds } = parseBody(freezeBody, body);
  const until = clock.now() + Math.round(seconds * 1000);
  prices.freeze(knownMarket(prices, market), until);
  return { market, frozen_until: until };
}

function knownMarket(prices: SimulatedPrices, market: string): string {
  if (!prices.has(market)) throw new ServiceError("MARKET_NOT_FOUND", { market });
  return market;
}

function timeParameter(url: URL, parameter: string, absent: number): number {
  const text = url.searchParams.get(parameter);
  if (text === null || text === "") return absent;
  if (!/^\d{1,15}$/.test(text)) {
    throw new ServiceError("MALFORMED_QUERY", {
      parameter,
      reason: "it must be Unix milliseconds",
    });
  }
  return Number(text);
}
