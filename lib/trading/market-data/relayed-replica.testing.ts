/**
 * For tests: one replica in a process of its own, on the database, venue and Redis of the command line. It writes a line of JSON
 * for each event that its readers of two markets, of all markets and of blocks get, and for each change of the lead. A line on the
 * standard input names a market that a reader follows from then on; `totals` lets a reader ask for these all the time.
 */
import { flushCompileCache } from "node:module";
import { createInterface } from "node:readline";
import { Secret } from "#lib/kernel/env.ts";
import { systemTimers } from "#lib/kernel/time/timers.ts";
import { openDatabase } from "#lib/platform/db/client.ts";
import { createLeadership } from "#lib/platform/db/leadership.ts";
import { KLINE_INTERVALS } from "#lib/protocol/kline.ts";
import { ALL_MARKETS } from "#lib/protocol/market/market-data.ts";
import { createVenueClient } from "#lib/trading/venue-client/client.ts";
import { BAR_ELECTION } from "./candles/bar-election.ts";
import { MarketData } from "./market-hub.ts";
import { RedisRelay } from "./redis-relay.ts";

const [url = "", venueUrl = "", redisUrl = "", prefix = ""] = process.argv.slice(2);
const databaseUrl = new Secret(url);
const say = (line: unknown) => process.stdout.write(`${JSON.stringify(line)}\n`);
const info = (fields: object) => {
  if ("leading" in fields) say({ leading: fields.leading });
};
const log = { info, warn: () => {} };
const timers = systemTimers;
const leadership = createLeadership({ election: BAR_ELECTION, databaseUrl, timers, log });
const data = new MarketData({
  venue: createVenueClient(venueUrl),
  history: undefined,
  db: await openDatabase({ dataDir: "unused", databaseUrl }),
  leadership,
  relay: new RedisRelay({ url: new Secret(redisUrl), leadership, timers, log, prefix }),
  timers,
  log,
});
data.start();

const bars = KLINE_INTERVALS.map((interval) => `kline:${interval}` as const);
const topics = new Set([
  ...(["mark", "stats", "tape", "trades", "bbo", "orderbook", "block"] as const),
  ...bars,
]);
const follow = (market: string) => {
  try {
    data.subscribe(market, topics, (events) => {
      for (const { topic, json } of events) say({ market, topic, json });
    });
  } catch {
    setTimeout(follow, 10, market);
  }
};
for (const market of ["BTCUSDC", "ETHUSDC", ALL_MARKETS]) follow(market);
createInterface({ input: process.stdin }).on("line", (line) => {
  if (line === "totals") setInterval(() => void data.totalsAnswer().catch(() => {}), 50);
  else follow(line);
});
// A SIGKILL leaves no time for it.
flushCompileCache();
