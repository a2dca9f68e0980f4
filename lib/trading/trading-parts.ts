/** The process part that follows the venue's markets. */
import "server-only";
import { VenueAddresses } from "#lib/kernel/http/venue-addresses.ts";
import { database } from "#lib/platform/db/client.ts";
import { createLeadership } from "#lib/platform/db/leadership.ts";
import { awaitBuild } from "#lib/platform/process/await-build.ts";
import { type ProcessPart, processPart } from "#lib/platform/process/process-part.ts";
import { BAR_ELECTION } from "#lib/trading/market-data/candles/bar-election.ts";
import { setAccountFollower } from "./account-stream/account-feed.ts";
import { AccountFollower } from "./account-stream/account-follower.ts";
import { createOracleHistory } from "./market-data/candles/oracle-history.ts";
import { MarketData, setMarketData } from "./market-data/market-hub.ts";
import { NO_RELAY } from "./market-data/market-relay.ts";
import { RedisRelay } from "./market-data/redis-relay.ts";
import { createOracleClient } from "./oracle-client/client.ts";
import { shareSilence, venueOfRequests } from "./venue-access/venue-of-requests.ts";
import { createVenueClient } from "./venue-client/client.ts";

export const tradingParts: readonly ProcessPart[] = [
  processPart("venue of requests", ({ config: { redisUrl }, log }) => {
    if (redisUrl === undefined) return undefined;
    return shareSilence({ addresses: venueOfRequests(), redisUrl, log });
  }),
  processPart("account events", ({ config: { venueAddresses, venueReaderKey }, timers, log }) => {
    if (venueReaderKey === undefined) return undefined;
    // A stream that is cut says nothing about the address that takes orders.
    const addresses = new VenueAddresses(venueAddresses);
    const follower = new AccountFollower({ addresses, readerKey: venueReaderKey, timers, log });
    setAccountFollower(follower);
    return async () => {
      setAccountFollower(undefined);
      follower.stop();
    };
  }),
  processPart("market data", async ({ config, timers, log }) => {
    const { venueAddresses, oracleUrl, databaseUrl, redisUrl } = config;
    const leadership = createLeadership({ election: BAR_ELECTION, databaseUrl, timers, log });
    // The embedded database has one process.
    const isAlone = redisUrl === undefined || databaseUrl === undefined;
    const relay = isAlone ? NO_RELAY : new RedisRelay({ url: redisUrl, leadership, timers, log });
    const running = new MarketData({
      venue: createVenueClient(venueAddresses, undefined, log),
      history: oracleUrl === undefined ? undefined : createOracleHistory(oracleUrl),
      // Storing 30 days, and finding the moves in them, would slow the build of the pages down.
      whenPast: () => awaitBuild(process.argv),
      oracle: oracleUrl === undefined ? undefined : createOracleClient(oracleUrl),
      db: await database(),
      leadership,
      relay,
      timers,
      log,
    });
    setMarketData(running);
    running.start();
    return async () => {
      await running.stop();
      setMarketData(undefined);
    };
  }),
];
