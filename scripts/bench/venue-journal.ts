/**
 * Durable signed orders per second with the journal in Postgres, against files, on the same machine in the same run.
 *
 * `npm run bench:venue-journal -- [orders per run]`, with a server as TEST_DATABASE_URL or on 127.0.0.1:5432. What the
 * ratios mean depends on that server's replication.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ownDatabase, probePostgres } from "#lib/platform/db/postgres.testing.ts";
import { fundTraders, runLoad, type ServerLoad, startVenueProcess } from "./_venue-process.ts";
import { count, median, print, printCalibration, row } from "./shared/report.ts";

const ORDERS = Number(process.argv[2] ?? 5_000);
const CONNECTIONS = 64;
const TRADERS = 200;
const BATCH = 20;
const ROUNDS = 3;

type Round = Record<"files" | "table" | "fileBatches" | "tableBatches", ServerLoad>;

printCalibration();
const database = await ownDatabase(await probePostgres(process.env));
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
  const run = async (): Promise<Round> => ({
    files: await runLoad(files, { ...ofFiles, ...single }),
    table: await runLoad(table, { ...ofTable, ...single }),
    fileBatches: await runLoad(files, { ...ofFiles, ...large }),
    tableBatches: await runLoad(table, { ...ofTable, ...large }),
  });
  // The first round warms up both.
  await run();
  const rounds: Round[] = [];
  while (rounds.length < ROUNDS) rounds.push(await run());
  print(`${count(ORDERS)} orders a run, ${ROUNDS} rounds, ${CONNECTIONS} connections, 1 gateway`);
  row("medians", "requests", "p50", "p99");
  for (const name of ["files", "table", "fileBatches", "tableBatches"] as const) {
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
      rounds.map((r) => value(r).toFixed(2)).join(", "),
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
