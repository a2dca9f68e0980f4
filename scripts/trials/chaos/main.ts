/**
 * `npm run chaos -- [rounds] [part of a failure's name]`: kills and stops parts of a cluster under a load of signed orders, some sent to the venues and some
 * through the app. It prints for how long no order was accepted, and compares the answers that clients got with the journal.
 */

import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { root } from "#scripts/dev/root.ts";
import { type Cluster, startCluster } from "#scripts/trials/cluster/cluster.ts";
import { Load } from "#scripts/trials/cluster/load.ts";
import { problemsOf, readStory, readTable } from "#services/venue/testing/failover/check-logs.ts";
import { FailoverClient } from "#services/venue/testing/failover/client.ts";
import { call, TestTrader } from "#services/venue/venue.testing.ts";

const CLIENTS = ["chaos 1", "chaos 2", "chaos 3"];
/** Below the simulated market, so that none of the orders fills, and above the least worth of an order. */
const PRICE = "50100";
const TRADERS = 2;
const POLL_MS = 100;
/** A failure that lasts longer ends the run. */
const MAX_MS = 120_000;
/** At the venues and through the app, whose writes wait 5 s for a stopped one. */
const GOAL_MS = 10_000;
const SLOW_MS = 1_000;
/** Orders of each kind of load after a failure. */
const ENOUGH = 15;
/** So long each failure is watched, and a stopped process stays stopped: a takeover may begin seconds after orders flowed again. */
const WATCHED_MS = 12_000;

type Running = { cluster: Cluster; load: Load; clients: FailoverClient[] };
type Failure = {
  name: string;
  /** Breaks it; the result repairs what does not recover on its own. */
  cause: (running: Running) => Promise<(() => Promise<void>) | undefined>;
};

const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(1_000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

/** The name of the venue that answers, or of the other one. */
async function venueOf({ venues }: Cluster, role: "primary" | "standby"): Promise<string> {
  for (let waited = 0; waited < MAX_MS; waited += POLL_MS) {
    for (const [index, url] of venues.entries()) {
      if (!(await answers(`${url}/readyz`))) continue;
      return (index === 0) === (role === "primary") ? "venue" : "venue-2";
    }
    await sleep(POLL_MS);
  }
  throw new Error("no venue is the primary");
}

async function untilReplaced(
  { stack }: Cluster,
  name: string,
  pid: number | undefined,
): Promise<void> {
  const began = performance.now();
  while ([pid, undefined].includes(stack.processes.pids[name])) {
    if (performance.now() - began > MAX_MS) throw new Error(`${name} did not end`);
    await sleep(POLL_MS);
  }
}

function failureOf(role: "primary" | "standby" | "app", signal: "SIGKILL" | "SIGSTOP"): Failure {
  return {
    name: `${role === "app" ? "app" : `venue ${role}`} ${signal}`,
    cause: async ({ cluster }) => {
      const name = role === "app" ? "app-2" : await venueOf(cluster, role);
      const { processes } = cluster.stack;
      const pid = processes.pids[name];
      processes.signal(name, signal);
      if (signal === "SIGKILL") return undefined;
      return async () => {
        processes.signal(name, "SIGCONT");
        // A primary that wakes after its time ends, and its supervisor starts it again.
        if (role === "primary") await untilReplaced(cluster, name, pid);
      };
    },
  };
}

const FAILURES: readonly Failure[] = [
  failureOf("primary", "SIGKILL"),
  failureOf("primary", "SIGSTOP"),
  failureOf("standby", "SIGKILL"),
  failureOf("standby", "SIGSTOP"),
  failureOf("app", "SIGKILL"),
  {
    name: "Redis SIGKILL",
    cause: async ({ cluster }) => {
      await cluster.killRedis();
      return undefined;
    },
  },
];

/** Only once: the promoted server has no standby. */
const LAST: Failure = {
  name: "Postgres SIGKILL",
  cause: async ({ cluster }) => {
    cluster.failPostgres("SIGKILL");
    return undefined;
  },
};

async function startLoad(cluster: Cluster): Promise<Running> {
  const load = new Load(cluster.url);
  const { endpoints, secrets } = cluster.stack;
  const primary = (await venueOf(cluster, "primary")) === "venue" ? 0 : 1;
  const url = cluster.venues[primary] ?? "";
  const clients: FailoverClient[] = [];
  for (const name of CLIENTS) {
    const trader = new TestTrader(url, name);
    const deposit = { account: trader.address, amount: "1000000", reference: name };
    const headers = {
      authorization: `Bearer ${secrets.VENUE_OPERATOR_KEY}`,
      "content-type": "application/json",
    };
    const request = { method: "POST", headers, body: JSON.stringify(deposit) };
    await call(`${url}/v1/operator/deposits`, request);
    await trader.createKey(Date.now());
    clients.push(new FailoverClient(name, cluster.venues, trader.key, PRICE));
  }
  for (let count = 0; count < TRADERS; count += 1) {
    await load.trade(endpoints.sandbox ?? "", randomBytes(32));
  }
  load.readMarkets();
  return { cluster, load, clients };
}

/** The longest time without an accepted order, ms. */
type Away = { venues: number; app: number };

/** Waits until orders flow on both ways. */
async function untilServed({ load, clients }: Running, since: number): Promise<Away> {
  const direct = () =>
    clients
      .flatMap(({ log }) => log)
      .filter(({ kind, sentAt }) => kind !== "height" && sentAt > since);
  const through = () => load.orders.filter(({ sentAt }) => sentAt > since);
  while (direct().length < ENOUGH || through().length < ENOUGH) {
    if (performance.now() - since > MAX_MS) throw new Error("orders are not accepted again");
    await sleep(POLL_MS);
  }
  return { venues: longestGap(since, direct()), app: longestGap(since, through()) };
}

function longestGap(since: number, answers: readonly { answeredAt: number }[]): number {
  const times = [since, ...answers.map(({ answeredAt }) => answeredAt)].toSorted((a, b) => a - b);
  return Math.max(...times.slice(1).map((time, index) => time - (times[index] ?? time)));
}

async function untilWhole({ venues, apps }: Cluster): Promise<void> {
  const urls = [...venues.map((url) => `${url}/healthz`), ...apps.map((url) => `${url}/readyz`)];
  const began = performance.now();
  for (;;) {
    const up = await Promise.all(urls.map(answers));
    if (up.every(Boolean)) return;
    if (performance.now() - began > MAX_MS) throw new Error("the cluster is not whole again");
    await sleep(POLL_MS);
  }
}

async function breakOnce(running: Running, { cause }: Failure): Promise<Away> {
  const since = performance.now();
  const repair = await cause(running);
  await untilServed(running, since);
  await sleep(Math.max(0, since + WATCHED_MS - performance.now()));
  await repair?.();
  await untilWhole(running.cluster);
  await untilServed(running, performance.now());
  const away = await untilServed(running, since);
  if (away.app > GOAL_MS) printSlow(running.load, since);
  return away;
}

/** Prints the requests to the app that took longer than `SLOW_MS`. */
function printSlow({ answers }: Load, since: number): void {
  for (const { kind, at, ms, status, reason } of answers) {
    if (at + ms < since || ms < SLOW_MS) continue;
    print(`  ${kind} sent after ${seconds(at - since)}: ${status} ${reason} in ${seconds(ms)}`);
  }
}

/** @returns whether everything held */
async function run(running: Running, rounds: number, broken: AbortSignal): Promise<boolean> {
  const { cluster, load, clients } = running;
  const sending = Promise.all(clients.map((client) => client.run()));
  // A refused order ends its client, and is thrown at the end.
  sending.catch(() => {});
  await untilServed(running, performance.now());
  let holds = true;
  for (const failure of chosen) {
    const away: Away[] = [];
    while (away.length < (failure === LAST ? 1 : rounds) && !broken.aborted) {
      away.push(await breakOnce(running, failure));
    }
    print(`${failure.name}, ${away.length} rounds`);
    for (const part of ["venues", "app"] as const) {
      const times = away.map((one) => one[part]).toSorted((x, y) => x - y);
      const [median = 0, worst = 0] = [times[times.length >> 1], times.at(-1)];
      holds &&= worst <= GOAL_MS;
      print(
        `  ${part.padEnd(8)}no order for ${seconds(median)} (median), ${seconds(worst)} (worst)`,
      );
    }
  }
  for (const client of clients) client.stop();
  await sending;
  await load.stop();
  const rows = await readTable(cluster.journalUrl);
  const problems = problemsOf([...clients.map(({ log }) => log), load.orders], readStory(rows));
  const orders = clients.flatMap(({ log }) => log).filter(({ kind }) => kind !== "height").length;
  print(
    `${orders} orders at the venues and ${load.orders.length} through the app were acknowledged; ${rows.length} blocks; ${problems.length} violations`,
  );
  for (const problem of problems.slice(0, 20)) print(`  ${problem}`);
  return holds && problems.length === 0;
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

const rounds = Number(process.argv[2] ?? 1);
const chosen = [...FAILURES, LAST].filter(({ name }) => name.includes(process.argv[3] ?? ""));
if (!Number.isSafeInteger(rounds) || rounds < 1 || chosen.length === 0) {
  const names = [...FAILURES, LAST].map(({ name }) => `"${name}"`).join(", ");
  print(`Usage: npm run chaos -- [rounds] [part of one of ${names}]`);
  process.exit(2);
}
const dataDir = mkdtempSync(join(tmpdir(), "chaos-"));
// The user of the Postgres servers passes through it.
chmodSync(dataDir, 0o711);
const stopping = new AbortController();
process.once("SIGINT", () => stopping.abort());
let isWhole = false;
const cluster = await startCluster({
  root,
  dataDir,
  environment: { ...process.env, PORT: "0", VENUE_PORT: "0", SANDBOX_PORT: "0", ORACLE_PORT: "0" },
  hasChain: false,
  say: print,
  signal: stopping.signal,
});
try {
  isWhole = await run(await startLoad(cluster), rounds, stopping.signal);
} catch (error) {
  print(error instanceof Error ? error.message : String(error));
} finally {
  await cluster.stop();
  if (isWhole) rmSync(dataDir, { recursive: true });
  else print(`logs in ${dataDir}`);
}
process.exit(isWhole ? 0 : 1);
