/** Alerts and stored marks: what fires, once, with what its owner and their webhooks get. */
import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Secret } from "#lib/kernel/env.ts";
import { newId } from "#lib/kernel/ids.ts";
import {
  isPostgresPromised,
  type OwnDatabase,
  probePostgres,
} from "#lib/kernel/postgres.testing.ts";
import { type Database, openDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { borrowDatabase } from "#lib/platform/db/lent-databases.testing.ts";
import { webhookEvents, webhooks } from "#lib/platform/schema/events.ts";
import { inboxNotices } from "#lib/platform/schema/inbox.ts";
import { MINUTE_MS, SECOND_MS } from "#lib/protocol/durations.ts";
import { priceAlerts } from "#lib/pushes/schema/price-alerts.ts";
import { pushes } from "#lib/pushes/schema/pushes.ts";
import { addUser } from "#lib/pushes/testing/world.ts";
import { PushWriter } from "#lib/pushes/writing/push-writer.ts";
import { markBarHeads, markBars } from "#lib/trading/schema/market-data.ts";
import { AlertWatch } from "./alert-watch.ts";

const T = Date.parse("2026-05-12T12:00:00Z");
const BTC = "BTCUSDC";

let db: Database;
let watch: AlertWatch;
let ada: string;

async function begin(opened: Database): Promise<void> {
  db = opened;
  watch = new AlertWatch({ db, now: () => T });
  ada = await addUser(db);
}

async function addAlert(
  price: string,
  more: Partial<typeof priceAlerts.$inferInsert> = {},
): Promise<string> {
  const id = newId("pal");
  await db.insert(priceAlerts).values({
    id,
    userId: ada,
    market: BTC,
    price,
    direction: "above",
    mode: "once",
    createdAt: T,
    isArmed: true,
    since: T,
    firings: 0,
    ...more,
  });
  return id;
}

type Marks = { low?: string; high?: string; close: string };

/** Stores a bar, and the head behind it. */
async function store(
  at: number,
  { close, low = close, high = close }: Marks,
  { interval = "1s", market = BTC } = {},
): Promise<void> {
  const prices = { open: close, high, low, close, volume: "0", trades: 0, filled: false };
  await db.insert(markBars).values({ market, interval, start: at, ...prices });
  const end = at + (interval === "1s" ? SECOND_MS : MINUTE_MS);
  const head = { openSecond: end, openBars: {}, markAt: end, fillId: 0, fillAt: 0 };
  await db
    .insert(markBarHeads)
    .values({ market, ...head })
    .onConflictDoUpdate({ target: markBarHeads.market, set: head });
}

const run = () => watch.run(T);
const second = (index: number) => T + index * SECOND_MS;

/** What fired, in its order. */
const fired = async () => {
  const rows = await db.select().from(pushes).orderBy(asc(pushes.position));
  return rows.map(({ data }) => `${data["price"]} at ${data["mark"]}`);
};

beforeEach(async () => begin(await testDatabase()));
const close = () => db.$client.end();

describe("an alert", () => {
  test("fires once when a second of marks reaches it, and ends", async () => {
    await addAlert("60000");
    await run();
    await store(second(0), { close: "59900" });
    await run();
    expect(await fired()).toEqual([]);
    await store(second(1), { close: "59900", high: "60010" });
    await run();
    await store(second(2), { close: "60500" });
    await run();
    expect(await fired()).toEqual(["60000 at 60010"]);
    expect(await db.select().from(priceAlerts)).toEqual([]);
    await close();
  });

  test("that the mark jumps over fires, with every other one on its way, and no further one", async () => {
    for (const price of ["60000", "60100", "60200", "61000"]) await addAlert(price);
    await addAlert("59000", { direction: "below" });
    await store(second(0), { close: "60200" });
    await run();
    expect(await fired()).toEqual(["60000", "60100", "60200"].map((one) => `${one} at 60200`));
    await close();
  });

  test("of another market is not touched", async () => {
    await addAlert("60000", { market: "ETHUSDC" });
    await store(second(0), { close: "70000" });
    await store(second(0), { close: "2000" }, { market: "ETHUSDC" });
    await run();
    expect(await fired()).toEqual([]);
    await close();
  });

  test("that is set while the watch runs fires, also when its marks were judged before it was stored", async () => {
    await addAlert("70000");
    await store(second(0), { close: "59000" });
    await store(second(1), { close: "60000" });
    await run();
    await addAlert("60000", { since: second(1) });
    await run();
    expect(await fired()).toEqual(["60000 at 60000"]);
    await close();
  });

  test("that was deleted does not fire", async () => {
    const id = await addAlert("60000");
    await run();
    await db.delete(priceAlerts).where(eq(priceAlerts.id, id));
    await store(second(0), { close: "60000" });
    await run();
    expect(await fired()).toEqual([]);
    await close();
  });

  test("of the mode again fires again after the mark has gone back by 0.2 %, as often as that happens", async () => {
    await addAlert("60000", { mode: "again" });
    const marks = ["59990", "60000", "59881", "60001", "59880", "60002", "59000", "60003"];
    for (const [index, mark] of marks.entries()) {
      await store(second(index), { close: mark });
      await run();
    }
    expect(await fired()).toEqual(["60000 at 60000", "60000 at 60002", "60000 at 60003"]);
    const [row] = await db.select().from(priceAlerts);
    expect(row).toMatchObject({ firings: 3, isArmed: false, lastFiredAt: second(7) });
    await close();
  });

  test("that its owner changed to once ends when it fires, without a reload", async () => {
    const id = await addAlert("60000", { mode: "again" });
    await run();
    await db.update(priceAlerts).set({ mode: "once" }).where(eq(priceAlerts.id, id));
    await store(second(0), { close: "60000" });
    await run();
    expect(await fired()).toHaveLength(1);
    expect(await db.select().from(priceAlerts)).toEqual([]);
    await close();
  });
});

describe("after a time in which no replica ran", () => {
  const restart = async () => {
    watch = new AlertWatch({ db, now: () => T });
    await run();
  };

  test("a price that was touched in it fires, with the time of its minute", async () => {
    await addAlert("60000", { note: "sell" });
    await store(second(0), { close: "59000" });
    await run();
    const minute = T + 5 * MINUTE_MS;
    await store(minute, { close: "59000", high: "60100" }, { interval: "1m" });
    await store(minute + MINUTE_MS, { close: "59000" }, { interval: "1m" });
    await restart();
    const [push] = await db.select().from(pushes);
    expect(push?.data).toMatchObject({
      price: "60000",
      mark: "60100",
      note: "sell",
      reached_at: new Date(minute).toISOString(),
    });
    expect(push?.at).toBe(minute);
    await close();
  });

  test("a long time is read in parts, and what fired before does not fire again", async () => {
    const start = Math.floor(T / MINUTE_MS) * MINUTE_MS;
    await addAlert("60000", { mode: "again" });
    for (let hour = 0; hour < 5; hour += 1) {
      const at = start + hour * 60 * MINUTE_MS;
      await store(at, { close: "59000" }, { interval: "1m" });
      await store(at + MINUTE_MS, { close: "60000" }, { interval: "1m" });
    }
    await restart();
    await restart();
    expect(await fired()).toHaveLength(5);
    await close();
  });

  test("marks from before the alert do not count", async () => {
    await store(T, { close: "59000", high: "60100" }, { interval: "1m" });
    await addAlert("60000", { since: T + 30 * SECOND_MS });
    await restart();
    expect(await fired()).toEqual([]);
    await close();
  });
});

test("the owner gets one notice, and their webhooks one event, if they chose it", async () => {
  const hook = (userId: string, events: ("price.alert" | "swap.failed")[]) =>
    db.insert(webhooks).values({
      id: newId("whk"),
      userId,
      url: "https://a.example",
      events,
      filter: {},
      status: "active",
      maxPerSecond: 10,
      createdAt: 0,
    });
  await addUser(db);
  await hook(ada, ["price.alert"]);
  const id = await addAlert("60000", { note: "sell" });
  await store(second(0), { close: "60001" });
  await run();
  await new PushWriter({ db, levels: new Map(), now: () => T, wake: () => undefined }).run(T);
  const data = {
    alert_id: id,
    market: BTC,
    asset: "BTC",
    direction: "above",
    price: "60000",
    mark: "60001",
    reached_at: new Date(T).toISOString(),
    note: "sell",
  };
  const notices = await db.select().from(inboxNotices);
  expect(notices.map(({ userId, type, data: sent }) => ({ userId, type, sent }))).toEqual([
    { userId: ada, type: "push.alert", sent: data },
  ]);
  const events = await db.select().from(webhookEvents);
  expect(events.map(({ userId, type, data: sent }) => [userId, type, JSON.parse(sent)])).toEqual([
    [ada, "price.alert", data],
  ]);
  await close();
});

const server = await probePostgres(process.env);

describe.skipIf(server === undefined && !isPostgresPromised(process.env))("on Postgres", () => {
  let own: OwnDatabase;
  let shared: Database;
  beforeAll(async () => {
    own = await borrowDatabase(server);
    shared = await openDatabase({ dataDir: "unused", databaseUrl: new Secret(own.url) });
  });
  afterAll(async () => {
    await shared.$client.end();
    await own.drop();
  });

  test("two replicas that both judge the same marks announce each firing once", async () => {
    await db.$client.end();
    await begin(shared);
    const others = [watch, new AlertWatch({ db, now: () => T })];
    for (let index = 0; index < 30; index += 1) {
      await addAlert(`${60_000 + index}`, { mode: index % 2 === 0 ? "again" : "once" });
    }
    const marks = ["60029", "59000", "60030"];
    for (const [index, mark] of marks.entries()) {
      await store(second(index), { close: mark });
      await Promise.all(others.map((one) => one.run(T)));
    }
    expect(await fired()).toHaveLength(30 + 15);
    const left = await db.select().from(priceAlerts);
    expect(left.map(({ firings }) => firings)).toEqual(Array.from({ length: 15 }, () => 2));
  });
});
