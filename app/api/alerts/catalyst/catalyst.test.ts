/**
 * The replay of catalysts over HTTP: windows, filters, pages, permissions, and answers as of a
 * time.
 */

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { GET as list } from "#app/api/public/catalysts/route.ts";
import { GET as move } from "#app/api/public/moves/[id]/route.ts";
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
import {
  CatalystList,
  CatalystReplay,
  KnownCatalystRecord,
  KnownMove,
} from "#lib/protocol/wire/catalysts.ts";
import {
  insertKeys,
  openKeyTables,
  TEST_KEYS,
} from "#lib/server/credentials/credentials.testing.ts";
import type { RouteHandler } from "#lib/server/route.ts";
import { GET as one } from "./[id]/route.ts";
import { GET as replay } from "./route.ts";

const NOON = Date.UTC(2026, 4, 1, 12);
const at = (minutes: number) => NOON + minutes * MINUTE_MS;
const iso = (minutes: number) => new Date(at(minutes)).toISOString();
const DAY = { from: iso(-60), to: iso(1_380) };

let db: Awaited<ReturnType<typeof openKeyTables>>["db"];
let close: () => Promise<void>;

beforeEach(async () => {
  ({ db, close } = await openKeyTables());
  await insertKeys(db, NOON);
  const log = { error: () => {}, warn: () => {} };
  setHttpRuntime({ baseUrl: "http://localhost:3000", clock: { now: () => at(30) }, log });
});
afterEach(async () => {
  setHttpRuntime();
  await closeLimits();
  await close();
});

const KEY = { authorization: `Bearer ${TEST_KEYS.mcpSecret}` };

async function ask(
  handler: RouteHandler,
  query: Record<string, string>,
  { headers = KEY, id = "" }: { headers?: Record<string, string>; id?: string } = {},
) {
  const url = `http://localhost:3000/api/alerts/catalyst?${new URLSearchParams(query).toString()}`;
  const request = new Request(url, { headers: { "x-forwarded-for": "192.0.2.7", ...headers } });
  const response = await handler(request, { params: Promise.resolve({ id }) });
  return { status: response.status, json: (await response.json()) as unknown };
}

const refusal = async (answer: ReturnType<typeof ask>) => {
  const { status, json } = await answer;
  return [status, (json as { error: string }).error];
};
const replayed = async (query: Record<string, string>) =>
  CatalystReplay.parse((await ask(replay, query)).json);

const solMove = moveAt(at(3), { market: "SOLUSDC", onset: at(2) });

/** A hack on SOL at 0, a listing of BTC at 10, and a fall of SOL that opens at 3. */
async function storeHistory(): Promise<void> {
  const follower = new PassFollower(db);
  await follower.run(at(-1));
  await storeNews(db, newsAt(at(0), { id: testNewsId(1) }));
  await follower.run(at(0));
  await storeFound(db, at(3), solMove);
  await follower.run(at(3));
  await follower.run(at(6));
  const listing = { type: "listing", direction: "positive" } as const;
  await storeNews(
    db,
    newsAt(at(10), { ...listing, id: testNewsId(2), assets: [{ asset: "BTC", weight: 1 }] }),
  );
  await follower.run(at(10));
}

describe("a replay", () => {
  beforeEach(storeHistory);

  test("returns the catalysts that were first seen or changed in the window, with their history", async () => {
    const { results, known_at: knownAt, next } = await replayed(DAY);
    expect([knownAt, next]).toEqual([iso(10), null]);
    expect(results.map(({ event }) => event.type)).toEqual(["hack", "listing"]);
    const [hack] = results;
    expect(hack?.revisions.map(({ kind }) => kind)).toEqual(["detected", "evaluated", "evaluated"]);
    expect(hack?.evidence.map(({ id, is_independent: is }) => [id, is])).toEqual([
      [testNewsId(1), true],
    ]);
    expect(hack?.moves).toMatchObject([
      {
        move: { id: solMove.id },
        explanation: { verdict: "attributed", candidates: [{ catalyst_id: hack?.event.id }] },
      },
    ]);
    expect((await replayed({ from: iso(9), to: iso(11) })).results).toHaveLength(1);
    expect((await replayed({ from: iso(-9), to: iso(0) })).results).toHaveLength(0);
  });

  test("can be filtered and paged", async () => {
    const types = async (query: Record<string, string>) =>
      (await replayed({ ...DAY, ...query })).results.map(({ event }) => event.type);
    expect(await types({ asset: "SOL" })).toEqual(["hack"]);
    expect(await types({ type: "listing" })).toEqual(["listing"]);
    expect(await types({ min_magnitude: "5" })).toEqual([]);
    const first = await replayed({ ...DAY, limit: "1" });
    expect(first.next).not.toBeNull();
    const page = { limit: "1", cursor: first.next ?? "", known_at: first.known_at };
    expect(await types(page)).toEqual(["listing"]);
  });

  test("shows what was known at that time", async () => {
    const known = await replayed({ ...DAY, known_at: iso(4) });
    expect(known.known_at).toBe(iso(4));
    expect(known.results.map(({ event }) => event.revision)).toEqual([1]);
    expect(known.results[0]?.moves).toMatchObject([{ explanation: { verdict: "pending" } }]);
    expect((await replayed({ ...DAY, known_at: iso(1_000) })).known_at).toBe(iso(10));
    expect((await replayed({ ...DAY, known_at: iso(-30) })).results).toEqual([]);
  });

  test("also exists for one catalyst, for the public list and for a move", async () => {
    const listed = CatalystList.parse((await ask(list, {})).json);
    expect(listed.results.map(({ type }) => type)).toEqual(["listing", "hack"]);
    const id = listed.results[1]?.id ?? "";
    const record = KnownCatalystRecord.parse((await ask(one, {}, { id })).json);
    expect(record.event.id).toBe(id);
    expect(await refusal(ask(one, { known_at: iso(-1) }, { id }))).toEqual([
      404,
      "CATALYST_NOT_FOUND",
    ]);
    const known = KnownMove.parse((await ask(move, {}, { id: solMove.id })).json);
    expect(known.revisions.map(({ verdict }) => verdict)).toEqual(["pending", "attributed"]);
    expect(await refusal(ask(move, { known_at: iso(2) }, { id: solMove.id }))).toEqual([
      404,
      "MOVE_NOT_FOUND",
    ]);
  });
});

describe("is refused", () => {
  test.each([
    [{ from: iso(0) }],
    [{ from: iso(1), to: iso(1) }],
    [{ from: iso(0), to: iso(31 * 1_440 + 1) }],
    [{ from: "yesterday", to: iso(1) }],
    [{ ...DAY, limit: "501" }],
    [{ ...DAY, asset: "btc" }],
    [{ ...DAY, type: "rumour" }],
    [{ ...DAY, cursor: "2026" }],
    [{ ...DAY, known_at: "now" }],
  ])("the query %o", async (query) => {
    expect(await refusal(ask(replay, query))).toEqual([400, "MALFORMED_QUERY"]);
  });

  test("without a credential, with one of another kind, and without the scope", async () => {
    expect((await refusal(ask(replay, DAY, { headers: {} })))[0]).toBe(401);
    const bot = { "x-bot-key": TEST_KEYS.botId };
    expect((await refusal(ask(replay, DAY, { headers: bot })))[0]).toBe(401);
    const grant = {
      kind: "oauth_grant",
      userId: TEST_KEYS.user,
      grantId: "grt_1",
      clientId: "client_1",
      clientName: "An app",
      scopes: ["read:points"],
      expiresAt: at(60),
    } as const;
    setHttpRuntime({ clock: { now: () => NOON }, resolveActor: async () => grant });
    expect(await refusal(ask(replay, DAY))).toEqual([403, "INSUFFICIENT_SCOPE"]);
  });
});
