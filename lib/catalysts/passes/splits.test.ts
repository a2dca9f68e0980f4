/**
 * A catalyst that the operator splits gets its reports, its later ones and its confirmations, as if
 * it had never been merged.
 */
import { afterEach, beforeEach, expect, test } from "vitest";
import { catalystDecisions } from "#lib/catalysts/schema/catalysts.ts";
import {
  moveAt,
  newsAt,
  storeFound,
  storeNews,
  testNewsId,
} from "#lib/catalysts/testing/engine-inputs.testing.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { PassFollower } from "./follow-passes.ts";
import { loadState } from "./load-state.ts";
import { readWatermark } from "./watermark.ts";

const NOON = Date.UTC(2026, 4, 1, 12);
const at = (minutes: number) => NOON + minutes * 60_000;
const [A, B, C] = [testNewsId(1), testNewsId(2), testNewsId(3)];

let db: Database;
let follower: PassFollower;
beforeEach(async () => {
  db = await testDatabase();
  follower = new PassFollower(db);
  await follower.run(at(-1));
});
afterEach(() => db.$client.end());

/** Stores a report that starts a story or belongs to `story`. Each has its own publisher. */
async function storeReport(minute: number, id: string, change: Parameters<typeof newsAt>[1] = {}) {
  const publisher = `at-${minute}.example`;
  await storeNews(db, newsAt(at(minute), { id, publisher, ...change }));
  await follower.run(at(minute));
}

async function split(minute: number, ...ids: readonly string[]): Promise<void> {
  const rows = ids.map((id, index) => {
    const givenAt = new Date(at(minute) + index - ids.length);
    return { id: `${minute}-${index}`, kind: "split" as const, catalystId: id, givenAt };
  });
  await db.insert(catalystDecisions).values(rows);
  await follower.run(at(minute));
}

const known = () => [...(follower.state?.catalysts.values() ?? [])];
const idOf = (first: string) =>
  known().find(({ evidence }) => evidence[0]?.id === first)?.event.id ?? "";

/** Each catalyst with the minutes of its reports, oldest first. A fresh replica reads the same. */
async function reports() {
  const watermark = await readWatermark(db);
  if (watermark === undefined) throw new Error("nothing was passed");
  const { catalysts } = await loadState(db, watermark);
  expect([...catalysts.values()]).toEqual(known());
  return known().map(({ evidence }) =>
    evidence.map(({ recordedAt }) => (recordedAt - NOON) / 60_000),
  );
}

/** C is merged into B, and B into A. */
async function chain(): Promise<void> {
  await storeReport(0, A);
  await storeReport(1, B);
  await storeReport(2, C);
  await storeReport(3, C, { version: 2, storyId: B });
  await storeReport(4, B, { version: 2, storyId: A });
  await storeReport(5, testNewsId(5), { storyId: C });
  await storeReport(6, testNewsId(6), { storyId: B });
}

test("from a chain of merges, with later reports of its story", async () => {
  await chain();
  expect(await reports()).toEqual([[0, 1, 2, 3, 4, 5, 6], [1, 2, 3], [2]]);
  await split(7, idOf(C));
  expect(await reports()).toEqual([[0, 1, 4, 6], [1], [2, 3, 5]]);
  await storeReport(8, testNewsId(8), { storyId: C });
  await storeReport(9, testNewsId(9), { storyId: B });
  expect(await reports()).toEqual([[0, 1, 4, 6, 9], [1], [2, 3, 5, 8]]);
  await split(10, idOf(B));
  expect(await reports()).toEqual([[0], [1, 4, 6, 9], [2, 3, 5, 8]]);
  await storeReport(11, C, { version: 3, storyId: A });
  expect(await reports()).toEqual([[0], [1, 4, 6, 9], [2, 3, 5, 8, 11]]);
});

test("splits two of a chain in one pass", async () => {
  await chain();
  await split(7, idOf(B), idOf(C));
  expect(await reports()).toEqual([[0], [1, 4, 6], [2, 3, 5]]);
});

test("a confirmation by a move is restored, even long after the move", async () => {
  await storeReport(0, A);
  await storeReport(1, B, { authority: 0.3 });
  await storeFound(db, at(3), moveAt(at(3), { market: "SOLUSDC", onset: at(2) }));
  await follower.run(at(3));
  await storeReport(4, B, { version: 2, storyId: A, authority: 0.3 });
  const statuses = () => known().map(({ event }) => event.status);
  expect(statuses()).toEqual(["confirmed", "merged"]);
  await follower.run(at(6));
  await follower.run(at(800));
  expect(follower.state?.moves.size).toBe(0);
  await split(801, idOf(B));
  expect(statuses()).toEqual(["confirmed", "confirmed"]);
  await reports();
});

test("two weak reports that confirmed each other become unconfirmed again", async () => {
  await storeReport(0, A, { authority: 0.3 });
  await storeReport(1, B, { authority: 0.3 });
  await storeReport(2, B, { version: 2, storyId: A, authority: 0.3 });
  const statuses = () => known().map(({ event }) => event.status);
  expect(statuses()).toEqual(["confirmed", "merged"]);
  await split(3, idOf(B));
  expect(statuses()).toEqual(["unconfirmed", "unconfirmed"]);
});
