/**
 * Which pushes are written and for whom: windows, reschedules, twins, caps, preferences, and
 * minutes that count.
 */

import { and, asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { inboxNotices } from "#lib/platform/schema/inbox.ts";
import { users } from "#lib/platform/schema/users.ts";
import { HOUR_MS, MINUTE_MS } from "#lib/protocol/durations.ts";
import { pushes, pushSends } from "#lib/pushes/schema/pushes.ts";
import {
  addSubscription,
  addUser,
  calendarItem,
  putItem,
  putMinutes,
} from "#lib/pushes/testing/world.ts";
import { markBars } from "#lib/trading/schema/market-data.ts";
import { PushWriter } from "./push-writer.ts";

const T = Date.parse("2026-05-12T12:30:00Z");
const LEVELS = new Map([["BTC", "5000"]]);

let db: Database;
let now: number;
let ada: string;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.$client.end());
beforeEach(async () => {
  await db.$client.end();
  db = await testDatabase();
  now = T - 24 * HOUR_MS;
  ada = await addUser(db);
});

const run = async (at = now, accountsAtOnce = 2) => {
  now = at;
  const writer = new PushWriter({
    db,
    levels: LEVELS,
    now: () => now,
    wake: () => undefined,
    accountsAtOnce,
  });
  await writer.run(now);
};
/** The pushes of an account in order, by the fields that identify them. */
const received = async (userId = ada) => {
  const rows = await db
    .select()
    .from(inboxNotices)
    .where(eq(inboxNotices.userId, userId))
    .orderBy(asc(inboxNotices.position));
  return rows.map(({ data }) =>
    [
      data["slot"],
      data["level"],
      data["direction"],
      data["minutes"],
      data["market"],
      data["scheduled_at"],
    ]
      .filter((one) => one !== undefined && one !== null)
      .join(" "),
  );
};
const iso = (at: number) => new Date(at).toISOString();

describe("a release", () => {
  const item = calendarItem({ id: "cal_a", scheduledAt: T });

  test("is pushed a day before, half an hour before and with its number, once each, to every account", async () => {
    const others = await Promise.all([1, 2, 3, 4].map(() => addUser(db)));
    await putItem(db, item);
    for (const at of [
      T - 25 * HOUR_MS,
      T - 24 * HOUR_MS,
      T - 23.5 * HOUR_MS,
      T - 30 * MINUTE_MS,
      T - 11 * MINUTE_MS,
    ]) {
      await run(at);
      await run(at);
    }
    const number = { status: "released", actual: "0.4", releasedAt: new Date(T + 500) } as const;
    await putItem(db, { ...item, ...number });
    await run(T + 600);
    await run(T + 10 * MINUTE_MS);
    const all = [`day ${iso(T)}`, `soon ${iso(T)}`, `number ${iso(T)}`];
    for (const user of [ada, ...others]) expect(await received(user)).toEqual(all);
  });

  test("is not pushed after its window", async () => {
    await putItem(db, item);
    await run(T - 23 * HOUR_MS);
    await run(T - 10 * MINUTE_MS);
    await putItem(db, { ...item, status: "released", actual: "1", releasedAt: new Date(T) });
    await run(T + 15 * MINUTE_MS);
    expect(await received()).toEqual([]);
  });

  test("an account that signs up after the fan-out, and a deleted one, get nothing", async () => {
    const gone = await addUser(db);
    await db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, gone));
    await putItem(db, item);
    await run();
    const late = await addUser(db);
    await run(now + MINUTE_MS);
    expect([await received(gone), await received(late)]).toEqual([[], []]);
  });

  test("that is moved during the fan-out continues with the new time, to accounts that do not have it", async () => {
    const [first, second] = [await addUser(db), await addUser(db)].toSorted();
    await db.delete(users).where(eq(users.id, ada));
    await putItem(db, item);
    // The replica stops after its first batch.
    const stopped = new AbortController();
    const writer = new PushWriter({
      db,
      levels: LEVELS,
      now: () => now,
      wake: () => stopped.abort(),
      accountsAtOnce: 1,
    });
    await writer.run(now, stopped.signal);
    await putItem(db, { ...item, status: "moved", scheduledAt: T + 2 * HOUR_MS });
    await run(now + MINUTE_MS);
    expect([await received(first), await received(second)]).toEqual([[`day ${iso(T)}`], []]);
    await run(T - 22 * HOUR_MS);
    expect([await received(first), await received(second)]).toEqual([
      [`day ${iso(T)}`],
      [`day ${iso(T + 2 * HOUR_MS)}`],
    ]);
  });

  test("that is moved to another day is pushed again; one that is cancelled is not", async () => {
    await putItem(db, item);
    await run();
    const later = T + 72 * HOUR_MS;
    await putItem(db, { ...item, status: "moved", scheduledAt: later });
    await run(T - 30 * MINUTE_MS);
    expect(await received()).toEqual([`day ${iso(T)}`]);
    await run(later - 24 * HOUR_MS);
    await putItem(db, { ...item, status: "cancelled", scheduledAt: later });
    await run(later - 30 * MINUTE_MS);
    expect(await received()).toEqual([`day ${iso(T)}`, `day ${iso(later)}`]);
  });

  test("that is cancelled withdraws the pushes that wait for browsers", async () => {
    await addSubscription(db, ada);
    await putItem(db, item);
    await run();
    expect(await db.$count(pushSends)).toBe(1);
    await putItem(db, { ...item, status: "cancelled" });
    await run(now + 1);
    expect(await db.$count(pushes, eq(pushes.cancelledAt, now))).toBe(1);
  });

  test("has its number pushed before another push continues", async () => {
    for (let n = 0; n < 3; n += 1) await addUser(db);
    await putItem(db, item);
    const released = { ...item, id: "cal_n", kind: "nfp", scheduledAt: now - 1_000 } as const;
    const number = { status: "released", actual: "175", releasedAt: new Date(now) } as const;
    let batches = 0;
    const wake = () => {
      batches += 1;
    };
    const stopped = new AbortController();
    const first = { db, levels: LEVELS, now: () => now, accountsAtOnce: 1 };
    await new PushWriter({ ...first, wake: () => stopped.abort() }).run(now, stopped.signal);
    await putItem(db, { ...released, ...number });
    await new PushWriter({ ...first, wake }).run(now);
    const rows = await db.select().from(inboxNotices).orderBy(asc(inboxNotices.position));
    const order = rows.map(({ data }) => data["slot"]);
    expect(order).toEqual([
      "day",
      ...Array.from({ length: 4 }, () => "number"),
      "day",
      "day",
      "day",
    ]);
    expect(batches).toBeGreaterThan(6);
  });

  test("of two sources is pushed once", async () => {
    await putItem(db, { ...item, period: "2026-04" });
    await putItem(db, { ...item, id: "cal_b", period: "2026-04", title: "Consumer prices m/m" });
    await run();
    expect(await received()).toHaveLength(1);
  });

  test("that one source cancels is pushed for the other source, to accounts that do not have it", async () => {
    const users = [ada, await addUser(db), await addUser(db)].toSorted();
    await putItem(db, { ...item, period: "2026-04" });
    await putItem(db, { ...item, id: "cal_b", period: "2026-04" });
    // The replica stops after its first batch.
    const stopped = new AbortController();
    const wake = () => stopped.abort();
    const first = { db, levels: LEVELS, now: () => now, wake, accountsAtOnce: 1 };
    await new PushWriter(first).run(now, stopped.signal);
    await putItem(db, { ...item, period: "2026-04", status: "cancelled" });
    await run(now + MINUTE_MS);
    // The first item is scheduled again, but its push is not written again: its twin replaced it.
    await putItem(db, { ...item, period: "2026-04" });
    await run(now + MINUTE_MS);
    const rows = await db.select().from(inboxNotices).orderBy(asc(inboxNotices.position));
    expect(rows.map(({ userId, data }) => [userId, data["item_id"]])).toEqual([
      [users[0], "cal_a"],
      [users[1], "cal_b"],
      [users[2], "cal_b"],
    ]);
  });
});

describe("an account", () => {
  test("gets at most eight pushes of a type and UTC day", async () => {
    const midnight = Date.parse("2026-05-12T00:00:00Z");
    for (let n = 0; n < 10; n += 1) {
      const scheduledAt = midnight + 24 * HOUR_MS - 10_000 + n;
      await putItem(db, calendarItem({ id: `cal_${n}`, scheduledAt }));
    }
    await run(midnight - 5_000);
    expect(await received()).toHaveLength(8);
    await putItem(db, calendarItem({ id: "cal_x", scheduledAt: midnight + 24 * HOUR_MS }));
    await run(midnight);
    expect(await received()).toHaveLength(9);
  });

  test("gets samples within a cap of their own, so that they keep no real release back", async () => {
    const midnight = Date.parse("2026-05-12T00:00:00Z");
    for (let n = 0; n < 10; n += 1) {
      const scheduledAt = midnight + 24 * HOUR_MS - 10_000 + n;
      await putItem(db, calendarItem({ id: `cal_${n}`, scheduledAt, simulated: true }));
    }
    await run(midnight - 5_000);
    expect(await received()).toHaveLength(8);
    const real = midnight + 24 * HOUR_MS - 6_000;
    for (let n = 0; n < 10; n += 1) {
      await putItem(db, calendarItem({ id: `cal_real_${n}`, scheduledAt: real + n }));
    }
    await run(midnight - 4_000);
    expect(await received()).toHaveLength(16);
  });

  test("gets nothing of a kind that it switched off, separately for each channel", async () => {
    const item = calendarItem({ id: "cal_a", scheduledAt: T });
    const noInbox = await addUser(db, { off: ["inbox:cpi", "web:gdp"] });
    const noWeb = await addUser(db, { off: ["web:cpi"] });
    const neither = await addUser(db, { off: ["web:cpi", "inbox:cpi"] });
    const ids = new Map<string, string>();
    for (const user of [noInbox, noWeb, neither]) {
      ids.set((await addSubscription(db, user)).id, user);
    }
    await putItem(db, item);
    await run();
    expect([await received(noInbox), await received(noWeb), await received(neither)]).toEqual([
      [],
      [`day ${iso(T)}`],
      [],
    ]);
    const sends = await db.select().from(pushSends);
    expect(sends.map(({ subscriptionId }) => ids.get(subscriptionId))).toEqual([noInbox]);
  });
});

describe("a price", () => {
  const START = Date.parse("2026-05-12T10:00:00Z");
  const begin = async (market: string) => {
    await putMinutes(db, market, { start: START, closes: [] });
    await run(START);
  };

  test("that crosses a round level is pushed once per day and asset, in the minute it closes", async () => {
    await begin("BTCUSDC");
    await putMinutes(db, "BTCUSDC", {
      start: START,
      closes: ["99000", "100100", "104000", "105100"],
    });
    await run(START + 4 * MINUTE_MS);
    await run(START + 4 * MINUTE_MS);
    expect(await received()).toEqual(["100000 up BTCUSDC"]);
  });

  test("of the past, in a late minute or in a filled one is not pushed", async () => {
    await putMinutes(db, "BTCUSDC", { start: START, closes: ["99000", "100100"] });
    await run(START + 2 * MINUTE_MS);
    await putMinutes(db, "BTCUSDC", { start: START + 2 * MINUTE_MS, closes: ["105100"] });
    await run(START + 6 * MINUTE_MS);
    await putMinutes(db, "BTCUSDC", {
      start: START + 3 * MINUTE_MS,
      closes: ["111000"],
      filled: true,
    });
    await run(START + 4 * MINUTE_MS);
    expect(await received()).toEqual([]);
  });

  test("that moves by more than 10 % in an hour is pushed once per market and direction", async () => {
    await begin("DOGEUSDC");
    const closes = Array.from({ length: 60 }, () => "100");
    await putMinutes(db, "DOGEUSDC", {
      start: START,
      closes: [...closes, "111", "112", "89", "88"],
    });
    await run(START + 64 * MINUTE_MS);
    expect(await received()).toEqual(["up 60 DOGEUSDC", "down 60 DOGEUSDC"]);
  });

  test("that moved is pushed again after 24 hours, not at midnight, separately for each direction", async () => {
    const hour = (close: string) => Array.from({ length: 60 }, () => close);
    const late = Date.parse("2026-05-12T22:58:00Z");
    await putMinutes(db, "DOGEUSDC", { start: late, closes: [] });
    await run(late);
    // The price moved at 23:58, so until 00:57 it is equally far from an hour before.
    await putMinutes(db, "DOGEUSDC", { start: late, closes: [...hour("100"), ...hour("125")] });
    await run(late + 61 * MINUTE_MS);
    expect(await received()).toEqual(["up 60 DOGEUSDC"]);
    await putMinutes(db, "DOGEUSDC", { start: late + 120 * MINUTE_MS, closes: ["100"] });
    await run(late + 121 * MINUTE_MS);
    expect(await received()).toEqual(["up 60 DOGEUSDC", "down 60 DOGEUSDC"]);
    // A day after the first move: 125, and the next move.
    await putMinutes(db, "DOGEUSDC", {
      start: late + 1_440 * MINUTE_MS,
      closes: [...hour("125"), "151"],
    });
    await run(late + 1_501 * MINUTE_MS);
    expect((await received()).slice(2)).toEqual(["up 60 DOGEUSDC"]);
  });

  test("that moves by more than 20 % in a day is pushed, unless the previous minute was filled", async () => {
    await begin("DOGEUSDC");
    await putMinutes(db, "DOGEUSDC", { start: START, closes: ["100"] });
    await putMinutes(db, "DOGEUSDC", {
      start: START + 1_380 * MINUTE_MS,
      closes: Array.from({ length: 60 }, () => "118"),
    });
    await putMinutes(db, "DOGEUSDC", { start: START + 1_440 * MINUTE_MS, closes: ["121"] });
    await db
      .update(markBars)
      .set({ filled: true })
      .where(and(eq(markBars.market, "DOGEUSDC"), eq(markBars.start, START)));
    const before = await received();
    await run(START + 1_441 * MINUTE_MS);
    expect([before, await received()]).toEqual([[], []]);
    await begin("SOLUSDC");
    await putMinutes(db, "SOLUSDC", { start: START, closes: ["100"] });
    await putMinutes(db, "SOLUSDC", { start: START + 1_440 * MINUTE_MS, closes: ["121"] });
    await run(START + 1_441 * MINUTE_MS);
    expect(await received()).toEqual(["up 1440 SOLUSDC"]);
  });
});
