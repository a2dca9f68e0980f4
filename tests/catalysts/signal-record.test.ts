/** Signals over HTTP: pages, filters, and a track record that matches the raw rows. */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as getOne } from "#app/api/public/signals/[id]/route.ts";
import { GET as getRecord } from "#app/api/public/signals/record/route.ts";
import { GET } from "#app/api/public/signals/route.ts";
import { signals } from "#lib/catalysts/schema/signals.ts";
import { SignalFollower } from "#lib/catalysts/signals/follow-signals.ts";
import { RandomSignals, SignalWorld, TICKS } from "#lib/catalysts/testing/signals.testing.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { setHttpRuntime } from "#lib/platform/http/runtime.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import type {
  Signal,
  SignalFigures,
  SignalList,
  SignalRecord,
} from "#lib/protocol/wire/signals.ts";
import { markBars } from "#lib/trading/schema/market-data.ts";

const NOON = Date.UTC(2026, 4, 1, 12);
const STEPS = 90;

let db: Database;
let all: Signal[];

beforeAll(async () => {
  db = await testDatabase();
  setDatabase(db);
  const log = { error: () => {}, warn: () => {} };
  setHttpRuntime({ baseUrl: "http://localhost:3000", clock: { now: () => NOON }, log });
  expect((await read()).json).toEqual({ judged_until: null, results: [], next: null });
  const world = new SignalWorld(db, NOON);
  await world.begin();
  const history = new RandomSignals(world, 11);
  const follower = new SignalFollower(db, () => Promise.resolve(TICKS));
  for (let step = 0; step < STEPS; step += 1) {
    await history.step();
    await follower.run(world.now + 1_000);
  }
  all = (await read({ limit: "500" })).json.results;
});
afterAll(async () => {
  setHttpRuntime();
  setDatabase(undefined);
  await db.$client.end();
});

async function read(query: Record<string, string> = {}) {
  const url = `http://localhost:3000/api/public/signals?${new URLSearchParams(query).toString()}`;
  const response = await GET(new Request(url), { params: Promise.resolve({}) });
  return { status: response.status, json: (await response.json()) as SignalList };
}

test("pages of any length give every signal once, the newest first", async () => {
  expect(all.length).toBeGreaterThan(20);
  const paged: string[] = [];
  let cursor: string | null = null;
  do {
    const page: SignalList = (await read({ limit: "7", ...(cursor && { cursor }) })).json;
    paged.push(...page.results.map(({ id }) => id));
    cursor = page.next;
  } while (cursor !== null);
  expect(paged).toEqual(all.map(({ id }) => id));
  const times = all.map(({ priced_at: at }) => at);
  expect(times).toEqual(times.toSorted().toReversed());
});

test.each<[Record<string, string>, (signal: Signal) => boolean]>([
  [{ state: "active" }, ({ outcome }) => outcome === null],
  [{ state: "ended" }, ({ outcome }) => outcome !== null],
  [{ state: "expired" }, ({ state }) => state === "expired"],
  [{ market: "SOLUSDC" }, ({ market }) => market === "SOLUSDC"],
  [{ rule: "cascade" }, ({ rule }) => rule === "cascade"],
  [{ shadow: "true" }, ({ shadow }) => shadow],
  [{ shadow: "false" }, ({ shadow }) => !shadow],
  [
    { from: new Date(NOON + 300 * MINUTE_MS).toISOString() },
    ({ priced_at: at }) => Date.parse(at) >= NOON + 300 * MINUTE_MS,
  ],
])("the filter %o leaves out the others", async (query, isWanted) => {
  const { json } = await read({ limit: "500", ...query });
  expect(json.results).toEqual(all.filter(isWanted));
});

test.each([
  { shadow: "maybe" },
  { state: "won" },
  { cursor: "sig_1" },
  { limit: "0" },
  { asset: "SOL" },
])("%o is refused", async (query) => {
  expect((await read(query as Record<string, string>)).status).toBe(400);
});

test("one signal is as in the list, and an unknown one is not found", async () => {
  const one = async (id: string) => {
    const request = new Request(`http://localhost:3000/api/public/signals/${id}`);
    const response = await getOne(request, { params: Promise.resolve({ id }) });
    return { status: response.status, json: (await response.json()) as unknown };
  };
  expect(await one(all[0]?.id ?? "")).toEqual({ status: 200, json: all[0] });
  expect(await one(`sig_${"0".repeat(24)}`)).toMatchObject({
    status: 404,
    json: { error: "SIGNAL_NOT_FOUND" },
  });
});

describe("the record", () => {
  type Judged = Signal & { recomputed: number | null; momentum: number | null; at: number };

  /**
   * Recomputes the results of one direction from the raw bars, with each signal's distance and end.
   */
  async function judgedFromBars(): Promise<Judged[]> {
    const bars = await db.select().from(markBars);
    const rows = await db.select().from(signals);
    return all.map((signal) => {
      const own = bars
        .filter(({ market }) => market === signal.market)
        .toSorted((a, b) => a.start - b.start);
      const at = Date.parse(signal.priced_at);
      const entry = Number(signal.entry);
      const risk = Math.abs(entry - Number(signal.invalidation));
      const sign = signal.direction === "long" ? 1 : -1;
      const later = own.filter(({ start }) => start >= at && start < Date.parse(signal.expires_at));
      const out = later.find(({ close }) => Math.abs(Number(close) - entry) > risk * (1 + 1e-12));
      const isOver = later.length === signal.horizon;
      const last = out ?? (isOver ? later.at(-1) : undefined);
      const gain = last === undefined ? null : ((Number(last.close) - entry) * sign) / risk;
      const closeAt = (start: number) => Number(own.find((bar) => bar.start === start)?.close);
      const hour = Math.sign(closeAt(at - MINUTE_MS) - closeAt(at - 61 * MINUTE_MS));
      const stored = rows.find(({ id }) => id === signal.id)?.momentum;
      expect(stored ?? null).toBe(hour > 0 ? "long" : hour < 0 ? "short" : null);
      const momentum = gain === null || !hour ? null : gain * sign * hour;
      return { ...signal, recomputed: gain, momentum, at };
    });
  }

  const mean = (values: readonly number[]) =>
    values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
  const hit = (result: number) => (result > 0 ? 1 : 0);
  const believed = (ended: number, hits: number) => (hits + 8) / (ended + 16);

  function expectClose(stated: number | null, computed: number | null): void {
    if (computed === null) expect(stated).toBeNull();
    else expect(stated).toBeCloseTo(computed, 9);
  }

  function expectFigures(stated: SignalFigures, own: readonly Judged[], ofRule: readonly Judged[]) {
    const ended = own.filter(({ recomputed }) => recomputed !== null);
    expect([stated.active, stated.ended]).toEqual([own.length - ended.length, ended.length]);
    expectClose(stated.hit_rate, mean(ended.map(({ recomputed }) => hit(recomputed ?? 0))));
    expectClose(stated.mean_result, mean(ended.map(({ recomputed }) => recomputed ?? 0)));
    const knownAt = (at: number) =>
      ofRule.filter(({ outcome }) => outcome !== null && Date.parse(outcome.ended_at) <= at);
    const convictionAt = (at: number) => {
      const known = knownAt(at);
      return believed(known.length, known.filter(({ recomputed }) => hit(recomputed ?? 0)).length);
    };
    for (const { at, conviction } of own) expect(conviction).toBe(convictionAt(at));
    expectLines(stated, ended);
    const squared = (belief: number, result: number) => (belief - hit(result)) ** 2;
    expectClose(
      stated.brier,
      mean(ended.map(({ at, recomputed }) => squared(convictionAt(at), recomputed ?? 0))),
    );
    const other = ended.filter(({ momentum }) => momentum !== null);
    const { coin, momentum } = stated.baselines;
    expect(coin).toEqual({ hit_rate: 0.5, mean_result: 0, brier: 0.25 });
    expect(momentum.ended).toBe(other.length);
    expectClose(momentum.hit_rate, mean(other.map((one) => hit(one.momentum ?? 0))));
    expectClose(momentum.mean_result, mean(other.map((one) => one.momentum ?? 0)));
    const momentumAt = (at: number) => {
      const known = knownAt(at).filter((one) => one.momentum !== null);
      return believed(known.length, known.filter((one) => hit(one.momentum ?? 0)).length);
    };
    expectClose(
      momentum.brier,
      mean(other.map((one) => squared(momentumAt(one.at), one.momentum ?? 0))),
    );
  }

  function expectLines({ calibration, curve }: SignalFigures, ended: readonly Judged[]): void {
    const binned = Map.groupBy(ended, ({ conviction }) => Math.floor(conviction * 20));
    expect(calibration.map(({ from, to, ended: count, hits }) => [from, to, count, hits])).toEqual(
      [...binned]
        .toSorted(([one], [other]) => one - other)
        .map(([bin, own]) => {
          const hits = own.filter(({ recomputed }) => hit(recomputed ?? 0) === 1).length;
          return [bin / 20, (bin + 1) / 20, own.length, hits];
        }),
    );
    for (const { from, to, conviction } of calibration) {
      expect(conviction).toBeGreaterThanOrEqual(from);
      expect(conviction).toBeLessThan(to);
    }
    const inOrder = ended
      .map(({ id, outcome, recomputed }) => ({ id, at: outcome?.ended_at ?? "", recomputed }))
      .toSorted((a, b) => (`${a.at} ${a.id}` < `${b.at} ${b.id}` ? -1 : 1));
    expect(curve.map((point) => point.ended_at)).toEqual(inOrder.map(({ at }) => at));
    let total = 0;
    for (const [index, { recomputed }] of inOrder.entries()) {
      total += recomputed ?? 0;
      expectClose(curve[index]?.total ?? null, total);
    }
  }

  test("has the figures that follow from the bars alone", async () => {
    const response = await getRecord(
      new Request("http://localhost:3000/api/public/signals/record"),
      { params: Promise.resolve({}) },
    );
    const record = (await response.json()) as SignalRecord;
    const judged = await judgedFromBars();
    const groups = ["false false", "false true", "true false", "true true"];
    expect(
      record.results.map(({ rule, simulated, shadow }) => `${rule} ${simulated} ${shadow}`),
    ).toEqual(
      ["drift", "cascade", "surprise"].flatMap((rule) => groups.map((group) => `${rule} ${group}`)),
    );
    for (const simulated of [true, false]) {
      expect(judged.filter((one) => one.simulated === simulated).length).toBeGreaterThan(1);
    }
    for (const stated of record.results) {
      const ofRule = judged.filter(
        ({ rule, simulated }) => rule === stated.rule && simulated === stated.simulated,
      );
      expectFigures(
        stated,
        ofRule.filter(({ shadow }) => shadow === stated.shadow),
        ofRule,
      );
    }
    for (const { outcome, recomputed } of judged) {
      expectClose(outcome?.result ?? null, recomputed);
    }
    expect(record.results.filter(({ ended }) => ended > 0).length).toBeGreaterThan(2);
  });
});
