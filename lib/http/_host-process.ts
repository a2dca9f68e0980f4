/**
 * For tests: the app's host as a process, in front of two markets from memory, without Next, venue and database. Its
 * argument is the number of proxies to trust.
 */
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { TopicBoard } from "#lib/market-data/topics.ts";
import { StreamServer } from "#lib/streams/stream-server.ts";
import { systemTimers } from "#lib/timers.ts";
import { Host } from "./host.ts";
import { createAppServer, listen } from "./server.ts";

/** So long `/slow` takes to answer. */
const SLOW_MS = 1_500;
const BOOK = JSON.stringify({ bids: { "99.5": "2" }, asks: { "100.5": "1" } });

const boards = new Map([
  ["BTCUSDC", new TopicBoard()],
  ["ETHUSDC", new TopicBoard()],
  ["ALL", new TopicBoard()],
]);
for (const [market, board] of boards) {
  board.announceState("orderbook", BOOK);
  board.announceState("mark", JSON.stringify({ market, mark_price: "100" }));
  board.flush();
}
const board = (market: string) => boards.get(market) ?? new TopicBoard();

const server = createAppServer();
const host = new Host({
  server,
  streams: new StreamServer({
    timers: systemTimers,
    marketData: {
      knows: (market) => boards.has(market),
      state: (market, topics) => board(market).state(topics),
      subscribe: (market, topics, deliver) => board(market).listen(topics, deliver),
    },
  }),
  answerOther: async (request, response) => {
    if (request.url === "/slow") await sleep(SLOW_MS);
    response.end(request.url);
  },
  trustedProxyDepth: Number(process.argv[2] ?? 0),
  log: { info: () => {}, error: (...what: unknown[]) => process.stderr.write(`${String(what)}\n`) },
});
await listen(server, { port: 0, host: "127.0.0.1" }, () => {});
process.on("SIGTERM", () => void host.drain().then(() => process.exit(0)));
process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
