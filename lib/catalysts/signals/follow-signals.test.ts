/** Signals follow from stored rows alone, are judged only by later minutes, and never change. */
import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  CATALYST,
  replayedSignals,
  SignalWorld,
  storedSignals,
  TICKS,
} from "#lib/catalysts/testing/signals.testing.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { catalystInputs } from "#lib/platform/db/schema/catalysts.ts";
import { users } from "#lib/platform/db/schema/identity.ts";
import { markBars } from "#lib/platform/db/schema/market-data.ts";
import { signalEvents, signals, signalTriggers } from "#lib/platform/db/schema/signals.ts";
import { webhookEvents, webhooks } from "#lib/platform/db/schema/webhooks.ts";
import { newId } from "#lib/platform/ids.ts";
import { EVENT_TYPES } from "#lib/webhooks/event-types/event-types.ts";
import { SignalFollower } from "./follow-signals.ts";

const NOON = Date.UTC(2026, 4, 1, 12);
const MINUTE = 60_000;

let db: Database;
let world: SignalWorld;
let follower: SignalFollower;
/** How long after the last minute the follower runs. */
const SECOND = 1_000;

beforeEach(async () => {
  db = await testDatabase();
  world = new SignalWorld(db, NOON);
  follower = new SignalFollower(db, () => Promise.resolve(TICKS));
  await world.begin();
  await world.bars({ BTCUSDC: steady(70), SOLUSDC: steady(70) });
  await follower.run(world.now + SECOND);
});
afterEach(() => db.$client.end());

/** So many closes around this price. */
function steady(minutes: number, price = 100): number[] {
  return Array.from({ length: minutes }, (_, index) => price + (index % 2) / 100);
}
const run = (later = SECOND) => follower.run(world.now + later);
const rows = () => db.select().from(signals).orderBy(signals.minute, signals.id);
const ends = () => db.select().from(signalEvents).orderBy(signalEvents.minute);

const RISE = {
  market: "SOLUSDC",
  direction: "up",
  fromPrice: 100,
  extremePrice: 104,
  size: 0.04,
} as const;

/** A rise of SOL that has a cause: the minutes end at 104. */
async function attributedRise(): Promise<string> {
  await world.bars({ SOLUSDC: [102, 104] });
  const { id } = await world.move(RISE);
  await world.explain(id);
  return id;
}

describe("after a move whose cause was found", () => {
  test("a signal says that it goes on, with prices on the tick and reasons", async () => {
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
      expiresAt: world.now + 240 * MINUTE,
      recordedAt: new Date(world.now + SECOND),
      reasons: [
        { code: "attributed_move", move_id: moveId, catalyst_id: CATALYST, probability: 0.9 },
        { code: "record", ended: 0, hits: 0 },
      ],
    });
    expect(signal?.id).toMatch(/^sig_[0-9a-f]{24}$/);
  });

  test("there is one, whatever is said of it again", async () => {
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
  ] as const)("there is none while it is %s", async (_name, verdict) => {
    await world.bars({ SOLUSDC: [104] });
    const { id } = await world.move(RISE);
    await world.explain(id, verdict);
    await run();
    expect(await rows()).toEqual([]);
  });

  test("there is none when another cause was found meanwhile", async () => {
    const moveId = await attributedRise();
    await world.explain(moveId, "possible");
    await run();
    expect(await rows()).toEqual([]);
  });

  test("the entry is a close that knew the cause: one that was found behind the minute waits for the next one", async () => {
    await world.bars({ SOLUSDC: [102, 104] });
    const { id } = await world.move(RISE);
    await world.explain(id, "attributed", new Date(world.now + 1));
    await run();
    expect(await db.select().from(signalTriggers)).toEqual([]);
    await world.bars({ SOLUSDC: [105] });
    await run();
    expect(await rows()).toMatchObject([{ entry: "105", minute: world.now }]);
  });

  test("there is none when the move is an hour old", async () => {
    await world.bars({ SOLUSDC: steady(62) });
    const { id } = await world.move({ ...RISE, openedAt: world.now - 61 * MINUTE });
    await world.explain(id);
    await run();
    expect(await rows()).toEqual([]);
  });

  test("there is none in a market whose tick is not known", async () => {
    await world.bars({ DOGEUSDC: [1, 1] });
    const { id } = await world.move({ ...RISE, market: "DOGEUSDC" });
    await world.explain(id);
    await run();
    expect(await rows()).toEqual([]);
  });

  test("another one in the same market waits for the end of the first", async () => {
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

  test("a signal says that the price comes back, and is wrong beyond the extreme", async () => {
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

  test("there is none while they go on, when the price came back already, or without liquidations", async () => {
    await world.bars({ SOLUSDC: [97] });
    await world.move({ ...CASCADE, endedBy: null });
    await world.move({
      ...CASCADE,
      onset: world.now - MINUTE,
      endedAt: world.now,
      endedBy: "retrace",
    });
    await world.move({
      ...CASCADE,
      onset: world.now - 2 * MINUTE,
      endedAt: world.now,
      facts: { ...CASCADE.facts, cascade: false },
    });
    await run();
    expect(await db.select().from(signalTriggers)).toHaveLength(0);
  });
});

describe("after a number that nobody expected", () => {
  test("dearer money speaks against the price for an hour", async () => {
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
  ])("nothing follows from one %s", async (_name, change) => {
    await world.release(change);
    await world.bars({ BTCUSDC: [100] });
    await run();
    expect(await rows()).toEqual([]);
  });

  test("the entry is a close that knew it: a number that came behind the minute waits for the next one", async () => {
    await world.bars({ BTCUSDC: [100] });
    const recordedAt = new Date(world.now + 1);
    await world.release({ scheduledAt: world.now, recordedAt });
    await run();
    expect(await db.select().from(signalTriggers)).toEqual([]);
    await world.bars({ BTCUSDC: [99] });
    await run();
    expect(await rows()).toMatchObject([{ entry: "99", minute: world.now }]);
  });

  test("it follows neither from one before its time, nor from one whose minute is not known", async () => {
    const itemId = "cal_0000000000000000000000aa";
    await world.release({ scheduledAt: world.now + 2 * MINUTE });
    await world.release({ itemId, precision: "day" });
    await world.bars({ BTCUSDC: [100] });
    await run();
    expect(await rows()).toEqual([]);
    await world.bars({ BTCUSDC: [100] });
    await run();
    expect((await rows()).map(({ subject }) => subject)).toEqual(["cal_0123456789abcdef01234567"]);
  });

  test("a source that is read for the first time, with the numbers of a year, gives no signal", async () => {
    for (let week = 0; week < 52; week += 1) {
      const itemId = `cal_${week.toString(16).padStart(24, "0")}`;
      const scheduledAt = world.now - (week * 7 * 1_440 + 6) * MINUTE;
      await world.release({ itemId, revision: 1, scheduledAt, surpriseZ: 3 });
    }
    await world.bars({ BTCUSDC: [100] });
    await run();
    expect(await db.select().from(signalTriggers)).toEqual([]);
  });

  test("its correction is no second surprise", async () => {
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
    await begins.run(other.now + SECOND);
    expect(await own.select().from(signals)).toEqual([]);
    await own.$client.end();
  });

  test("a run that is a minute late makes none, since the next minute may be stored; the next run does", async () => {
    await attributedRise();
    await run(60_000);
    expect(await rows()).toEqual([]);
    await world.bars({ SOLUSDC: [104.5] });
    await run(59_999);
    const [signal] = await rows();
    expect(signal?.entry).toBe("104.5");
    // Every minute that judges it ends after it was made.
    expect((signal?.minute ?? 0) + MINUTE).toBeGreaterThan(signal?.recordedAt.getTime() ?? 0);
  });

  test("what was learned too long ago gives none", async () => {
    await attributedRise();
    await world.bars({ SOLUSDC: steady(5, 104) });
    await run();
    expect(await rows()).toEqual([]);
  });

  test("without the venue signals still end, and what they follow from waits", async () => {
    await attributedRise();
    await run();
    await world.bars({ SOLUSDC: [90] });
    const { id } = await world.move({ ...RISE, onset: world.now });
    await world.explain(id);
    const alone = new SignalFollower(db, () => Promise.reject(new Error("no venue")));
    await alone.run(world.now + SECOND);
    expect(await ends()).toMatchObject([{ kind: "invalidated", result: -7 }]);
    expect(await rows()).toHaveLength(1);
    await world.bars({ SOLUSDC: [91] });
    await run();
    expect(await rows()).toHaveLength(2);
  });

  test("a minute without a price, and one that came too late, judge nothing", async () => {
    await attributedRise();
    await run();
    await world.bars({ SOLUSDC: [50, 50] });
    const first = world.now - 2 * MINUTE;
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
      { ...from, start: first + MINUTE, isRead: false },
      { ...from, start: first + 2 * MINUTE, isRead: true },
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
    const [signal] = made.filter((one) => one.minute === world.now - MINUTE);
    return signal;
  }

  test("is what was known when the signal was made, and later ends change nothing of it", async () => {
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
    expect([first, second, third, fourth].map((one) => one?.shadow)).toEqual([
      true,
      true,
      false,
      true,
    ]);
    expect(third?.reasons.at(-1)).toEqual({ code: "record", ended: 2, hits: 2 });
    const now = await rows();
    expect(now.find(({ id }) => id === third?.id)).toEqual(third);
    expect(await replayedSignals(db)).toEqual(await storedSignals(db));
  });

  test("of another rule is its own", async () => {
    await signalThat("gains");
    await signalThat("gains");
    await world.release();
    await world.bars({ BTCUSDC: [100] });
    await run();
    const made = await rows();
    expect(made.find(({ rule }) => rule === "surprise")?.conviction).toBe(0.5);
  });

  test("of a real signal does not rest on simulated ones, nor the other way round", async () => {
    const surprise = async (number: number, simulated: boolean, close: number) => {
      const itemId = `cal_${number.toString(16).padStart(24, "0")}`;
      await world.release({ itemId, simulated });
      await world.bars({ BTCUSDC: [100] });
      await run();
      // The last close of its hour decides.
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
      [true, 10 / 18, false],
      [false, 8 / 17, true],
    ]);
    expect(await ends()).toHaveLength(5);
    expect(await replayedSignals(db)).toEqual(await storedSignals(db));
  });

  test("an end of the same minute counts", async () => {
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

  /** Two drift signals of ETH that gained: the rule may speak. */
  async function earn(): Promise<void> {
    for (const _ of [1, 2]) {
      const { id } = await world.move({ ...RISE, market: "ETHUSDC", onset: world.now });
      await world.explain(id);
      await world.bars({ ETHUSDC: [104] });
      await run();
      await world.bars({ ETHUSDC: [110] });
      await run();
    }
  }

  test("nobody is told of a signal in shadow", async () => {
    await attributedRise();
    await run();
    await world.bars({ SOLUSDC: [90] });
    await run();
    expect(await ends()).toHaveLength(1);
    expect(await events()).toEqual([]);
  });

  test("everybody is told of another one, when it is made and when it is wrong, as the reads show it", async () => {
    await earn();
    await world.bars({ SOLUSDC: steady(1) });
    await attributedRise();
    await run();
    await world.bars({ SOLUSDC: [101] });
    await run();
    const told = await events();
    expect(
      told.map(({ type, userId, conviction, assets }) => ({ type, userId, conviction, assets })),
    ).toEqual(
      ["signal.created", "signal.invalidated"].map((type) => ({
        type,
        userId: null,
        conviction: 10 / 18,
        assets: ["SOL"],
      })),
    );
    for (const { type, data } of told) {
      const { schema } = EVENT_TYPES[type];
      expect(schema.parse(JSON.parse(data))).toEqual(JSON.parse(data));
    }
    expect(JSON.parse(told[1]?.data ?? "")).toMatchObject({
      state: "invalidated",
      outcome: { close: "101", result: -1.5 },
    });
  });

  test("nobody is told that one was right: it fits no type", async () => {
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
    "of each table cannot be changed",
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
