/** The outputs of the passes follow from the stored rows alone, and never change later. */

import { asc } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  catalystDecisions,
  catalystEvidence,
  catalystRevisions,
  catalysts,
  moveExplanations,
} from "#lib/catalysts/schema/catalysts.ts";
import {
  moveAt,
  newsAt,
  storeFound,
  storeNews,
  testNewsId,
} from "#lib/catalysts/testing/engine-inputs.testing.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { webhookEvents, webhooks } from "#lib/platform/schema/events.ts";
import { users } from "#lib/platform/schema/users.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import { Catalyst } from "#lib/protocol/wire/catalysts.ts";
import { PassFollower } from "./follow-passes.ts";

const NOON = Date.UTC(2026, 4, 1, 12);
const at = (minutes: number) => NOON + minutes * MINUTE_MS;

let db: Database;
let follower: PassFollower;

beforeEach(async () => {
  db = await testDatabase();
  follower = new PassFollower(db);
  await follower.run(at(-1));
});
afterEach(() => db.$client.end());

const eventOf = async () => {
  const rows = await db.select().from(catalysts).orderBy(asc(catalysts.firstSeenAt));
  return rows.map(({ event }) => event);
};
const statuses = async () => (await eventOf()).map(({ status }) => status);
const revisions = () =>
  db
    .select()
    .from(catalystRevisions)
    .orderBy(asc(catalystRevisions.catalystId), asc(catalystRevisions.revision));
const explanations = () =>
  db
    .select()
    .from(moveExplanations)
    .orderBy(asc(moveExplanations.moveId), asc(moveExplanations.revision));

describe("a report", () => {
  test("of a strong source opens a confirmed catalyst, once", async () => {
    await storeNews(db, newsAt(NOON));
    await follower.run(NOON + 300);
    await follower.run(NOON + 800);
    const [event, ...others] = await eventOf();
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      type: "hack",
      status: "confirmed",
      assets: ["SOL"],
      sentiment: { direction: "negative" },
      first_seen_at: new Date(NOON).toISOString(),
      last_updated_at: new Date(NOON + 300).toISOString(),
      revision: 1,
    });
    expect(event?.id).toMatch(/^evt_[0-9a-f]{24}$/);
  });

  test("of a weak source alone is unconfirmed until another publisher reports the same in other words", async () => {
    const weak = { authority: 0.3, storyId: testNewsId(1) };
    await storeNews(db, newsAt(NOON, { ...weak, id: testNewsId(1), publisher: "a.example" }));
    await follower.run(NOON + 300);
    // The same text, or the same publisher, is not a second voice.
    await storeNews(
      db,
      newsAt(at(1), { ...weak, voiceId: testNewsId(1), publisher: "b.example" }),
      newsAt(at(1), { ...weak, publisher: "a.example" }),
    );
    await follower.run(at(1));
    expect(await statuses()).toEqual(["unconfirmed"]);
    await storeNews(db, newsAt(at(2), { ...weak, publisher: "c.example" }));
    await follower.run(at(2));
    expect(await statuses()).toEqual(["confirmed"]);
    expect((await eventOf())[0]?.sources.map(({ publisher }) => publisher)).toEqual([
      "a.example",
      "c.example",
    ]);
  });

  test("of a weak source is confirmed by a matching move", async () => {
    await storeNews(db, newsAt(NOON, { authority: 0.3 }));
    await follower.run(NOON + 300);
    await storeFound(db, at(2), moveAt(at(2), { market: "SOLUSDC", onset: at(1) }));
    await follower.run(at(2) + 300);
    expect(await statuses()).toEqual(["confirmed"]);
  });

  test("of a weak source stays unconfirmed when the move began before the report", async () => {
    await storeNews(db, newsAt(at(1), { authority: 0.3 }));
    await follower.run(at(1) + 300);
    await storeFound(db, at(2), moveAt(at(2), { market: "SOLUSDC", onset: NOON }));
    await follower.run(at(2) + 300);
    expect(await statuses()).toEqual(["unconfirmed"]);
  });

  test("is disputed by a denial, and confirmed again by another strong source", async () => {
    const story = { storyId: testNewsId(1) };
    await storeNews(db, newsAt(NOON, { ...story, id: testNewsId(1) }));
    await storeNews(db, newsAt(at(1), { ...story, role: "denial", direction: "positive" }));
    await follower.run(at(1));
    expect(await statuses()).toEqual(["disputed"]);
    await storeNews(db, newsAt(at(2), { ...story, publisher: "b.example", authority: 0.9 }));
    await follower.run(at(2));
    expect(await statuses()).toEqual(["confirmed"]);
  });

  test("about the same matter joins by its actor; a recap or an item without a type opens nothing", async () => {
    const actor = (one: string) => ({ exchanges: [], amounts: [], days: [], actors: [one] });
    await storeNews(
      db,
      newsAt(NOON, { details: actor("wormhole") }),
      newsAt(at(1), { details: actor("wormhole"), publisher: "b.example" }),
      newsAt(at(2), { details: actor("ronin"), publisher: "b.example" }),
      newsAt(at(3), { role: "recap" }),
      newsAt(at(3), { type: null }),
    );
    await follower.run(at(4));
    expect((await eventOf()).map(({ sources }) => sources.length)).toEqual([2, 1]);
  });

  test("that contradicts another one in amount or exchange is a separate matter", async () => {
    const of = (amount: number, exchange: string) => ({
      actors: ["exploiter"],
      amounts: [amount],
      days: [],
      exchanges: [exchange],
    });
    await storeNews(
      db,
      newsAt(NOON, { details: of(30, "binance") }),
      newsAt(at(1), { details: of(50, "binance") }),
      newsAt(at(2), { details: of(90, "binance") }),
      newsAt(at(3), { details: of(30, "kraken") }),
    );
    await follower.run(at(4));
    expect(await eventOf()).toHaveLength(3);
  });

  test("after the tracking time opens another catalyst that follows the first", async () => {
    const listing = { type: "listing", storyId: testNewsId(1) } as const;
    await storeNews(db, newsAt(NOON, { ...listing, id: testNewsId(1) }));
    await follower.run(NOON + 300);
    await follower.run(at(25 * 60));
    await storeNews(db, newsAt(at(25 * 60), listing));
    await follower.run(at(25 * 60) + 300);
    const [first, second] = await eventOf();
    expect([first?.follows, second?.follows]).toEqual([null, first?.id]);
  });
});

describe("two catalysts that prove to be one story", () => {
  const first = testNewsId(1);
  const second = testNewsId(2);

  async function merge(): Promise<void> {
    await storeNews(db, newsAt(NOON, { id: first, publisher: "a.example" }));
    await storeNews(db, newsAt(at(1), { id: second, publisher: "b.example" }));
    await follower.run(at(1));
    // A new version of the second item belongs to the first one's story.
    const joined = { id: second, version: 2, storyId: first, publisher: "b.example" };
    await storeNews(db, newsAt(at(2), joined));
    await follower.run(at(2));
  }

  test("are merged: the older one stays, and the younger one refers to it", async () => {
    await merge();
    const [older, younger] = await eventOf();
    expect(older).toMatchObject({ status: "confirmed", merged_into: null });
    expect(older?.sources).toHaveLength(2);
    expect(younger).toMatchObject({ status: "merged", merged_into: older?.id });
    await follower.run(at(30));
    const kinds = (await revisions())
      .filter(({ catalystId }) => catalystId === younger?.id)
      .map(({ kind }) => kind);
    expect(kinds).toEqual(["detected", "merged"]);
  });

  test("are split by the operator, and stay separate", async () => {
    await merge();
    const id = (await eventOf())[1]?.id ?? "";
    const decision = {
      id: "one",
      kind: "split",
      catalystId: id,
      givenAt: new Date(at(3)),
    } as const;
    await db.insert(catalystDecisions).values(decision);
    await follower.run(at(3));
    expect((await eventOf()).map(({ merged_into: into }) => into)).toEqual([null, null]);
    expect(await statuses()).toEqual(["confirmed", "confirmed"]);
    await storeNews(db, newsAt(at(4), { id: second, version: 3, storyId: first }));
    await follower.run(at(4));
    expect(await statuses()).toEqual(["confirmed", "confirmed"]);
    const [row] = await db.select().from(catalystDecisions);
    expect(row?.carriedOutAt).toEqual(new Date(at(3)));
  });
});

test("the magnitude is made of authority, asset size and voices, and shows its parts", async () => {
  const big = { assets: [{ asset: "BTC", weight: 1 }], storyId: testNewsId(1), authority: 0.9 };
  await storeNews(
    db,
    newsAt(NOON, { ...big, id: testNewsId(1), publisher: "a.example" }),
    ...["b", "c", "d"].map((name) => newsAt(at(1), { ...big, publisher: `${name}.example` })),
    newsAt(at(2), { assets: [{ asset: "TINY", weight: 1 }], authority: 0.3 }),
  );
  await follower.run(at(2));
  const [strong, weak] = await eventOf();
  expect(strong).toMatchObject({
    magnitude: 5,
    magnitude_parts: {
      authority: 0.9,
      market_cap: 1,
      social_velocity: 1,
      onchain_anomaly: null,
    },
  });
  // (0.3 × 0.3 + 0.2 × 0.3 + 0.25 × 0.25) / 0.75 = 0.28
  expect(weak?.magnitude).toBe(1);
});

test("watched accounts that changed before a report add to the magnitude", async () => {
  const details = { exchanges: [], amounts: [], days: [], actors: [] };
  const report = { id: testNewsId(1), storyId: testNewsId(1), authority: 0.8 };
  const tiny = { ...report, assets: [{ asset: "TINY", weight: 1 }] };
  await storeNews(db, newsAt(NOON, { ...tiny, details: { ...details, onchain: 1 } }));
  await follower.run(NOON);
  const [seen] = await eventOf();
  expect(seen?.magnitude_parts.onchain_anomaly).toBe(1);
  // (0.3 × 0.8 + 0.2 × 0.3 + 0.25 × 0.25 + 0.25) = 0.61
  expect(seen?.magnitude).toBe(2);
  await storeNews(db, newsAt(at(1), { ...tiny, version: 2, headline: "Changed", details }));
  await follower.run(at(1));
  const [changed] = await eventOf();
  expect(changed).toMatchObject({ headline: "Changed", magnitude: 2 });
});

describe("webhooks", () => {
  beforeEach(async () => {
    const userId = newId("usr");
    await db.insert(users).values({ id: userId, createdAt: new Date(NOON) });
    await db.insert(webhooks).values({
      id: newId("whk"),
      userId,
      url: "https://hooks.example",
      events: ["catalyst.detected", "catalyst.updated"],
      filter: {},
      status: "active",
      maxPerSecond: 10,
      createdAt: NOON,
    });
  });

  test("announce a new catalyst, and a change of direction, magnitude or confidence by a tenth", async () => {
    await storeNews(db, newsAt(NOON));
    await follower.run(NOON + 300);
    for (let hour = 1; hour <= 8; hour += 1) await follower.run(at(60 * hour));
    const announced = await db.select().from(webhookEvents).orderBy(asc(webhookEvents.position));
    const [detected, ...updates] = announced;
    expect(detected).toMatchObject({
      type: "catalyst.detected",
      userId: null,
      assets: ["SOL"],
      conviction: 0.68,
    });
    expect(updates.map(({ type, conviction }) => [type, conviction])).toEqual([
      ["catalyst.updated", 0.58],
    ]);
    for (const { data } of announced) expect(() => Catalyst.parse(JSON.parse(data))).not.toThrow();
  });

  test("announce it as new when its confidence first passes their filter", async () => {
    const weak = { authority: 0.3, storyId: testNewsId(1) };
    await storeNews(db, newsAt(NOON, { ...weak, id: testNewsId(1), publisher: "a.example" }));
    await follower.run(NOON + 300);
    const known = async () =>
      (await db.select().from(webhookEvents)).find(({ type }) => type === "catalyst.detected");
    const before = await known();
    await db.update(webhookEvents).set({ isFannedOut: true });
    const second = {
      id: testNewsId(2),
      voiceId: testNewsId(2),
      publisher: "b.example",
      source: "b",
    };
    await storeNews(db, newsAt(at(2), { ...weak, ...second, authority: 0.9 }));
    await follower.run(at(2) + 300);
    const after = await known();
    expect(before?.conviction).toBeLessThan(after?.conviction ?? 0);
    expect(after).toMatchObject({ dedupKey: before?.dedupKey, isFannedOut: false });
    expect(JSON.parse(after?.data ?? "")).toMatchObject({ revision: 2 });
    await db.update(webhookEvents).set({ isFannedOut: true });
    await follower.run(at(120));
    expect(await known()).toMatchObject({ isFannedOut: true });
  });
});

test("a report dated more than two hours ago opens nothing, and one without a date does", async () => {
  await storeNews(db, newsAt(NOON, { publishedAt: new Date(NOON - 121 * MINUTE_MS) }));
  await follower.run(NOON + 300);
  expect(await eventOf()).toEqual([]);
  await storeNews(db, newsAt(at(1), { publishedAt: null }));
  await follower.run(at(1) + 300);
  expect(await eventOf()).toHaveLength(1);
});

test("an old report joins no catalyst even if it belongs to the story, but a new version of a known report does", async () => {
  const first = newsAt(NOON);
  await storeNews(db, first);
  await follower.run(NOON + 300);
  const old = new Date(NOON - 300 * MINUTE_MS);
  const { storyId } = first;
  await storeNews(db, newsAt(at(1), { publishedAt: old, storyId, publisher: "past" }));
  await follower.run(at(1) + 300);
  expect(await eventOf()).toMatchObject([{ revision: 1 }]);
  await storeNews(db, {
    ...first,
    version: 2,
    recordedAt: new Date(at(150)),
    headline: "Bridge drained of 31 million dollars",
  });
  await follower.run(at(150) + 300);
  const evidence = await db.select().from(catalystEvidence);
  expect(evidence.map(({ newsId, newsVersion }) => [newsId, newsVersion])).toEqual([
    [first.id, 1],
    [first.id, 2],
  ]);
});

describe("a move", () => {
  test("is pending for two minutes, and then has the catalyst as its cause", async () => {
    await storeNews(db, newsAt(NOON));
    await follower.run(NOON + 300);
    const move = moveAt(at(2), { market: "SOLUSDC", onset: at(1) });
    await storeFound(db, at(2), move);
    await follower.run(at(2) + 500);
    await follower.run(at(3));
    await follower.run(at(4));
    const said = await explanations();
    expect(said.map(({ verdict }) => verdict)).toEqual(["pending", "attributed"]);
    expect(said[1]?.explanation.candidates[0]?.probability).toBeGreaterThan(0.8);
  });

  test("without a catalyst stays unexplained, and a report after its extreme makes a cause possible", async () => {
    await storeFound(db, at(2), moveAt(at(2), { market: "SOLUSDC", onset: at(1) }));
    await follower.run(at(5));
    expect((await explanations()).map(({ verdict }) => verdict)).toEqual(["unexplained"]);
    await storeNews(db, newsAt(at(6)));
    await follower.run(at(6) + 300);
    expect((await explanations()).map(({ verdict }) => verdict)).toEqual([
      "unexplained",
      "possible",
    ]);
  });
});

test("evaluations happen on time, and after an outage only the latest due one runs", async () => {
  await storeNews(db, newsAt(NOON));
  for (let minute = 0; minute <= 125; minute += 1) await follower.run(at(minute) + 400);
  const due = async () =>
    (await revisions())
      .filter(({ kind }) => kind === "evaluated")
      .map(({ dueAt }) => ((dueAt?.getTime() ?? 0) - NOON) / MINUTE_MS);
  const first = [5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 90, 120];
  expect(await due()).toEqual(first);
  await follower.run(at(250));
  expect(await due()).toEqual([...first, 240]);
});
