/** Each wallet of a referral is sent to the venue until it is accepted, and none blocks another. */
import { asc } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makePartner, makeReferral } from "#lib/partner/partner.testing.ts";
import { type Database, useDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { partnerAccounts } from "#lib/platform/db/schema/partner.ts";
import { UpstreamError } from "#lib/platform/http-client.ts";
import { type DiscountOptions, setDiscounts } from "./set-discounts.ts";

const NOW = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;

let db: Database;
let referralId: string;
beforeAll(async () => {
  db = await testDatabase();
  useDatabase(db);
  const partner = await makePartner(db, "ada");
  referralId = await makeReferral(db, partner, "somebody");
});
afterAll(async () => {
  useDatabase(undefined);
  await db.$client.end();
});
beforeEach(() => db.delete(partnerAccounts));

const bind = (...accounts: string[]) =>
  db
    .insert(partnerAccounts)
    .values(accounts.map((account) => ({ account, referralId, boundAt: NOW })));

async function noted(): Promise<Record<string, Date | null>> {
  const rows = await db.select().from(partnerAccounts).orderBy(asc(partnerAccounts.account));
  return Object.fromEntries(rows.map(({ account, discountSetAt }) => [account, discountSetAt]));
}

const answers = (status: number) =>
  new UpstreamError("status", `it answered ${status}`, { status });
const away = new UpstreamError("unreachable", "it cannot be reached");

/** A venue that fails the given accounts and accepts the others. */
function venue(failures: Record<string, Error> = {}) {
  const asked: [account: string, ppm: number][] = [];
  const told: DiscountOptions = {
    waiting: new Map(),
    feed: {
      setFeeDiscount: async (account, ppm) => {
        asked.push([account, ppm]);
        const failure = failures[account];
        if (failure !== undefined) throw failure;
      },
    },
  };
  return { told, asked, failures, names: () => asked.splice(0).map(([account]) => account) };
}

test("a wallet is sent once, with a tenth, and recorded when the venue has accepted it", async () => {
  await bind("a", "b");
  const { told, asked } = venue();
  expect(await setDiscounts(told, NOW)).toEqual({ set: 2, refused: [] });
  expect(asked).toEqual([
    ["a", 100_000],
    ["b", 100_000],
  ]);
  expect(await noted()).toEqual({ a: new Date(NOW), b: new Date(NOW) });
  expect(await setDiscounts(told, NOW + 1)).toEqual({ set: 0, refused: [] });
  expect(asked).toHaveLength(2);
});

test("a refused wallet does not delay the others, and is sent again after ten minutes", async () => {
  await bind("a", "b", "c");
  const { told, names, failures } = venue({ b: answers(400) });
  const { set, refused } = await setDiscounts(told, NOW);
  expect([set, refused]).toEqual([2, [{ account: "b", error: failures["b"] }]]);
  expect(names()).toEqual(["a", "b", "c"]);
  expect(await noted()).toEqual({ a: new Date(NOW), b: null, c: new Date(NOW) });
  await setDiscounts(told, NOW + 10 * MINUTE - 1);
  expect(names()).toEqual([]);
  await setDiscounts(told, NOW + 10 * MINUTE);
  expect(names()).toEqual(["b"]);
  delete failures["b"];
  expect(await setDiscounts(told, NOW + 20 * MINUTE)).toEqual({ set: 1, refused: [] });
});

test.each([
  ["is away", away],
  ["fails", answers(500)],
  ["limits us", answers(429)],
  ["refuses our key", answers(403)],
])(
  "a venue that %s ends the run, and the next run begins with another wallet",
  async (_, error) => {
    await bind("a", "b", "c");
    const { told, names, failures } = venue({ b: error });
    await expect(setDiscounts(told, NOW)).rejects.toBe(error);
    expect(names()).toEqual(["a", "b"]);
    expect(await noted()).toMatchObject({ a: new Date(NOW), b: null, c: null });
    expect(await setDiscounts(told, NOW + 2_000)).toMatchObject({ set: 1 });
    expect(names()).toEqual(["c"]);
    delete failures["b"];
    expect(await setDiscounts(told, NOW + 10_000)).toMatchObject({ set: 1 });
    expect(names()).toEqual(["b"]);
  },
);

test("a run ends, however many wallets wait", async () => {
  await bind(...Array.from({ length: 130 }, (_, at) => `w${String(at).padStart(3, "0")}`));
  const { told } = venue();
  expect(await setDiscounts(told, NOW)).toMatchObject({ set: 100 });
  expect(await setDiscounts(told, NOW)).toMatchObject({ set: 30 });
});

test("two replicas at once both send, and neither blocks the other", async () => {
  await bind("a", "b");
  const [one, two] = [venue(), venue()];
  await Promise.all([setDiscounts(one.told, NOW), setDiscounts(two.told, NOW + 1)]);
  expect(Object.values(await noted())).toEqual([expect.any(Date), expect.any(Date)]);
});
