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
/** In which the venue's history reaches the last order. */
const CATCH_UP_MS = amount(2_000, 100);
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

/** CPU seconds of the venue under the load, with what it does when the last order is answered. */
async function cpuOfLoad(
  venue: VenueProcess,
  traders: LoadTrader[],
  end: () => Promise<unknown>,
): Promise<number> {
  const { cpu } = await runLoad(venue, job(traders));
  const rest = await cpuOf(venue, async () => {
    await end();
    await sleep(CATCH_UP_MS);
  });
  return (cpu * FILLS) / 1e6 + rest;
}

async function runVenue(venue: VenueProcess, traders: LoadTrader[], readers: Readers) {
  await readers.begin(true);
  let received: Received | undefined;
  const cpu = await cpuOfLoad(venue, traders, async () => {
    received = await readers.end(FILLS);
  });
  if (received === undefined) throw new Error("the venue was not measured");
  return { ...received, cpu } satisfies Round;
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
  // To warm up.
  await runLoad(venue, job(traders));
  const ours: Round[] = [];
  const plains: Round[] = [];
  const added: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const aloneCpu = await cpuOfLoad(venue, traders, async () => {});
    row(`  round ${round}, venue without readers`, "", "", `${aloneCpu.toFixed(2)} s`);
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
    added.push((own.cpu - aloneCpu) / own.events / (other.cpu / other.events));
  }
  const p99s = ours.map((round, index) => round.p99 / (plains[index]?.p99 ?? Number.NaN));
  const of = (ratios: number[]) =>
    `${median(ratios).toFixed(2)} (${ratios.map((ratio) => ratio.toFixed(2)).join(", ")})`;
  row("p99, venue / plain (rounds)", of(p99s));
  row("CPU that readers add, venue / plain (rounds)", of(added));
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
