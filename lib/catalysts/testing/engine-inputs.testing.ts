/** News items as the intake stores them, and moves of markets, for tests of the engine. */
import { eq, max } from "drizzle-orm";
import { cursorName } from "#lib/catalysts/moves/detector-position.ts";
import { type Move, makeMoveId } from "#lib/catalysts/moves/move.ts";
import { storeMinutes } from "#lib/catalysts/moves/move-store.ts";
import { MOVES_HASH } from "#lib/catalysts/moves/parameters.ts";
import { catalystCursors } from "#lib/catalysts/schema/catalysts.ts";
import { newsItems } from "#lib/catalysts/schema/news.ts";
import type { Database } from "#lib/platform/db/client.ts";
import type { CatalystType } from "#lib/protocol/market-knowledge.ts";
import { fallAt } from "./stored-moves.testing.ts";

type NewsRow = typeof newsItems.$inferSelect;

let count = 0;

/** Each headline shows its type and names no asset. */
const HEADLINES: Readonly<Record<CatalystType, string>> = {
  hack: "Bridge drained of 30 million dollars",
  listing: "Coinbase lists a token for spot trading",
  regulatory: "SEC sues an exchange",
  macro: "Fed raises interest rates",
  partnership: "Visa partners with a payments network",
  unlock: "Token unlock of 40 million tokens on Friday",
};

/**
 * A strong report of a hack on SOL, recorded at `recordedAt` (Unix milliseconds). Each has its own
 * id, voice and story.
 */
export function newsAt(recordedAt: number, change: Partial<NewsRow> = {}): Omit<NewsRow, "seq"> {
  count += 1;
  const id = change.id ?? testNewsId(count);
  return {
    id,
    version: 1,
    source: change.publisher ?? "wire",
    url: `https://wire.example/${id}`,
    publisher: "wire.example",
    simulated: true,
    headline: HEADLINES[change.type ?? "hack"],
    summary: "An attacker took the reserves.",
    publishedAt: new Date(recordedAt),
    recordedAt: new Date(recordedAt),
    role: "report",
    type: "hack",
    typeScore: 0.9,
    direction: "negative",
    directionScore: 0.9,
    authority: 0.8,
    assets: [{ asset: "SOL", weight: 1 }],
    details: { exchanges: [], amounts: [], days: [], actors: [] },
    simhash: "0".repeat(16),
    voiceId: id,
    storyId: id,
    reader: "test",
    model: null,
    ...change,
  };
}

export function testNewsId(number: number): string {
  return `nws_${number.toString(16).padStart(24, "0")}`;
}

/** Stores items with the next numbers. */
export async function storeNews(
  db: Database,
  ...items: readonly Omit<NewsRow, "seq">[]
): Promise<void> {
  const [newest] = await db.select({ seq: max(newsItems.seq) }).from(newsItems);
  const seq = newest?.seq ?? 0;
  await db
    .insert(newsItems)
    .values(items.map((item, index) => ({ ...item, seq: seq + 1 + index })));
}

/**
 * A move of a market in this direction that opened at this time, with the id that the detector
 * would give it.
 */
export function moveAt(openedAt: number, change: Partial<Move> = {}): Move {
  const move = fallAt(openedAt, { facts: QUIET, ...change });
  return { ...move, id: makeMoveId(move) };
}

const QUIET = {
  volumeRatio: null,
  openInterestChange: null,
  liquidatedShare: null,
  cascade: false,
  fundingFlip: false,
};

/**
 * Stores states of moves that one detector found in the minute that ended at `minuteEnd`, and moves
 * its cursor there.
 */
export async function storeFound(
  db: Database,
  minuteEnd: number,
  ...found: readonly Move[]
): Promise<void> {
  const name = cursorName(found[0]?.parametersHash ?? MOVES_HASH);
  const [cursor] = await db.select().from(catalystCursors).where(eq(catalystCursors.name, name));
  const from = cursor?.minute ?? 0;
  const begin = { name, begins: 0, minute: 0, stateMinute: 0 };
  if (cursor === undefined) await db.insert(catalystCursors).values(begin);
  const changes = found.map((move) => ({ kind: "opened" as const, move, minuteEnd }));
  const taken = { from, until: minuteEnd, inputs: [], changes };
  await storeMinutes(db, { cursor: name, ...taken, now: minuteEnd });
}
