/** Highlights over HTTP: cards as of any time, filtered and ranked by the tags of the request. */

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { PassFollower } from "#lib/catalysts/passes/follow-passes.ts";
import {
  moveAt,
  newsAt,
  storeFound,
  storeNews,
  testNewsId,
} from "#lib/catalysts/testing/engine-inputs.testing.ts";
import { closeLimits } from "#lib/platform/http/rate-limits.ts";
import { setHttpRuntime } from "#lib/platform/http/runtime.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import { HighlightList } from "#lib/protocol/wire/highlights.ts";
import { openKeyTables } from "#lib/server/credentials/credentials.testing.ts";
import { GET } from "./route.ts";

const NOON = Date.UTC(2026, 4, 1, 12);
const at = (minutes: number) => NOON + minutes * MINUTE_MS;
const iso = (minutes: number) => new Date(at(minutes)).toISOString();

let db: Awaited<ReturnType<typeof openKeyTables>>["db"];
let close: () => Promise<void>;
let follower: PassFollower;

beforeEach(async () => {
  ({ db, close } = await openKeyTables());
  const log = { error: () => {}, warn: () => {} };
  setHttpRuntime({ baseUrl: "http://localhost:3000", clock: { now: () => at(30) }, log });
  follower = new PassFollower(db);
  await follower.run(at(-1));
});
afterEach(async () => {
  setHttpRuntime();
  await closeLimits();
  await close();
});

function ask(query: Record<string, string> = {}, headers: Record<string, string> = {}) {
  const url = `http://localhost:3000/api/public/highlights?${new URLSearchParams(query).toString()}`;
  const request = new Request(url, { headers: { "x-forwarded-for": "192.0.2.7", ...headers } });
  return GET(request, { params: Promise.resolve({}) });
}
const cards = async (query?: Record<string, string>) =>
  HighlightList.parse(await (await ask(query)).json());
const types = async (query?: Record<string, string>) =>
  (await cards(query)).results.map(({ type }) => type);

/** Its source is reliable, which puts its magnitude in the upper half of listings. */
const onBtc = {
  type: "listing",
  direction: "positive",
  authority: 0.9,
  assets: [{ asset: "BTC", weight: 1 }],
};
const LISTING = onBtc as Partial<Parameters<typeof newsAt>[1]>;
const storeHack = (minute: number, number: number, change = {}) =>
  storeNews(db, newsAt(at(minute), { id: testNewsId(number), ...change }));

describe("the cards", () => {
  beforeEach(async () => {
    await storeHack(0, 1);
    await follower.run(at(0));
    await storeHack(10, 2, LISTING);
    await follower.run(at(10));
  });

  test("are ranked, in the requested language", async () => {
    const { results, known_at: knownAt } = await cards({ locale: "de" });
    expect(knownAt).toBe(iso(10));
    expect(results.map(({ type, assets }) => [type, ...assets])).toEqual([
      ["listing", "BTC"],
      ["hack", "SOL"],
    ]);
    expect(results.map(({ text }) => text)).toEqual([
      "Neues Listing für BTC",
      "Sicherheitsvorfall: schlecht für SOL",
    ]);
    expect(results[1]).toMatchObject({ first_seen_at: iso(0), counted_from: iso(0) });
  });

  test("with muted tags are left out, pinned ones come first, and mute beats pin", async () => {
    expect(await types({ pin: "SOL" })).toEqual(["hack", "listing"]);
    expect(await types({ mute: "BTC" })).toEqual(["hack"]);
    expect(await types({ mute: "hack,BTC" })).toEqual([]);
    expect(await types({ mute: "SOL", pin: "hack,SOL" })).toEqual(["listing"]);
    expect((await cards({ pin: "SOL" })).results.map(({ pinned }) => pinned)).toEqual([
      true,
      false,
    ]);
    expect(await types({ limit: "1" })).toEqual(["listing"]);
  });

  test("are those that were known at the time, and do not change later", async () => {
    const before = await cards({ known_at: iso(5) });
    expect(before.results.map(({ type }) => type)).toEqual(["hack"]);
    const [last] = (await cards()).results;
    await follower.run(at(30));
    expect(await cards({ known_at: iso(5) })).toEqual(before);
    expect((await cards({ known_at: iso(10) })).results[0]).toEqual(last);
    expect(await types({ known_at: iso(-5) })).toEqual([]);
  });

  test("expire as time passes, without another pass", async () => {
    const [listing] = (await cards()).results;
    const end = (Date.parse(listing?.expires_at ?? "") - NOON) / MINUTE_MS;
    await follower.run(at(end) - 2_000);
    expect(await types()).toContain("listing");
    await follower.run(at(end));
    expect(await types()).toEqual(["hack"]);
  });

  test("are not sent again to a caller that already has them", async () => {
    const first = await ask();
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^W\/"/);
    // Only the watermark moves.
    await follower.run(at(10) + 2_000);
    const again = await ask({}, { "if-none-match": etag });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    expect((await ask({ mute: "BTC" }, { "if-none-match": etag })).status).toBe(200);
  });
});

test("a catalyst becomes a card at a confidence of 0.6, and stays one while it fades", async () => {
  await storeHack(0, 1, { authority: 0.6 });
  await storeHack(0, 2, { ...LISTING, directionScore: 0.8 });
  await follower.run(at(0));
  expect(await types()).toEqual(["listing"]);
  await follower.run(at(300));
  expect((await cards()).results).toMatchObject([{ type: "listing", confidence: 0.56 }]);
});

test("the card of a denied event says so", async () => {
  await storeHack(0, 1);
  await follower.run(at(0));
  await storeHack(5, 2, { storyId: testNewsId(1), role: "denial" });
  await follower.run(at(5));
  expect((await cards()).results).toMatchObject([
    { status: "disputed", text: "Disputed: Security breach: bad news for SOL" },
  ]);
});

test("a change of direction restarts the life of a card", async () => {
  await storeHack(0, 1, { authority: 0.7 });
  await follower.run(at(0));
  const good = { direction: "positive", directionScore: 1, storyId: testNewsId(1), authority: 1 };
  await storeHack(20, 2, good);
  await storeHack(20, 3, good);
  await follower.run(at(20));
  await follower.run(at(30));
  const [card] = (await cards()).results;
  expect(card).toMatchObject({
    direction: "positive",
    first_seen_at: iso(0),
    counted_from: iso(20),
    text: "Security breach: relief for SOL",
  });
  const [before] = (await cards({ known_at: iso(19) })).results;
  expect(before).toMatchObject({ direction: "negative", counted_from: iso(0) });
});

test("a merged catalyst shares the card of the older one", async () => {
  const actor = { exchanges: [], amounts: [], days: [], actors: ["bridge"] };
  await storeHack(0, 1, { details: { ...actor, actors: [] } });
  await storeHack(0, 2, { details: actor });
  await follower.run(at(0));
  const both = await cards();
  await storeHack(1, 3, { storyId: testNewsId(1), details: actor });
  await follower.run(at(1));
  const merged = await cards();
  expect(merged.results.length).toBeLessThanOrEqual(both.results.length);
  expect(new Set(merged.results.map(({ catalyst_id: id }) => id)).size).toBe(merged.results.length);
  expect(merged.results).toHaveLength(1);
});

test("an incident has at most two cards, however many catalysts are among its causes", async () => {
  await storeHack(0, 1);
  await storeHack(0, 2, { type: "regulatory" });
  await storeHack(0, 3, { type: "unlock" });
  await storeHack(0, 4, { ...LISTING });
  await follower.run(at(0));
  expect((await cards()).results).toHaveLength(4);
  await storeFound(db, at(3), moveAt(at(3), { market: "SOLUSDC", onset: at(1) }));
  await follower.run(at(3));
  await follower.run(at(6));
  const { results } = await cards({ limit: "50" });
  const ofIncident = results.filter(({ matters }) => matters.some((one) => one.startsWith("inc_")));
  expect(ofIncident).toHaveLength(2);
  expect(results.map(({ type }) => type)).toContain("listing");
});

test.each([
  { locale: "fr" },
  { mute: "rumour" },
  { pin: "sol" },
  { mute: "" },
  { limit: "51" },
  { known_at: "now" },
  { mute: Array.from({ length: 101 }, (_, index) => `A${index}`).join(",") },
])("%o is refused", async (query) => {
  const response = await ask(query as Record<string, string>);
  expect([response.status, (await response.json()) as unknown]).toMatchObject([
    400,
    { error: "MALFORMED_QUERY" },
  ]);
});

test("there is no card before the first catalyst", async () => {
  expect((await cards()).results).toEqual([]);
});
