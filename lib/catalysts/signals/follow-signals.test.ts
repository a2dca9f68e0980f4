/** Signals follow from stored rows alone, are judged only by later minutes, and never change. */

import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { catalystInputs } from "#lib/catalysts/schema/catalysts.ts";
import { signalEvents, signals, signalTriggers } from "#lib/catalysts/schema/signals.ts";
import {
  CATALYST,
  replayedSignals,
  SignalWorld,
  storedSignals,
  TICKS,
} from "#lib/catalysts/testing/signals.testing.ts";
import { storeRecord } from "#lib/catalysts/testing/stored-signal.testing.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { webhookEvents, webhooks } from "#lib/platform/schema/events.ts";
import { users } from "#lib/platform/schema/users.ts";
import { MINUTE_MS, SECOND_MS } from "#lib/protocol/durations.ts";
import { markBars } from "#lib/trading/schema/market-data.ts";
import { EVENT_TYPES } from "#lib/webhooks/event-types/event-types.ts";
import { SignalFollower } from "./follow-signals.ts";

const NOON = Date.UTC(2026, 4, 1, 12);

let db: Database;
let world: SignalWorld;
let follower: SignalFollower;

beforeEach(async () => {
  db = await testDatabase();
  world = new SignalWorld(db, NOON);
  follower = new SignalFollower(db, () => Promise.resolve(TICKS));
  await world.begin();
  await world.bars({ BTCUSDC: steady(70), SOLUSDC: steady(70) });
  await follower.run(world.now + SECOND_MS);
});
afterEach(() => db.$client.end());

/** This many closes around the price. */
function steady(minutes: number, price = 100): number[] {
  return Array.from({ length: minutes }, (_, index) => price + (index % 2) / 100);
}
/** @param later how long after the last minute the follower runs */
const run = (later = SECOND_MS) => follower.run(world.now + later);
const rows = () => db.select().from(signals).orderBy(signals.minute, signals.id);
const ends = () => db.select().from(signalEvents).orderBy(signalEvents.minute);

const RISE = {
  market: "SOLUSDC",
  direction: "up",
  fromPrice: 100,
  extremePrice: 104,
  size: 0.04,
} as const;

/** A rise of SOL with a known cause; it ends at 104. */
async function attributedRise(): Promise<string> {
  await world.bars({ SOLUSDC: [102, 104] });
  const { id } = await world.move(RISE);
  await world.explain(id);
  return id;
}

describe("after a move whose cause was found", () => {
  test("a signal expects it to continue, with prices on the tick and reasons", async () => {
    const moveId = await attributedRise();
    await run();
    const [signal, ...others] = await rows();
    expect(others).toEqual([]);
    expect(signal).toMatchObject({
      rule: "drift",
      market: "SOLUSDC",
      direction: "long",
      horizon: 240,
      conviction: 0.5,
      shadow: true,
      entry: "104",
      invalidation: "102",
      target: "106",
      moveId,
      catalystIds: [CATALYST],
      momentum: "long",
      minute: world.now,
      expiresAt: world.now + 240 * MINUTE_MS,
      recordedAt: new Date(world.now + SECOND_MS),
      reasons: [
        { code: "attributed_move", move_id: moveId, catalyst_id: CATALYST, probability: 0.9 },
        { code: "record", ended: 0, hits: 0 },
      ],
    });
    expect(signal?.id).toMatch(/^sig_[0-9a-f]{24}$/);
  });

  test("there is one signal, however often the move is explained again", async () => {
    const moveId = await attributedRise();
    await run();
    await world.bars({ SOLUSDC: [104] });
    await world.explain(moveId);
    await run();
    expect(await rows()).toHaveLength(1);
  });

  test.each([
    ["possible", "possible"],
    ["unexplained", "unexplained"],
  ] as const)("there is no signal while it is %s", async (_name, verdict) => {
    await world.bars({ SOLUSDC: [104] });
    const { id } = await world.move(RISE);
    await world.explain(id, verdict);
    await run();
    expect(await rows()).toEqual([]);
  });

  test("there is no signal when another cause was found meanwhile", async () => {
    const moveId = await attributedRise();
    await world.explain(moveId, "possible");
    await run();
    expect(await rows()).toEqual([]);
  });

  test("the entry is a close after the cause was known: a cause that is found after the minute waits for the next one", async () => {
    await world.bars({ SOLUSDC: [102, 104] });
    const { id } = await world.move(RISE);
    await world.explain(id, "attributed", new Date(world.now + 1));
    await run();
    expect(await db.select().from(signalTriggers)).toEqual([]);
    await world.bars({ SOLUSDC: [105] });
    await run();
    expect(await rows()).toMatchObject([{ entry: "105", minute: world.now }]);
  });

  test("there is no signal when the move is an hour old", async () => {
    await world.bars({ SOLUSDC: steady(62) });
    const { id } = await world.move({ ...RISE, openedAt: world.now - 61 * MINUTE_MS });
    await world.explain(id);
    await run();
    expect(await rows()).toEqual([]);
  });

  test("there is no signal in a market whose tick is unknown", async () => {
    await world.bars({ DOGEUSDC: [1, 1] });
    const { id } = await world.move({ ...RISE, market: "DOGEUSDC" });
    await world.explain(id);
    await run();
    expect(await rows()).toEqual([]);
  });

  test("another signal in the same market waits for the end of the first", async () => {
    await attributedRise();
    await run();
    await world.bars({ SOLUSDC: [104] });
    const { id } = await world.move({ ...RISE, onset: world.now });
    await world.explain(id);
    await run();
    expect(await rows()).toHaveLength(1);
    expect(await db.select().from(signalTriggers)).toHaveLength(2);
    expect(await replayedSignals(db)).toEqual(await storedSignals(db));
  });
});

describe("after liquidations that stopped", () => {
  const CASCADE = {
    market: "SOLUSDC",
    direction: "down",
    fromPrice: 100,
    extremePrice: 96,
    size: -0.04,
    endedBy: "quiet",
    facts: {
      volumeRatio: 4,
      openInterestChange: -0.1,
      liquidatedShare: 0.5,
      cascade: true,
      fundingFlip: false,
    },
  } as const;

  test("a signal expects the price to come back, and is invalidated beyond the extreme", async () => {
    await world.bars({ SOLUSDC: [96, 97] });
    const { id } = await world.move({ ...CASCADE, endedAt: world.now });
    await run();
    expect(await rows()).toMatchObject([
      {
        rule: "cascade",
        direction: "long",
        entry: "97",
        invalidation: "95",
        target: "99",
        moveId: id,
        momentum: "short",
        reasons: [{ code: "cascade", move_id: id, size: -0.04, liquidated_share: 0.5 }, {}],
      },
    ]);
  });

  test("there is no signal while they continue, when the price already came back, or without liquidations", async () => {
    await world.bars({ SOLUSDC: [97] });
    await world.move({ ...CASCADE, endedBy: null });
    await world.move({
      ...CASCADE,
      onset: world.now - MINUTE_MS,
      endedAt: world.now,
      endedBy: "retrace",
    });
    await world.move({
      ...CASCADE,
      onset: world.now - 2 * MINUTE_MS,
      endedAt: world.now,
      facts: { ...CASCADE.facts, cascade: false },
    });
    await run();
    expect(await db.select().from(signalTriggers)).toHaveLength(0);
  });
});

describe("after a surprising number", () => {
  test("the prospect of higher interest rates speaks against the price for an hour", async () => {
    await world.release();
    await world.bars({ BTCUSDC: [100] });
    await run();
    expect(await rows()).toMatchObject([
      {
        rule: "surprise",
        market: "BTCUSDC",
        direction: "short",
        horizon: 60,
        simulated: true,
        calendarId: "cal_0123456789abcdef01234567",
        reasons: [
          { code: "surprise", kind: "cpi", period: "2026-04", value: "0.2", unit: "%", z: 2.5 },
          {},
        ],
      },
    ]);
  });

  test.each([
    ["in its range", { surpriseZ: 0.9 }],
    ["of another country", { country: "JP" }],
    ["without a known spread", { surpriseZ: null }],
    ["of a speech, which has no direction", { kind: "central_bank_speech" as const }],
    ["that is only scheduled", { status: "scheduled" as const }],
  ])("there is no signal after one %s", async (_name, change) => {
    await world.release(change);
    await world.bars({ BTCUSDC: [100] });
    await run();
    expect(await rows()).toEqual([]);
  });

  test("the entry is a close after the number was known: one that arrives after the minute waits for the next", async () => {
    await world.bars({ BTCUSDC: [100] });
    const recordedAt = new Date(world.now + 1);
    await world.release({ scheduledAt: world.now, recordedAt });
    await run();
    expect(await db.select().from(signalTriggers)).toEqual([]);
    await world.bars({ BTCUSDC: [99] });
    await run();
    expect(await rows()).toMatchObject([{ entry: "99", minute: world.now }]);
  });

  test("there is no signal after a number that is early or has no time of day", async () => {
    const itemId = "cal_0000000000000000000000aa";
    await world.release({ scheduledAt: world.now + 2 * MINUTE_MS });
    await world.release({ itemId, precision: "day" });
    await world.bars({ BTCUSDC: [100] });
    await run();
    expect(await rows()).toEqual([]);
    await world.bars({ BTCUSDC: [100] });
    await run();
    expect((await rows()).map(({ subject }) => subject)).toEqual(["cal_0123456789abcdef01234567"]);
  });

  test("the first read of a source with a year of numbers gives no signal", async () => {
    for (let week = 0; week < 52; week += 1) {
      const itemId = `cal_${week.toString(16).padStart(24, "0")}`;
      const scheduledAt = world.now - (week * 7 * 1_440 + 6) * MINUTE_MS;
      await world.release({ itemId, revision: 1, scheduledAt, surpriseZ: 3 });
    }
    await world.bars({ BTCUSDC: [100] });
    await run();
    expect(await db.select().from(signalTriggers)).toEqual([]);
  });

  test("a correction is not a second surprise", async () => {
    await world.release({ surpriseZ: 0.5 });
    await world.release({ revision: 3, surpriseZ: 3 });
    await world.bars({ BTCUSDC: [100] });
    await run();
    expect(await rows()).toEqual([]);
  });
});

describe("time", () => {
  test("what happened before the first start gives no signal", async () => {
    const own = await testDatabase();
    const other = new SignalWorld(own, NOON);
    await other.begin();
    await other.bars({ SOLUSDC: [...steady(70), 102, 104] });
    const { id } = await other.move(RISE);
    await other.explain(id);
    const begins = new SignalFollower(own, () => Promise.resolve(TICKS));
    await begins.run(other.now + SECOND_MS);
    expect(await own.select().from(signals)).toEqual([]);
    await own.$client.end();
  });

  test("a run that is a minute late makes no signal, because the next minute may be stored; the next run does", async () => {
    await attributedRise();
    await run(60_000);
    expect(await rows()).toEqual([]);
    await world.bars({ SOLUSDC: [104.5] });
    await run(59_999);
    const [signal] = await rows();
    expect(signal?.entry).toBe("104.5");
    // Every minute that judges the signal ends after the signal was made.
    expect((signal?.minute ?? 0) + MINUTE_MS).toBeGreaterThan(signal?.recordedAt.getTime() ?? 0);
  });

  test("a trigger that is too old gives no signal", async () => {
    await attributedRise();
    await world.bars({ SOLUSDC: steady(5, 104) });
    await run();
    expect(await rows()).toEqual([]);
  });

  test("without the venue signals still end, and triggers wait", async () => {
    await attributedRise();
    await run();
    await world.bars({ SOLUSDC: [90] });
    const { id } = await world.move({ ...RISE, onset: world.now });
    await world.explain(id);
    const alone = new SignalFollower(db, () => Promise.reject(new Error("no venue")));
    await alone.run(world.now + SECOND_MS);
    expect(await ends()).toMatchObject([{ kind: "invalidated", result: -7 }]);
    expect(await rows()).toHaveLength(1);
    await world.bars({ SOLUSDC: [91] });
    await run();
    expect(await rows()).toHaveLength(2);
  });

  test("a minute without a price, or stored too late, judges nothing", async () => {
    await attributedRise();
    await run();
    await world.bars({ SOLUSDC: [50, 50] });
    const first = world.now - 2 * MINUTE_MS;
    await db
      .update(markBars)
      .set({ filled: true })
      .where(sql`${markBars.market} = 'SOLUSDC' AND ${markBars.start} = ${first}`);
    const input = {
      cursor: `${(await db.select().from(catalystInputs))[0]?.cursor}`,
      market: "SOLUSDC",
    };
    const from = { ...input, part: "price" as const };
    await db.insert(catalystInputs).values([
      { ...from, start: first + MINUTE_MS, isRead: false },
      { ...from, start: first + 2 * MINUTE_MS, isRead: true },
    ]);
    await run();
    expect(await ends()).toEqual([]);
    await world.passQuietly(240);
    await run();
    expect(await ends()).toMatchObject([{ kind: "expired", close: "104", result: 0 }]);
  });
});

describe("conviction", () => {
  /** One drift signal of SOL from start to end. @returns its row */
  async function signalThat(ending: "gains" | "loses") {
    const { id } = await world.move({ ...RISE, onset: world.now, openedAt: world.now });
    await world.explain(id);
    await world.bars({ SOLUSDC: [104] });
    await run();
    const made = await rows();
    await world.bars({ SOLUSDC: [ending === "gains" ? 110 : 90] });
    await run();
    const left = await rows();
    expect(left).toHaveLength(made.length);
    const [signal] = made.filter((one) => one.minute === world.now - MINUTE_MS);
    return signal;
  }

  test("is the value when the signal was made, and later ends do not change it", async () => {
    const first = await signalThat("gains");
    const second = await signalThat("gains");
    const third = await signalThat("loses");
    const fourth = await signalThat("gains");
    expect([first, second, third, fourth].map((one) => one?.conviction)).toEqual([
      8 / 16,
      9 / 17,
      10 / 18,
      10 / 19,
    ]);
    expect([first, second, third, fourth].map((one) => one?.shadow)).toEqual(
      Array.from({ length: 4 }, () => true),
    );
    expect(third?.reasons.at(-1)).toEqual({ code: "record", ended: 2, hits: 2 });
    const now = await rows();
    expect(now.find(({ id }) => id === third?.id)).toEqual(third);
    expect(await replayedSignals(db)).toEqual(await storedSignals(db));
  });

  test("a rule leaves the shadow with its 30th end, and returns when its hit rate falls", async () => {
    await storeRecord(db, { minute: NOON, ended: 29, hits: 20 });
    const made = [
      await signalThat("gains"),
      await signalThat("loses"),
      await signalThat("loses"),
      await signalThat("gains"),
    ];
    expect(made.map((one) => [one?.reasons.at(-1), one?.shadow])).toEqual([
      [{ code: "record", ended: 29, hits: 20 }, true],
      [{ code: "record", ended: 30, hits: 21 }, false],
      [{ code: "record", ended: 31, hits: 21 }, false],
      [{ code: "record", ended: 32, hits: 21 }, true],
    ]);
  });

  test("is separate for each rule", async () => {
    await signalThat("gains");
    await signalThat("gains");
    await world.release();
    await world.bars({ BTCUSDC: [100] });
    await run();
    const made = await rows();
    expect(made.find(({ rule }) => rule === "surprise")?.conviction).toBe(0.5);
  });

  test("of real signals does not depend on simulated ones, nor the reverse", async () => {
    const surprise = async (number: number, simulated: boolean, close: number) => {
      const itemId = `cal_${number.toString(16).padStart(24, "0")}`;
      await world.release({ itemId, simulated });
      await world.bars({ BTCUSDC: [100] });
      await run();
      // The last close within the hour decides.
      await world.bars({ BTCUSDC: [close] });
      await world.passQuietly(60);
      await run();
    };
    await surprise(1, true, 99.9);
    await surprise(2, true, 99.9);
    await surprise(3, false, 100.1);
    await surprise(4, true, 99.9);
    await surprise(5, false, 99.9);
    const made = await rows();
    expect(
      made.map(({ simulated, conviction, shadow }) => [simulated, conviction, shadow]),
    ).toEqual([
      [true, 8 / 16, true],
      [true, 9 / 17, true],
      [false, 8 / 16, true],
      [true, 10 / 18, true],
      [false, 8 / 17, true],
    ]);
    expect(await ends()).toHaveLength(5);
    expect(await replayedSignals(db)).toEqual(await storedSignals(db));
  });

  test("counts an end of the same minute", async () => {
    await signalThat("gains");
    await attributedRise();
    await run();
    await world.bars({ SOLUSDC: [110] });
    const { id } = await world.move({ ...RISE, onset: world.now });
    await world.explain(id);
    await run();
    expect((await rows()).at(-1)?.conviction).toBe(10 / 18);
    expect(await replayedSignals(db)).toEqual(await storedSignals(db));
  });
});

describe("webhooks", () => {
  const events = () => db.select().from(webhookEvents).orderBy(webhookEvents.position);

  beforeEach(async () => {
    const userId = newId("usr");
    await db.insert(users).values({ id: userId, createdAt: new Date(NOON) });
    await db.insert(webhooks).values({
      id: newId("whk"),
      userId,
      url: "https://receiver.example/",
      events: ["signal.created", "signal.invalidated"],
      filter: {},
      status: "active",
      maxPerSecond: 10,
      createdAt: NOON,
    });
  });

  /** Takes the drift rule out of the shadow. */
  const earn = () => storeRecord(db, { minute: NOON, ended: 40, hits: 40 });

  test("a signal in shadow is not announced", async () => {
    await attributedRise();
    await run();
    await world.bars({ SOLUSDC: [90] });
    await run();
    expect(await ends()).toHaveLength(1);
    expect(await events()).toEqual([]);
  });

  test("any other signal is announced when it is made and when it is invalidated, as the reads show it", async () => {
    await earn();
    await world.bars({ SOLUSDC: steady(1) });
    await attributedRise();
    await run();
    await world.bars({ SOLUSDC: [101] });
    await run();
    const sent = await events();
    expect(
      sent.map(({ type, userId, conviction, assets }) => ({ type, userId, conviction, assets })),
    ).toEqual(
      ["signal.created", "signal.invalidated"].map((type) => ({
        type,
        userId: null,
        conviction: 48 / 56,
        assets: ["SOL"],
      })),
    );
    for (const { type, data } of sent) {
      const { schema } = EVENT_TYPES[type];
      expect(schema.parse(JSON.parse(data))).toEqual(JSON.parse(data));
    }
    expect(JSON.parse(sent[1]?.data ?? "")).toMatchObject({
      state: "invalidated",
      outcome: { close: "101", result: -1.5 },
    });
  });

  test("a signal that reached its target is not announced, because no event type fits", async () => {
    await earn();
    await world.bars({ SOLUSDC: steady(1) });
    await attributedRise();
    await run();
    await world.bars({ SOLUSDC: [110] });
    await run();
    expect((await ends()).at(-1)?.kind).toBe("reached");
    expect((await events()).map(({ type }) => type)).toEqual(["signal.created"]);
  });
});

describe("the record", () => {
  test.each([signals, signalEvents, signalTriggers])(
    "cannot be changed in any table",
    async (table) => {
      await attributedRise();
      await run();
      await world.bars({ SOLUSDC: [110] });
      await run();
      expect((await db.select().from(table)).length).toBeGreaterThan(0);
      const refused = (statement: ReturnType<typeof sql>) =>
        expect(db.execute(statement)).rejects.toMatchObject({
          cause: { message: expect.stringContaining("is append-only") as unknown },
        });
      await refused(sql`UPDATE ${table} SET recorded_at = now()`);
      await refused(sql`DELETE FROM ${table}`);
      await refused(sql`TRUNCATE ${table} CASCADE`);
    },
  );

  test("a signal ends once", async () => {
    await attributedRise();
    await run();
    await world.bars({ SOLUSDC: [110] });
    await run();
    const [end] = await ends();
    if (end === undefined) throw new Error("it did not end");
    const refused = (signalId: string, why: string) =>
      expect(db.insert(signalEvents).values({ ...end, signalId })).rejects.toMatchObject({
        cause: { message: expect.stringContaining(why) as unknown },
      });
    await refused(end.signalId, "duplicate key");
    await refused("sig_none", "foreign key");
    expect(await db.select().from(signals).where(eq(signals.id, end.signalId))).toHaveLength(1);
  });
});
