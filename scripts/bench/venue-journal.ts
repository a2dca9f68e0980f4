/**
 * Durable signed orders per second with the journal in Postgres, against files, on the same machine in the same run.
 *
 * `npm run bench:venue-journal -- [orders per run] [--synchronous] [--smoke]`, with a server as TEST_DATABASE_URL or on
 * 127.0.0.1:5432. With `--synchronous` it starts a server of its own with a synchronous standby server, on the same
 * processors.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ownDatabase, probePostgres } from "#lib/platform/db/postgres.testing.ts";
import {
  findPostgresPrograms,
  PostgresPair,
} from "#services/venue/testing/failover/postgres-pair.ts";
import { fundTraders, runLoad, type ServerLoad, startVenueProcess } from "./_venue-process.ts";
import { amount, figure } from "./shared/options.ts";
import { count, median, print, printCalibration, row } from "./shared/report.ts";

const isSynchronous = process.argv.includes("--synchronous");
const ORDERS = figure(0, 5_000, 100);
const CONNECTIONS = 64;
const TRADERS = amount(200, 20);
const BATCH = 20;
const ROUNDS = amount(7, 1);

type Round = Record<"files" | "table" | "fileBatches" | "tableBatches", ServerLoad>;

printCalibration();
const database = await openDatabase();
const folder = await mkdtemp(join(tmpdir(), "bench-"));
const gateways = { VENUE_GATEWAYS: "1" };
const files = await startVenueProcess(join(folder, "files"), gateways);
const table = await startVenueProcess(join(folder, "table"), {
  ...gateways,
  VENUE_JOURNAL_URL: database.url,
  VENUE_NODE_URL: "http://127.0.0.1",
});
try {
  const ofFiles = { connections: CONNECTIONS, traders: await fundTraders(files, TRADERS) };
  const ofTable = { connections: CONNECTIONS, traders: await fundTraders(table, TRADERS) };
  const single = { batch: 1, requests: ORDERS };
  const large = { batch: BATCH, requests: Math.ceil(ORDERS / 5) };
  const loads = {
    files: () => runLoad(files, { ...ofFiles, ...single }),
    table: () => runLoad(table, { ...ofTable, ...single }),
    fileBatches: () => runLoad(files, { ...ofFiles, ...large }),
    tableBatches: () => runLoad(table, { ...ofTable, ...large }),
  };
  const inOrder = ["files", "table", "fileBatches", "tableBatches"] as const;
  const swapped = ["table", "files", "tableBatches", "fileBatches"] as const;
  const run = async (order: readonly (keyof Round)[]): Promise<Round> => {
    const round: Partial<Round> = {};
    for (const name of order) round[name] = await loads[name]();
    return round as Round;
  };
  // The first round warms up both. Then each goes first in turn: the second pays for what the first left to write.
  await run(inOrder);
  const rounds: Round[] = [];
  while (rounds.length < ROUNDS)
    rounds.push(await run(rounds.length % 2 === 0 ? swapped : inOrder));
  print(`${count(ORDERS)} orders a run, ${ROUNDS} rounds, ${CONNECTIONS} connections, 1 gateway`);
  row("medians", "requests", "p50", "p99");
  for (const name of inOrder) {
    const of = (value: (load: ServerLoad) => number) =>
      median(rounds.map((round) => value(round[name])));
    const times = [of((load) => load.p50), of((load) => load.p99)];
    row(
      `  ${name}`,
      `${count(of((l) => l.perSecond))}/s`,
      ...times.map((t) => `${t.toFixed(1)} ms`),
    );
  }
  const ratio = (name: string, value: (round: Round) => number) =>
    row(
      name,
      median(rounds.map(value)).toFixed(2),
      ` of ${rounds.map((r) => value(r).toFixed(2)).join(", ")}`,
    );
  ratio("  throughput: table / files", (r) => r.table.perSecond / r.files.perSecond);
  ratio("  batches: table / files", (r) => r.tableBatches.perSecond / r.fileBatches.perSecond);
  ratio("  p99: table / files", (r) => r.table.p99 / r.files.p99);
} finally {
  await files.stop();
  await table.stop();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
}

/** The server that is measured, and what ends it. */
async function openDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  if (!isSynchronous) return ownDatabase(await probePostgres(process.env));
  const programs = findPostgresPrograms();
  if (programs === undefined)
    throw new Error("The programs of a Postgres server are not installed.");
  const pair = await PostgresPair.start(programs, await mkdtemp(join(tmpdir(), "pair-")));
  const drop = async () => {
    pair.stop();
    await rm(pair.folder, { recursive: true });
  };
  return { url: pair.firstUrl, drop };
}
