/** Each wallet of a referral is sent to the venue until it is accepted, and none blocks another. */

import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { UpstreamError } from "#lib/kernel/http/http-client.ts";
import { makePartner, makeReferral } from "#lib/partner/partner.testing.ts";
import { partnerAccounts, partnerReferrals } from "#lib/partner/schema/partner.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import { isReferred } from "./is-referred.ts";
import { type DiscountOptions, setDiscounts } from "./set-discounts.ts";

const NOW = Date.UTC(2026, 0, 1);

let db: Database;
let referralId: string;
beforeAll(async () => {
  db = await testDatabase();
  setDatabase(db);
  const partner = await makePartner(db, "ada");
  referralId = await makeReferral(db, partner, "somebody");
});
afterAll(async () => {
  setDatabase(undefined);
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
  const requests: [account: string, ppm: number][] = [];
  const options: DiscountOptions = {
    waiting: new Map(),
    feed: {
      setFeeDiscount: async (account, ppm) => {
        requests.push([account, ppm]);
        const failure = failures[account];
        if (failure !== undefined) throw failure;
      },
    },
  };
  return {
    options,
    requests,
    failures,
    names: () => requests.splice(0).map(([account]) => account),
  };
}

test("a wallet is sent once, with a tenth, and recorded when the venue has accepted it", async () => {
  await bind("a", "b");
  const { options, requests } = venue();
  expect(await setDiscounts(options, NOW)).toEqual({ set: 2, refused: [] });
  expect(requests).toEqual([
    ["a", 100_000],
    ["b", 100_000],
  ]);
  expect(await noted()).toEqual({ a: new Date(NOW), b: new Date(NOW) });
  expect(await setDiscounts(options, NOW + 1)).toEqual({ set: 0, refused: [] });
  expect(requests).toHaveLength(2);
});

test("a refused wallet does not delay the others, and is sent again after ten minutes", async () => {
  await bind("a", "b", "c");
  const { options, names, failures } = venue({ b: answers(400) });
  const { set, refused } = await setDiscounts(options, NOW);
  expect([set, refused]).toEqual([2, [{ account: "b", error: failures["b"] }]]);
  expect(names()).toEqual(["a", "b", "c"]);
  expect(await noted()).toEqual({ a: new Date(NOW), b: null, c: new Date(NOW) });
  await setDiscounts(options, NOW + 10 * MINUTE_MS - 1);
  expect(names()).toEqual([]);
  await setDiscounts(options, NOW + 10 * MINUTE_MS);
  expect(names()).toEqual(["b"]);
  delete failures["b"];
  expect(await setDiscounts(options, NOW + 20 * MINUTE_MS)).toEqual({ set: 1, refused: [] });
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
    const { options, names, failures } = venue({ b: error });
    await expect(setDiscounts(options, NOW)).rejects.toBe(error);
    expect(names()).toEqual(["a", "b"]);
    expect(await noted()).toMatchObject({ a: new Date(NOW), b: null, c: null });
    expect(await setDiscounts(options, NOW + 2_000)).toMatchObject({ set: 1 });
    expect(names()).toEqual(["c"]);
    delete failures["b"];
    expect(await setDiscounts(options, NOW + 10_000)).toMatchObject({ set: 1 });
    expect(names()).toEqual(["b"]);
  },
);

test("a run ends, however many wallets wait", async () => {
  await bind(...Array.from({ length: 130 }, (_, at) => `w${String(at).padStart(3, "0")}`));
  const { options } = venue();
  expect(await setDiscounts(options, NOW)).toMatchObject({ set: 100 });
  expect(await setDiscounts(options, NOW)).toMatchObject({ set: 30 });
});

test("two replicas at once both send, and neither blocks the other", async () => {
  await bind("a", "b");
  const [one, two] = [venue(), venue()];
  await Promise.all([setDiscounts(one.options, NOW), setDiscounts(two.options, NOW + 1)]);
  expect(Object.values(await noted())).toEqual([expect.any(Date), expect.any(Date)]);
});

test("wallets of a referral in review get none until it is accepted", async () => {
  const which = eq(partnerReferrals.id, referralId);
  await db.update(partnerReferrals).set({ review: "held" }).where(which);
  await bind("held");
  const { requests, options } = venue();
  expect((await setDiscounts(options, NOW)).set).toBe(0);
  expect(await isReferred(db, "held")).toBe(false);
  await db.update(partnerReferrals).set({ review: "accepted" }).where(which);
  expect((await setDiscounts(options, NOW)).set).toBe(1);
  expect(await isReferred(db, "held")).toBe(true);
  expect(requests).toEqual([["held", 100_000]]);
});
