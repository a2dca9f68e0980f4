/**
 * Moves over HTTP: windows, pages, figures in the documented form, and only moves of the current
 * parameters.
 */

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { EXPLAINING, fallAt, StoredMoves } from "#lib/catalysts/testing/stored-moves.testing.ts";
import { setHttpRuntime } from "#lib/platform/http/runtime.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import type { MoveList } from "#lib/protocol/wire/moves.ts";
import { GET } from "./route.ts";

const NOON = Date.UTC(2026, 4, 1, 12);
const OTHER = "0".repeat(64);

let moves: StoredMoves;

beforeEach(async () => {
  moves = await StoredMoves.open();
  const log = { error: () => {}, warn: () => {} };
  setHttpRuntime({ baseUrl: "http://localhost:3000", clock: { now: () => NOON }, log });
});
afterEach(async () => {
  setHttpRuntime();
  await moves.close();
});

const at = (minutes: number) => NOON + minutes * MINUTE_MS;

async function read(query: Record<string, string> = {}) {
  const url = `http://localhost:3000/api/public/moves?${new URLSearchParams(query).toString()}`;
  const response = await GET(new Request(url), { params: Promise.resolve({}) });
  return { status: response.status, json: (await response.json()) as MoveList };
}

const openedOf = ({ json }: { json: MoveList }) =>
  json.results.map(({ opened_at }) => (Date.parse(opened_at) - NOON) / MINUTE_MS);

test.each(["attributed", "possible"] as const)("a cause that is %s is named", async (verdict) => {
  const move = fallAt(NOON);
  await moves.store(move);
  await moves.explain(move.id, verdict);
  expect((await read()).json.results[0]?.cause).toEqual({
    verdict,
    probability: 0.5,
    catalyst_id: EXPLAINING,
    headline: "Bridge drained",
    type: "hack",
  });
});

test.each(["unexplained", "mechanical", "pending"] as const)(
  "a move that is %s names no catalyst, even though one candidate is the likeliest",
  async (verdict) => {
    const move = fallAt(NOON);
    await moves.store(move);
    await moves.explain(move.id, verdict);
    expect((await read()).json.results[0]?.cause).toEqual({
      verdict,
      probability: null,
      catalyst_id: null,
      headline: null,
      type: null,
    });
  },
);

test("a move has its figures as numbers, its prices as decimals and its times as ISO 8601", async () => {
  const move = fallAt(NOON);
  await moves.store(move);
  const { status, json } = await read();
  expect(status).toBe(200);
  expect(json).toEqual({
    results: [
      {
        id: move.id,
        incident_id: move.incidentId,
        market: "BTCUSDC",
        direction: "down",
        rule: "z",
        scope: "single",
        opened_at: "2026-05-01T12:00:00.000Z",
        onset: "2026-05-01T11:59:00.000Z",
        from_price: "65432.1",
        extreme_price: "0.0000001",
        extreme_at: "2026-05-01T12:00:00.000Z",
        ended_at: null,
        ended_by: null,
        size: -0.05,
        z: -7.25,
        horizon_minutes: 5,
        facts: {
          volume_ratio: 3.5,
          open_interest_change: null,
          liquidated_share: 0.4,
          cascade: true,
          funding_flip: false,
        },
        revision: 1,
        parameters_hash: move.parametersHash,
        cause: null,
      },
    ],
    next: null,
  });
});

test("a move with several revisions appears once, in its newest state", async () => {
  await moves.store(fallAt(NOON));
  await moves.store(fallAt(NOON, { size: -0.07, endedAt: at(1), endedBy: "quiet" }));
  const { json } = await read();
  expect(json.results).toMatchObject([
    { revision: 2, size: -0.07, ended_at: "2026-05-01T12:01:00.000Z", ended_by: "quiet" },
  ]);
});

describe("a list", () => {
  const foreign = fallAt(at(3), { parametersHash: OTHER });
  beforeEach(() =>
    moves.store(
      fallAt(NOON),
      fallAt(at(1)),
      fallAt(at(1), { market: "ETHUSDC" }),
      fallAt(at(2)),
      foreign,
    ),
  );

  test("has the newest first, and no move that was found with other parameters", async () => {
    expect(openedOf(await read())).toEqual([2, 1, 1, 0]);
    expect(openedOf(await read({ market: "ETHUSDC" }))).toEqual([1]);
    expect((await read({ market: "DOGEUSDC" })).json).toEqual({ results: [], next: null });
  });

  test("includes `from` and excludes `to`", async () => {
    const iso = (minutes: number) => new Date(at(minutes)).toISOString();
    expect(openedOf(await read({ from: iso(1) }))).toEqual([2, 1, 1]);
    expect(openedOf(await read({ from: iso(1), to: iso(2) }))).toEqual([1, 1]);
    expect(openedOf(await read({ to: "2026-05-01T14:01:00+02:00" }))).toEqual([0]);
  });

  test("has each move exactly once over all its pages", async () => {
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const { json } = await read({ limit: "1", ...(cursor === null ? {} : { cursor }) });
      ids.push(...json.results.map(({ id }) => id));
      cursor = json.next;
    } while (cursor !== null);
    expect(ids).toEqual((await read()).json.results.map(({ id }) => id));
    expect((await read({ cursor: foreign.id })).json).toEqual({ results: [], next: null });
  });
});

test.each([
  [{ from: "2026-05-01T12:00:00Z", to: "2026-05-01T12:00:00Z" }, "from"],
  [{ from: "yesterday" }, "from"],
  [{ to: "2026-05-01T25:00:00Z" }, "to"],
  [{ limit: "501" }, "limit"],
  [{ limit: "0" }, "limit"],
  [{ cursor: "evt_1" }, "cursor"],
  [{ market: "" }, "market"],
  [{ cause: "hack" }, "cause"],
])("the query %o is refused", async (query, parameter) => {
  const { status, json } = await read(query);
  expect(status).toBe(400);
  expect(json).toMatchObject({
    error: "MALFORMED_QUERY",
    message: expect.stringContaining(parameter),
  });
});
