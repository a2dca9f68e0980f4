/** Plans the streams that carry everything the tabs follow. */
import { KLINE_INTERVALS, type KlineInterval } from "#lib/protocol/kline.ts";
import { ALL_MARKETS } from "#lib/protocol/market/market-data.ts";

/** A market, `ALL` for the list feed, or an account, and the intervals of the wanted bars. */
export type Follow = { market: string; intervals: readonly KlineInterval[] };

/**
 * One stream. With several markets, each message names its market. `markets` has the account too, which only the first
 * stream carries.
 */
export type Stream = { url: string; markets: readonly string[] };

const STREAM_PATH = "/api/perps-dex/stream";
/** The server's limit of markets on one stream, including the list feed. */
const MARKETS_A_STREAM = 8;

/**
 * One stream for each eight markets, in the order of subscription. `account` as it is followed; a session has at most
 * one.
 */
export function planStreams(follows: readonly Follow[], account?: string): Stream[] {
  const markets = [...new Set(follows.map(({ market }) => market))];
  const wanted = new Set(follows.flatMap(({ intervals }) => intervals));
  const intervals = KLINE_INTERVALS.filter((interval) => wanted.has(interval));
  const streams: Stream[] = [];
  for (let from = 0; from < markets.length || (account && from === 0); from += MARKETS_A_STREAM) {
    const group = markets.slice(from, from + MARKETS_A_STREAM);
    const query: string[] = [];
    if (group.length > 0) query.push(`market=${group.map(encodeURIComponent).join(",")}`);
    // The list feed has no bars: alone on a stream, it must not request any.
    if (intervals.length > 0 && group.some((market) => market !== ALL_MARKETS))
      query.push(`kline=${intervals.join(",")}`);
    if (account && from === 0) {
      query.push(`account=${account.slice(1)}`);
      group.push(account);
    }
    streams.push({ url: `${STREAM_PATH}?${query.join("&")}`, markets: group });
  }
  return streams;
}

/** The market of a message: named by its `id:`, or the stream's only one. */
export function marketOf(stream: Stream, id: string): string | undefined {
  if (stream.markets.length === 1) return stream.markets[0];
  return stream.markets.find((market) => market === id);
}
