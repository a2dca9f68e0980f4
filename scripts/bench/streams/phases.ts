/**
 * The app alone with all clients: pages beside them, memory over time, readers that stop reading, and the
 * disconnection of all clients.
 */
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { count, median, print, row } from "#scripts/bench/shared/report.ts";
import { readPages, type StreamClients } from "./clients.ts";
import { MARKET } from "./feed.ts";
import type { PagesResult } from "./messages.ts";
import type { Options } from "./options.ts";
import type { Held, Ours } from "./ours.ts";
import { memoryOf } from "./peer.ts";
import { milliseconds } from "./report.ts";
import { connectAll } from "./round.ts";

const PAGES = ["/healthz", "/api/perps-dex/markets", `/trade/${MARKET}`];
const PAGES_PER_SECOND = 8;
const PAGES_SECONDS = 30;
const SAMPLE_SECONDS = 15;
/** Length of a sample in a phase that lasts minutes. */
const LONG_SAMPLE_SECONDS = 60;
const STALLED_SHARE = 0.1;
/** Longer than the app waits for a slow reader. */
const STALLED_WINDOWS = 6;
const SETTLE_MS = 5_000;
const AFTER_LEAVING_SECONDS = 30;

export type Phases = {
  pages: { idle: PagesResult; busy: PagesResult };
  /**
   * Kilobytes per connection without garbage: the most while all are connected, and half a minute after all have
   * left.
   */
  held: Held;
  left: Held;
  /** p99 of the reading clients before and while others do not read. */
  p99Before: number;
  p99Stalled: number;
};

/** `before`: the memory of the app without clients. */
type Run = { app: Ours; clients: StreamClients; options: Options; before: Held };

export async function runPhases(
  app: Ours,
  clients: StreamClients,
  options: Options,
): Promise<Phases> {
  print();
  const pages = { port: app.port, paths: PAGES, perSecond: PAGES_PER_SECOND };
  await readPages({ ...pages, seconds: 10 });
  const idle = await readPages({ ...pages, seconds: PAGES_SECONDS });
  const run: Run = { app, clients, options, before: await app.held() };
  await connectAll(clients, app, options);
  await sleep(SETTLE_MS);
  const busy = await readPages({ ...pages, seconds: PAGES_SECONDS });
  printPages(idle, busy);
  const first = await heldByEach(run);
  const p99Before = await hold(run);
  const held = await heldByEach(run);
  row("a connection without garbage (goal 40 KB)", `${both(first)} at first`, both(held));
  const p99Stalled = await stall(run);
  print(
    `p99 of the others while some do not read / before: ${(p99Stalled / p99Before).toFixed(2)} (goal 0.8 to 1.2)`,
  );
  await clients.leave();
  const left = await afterLeaving(run);
  const most = first.resident > held.resident ? first : held;
  return { pages: { idle, busy }, held: most, left, p99Before, p99Stalled };
}

function printPages(idle: PagesResult, busy: PagesResult): void {
  row("pages, p50 and p99", "no streams", "all streams", "p99 ratio (goal 2.5)");
  for (const [path, { p50, p99, statuses }] of Object.entries(busy)) {
    const before = idle[path];
    if (before === undefined) continue;
    const times = (first: number, second: number) =>
      `${milliseconds(first)} / ${milliseconds(second)}`;
    const ratio = (p99 / before.p99).toFixed(2);
    row(`  ${path}`, times(before.p50, before.p99), times(p50, p99), ratio);
    if (Object.keys(statuses).join() !== "200") print(`    answers: ${JSON.stringify(statuses)}`);
  }
}

/** Megabytes that the kernel keeps for all sockets of the machine. */
function socketMegabytes(): number {
  const text = readFileSync("/proc/net/sockstat", "latin1");
  return (Number(/^TCP: .* mem (\d+)/m.exec(text)?.[1]) * 4_096) / 1e6;
}

async function heldByEach({ app, options, before }: Run): Promise<Held> {
  const { heap, resident } = await app.held();
  const { clients } = options;
  return { heap: (heap - before.heap) / clients, resident: (resident - before.resident) / clients };
}

function both({ heap, resident }: Held): string {
  return `${heap.toFixed(1)} KB in use, ${resident.toFixed(1)} KB resident`;
}

/** @returns the p99 of a window, as the median over all windows */
async function hold({ options, clients, app, before }: Run): Promise<number> {
  row("all clients held", "KB a connection", "kernel sockets", "p50", "p99", "open");
  const seconds = options.minutes > 0 ? LONG_SAMPLE_SECONDS : SAMPLE_SECONDS;
  const samples = Math.max(2, Math.round((options.minutes * 60) / seconds));
  const p99s: number[] = [];
  for (let sample = 1; sample <= samples; sample += 1) {
    const { p50, p99, open } = await clients.measure(seconds);
    const kilobytes = (memoryOf(app) - before.resident) / options.clients;
    p99s.push(p99);
    const figures = [`${socketMegabytes().toFixed(0)} MB`, milliseconds(p50), milliseconds(p99)];
    row(`  after ${sample * seconds} s`, kilobytes.toFixed(1), ...figures, count(open));
  }
  return median(p99s);
}

async function stall({ app, clients, options, before }: Run): Promise<number> {
  const stalled = await clients.stall(Math.round(options.clients * STALLED_SHARE));
  row(`${stalled} clients stop reading`, "app above start", "kernel sockets", "p50", "p99", "open");
  const p99s: number[] = [];
  for (let window = 1; window <= STALLED_WINDOWS; window += 1) {
    const { p50, p99, open } = await clients.measure(SAMPLE_SECONDS);
    p99s.push(p99);
    const above = (memoryOf(app) - before.resident) / 1_024;
    const memory = [`${above.toFixed(0)} MB`, `${socketMegabytes().toFixed(0)} MB`];
    const figures = [...memory, milliseconds(p50), milliseconds(p99), count(open)];
    row(`  after ${window * SAMPLE_SECONDS} s`, ...figures);
  }
  return median(p99s);
}

async function afterLeaving(run: Run): Promise<Held> {
  const { app, options, before } = run;
  row("all have left", "app above start", "KB a former client");
  for (let seconds = 0; seconds < AFTER_LEAVING_SECONDS; seconds += SETTLE_MS / 1_000) {
    await sleep(SETTLE_MS);
    const kilobytes = memoryOf(app) - before.resident;
    const figures = [`${(kilobytes / 1_024).toFixed(0)} MB`];
    const each = (kilobytes / options.clients).toFixed(1);
    row(`  after ${seconds + SETTLE_MS / 1_000} s`, ...figures, each);
  }
  const left = await heldByEach(run);
  row("  without garbage, KB a former client", both(left));
  return left;
}
