/** The outputs of passes, the result of replaying them, and random histories of news and moves. */
import { and, asc, eq, gt, isNotNull, lte } from "drizzle-orm";
import type { TrackedMove } from "#lib/catalysts/causes/explained-move.ts";
import { toReport } from "#lib/catalysts/events/report.ts";
import { isCounted, readDetectors } from "#lib/catalysts/moves/counted-moves.ts";
import type { Move } from "#lib/catalysts/moves/move.ts";
import { MOVES_HASH } from "#lib/catalysts/moves/parameters.ts";
import { type EngineState, moveSeen } from "#lib/catalysts/passes/engine-state.ts";
import { runPass } from "#lib/catalysts/passes/run-pass.ts";
import {
  catalystDecisions,
  catalystEvidence,
  catalystMoves,
  catalystPasses,
  catalystRevisions,
  catalysts,
  moveExplanations,
  moveRevisions,
} from "#lib/catalysts/schema/catalysts.ts";
import { newsItems } from "#lib/catalysts/schema/news.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { CATALYST_TYPES } from "#lib/protocol/market-knowledge.ts";
import { moveAt, newsAt, storeFound, storeNews, testNewsId } from "./engine-inputs.testing.ts";

/** Rows as sorted text, byte for byte as stored. */
export async function storedRows(db: Database) {
  const revisions = await db.select().from(catalystRevisions);
  const evidence = await db.select().from(catalystEvidence);
  const explanations = await db.select().from(moveExplanations);
  const candidates = await db.select().from(catalystMoves);
  return {
    revisions: textsOf(
      revisions.map(({ catalystId, revision, kind, recordedAt, dueAt, changed, event }) => [
        catalystId,
        revision,
        kind,
        recordedAt,
        dueAt,
        changed,
        event,
      ]),
    ),
    evidence: textsOf(
      evidence.map(({ catalystId, newsId, newsVersion, recordedAt, belongs }) => [
        catalystId,
        newsId,
        newsVersion,
        recordedAt,
        belongs,
      ]),
    ),
    explanations: textsOf(explanations.map((row) => [row.moveId, row.recordedAt, row.explanation])),
    candidates: textsOf(candidates.map((row) => [row.catalystId, row.moveId, row.recordedAt])),
  };
}

/** The same rows, recomputed from the stored passes, news, moves and decisions. */
export async function replayedRows(db: Database): Promise<Awaited<ReturnType<typeof storedRows>>> {
  const passes = await db.select().from(catalystPasses).orderBy(asc(catalystPasses.at));
  const said = new Map<string, TrackedMove>();
  const revisions: unknown[] = [];
  const evidence: unknown[] = [];
  const explanations: unknown[] = [];
  const candidates: unknown[] = [];
  let state: EngineState = { catalysts: new Map(), moves: new Map() };
  let from = { newsSeq: 0, moveMinute: 0 };
  for (const pass of passes) {
    const { at } = pass;
    const inputs = await inputsOf(db, from, pass, said);
    const made = runPass(state, inputs, at.getTime());
    state = made.state;
    from = pass;
    for (const [id, move] of state.moves) said.set(id, move);
    for (const { catalyst, kind, dueAt, changed } of made.outputs.revisions) {
      const { id, revision } = catalyst.event;
      const due = dueAt === null ? null : new Date(dueAt);
      revisions.push([id, revision, kind, at, due, changed, catalyst.event]);
    }
    for (const row of made.outputs.evidence) {
      evidence.push([row.catalystId, row.newsId, row.newsVersion, at, row.belongs]);
    }
    for (const row of made.outputs.explanations) {
      explanations.push([row.moveId, at, row.explanation]);
    }
    for (const row of made.outputs.candidates) candidates.push([row.catalystId, row.moveId, at]);
  }
  return {
    revisions: textsOf(revisions),
    evidence: textsOf(evidence),
    explanations: textsOf(explanations),
    candidates: textsOf(candidates),
  };
}

type Read = { newsSeq: number; moveMinute: number };

async function inputsOf(
  db: Database,
  from: Read,
  to: Read & { at: Date },
  said: ReadonlyMap<string, TrackedMove>,
) {
  const news = await db
    .select()
    .from(newsItems)
    .where(and(gt(newsItems.seq, from.newsSeq), lte(newsItems.seq, to.newsSeq)))
    .orderBy(asc(newsItems.seq));
  const moved = await db
    .select()
    .from(moveRevisions)
    .where(
      and(
        gt(moveRevisions.minuteEnd, from.moveMinute),
        lte(moveRevisions.minuteEnd, to.moveMinute),
        isCounted(moveRevisions, await readDetectors(db)),
      ),
    )
    .orderBy(asc(moveRevisions.minuteEnd), asc(moveRevisions.moveId), asc(moveRevisions.revision));
  const newest = new Map(moved.map((row) => [row.moveId, row]));
  const splits = await db
    .select()
    .from(catalystDecisions)
    .where(
      and(isNotNull(catalystDecisions.carriedOutAt), eq(catalystDecisions.carriedOutAt, to.at)),
    )
    .orderBy(asc(catalystDecisions.givenAt), asc(catalystDecisions.id));
  return {
    reports: news.map(toReport),
    moves: [...newest.values()].map((row) => ({
      explanation: said.get(row.moveId)?.explanation ?? null,
      candidates: said.get(row.moveId)?.candidates ?? [],
      move: moveSeen({ ...row, id: row.moveId }),
    })),
    splits,
  };
}

function textsOf(rows: readonly unknown[]): string[] {
  return rows.map((row) => JSON.stringify(row)).toSorted();
}

/**
 * Catalysts with a gap in their revisions, or whose newest state differs from their last revision.
 */
export async function brokenCatalysts(db: Database): Promise<string[]> {
  const newest = await db.select().from(catalysts);
  const revisions = await db
    .select()
    .from(catalystRevisions)
    .orderBy(asc(catalystRevisions.catalystId), asc(catalystRevisions.revision));
  return newest.flatMap(({ id, event }) => {
    const own = revisions.filter(({ catalystId }) => catalystId === id);
    const isWhole = own.every(({ revision }, index) => revision === index + 1);
    const isNewest = JSON.stringify(own.at(-1)?.event) === JSON.stringify(event);
    return isWhole && isNewest ? [] : [id];
  });
}

/** News, moves and decisions that depend on a seed. Times are Unix milliseconds. */
export class RandomHistory {
  readonly #db: Database;
  readonly #random: () => number;
  #moves: Move[] = [];
  #movesHash = MOVES_HASH;
  #detectors = 0;
  #items = 0;
  #minuteEnd = 0;
  #decisions = 0;

  constructor(db: Database, seed: number) {
    this.#db = db;
    this.#random = randomOf(seed);
  }

  /** The hash of the detector that finds the moves. */
  get movesHash(): string {
    return this.#movesHash;
  }

  /** A whole number from 0 to below `below`. */
  whole(below: number): number {
    return Math.floor(this.#random() * below);
  }

  #one<Value>(values: readonly [Value, ...Value[]]): Value {
    return values[this.whole(values.length)] ?? values[0];
  }

  /**
   * Stores one to three items: stories about a few assets, some of them repeated, denied, changed
   * or only recapped.
   */
  async addNews(now: number): Promise<void> {
    const items = Array.from({ length: 1 + this.whole(3) }, () => this.#item(now));
    await storeNews(this.#db, ...items);
  }

  #item(now: number) {
    this.#items += 1;
    const asset = this.#one(["BTC", "ETH", "SOL"]);
    const story = testNewsId(0x1000 + this.whole(8));
    const isChanged = this.whole(8) === 0 && this.#items > 1;
    const id = testNewsId(0x10_000 + (isChanged ? this.whole(this.#items - 1) : this.#items));
    return newsAt(now - this.whole(2_000), {
      id,
      version: isChanged ? 1_000 + this.#items : 1,
      storyId: story,
      voiceId: testNewsId(0x2000 + this.whole(12)),
      publisher: `${this.#one(["a", "b", "c"])}.example`,
      authority: this.#one([0.3, 0.6, 0.9]),
      type: this.#one([...CATALYST_TYPES]),
      role: this.#one(["report", "report", "report", "denial", "recap"]),
      direction: this.#one(["negative", "neutral", "positive"]),
      assets: this.whole(5) === 0 ? [] : [{ asset, weight: this.#one([1, 0.3]) }],
      details: {
        exchanges: this.whole(3) === 0 ? [this.#one(["coinbase", "binance"])] : [],
        amounts: [],
        days: [],
        actors: this.whole(2) === 0 ? [this.#one(["sec", "fed", "bridge"])] : [],
      },
    });
  }

  /**
   * Stores one state of an existing or new move in the minute that ended last, as the detector
   * does.
   */
  async move(now: number): Promise<void> {
    const minuteEnd = Math.floor(now / 60_000) * 60_000;
    if (minuteEnd <= this.#minuteEnd) return;
    this.#minuteEnd = minuteEnd;
    const isNew = this.#moves.length === 0 || this.whole(2) === 0;
    const known = this.#moves[this.whole(this.#moves.length)];
    const market = `${this.#one(["BTC", "ETH", "SOL", "DOGE"])}USDC`;
    const opened = moveAt(minuteEnd, {
      parametersHash: this.#movesHash,
      market,
      direction: this.#one(["up", "down"]),
      scope: this.#one(["single", "market_wide"]),
      onset: minuteEnd - 60_000 * (1 + this.whole(5)),
    });
    const changed =
      isNew || known === undefined
        ? opened
        : { ...known, facts: { ...known.facts, cascade: true }, extremeAt: minuteEnd };
    if (isNew) this.#moves.push(changed);
    await storeFound(this.#db, minuteEnd, changed);
  }

  /** Another detector starts: it finds a move of the past hour again and revises it later. */
  async changeDetector(now: number): Promise<void> {
    this.#detectors += 1;
    this.#movesHash = String(this.#detectors).padStart(64, "0");
    const minuteEnd = Math.floor(now / 60_000) * 60_000 - 60_000 * this.whole(60);
    const found = moveAt(minuteEnd, { market: "BTCUSDC", parametersHash: this.#movesHash });
    this.#moves = [found];
    this.#minuteEnd = Math.max(this.#minuteEnd, minuteEnd);
    await storeFound(this.#db, minuteEnd, found);
  }

  /** Splits a catalyst from the one into which it was merged, if there is one. */
  async split(now: number): Promise<void> {
    const merged = await this.#db.select().from(catalysts).where(isNotNull(catalysts.mergedInto));
    const one = merged[this.whole(merged.length)];
    if (one === undefined) return;
    this.#decisions += 1;
    const id = `dec_${this.#decisions}`;
    const givenAt = new Date(now);
    await this.#db
      .insert(catalystDecisions)
      .values({ id, kind: "split", catalystId: one.id, givenAt });
  }
}

function randomOf(seed: number): () => number {
  let value = seed >>> 0;
  return () => {
    value = (value + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(value ^ (value >>> 15), value | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
