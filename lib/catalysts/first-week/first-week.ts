/**
 * The first start in a simulated world begins with a week of catalysts, causes and signals, made from the week that the simulation
 * has behind it. It happens once, in an empty database, and everything in it is marked as simulated.
 */
import { eq } from "drizzle-orm";
import { MOVES_CURSOR } from "#lib/catalysts/moves/detector-position.ts";
import { readWatermark, WATERMARK } from "#lib/catalysts/passes/watermark.ts";
import { catalystCursors, catalystWatermarks } from "#lib/catalysts/schema/catalysts.ts";
import { newsItems } from "#lib/catalysts/schema/news.ts";
import type { ReadPriceTicks } from "#lib/catalysts/signals/price-ticks.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { HOUR_MS, MINUTE_MS, WEEK_MS } from "#lib/protocol/durations.ts";
import { passWeek } from "./pass-week.ts";
import { type PastNewsParts, recordPastNews } from "./record-news.ts";

/** Moves are found up to now when they are at most this far behind. */
const CAUGHT_UP_MS = 3 * MINUTE_MS;
/** How long the sources of the simulated world are waited for. */
const SOURCES_MS = MINUTE_MS;
/** After this long without a past the service goes on without one. */
const PATIENCE_MS = 10 * MINUTE_MS;

export type FirstWeekOptions = {
  db: Database;
  log: Pick<Logger, "info" | "warn">;
  /** When this process started, Unix milliseconds. */
  since: number;
};

export class FirstWeek {
  readonly #options: FirstWeekOptions;
  #isNewsThere = false;
  #isOver = false;

  constructor(options: FirstWeekOptions) {
    this.#options = options;
  }

  /** Whether passes of the present may be made by this process. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** The same for a process that may not make the week: another one may have made it. */
  async hasPassed(now: number): Promise<boolean> {
    if (!this.#isOver) {
      const watermark = await readWatermark(this.#options.db);
      this.#isOver = watermark !== undefined && watermark.at >= now - HOUR_MS;
    }
    return this.#isOver;
  }

  /**
   * Call it before each read of the sources.
   * @returns false while a source of the simulated world does not answer yet: what is read before its past would be in its way
   */
  async recordNews(parts: Omit<PastNewsParts, "db">, now: number): Promise<boolean> {
    if (this.#isNewsThere || this.#isOver) return true;
    const { log, since } = this.#options;
    try {
      await this.#recordOnce(parts, now);
      return true;
    } catch (error) {
      if (now <= since + SOURCES_MS) return false;
      log.warn({ err: error }, "the simulated week before the first start could not be read");
      this.#isOver = true;
      return true;
    }
  }

  async #recordOnce(parts: Omit<PastNewsParts, "db">, now: number): Promise<void> {
    const { db } = this.#options;
    const [known] = await db.select({ id: newsItems.id }).from(newsItems).limit(1);
    if (known === undefined) {
      const recorded = await recordPastNews({ ...parts, db }, { from: now - WEEK_MS, until: now });
      // A world without a story has no past, and nothing waits for one.
      if (recorded === 0) this.#isOver = true;
    }
    this.#isNewsThere = true;
  }

  /**
   * Makes the week when everything that it is made of is there. Until `isOver` nothing else may make passes.
   * @throws the database's error; the next run goes on with the present
   */
  async run(
    { now, priceTicks }: { now: number; priceTicks: ReadPriceTicks },
    signal: AbortSignal,
  ): Promise<void> {
    const { db, log, since } = this.#options;
    if ((await readWatermark(db)) !== undefined || now > since + PATIENCE_MS) {
      this.#isOver = true;
      return;
    }
    if (!this.#isNewsThere || !(await this.#areMovesThere(now))) return;
    const from = now - WEEK_MS;
    const begin = { name: WATERMARK, at: new Date(from), newsSeq: 0, moveMinute: 0 };
    await db.insert(catalystWatermarks).values(begin).onConflictDoNothing();
    const started = performance.now();
    try {
      await passWeek(db, { from, until: now, priceTicks }, signal);
    } finally {
      this.#isOver = true;
    }
    const milliseconds = Math.round(performance.now() - started);
    log.info({ milliseconds }, "the simulated week before the first start is recorded");
  }

  async #areMovesThere(now: number): Promise<boolean> {
    const [cursor] = await this.#options.db
      .select({ minute: catalystCursors.minute })
      .from(catalystCursors)
      .where(eq(catalystCursors.name, MOVES_CURSOR));
    return cursor !== undefined && cursor.minute >= now - CAUGHT_UP_MS;
  }
}
