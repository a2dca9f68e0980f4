/**
 * A step of a market's bars: the bars that closed and the head after them, stored together or not at all.
 *
 * A step continues the head that it was built on. When that head has moved on, because another replica stored a step, it
 * is refused, so two writers cannot both continue from one second, however late one of them wakes up.
 */
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#lib/platform/db/client.ts";
import { KLINE_INTERVALS, type KlineInterval } from "#lib/protocol/kline.ts";
import type { Bar } from "#lib/protocol/wire/market.ts";
import { markBarHeads, markBars } from "#lib/trading/schema/market-data.ts";
import { notifyOfBars, notifyProcessOfBars } from "./bar-election.ts";
import { type BarHead, fromBar, openSecondOf, toBar } from "./bar-head.ts";
import { barRows, insertBars } from "./bar-store.ts";
import { headOfBars } from "./resume.ts";

export type BarStep = {
  market: string;
  /** The open second of the head that this step continues; `undefined` for the first step of a market. */
  from: number | undefined;
  head: BarHead;
  bars: readonly Bar[];
};

export type MarketHead = { market: string; head: BarHead };

const UNIQUE_VIOLATION = "23505";

/**
 * Stores steps of different markets in one statement. @returns the markets whose step was stored; the others were refused
 * @throws the database's error, and then nothing is stored
 */
export async function storeSteps(db: Database, steps: readonly BarStep[]): Promise<Set<string>> {
  const bars = steps.flatMap((step) => step.bars);
  const hasMinutes = bars.some(({ interval }) => interval === "1m");
  try {
    const { rows } = await db.execute<{ market: string }>(sql`
      WITH ${movedHeads(steps)},
      stored AS (
        INSERT INTO ${markBars}
          (market, interval, start, open, high, low, close, volume, trades, filled)
        SELECT bar.* FROM ${barRows(bars)} JOIN moved ON moved.market = bar.market
      )
      SELECT market, ${notifyOfBars(hasMinutes)} FROM moved`);
    if (rows.length > 0) notifyProcessOfBars(hasMinutes);
    return new Set(rows.map(({ market }) => market));
  } catch (thrown) {
    if (!isUniqueViolation(thrown)) throw thrown;
  }
  for (const step of steps) await storeAroundBars(db, step);
  notifyProcessOfBars(true);
  // The stored bars may differ from those of the steps, so their builder reads them back.
  return new Set();
}

/**
 * Some bars of the step exist already, stored without a head. They do not change, and the head is derived from the stored
 * bars.
 */
async function storeAroundBars(db: Database, step: BarStep): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute(
      sql`WITH ${movedHeads([step])} SELECT market, ${notifyOfBars(true)} FROM moved`,
    );
    if (rows.length === 0) return;
    await insertBars(tx, step.bars);
    const end = openSecondOf(step.head);
    const stored = await headOfBars(tx, step.market, end);
    if (stored === undefined) return;
    const { markAt, fillId, fillAt } = step.head;
    const head = { ...stored, markAt, fillId, fillAt };
    await tx.execute(
      sql`WITH ${movedHeads([{ ...step, from: end, head }])} SELECT market FROM moved`,
    );
  });
}

/** The table expression `moved`: moves the heads at which the steps continue, and inserts those of first steps. */
function movedHeads(steps: readonly BarStep[]): SQL {
  const rows = steps.map(({ market, from, head }) => ({
    market,
    continues: from ?? null,
    open_second: openSecondOf(head),
    open_bars: wireBars(head),
    mark_at: head.markAt,
    fill_id: head.fillId,
    fill_at: head.fillAt,
  }));
  return sql`
    step AS (
      SELECT * FROM json_to_recordset(${JSON.stringify(rows)}::json) AS step (
        market text, continues bigint, open_second bigint, open_bars jsonb,
        mark_at bigint, fill_id bigint, fill_at bigint)
    ),
    continued AS (
      UPDATE ${markBarHeads} AS head
      SET open_second = step.open_second, open_bars = step.open_bars,
          mark_at = step.mark_at, fill_id = step.fill_id, fill_at = step.fill_at
      FROM step
      WHERE head.market = step.market AND head.open_second = step.continues
      RETURNING head.market
    ),
    begun AS (
      INSERT INTO ${markBarHeads} (market, open_second, open_bars, mark_at, fill_id, fill_at)
      SELECT market, open_second, open_bars, mark_at, fill_id, fill_at FROM step
      WHERE continues IS NULL
      ON CONFLICT DO NOTHING
      RETURNING market
    ),
    moved AS (SELECT market FROM continued UNION ALL SELECT market FROM begun)`;
}

/** The heads of these markets that are beyond the known open seconds; `undefined`: none is known. */
export async function headsBeyond(
  db: Database,
  known: ReadonlyMap<string, number | undefined>,
): Promise<MarketHead[]> {
  const wanted = [...known].map(([market, second]) => ({ market, second: second ?? null }));
  const { rows } = await db.execute<HeadRow>(sql`
    SELECT head.market, head.open_bars, head.mark_at, head.fill_id, head.fill_at
    FROM json_to_recordset(${JSON.stringify(wanted)}::json) AS known (market text, second bigint)
    JOIN ${markBarHeads} AS head ON head.market = known.market
    WHERE known.second IS NULL OR head.open_second > known.second`);
  return rows.map((row) => ({ market: row.market, head: headOf(row) }));
}

/** The head of one market; `undefined` when none of its bars was stored with one. */
export async function readHead(db: Database, market: string): Promise<BarHead | undefined> {
  const [found] = await headsBeyond(db, new Map([[market, undefined]]));
  return found?.head;
}

/** Like {@link readHead}, but creates the head of bars that were stored without one. */
export async function openHead(
  db: Database,
  market: string,
  now: number,
): Promise<BarHead | undefined> {
  const head = await readHead(db, market);
  if (head !== undefined) return head;
  const made = await headOfBars(db, market, now);
  if (made === undefined) return undefined;
  await storeSteps(db, [{ market, from: undefined, head: made, bars: [] }]);
  return readHead(db, market);
}

type HeadRow = {
  market: string;
  open_bars: Record<KlineInterval, Parameters<typeof fromBar>[0]>;
  mark_at: string;
  fill_id: string;
  fill_at: string;
};

function headOf(row: HeadRow): BarHead {
  const openBars = KLINE_INTERVALS.map((name) => [name, fromBar(row.open_bars[name])]);
  return {
    openBars: Object.fromEntries(openBars) as BarHead["openBars"],
    markAt: Number(row.mark_at),
    fillId: Number(row.fill_id),
    fillAt: Number(row.fill_at),
  };
}

function wireBars({ openBars }: BarHead): Record<string, unknown> {
  const bars = KLINE_INTERVALS.map((interval) => {
    const { start, open, high, low, close, volume, trades, filled } = toBar(
      { market: "", interval, closed: false },
      openBars[interval],
    );
    return [interval, { start, open, high, low, close, volume, trades, filled }];
  });
  return Object.fromEntries(bars);
}

function isUniqueViolation(thrown: unknown): boolean {
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  return cause instanceof Error && "code" in cause && cause.code === UNIQUE_VIOLATION;
}
