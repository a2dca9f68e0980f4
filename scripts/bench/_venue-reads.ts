/** The cost of a replica's polls to the venue: public reads over a book of 60 levels, in the mix of a replica with one followed market. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { CONSTANTS_FILE, readConstants } from "#scripts/bench/shared/scaling-constants.ts";
import { TraderLoad } from "./_load-signing.ts";
import { fundTraders, startVenueProcess, type VenueProcess } from "./_venue-process.ts";
import { cpuSeconds } from "./shared/child-process.ts";
import { load, requestBytes } from "./shared/load.ts";
import { amount } from "./shared/options.ts";
import { count, print, row } from "./shared/report.ts";

const READS = amount(10_000, 100);
const RATE = 500;
const TRADERS = 20;
const ORDERS = 400;
const IDLE_SECONDS = amount(5, 1);

/** Reads of a market in 21 seconds: the cadences of `lib/trading/market-data`. */
const MIX: Record<string, number> = {
  "/v1/markets/stats?market=ALL": 42,
  "/v1/markets/bbo/BTCUSDC": 60,
  "/v1/orderbook/BTCUSDC?depth=60": 35,
  [`/v1/trades?market=BTCUSDC&page_size=1000&start_at=${Date.now() + 3_600_000}`]: 21,
  "/v1/blocks/latest": 21,
};

function reads(wanted: number): Buffer[] {
  const round = Object.entries(MIX).flatMap(([path, times]) =>
    Array.from({ length: times }, (_, index) => ({ path, at: index / times })),
  );
  const ordered = round.toSorted((a, b) => a.at - b.at);
  const requests = ordered.map(({ path }) => requestBytes(`GET ${path}`));
  return Array.from({ length: wanted }, (_, index) => requests[index % requests.length]).flatMap(
    (request) => request ?? [],
  );
}

type Measured = { microseconds: number; bytes: number; p50: number };

async function measure(venue: VenueProcess): Promise<Measured> {
  const { port, pid } = venue;
  const signing = new TraderLoad(await fundTraders(venue, TRADERS));
  await load(signing.book(ORDERS), { port, connections: 8 });
  await load(reads(1_000), { port, connections: 8 });
  const idleBefore = cpuSeconds(pid);
  await sleep(IDLE_SECONDS * 1_000);
  const idle = (cpuSeconds(pid) - idleBefore) / IDLE_SECONDS;
  let bytes = 0;
  const before = cpuSeconds(pid);
  const result = await load(reads(READS), { port, connections: 8, rate: RATE }, (text) => {
    bytes += text.length;
  });
  const cpu = cpuSeconds(pid) - before - idle * result.seconds;
  if (Object.keys(result.statuses).join() !== "200") {
    throw new Error(`refused: ${JSON.stringify(result.statuses)}`);
  }
  return { microseconds: (cpu * 1e6) / READS, bytes: bytes / READS, p50: result.p50 };
}

async function record({ microseconds, bytes }: Measured): Promise<void> {
  const venue = {
    measuredAt: new Date().toISOString().slice(0, 10),
    cpuMicrosecondsPerRead: Math.round(microseconds),
    bytesPerRead: Math.round(bytes),
  };
  await writeFile(CONSTANTS_FILE, `${JSON.stringify({ ...readConstants(), venue }, null, 2)}\n`);
}

/** Measures on a venue of its own; with `--record` it writes the figures for docs/scaling.md. */
export async function measureReads(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "bench-"));
  const venue = await startVenueProcess(folder);
  try {
    const measured = await measure(venue);
    const { microseconds, bytes, p50 } = measured;
    row(`${count(READS)} reads at ${RATE}/s`, "venue CPU a read", "bytes a read", "p50");
    const figures = [`${microseconds.toFixed(0)} µs`, count(bytes), `${p50.toFixed(1)} ms`];
    row("  the polls of a replica", ...figures);
    print("without what the venue needs when nobody reads");
    if (process.argv.includes("--record")) await record(measured);
  } finally {
    await venue.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
