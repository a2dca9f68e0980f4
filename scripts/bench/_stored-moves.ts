/** From the stored bars of a minute of 200 markets to the stored moves, on the embedded database. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { MinuteFollower } from "#lib/catalysts/moves/follow-minutes.ts";
import { moveRevisions } from "#lib/catalysts/schema/catalysts.ts";
import { closeDatabase, type Database, openDatabase } from "#lib/platform/db/client.ts";
import type { Decimal } from "#lib/protocol/decimal.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import { insertBars } from "#lib/trading/market-data/candles/bar-store.ts";
import { insertMinutes } from "#lib/trading/market-data/candles/minute-store.ts";
import { markBarHeads } from "#lib/trading/schema/market-data.ts";
import { amount } from "./shared/options.ts";
import { type Random, randomNumbers } from "./shared/random.ts";
import { percentile, print, row } from "./shared/report.ts";

const MARKETS = amount(200, 40);
/** Until the detector may open moves. */
const WARM_MINUTES = 740;
const PAST_AT_ONCE = 20;
/** Two hours: the state of all markets is stored twice. */
const MEASURED_MINUTES = amount(125, 4);
const GOAL = { storedMs: 50, heldMs: 4 };
/** Whole days, so that a first start does not wait for more of the past. */
const START = Date.UTC(2026, 4, 1);
const SINCE = START - 86_400_000;

const at = (minute: number): number => START + minute * MINUTE_MS;

/** The longest turn of the event loop, as CPU of this thread: other work on the machine affects it less than elapsed time. */
class LoopWatch {
  #longest = 0;
  #before = process.threadCpuUsage();
  #isEnded = false;

  constructor() {
    setImmediate(() => this.#turn());
  }

  /** Milliseconds of the longest turn. */
  end(): number {
    this.#isEnded = true;
    return this.#longest;
  }

  #turn(): void {
    if (this.#isEnded) return;
    const { user, system } = process.threadCpuUsage(this.#before);
    this.#longest = Math.max(this.#longest, (user + system) / 1_000);
    this.#before = process.threadCpuUsage();
    setImmediate(() => this.#turn());
  }
}

class World {
  readonly #closes = Array.from({ length: MARKETS }, () => 100);

  readonly #db: Database;
  readonly #random: Random;

  constructor(db: Database, random: Random) {
    this.#db = db;
    this.#random = random;
  }

  /** Stores these minutes of all markets: the facts first, as those of the minute before are there when a bar is stored. */
  async store(from: number, until: number, stepOneIn: number): Promise<void> {
    const db = this.#db;
    const bars = [];
    const facts = [];
    for (let minute = from; minute < until; minute += 1) {
      for (const [index, before] of this.#closes.entries()) {
        const isStep = this.#random(stepOneIn) === 0;
        const close = before * (1 + (this.#random(2_001) - 1_000) / (isStep ? 25_000 : 2_000_000));
        this.#closes[index] = close;
        const market = `M${String(index).padStart(3, "0")}`;
        const price = close.toFixed(6) as Decimal;
        const prices = { open: price, high: price, low: price, close: price };
        const rest = { volume: "1" as Decimal, trades: 1, closed: true, filled: false };
        bars.push({ market, interval: "1m" as const, start: at(minute), ...prices, ...rest });
        facts.push({
          market,
          start: at(minute - 1),
          openInterest: "1000" as Decimal,
          fundingRate: "0.0001",
          volume: "5000" as Decimal,
          liquidatedLong: "0" as Decimal,
          liquidatedShort: "0" as Decimal,
          lastFillId: 1,
        });
      }
    }
    await insertMinutes(db, facts);
    await insertBars(db, bars);
    await db.update(markBarHeads).set({ openSecond: at(until) });
  }

  async begin(): Promise<void> {
    await this.store(0, 1, 1e9);
    await this.#db.execute(sql`
      INSERT INTO ${markBarHeads} (market, open_second, open_bars, mark_at, fill_id, fill_at)
      SELECT DISTINCT market, ${at(1)}::bigint, '{}'::jsonb, 0, 0, 0 FROM mark_bars`);
    for (let minute = 1; minute < WARM_MINUTES; minute += PAST_AT_ONCE) {
      await this.store(minute, Math.min(WARM_MINUTES, minute + PAST_AT_ONCE), 1e9);
    }
  }
}

async function elapsed(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now();
  await work();
  return performance.now() - before;
}

async function measure(db: Database): Promise<void> {
  const world = new World(db, randomNumbers(3));
  await world.begin();
  const follower = new MinuteFollower({ db, since: SINCE });
  await follower.run(at(WARM_MINUTES));
  const [times, held, empty]: [number[], number[], number[]] = [[], [], []];
  for (let minute = WARM_MINUTES; minute < WARM_MINUTES + MEASURED_MINUTES; minute += 1) {
    await world.store(minute, minute + 1, 300);
    empty.push(await elapsed(() => db.transaction((tx) => tx.execute(sql`SELECT 1`))));
    // Watching takes a core, which would slow down what is timed.
    const watch = minute % 2 === 0 ? new LoopWatch() : undefined;
    const time = await elapsed(() => follower.run(at(minute + 1)));
    if (watch) held.push(watch.end());
    else times.push(time);
  }
  const changes = await db.$count(moveRevisions);
  if (changes < MEASURED_MINUTES) throw new Error("too little moved");
  const figures = (values: number[]) =>
    [0.5, 0.99, 1].map((share) => percentile(values, share).toFixed(1));
  row(`stored bars of ${MARKETS} markets, PGlite`, "median ms", "p99 ms", "longest ms");
  row("until their moves are stored", ...figures(times));
  row("the loop is held, CPU", ...figures(held));
  row("an empty transaction", ...figures(empty));
  print(
    `goal: p99 at most ${GOAL.storedMs} ms, held at most ${GOAL.heldMs} ms; ${changes} changes in ${MEASURED_MINUTES} minutes`,
  );
}

export async function benchStoredMoves(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "svc-bench-catalysts-"));
  try {
    await measure(await openDatabase({ dataDir, databaseUrl: undefined }));
  } finally {
    await closeDatabase();
    await rm(dataDir, { recursive: true });
  }
}
