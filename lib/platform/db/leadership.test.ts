import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { Secret } from "#lib/kernel/env.ts";
import {
  isPostgresPromised,
  type OwnDatabase,
  probePostgres,
} from "#lib/kernel/postgres.testing.ts";
import { systemTimers } from "#lib/kernel/time/timers.ts";
import {
  createLeadership,
  type Election,
  type Leadership,
  notifyProcess,
  notifyReplicas,
  soleLeader,
} from "./leadership.ts";
import { borrowDatabase } from "./lent-databases.testing.ts";

const BARS: Election = { lock: 71, channel: "test_bars", task: "store bars" };
const MOVES: Election = { lock: 72, channel: "test_moves", task: "watch moves" };
const HEARING: Election = { ...MOVES, hears: [BARS.channel] };

const serverUrl = await probePostgres(process.env);
const isSkipped = serverUrl === undefined && !isPostgresPromised(process.env);

describe.skipIf(isSkipped)("elections of one database", () => {
  let own: OwnDatabase;
  let client: pg.Client;
  const opened: Leadership[] = [];
  beforeAll(async () => {
    own = await borrowDatabase(serverUrl);
    client = new pg.Client({ connectionString: own.url });
    await client.connect();
  });
  afterEach(() => Promise.all(opened.splice(0).map((leadership) => leadership.release())));
  afterAll(async () => {
    await client.end();
    await own.drop();
  });

  const silent = { info: () => {}, warn: () => {} };
  const join = (election: Election): Leadership => {
    const leadership = createLeadership({
      election,
      databaseUrl: new Secret(own.url),
      timers: systemTimers,
      log: silent,
    });
    opened.push(leadership);
    return leadership;
  };
  const leads = (one: Leadership) =>
    vi.waitFor(() => expect(one.leading).toBe(true), { interval: 5 });

  test("have one leader each, and leadership passes on within its election", async () => {
    const [bars, moves] = [join(BARS), join(MOVES)];
    await Promise.all([leads(bars), leads(moves)]);
    const [nextBars, nextMoves] = [join(BARS), join(MOVES)];
    await bars.release();
    await leads(nextBars);
    expect([moves.leading, nextMoves.leading]).toEqual([true, false]);
  });

  test("wake their own replicas, the leader too, when a transaction commits", async () => {
    const [leader, other] = [join(BARS), join(MOVES)];
    await Promise.all([leads(leader), leads(other)]);
    const follower = join(BARS);
    const wakes = { leader: 0, follower: 0, other: 0 };
    leader.listen(() => void (wakes.leader += 1));
    follower.listen(() => void (wakes.follower += 1));
    other.listen(() => void (wakes.other += 1));
    // A follower that has not connected yet gets no notification.
    await vi.waitFor(async () => {
      await drizzle(client).execute(sql`SELECT ${notifyReplicas(BARS)}`);
      expect(wakes.follower).toBeGreaterThan(0);
    });
    expect(wakes.leader).toBeGreaterThan(0);
    expect(wakes.other).toBe(0);
  });

  test("wake replicas of another election that hears them, and a resignation in one vacates no other", async () => {
    const [bars, moves] = [join(BARS), join(HEARING)];
    await Promise.all([leads(bars), leads(moves)]);
    let wakes = 0;
    moves.listen(() => void (wakes += 1));
    await drizzle(client).execute(sql`SELECT ${notifyReplicas(BARS)}`);
    await vi.waitFor(() => expect(wakes).toBe(1), { interval: 5 });
    await bars.release();
    await vi.waitFor(() => expect(wakes).toBe(2), { interval: 5 });
    expect(moves.leading).toBe(true);
  });
});

test("the only process hears another election until it has left", async () => {
  const [moves, bars] = [soleLeader(HEARING), soleLeader(BARS)];
  const wakes: string[] = [];
  moves.listen(() => wakes.push("moves"));
  bars.listen(() => wakes.push("bars"));
  notifyProcess(BARS);
  expect(wakes).toEqual(["moves"]);
  await moves.release();
  notifyProcess(BARS);
  expect(wakes).toEqual(["moves"]);
});
