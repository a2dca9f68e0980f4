/**
 * One partner with very many fees: how fast fees are booked and read, on PGlite in a worker (the embedded default) and
 * on Postgres, next to plain statements in the same run.
 *
 * `npm run bench:partner -- [fees] [pglite|postgres] [--smoke]`; without an answering Postgres (TEST_DATABASE_URL or the local
 * one), that part is skipped.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { exportEarnings } from "#lib/partner/files/export-earnings.ts";
import { bookFees, type ChargedFee } from "#lib/partner/ledger/book-fees.ts";
import { makePartner, makeReferral, type TestPartner } from "#lib/partner/partner.testing.ts";
import { EarningsQuery, readEarnings } from "#lib/partner/reads/read-earnings.ts";
import { ReferralsQuery, readReferrals } from "#lib/partner/reads/read-referrals.ts";
import { readSummary } from "#lib/partner/reads/read-summary.ts";
import { closeDatabase, type Database, openDatabase } from "#lib/platform/db/client.ts";
import { ownDatabase, probePostgres } from "#lib/platform/db/postgres.testing.ts";
import { Secret } from "#lib/platform/env.ts";
import { FEE_SOURCES } from "#lib/protocol/partner/partner-levels.ts";
import { amount, figure } from "./shared/options.ts";
import { type Random, randomNumbers } from "./shared/random.ts";
import { count, percentile, print, printCalibration, row } from "./shared/report.ts";

const fees = figure(0, 1_000_000, 2_000);
const only = process.argv.find((word) => word === "pglite" || word === "postgres");
const REFERRALS = 200;
const BATCH = 500;
const READS = amount(200, 2);
const YEAR_MS = 365 * 86_400_000;
const END = Date.UTC(2026, 10, 1);

function feesOf(from: number, random: Random): ChargedFee[] {
  return Array.from({ length: BATCH }, (_, index) => {
    const place = from + index;
    const charged = BigInt(1 + random(2_000_000_000));
    return {
      key: `bench:${place}`,
      account: `account-${random(REFERRALS)}`,
      source: FEE_SOURCES[random(FEE_SOURCES.length)] ?? "perp",
      charged,
      gross: (charged * 10n) / 9n,
      occurredAt: END - YEAR_MS + Math.floor((place / fees) * YEAR_MS),
      origin: "venue",
      simulated: false,
    };
  });
}

/** Fees per second; the goal is 2,000. */
async function fill(db: Database): Promise<number> {
  const random = randomNumbers(1);
  let slowest = 0;
  const started = performance.now();
  for (let from = 0; from < fees; from += BATCH) {
    const batch = feesOf(from, random);
    const begun = performance.now();
    await db.transaction((change) => bookFees(change, batch, END));
    slowest = Math.max(slowest, performance.now() - begun);
    if (from % 100_000 === 0) print(`  ${count(from)} of ${count(fees)}`);
  }
  const seconds = (performance.now() - started) / 1_000;
  print(`  slowest batch of ${BATCH}: ${slowest.toFixed(0)} ms`);
  return fees / seconds;
}

/** Rows per second of the same size, without a ledger's rules. */
async function plainInserts(db: Database): Promise<number> {
  const rows = 20_000;
  await db.execute(sql`create table plain (like partner_ledger)`);
  const started = performance.now();
  for (let from = 1; from <= rows; from += BATCH) {
    await db.execute(
      sql`insert into plain select * from partner_ledger where seq >= ${from} and seq < ${from + BATCH}`,
    );
  }
  const rate = rows / ((performance.now() - started) / 1_000);
  await db.execute(sql`drop table plain`);
  return rate;
}

/** Reads everything as CSV as fast as it comes: rows per second, and how much the process grows meanwhile. */
async function measureCsv(db: Database, { actor }: TestPartner): Promise<void> {
  const started = performance.now();
  const query = EarningsQuery.parse({ format: "csv" });
  const request = new Request("http://localhost/api/v1/partner/earnings");
  const call = { ctx: { actor, now: END + READS }, input: { query, request } };
  const answer = await exportEarnings(call);
  if (answer.body === null) throw new Error("The file has no body.");
  const memory: number[] = [];
  let lines = -1;
  let bytes = 0;
  for await (const chunk of answer.body) {
    bytes += chunk.length;
    for (const byte of chunk) if (byte === 10) lines += 1;
    memory.push(process.memoryUsage().rss / 1e6);
  }
  const seconds = (performance.now() - started) / 1_000;
  if (lines !== fees) throw new Error(`The file has ${lines} rows.`);
  const [early, end] = [memory[Math.floor(memory.length / 10)] ?? 0, memory.at(-1) ?? 0];
  row("CSV of everything, rows a second (goal 50,000)", count(lines / seconds));
  row("  megabytes", (bytes / 1e6).toFixed(0));
  row(
    "  MB resident after a tenth, most, at the end",
    early.toFixed(0),
    Math.max(...memory).toFixed(0),
    end.toFixed(0),
  );
  const counted = performance.now();
  await db.execute(
    sql`select count(*) from (select hash, fee, amount from partner_ledger offset 0) rows`,
  );
  row(
    "  in multiples of a scan in the database",
    ((seconds * 1_000) / (performance.now() - counted)).toFixed(1),
  );
}

type Read = { name: string; goalMs?: number; run: (round: number) => Promise<unknown> };

function readsOf(db: Database, { actor }: TestPartner): Read[] {
  const at = (round: number) => ({ actor, now: END + round });
  const earnings = (query: Record<string, string>) => (round: number) =>
    readEarnings({ ctx: at(round), input: { query: EarningsQuery.parse(query) } });
  return [
    { name: "select 1", run: () => db.execute(sql`select 1`) },
    {
      name: "summary",
      goalMs: 50,
      run: (round) => readSummary({ ctx: at(round), input: { query: {} } }),
    },
    {
      name: "a year by day",
      goalMs: 150,
      run: earnings({
        granularity: "day",
        from: "2025-11-01",
        to: "2026-11-01",
        tz: "Europe/Berlin",
      }),
    },
    { name: "newest 50 fees", run: earnings({}) },
    {
      name: "50 referrals by earnings of 90 days",
      run: (round) =>
        readReferrals({
          ctx: at(round),
          input: { query: ReferralsQuery.parse({ sort: "earned", from: "2026-08-01" }) },
        }),
    },
  ];
}

async function measureReads(db: Database, partner: TestPartner): Promise<void> {
  const reads = readsOf(db, partner);
  const times = reads.map((): number[] => []);
  // The kinds take turns, so that all run under the same conditions.
  for (let round = 0; round < READS; round += 1) {
    for (const [index, read] of reads.entries()) {
      const started = performance.now();
      await read.run(round);
      times[index]?.push(performance.now() - started);
    }
  }
  row("read", "p50 ms", "p95 ms", "goal p95", "of a select 1");
  const base = percentile(times[0] ?? [], 0.5);
  for (const [index, { name, goalMs }] of reads.entries()) {
    const [p50, p95] = [0.5, 0.95].map((share) => percentile(times[index] ?? [], share));
    row(
      name,
      (p50 ?? 0).toFixed(2),
      (p95 ?? 0).toFixed(2),
      goalMs?.toString() ?? "",
      `${((p50 ?? 0) / base).toFixed(0)}×`,
    );
  }
}

async function measure(name: string, db: Database): Promise<void> {
  print(`\n${name}: ${count(fees)} fees of one partner, ${REFERRALS} referrals`);
  const partner = await makePartner(db, "bench", 0);
  for (let index = 0; index < REFERRALS; index += 1) {
    await makeReferral(db, partner, `account-${index}`, 0);
  }
  const rate = await fill(db);
  const plain = await plainInserts(db);
  row("intake, fees a second (goal 2,000)", count(rate));
  row("rows a second copied without rules", count(plain), `${(plain / rate).toFixed(1)}×`);
  await db.execute(sql`analyze`);
  await measureReads(db, partner);
  await measureCsv(db, partner);
}

// The links that partners hand out contain the app's configured address; nothing is signed or encrypted here.
process.env["SESSION_SECRET"] ??= "0".repeat(32);
process.env["ENCRYPTION_SECRET"] ??= "0".repeat(32);
printCalibration();
if (only !== "postgres") {
  const dataDir = mkdtempSync(join(tmpdir(), "svc-bench-partner-"));
  try {
    await measure("PGlite", await openDatabase({ dataDir, databaseUrl: undefined }));
  } finally {
    await closeDatabase();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
const server = only === "pglite" ? undefined : await probePostgres(process.env);
if (server !== undefined) {
  const own = await ownDatabase(server);
  try {
    await measure(
      "Postgres",
      await openDatabase({ dataDir: "", databaseUrl: new Secret(own.url) }),
    );
  } finally {
    await closeDatabase();
    await own.drop();
  }
}
