/**
 * The follower stores what a detector finds in the stored minutes, whenever they arrived, wherever
 * it stopped, and however many replicas follow.
 */

import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { catalystCursors, catalystInputs, moveRevisions } from "#lib/catalysts/schema/catalysts.ts";
import {
  brokenMoves,
  makeCloses,
  type Series,
  storeBars,
  storedMoves,
  storeFacts,
  storePast,
} from "#lib/catalysts/testing/stored-markets.testing.ts";
import { Secret } from "#lib/kernel/env.ts";
import { isPostgresPromised, probePostgres } from "#lib/kernel/postgres.testing.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { closeDatabase, openDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { borrowDatabase } from "#lib/platform/db/lent-databases.testing.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import { beginDetection } from "./detect-moves.ts";
import { MOVES_CURSOR } from "./detector-position.ts";
import { MinuteFollower, replayMinutes } from "./follow-minutes.ts";
import { FAR_WAIT_MS, MinuteInputs, WAIT_MS } from "./minute-inputs.ts";
import { storeMinutes } from "./move-store.ts";
import { MOVE_PARAMETERS } from "./parameters.ts";

const START = Date.UTC(2026, 4, 1);
/** More than the warm-up, and the jumps behind it. */
const PAST = 740;
const MINUTES = 840;
const at = (minute: number) => START + minute * MINUTE_MS;
/** A replica that has already waited long enough for anything missing. */
const SINCE = START - 86_400_000;

const MARKETS: readonly Series[] = [
  { market: "BTCUSDC", from: START, closes: makeCloses(1, MINUTES, [750, 800]) },
  { market: "ETHUSDC", from: START, closes: makeCloses(2, MINUTES, [760]) },
  { market: "SOLUSDC", from: START, closes: makeCloses(3, MINUTES, [745]) },
];

const slice = ({ market, closes }: Series, from: number, until: number): Series => ({
  market,
  from: at(from),
  closes: closes.slice(from, until),
});

async function storeAll(db: Database, from: number, until: number): Promise<void> {
  for (const series of MARKETS) {
    await storeFacts(db, { market: series.market, from: at(from), minutes: until - from });
    await storeBars(db, slice(series, from, until));
  }
}

async function cursorOf(db: Database) {
  const [cursor] = await db
    .select()
    .from(catalystCursors)
    .where(eq(catalystCursors.name, MOVES_CURSOR));
  if (cursor === undefined) throw new Error("nothing has begun");
  return cursor;
}

/** Detects from scratch what is stored now, as rows in another database. */
async function replayed(db: Database) {
  const { begins, minute } = await cursorOf(db);
  const inputs = new MinuteInputs(await db.select().from(catalystInputs));
  const before = beginDetection(MOVE_PARAMETERS);
  const { changes } = await replayMinutes(db, before, inputs, { from: begins, until: minute });
  const other = await testDatabase();
  const cursorRow = { name: MOVES_CURSOR, begins, minute: begins, stateMinute: begins };
  await other.insert(catalystCursors).values(cursorRow);
  const taken = { from: begins, until: minute, inputs: [], changes, now: minute };
  await storeMinutes(other, { cursor: MOVES_CURSOR, ...taken });
  const stored = await storedMoves(other);
  await other.$client.end();
  return stored;
}

describe("on the embedded database", () => {
  let db: Database;
  beforeEach(async () => {
    db = await testDatabase();
  });
  afterEach(() => db.$client.end());

  /** Takes all minutes at once. */
  async function inOneGo() {
    const other = await testDatabase();
    await storeAll(other, 0, MINUTES);
    await new MinuteFollower({ db: other, since: SINCE }).run(at(MINUTES));
    const stored = await storedMoves(other);
    await other.$client.end();
    return stored;
  }

  test("a first start takes what is stored, and finds what a replay finds", async () => {
    await storeAll(db, 0, MINUTES);
    await new MinuteFollower({ db, since: SINCE }).run(at(MINUTES));
    const stored = await storedMoves(db);
    expect(new Set(stored.moves.map(({ market }) => market)).size).toBe(3);
    expect(stored.moves.map(({ direction }) => direction)).not.toContain("down");
    expect(stored.revisions.length).toBeGreaterThan(stored.moves.length);
    expect(stored.moves.every(({ liquidatedShare }) => liquidatedShare === 0.2)).toBe(true);
    expect(await brokenMoves(db)).toEqual([]);
    expect(await replayed(db)).toEqual(stored);
    expect(await cursorOf(db)).toMatchObject({ begins: START, minute: at(MINUTES) });
  });

  test("a replica that was stopped between any two minutes continues where it was", async () => {
    await storeAll(db, 0, PAST);
    await new MinuteFollower({ db, since: SINCE }).run(at(PAST));
    for (let minute = PAST; minute < MINUTES; minute += 1) {
      await storeAll(db, minute, minute + 1);
      await new MinuteFollower({ db, since: SINCE }).run(at(minute + 1));
    }
    expect(await storedMoves(db)).toEqual(await inOneGo());
  });

  test("a replica that is killed while it stores leaves nothing, and the next one stores the same", async () => {
    await storeAll(db, 0, MINUTES);
    const follower = (of: Database) =>
      new MinuteFollower({ db: of, since: SINCE, minutesAtOnce: 60 });
    for (let count = 0; count < 3; count += 1) {
      const killed = dyingAfter(db, count * 2 + 1);
      await expect(follower(killed).run(at(MINUTES))).rejects.toThrow("killed");
      expect(await replayed(db)).toEqual(await storedMoves(db));
    }
    await follower(db).run(at(MINUTES));
    expect(await storedMoves(db)).toEqual(await inOneGo());
  });

  test("facts and bars that arrive too late are ignored, also in a replay", async () => {
    await storeAll(db, 0, PAST);
    const follower = new MinuteFollower({ db, since: SINCE });
    await follower.run(at(PAST));
    const [btc, eth, sol] = MARKETS as readonly [Series, Series, Series];
    const run = async (minute: number): Promise<void> => {
      for (const waited of [0, FAR_WAIT_MS]) await follower.run(at(minute) + waited);
    };
    // BTC has no facts for a while, and SOL for longer.
    for (const series of [btc, eth]) await storeBars(db, slice(series, PAST, 770));
    await storeFacts(db, { market: eth.market, from: at(PAST), minutes: 30 });
    await run(770);
    await storeFacts(db, { market: btc.market, from: at(PAST), minutes: 100 });
    await storeFacts(db, { market: sol.market, from: at(PAST), minutes: 100 });
    await storeFacts(db, { market: eth.market, from: at(770), minutes: 70 });
    await storeBars(db, slice(sol, PAST, MINUTES));
    for (const series of [btc, eth]) await storeBars(db, slice(series, 770, MINUTES));
    await run(MINUTES);
    const stored = await storedMoves(db);
    expect(await cursorOf(db)).toMatchObject({ minute: at(MINUTES) });
    const unread = (await db.select().from(catalystInputs)).filter(({ isRead }) => !isRead);
    expect(unread.map(({ market, part }) => `${market} ${part}`).toSorted()).toEqual([
      "BTCUSDC facts",
      "SOLUSDC facts",
      "SOLUSDC price",
    ]);
    const ofSol = stored.moves.filter(({ market }) => market === sol.market);
    expect(ofSol.every(({ openedAt }) => openedAt > at(770))).toBe(true);
    expect(await replayed(db)).toEqual(stored);
  });

  test("a new market and late history are read from the cursor on", async () => {
    const [btc, eth, sol] = MARKETS as readonly [Series, Series, Series];
    await storeBars(db, slice(btc, 0, PAST));
    // The stored bars of ETH start late.
    await storeBars(db, slice(eth, 700, PAST));
    const follower = new MinuteFollower({ db, since: SINCE });
    await follower.run(at(PAST));
    await storePast(db, slice(eth, 0, 700));
    await storeBars(db, slice(sol, 0, 780));
    for (const series of [btc, eth]) await storeBars(db, slice(series, PAST, 780));
    await follower.run(at(780));
    const joined = (await db.select().from(catalystInputs)).filter(({ part }) => part === "price");
    expect(Object.fromEntries(joined.map(({ market, start }) => [market, start]))).toEqual({
      BTCUSDC: START,
      ETHUSDC: at(700),
      SOLUSDC: at(PAST),
    });
    const stored = await storedMoves(db);
    expect(new Set(stored.moves.map(({ market }) => market))).toEqual(new Set(["BTCUSDC"]));
    expect(await replayed(db)).toEqual(stored);
  });

  test("a first start waits until the history of every market is stored, and goes back at most 30 days", async () => {
    const days = 31 * 1_440;
    const btc: Series = { market: "BTCUSDC", from: START, closes: makeCloses(1, days) };
    const end = at(days);
    await storeBars(db, btc);
    await storeBars(db, { ...btc, market: "ETHUSDC", closes: makeCloses(2, 500) });
    const follower = new MinuteFollower({ db, since: end });
    const begun = () => db.select().from(catalystCursors);
    await follower.run(end + WAIT_MS);
    expect(await begun()).toEqual([]);
    await storeBars(db, { ...btc, market: "ETHUSDC", from: end - MINUTE_MS, closes: [100] });
    await follower.run(end + WAIT_MS - 1);
    expect(await begun()).toEqual([]);
    await follower.run(end + WAIT_MS);
    expect(await cursorOf(db)).toMatchObject({ begins: at(1_440), minute: end });
  });

  test("after an outage nothing is skipped, in whatever order the markets return", async () => {
    await storeAll(db, 0, PAST);
    const follower = new MinuteFollower({ db, since: SINCE });
    await follower.run(at(PAST));
    let now = at(MINUTES);
    for (const series of MARKETS) {
      await storeBars(db, slice(series, PAST, MINUTES));
      await follower.run((now += 60_000));
    }
    for (const { market } of MARKETS) {
      await storeFacts(db, { market, from: at(PAST), minutes: MINUTES - PAST });
      await follower.run((now += 60_000));
    }
    expect(await cursorOf(db)).toMatchObject({ minute: at(MINUTES) });
    expect(await storedMoves(db)).toEqual(await inOneGo());
  });

  test("a first start with less than 30 days of history waits for more, but not forever", async () => {
    await storeAll(db, 0, MINUTES);
    const since = at(MINUTES);
    const follower = new MinuteFollower({ db, since });
    await follower.run(since + WAIT_MS);
    expect(await db.select().from(catalystCursors)).toEqual([]);
    await follower.run(since + 300_000);
    expect(await cursorOf(db)).toMatchObject({ begins: START });
  });

  test("a clock that jumps stops nothing", async () => {
    await storeAll(db, 0, MINUTES - 1);
    const follower = new MinuteFollower({ db, since: SINCE });
    await follower.run(at(MINUTES - 1));
    await storeAll(db, MINUTES - 1, MINUTES);
    await follower.run(at(0));
    expect(await storedMoves(db)).toEqual(await inOneGo());
  });

  test("stored revisions cannot be changed", async () => {
    await storeAll(db, 0, MINUTES);
    await new MinuteFollower({ db, since: SINCE }).run(at(MINUTES));
    for (const change of [
      db.update(moveRevisions).set({ size: 0 }),
      db.delete(moveRevisions),
      db.execute("TRUNCATE move_revisions"),
    ]) {
      await expect(change).rejects.toMatchObject({
        cause: expect.objectContaining({ message: "revisions of moves are append-only" }),
      });
    }
  });
});

/** A database that fails at the commit of the given transaction, after all its writes. */
function dyingAfter(db: Database, transactions: number): Database {
  let left = transactions;
  const transaction: Database["transaction"] = (write, config) =>
    db.transaction(async (tx) => {
      const result = await write(tx);
      left -= 1;
      if (left === 0) throw new Error("killed");
      return result;
    }, config);
  return new Proxy(db, {
    get: (target, name) =>
      name === "transaction" ? transaction : Reflect.get(target, name).bind(target),
  });
}

const server = await probePostgres(process.env);

test.skipIf(server === undefined && !isPostgresPromised(process.env))(
  "two replicas at once store each minute once, and the same as one",
  async () => {
    const own = await borrowDatabase(server);
    const db = await openDatabase({ dataDir: "", databaseUrl: new Secret(own.url) });
    try {
      await storeAll(db, 0, MINUTES);
      const followers = [7, 11].map(
        (minutesAtOnce) => new MinuteFollower({ db, since: SINCE, minutesAtOnce }),
      );
      await Promise.all(followers.map((follower) => follower.run(at(MINUTES))));
      const stored = await storedMoves(db);
      expect(stored.moves.length).toBeGreaterThan(0);
      expect(await brokenMoves(db)).toEqual([]);
      expect(await replayed(db)).toEqual(stored);
    } finally {
      await closeDatabase();
      await own.drop();
    }
  },
);
