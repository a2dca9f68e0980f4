/**
 * The published stream readers survive what a server does: a stream that ends inside an event, a temporary refusal,
 * a permanent refusal. They report each fill exactly once, including fills between two connections.
 */
import { spawn } from "node:child_process";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { marketStream, StreamRefusal, type Trade } from "./market-stream.ts";

/** The clock of a reader is so much later each time that the reader looks at it. */
const LOOK_MS = 2_000;

type Seen = [event: string, data: unknown];
type Reader = (query: { url: string; market: string; until: number }) => Promise<Seen[]>;

let server: Server;
let url: string;
let connects: number;
let tapeReads: string[];
/** The trades on the venue's tape. */
let fills: Trade[];
/** Runs once, after the next read of the tape has been answered. */
let afterTapeRead = () => {};
let venueIsAway: boolean;
let onStream: (connect: number, response: ServerResponse) => void;

const fill = (id: number): Trade => ({
  id,
  created_at: 1_000,
  price: "64000",
  size: "0.1",
  side: "BUY",
});
const sse = (event: string, data: unknown) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
const idsOf = (seen: Seen[]) =>
  seen.flatMap(([event, data]) =>
    event === "trades" ? (data as Trade[]).map(({ id }) => id) : [],
  );

beforeEach(async () => {
  connects = 0;
  tapeReads = [];
  fills = [];
  venueIsAway = false;
  server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => {
  vi.restoreAllMocks();
  server.closeAllConnections();
  server.close();
});

function answer(request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? "/", url);
  if (pathname === "/v1/trades" && venueIsAway) {
    tapeReads.push("away");
    response.writeHead(503).end("{}");
  } else if (pathname === "/v1/trades") {
    tapeReads.push(searchParams.toString());
    const after = Number(searchParams.get("cursor") ?? 0);
    const rest = fills.filter((trade) => trade.id > after);
    const isPaged = searchParams.has("start_at") || searchParams.has("cursor");
    const results = isPaged ? rest.slice(0, 2) : rest;
    const next = isPaged && rest.length > 2 ? String(results.at(-1)?.id) : null;
    response.end(JSON.stringify({ results, next }), afterTapeRead);
    afterTapeRead = () => {};
  } else if (searchParams.get("market") === "NONE") {
    response.writeHead(404).end('{"error":"MARKET_NOT_FOUND"}');
  } else {
    connects += 1;
    onStream(connects, response);
  }
}

async function typescript(query: Parameters<Reader>[0]): Promise<Seen[]> {
  const seen: Seen[] = [];
  const { market, until } = query;
  const pause = () => Promise.resolve();
  let now = 0;
  vi.spyOn(Date, "now").mockImplementation(() => (now += LOOK_MS));
  for await (const { event, data } of marketStream({
    baseUrl: url,
    venueUrl: url,
    market,
    pause,
  })) {
    seen.push([event, data]);
    if (seen.length === until) break;
  }
  return seen;
}

const DRIVER = `
import itertools, json, sys, time
from market_stream import market_stream
looks = itertools.count(0, ${LOOK_MS / 1_000})
time.monotonic = lambda: next(looks)
url, market, until = sys.argv[1:]
for message in itertools.islice(market_stream(url, url, market, sleep=lambda _: None), int(until)):
    print(json.dumps(message), flush=True)
`;

async function python(query: Parameters<Reader>[0]): Promise<Seen[]> {
  const cwd = fileURLToPath(new URL("../../python/svc_client/", import.meta.url));
  const child = spawn("python3", ["-B", "-c", DRIVER, url, query.market, String(query.until)], {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { out: "", error: "" };
  child.stdout.on("data", (chunk: Buffer) => (output.out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output.error += chunk.toString()));
  await new Promise((resolve) => child.on("close", resolve));
  if (/StreamRefusal/.test(output.error)) throw new StreamRefusal(output.error);
  if (output.error !== "") throw new Error(output.error);
  return output.out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Seen);
}

describe.each<[string, Reader]>([
  ["TypeScript", typescript],
  ["Python", python],
])("the reader in %s", (_name, read) => {
  test("reports each fill once, including fills between two connections", async () => {
    fills = [fill(1), fill(2)];
    onStream = (connect, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write("retry: 3000\n\n");
      if (connect === 1) {
        afterTapeRead = () => {
          response.write(sse("trades", [fill(2), fill(3)]));
          // The stream ends inside an event; the tape has the lost half.
          response.write(sse("trades", [fill(4)]).slice(0, 20), () => response.socket?.end());
          fills = [1, 2, 3, 4, 5, 6, 7].map(fill);
        };
      } else {
        response.write(sse("trades", [fill(7), fill(8)]) + sse("hb", {}));
      }
    };
    const seen = await read({ url, market: "BTCUSDC", until: 8 });
    expect(seen.map(([event]) => event)).toEqual([
      "connected",
      "trades",
      "trades",
      "disconnected",
      "connected",
      "trades",
      "trades",
      "hb",
    ]);
    expect(idsOf(seen)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(tapeReads).toHaveLength(5);
  });

  test("waits as long as a refusal asks, and longer after each failure, at most 15 s", async () => {
    onStream = (connect, response) => {
      const headers = connect === 2 ? { "retry-after": "7" } : {};
      if (connect <= 6) response.writeHead(connect % 2 === 0 ? 503 : 429, headers).end("{}");
      else response.writeHead(200).write(sse("hb", {}));
    };
    const seen = await read({ url, market: "BTCUSDC", until: 8 });
    const waits = seen
      .filter(([event]) => event === "disconnected")
      .map(([, data]) => {
        const wait = data as { retryInMs?: number; retry_in?: number };
        return wait.retry_in ?? (wait.retryInMs ?? 0) / 1_000;
      });
    expect(waits).toEqual([1, 7, 4, 8, 15, 15]);
    expect(seen.slice(-2).map(([event]) => event)).toEqual(["connected", "hb"]);
  });

  test("keeps delivering other events while the venue is away, and then reports every fill", async () => {
    fills = [fill(1), fill(2)];
    venueIsAway = true;
    onStream = (_connect, response) => {
      response.writeHead(200).write(sse("trades", [fill(2)]) + sse("mark", { mark_price: "1" }));
      // Readers look at the tape again at an event that comes 5 s after the look that failed, or later.
      const resend = setInterval(() => {
        if (tapeReads.length === 0) return;
        if (venueIsAway) {
          venueIsAway = false;
          fills.push(fill(3));
        }
        response.write(sse("trades", [fill(3)]));
        if (tapeReads.length === 1) return;
        clearInterval(resend);
        response.write(sse("hb", {}));
      }, 5);
    };
    const seen = await read({ url, market: "BTCUSDC", until: 4 });
    expect(seen.map(([event]) => event).toSorted()).toEqual(["connected", "hb", "mark", "trades"]);
    expect(idsOf(seen)).toEqual([1, 2, 3]);
    expect(tapeReads).toEqual(["away", "market=BTCUSDC&page_size=100"]);
  });

  test("does not repeat a request that can never succeed", async () => {
    await expect(read({ url, market: "NONE", until: 1 })).rejects.toThrow(StreamRefusal);
  });
});
