/** `GET /api/perps-dex/stream`: live market data (docs/api/streams.md). */
import type { IncomingMessage } from "node:http";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { Frame } from "#lib/kernel/streams/frames.ts";
import type {
  Feed,
  StreamDefinition,
  StreamOwner,
} from "#lib/platform/streams/stream-definition.ts";
import { accountFeed } from "#lib/trading/account-stream/account-feed.ts";
import type { MarketData } from "#lib/trading/market-data/market-hub.ts";
import type { MarketEvent } from "#lib/trading/market-data/market-topics.ts";
import { eventFrame, namedEventFrame } from "./market-frames.ts";
import {
  parseStreamQuery,
  STREAM_PARAMETERS,
  type Subscription,
  streamedAccount,
} from "./stream-query.ts";

export const MARKET_STREAM_PATH = "/api/perps-dex/stream";

/** The part of the market data that the stream uses. */
export type MarketStreamSource = Pick<MarketData, "knows" | "state" | "subscribe">;

/** Finds the session of a request that acts for the account. @throws ServiceError with status 401 or 403 */
export type FindSession = (
  request: IncomingMessage,
  of: { address: string; account: string },
) => Promise<StreamOwner>;

/**
 * A feed for each market that the query names, and for the account of the session. None keeps a history: a new reader gets
 * the current state.
 */
export function marketStream(source: MarketStreamSource, sessionOf: FindSession): StreamDefinition {
  return {
    path: MARKET_STREAM_PATH,
    parameters: STREAM_PARAMETERS,
    readerOf: async (request, { address, query }) => {
      const account = streamedAccount(query);
      return account === undefined ? undefined : sessionOf(request, { address, account });
    },
    feeds: ({ query, reader }) => {
      const subscriptions = parseStreamQuery(query);
      for (const { market } of subscriptions) {
        if (!source.knows(market)) throw new ServiceError("MARKET_NOT_FOUND", { market });
      }
      const isOne = subscriptions.length === 1 && reader === undefined;
      const feeds = subscriptions.map((subscription) => feedOf(source, subscription, isOne));
      return reader?.account === undefined ? feeds : [...feeds, accountFeed(reader.account)];
    },
  };
}

/** `isOne`: the stream follows this market alone, so that its events need not name it. */
function feedOf(source: MarketStreamSource, followed: Subscription, isOne: boolean): Feed {
  const { market, topics } = followed;
  const toFrame = isOne
    ? eventFrame
    : (event: MarketEvent): Frame => namedEventFrame(market, event);
  return {
    key: [isOne ? "one" : "several", market, ...[...topics].toSorted()].join(" "),
    market,
    isPublic: true,
    state: () => source.state(market, topics).map(toFrame),
    subscribe: (deliver) =>
      source.subscribe(market, topics, (events) => deliver(events.map(toFrame))),
  };
}
