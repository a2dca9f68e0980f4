/**
 * Deliveries of webhooks: how many a second, how late, what they cost others, and how the cost grows, on PGlite in a worker
 * (the embedded default) and on Postgres, next to the same requests without a database in the same run.
 *
 * `npm run bench:webhooks -- [pglite|postgres] [throughput|lateness|announcing|hanging|large …] [--smoke]`; without an answering
 * Postgres (TEST_DATABASE_URL or the local one), that part is skipped. `npm run bench:webhooks -- pages` builds and starts the
 * app on Postgres, and measures its pages beside deliveries.
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Secret } from "#lib/kernel/env.ts";
import { ownDatabase, probePostgres } from "#lib/kernel/postgres.testing.ts";
import { closeDatabase, openDatabase } from "#lib/platform/db/client.ts";
import { start } from "#scripts/bench/shared/child-process.ts";
import { amount } from "#scripts/bench/shared/options.ts";
import { print, printCalibration } from "#scripts/bench/shared/report.ts";
import { root } from "#scripts/dev/root.ts";
import { measureAnnouncing } from "./announcing.ts";
import type { Bench } from "./deliveries.ts";
import { measureHanging } from "./hanging.ts";
import { measureLarge } from "./large.ts";
import { measureLateness } from "./lateness.ts";
import { measurePages } from "./pages.ts";
import { measureThroughput } from "./throughput.ts";

const EVENTS = amount(200, 2);
const ROWS = amount(1_000_000, 2_000);

const MEASUREMENTS = {
  throughput: (bench: Bench) => measureThroughput(bench, EVENTS),
  lateness: measureLateness,
  announcing: measureAnnouncing,
  hanging: measureHanging,
  large: (bench: Bench) => measureLarge(bench, ROWS),
};

const given = process.argv.slice(2);
const isOfPages = given.includes("pages");
const chosen = Object.entries(MEASUREMENTS).filter(([name]) => given.includes(name));
const measurements = chosen.length === 0 ? Object.entries(MEASUREMENTS) : chosen;

async function measure(name: string, bench: Bench): Promise<void> {
  print(`\n${name}`);
  if (isOfPages) return measurePages(bench, root);
  for (const [, run] of measurements) await run(bench);
}

async function onPglite(receiver: string): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "svc-bench-webhooks-"));
  try {
    const db = await openDatabase({ dataDir, databaseUrl: undefined });
    await measure("PGlite", { db, receiver });
  } finally {
    await closeDatabase();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function onPostgres(receiver: string): Promise<void> {
  const server = await probePostgres(process.env);
  if (server === undefined) return;
  const own = await ownDatabase(server);
  try {
    const db = await openDatabase({ dataDir: "", databaseUrl: new Secret(own.url) });
    await measure("Postgres", { db, databaseUrl: own.url, receiver });
  } finally {
    await closeDatabase();
    await own.drop();
  }
}

// The reads of pages take the app's configuration.
process.env["SESSION_SECRET"] ??= "0".repeat(32);
process.env["ENCRYPTION_SECRET"] ??= "0".repeat(32);

printCalibration();
const { port, stop } = await start("scripts/bench/webhooks/receiver-process.ts");
const receiver = `http://127.0.0.1:${port}`;
try {
  if (!given.includes("postgres") && !isOfPages) await onPglite(receiver);
  if (!given.includes("pglite")) await onPostgres(receiver);
} finally {
  await stop();
}
