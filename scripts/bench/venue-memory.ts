/**
 * Whether the venue's memory stays bounded: 2,000 writes per second for some minutes, half of them orders and half
 * cancels of resting orders. Prints the memory of the process every 30 seconds, and its growth in the second half.
 *
 * `npm run bench:venue-memory -- [minutes] [--smoke]`
 */
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { load } from "./_load.ts";
import { TraderLoad } from "./_load-signing.ts";
import { fundTraders, startVenueProcess, type VenueProcess } from "./_venue-process.ts";
import { amount, figure } from "./shared/options.ts";
import { count, print, printCalibration, row } from "./shared/report.ts";

const MINUTES = figure(0, 5, 0.1);
const RATE = 2_000;
const TRADERS = 40;
const SAMPLE_MS = amount(30_000, 1_000);

/** Megabytes of the process and of its engine's heap. */
type Sample = { seconds: number; resident: number; heap: number };

async function sample(venue: VenueProcess, started: number): Promise<Sample> {
  const status = readFileSync(`/proc/${venue.pid}/status`, "latin1");
  const resident = Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
  const metrics = await (await fetch(`${venue.url}/metrics`)).text();
  const heap = Number(/^nodejs_heap_size_used_bytes (\d+)/m.exec(metrics)?.[1]) / 2 ** 20;
  return { seconds: (performance.now() - started) / 1000, resident, heap };
}

/** Megabytes per hour, by least squares. */
function slope(samples: Sample[], of: (sample: Sample) => number): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const meanSeconds = mean(samples.map(({ seconds }) => seconds));
  const meanValue = mean(samples.map(of));
  let above = 0;
  let below = 0;
  for (const each of samples) {
    above += (each.seconds - meanSeconds) * (of(each) - meanValue);
    below += (each.seconds - meanSeconds) ** 2;
  }
  return (above / below) * 3_600;
}

const folder = await mkdtemp(join(tmpdir(), "bench-"));
const venue = await startVenueProcess(folder);
try {
  printCalibration();
  const signing = new TraderLoad(await fundTraders(venue, TRADERS));
  row(`${count(RATE)} writes a second`, "resident MB", "engine heap MB", "p99");
  const started = performance.now();
  const samples: Sample[] = [];
  let sampled = started;
  let worst = 0;
  const statuses: Record<string, number> = {};
  while (performance.now() - started < MINUTES * 60_000) {
    const result = await load(
      signing.ordersAndCancels(RATE),
      { port: venue.port, connections: 64, rate: RATE },
      (text) => signing.answered(text),
    );
    worst = Math.max(worst, result.p99);
    for (const [status, times] of Object.entries(result.statuses)) {
      statuses[status] = (statuses[status] ?? 0) + times;
    }
    if (performance.now() - sampled < SAMPLE_MS) continue;
    sampled = performance.now();
    const now = await sample(venue, started);
    samples.push(now);
    const figures = [now.resident.toFixed(0), now.heap.toFixed(0), `${worst.toFixed(1)} ms`];
    row(`  after ${now.seconds.toFixed(0)} s`, ...figures);
    worst = 0;
  }
  const half = samples.slice(samples.length >> 1);
  const growth = slope(half, ({ resident }) => resident);
  const heapGrowth = slope(half, ({ heap }) => heap);
  row("second half, growth in MB an hour", growth.toFixed(0), heapGrowth.toFixed(0));
  print(`answers ${JSON.stringify(statuses)}`);
} finally {
  await venue.stop();
  await rm(folder, { recursive: true, force: true });
}
