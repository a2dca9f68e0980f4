/**
 * Several replicas of the app on one Postgres database: skipped when neither TEST_DATABASE_URL nor 127.0.0.1:5432 can be
 * reached, and never where TEST_DATABASE_URL promises one.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { closeDatabase, type Database, openDatabase } from "#lib/platform/db/client.ts";
import { createLeadership, type Leadership } from "#lib/platform/db/leadership.ts";
import { borrowDatabase } from "#lib/platform/db/lent-databases.testing.ts";
import {
  isPostgresPromised,
  type OwnDatabase,
  probePostgres,
} from "#lib/platform/db/postgres.testing.ts";
import { Secret } from "#lib/platform/env.ts";
import { ManualTimers } from "#lib/platform/timers.testing.ts";
import type { Timers } from "#lib/platform/timers.ts";
import { KLINE_INTERVALS, type KlineInterval } from "#lib/protocol/kline.ts";
import type { Bar } from "#lib/protocol/wire/market.ts";
import { createVenueClient } from "#lib/trading/venue-client/client.ts";
import { answers, followStatements } from "./answers.testing.ts";
import { BAR_ELECTION } from "./bars/bar-election.ts";
import { fromBar } from "./bars/bar-head.ts";
import { readBars } from "./bars/bar-store.ts";
import { rollUp } from "./bars/roll-up.ts";
import { MarketData } from "./hub.ts";
import { TestVenue } from "./market-data.testing.ts";

const market = "BTCUSDC";
/** Forty seconds before midnight: every interval rolls soon. */
const START = Date.UTC(2026, 2, 3, 23, 59, 20);
const serverUrl = await probePostgres(process.env);
const isSkipped = serverUrl === undefined && !isPostgresPromised(process.env);

let own: OwnDatabase;
let db: Database;
let venue: TestVenue;
let venueUrl: string;
const silent = { info: () => {}, warn: () => {} };

const ofInterval = (bars: readonly Bar[], interval: KlineInterval) =>
  bars.filter((bar) => bar.interval === interval);

async function storedBars(interval: KlineInterval): Promise<Bar[]> {
  const range = { from: 0, to: Date.now() * 2, limit: 100_000 };
  return readBars(db, { market, interval }, range);
}

/** The published bars are in the table unchanged, in order and each once. */
async function expectSentAsStored(told: readonly Bar[]): Promise<void> {
  for (const interval of KLINE_INTERVALS) {
    const stored = new Map((await storedBars(interval)).map((bar) => [bar.start, bar]));
    const bars = ofInterval(told, interval);
    expect(bars.map((bar) => stored.get(bar.start))).toEqual(bars);
    for (const [index, bar] of bars.slice(1).entries()) {
      expect(bar.start).toBeGreaterThan(bars[index]!.start);
    }
  }
}

/** No hole in the seconds, and every higher bar that began within them is their roll-up. */
async function expectWhole(): Promise<void> {
  const seconds = (await storedBars("1s")).map(fromBar);
  for (const [index, bar] of seconds.slice(1).entries()) {
    expect(bar.start).toBe(seconds[index]!.start + 1_000);
    expect(bar.open).toBe(seconds[index]!.close);
  }
  for (const interval of KLINE_INTERVALS.slice(1)) {
    const stored = (await storedBars(interval)).map(fromBar);
    const rolled = rollUp(interval, seconds).slice(0, stored.length);
    expect(stored).toEqual(rolled);
  }
}

async function ask(statement: string): Promise<number> {
  const client = new pg.Client({ connectionString: own.url });
  await client.connect();
  const { rowCount } = await client.query(statement);
  await client.end();
  return rowCount ?? 0;
}

const END_LEADER = `SELECT pg_terminate_backend(pid) FROM pg_locks
  WHERE locktype = 'advisory' AND granted AND database = (
    SELECT oid FROM pg_database WHERE datname = current_database())`;

describe.skipIf(isSkipped)("replicas on one Postgres", () => {
  beforeEach(async () => {
    own = await borrowDatabase(serverUrl);
    db = await openDatabase({ dataDir: "unused", databaseUrl: new Secret(own.url) });
    followStatements(db);
    venue = new TestVenue([market]);
    venueUrl = await venue.listen();
  });
  afterEach(async () => {
    await venue.close();
    await closeDatabase();
    await own.drop();
  });

  describe("in one process, on a clock moved by hand", () => {
    type Replica = { data: MarketData; leadership: Leadership; told: Bar[]; follow: () => void };
    let timers: ManualTimers;
    const replicas: Replica[] = [];

    beforeEach(() => {
      timers = new ManualTimers(START);
      venue.serverTime = () => timers.now();
    });
    afterEach(async () => {
      for (const { data } of replicas.splice(0)) await data.stop();
    });

    /** `lateMs`: delay of every poll of this replica against those of the others. */
    function addReplica(lateMs: number): Replica {
      const shifted: Timers = {
        now: timers.now,
        monotonic: timers.monotonic,
        after: (delayMs, run) => timers.after(delayMs + lateMs, run),
      };
      const databaseUrl = new Secret(own.url);
      const leadership = createLeadership({
        election: BAR_ELECTION,
        databaseUrl,
        timers: shifted,
        log: silent,
      });
      const data = new MarketData({
        venue: createVenueClient(venueUrl),
        history: undefined,
        db,
        leadership,
        timers: shifted,
        log: silent,
      });
      const told: Bar[] = [];
      const topics = new Set(KLINE_INTERVALS.map((interval) => `kline:${interval}` as const));
      const follow = () => {
        data.subscribe(market, topics, (events) => {
          const bars: Bar[] = events.map((event) => JSON.parse(event.json));
          told.push(...bars.filter((bar) => bar.closed));
        });
      };
      data.start();
      const replica = { data, leadership, told, follow };
      replicas.push(replica);
      return replica;
    }

    /** Marks and fills arrive while time passes in small steps, between which the sockets can answer. */
    async function live(ms: number): Promise<void> {
      for (let passed = 0; passed < ms; passed += 10) {
        const now = timers.now();
        if (now % 370 === 0) venue.market(market).mark = { price: `${100 + (now % 91)}`, at: now };
        if (now % 610 === 0) venue.trade(market, { price: "100", size: "0.25", at: now });
        await timers.advance(10);
        if (passed % 50 === 0) {
          await new Promise((resolve) => setTimeout(resolve, 3));
          await answers();
        }
      }
      // A bar that is being stored is in the table before anything is compared.
      await answers();
    }

    async function ready(replica: Replica): Promise<void> {
      await vi.waitFor(
        async () => {
          await live(200);
          expect(await replica.data.obstacles()).toEqual([]);
          expect(replica.data.state(market, ["kline:1s"])).toHaveLength(1);
        },
        { interval: 1, timeout: 120_000 },
      );
      replica.follow();
    }

    const leaders = () => replicas.filter(({ leadership }) => leadership.leading);

    test("publish the same closed bars and read the same, also when the lead changes", async () => {
      const one = addReplica(0);
      await ready(one);
      const other = addReplica(130);
      await ready(other);
      for (let kill = 0; kill < 3; kill += 1) {
        await live(7_000);
        expect(leaders()).toHaveLength(1);
        expect(await ask(END_LEADER)).toBe(1);
        await vi.waitFor(() => expect(leaders()).toEqual([]), { interval: 1 });
      }
      await live(30_000);
      expect(leaders()).toHaveLength(1);
      const end = timers.now() - 5_000;
      await expectSentAsStored(one.told);
      await expectSentAsStored(other.told);
      await expectWhole();
      const [firstOfOther] = ofInterval(other.told, "1s");
      for (const interval of KLINE_INTERVALS) {
        const shared = (bars: readonly Bar[]) =>
          ofInterval(bars, interval).filter(
            (bar) => bar.start >= firstOfOther!.start && bar.start < end,
          );
        expect(shared(other.told)).toEqual(shared(one.told));
        const [read, same] = await Promise.all(
          replicas.map(({ data }) => data.bars({ market, interval, startAt: START, endAt: end })),
        );
        expect(read!.filter((bar) => bar.closed)).toEqual(same!.filter((bar) => bar.closed));
        const starts = new Set(read!.map((bar) => bar.start));
        const told = ofInterval(one.told, interval).filter((bar) => starts.has(bar.start));
        expect(read!.filter((bar) => told.some(({ start }) => start === bar.start))).toEqual(told);
      }
      const fills = venue.market(market).trades.filter((fill) => fill.id > 0);
      const counted = (await storedBars("1s")).reduce((sum, bar) => sum + bar.trades, 0);
      expect(counted).toBeGreaterThan(fills.length - 20);
      expect(counted).toBeLessThanOrEqual(fills.length);
    });

    test("pass the lead on at once when its holder ends in order", async () => {
      const one = addReplica(0);
      await ready(one);
      const other = addReplica(130);
      await ready(other);
      expect([one.leadership.leading, other.leadership.leading]).toEqual([true, false]);
      replicas.shift();
      await one.data.stop();
      await vi.waitFor(() => expect(other.leadership.leading).toBe(true), { interval: 1 });
      await live(3_000);
      await expectSentAsStored([...one.told]);
      await expectSentAsStored([...other.told]);
      await expectWhole();
    });

    test("are not ready as followers while the history is being filled", async () => {
      const holder = createLeadership({
        election: BAR_ELECTION,
        databaseUrl: new Secret(own.url),
        timers,
        log: silent,
      });
      await vi.waitFor(() => expect(holder.leading).toBe(true), { interval: 1 });
      venue.market(market).mark = { price: "100", at: timers.now() };
      const one = addReplica(0);
      await live(5_000);
      expect(await one.data.obstacles()).toEqual([`the history of ${market} is not complete yet`]);
      await holder.release();
      await ready(one);
    });

    test("are ready despite a market without a mark, and its first bars are the same for all", async () => {
      const one = addReplica(0);
      await ready(one);
      venue.list("NEWUSDC");
      await live(11_000);
      const other = addReplica(130);
      await ready(other);
      const told = [one, other].map(({ data }) => {
        const bars: Bar[] = [];
        data.subscribe("NEWUSDC", new Set(["kline:1s"] as const), (events) => {
          bars.push(...events.map((event) => JSON.parse(event.json)));
        });
        return bars;
      });
      expect(await one.data.obstacles()).toEqual([]);
      for (let price = 1; price < 9; price += 1) {
        venue.market("NEWUSDC").mark = { price: `${price}`, at: timers.now() };
        await live(700);
        expect(await other.data.obstacles()).toEqual([]);
      }
      const [ofOne, ofOther] = told.map((bars) => bars.filter((bar) => bar.closed));
      expect(ofOther!.length).toBeGreaterThan(2);
      expect(ofOther!.slice(0, 3)).toEqual(ofOne!.slice(0, 3));
    });
  });

  describe("as processes of their own", () => {
    type Process = { child: ChildProcess; told: Bar[]; leading: boolean };
    const running: Process[] = [];
    let beat: NodeJS.Timeout;

    beforeEach(() => {
      venue.serverTime = Date.now;
      let count = 0;
      beat = setInterval(() => {
        const at = Date.now();
        venue.market(market).mark = { price: `${100 + (at % 97)}`, at };
        if ((count += 1) % 3 === 0) venue.trade(market, { price: "100", size: "0.5", at });
      }, 100);
    });
    afterEach(() => {
      clearInterval(beat);
      for (const { child } of running.splice(0)) child.kill("SIGKILL");
    });

    function addProcess(): Process {
      const script = join(import.meta.dirname, "replica.testing.ts");
      const child = spawn(process.execPath, [script, own.url, venueUrl, market], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      const replica: Process = { child, told: [], leading: false };
      createInterface({ input: child.stdout! }).on("line", (line) => {
        const said: Bar | { leading: boolean } = JSON.parse(line);
        if ("leading" in said) replica.leading = said.leading;
        else replica.told.push(said);
      });
      running.push(replica);
      return replica;
    }

    const seconds = (replica: Process) => ofInterval(replica.told, "1s").length;
    const sendsMore = async (replica: Process, more: number) => {
      const before = seconds(replica);
      await vi.waitFor(() => expect(seconds(replica)).toBeGreaterThanOrEqual(before + more), {
        timeout: 120_000,
      });
    };

    test("change no published bar when a leader is suspended and wakes, or is killed", async () => {
      const one = addProcess();
      await vi.waitFor(() => expect(one.leading).toBe(true), { timeout: 120_000 });
      const other = addProcess();
      await sendsMore(one, 2);
      await sendsMore(other, 2);
      one.child.kill("SIGSTOP");
      await vi.waitFor(() => expect(other.leading).toBe(true), { timeout: 120_000 });
      await sendsMore(other, 2);
      one.child.kill("SIGCONT");
      await sendsMore(one, 2);
      other.child.kill("SIGKILL");
      await sendsMore(one, 3);
      expect(one.leading).toBe(true);
      clearInterval(beat);
      one.child.kill("SIGTERM");
      await new Promise((resolve) => one.child.once("exit", resolve));
      await expectSentAsStored(one.told);
      await expectSentAsStored(other.told);
      await expectWhole();
    });
  });
});
