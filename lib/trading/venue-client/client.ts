/** Typed reads of the venue's public market data (docs/api/README.md). */
import { z } from "zod";
import { jsonGet, keepAliveAgent, UpstreamError } from "#lib/kernel/http/http-client.ts";
import { VenueAddresses } from "#lib/kernel/http/venue-addresses.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import {
  BestBidOffer,
  BlockHead,
  type Market,
  MarketStats,
  Markets,
  OrderBook,
  TradePage,
  type VenueFillBar,
  VenueFillBars,
  VenueTime,
  VenueTotals,
} from "#lib/protocol/wire/market.ts";

type TradesQuery = {
  market: string;
  pageSize: number;
  /** Unix milliseconds; without it and without `cursor` the latest page. */
  startAt?: number;
  cursor?: string;
};

/** Times are Unix milliseconds. */
type FillBarsQuery = { market: string; seconds: number; startAt: number; endAt: number };

/** Every method throws UpstreamError, and nothing else, when the venue fails. */
export type VenueClient = {
  /** The venue's clock, Unix milliseconds. */
  time(): Promise<number>;
  markets(): Promise<Market[]>;
  /** The row of every market; malformed ones are logged and dropped. */
  allStats(): Promise<MarketStats[]>;
  bestBidOffer(market: string): Promise<BestBidOffer>;
  /** `json` is the venue's own text, on one line, because its price order, best first, does not survive parsing. */
  orderBook(market: string, depth: number): Promise<{ book: OrderBook; json: string }>;
  /** Fills, oldest first. */
  trades(query: TradesQuery): Promise<z.output<typeof TradePage>>;
  /** Bars of fills that begin within the range, both ends included, oldest first; the latest 1,500 of more. */
  fillBars(query: FillBarsQuery): Promise<VenueFillBar[]>;
  latestBlock(): Promise<BlockHead>;
  totals(): Promise<VenueTotals>;
  /** Closes idle connections. */
  close(): void;
};

/** The rows are checked one by one, so that a broken one does not hide the others. */
const StatsRows = z.object({ results: z.array(z.unknown()) });

const READ_TIMEOUT_MS = 3_000;
const MAX_ANSWER_BYTES = 2_000_000;

/** @param addresses one or several, separated by commas */
export function createVenueClient(
  addresses: string,
  timeoutMs: number = READ_TIMEOUT_MS,
  log?: Pick<Logger, "error">,
): VenueClient {
  const venue = new VenueAddresses(addresses);
  const agent = keepAliveAgent(addresses);
  /** Reported once, until the row is whole again. */
  const brokenRows = new Set<string>();

  function statsOf(row: unknown, index: number): MarketStats[] {
    const parsed = MarketStats.safeParse(row);
    const name = z.object({ symbol: z.string() }).safeParse(row).data?.symbol ?? `row ${index}`;
    if (parsed.success) {
      brokenRows.delete(name);
      return [parsed.data];
    }
    const problem = where(parsed.error);
    if (!brokenRows.has(name))
      log?.error({ market: name, problem }, "the venue's stats break their contract");
    brokenRows.add(name);
    return [];
  }

  async function read<Value>(
    path: string,
    schema: z.ZodType<Value>,
  ): Promise<{ value: Value; text: string }> {
    return venue.read(async (address) => {
      const url = `${address}${path}`;
      const answer = await jsonGet(url, {
        agent,
        timeoutMs,
        maxBytes: MAX_ANSWER_BYTES,
        peer: "venue",
      });
      const parsed = schema.safeParse(answer.value);
      if (!parsed.success) throw unexpected(url, parsed.error);
      return { value: parsed.data, text: answer.text };
    });
  }

  return {
    time: async () => (await read("/v1/time", VenueTime)).value.server_time,
    markets: async () => (await read("/v1/markets", Markets)).value,
    allStats: async () => {
      const { results } = (await read("/v1/markets/stats?market=ALL", StatsRows)).value;
      return results.flatMap(statsOf);
    },
    bestBidOffer: async (market) =>
      (await read(`/v1/markets/bbo/${encodeURIComponent(market)}`, BestBidOffer)).value,
    orderBook: async (market, depth) => {
      const path = `/v1/orderbook/${encodeURIComponent(market)}?depth=${depth}`;
      const { value, text } = await read(path, OrderBook);
      return { book: value, json: text.replace(/[\r\n]+/g, " ") };
    },
    trades: async (query) => (await read(tradesPath(query), TradePage)).value,
    fillBars: async (query) => (await read(fillBarsPath(query), VenueFillBars)).value.results,
    latestBlock: async () => (await read("/v1/blocks/latest", BlockHead)).value,
    totals: async () => (await read("/v1/stats", VenueTotals)).value,
    close: () => agent.destroy(),
  };
}

function tradesPath({ market, pageSize, startAt, cursor }: TradesQuery): string {
  const query = new URLSearchParams({ market, page_size: String(pageSize) });
  if (cursor !== undefined) query.set("cursor", cursor);
  else if (startAt !== undefined) query.set("start_at", String(startAt));
  return `/v1/trades?${query}`;
}

function fillBarsPath({ market, seconds, startAt, endAt }: FillBarsQuery): string {
  const range = { start_at: String(startAt), end_at: String(endAt) };
  const query = new URLSearchParams({ market, resolution: String(seconds), ...range });
  return `/v1/markets/kline?${query}`;
}

function unexpected(url: string, error: z.ZodError): UpstreamError {
  return new UpstreamError(
    "unexpected",
    `${url} answered in another form than documented (${where(error)})`,
  );
}

/** The first field that is wrong, and how. */
function where({ issues: [issue] }: z.ZodError): string {
  return issue === undefined ? "" : `${issue.path.join(".")}: ${issue.message}`;
}
