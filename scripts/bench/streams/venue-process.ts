/**
 * A venue of one scripted market, with as much as the app reads.
 *
 * `node scripts/bench/streams/venue-process.ts` prints its port.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { LISTED, ScriptedFeed } from "./feed.ts";

const feed = new ScriptedFeed(Date.now());

function answer(url: URL): unknown {
  const now = Date.now();
  const query = url.searchParams;
  const [first = "", second = "", third = ""] = url.pathname.split("/").slice(2);
  if (first === "time") return { server_time: now };
  if (first === "orderbook") return feed.orderBook(now);
  if (first === "blocks") return { ...feed.block(now), state_hash: "0".repeat(64), commands: 1 };
  if (first === "trades") {
    const number = (name: string) => (query.has(name) ? Number(query.get(name)) : undefined);
    const pageSize = number("page_size") ?? 100;
    return feed.trades({ pageSize, startAt: number("start_at"), after: number("cursor") }, now);
  }
  if (first !== "markets") return undefined;
  if (second === "") return [LISTED];
  if (second === "stats") return { results: [feed.stats(now)] };
  return second === "bbo" && third !== "" ? feed.bestBidOffer(now) : undefined;
}

const server = createServer((request, response) => {
  const body = answer(new URL(request.url ?? "/", "http://venue"));
  response.statusCode = body === undefined ? 404 : 200;
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(body ?? { error: "NOT_FOUND", message: "not scripted" }));
});
// The app keeps its connections open for as long as it runs.
server.keepAliveTimeout = 120_000;
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`{"port":${(server.address() as AddressInfo).port}}\n`);
});
