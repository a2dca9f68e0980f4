/**
 * For tests: one replica in a process of its own, on the database and the venue of the command line. It writes a line of
 * JSON for each closed bar that it publishes, and for each change of the lead.
 */
import { flushCompileCache } from "node:module";
import { Secret } from "#lib/kernel/env.ts";
import { systemTimers } from "#lib/kernel/time/timers.ts";
import { openDatabase } from "#lib/platform/db/client.ts";
import { createLeadership } from "#lib/platform/db/leadership.ts";
import { KLINE_INTERVALS } from "#lib/protocol/kline.ts";
import { BAR_ELECTION } from "#lib/trading/market-data/candles/bar-election.ts";
import { createVenueClient } from "#lib/trading/venue-client/client.ts";
import { MarketData } from "./market-hub.ts";

const [url = "", venueUrl = "", market = ""] = process.argv.slice(2);
const databaseUrl = new Secret(url);
const say = (line: unknown) => process.stdout.write(`${JSON.stringify(line)}\n`);
const info = (fields: object) => {
  if ("leading" in fields) say({ leading: fields.leading });
};
const log = { info, warn: () => {} };
const db = await openDatabase({ dataDir: "unused", databaseUrl });
const data = new MarketData({
  venue: createVenueClient(venueUrl),
  history: undefined,
  db,
  leadership: createLeadership({ election: BAR_ELECTION, databaseUrl, timers: systemTimers, log }),
  timers: systemTimers,
  log,
});
data.start();

const topics = new Set(KLINE_INTERVALS.map((interval) => `kline:${interval}` as const));
const follow = () => {
  try {
    data.subscribe(market, topics, (events) => {
      for (const { json } of events) {
        const bar: { closed: boolean } = JSON.parse(json);
        if (bar.closed) say(bar);
      }
    });
  } catch {
    setTimeout(follow, 10);
  }
};
follow();
// A SIGKILL leaves no time for it.
flushCompileCache();
process.on("SIGTERM", () => {
  data.stop().then(
    () => process.exit(0),
    () => process.exit(1),
  );
});
