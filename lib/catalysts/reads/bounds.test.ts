/** The cost of an answer is bounded, and the next page has what it leaves out. */
import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { PassFollower } from "#lib/catalysts/passes/follow-passes.ts";
import {
  catalystRevisions,
  catalysts,
  catalystWatermarks,
} from "#lib/catalysts/schema/catalysts.ts";
import {
  moveAt,
  newsAt,
  storeFound,
  storeNews,
} from "#lib/catalysts/testing/engine-inputs.testing.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { CatalystListQuery, CatalystReplayQuery } from "#lib/protocol/wire/catalysts.ts";
import { MAX_REVISIONS } from "./catalyst-records.ts";
import { listCatalysts, readCatalyst, replayCatalysts } from "./read-catalysts.ts";
import { readMarketMove } from "./read-known-move.ts";

const NOON = Date.UTC(2026, 4, 1, 12);
const at = (minutes: number) => NOON + minutes * 60_000;
const iso = (minutes: number) => new Date(at(minutes)).toISOString();

let db: Database;
let follower: PassFollower;
beforeEach(async () => {
  db = await testDatabase();
  setDatabase(db);
  follower = new PassFollower(db);
  await follower.run(at(-1));
});
afterEach(async () => {
  setDatabase(undefined);
  await db.$client.end();
});

const hackOf = (asset: string) => ({ assets: [{ asset, weight: 1 }] });
const idOf = async () => (await db.select({ id: catalysts.id }).from(catalysts))[0]?.id ?? "";

/** Gives the only catalyst this many revisions, a second apart. */
async function lengthen(revisions: number): Promise<void> {
  await db.execute(sql`
    insert into ${catalystRevisions} (catalyst_id, revision, kind, recorded_at, due_at, changed, event)
    select catalyst_id, n, 'evaluated', recorded_at + n * interval '1 second', null, '[]',
      jsonb_set(event::jsonb, '{revision}', to_jsonb(n))::json
    from ${catalystRevisions}, generate_series(2, ${revisions}::integer) n
    where ${eq(catalystRevisions.revision, 1)}`);
  await db.update(catalystWatermarks).set({ at: new Date(at(200)) });
}

test("a rarely matching filter ends a page after a number of catalysts, and all pages together are complete", async () => {
  for (const [minute, asset] of ["SOL", "BTC", "BTC", "BTC", "SOL", "BTC"].entries()) {
    await storeNews(db, newsAt(at(minute), hackOf(asset)));
    await follower.run(at(minute) + 300);
  }
  const page = async (cursor?: string) => {
    const query = CatalystListQuery.parse({ asset: "SOL", limit: 5, cursor });
    const { results, next } = await listCatalysts({ input: { query }, most: 2 });
    return { seen: results.map((one) => one.first_seen_at), next };
  };
  const pages = [];
  let cursor: string | undefined;
  do {
    const { seen, next } = await page(cursor);
    pages.push(seen);
    cursor = next ?? undefined;
  } while (cursor !== undefined && pages.length < 9);
  expect(pages).toEqual([[iso(4)], [], [iso(0)], []]);
});

test("a record has its newest revisions; an earlier `known_at` has those before", async () => {
  await storeNews(db, newsAt(NOON));
  await follower.run(NOON);
  await lengthen(MAX_REVISIONS + 3);
  const input = { params: { id: await idOf() }, query: {} };
  const numbers = async (known?: string) => {
    const record = await readCatalyst({ input: { ...input, query: { known_at: known } } });
    return [record.revisions[0]?.revision, record.revisions.at(-1)?.revision];
  };
  expect(await numbers()).toEqual([4, MAX_REVISIONS + 3]);
  expect(await numbers(new Date(NOON + 3_000).toISOString())).toEqual([1, 3]);
});

test("a page of a replay ends when it has enough revisions", async () => {
  for (let minute = 0; minute < 3; minute += 1) {
    await storeNews(db, newsAt(at(minute), hackOf(["SOL", "BTC", "ETH"][minute] ?? "")));
    await follower.run(at(minute) + 300);
  }
  const page = async (cursor?: string) => {
    const query = CatalystReplayQuery.parse({ from: iso(-60), to: iso(60), cursor });
    const { results, next } = await replayCatalysts({ input: { query }, most: 2 });
    return [results.map(({ event }) => event.assets[0]), next] as const;
  };
  const [first, next] = await page();
  expect(first).toEqual(["SOL", "BTC"]);
  expect(await page(next ?? undefined)).toEqual([["ETH"], null]);
});

test("a move that no pass has read does not hide a known one", async () => {
  const known = moveAt(at(2), { market: "SOLUSDC", onset: at(1) });
  await storeFound(db, at(2), known);
  await follower.run(at(3));
  await storeFound(db, at(40), moveAt(at(40), { market: "SOLUSDC", onset: at(39) }));
  expect((await readMarketMove("SOLUSDC", at(41))).move.id).toBe(known.id);
});
