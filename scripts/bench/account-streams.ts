/**
 * The streams of 2,000 accounts at 500 fills a second: the venue, which matches, stores and replays each order before its
 * events leave, against a plain `node:http` server that is handed the same events at the same moments.
 *
 * `npm run bench:account-streams`; `--smoke` checks only that every fill arrives once.
 */
import { type ChildProcess, fork } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { LoadTrader } from "./_load-signing.ts";
import { fundTraders, runLoad, startVenueProcess, type VenueProcess } from "./_venue-process.ts";
import type {
  ReadersCommand,
  ReaderTarget,
  Received,
  RecordedEvent,
} from "./account-streams/messages.ts";
import {
  cpuSeconds,
  nextMessage,
  type Running,
  residentKilobytes,
  start,
  stopChild,
} from "./shared/child-process.ts";
import { amount } from "./shared/options.ts";
import { count, median, print, printCalibration, row } from "./shared/report.ts";
import { connectPublisher, post } from "./streams/publisher.ts";

const ACCOUNTS = amount(2_000, 40);
/** Each second order takes what the one before offers, and a trade is a fill of both. */
const FILLS_PER_SECOND = amount(500, 100);
const SECONDS = amount(20, 1);
const ROUNDS = amount(3, 1);
const FILLS = FILLS_PER_SECOND * SECONDS;
const CONNECTIONS = 32;
const SETTLE_MS = amount(5_000, 500);
/** Events that are published together. */
const PUBLISH_MS = 2;

type Round = Received & { cpu: number };

class Readers {
  readonly #child: ChildProcess = fork(
    new URL("./account-streams/readers-process.ts", import.meta.url),
    {
      serialization: "advanced",
    },
  );

  connect(targets: ReaderTarget[]): Promise<number> {
    return this.#ask<number>({ type: "connect", targets });
  }

  async begin(record: boolean): Promise<void> {
    await this.#ask({ type: "begin", record });
  }

  end(fills: number): Promise<Received> {
    return this.#ask<Received>({ type: "end", fills });
  }

  async leave(): Promise<void> {
    await this.#ask({ type: "leave" });
  }

  stop(): Promise<void> {
    return stopChild(this.#child);
  }

  #ask<Answer>(command: ReadersCommand): Promise<Answer> {
    const answered = nextMessage<Answer>(this.#child);
    this.#child.send(command);
    return answered;
  }
}

const job = (traders: LoadTrader[]) => ({
  connections: CONNECTIONS,
  batch: 1,
  traders,
  requests: FILLS,
  rate: FILLS_PER_SECOND,
});

/** CPU seconds of the server while `work` runs. */
async function cpuOf({ pid }: Running, work: () => Promise<unknown>): Promise<number> {
  const before = cpuSeconds(pid);
  await work();
  return cpuSeconds(pid) - before;
}

/** What each stream has added to the server since this call. */
function idleMemory({ pid }: Running): () => string {
  const before = residentKilobytes(pid);
  return () => `${((residentKilobytes(pid) - before) / ACCOUNTS).toFixed(1)} KB`;
}

async function runVenue(venue: VenueProcess, traders: LoadTrader[], readers: Readers) {
  await readers.begin(true);
  const { cpu } = await runLoad(venue, job(traders));
  const received = await readers.end(FILLS);
  return { ...received, cpu: (cpu * FILLS) / 1e6 } satisfies Round;
}

/** Publishes the events at their moments; fills carry the time of their publication. */
async function replay(port: number, events: readonly RecordedEvent[]): Promise<void> {
  const publisher = await connectPublisher(port);
  const startedAt = performance.now();
  for (let next = 0; next < events.length; ) {
    const passed = performance.now() - startedAt;
    const lines: string[] = [];
    for (
      let event = events[next];
      event !== undefined && event.at <= passed;
      event = events[next]
    ) {
      const frame = event.frame.replace(/"created_at":\d+/, `"created_at":${Date.now()}`);
      lines.push(`${event.reader}\t${JSON.stringify(frame)}`);
      next += 1;
    }
    if (lines.length > 0) publisher.write(post({}, lines.join("\n")));
    await sleep(PUBLISH_MS);
  }
  publisher.destroy();
}

async function runPlain(plain: Running, events: RecordedEvent[], readers: Readers): Promise<Round> {
  await readers.begin(false);
  let received: Received | undefined;
  const cpu = await cpuOf(plain, async () => {
    await replay(plain.port, events);
    received = await readers.end(FILLS);
  });
  if (received === undefined) throw new Error("the plain server was not measured");
  return { ...received, cpu };
}

function printRound(name: string, { p50, p99, cpu, events, fills, wrongTrades }: Round): void {
  const each = (cpu * 1e6) / events;
  const figures = [`${p50.toFixed(1)} ms`, `${p99.toFixed(1)} ms`, `${cpu.toFixed(2)} s`];
  row(`  ${name}`, ...figures, `${each.toFixed(1)} µs`, count(fills));
  if (wrongTrades === 0) return;
  print(`LOST OR REPEATED: fills of ${wrongTrades} trades, ${name}`);
  process.exitCode = 1;
}

async function measure(venue: VenueProcess, plain: Running, readers: Readers): Promise<void> {
  const traders = await fundTraders(venue, ACCOUNTS);
  // Without a reader, and to warm up.
  await runLoad(venue, job(traders));
  const alone = await runLoad(venue, job(traders));
  const aloneCpu = (alone.cpu * FILLS) / 1e6;
  row("  the venue without readers", "", "", `${aloneCpu.toFixed(2)} s`);
  const ours: Round[] = [];
  const plains: Round[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const memoryOf = idleMemory(venue);
    await readers.connect(
      traders.map(({ key }) => ({
        url: `${venue.url}/v1/stream`,
        headers: { authorization: `Bearer ${key}` },
      })),
    );
    await sleep(SETTLE_MS);
    if (round === 1) row("  memory of an idle stream, venue", memoryOf());
    const own = await runVenue(venue, traders, readers);
    await readers.leave();
    ours.push(own);
    printRound(`round ${round}, venue`, own);
    const url = `http://127.0.0.1:${plain.port}`;
    const plainMemoryOf = idleMemory(plain);
    await readers.connect(
      Array.from({ length: ACCOUNTS }, (_, reader) => ({ url: `${url}/${reader}`, headers: {} })),
    );
    await sleep(SETTLE_MS);
    if (round === 1) row("  memory of an idle stream, plain", plainMemoryOf());
    const other = await runPlain(plain, own.record, readers);
    await readers.leave();
    plains.push(other);
    printRound(`round ${round}, plain`, other);
  }
  const middle = (rounds: Round[], of: (round: Round) => number) => median(rounds.map(of));
  const p99 = middle(ours, (round) => round.p99) / middle(plains, (round) => round.p99);
  const added = middle(ours, ({ cpu, events }) => (cpu - aloneCpu) / events);
  const cpu = added / middle(plains, (round) => round.cpu / round.events);
  row("p99, venue / plain", p99.toFixed(2));
  row("CPU that readers add, venue / plain", cpu.toFixed(2));
}

printCalibration();
print(
  `${count(ACCOUNTS)} accounts, a reader each, ${FILLS_PER_SECOND} fills a second for ${SECONDS} s`,
);
row("fill to reader", "p50", "p99", "CPU", "CPU an event", "fills");
const folder = await mkdtemp(join(tmpdir(), "bench-"));
const venue = await startVenueProcess(folder);
const plain = await start("scripts/bench/account-streams/plain-process.ts");
const readers = new Readers();
try {
  await measure(venue, plain, readers);
} finally {
  await readers.stop();
  await plain.stop();
  await venue.stop();
  await rm(folder, { recursive: true, force: true });
}
