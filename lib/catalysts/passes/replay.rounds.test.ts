/**
 * Random histories with two replicas that stop anywhere: the stored rows follow from the stored
 * passes, and an answer never changes later.
 */

import { asc } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { listCatalysts, replayCatalysts } from "#lib/catalysts/reads/read-catalysts.ts";
import { readKnownMove } from "#lib/catalysts/reads/read-known-move.ts";
import { catalystEvidence, moveExplanations, moves } from "#lib/catalysts/schema/catalysts.ts";
import { newsItems } from "#lib/catalysts/schema/news.ts";
import {
  brokenCatalysts,
  RandomHistory,
  replayedRows,
  storedRows,
} from "#lib/catalysts/testing/passes.testing.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import { pruned } from "./engine-state.ts";
import { PassFollower } from "./follow-passes.ts";
import { loadState } from "./load-state.ts";
import { readWatermark } from "./watermark.ts";

const START = Date.UTC(2026, 4, 1, 12);
const STEPS = 120;
/** Each history has its own seed. */
const HISTORIES = Number(process.env["REPLAYED_HISTORIES"] ?? 1);
const iso = (time: number) => new Date(time).toISOString();

let db: Database;
beforeEach(async () => {
  db = await testDatabase();
  setDatabase(db);
});
afterEach(async () => {
  setDatabase(undefined);
  await db.$client.end();
});

describe.each(Array.from({ length: HISTORIES }, (_history, index) => index + 1))(
  "history %i",
  (seed) => {
    test("is reproduced by a replay, from any stored state, and its answers stay the same", async () => {
      const history = new RandomHistory(db, seed);
      const replicas = [new PassFollower(db), new PassFollower(db)];
      const answers: { knownAt: string; answer: string }[] = [];
      let now = START;
      for (let step = 0; step < STEPS; step += 1) {
        now += 1_000 + history.whole(step % 10 === 0 ? 90 * MINUTE_MS : 3 * MINUTE_MS);
        if (history.whole(2) === 0) await history.addNews(now);
        if (history.whole(3) === 0) await history.move(now);
        if (history.whole(10) === 0) await history.split(now);
        if (history.whole(30) === 0) {
          await history.changeDetector(now);
          for (const index of [0, 1]) replicas[index] = new PassFollower(db, history.movesHash);
        }
        if (history.whole(6) === 0) {
          const dying = new PassFollower(dyingAtCommit(db), history.movesHash);
          await dying.run(now).catch(() => {});
        }
        const index = history.whole(2);
        if (history.whole(5) === 0) replicas[index] = new PassFollower(db, history.movesHash);
        await replicas[index]?.run(now);
        if (step % 8 === 0) answers.push(await ask(iso(now - history.whole(60 * MINUTE_MS))));
        if (step % 8 === 4) answers.push(await ask(iso(now + MINUTE_MS)));
      }
      const watermark = await readWatermark(db);
      if (watermark === undefined) throw new Error("nothing was passed");
      const stored = await storedRows(db);
      expect(stored.revisions.length).toBeGreaterThan(100);
      expect(stored.explanations.length).toBeGreaterThan(20);
      expect(await replayedRows(db)).toEqual(stored);
      expect(await brokenCatalysts(db)).toEqual([]);
      const running = replicas.find(({ state }) => state !== undefined);
      // Late enough to move the watermark, so everything is known.
      await running?.run(now + 10_000);
      const last = await readWatermark(db);
      if (running?.state === undefined || last === undefined) throw new Error("nothing runs");
      expect(pruned(await loadState(db, last), last.at)).toEqual(pruned(running.state, last.at));
      for (const { knownAt, answer } of answers) {
        expect((await ask(knownAt)).answer).toBe(answer);
      }
      expect(await youngerEvidence()).toEqual([]);
    });
  },
);

/** All answers as of a time. The answer names the effective time. */
async function ask(wanted: string): Promise<{ knownAt: string; answer: string }> {
  const query = { known_at: wanted, limit: 500 };
  const window = { from: iso(START - MINUTE_MS), to: iso(START + 30 * 24 * 60 * MINUTE_MS) };
  const replay = await replayCatalysts({ input: { query: { ...window, ...query } } });
  const list = await listCatalysts({ input: { query } });
  const known = [];
  for (const { id } of await db.select({ id: moves.id }).from(moves).orderBy(asc(moves.id))) {
    const input = { params: { id }, query: { known_at: wanted } };
    const answer = await readKnownMove({ input }).catch((error: { code: string }) => error.code);
    if (answer !== "MOVE_NOT_FOUND") known.push(answer);
  }
  return { knownAt: replay.known_at, answer: JSON.stringify([replay, list, known]) };
}

/** Causes that rest on evidence from after the explanation. */
async function youngerEvidence(): Promise<string[]> {
  const said = await db.select().from(moveExplanations);
  const links = await db.select().from(catalystEvidence);
  const items = new Map(
    (await db.select().from(newsItems)).map((item) => [`${item.id} ${item.version}`, item]),
  );
  return said.flatMap(({ explanation, recordedAt }) =>
    explanation.candidates
      .filter(({ catalyst_id: id }) => {
        const known = links.filter(
          (link) => link.catalystId === id && link.recordedAt.getTime() <= recordedAt.getTime(),
        );
        return !known.some(({ newsId, newsVersion }) => {
          const item = items.get(`${newsId} ${newsVersion}`);
          return item !== undefined && item.recordedAt.getTime() <= recordedAt.getTime();
        });
      })
      .map(({ catalyst_id: id }) => id),
  );
}

/** A database that fails at the commit of writing transactions, after all their writes. */
function dyingAtCommit(of: Database): Database {
  const transaction: Database["transaction"] = (write, config) =>
    of.transaction(async (tx) => {
      const result = await write(tx);
      if (config === undefined) throw new Error("killed");
      return result;
    }, config);
  return new Proxy(of, {
    get: (target, name) =>
      name === "transaction" ? transaction : Reflect.get(target, name).bind(target),
  });
}
