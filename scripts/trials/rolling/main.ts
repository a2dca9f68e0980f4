/**
 * `npm run check:rolling`: restarts each app of a cluster in turn, then each venue, under a load through the front. No request
 * may fail while an app restarts, and streams are back within 3 s.
 */

import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { root } from "#scripts/dev/root.ts";
import { type Cluster, startCluster } from "#scripts/trials/cluster/cluster.ts";
import { type Kind, Load, type LoadAnswer } from "#scripts/trials/cluster/load.ts";

const STREAMS = 20;
const PAGE_READERS = 2;
const MARKET_READERS = 3;
const TRADERS = 2;
/** Before the first restart, and after each. */
const SETTLE_MS = 4_000;
const MAX_DRAIN_MS = 10_000;
const MAX_GAP_MS = 3_000;
const KINDS: readonly Kind[] = ["page", "read", "own read", "order"];

type Phase = { name: string; began: number; ended: number; stopMs: number };

const print = (line: string): void => void process.stdout.write(`${line}\n`);

function hasFailed({ status }: LoadAnswer): boolean {
  return status < 200 || status >= 400;
}

async function startLoad({ url, stack }: Cluster): Promise<Load> {
  const load = new Load(url);
  const sandbox = stack.endpoints.sandbox ?? "";
  for (let count = 0; count < TRADERS; count += 1) await load.trade(sandbox, randomBytes(32));
  for (let count = 0; count < PAGE_READERS; count += 1) load.readPages();
  for (let count = 0; count < MARKET_READERS; count += 1) load.readMarkets();
  for (let count = 0; count < STREAMS; count += 1) load.follow();
  await sleep(SETTLE_MS);
  return load;
}

async function roll({ stack }: Cluster, name: string): Promise<Phase> {
  const began = performance.now();
  const { stopMs } = await stack.processes.restart(name);
  await sleep(SETTLE_MS);
  return { name, began, ended: performance.now(), stopMs };
}

/** First the standby venue, as in an upgrade. */
async function venueNames({ venues }: Cluster): Promise<string[]> {
  const first = await fetch(`${venues[0]}/readyz`).then(({ ok }) => ok);
  return first ? ["venue-2", "venue"] : ["venue", "venue-2"];
}

/** @returns what does not hold */
function report(load: Load, phase: Phase, isApp: boolean): string[] {
  const { name, began, ended, stopMs } = phase;
  const answers = load.answers.filter(({ at }) => at >= began && at < ended);
  const gaps = load.gaps.filter(({ endedAt }) => endedAt >= began && endedAt < ended);
  const longest = Math.max(0, ...gaps.map(({ backAfterMs }) => backAfterMs));
  const lastEnd = Math.max(began, ...gaps.map(({ endedAt }) => endedAt)) - began;
  print(`\n${name}: ended ${seconds(stopMs)} after SIGTERM`);
  if (isApp) {
    print(
      `  streams: ${gaps.length} ended, the last after ${seconds(lastEnd)}, back after at most ${seconds(longest)}`,
    );
  }
  for (const kind of KINDS) {
    const ofKind = answers.filter((one) => one.kind === kind);
    const failed = ofKind.filter(hasFailed);
    const slowest = Math.max(0, ...ofKind.map(({ ms }) => ms));
    const reasons = [...new Set(failed.map(({ status, reason }) => `${status} ${reason}`))];
    print(
      `  ${kind.padEnd(9)}${String(ofKind.length).padStart(6)} sent, ${failed.length} failed, slowest ${seconds(slowest)} ${reasons.join(", ")}`,
    );
  }
  if (!isApp) return [];
  const problems: string[] = [];
  const failed = answers.filter(hasFailed).length;
  if (failed > 0) problems.push(`${failed} requests failed while ${name} restarted`);
  if (lastEnd > MAX_DRAIN_MS) problems.push(`streams of ${name} ended after ${seconds(lastEnd)}`);
  if (longest > MAX_GAP_MS) problems.push(`a stream was back after ${seconds(longest)}`);
  if (gaps.length === 0) problems.push(`no stream was on ${name}`);
  return problems;
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

async function run(cluster: Cluster): Promise<string[]> {
  const load = await startLoad(cluster);
  const problems: string[] = [];
  try {
    for (const name of ["app", "app-2"]) {
      problems.push(...report(load, await roll(cluster, name), true));
    }
    for (const name of await venueNames(cluster)) {
      report(load, await roll(cluster, name), false);
    }
  } finally {
    await load.stop();
  }
  return problems;
}

const dataDir = mkdtempSync(join(tmpdir(), "rolling-"));
// The user of the Postgres servers passes through it.
chmodSync(dataDir, 0o711);
const { signal } = new AbortController();
const cluster = await startCluster({
  root,
  dataDir,
  environment: { ...process.env, PORT: "0", VENUE_PORT: "0", SANDBOX_PORT: "0", ORACLE_PORT: "0" },
  hasChain: false,
  say: print,
  signal,
});
try {
  const problems = await run(cluster);
  print(problems.length === 0 ? "\nnothing was lost" : `\n${problems.join("\n")}`);
  if (problems.length > 0) process.exitCode = 1;
} finally {
  await cluster.stop();
  if (process.exitCode === undefined) rmSync(dataDir, { recursive: true });
  else print(`logs in ${dataDir}`);
}
process.exit();
