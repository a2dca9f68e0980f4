/**
 * Random histories with two replicas that write at the same time and are killed anywhere. Every
 * account gets each push once, within its window and the cap, and misses none that a replica could
 * write in time.
 */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Secret } from "#lib/kernel/env.ts";
import {
  isPostgresPromised,
  type OwnDatabase,
  probePostgres,
} from "#lib/kernel/postgres.testing.ts";
import { type Chance, chanceOf } from "#lib/kernel/random.testing.ts";
import { type Database, openDatabase, setDatabase } from "#lib/platform/db/client.ts";
import { embeddedDatabase } from "#lib/platform/db/db.testing.ts";
import { borrowDatabase } from "#lib/platform/db/lent-databases.testing.ts";
import { inboxNotices } from "#lib/platform/schema/inbox.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import type { CalendarPush, MarketPush } from "#lib/protocol/wire/pushes.ts";
import { type CalendarItemRow, dueCalendarPushes } from "#lib/pushes/rules/calendar.ts";
import { utcDay } from "#lib/pushes/rules/push-draft.ts";
import { pushes } from "#lib/pushes/schema/pushes.ts";
import { addUser, calendarItem, putItem, putMinutes } from "#lib/pushes/testing/world.ts";
import { PUSHES_A_DAY } from "./fan-out.ts";
import { PushWriter } from "./push-writer.ts";

const START = Date.parse("2026-05-11T20:00:00Z");
const STEPS = Number(process.env["PUSH_MODEL_STEPS"] ?? 12);
const KINDS = ["cpi", "nfp", "gdp"] as const;

class Killed extends Error {}

/** A database whose replica is sometimes killed, within a transaction or after its commit. */
function mortal(db: Database, chance: Chance): Database {
  const die = (often: number) => {
    if (chance.is(often)) throw new Killed();
  };
  const dying = <Of extends object>(of: Of, often: number): Of =>
    new Proxy(of, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        return (...given: unknown[]) => {
          if (name === "transaction") {
            const [run, ...rest] = given as [(change: object) => unknown, ...unknown[]];
            const inner = async (change: object) => {
              const result = await run(dying(change, 0.04));
              die(0.02);
              return result;
            };
            return (Reflect.apply(value, target, [inner, ...rest]) as Promise<unknown>).then(
              (result) => {
                die(0.03);
                return result;
              },
            );
          }
          die(often);
          return Reflect.apply(value, target, given) as unknown;
        };
      },
    });
  return dying(db, 0.01);
}

class Model {
  readonly #db: Database;
  readonly #chance: Chance;
  readonly #items: CalendarItemRow[] = [];
  readonly #users = new Map<string, readonly string[]>();
  /** All states of an item with their start times. */
  readonly #states: { at: number; item: CalendarItemRow }[] = [];
  #price = 99_000;
  #minute = START;
  now = START;

  constructor(db: Database, chance: Chance) {
    this.#db = db;
    this.#chance = chance;
  }

  async begin(): Promise<void> {
    for (const off of [[], [], ["inbox:cpi"], ["inbox:round_level", "inbox:gdp"], []]) {
      this.#users.set(await addUser(this.#db, { off }), off);
    }
    await putMinutes(this.#db, "BTCUSDC", { start: START, closes: [] });
    await this.#run(this.#db);
  }

  async step(): Promise<void> {
    const chance = this.#chance;
    this.now += chance.pick([
      1_000,
      30_000,
      MINUTE_MS,
      5 * MINUTE_MS,
      12 * MINUTE_MS,
      40 * MINUTE_MS,
    ]);
    for (let changes = chance.below(4); changes > 0; changes -= 1) await this.#changeCalendar();
    if (chance.is(0.8)) await this.#closeMinutes();
    await Promise.all([1, 2].map(() => this.#run(mortal(this.#db, chance)).catch(this.#survive)));
    if (!chance.is(0.5)) return;
    // A replica that is not killed writes everything that is due.
    await this.#run(this.#db);
    await this.#expectComplete();
  }

  readonly #survive = (thrown: unknown): void => {
    if (!isKill(thrown)) throw thrown;
  };

  async #run(db: Database): Promise<void> {
    const now = () => this.now;
    const levels = new Map([["BTC", "5000"]]);
    const writer = new PushWriter({ db, levels, now, wake: () => undefined, accountsAtOnce: 2 });
    await writer.run(this.now);
  }

  async #changeCalendar(): Promise<void> {
    const chance = this.#chance;
    const known = this.#items.filter(({ status }) => status !== "released");
    const one = chance.is(0.5) && known.length > 0 ? chance.pick(known) : undefined;
    const ahead = () => this.now + chance.pick([0, 20, 29, 120, 1_380, 1_430, 1_445]) * MINUTE_MS;
    if (one === undefined) {
      const twin = this.#items.length > 0 && chance.is(0.2) ? chance.pick(this.#items) : undefined;
      const id = `cal_${this.#items.length}`;
      const at = { kind: chance.pick(KINDS), scheduledAt: ahead(), period: id };
      const same = twin && { kind: twin.kind, scheduledAt: twin.scheduledAt, period: twin.period };
      await this.#put(calendarItem({ id, ...(same ?? at) }));
      return;
    }
    const change = chance.pick([
      { status: "moved", scheduledAt: ahead() },
      { status: "moved", scheduledAt: one.scheduledAt + 10 * MINUTE_MS },
      { status: "cancelled" },
      { status: "released", actual: "1", releasedAt: new Date(this.now) },
      { status: "scheduled" },
    ] as const);
    await this.#put({ ...one, ...change });
  }

  async #put(item: CalendarItemRow): Promise<void> {
    const index = this.#items.findIndex(({ id }) => id === item.id);
    if (index === -1) this.#items.push(item);
    else this.#items[index] = item;
    this.#states.push({ at: this.now, item });
    await putItem(this.#db, item);
  }

  async #closeMinutes(): Promise<void> {
    const closes: string[] = [];
    const start = this.#minute;
    for (; this.#minute + MINUTE_MS <= this.now; this.#minute += MINUTE_MS) {
      this.#price += this.#chance.below(1_201) - 600;
      closes.push(String(this.#price));
    }
    if (closes.length > 0) await putMinutes(this.#db, "BTCUSDC", { start, closes });
  }

  async #expectComplete(): Promise<void> {
    const stored = await this.#db.select().from(pushes);
    for (const draft of this.#items.flatMap((item) => dueCalendarPushes(item, this.now))) {
      const one =
        stored.find(({ key }) => key === draft.key) ??
        stored.find(({ twinKey }) => twinKey === draft.twinKey);
      expect(one, draft.key).toBeDefined();
    }
    expect(stored.filter((one) => one.finishedAt === null && one.cancelledAt === null)).toEqual([]);
  }

  /** Checks all notices. */
  async check(): Promise<number> {
    const notices = await this.#db.select().from(inboxNotices);
    const seen = new Set<string>();
    const counts = new Map<string, number>();
    for (const { userId, type, data, createdAt } of notices) {
      const { name, kind } =
        type === "push.calendar"
          ? this.#checkCalendar(data as unknown as CalendarPush, createdAt)
          : checkMarket(data as unknown as MarketPush, createdAt);
      expect(seen.has(`${userId} ${name}`), name).toBe(false);
      seen.add(`${userId} ${name}`);
      expect(this.#users.get(userId)).not.toContain(`inbox:${kind}`);
      const day = `${userId} ${type} ${utcDay(createdAt)}`;
      counts.set(day, (counts.get(day) ?? 0) + 1);
    }
    for (const [day, count] of counts)
      expect(count, day).toBeLessThanOrEqual(PUSHES_A_DAY["push.market"]);
    await this.#expectAllHaveTheSame();
    return notices.length;
  }

  /** The push was in its window, and the item had this state at that time. */
  #checkCalendar(data: CalendarPush, createdAt: number): { name: string; kind: string } {
    const item = this.#states.findLast(
      ({ at, item: { id } }) => id === data.item_id && at <= createdAt,
    )?.item;
    const due = item && dueCalendarPushes(item, createdAt);
    const one = due?.find((draft) => "slot" in draft.data && draft.data.slot === data.slot);
    expect(one?.data, `${data.item_id} ${data.slot}`).toEqual(data);
    const { kind, period, slot, scheduled_at: at } = data;
    return { name: `${kind} ${period} ${slot} ${at}`, kind };
  }

  /**
   * Accounts with the default preferences get the same pushes, except for those beyond the cap,
   * because they were created together.
   */
  async #expectAllHaveTheSame(): Promise<void> {
    const notices = await this.#db.select().from(inboxNotices);
    const of = (user: string) =>
      notices
        .filter(({ userId }) => userId === user)
        .map(({ data }) => JSON.stringify(data))
        .toSorted();
    const plain = [...this.#users].filter(([, off]) => off.length === 0).map(([user]) => user);
    const stored = await this.#db.select().from(pushes);
    // A push that was cancelled or ran out of time during the fan-out has reached only some
    // accounts.
    const isPartial = ({ cancelledAt, finishedAt, leavesUntil }: (typeof stored)[number]) =>
      cancelledAt !== null || (finishedAt !== null && finishedAt >= leavesUntil);
    if (stored.some(isPartial)) return;
    for (const user of plain) expect(of(user).length).toBe(of(plain[0] ?? "").length);
  }
}

function checkMarket(data: MarketPush, createdAt: number): { name: string; kind: string } {
  const closed = Date.parse(data.closed_at);
  expect(createdAt).toBeGreaterThanOrEqual(closed);
  expect(createdAt).toBeLessThan(closed + 15 * MINUTE_MS);
  return { name: `${data.kind} ${data.asset} ${utcDay(closed - MINUTE_MS)}`, kind: data.kind };
}

function isKill(thrown: unknown): boolean {
  return thrown instanceof Killed || (thrown instanceof Error && isKill(thrown.cause));
}

/**
 * The kills decide how much the first steps send, so a history continues until it has sent this
 * many notices.
 */
const MIN_NOTICES = 21;

/** @returns how many notices were sent */
async function play(db: Database, seed: number): Promise<number> {
  const model = new Model(db, chanceOf(seed));
  await model.begin();
  for (;;) {
    for (let step = 0; step < STEPS; step += 1) await model.step();
    const notices = await model.check();
    if (notices >= MIN_NOTICES) return notices;
  }
}

describe("two replicas, killed anywhere", () => {
  test.each([1, 2])(
    "give each account each push once: embedded database, seed %d",
    async (seed) => {
      const db = await embeddedDatabase();
      try {
        expect(await play(db, seed)).toBeGreaterThanOrEqual(MIN_NOTICES);
      } finally {
        await db.$client.end();
      }
    },
  );
});

const server = await probePostgres(process.env);

describe.skipIf(server === undefined && !isPostgresPromised(process.env))("on Postgres", () => {
  let own: OwnDatabase;
  let db: Database;
  beforeAll(async () => {
    own = await borrowDatabase(server);
    setDatabase(undefined);
    db = await openDatabase({ dataDir: "unused", databaseUrl: new Secret(own.url) });
  });
  afterAll(async () => {
    setDatabase(undefined);
    await db.$client.end();
    await own.drop();
  });

  test("the same, with transactions that truly overlap", async () => {
    expect(await play(db, 11)).toBeGreaterThanOrEqual(MIN_NOTICES);
  });
});
