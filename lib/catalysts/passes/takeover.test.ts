/** A replica that takes over reads only what can still change, however much is stored. */

import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  moveAt,
  newsAt,
  storeFound,
  storeNews,
} from "#lib/catalysts/testing/engine-inputs.testing.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { HOUR_MS } from "#lib/protocol/durations.ts";
import { CATALYST_RETENTION_MS } from "./engine-state.ts";
import { PassFollower } from "./follow-passes.ts";
import { loadState } from "./load-state.ts";
import { readWatermark } from "./watermark.ts";

const NOON = Date.UTC(2026, 4, 1, 12);
const MANY = 50;

let db: Database;
let follower: PassFollower;
beforeEach(async () => {
  db = await testDatabase();
  follower = new PassFollower(db);
  await follower.run(NOON - HOUR_MS);
});
afterEach(() => db.$client.end());

const load = async (at: number) => {
  const watermark = await readWatermark(db);
  if (watermark === undefined) throw new Error("nothing was passed");
  return loadState(db, { ...watermark, at });
};

test("the last announcement and the splits are in the row, so no revision is read", async () => {
  await storeNews(db, newsAt(NOON));
  await follower.run(NOON);
  await db.execute(sql`
    UPDATE catalysts SET is_split = true, is_confirmed_by_move = true,
      sent = '{"direction":"neutral","confidence":0.5,"magnitude":5}'`);
  const { catalysts } = await load(NOON);
  expect([...catalysts.values()]).toMatchObject([
    {
      sent: { direction: "neutral", confidence: 0.5, magnitude: 5 },
      isSplit: true,
      isConfirmedByMove: true,
    },
  ]);
});

test("many catalysts and moves need no more statements or parameters than one", async () => {
  const move = moveAt(NOON, { market: "SOLUSDC", onset: NOON - 60_000 });
  await storeNews(db, newsAt(NOON));
  await storeFound(db, NOON, move);
  await follower.run(NOON);
  const client: object = db.$client;
  const query = vi.spyOn(client as { query: (...given: unknown[]) => unknown }, "query");
  const parameters = async () => {
    query.mockClear();
    const { catalysts, moves } = await load(NOON);
    const given = query.mock.calls.map(([, values]) => (values as unknown[]).length);
    return { sizes: [catalysts.size, moves.size], given };
  };
  const one = await parameters();
  expect(one.sizes).toEqual([1, 1]);
  await db.execute(sql`
    INSERT INTO catalysts SELECT (json_populate_record(known, json_build_object('id', 'evt_' || number,
      'event', jsonb_set(event::jsonb, '{id}', to_jsonb('evt_' || number))))).*
    FROM catalysts AS known, generate_series(1, ${MANY}) AS number`);
  await db.execute(sql`
    INSERT INTO move_revisions SELECT (json_populate_record(said,
      json_build_object('move_id', 'mov_' || number))).*
    FROM move_revisions AS said, generate_series(1, ${MANY}) AS number`);
  const many = await parameters();
  expect(many.sizes).toEqual([MANY + 1, MANY + 1]);
  expect(many.given).toEqual(one.given);
});

test("catalysts that cannot change any more, and old moves, are not read", async () => {
  await storeNews(db, newsAt(NOON));
  await storeFound(db, NOON, moveAt(NOON, { market: "SOLUSDC", onset: NOON - 60_000 }));
  for (let hour = 0; hour <= 73; hour += 1) await follower.run(NOON + hour * HOUR_MS);
  const until = NOON + 72 * HOUR_MS + CATALYST_RETENTION_MS;
  const sizes = async (at: number) => {
    const { catalysts, moves } = await load(at);
    return [catalysts.size, moves.size];
  };
  expect(await sizes(NOON + 11 * HOUR_MS)).toEqual([1, 1]);
  expect(await sizes(NOON + 12 * HOUR_MS)).toEqual([1, 0]);
  expect(await sizes(until - 1)).toEqual([1, 0]);
  expect(await sizes(until)).toEqual([0, 0]);
});
