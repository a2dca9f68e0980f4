/**
 * Checks the closed minutes of all markets in order. Pushes and the markets' cursors are stored in
 * one transaction. A cursor moves only from where it was read, so any number of replicas may run
 * it. Levels that a late minute crosses count as crossed, but are not announced.
 */
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import "server-only";
import { asc, eq, sql } from "drizzle-orm";
import type { Database } from "#lib/platform/db/client.ts";
import { barStart } from "#lib/protocol/kline.ts";
import type { MarketPush } from "#lib/protocol/wire/pushes.ts";
import { judgeLevels, type LevelState, NO_LEVELS } from "#lib/pushes/rules/price-levels.ts";
import {
  isMoveDue,
  judgeMove,
  type LastMoves,
  MOVE_MINUTES,
} from "#lib/pushes/rules/price-moves.ts";
import { type PushDraft, utcDay } from "#lib/pushes/rules/push-draft.ts";
import { pushCursors } from "#lib/pushes/schema/pushes.ts";
import { markBarHeads, markBars } from "#lib/trading/schema/market-data.ts";
import { storePushes } from "./store-pushes.ts";

/** A minute that closed longer ago than this was stored late, or is history. */
const LIVE_MS = 2 * MINUTE_MS;
/** How long a push may be sent after the minute. */
const WINDOW_MS = 15 * MINUTE_MS;
const BARS_AT_ONCE = 1_000;
const QUOTE = /USDC$/;

type Bar = { market: string; start: number; close: string; filled: boolean };
type State = LevelState & { moves?: LastMoves };
type Cursor = { market: string; minute: number; state: State };
type Judged = { market: string; before: number; minute: number; state: State };

export type MarketPushTerms = {
  /** Distances of the round levels by asset. */
  levels: ReadonlyMap<string, string>;
  /** Unix milliseconds. */
  now: number;
};

/** @returns how many pushes were written */
export async function writeMarketPushes(db: Database, terms: MarketPushTerms): Promise<number> {
  await beginCursors(db, terms.now);
  let written = 0;
  for (;;) {
    const bars = await readBars(db);
    if (bars.length > 0) written += await judge(db, bars, terms);
    if (bars.length < BARS_AT_ONCE) return written;
  }
}

/** A market starts with the minute that is open, so its history is skipped. */
async function beginCursors(db: Database, now: number): Promise<void> {
  const minute = barStart("1m", now);
  await db.execute(sql`
    insert into ${pushCursors} (market, minute, state)
    select head.market, ${minute}::bigint, ${JSON.stringify(NO_LEVELS)}::jsonb
    from ${markBarHeads} as head
    where not exists (select from ${pushCursors} as known where known.market = head.market)
    on conflict do nothing`);
}

async function readBars(db: Database): Promise<Bar[]> {
  const { rows } = await db.execute<Omit<Bar, "start"> & { start: string }>(sql`
    select bar.market, bar.start, bar.close, bar.filled
    from ${pushCursors} as cursor
    cross join lateral (
      select * from ${markBars} as stored
      where stored.market = cursor.market and stored.interval = '1m' and stored.start >= cursor.minute
      order by stored.start limit ${BARS_AT_ONCE}
    ) as bar
    order by bar.start, bar.market limit ${BARS_AT_ONCE}`);
  return rows.map((row) => ({ ...row, start: Number(row.start) }));
}

async function judge(db: Database, bars: readonly Bar[], terms: MarketPushTerms): Promise<number> {
  const cursors = await db.select().from(pushCursors).orderBy(asc(pushCursors.market));
  const isLive = ({ start, filled }: Bar) => !filled && terms.now - (start + MINUTE_MS) <= LIVE_MS;
  const before = await closesBefore(db, bars.filter(isLive));
  const drafts: PushDraft[] = [];
  const judged: Judged[] = [];
  for (const { market, minute, state } of cursors) {
    const own = bars.filter((bar) => bar.market === market && bar.start >= minute);
    const last = own.at(-1);
    if (last === undefined) continue;
    const cursor: Cursor = { market, minute, state: state as State };
    for (const bar of own.filter(({ filled, close }) => !filled && Number(close) > 0)) {
      drafts.push(...judgeBar(cursor, bar, { ...terms, isLive: isLive(bar), before }));
    }
    judged.push({ market, before: minute, minute: last.start + MINUTE_MS, state: cursor.state });
  }
  return save(db, { judged, drafts, now: terms.now });
}

type BarTerms = MarketPushTerms & {
  isLive: boolean;
  before: ReadonlyMap<string, Map<number, string>>;
};

function judgeBar(cursor: Cursor, bar: Bar, terms: BarTerms): PushDraft[] {
  const { isLive, before, levels } = terms;
  const asset = bar.market.replace(QUOTE, "");
  const drafts: PushDraft[] = [];
  const step = QUOTE.test(bar.market) ? levels.get(asset) : undefined;
  if (step !== undefined) {
    const found = judgeLevels(cursor.state, bar, { step, isLive });
    cursor.state = { ...cursor.state, ...found.state };
    const { crossing } = found;
    if (crossing) {
      const data = { kind: "round_level", percent: null, minutes: null, ...crossing } as const;
      drafts.push(draftOf(bar, `level:${asset}`, data));
    }
  }
  if (!isLive) return drafts;
  const move = judgeMove(bar.close, before.get(keyOf(bar)) ?? new Map<number, string>());
  const { moves = {} } = cursor.state;
  if (move && isMoveDue(moves, move.direction, bar.start)) {
    cursor.state = { ...cursor.state, moves: { ...moves, [move.direction]: bar.start } };
    const data = { kind: "price_move", level: null, ...move } as const;
    drafts.push(draftOf(bar, `move:${bar.market}:${move.direction}`, data));
  }
  return drafts;
}

function draftOf(
  { market, start, close }: Bar,
  about: string,
  found: Pick<MarketPush, "kind" | "direction" | "level" | "percent" | "minutes">,
): PushDraft {
  const key = `${about}:${utcDay(start)}`;
  const at = start + MINUTE_MS;
  return {
    type: "push.market",
    key,
    twinKey: key,
    kind: found.kind,
    at,
    leavesUntil: at + WINDOW_MS,
    itemId: null,
    scheduledAt: null,
    data: {
      ...found,
      market,
      asset: market.replace(QUOTE, ""),
      price: close,
      closed_at: new Date(at).toISOString(),
    },
  };
}

const keyOf = ({ market, start }: Pick<Bar, "market" | "start">): string => `${market} ${start}`;

/** The closes an hour and a day before each bar, where known. */
async function closesBefore(
  db: Database,
  bars: readonly Bar[],
): Promise<Map<string, Map<number, string>>> {
  const wanted = bars.flatMap(({ market, start }) =>
    MOVE_MINUTES.map((minutes) => ({ market, start, minutes, of: start - minutes * MINUTE_MS })),
  );
  const found = new Map<string, Map<number, string>>();
  if (wanted.length === 0) return found;
  const { rows } = await db.execute<{
    market: string;
    start: string;
    minutes: number;
    close: string;
  }>(sql`
    select wanted.market, wanted.start, wanted.minutes, bar.close
    from json_to_recordset(${JSON.stringify(wanted)}::json)
      as wanted (market text, start bigint, minutes integer, of bigint)
    join ${markBars} as bar
      on bar.market = wanted.market and bar.interval = '1m' and bar.start = wanted.of
    where not bar.filled`);
  for (const { market, start, minutes, close } of rows) {
    const key = keyOf({ market, start: Number(start) });
    const closes = found.get(key) ?? new Map<number, string>();
    found.set(key, closes.set(Number(minutes), close));
  }
  return found;
}

type Saving = { judged: readonly Judged[]; drafts: readonly PushDraft[]; now: number };

/**
 * Stores nothing when another replica has moved one of the cursors; the next run reads them again.
 */
function save(db: Database, { judged, drafts, now }: Saving): Promise<number> {
  return db
    .transaction(async (change) => {
      for (const { market, before, minute, state } of judged) {
        const moved = await change
          .update(pushCursors)
          .set({ minute, state })
          .where(sql`${eq(pushCursors.market, market)} and ${pushCursors.minute} = ${before}`)
          .returning({ market: pushCursors.market });
        if (moved.length === 0) throw new CursorMoved();
      }
      return storePushes(change, drafts, now);
    })
    .catch((thrown: unknown) => {
      if (thrown instanceof CursorMoved) return 0;
      throw thrown;
    });
}

class CursorMoved extends Error {}
