/** From an item of news to what is said of it, and an answer of what was known, on the embedded database. Elapsed times. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { MOVES_CURSOR } from "#lib/catalysts/moves/detector-position.ts";
import { type Move, makeIncidentId, makeMoveId } from "#lib/catalysts/moves/move.ts";
import { storeMinutes } from "#lib/catalysts/moves/move-store.ts";
import { MOVES_HASH } from "#lib/catalysts/moves/parameters.ts";
import { makeNewsId } from "#lib/catalysts/news/deduplication/canonical-url.ts";
import { NewsWriter } from "#lib/catalysts/news/intake/news-writer.ts";
import type { ParsedItem } from "#lib/catalysts/news/parsing/parse-feed.ts";
import { corpus } from "#lib/catalysts/news/reading/corpus/headlines.ts";
import { readNews } from "#lib/catalysts/news/reading/read-news.ts";
import { PassFollower } from "#lib/catalysts/passes/follow-passes.ts";
import { PASSES_ELECTION } from "#lib/catalysts/passes/passes-election.ts";
import { replayCatalysts } from "#lib/catalysts/reads/read-catalysts.ts";
import {
  catalystCursors,
  catalystEvidence,
  catalystMoves,
  catalystRevisions,
} from "#lib/catalysts/schema/catalysts.ts";
import { startRepeatedTask } from "#lib/kernel/time/repeated-task.ts";
import { systemTimers } from "#lib/kernel/time/timers.ts";
import { closeDatabase, type Database, openDatabase } from "#lib/platform/db/client.ts";
import { soleLeader } from "#lib/platform/db/leadership.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import { amount } from "./shared/options.ts";
import { type Random, randomNumbers } from "./shared/random.ts";
import { percentile, print, row } from "./shared/report.ts";

/** Of history before the present: evaluations, moves and two items every five minutes. */
const HISTORY_MINUTES = amount(12 * 60, 2 * 60);
const ITEMS = { warm: amount(50, 1), measured: amount(400, 2) };
const REPLAYS = amount(400, 2);
/** The app's interval: without a wake, an item would wait for it. */
const PASSES_MS = 500;
const GOAL = { eventMs: 1_000, replayMs: 60 };

/** Reports that open a catalyst or join one. */
const HEADLINES = corpus()
  .map(({ text }) => text)
  .filter((headline) => {
    const { type, role } = readNews({ headline, summary: "" }, 0);
    return type !== null && role === "report";
  });

class World {
  readonly #db: Database;
  readonly #random: Random;
  readonly #writer: NewsWriter;
  #items = 0;

  constructor(db: Database, random: Random) {
    this.#db = db;
    this.#random = random;
    this.#writer = new NewsWriter({ db, mostPerHour: Number.MAX_SAFE_INTEGER });
  }

  /** Reads and stores the next item. @returns its id */
  async storeItem(now: number): Promise<string> {
    this.#items += 1;
    const publisher = `site${this.#items % 40}.example`;
    const url = new URL(`https://${publisher}/${this.#items}`);
    const headline = HEADLINES[this.#random(HEADLINES.length)] ?? "";
    const rest = { publisher, headline, summary: "", publishedAt: null };
    const item: ParsedItem = { id: makeNewsId(url), url: url.href, ...rest };
    const source = {
      name: publisher,
      authority: 0.3 + this.#random(7) / 10,
      url: `https://${publisher}/rss`,
      publisher,
      simulatedOrigin: undefined,
    };
    const read = { item, reading: readNews(item, now), model: null };
    await this.#writer.store(source, [read], { now: () => now });
    return item.id;
  }

  /** Stores a move of the minute that ended then. */
  async move(minuteEnd: number): Promise<void> {
    const market = `${["BTC", "ETH", "SOL", "XRP"][this.#random(4)]}USDC`;
    const direction = this.#random(2) === 0 ? "up" : "down";
    const onset = minuteEnd - MINUTE_MS * (1 + this.#random(10));
    const id = makeMoveId({ market, direction, onset, parametersHash: MOVES_HASH });
    const observed = { volumeRatio: 1, openInterestChange: 0, liquidatedShare: 0 };
    const move: Move = {
      id,
      incidentId: makeIncidentId(id),
      market,
      direction,
      rule: "z",
      scope: "single",
      openedAt: minuteEnd,
      onset,
      fromPrice: 100,
      extremePrice: 103,
      extremeAt: minuteEnd,
      endedAt: null,
      endedBy: null,
      size: 0.03,
      z: 6,
      horizon: 5,
      facts: { ...observed, cascade: false, fundingFlip: false },
      parametersHash: MOVES_HASH,
    };
    const [cursor] = await this.#db
      .select()
      .from(catalystCursors)
      .where(eq(catalystCursors.name, MOVES_CURSOR));
    const begin = { name: MOVES_CURSOR, begins: 0, minute: 0, stateMinute: 0 };
    if (cursor === undefined) await this.#db.insert(catalystCursors).values(begin);
    const changes = [{ kind: "opened" as const, move, minuteEnd }];
    const taken = { from: cursor?.minute ?? 0, until: minuteEnd, inputs: [], changes };
    await storeMinutes(this.#db, { cursor: MOVES_CURSOR, ...taken, now: minuteEnd });
  }
}

/** Twelve hours until `end`, in their order. */
async function makeHistory(db: Database, world: World, end: number): Promise<void> {
  const follower = new PassFollower(db);
  const start = end - HISTORY_MINUTES * MINUTE_MS;
  for (let minute = 0; minute < HISTORY_MINUTES; minute += 1) {
    const now = start + minute * MINUTE_MS;
    if (minute % 5 === 0) for (let item = 0; item < 2; item += 1) await world.storeItem(now);
    if (minute % 30 === 29) await world.move(now);
    await follower.run(now);
  }
}

/** As the app runs the passes: at their interval, and when something is stored. */
async function measureEvents(db: Database, world: World): Promise<void> {
  const leadership = soleLeader(PASSES_ELECTION);
  const follower = new PassFollower(db);
  let ended = () => {};
  const log = {
    warn: ({ err }: { err?: unknown }) => {
      throw err;
    },
  };
  const run = async (now: number, signal: AbortSignal): Promise<void> => {
    await follower.run(now, signal);
    ended();
  };
  const { listen } = leadership;
  const task = { everyMs: PASSES_MS, run, failure: "no pass", listen };
  const stop = startRepeatedTask(task, { timers: systemTimers, log: log as never });
  const times: number[] = [];
  for (let item = 0; item < ITEMS.warm + ITEMS.measured; item += 1) {
    const before = performance.now();
    const id = await world.storeItem(Date.now());
    while (!(await isEvidence(db, id))) await new Promise<void>((resolve) => (ended = resolve));
    if (item >= ITEMS.warm) times.push(performance.now() - before);
  }
  await stop();
  await leadership.release();
  row("news, PGlite", "median ms", "p99 ms", "longest ms");
  row("from an item to its event", ...figuresOf(times));
  print(`goal: p99 at most ${GOAL.eventMs} ms; the passes' own interval is ${PASSES_MS} ms`);
}

async function isEvidence(db: Database, id: string): Promise<boolean> {
  return (await db.$count(catalystEvidence, eq(catalystEvidence.newsId, id))) > 0;
}

/** An hour of what was known at some time behind it, as JSON. */
async function measureReplays(db: Database, end: number, random: Random): Promise<void> {
  const start = end - HISTORY_MINUTES * MINUTE_MS;
  const times: number[] = [];
  let bytes = 0;
  const spent = process.cpuUsage();
  for (let replay = 0; replay < REPLAYS; replay += 1) {
    const from = start + random(HISTORY_MINUTES - 60) * MINUTE_MS;
    const to = from + 60 * MINUTE_MS;
    const knownAt = to + random(Math.max(1, end - to));
    const iso = (time: number) => new Date(time).toISOString();
    const query = { from: iso(from), to: iso(to), known_at: iso(knownAt), limit: 100 };
    const before = performance.now();
    const answer = JSON.stringify(await replayCatalysts({ input: { query } }));
    times.push(performance.now() - before);
    bytes += answer.length;
  }
  const { user, system } = process.cpuUsage(spent);
  const cpu = ((user + system) / REPLAYS / 1_000).toFixed(1);
  const [revisions, links] = [await db.$count(catalystRevisions), await db.$count(catalystMoves)];
  if (links === 0) throw new Error("no move had a candidate");
  row("replay endpoint, PGlite", "median ms", "p99 ms", "longest ms");
  row("an hour as it was known, without HTTP", ...figuresOf(times));
  const size = (bytes / REPLAYS / 1_000).toFixed(0);
  print(
    `goal: p99 at most ${GOAL.replayMs} ms; ${cpu} ms of CPU of all threads, the database's too, and ${size} KB an answer; ` +
      `${revisions} revisions, ${links} candidates`,
  );
}

function figuresOf(times: readonly number[]): string[] {
  return [0.5, 0.99, 1].map((share) => percentile(times, share).toFixed(1));
}

export async function benchPasses(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "svc-bench-passes-"));
  try {
    const db = await openDatabase({ dataDir, databaseUrl: undefined });
    const random = randomNumbers(4);
    const world = new World(db, random);
    const end = Date.now() - MINUTE_MS;
    await makeHistory(db, world, end);
    await measureReplays(db, end, random);
    await measureEvents(db, world);
  } finally {
    await closeDatabase();
    await rm(dataDir, { recursive: true });
  }
}
