/**
 * Judges price alerts by the stored marks of all markets. Correctness does not depend on which
 * replica runs it, nor on where it starts: rows guard themselves, and a bar that is judged twice
 * changes nothing.
 */
import "server-only";
import { and, gte, inArray, lt, sql } from "drizzle-orm";
import { IDLE } from "#lib/kernel/time/repeated-task.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { HOUR_MS, MINUTE_MS } from "#lib/protocol/durations.ts";
import { barStart } from "#lib/protocol/kline.ts";
import { priceAlertCursors, priceAlerts } from "#lib/pushes/schema/price-alerts.ts";
import { AlertBook, type BookAlert } from "./alert-book.ts";
import { type MarkBar, scaledPrice } from "./alert-rule.ts";
import { openSpans, readMarks } from "./read-marks.ts";
import { storeJudgements } from "./store-judgements.ts";

/** Deleted alerts leave the memory by then. */
const RELOAD_EVERY_MS = HOUR_MS;
/** A stored cursor is this far behind, for alerts that were being stored when it passed. */
const CURSOR_LAG_MS = MINUTE_MS;
const ALERTS_AT_ONCE = 200;

export type AlertWatchOptions = {
  db: Database;
  /** Unix milliseconds. */
  now: () => number;
};

type Row = typeof priceAlerts.$inferSelect;

export class AlertWatch {
  readonly #options: AlertWatchOptions;
  #books = new Map<string, AlertBook>();
  /** By market: the first mark that is not judged, Unix milliseconds. */
  #judged = new Map<string, number>();
  readonly #saved = new Map<string, number>();
  #loadedAt = Number.NEGATIVE_INFINITY;
  /** Alerts of this transaction and later ones may be unknown. */
  #seenBefore = 0;

  constructor(options: AlertWatchOptions) {
    this.#options = options;
  }

  /**
   * @returns IDLE when every stored mark is judged
   * @throws the database's error; the next run continues
   */
  async run(now: number, signal?: AbortSignal): Promise<typeof IDLE | undefined> {
    const { db } = this.#options;
    if (now - this.#loadedAt >= RELOAD_EVERY_MS) await this.#load(now);
    else await this.#readNew(false);
    while (signal?.aborted !== true) {
      const spans = await openSpans(db, this.#judged);
      if (spans.length === 0) return IDLE;
      for (const bar of await readMarks(db, spans)) await this.#judge(bar);
      for (const { market, to } of spans) this.#judged.set(market, to);
      await this.#saveCursors();
    }
    return undefined;
  }

  async #load(now: number): Promise<void> {
    const { db } = this.#options;
    const cursors = await db.select().from(priceAlertCursors);
    this.#books = new Map();
    this.#judged = new Map();
    await this.#readNew(true);
    for (const { market, judgedUntil } of cursors) {
      const oldest = this.#judged.get(market);
      if (oldest !== undefined) this.#judged.set(market, Math.max(oldest, judgedUntil));
      this.#saved.set(market, judgedUntil);
    }
    this.#loadedAt = now;
  }

  /**
   * Reads each alert whose transaction was not visible for certain at the last read, so that none
   * is missed, however late its transaction commits. The numbers of a database that was restored
   * elsewhere may be from the future; those alerts are read by the load alone.
   */
  async #readNew(isLoad: boolean): Promise<void> {
    const { db } = this.#options;
    const { rows: snapshots } = await db.execute<{ oldest: string }>(sql`
      select pg_snapshot_xmin(pg_current_snapshot())::text as oldest`);
    const next = sql`(pg_snapshot_xmax(pg_current_snapshot())::text)::bigint`;
    const { createdIn } = priceAlerts;
    const isNew = and(gte(createdIn, this.#seenBefore), lt(createdIn, next));
    const rows = await db
      .select()
      .from(priceAlerts)
      .where(isLoad ? undefined : isNew);
    this.#seenBefore = Number(snapshots[0]?.oldest ?? 0);
    this.#take(rows);
  }

  #take(rows: readonly Row[]): void {
    const alerts = rows.map((row) => ({ market: row.market, alert: inBook(row) }));
    // In the order of prices each one is added at an end, which moves none of the others.
    alerts.sort((a, b) => (a.alert.price < b.alert.price ? -1 : 1));
    for (const { market, alert } of alerts) {
      const book = this.#books.get(market) ?? new AlertBook();
      this.#books.set(market, book);
      if (!book.has(alert.id)) {
        const judged = this.#judged.get(market) ?? alert.since;
        this.#judged.set(market, Math.min(judged, alert.since));
      }
      book.put(alert);
    }
  }

  async #judge(bar: MarkBar): Promise<void> {
    const { db, now } = this.#options;
    const book = this.#books.get(bar.market);
    let isMore = true;
    while (book !== undefined && isMore) {
      const judgements = book.judge(bar, ALERTS_AT_ONCE);
      isMore = judgements.length === ALERTS_AT_ONCE;
      if (judgements.length === 0) return;
      await storeJudgements(db, { bar, judgements, now: now() });
      const ids = judgements.map(({ alert }) => alert.id);
      // Reads the rows again: another replica may have changed them.
      const rows = await db.select().from(priceAlerts).where(inArray(priceAlerts.id, ids));
      for (const id of ids) book.remove(id);
      const before = new Map(judgements.map(({ alert }) => [alert.id, alert.since]));
      // A row that did not change has no owner any more.
      for (const row of rows) if (row.since !== before.get(row.id)) book.put(inBook(row));
    }
  }

  /** Once a minute, because a mark that is judged again costs little. */
  async #saveCursors(): Promise<void> {
    const due = [...this.#judged]
      .map(([market, until]) => ({ market, judgedUntil: barStart("1m", until) - CURSOR_LAG_MS }))
      .filter(({ market, judgedUntil }) => judgedUntil > (this.#saved.get(market) ?? 0));
    if (due.length === 0) return;
    const { judgedUntil } = priceAlertCursors;
    await this.#options.db
      .insert(priceAlertCursors)
      .values(due)
      .onConflictDoUpdate({
        target: priceAlertCursors.market,
        set: { judgedUntil: sql`greatest(${judgedUntil}, excluded.judged_until)` },
      });
    for (const { market, judgedUntil: until } of due) this.#saved.set(market, until);
  }
}

function inBook({ id, price, direction, isArmed, since, firings }: Row): BookAlert {
  return { id, price: scaledPrice(price), direction, isArmed, since, firings };
}
