/** Highlights over HTTP: cards of what the passes know, at any time, with the tags of the question. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { PassFollower } from "#lib/catalysts/passes/follow-passes.ts";
import {
  moveAt,
  newsAt,
  newsIdOf,
  storeFound,
  storeNews,
} from "#lib/catalysts/testing/told-news.testing.ts";
import { closeLimits } from "#lib/platform/http/limits.ts";
import { useHttpRuntime } from "#lib/platform/http/runtime.ts";
import { HighlightList } from "#lib/protocol/wire/highlights.ts";
import { openKeyTables } from "#lib/server/credentials/credentials.testing.ts";
import { GET } from "./route.ts";

const NOON = Date.UTC(2026, 4, 1, 12);
const MINUTE = 60_000;
const at = (minutes: number) => NOON + minutes * MINUTE;
const iso = (minutes: number) => new Date(at(minutes)).toISOString();

let db: Awaited<ReturnType<typeof openKeyTables>>["db"];
let close: () => Promise<void>;
let follower: PassFollower;

beforeEach(async () => {
  ({ db, close } = await openKeyTables());
  const log = { error: () => {}, warn: () => {} };
  useHttpRuntime({ baseUrl: "http://localhost:3000", clock: { now: () => at(30) }, log });
  follower = new PassFollower(db);
  await follower.run(at(-1));
});
afterEach(async () => {
  useHttpRuntime();
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

const onBtc = { type: "listing", direction: "positive", assets: [{ asset: "BTC", weight: 1 }] };
const LISTING = onBtc as Partial<Parameters<typeof newsAt>[1]>;
const tellHack = (minute: number, number: number, change = {}) =>
  storeNews(db, newsAt(at(minute), { id: newsIdOf(number), ...change }));

describe("the cards", () => {
  beforeEach(async () => {
    await tellHack(0, 1);
    await follower.run(at(0));
    await tellHack(10, 2, LISTING);
    await follower.run(at(10));
  });

  test("are ranked, in the language that was asked for", async () => {
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

  test("of muted tags are left out, those of pinned ones come first, and mute beats pin", async () => {
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

  test("are those that were known then, and stay so", async () => {
    const before = await cards({ known_at: iso(5) });
    expect(before.results.map(({ type }) => type)).toEqual(["hack"]);
    const [last] = (await cards()).results;
    await follower.run(at(30));
    expect(await cards({ known_at: iso(5) })).toEqual(before);
    expect((await cards({ known_at: iso(10) })).results[0]).toEqual(last);
    expect(await types({ known_at: iso(-5) })).toEqual([]);
  });

  test("expire with the time alone", async () => {
    const [listing] = (await cards()).results;
    const end = (Date.parse(listing?.expires_at ?? "") - NOON) / MINUTE;
    await follower.run(at(end) - 2_000);
    expect(await types()).toContain("listing");
    await follower.run(at(end));
    expect(await types()).toEqual(["hack"]);
  });

  test("are not sent again to who has them", async () => {
    const first = await ask();
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^W\/"/);
    // The watermark moves, and nothing else does.
    await follower.run(at(10) + 2_000);
    const again = await ask({}, { "if-none-match": etag });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    expect((await ask({ mute: "BTC" }, { "if-none-match": etag })).status).toBe(200);
  });
});

test("a catalyst becomes a card at a confidence of 0.6, and stays one while it fades", async () => {
  await tellHack(0, 1, { authority: 0.6 });
  await tellHack(0, 2, LISTING);
  await follower.run(at(0));
  expect(await types()).toEqual(["listing"]);
  await follower.run(at(300));
  expect((await cards()).results).toMatchObject([{ type: "listing", confidence: 0.59 }]);
});

test("a card that is denied says so", async () => {
  await tellHack(0, 1);
  await follower.run(at(0));
  await tellHack(5, 2, { storyId: newsIdOf(1), role: "denial" });
  await follower.run(at(5));
  expect((await cards()).results).toMatchObject([
    { status: "disputed", text: "Disputed: Security breach: bad news for SOL" },
  ]);
});

test("a change of direction begins the life of a card anew", async () => {
  await tellHack(0, 1, { authority: 0.7 });
  await follower.run(at(0));
  const good = { direction: "positive", directionScore: 1, storyId: newsIdOf(1), authority: 1 };
  await tellHack(20, 2, good);
  await tellHack(20, 3, good);
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

test("a merged catalyst and its older one are one card", async () => {
  const actor = { exchanges: [], amounts: [], days: [], actors: ["bridge"] };
  await tellHack(0, 1, { details: { ...actor, actors: [] } });
  await tellHack(0, 2, { details: actor });
  await follower.run(at(0));
  const both = await cards();
  await tellHack(1, 3, { storyId: newsIdOf(1), details: actor });
  await follower.run(at(1));
  const merged = await cards();
  expect(merged.results.length).toBeLessThanOrEqual(both.results.length);
  expect(new Set(merged.results.map(({ catalyst_id: id }) => id)).size).toBe(merged.results.length);
  expect(merged.results).toHaveLength(1);
});

test("an incident has two cards at most, however many catalysts are among its causes", async () => {
  await tellHack(0, 1);
  await tellHack(0, 2, { type: "regulatory" });
  await tellHack(0, 3, { type: "unlock" });
  await tellHack(0, 4, { ...LISTING });
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

test("before the first catalyst there is none", async () => {
  expect((await cards()).results).toEqual([]);
});
