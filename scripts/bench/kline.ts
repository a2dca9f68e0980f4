/**
 * How long the history of bars takes over HTTP, next to a route of the same server that does nothing.
 *
 * `npm run bench:kline -- [requests of each kind] [--smoke]`; the app runs on its embedded database, with a month of bars.
 */
import http from "node:http";
import { fileURLToPath } from "node:url";
import { startTestStack } from "#scripts/stack/test-stack.ts";
import { figure } from "./shared/options.ts";
import { percentile, print, printCalibration, row } from "./shared/report.ts";

const MARKET = "BTCUSDC";
const MINUTE_MS = 60_000;
const PAGE_BARS = 1_500;
const GOAL_MS = 25;
const READY_WITHIN_MS = 120_000;
const requests = figure(0, 200, 3);

type Kind = { name: string; path: (round: number) => string; bars: number };

/** Each address has its own request limit, so each request comes from another loopback address. */
function addressOf(round: number): string {
  return `127.0.${1 + (round >> 8)}.${round & 0xff}`;
}

function get(url: string, round: number): Promise<{ body: string; ms: number }> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const request = http.get(url, { localAddress: addressOf(round) }, (response) => {
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        body += chunk;
      });
      response.on("end", () => {
        const ms = performance.now() - started;
        if (response.statusCode === 200) resolve({ body, ms });
        else reject(new Error(`${url}: ${response.statusCode} ${body.slice(0, 200)}`));
      });
    });
    request.on("error", reject);
  });
}

async function waitUntilReady(app: string): Promise<void> {
  const giveUpAt = performance.now() + READY_WITHIN_MS;
  for (;;) {
    const isReady = await get(`${app}/readyz`, 0).then(
      () => true,
      () => false,
    );
    if (isReady) return;
    if (performance.now() > giveUpAt) throw new Error("the app does not become ready");
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
const stack = await startTestStack(root, (line) => print(line));
try {
  const { app } = stack.endpoints;
  await waitUntilReady(app);
  printCalibration();
  const now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  const page = (startAt: number) =>
    `/api/perps-dex/kline?market=${MARKET}&resolution=60&start_at=${startAt}&end_at=${startAt + (PAGE_BARS - 1) * MINUTE_MS}`;
  const kinds: Kind[] = [
    { name: "empty route", path: () => "/healthz", bars: 0 },
    {
      name: "1,500 bars, a page asked for the first time",
      path: (round) => page(now - (28_000 - round * 31) * MINUTE_MS),
      bars: PAGE_BARS,
    },
    {
      name: "1,500 bars, a page asked for again and again",
      path: () => page(now - (PAGE_BARS - 1) * MINUTE_MS),
      bars: PAGE_BARS,
    },
  ];
  const times = kinds.map((): number[] => []);
  // The kinds take turns, so that all run under the same conditions.
  for (let round = 0; round < requests; round += 1) {
    for (const [index, { path, bars }] of kinds.entries()) {
      const { body, ms } = await get(`${app}${path(round)}`, round);
      const { results = [] } = JSON.parse(body) as { results?: unknown[] };
      if (results.length !== bars) throw new Error(`${path(round)}: ${results.length} bars`);
      times[index]?.push(ms);
    }
  }
  row(`${requests} requests each, one after the other`, "p50 ms", "p95 ms", "p95 × empty");
  const empty = percentile(times[0] ?? [], 0.95);
  for (const [index, { name }] of kinds.entries()) {
    const values = times[index] ?? [];
    const p95 = percentile(values, 0.95);
    const figures = [percentile(values, 0.5), p95, p95 / empty];
    row(name, ...figures.map((figure) => figure.toFixed(2)));
  }
  print(`goal: p95 of 1,500 bars at most ${GOAL_MS} ms`);
} finally {
  await stack.stop();
}
