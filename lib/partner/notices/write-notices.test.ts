/** Notices follow from the ledgers: each event once, with its instant, whichever replica runs and however late. */

import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { identities } from "#lib/identity/schema/identity.ts";
import { newId } from "#lib/kernel/ids.ts";
import {
  book,
  fee,
  makePartner,
  makeReferral,
  type TestPartner,
} from "#lib/partner/partner.testing.ts";
import { partnerNoticeMarks, partners } from "#lib/partner/schema/partner.ts";
import { endedPayout, takeBack } from "#lib/partner/testing/entries.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { inboxNotices } from "#lib/platform/schema/inbox.ts";
import { users } from "#lib/platform/schema/users.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#lib/protocol/durations.ts";
import { levelOf, WINDOW_MS } from "#lib/protocol/partner/partner-levels.ts";
import { noticeRows } from "./notices.testing.ts";
import { writeNotices } from "./write-notices.ts";

const START = Date.UTC(2026, 0, 1);
/** How long a fall may still be prevented by late fees. */
const SETTLE = 2 * MINUTE_MS;

let db: Database;
let partner: TestPartner;

beforeAll(async () => {
  db = await testDatabase();
  setDatabase(db);
});
afterAll(() => db.$client.end());
beforeEach(async () => {
  // No notice of an earlier test is due in this one.
  await db.update(partnerNoticeMarks).set({ dueAt: null });
  partner = await makePartner(db, `code-${Math.random().toString(36).slice(2, 10)}`);
  await makeReferral(db, partner, trader());
});

const trader = (): string => `trader-of-${partner.code}`;
const earn = (usd: number, at: number, now = at) => book(db, [fee(trader(), usd * 100, at)], now);
const target = () => ({ db, partner });

async function addMailbox(): Promise<void> {
  const address = `${partner.code}@example.com`;
  const facts = { kind: "email", subject: address, label: address } as const;
  const when = { createdAt: new Date(0), lastUsedAt: new Date(0) };
  const { userId } = partner.actor;
  await db.insert(identities).values({ id: newId("idn"), userId, ...facts, ...when });
}

const warnings: unknown[] = [];
const log = { warn: (...said: unknown[]) => void warnings.push(said) };

async function advance(now: number): Promise<number> {
  const written = await writeNotices({ now, log });
  expect(warnings).toEqual([]);
  return written;
}

const rows = async () =>
  (await noticeRows(db)).filter(({ userId }) => userId === partner.actor.userId);

type NoticeRow = [kind: string, at: number, data: Record<string, unknown>];

async function writtenNotices(): Promise<NoticeRow[]> {
  return (await rows()).map(({ kind, at, data }) => [kind, at, data]);
}

/** Levels alone: kind, instant and the two levels. */
async function levels(): Promise<[string, number, unknown, unknown][]> {
  return (await writtenNotices())
    .filter(([kind]) => kind === "level_up" || kind === "level_down")
    .map(([kind, at, { from, to }]) => [kind, at, from, to]);
}

describe("a level", () => {
  test("is reached at the accrual that reaches the threshold, and not a cent before", async () => {
    await earn(249.99, START);
    expect(await advance(START + MINUTE_MS)).toBe(0);
    await earn(0.01, START + HOUR_MS);
    expect(await advance(START + HOUR_MS + MINUTE_MS)).toBe(1);
    expect(await writtenNotices()).toEqual([
      ["level_up", START + HOUR_MS, { from: 1, to: 2, share_percent: 12 }],
    ]);
  });

  test("falls at the millisecond at which the fee turns 720 h old", async () => {
    await earn(300, START);
    await advance(START + 10 * DAY_MS);
    await advance(START + WINDOW_MS - 1 + SETTLE);
    expect(await levels()).toEqual([["level_up", START, 1, 2]]);
    await advance(START + WINDOW_MS + SETTLE);
    expect(await levels()).toEqual([
      ["level_up", START, 1, 2],
      ["level_down", START + WINDOW_MS, 2, 1],
    ]);
  });

  test("that fell is told at once when a later fee shows that nothing of before can come", async () => {
    await earn(300, START);
    await earn(1, START + WINDOW_MS + 5);
    await advance(START + WINDOW_MS + 6);
    expect(await levels()).toEqual([
      ["level_up", START, 1, 2],
      ["level_down", START + WINDOW_MS, 2, 1],
    ]);
  });

  test("that was held by a fee on its way never fell", async () => {
    await earn(300, START);
    const fall = START + WINDOW_MS;
    await advance(fall + SETTLE - 1);
    await earn(300, fall - 1_000, fall + SETTLE - 1);
    await advance(fall + SETTLE + HOUR_MS);
    expect(await levels()).toEqual([["level_up", START, 1, 2]]);
  });

  test("goes through several in one millisecond, in order", async () => {
    const fees = [fee(trader(), 30_000, START), fee(trader(), 370_000, START)];
    await book(db, fees, START);
    await advance(START + MINUTE_MS);
    expect(await levels()).toEqual([
      ["level_up", START, 1, 2],
      ["level_up", START, 2, 4],
    ]);
    expect((await rows()).map(({ data }) => data["share_percent"])).toEqual([12, 18]);
  });

  test("falls over several at once when all leave at once", async () => {
    await earn(30_000, START);
    await advance(START + WINDOW_MS + SETTLE);
    expect(await levels()).toEqual([
      ["level_up", START, 1, 6],
      ["level_down", START + WINDOW_MS, 6, 1],
    ]);
  });

  test("falls by a reversal, and not by one of a fee that is no longer in the window", async () => {
    await earn(300, START);
    await earn(800, START + DAY_MS);
    await takeBack(target(), 2, START + 2 * DAY_MS);
    await advance(START + 2 * DAY_MS + MINUTE_MS);
    const before = [
      ["level_up", START, 1, 2],
      ["level_up", START + DAY_MS, 2, 3],
      ["level_down", START + 2 * DAY_MS, 3, 2],
    ];
    expect(await levels()).toEqual(before);
    const gone = START + WINDOW_MS;
    await earn(260, gone + HOUR_MS);
    await takeBack(target(), 1, gone + 2 * HOUR_MS);
    await advance(gone + 3 * HOUR_MS);
    expect(await levels()).toEqual([
      ...before,
      ["level_down", gone, 2, 1],
      ["level_up", gone + HOUR_MS, 1, 2],
    ]);
  });

  test("up and down and up again is told as it was by a look that comes weeks later", async () => {
    await earn(1_000, START);
    await earn(100, START + HOUR_MS);
    const gone = START + WINDOW_MS;
    await earn(900, gone + 7 * HOUR_MS);
    await advance(gone + 9 * DAY_MS);
    expect(await levels()).toEqual([
      ["level_up", START, 1, 3],
      ["level_down", gone, 3, 1],
      ["level_up", gone + 7 * HOUR_MS, 1, 2],
    ]);
  });
});

describe("fees that were booked long after they happened", () => {
  test("are told of their own time, while nothing else was told since", async () => {
    await earn(100, START);
    await advance(START + DAY_MS);
    await earn(200, START + 2 * HOUR_MS, START + DAY_MS + 1);
    await advance(START + DAY_MS + MINUTE_MS);
    expect(await levels()).toEqual([["level_up", START + 2 * HOUR_MS, 1, 2]]);
  });

  test("that would have held a level that was told to have fallen give it back, of the time of the fall", async () => {
    await earn(300, START);
    const fall = START + WINDOW_MS;
    await advance(fall + HOUR_MS);
    await earn(900, fall - MINUTE_MS, fall + 2 * HOUR_MS);
    await earn(400, fall + 90 * MINUTE_MS, fall + 2 * HOUR_MS);
    await advance(fall + 2 * HOUR_MS + MINUTE_MS);
    expect(await levels()).toEqual([
      ["level_up", START, 1, 2],
      ["level_down", fall, 2, 1],
      ["level_up", fall, 1, 2],
      ["level_up", fall + 90 * MINUTE_MS, 2, 3],
    ]);
  });
});

describe("looking", () => {
  test("twice writes nothing twice", async () => {
    await earn(300, START);
    expect(await advance(START + WINDOW_MS + HOUR_MS)).toBe(2);
    expect(await advance(START + WINDOW_MS + HOUR_MS)).toBe(0);
    expect(await advance(START + WINDOW_MS + 2 * HOUR_MS)).toBe(0);
  });

  test("by several replicas at once writes each notice once", async () => {
    await earn(300, START);
    await advance(START + MINUTE_MS);
    await earn(800, START + DAY_MS);
    const now = START + DAY_MS + MINUTE_MS;
    const written = await Promise.all([
      advance(now),
      advance(now + 3),
      advance(now),
      advance(now + 1),
    ]);
    expect(written.reduce((sum, one) => sum + one)).toBe(1);
    expect(await levels()).toHaveLength(2);
  });

  test("for the first time by several replicas at once writes each notice once", async () => {
    await earn(300, START);
    const now = START + MINUTE_MS;
    await Promise.all([advance(now), advance(now), advance(now)]);
    expect(await levels()).toHaveLength(1);
  });

  test("leaves partners alone of whom nothing is new or due", async () => {
    await earn(300, START);
    await advance(START + HOUR_MS);
    const [mark] = await db
      .select()
      .from(partnerNoticeMarks)
      .where(eq(partnerNoticeMarks.partnerId, partner.id));
    expect(mark).toMatchObject({ level: 2, levelSince: START, seq: 1 });
    expect(mark?.dueAt).toBe(START + WINDOW_MS - 72 * HOUR_MS);
    // The tables are missing, so any read would fail.
    await advance(START + WINDOW_MS - 72 * HOUR_MS - 1);
    const [same] = await db
      .select()
      .from(partnerNoticeMarks)
      .where(eq(partnerNoticeMarks.partnerId, partner.id));
    expect(same).toEqual(mark);
  });

  test("goes on with the others at a ledger that cannot be read, and leaves deleted accounts alone", async () => {
    await earn(300, START);
    const damaged = await makePartner(db, `damaged-${partner.code.slice(-8)}`);
    const other = JSON.stringify({ partner_id: damaged.id, key: `damaged:${damaged.id}` });
    await db.execute(sql`
      insert into partner_ledger
      select (jsonb_populate_record(null::partner_ledger, to_jsonb(row) || ${other}::jsonb || '{"totals": []}'::jsonb)).*
      from partner_ledger row where partner_id = ${partner.id}`);
    const said: unknown[] = [];
    const noting = { warn: (what: unknown) => void said.push(what) };
    await writeNotices({ now: START + MINUTE_MS, log: noting });
    expect(said).toMatchObject([{ partnerId: damaged.id, err: expect.any(Error) as Error }]);
    expect(await levels()).toHaveLength(1);
    await db
      .update(users)
      .set({ deletedAt: new Date(START) })
      .where(eq(users.id, damaged.actor.userId));
    expect(await advance(START + HOUR_MS)).toBe(0);
  });
});

describe("a fall that is near", () => {
  test("is told 72 h and 24 h before, once each, with what would hold the level", async () => {
    await earn(800, START);
    await earn(400, START + 3 * DAY_MS);
    const fall = START + WINDOW_MS;
    const data = { at: new Date(fall).toISOString(), from: 3, to: 2, share_percent: 12 };
    for (let at = START + 4 * DAY_MS; at < fall; at += 2 * HOUR_MS) await advance(at);
    expect((await writtenNotices()).slice(2)).toEqual([
      ["level_falls_72h", fall - 72 * HOUR_MS, { ...data, to_hold: "600" }],
      ["level_falls_24h", fall - 24 * HOUR_MS, { ...data, to_hold: "600" }],
    ]);
  });

  test("is told with its exact amount, and of the same instant by a look that is hours late", async () => {
    await earn(250.01, START);
    const fall = START + WINDOW_MS;
    await advance(fall - 72 * HOUR_MS - 1);
    expect((await writtenNotices()).slice(1)).toEqual([]);
    await advance(fall - 50 * HOUR_MS);
    const [, [kind, at, data] = []] = await writtenNotices();
    expect([kind, at, data?.["to_hold"]]).toEqual(["level_falls_72h", fall - 72 * HOUR_MS, "250"]);
    expect(await advance(fall - 49 * HOUR_MS)).toBe(0);
  });

  test("is told as it is: nothing of 72 h when a day is left, and nothing when it has come", async () => {
    await earn(300, START);
    const fall = START + WINDOW_MS;
    await advance(fall - 10 * HOUR_MS);
    expect((await writtenNotices()).map(([kind]) => kind)).toEqual(["level_up", "level_falls_24h"]);
    await advance(fall);
    await advance(fall + SETTLE);
    expect((await writtenNotices()).map(([kind]) => kind)).toEqual([
      "level_up",
      "level_falls_24h",
      "level_down",
    ]);
  });

  test("that new fees put off again and again is announced once", async () => {
    // Ten dollars an hour: each later fee delays the fall by an hour.
    for (let hour = 0; hour < 26; hour += 1) await earn(10, START + hour * HOUR_MS);
    const gone = START + WINDOW_MS;
    const begin = gone - 60 * HOUR_MS;
    for (let at = begin; at < gone + 6 * HOUR_MS; at += 6 * HOUR_MS) {
      await earn(10, at);
      await advance(at + MINUTE_MS);
    }
    const found = (await writtenNotices()).slice(1);
    expect(found.map(([kind]) => kind)).toEqual(["level_falls_72h", "level_falls_24h"]);
    expect(found.map(([, , data]) => data["at"])).toEqual([
      new Date(gone + 2 * HOUR_MS).toISOString(),
      new Date(gone + 10 * HOUR_MS).toISOString(),
    ]);
  });

  test("is announced once even when the inbox has dropped the first notice", async () => {
    for (let hour = 0; hour < 26; hour += 1) await earn(10, START + hour * HOUR_MS);
    const first = START + WINDOW_MS - 60 * HOUR_MS;
    await advance(first);
    expect((await writtenNotices()).map(([kind]) => kind)).toEqual(["level_up", "level_falls_72h"]);
    await db.delete(inboxNotices).where(eq(inboxNotices.userId, partner.actor.userId));
    await earn(10, first + HOUR_MS);
    await advance(first + 2 * HOUR_MS);
    expect(await writtenNotices()).toEqual([]);
  });

  test("is told again of a level that was another one in between, and not within a day", async () => {
    const kinds = async (from: number) =>
      (await writtenNotices()).filter(([, , data]) => data["from"] === from).map(([kind]) => kind);
    await earn(260, START);
    const fall = START + WINDOW_MS;
    await advance(fall - 70 * HOUR_MS);
    expect(await kinds(2)).toEqual(["level_falls_72h"]);
    // Level 3 for an hour, until the fee behind it was reversed.
    await earn(800, fall - 60 * HOUR_MS);
    await takeBack(target(), 2, fall - 59 * HOUR_MS);
    await advance(fall - 59 * HOUR_MS + MINUTE_MS);
    expect(await kinds(2)).toEqual(["level_falls_72h", "level_up"]);
    // By now it is another fall, of a level that began again.
    await earn(5, fall - 47 * HOUR_MS);
    await takeBack(target(), 1, fall - 46 * HOUR_MS);
    await earn(250, fall - 45 * HOUR_MS);
    await advance(fall - 44 * HOUR_MS);
    const next = fall - 45 * HOUR_MS + WINDOW_MS;
    await advance(next - 72 * HOUR_MS);
    expect(await kinds(2)).toEqual([
      "level_falls_72h",
      "level_up",
      "level_down",
      "level_falls_72h",
    ]);
  });

  test("is not told to partners of the first level, who can fall no further", async () => {
    await earn(100, START);
    for (let day = 0; day < 32; day += 1) expect(await advance(START + day * DAY_MS)).toBe(0);
  });
});

describe("a settlement that ended", () => {
  test("is told once, as paid or as failed, with its figures", async () => {
    await earn(1_000, START);
    await advance(START + MINUTE_MS);
    const paid = await endedPayout(target(), {
      amount: 12_345_678n,
      at: START + HOUR_MS,
      endedAt: START + 2 * HOUR_MS,
    });
    const failed = await endedPayout(target(), {
      amount: 5_000_000n,
      at: START + 3 * HOUR_MS,
      endedAt: START + 4 * HOUR_MS,
      failure: "the recipient has no account",
    });
    expect(await advance(START + 5 * HOUR_MS)).toBe(2);
    expect(await advance(START + 6 * HOUR_MS)).toBe(0);
    expect((await writtenNotices()).slice(1)).toEqual([
      [
        "settlement_paid",
        START + 2 * HOUR_MS,
        {
          settlement_id: paid,
          amount: "12.345678",
          signature: `signature-of-${paid}`,
          failure: null,
        },
      ],
      [
        "settlement_failed",
        START + 4 * HOUR_MS,
        {
          settlement_id: failed,
          amount: "5",
          signature: `signature-of-${failed}`,
          failure: "the recipient has no account",
        },
      ],
    ]);
  });
});

describe("the first look at a year of history", () => {
  test("tells all levels, as read and without mail, and of the last days as news", async () => {
    await addMailbox();
    const year = START - 365 * DAY_MS;
    await earn(300, year);
    await endedPayout(target(), {
      amount: 1_000_000n,
      at: year + DAY_MS,
      endedAt: year + 2 * DAY_MS,
    });
    await earn(300, START - DAY_MS);
    await advance(START);
    const found = await rows();
    expect(found.map(({ kind, at }) => [kind, at])).toEqual([
      ["level_up", year],
      ["level_down", year + WINDOW_MS],
      ["level_up", START - DAY_MS],
    ]);
    expect(found.map(({ wantsMail }) => wantsMail)).toEqual([false, false, true]);
    expect(found.map(({ readAt }) => readAt)).toEqual([new Date(START), new Date(START), null]);
  });

  test("takes it in steps, and finds the same", async () => {
    // A fee of 250 each day of a year, each reversed an hour later: two level changes a day.
    const days = 40;
    for (let day = 0; day < days; day += 1) {
      const at = START + day * DAY_MS;
      await earn(250, at);
      await takeBack(target(), 2 * day + 1, at + HOUR_MS);
    }
    await advance(START + days * DAY_MS);
    const expected = Array.from({ length: days }, (_, day) => [
      ["level_up", START + day * DAY_MS, 1, 2],
      ["level_down", START + day * DAY_MS + HOUR_MS, 2, 1],
    ]).flat();
    expect(await levels()).toEqual(expected);
  });

  test("that was broken off goes on where it was", async () => {
    for (let day = 0; day < 40; day += 1) {
      await earn(250, START + day * DAY_MS);
      await takeBack(target(), 2 * day + 1, START + day * DAY_MS + HOUR_MS);
    }
    const stopped = new AbortController();
    const stoppable = {
      now: START + 40 * DAY_MS,
      log,
      signal: stopped.signal,
    };
    const first = writeNotices(stoppable);
    stopped.abort();
    await first;
    await advance(START + 40 * DAY_MS + MINUTE_MS);
    expect(await levels()).toHaveLength(80);
    expect((await rows()).filter(({ readAt }) => readAt === null).length).toBeLessThan(20);
  });
});

describe("mail", () => {
  test("is wanted where the partner wants it and has an address", async () => {
    await earn(300, START);
    await advance(START + MINUTE_MS);
    await addMailbox();
    await earn(800, START + DAY_MS);
    await advance(START + DAY_MS + MINUTE_MS);
    await db.update(partners).set({ mailNotices: false }).where(eq(partners.id, partner.id));
    await earn(4_000, START + 2 * DAY_MS);
    await advance(START + 2 * DAY_MS + MINUTE_MS);
    expect((await rows()).map(({ wantsMail }) => wantsMail)).toEqual([false, true, false]);
  });

  test("of the same level goes once a day, while every change is told", async () => {
    await addMailbox();
    for (let hour = 0; hour < 40; hour += 8) {
      await earn(250, START + hour * HOUR_MS);
      await advance(START + hour * HOUR_MS + MINUTE_MS);
      await takeBack(target(), hour / 4 + 1, START + (hour + 1) * HOUR_MS);
      await advance(START + (hour + 1) * HOUR_MS + MINUTE_MS);
    }
    const ups = (await rows()).filter(({ kind }) => kind === "level_up");
    expect(ups.map(({ wantsMail }) => wantsMail)).toEqual([true, false, false, true, false]);
    const downs = (await rows()).filter(({ kind }) => kind === "level_down");
    expect(downs.map(({ wantsMail }) => wantsMail)).toEqual([true, false, false, true, false]);
  });
});

/** Levels by walking over all instants at which anything can happen. */
type Entry = { at: number; cents: number; takesBack?: number };

function plainLevels(entries: readonly Entry[], until: number): unknown[] {
  const instants = entries.flatMap(({ at, takesBack }) =>
    takesBack === undefined ? [at, at + WINDOW_MS] : [at],
  );
  const fees = (count: number, time: number): bigint =>
    entries.slice(0, count).reduce((sum, entry) => {
      const original = entry.takesBack === undefined ? entry : entries[entry.takesBack]!;
      const isIn = original.at > time - WINDOW_MS;
      const sign = entry.takesBack === undefined ? 1 : -1;
      return isIn ? sum + BigInt(sign * original.cents) * 10_000_000n : sum;
    }, 0n);
  const found: unknown[] = [];
  let level = 1;
  let count = 0;
  const see = (at: number): void => {
    const to = levelOf(fees(count, at)).level;
    if (to !== level) found.push([to > level ? "level_up" : "level_down", at, level, to]);
    level = to;
  };
  for (const at of [...new Set(instants)].toSorted((a, b) => a - b)) {
    if (at > until) break;
    see(at);
    while (entries[count]?.at === at) {
      count += 1;
      see(at);
    }
  }
  return found;
}

/** The same numbers for the same seed. */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test.each([1, 2, 3])(
  "histories by chance are told as walking over all instants tells them, seed %i",
  async (seed) => {
    const next = chance(seed);
    const entries: Entry[] = [];
    const reversed = new Set<number>();
    let at = START;
    let now = START;
    for (let index = 0; index < 120; index += 1) {
      // Often the same millisecond, or just when an earlier fee leaves.
      const leaving = entries.map((entry) => entry.at + WINDOW_MS).find((time) => time >= at);
      const pick = next(10);
      if (pick < 6) at += next(2 * DAY_MS);
      else if (pick < 8 && leaving !== undefined && leaving - at < 3 * DAY_MS) at = leaving;
      while (now < at) {
        if (next(3) === 0) await advance(now);
        now += next(4 * DAY_MS) + 1;
      }
      const fees = entries.flatMap(({ takesBack }, position) =>
        takesBack === undefined && !reversed.has(position) ? [position] : [],
      );
      if (next(5) === 0 && fees.length > 0) {
        const taken = fees[next(fees.length)]!;
        reversed.add(taken);
        await takeBack(target(), taken + 1, at);
        entries.push({ at, cents: 0, takesBack: taken });
      } else {
        const cents = [25_000, 10_000, 100_000, 1 + next(60_000), 1 + next(400_000)][next(5)]!;
        await book(db, [fee(trader(), cents, at)], at);
        entries.push({ at, cents });
      }
    }
    const end = at + WINDOW_MS + DAY_MS;
    await advance(end);
    const expected = plainLevels(entries, end - SETTLE);
    expect(expected.length).toBeGreaterThan(10);
    expect(await levels()).toEqual(expected);
    const own = eq(inboxNotices.userId, partner.actor.userId);
    const before = await levels();
    await db.delete(inboxNotices).where(own);
    await db.delete(partnerNoticeMarks).where(and(eq(partnerNoticeMarks.partnerId, partner.id)));
    await advance(end + DAY_MS);
    expect(await levels()).toEqual(before);
  },
);
