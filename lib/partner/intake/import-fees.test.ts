/** The operator's part of the ledger: fees outside of the feed, and reversals. */

import { randomBytes } from "node:crypto";
import { base58 } from "@scure/base";
import { and, asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findPostgres, openReplicas } from "#lib/identity/accounts/accounts.testing.ts";
import { personOf } from "#lib/identity/person/person.ts";
import { auditLog } from "#lib/identity/schema/audit.ts";
import { identities } from "#lib/identity/schema/identity.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { ReversalBody, reverseFee } from "#lib/partner/ledger/reverse-fee.ts";
import { makeUser, type TestPartner } from "#lib/partner/partner.testing.ts";
import { showPartner } from "#lib/partner/payouts/show-partner.ts";
import { joinProgramme } from "#lib/partner/profile/profile.ts";
import { partnerAccounts, partnerLedger, partnerReferrals } from "#lib/partner/schema/partner.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { parseBody } from "#lib/platform/http/validation.ts";
import { users } from "#lib/platform/schema/users.ts";
import { DAY_MS } from "#lib/protocol/durations.ts";
import { FeesBody, importFees } from "./import-fees.ts";

const NOW = Date.UTC(2026, 5, 1);
const CLIENT = { address: "127.0.0.1", agent: "test" };
const ctx = { actor: { kind: "operator" } as const, client: CLIENT, now: NOW };

const { serverUrl, isSkipped } = await findPostgres(process.env);

let db: Database;

const newWallet = (): string => base58.encode(randomBytes(32));
const iso = (time: number): string => new Date(time).toISOString();

async function makePartner(): Promise<TestPartner & { wallet: string }> {
  const wallet = newWallet();
  const actor = await makeUser(db, wallet);
  const code = `p-${randomBytes(6).toString("hex")}`;
  const { partner } = await joinProgramme({
    ctx: { actor, client: CLIENT, now: 0 },
    input: { body: { code } },
  });
  return { id: partner!.id, actor, code, wallet };
}

let made = 0;

function fee(account: string, charged: string, at: number, more: object = {}) {
  made += 1;
  const facts = { reference: `swap:${made}`, account, source: "swap", charged, gross: charged };
  return { ...facts, occurred_at: iso(at), ...more };
}

const send = (partner: TestPartner, body: object) =>
  importFees({
    ctx,
    input: { body: parseBody(FeesBody, { partner: partner.code, fees: [], ...body }) },
  });

const reverse = (partner: TestPartner, body: object) =>
  reverseFee({
    ctx,
    input: {
      body: parseBody(ReversalBody, { partner: partner.code, reason: "charged twice", ...body }),
    },
  });

const ledgerOf = (partner: TestPartner) =>
  db
    .select()
    .from(partnerLedger)
    .where(eq(partnerLedger.partnerId, partner.id))
    .orderBy(asc(partnerLedger.seq));

const referralsOf = (partner: TestPartner) =>
  db.select().from(partnerReferrals).where(eq(partnerReferrals.partnerId, partner.id));

async function balancesOf(partner: TestPartner) {
  const shown = await showPartner({ ctx, input: { query: { partner: partner.id } } });
  expect(shown.balances.reconciles).toBe(true);
  return shown.balances;
}

const codeOf = async (refused: Promise<unknown>): Promise<string> => {
  const error: unknown = await refused.catch((thrown: unknown) => thrown);
  return error instanceof ServiceError ? error.code : "taken";
};

async function loggedOf(userId: string, action: string) {
  const { userId: whose, action: what } = auditLog;
  return db
    .select()
    .from(auditLog)
    .where(and(eq(whose, userId), eq(what, action)));
}

let partner: TestPartner & { wallet: string };

describe("an import", () => {
  beforeAll(async () => {
    db = await testDatabase();
    setDatabase(db);
  });
  afterAll(() => db.$client.end());
  beforeEach(async () => {
    partner = await makePartner();
  });

  test("books fees of a wallet that never signed in, and its owner becomes a referral at the sign-in", async () => {
    const wallet = newWallet();
    const referrals = [{ account: wallet, since: iso(NOW - 9 * DAY_MS) }];
    const answer = await send(partner, {
      referrals,
      fees: [
        fee(wallet, "100.000000001", NOW - 8 * DAY_MS),
        fee(wallet, "9", NOW - 7 * DAY_MS, { source: "copy", gross: "10" }),
      ],
      simulated: true,
    });
    expect(answer).toEqual({ booked: 2, known: 0, not_referred: 0, refused: [] });
    const [referral] = await referralsOf(partner);
    expect(referral).toMatchObject({ boundAt: NOW - 9 * DAY_MS, simulated: true });
    expect(await ledgerOf(partner)).toMatchObject([
      {
        source: "swap",
        product: "swap",
        fee: 100_000_000_001n,
        amount: 1_000_000_000_010n,
        accruedAt: NOW - 8 * DAY_MS,
        origin: "operator",
        simulated: true,
        referralId: referral!.id,
      },
      { source: "copy", product: "perp", fee: 9_000_000_000n, gross: 10_000_000_000n },
    ]);
    expect(await balancesOf(partner)).toMatchObject({ pending: "10.9000000001" });
    const proved = { kind: "wallet", subject: wallet, label: wallet } as const;
    const { userId } = await personOf(proved, { now: NOW, client: CLIENT });
    expect(userId).toBe(referral!.userId);
    expect(await loggedOf(userId, "partner.referred")).toMatchObject([
      { actorKind: "operator", target: referral!.id, details: { code: partner.code } },
    ]);
    expect(await loggedOf(partner.actor.userId, "partner.fees_imported")).toMatchObject([
      { actorKind: "operator", details: { count: 2 } },
    ]);
    const accounts = await db
      .select()
      .from(partnerAccounts)
      .where(eq(partnerAccounts.account, wallet));
    // The venue does not have the discount yet.
    expect(accounts).toMatchObject([{ boundAt: NOW - 9 * DAY_MS, discountSetAt: null }]);
  });

  test("books each reference once, however often it comes", async () => {
    const wallet = newWallet();
    const referrals = [{ account: wallet, since: iso(NOW - DAY_MS) }];
    const [one, two] = [fee(wallet, "100", NOW - 2), fee(wallet, "50", NOW - 1)];
    const body = { referrals, fees: [one, { ...two, reference: one.reference }] };
    expect(await send(partner, body)).toMatchObject({ booked: 1, known: 1 });
    const again = { referrals, fees: [one, two] };
    expect(await send(partner, again)).toMatchObject({ booked: 1, known: 1, refused: [] });
    expect(await send(partner, again)).toMatchObject({ booked: 0, known: 2, not_referred: 0 });
    expect(await ledgerOf(partner)).toHaveLength(2);
    expect(await referralsOf(partner)).toHaveLength(1);
    expect(await loggedOf(partner.actor.userId, "partner.fees_imported")).toHaveLength(2);
    // References of partners are independent.
    const other = await makePartner();
    const others = newWallet();
    const same = {
      referrals: [{ account: others, since: iso(NOW - DAY_MS) }],
      fees: [{ ...one, account: others }],
    };
    expect(await send(other, same)).toMatchObject({ booked: 1 });
  });

  test("books in order of time, so that each fee gets the level of its time", async () => {
    const wallet = newWallet();
    await send(partner, {
      referrals: [{ account: wallet, since: iso(NOW - 9 * DAY_MS) }],
      fees: [fee(wallet, "1", NOW - 2 * DAY_MS), fee(wallet, "250", NOW - 3 * DAY_MS)],
    });
    expect((await ledgerOf(partner)).map(({ accruedAt, level }) => [accruedAt, level])).toEqual([
      [NOW - 3 * DAY_MS, 1],
      [NOW - 2 * DAY_MS, 2],
    ]);
  });

  test("leaves out accounts of other partners, and books nothing for those partners", async () => {
    const [own, others] = [newWallet(), newWallet()];
    const other = await makePartner();
    const since = iso(NOW - DAY_MS);
    await send(other, { referrals: [{ account: others, since }] });
    const answer = await send(partner, {
      referrals: [{ account: own, since }],
      fees: [
        fee(own, "1", NOW - DAY_MS - 1),
        fee(own, "1", NOW - DAY_MS),
        fee(others, "1", NOW),
        fee(newWallet(), "1", NOW),
      ],
    });
    expect(answer).toEqual({ booked: 1, known: 0, not_referred: 3, refused: [] });
    expect(await ledgerOf(other)).toEqual([]);
  });

  test("refuses an account that has a partner already, and the partner in person, and continues", async () => {
    const [taken, fine, second] = [newWallet(), newWallet(), newWallet()];
    const other = await makePartner();
    const since = iso(NOW - DAY_MS);
    await send(other, { referrals: [{ account: taken, since }] });
    // The same person by another wallet.
    const [referral] = await referralsOf(other);
    const seen = { createdAt: new Date(NOW), lastUsedAt: new Date(NOW), label: second };
    await db
      .insert(identities)
      .values({ ...seen, id: second, userId: referral!.userId, kind: "wallet", subject: second });
    const referrals = [taken, second, partner.wallet, fine, fine].map((account) => ({
      account,
      since,
    }));
    const answer = await send(partner, { referrals, fees: [fee(fine, "1", NOW)] });
    expect(answer).toMatchObject({
      booked: 1,
      refused: [
        { account: taken, reason: "ALREADY_REFERRED" },
        { account: second, reason: "ALREADY_REFERRED" },
        { account: partner.wallet, reason: "SELF_REFERRAL" },
      ],
    });
    expect(await referralsOf(partner)).toHaveLength(1);
  });

  test("accepts a second wallet of its own referral, from its own time on", async () => {
    const [first, second] = [newWallet(), newWallet()];
    await send(partner, { referrals: [{ account: first, since: iso(NOW - 9 * DAY_MS) }] });
    const [referral] = await referralsOf(partner);
    const seen = { createdAt: new Date(NOW), lastUsedAt: new Date(NOW), label: second };
    await db
      .insert(identities)
      .values({ ...seen, id: second, userId: referral!.userId, kind: "wallet", subject: second });
    const answer = await send(partner, {
      referrals: [{ account: second, since: iso(NOW - 5 * DAY_MS) }],
      fees: [fee(second, "1", NOW - 6 * DAY_MS), fee(second, "1", NOW - 4 * DAY_MS)],
    });
    expect(answer).toEqual({ booked: 1, known: 0, not_referred: 1, refused: [] });
    expect(await referralsOf(partner)).toHaveLength(1);
  });

  test("two wallets of one person are one referral", async () => {
    const [first, second] = [newWallet(), newWallet()];
    const { userId } = await makeUser(db, first);
    const seen = { createdAt: new Date(NOW), lastUsedAt: new Date(NOW), label: second };
    await db
      .insert(identities)
      .values({ ...seen, id: second, userId, kind: "wallet", subject: second });
    const answer = await send(partner, {
      referrals: [
        { account: second, since: iso(NOW - 5 * DAY_MS) },
        { account: first, since: iso(NOW - 9 * DAY_MS) },
      ],
      fees: [fee(second, "1", NOW - 4 * DAY_MS), fee(first, "1", NOW - 4 * DAY_MS)],
    });
    expect(answer).toMatchObject({ booked: 2, refused: [] });
    expect(await referralsOf(partner)).toMatchObject([{ userId, boundAt: NOW - 5 * DAY_MS }]);
    expect(await loggedOf(userId, "partner.referred")).toHaveLength(1);
  });

  test("a wallet stays under its partner after its account is deleted", async () => {
    const wallet = newWallet();
    const referrals = [{ account: wallet, since: iso(NOW - DAY_MS) }];
    await send(partner, { referrals });
    const [referral] = await referralsOf(partner);
    await db.delete(identities).where(eq(identities.subject, wallet));
    const own = { referrals, fees: [fee(wallet, "1", NOW)] };
    expect(await send(partner, own)).toMatchObject({ booked: 1, refused: [] });
    expect(await send(await makePartner(), own)).toMatchObject({
      booked: 0,
      refused: [{ account: wallet, reason: "ALREADY_REFERRED" }],
    });
    expect(await referralsOf(partner)).toEqual([referral]);
    const left = await db.select().from(identities).where(eq(identities.subject, wallet));
    expect(left).toEqual([]);
  });

  test.each([
    ["a future time", { occurred_at: iso(NOW + 1) }, "INVALID_FIELD"],
    ["more charged than asked", { charged: "2", gross: "1" }, "INVALID_FIELD"],
    ["nothing charged", { charged: "0" }, "INVALID_DECIMAL"],
    ["ten digits", { charged: "0.0000000001" }, "INVALID_DECIMAL"],
    ["a name with a comma", { reference: "a,b" }, "INVALID_FIELD"],
    ["an invalid wallet", { account: "somebody" }, "INVALID_PUBLIC_KEY"],
    ["another product", { source: "loan" }, "INVALID_ENUM"],
  ])("refuses a body with %s, and books nothing of it", async (_name, wrong, code) => {
    const wallet = newWallet();
    const fees = [fee(wallet, "1", NOW), fee(wallet, "1", NOW, wrong)];
    const referrals = [{ account: wallet, since: iso(NOW - DAY_MS) }];
    const sent = (async () => send(partner, { referrals, fees }))();
    expect(await codeOf(sent)).toBe(code);
    expect(await referralsOf(partner)).toEqual([]);
    expect(await ledgerOf(partner)).toEqual([]);
  });

  test("is only for existing partners", async () => {
    expect(await codeOf(send({ ...partner, code: "nobody" }, {}))).toBe("PARTNER_NOT_FOUND");
    await db
      .update(users)
      .set({ deletedAt: new Date(NOW) })
      .where(eq(users.id, partner.actor.userId));
    expect(await codeOf(send(partner, {}))).toBe("PARTNER_NOT_FOUND");
  });

  describe("a reversal", () => {
    let wallet: string;
    beforeEach(async () => {
      wallet = newWallet();
      await send(partner, {
        referrals: [{ account: wallet, since: iso(NOW - DAY_MS) }],
        fees: [
          fee(wallet, "250", NOW - 2, { reference: "big" }),
          fee(wallet, "100", NOW - 1, { reference: "42" }),
        ],
      });
    });

    test("reverses a fee once, at the rate of its time", async () => {
      // Level 2 by the first fee: 12 % of 100.
      const first = await reverse(partner, { reference: "42" });
      expect(first.reversal).toMatchObject({
        seq: 3,
        reverses_seq: 2,
        fee: "100",
        earned: "12",
        share_percent: 12,
      });
      expect(await reverse(partner, { seq: 2 })).toEqual(first);
      expect(await ledgerOf(partner)).toHaveLength(3);
      expect(await balancesOf(partner)).toMatchObject({ accrued: "25", pending: "25" });
      expect(await loggedOf(partner.actor.userId, "partner.fee_reversed")).toMatchObject([
        { actorKind: "operator", details: { amount: "12", seq: 2, reason: "charged twice" } },
      ]);
    });

    test("reverses a fee of this partner, and nothing else", async () => {
      await reverse(partner, { seq: 1 });
      const other = await makePartner();
      const requests = [
        reverse(other, { seq: 1 }),
        reverse(other, { reference: "big" }),
        reverse(partner, { seq: 3 }),
        reverse(partner, { seq: 99 }),
      ];
      const codes = await Promise.all(requests.map(codeOf));
      expect(codes).toEqual(requests.map(() => "FEE_NOT_FOUND"));
      const both = (async () => reverse(partner, { seq: 1, reference: "big" }))();
      expect(await codeOf(both)).toBe("MALFORMED_BODY");
    });
  });
});

describe.skipIf(isSkipped)("on Postgres", () => {
  let close: () => Promise<void>;
  beforeAll(async () => {
    let use: (which: "first" | "second") => void;
    ({ db, use, close } = await openReplicas(serverUrl));
    use("first");
  });
  afterAll(() => close());

  test("several identical imports at once book each fee and make each account once", async () => {
    const one = await makePartner();
    const wallets = Array.from({ length: 8 }, newWallet);
    const referrals = wallets.map((account) => ({ account, since: iso(NOW - DAY_MS) }));
    const fees = wallets.map((account) => fee(account, "10", NOW - 1));
    const orders = [referrals, referrals.toReversed(), referrals, referrals.toReversed()];
    const answers = await Promise.all(orders.map((order) => send(one, { referrals: order, fees })));
    expect(answers.reduce((sum, { booked }) => sum + booked, 0)).toBe(8);
    expect(answers.flatMap(({ refused }) => refused)).toEqual([]);
    expect(await ledgerOf(one)).toHaveLength(8);
    const found = await referralsOf(one);
    expect(new Set(found.map(({ userId }) => userId)).size).toBe(8);
    expect(await balancesOf(one)).toMatchObject({ pending: "8" });
  });
});
