/**
 * For tests: the app's host as a process, in front of two markets from memory, without Next, venue and database. Its
 * arguments are the number of proxies to trust and the address by which browsers reach it.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { flushCompileCache } from "node:module";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createHttpServer, listen } from "#lib/kernel/http/http-server.ts";
import { systemTimers } from "#lib/kernel/time/timers.ts";
import { quotaHeaders, takeQuota } from "#lib/platform/http/rate-limits.ts";
import { transportHeaders } from "#lib/platform/http/response-headers.ts";
import { StreamServer } from "#lib/platform/streams/stream-server.ts";
import { NOBODY } from "#lib/platform/streams/streams.testing.ts";
import { TopicBoard } from "#lib/trading/market-data/market-topics.ts";
import { marketStream } from "#lib/trading/streams/market-stream.ts";
import { Host } from "./host.ts";

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

/** A handler with a limit of its own, of mails, which is tighter than that of requests. Like Next it writes no header twice. */
async function answerWithQuota(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const mail = new URL(request.url ?? "", baseUrl).searchParams.get("to") ?? "";
  const quota = await takeQuota("sign_in_mails", mail);
  for (const [name, value] of Object.entries(quotaHeaders(quota))) {
    if (!response.hasHeader(name)) response.appendHeader(name, value);
  }
  response.statusCode = quota.allowed ? 202 : 429;
  response.end();
}

const [trustedProxies = "0", baseUrl = "http://localhost:3000"] = process.argv.slice(2);
const headers = transportHeaders(baseUrl);
const server = createHttpServer(headers);
const host = new Host({
  server,
  streams: new StreamServer({
    timers: systemTimers,
    definitions: [
      marketStream(
        {
          knows: (market) => boards.has(market),
          state: (market, topics) => board(market).state(topics),
          subscribe: (market, topics, deliver) => board(market).listen(topics, deliver),
        },
        NOBODY,
      ),
    ],
  }),
  answerOther: async (request, response) => {
    const path = request.url?.split("?", 1)[0];
    if (path === "/slow") await sleep(SLOW_MS);
    if (path === "/api/venue/broken") throw new Error("broken");
    // What a handler learns of its caller, and a limit of its own.
    if (path === "/api/venue/echo") response.end(JSON.stringify(request.headers));
    else if (path === "/api/auth/email") await answerWithQuota(request, response);
    else response.end(request.url);
  },
  trustedProxyDepth: Number(trustedProxies),
  headers,
  log: {
    debug: () => {},
    info: () => {},
    error: (...what: unknown[]) => process.stderr.write(`${String(what)}\n`),
  },
});
await listen(server, { port: 0, host: "127.0.0.1", setting: "PORT" });
process.on("SIGTERM", () => void host.drain().then(() => process.exit(0)));
// A SIGKILL leaves no time for it.
flushCompileCache();
process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
