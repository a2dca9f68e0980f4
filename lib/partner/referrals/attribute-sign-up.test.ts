/** Attribution happens at the sign-up, once, and never to oneself. */
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deleteAccount } from "#lib/identity/accounts/delete-account.ts";
import { unlinkIdentity } from "#lib/identity/accounts/unlink-identity.ts";
import { setIdentityListener } from "#lib/identity/person/identity-events.ts";
import { linkIdentity } from "#lib/identity/person/link-identity.ts";
import { type ProvedIdentity, personOf } from "#lib/identity/person/person.ts";
import { auditLog } from "#lib/identity/schema/audit.ts";
import { identities } from "#lib/identity/schema/identity.ts";
import { partnerRows } from "#lib/partner/account-rows.ts";
import {
  book,
  countRows,
  fee,
  makePartner,
  type TestPartner,
} from "#lib/partner/partner.testing.ts";
import { partnerAccounts, partnerReferrals, partners } from "#lib/partner/schema/partner.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { attributeReferrals } from "./attribute-sign-up.ts";
import { followedCode } from "./find-code.ts";

const START = Date.UTC(2026, 0, 1);
const client = { address: "192.0.2.7", agent: "a browser" };

let db: Database;
let partner: TestPartner;
let names = 0;

beforeAll(async () => {
  db = await testDatabase();
  setDatabase(db);
  setIdentityListener(attributeReferrals);
});
afterAll(async () => {
  setIdentityListener(undefined);
  setDatabase(undefined);
  await db.$client.end();
});
beforeEach(async () => {
  partner = await makePartner(db, `code-${++names}`, START);
});

const wallet = (subject = `wallet-${++names}`): ProvedIdentity => ({
  kind: "wallet",
  subject,
  label: subject,
});
const mail = (subject = `${++names}@example.com`): ProvedIdentity => ({
  kind: "email",
  subject,
  label: subject,
});

/** Proves an identity in a browser that followed the link of the code. */
const come = (proved: ProvedIdentity, referredBy: string | undefined = partner.code, now = START) =>
  personOf(proved, { now, client, followedLinks: [referredBy] });

async function referralOf(userId: string) {
  const [row] = await db.select().from(partnerReferrals).where(eq(partnerReferrals.userId, userId));
  return row;
}

async function accountsOf(userId: string): Promise<{ account: string; boundAt: number }[]> {
  const { account, boundAt, referralId } = partnerAccounts;
  return db
    .select({ account, boundAt })
    .from(partnerAccounts)
    .innerJoin(partnerReferrals, eq(partnerReferrals.id, referralId))
    .where(eq(partnerReferrals.userId, userId))
    .orderBy(account);
}

/** From a wallet-session token: there is no stored session to end. */
const sessionOf = (userId: string, now = START) => {
  const sessionId = `${userId}.external`;
  return { kind: "session", userId, sessionId, account: undefined, provedAt: now } as const;
};

const link = (userId: string, proved: ProvedIdentity, now = START) =>
  linkIdentity(proved, { actor: sessionOf(userId, now), now, client });

async function unlink(userId: string, subject: string): Promise<void> {
  const [row] = await db.select().from(identities).where(eq(identities.subject, subject));
  const ctx = { actor: sessionOf(userId), now: START, client };
  await unlinkIdentity({ ctx, input: { params: { id: row?.id ?? "" } } }, [partnerRows]);
}

describe("a sign-up in a browser in which somebody is signed in", () => {
  const signUp = async (browserUserId: string) => {
    const { userId } = await personOf(wallet(), {
      now: START,
      client,
      followedLinks: [partner.code],
      browserUserId,
    });
    const [row] = await db
      .select({ review: partnerReferrals.review, reason: partnerReferrals.reviewReason })
      .from(partnerReferrals)
      .where(eq(partnerReferrals.userId, userId));
    return row;
  };

  test("is held when that is the partner", async () => {
    expect(await signUp(partner.actor.userId)).toEqual({ review: "held", reason: "same_browser" });
  });

  test("is an ordinary referral when that is anyone else", async () => {
    const { userId } = await come(wallet(), undefined);
    expect(await signUp(userId)).toEqual({ review: null, reason: null });
  });
});

describe("a new account", () => {
  test("that came by a link is bound with its wallet, and its own log says so", async () => {
    const proved = wallet();
    const { userId } = await come(proved);
    const referral = await referralOf(userId);
    expect(referral).toMatchObject({
      id: expect.stringMatching(/^ref_/) as string,
      partnerId: partner.id,
      boundAt: START,
      simulated: false,
    });
    expect(await accountsOf(userId)).toEqual([{ account: proved.subject, boundAt: START }]);
    const log = await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.userId, userId), eq(auditLog.action, "partner.referred")));
    expect(log).toMatchObject([
      { actorKind: "service", target: referral?.id, details: { code: partner.code }, ...client },
    ]);
  });

  test("without a wallet is bound too, and each wallet counts from when it is linked", async () => {
    const { userId } = await come(mail());
    expect(await accountsOf(userId)).toEqual([]);
    const [first, second] = [wallet("a-first"), wallet("a-second")];
    await link(userId, first, START + 5);
    await link(userId, second, START + 9);
    expect(await accountsOf(userId)).toEqual([
      { account: "a-first", boundAt: START + 5 },
      { account: "a-second", boundAt: START + 9 },
    ]);
    const fees = [fee("a-first", 100, START + 4), fee("a-first", 100, START + 5)];
    expect(await book(db, fees, START + 10)).toBe(1);
  });

  test("without a link has no partner, and neither has its wallet", async () => {
    const proved = wallet();
    const { userId } = await personOf(proved, { now: START, client });
    await link(userId, wallet());
    expect([await referralOf(userId), await accountsOf(userId)]).toEqual([undefined, []]);
    expect(await book(db, [fee(proved.subject, 100, START + 1)], START + 1)).toBe(0);
  });

  test.each([
    "nobody-has-it",
    "",
    "a b",
    "CODE",
    "'; drop table partners; --",
    "\u0000",
    "x".repeat(500),
  ])("with the code %j is created without a partner", async (code) => {
    const { userId } = await come(wallet(), code);
    expect(userId).toMatch(/^usr_/);
    expect(await referralOf(userId)).toBeUndefined();
  });
});

describe("only a sign-up binds an account to a partner", () => {
  test("an existing account keeps its state, whatever link is followed later", async () => {
    const proved = wallet();
    const { userId } = await personOf(proved, { now: START, client });
    expect(await come(proved)).toEqual({ userId });
    expect(await referralOf(userId)).toBeUndefined();
  });

  test("a referred account keeps its partner", async () => {
    const other = await makePartner(db, `other-${++names}`, START);
    const proved = wallet();
    const { userId } = await come(proved);
    await come(proved, other.code, START + 1);
    expect(await referralOf(userId)).toMatchObject({ partnerId: partner.id });
  });

  test("two first proofs at once create one account, bound once", async () => {
    const proved = wallet();
    const [one, two] = await Promise.all([come(proved), come(proved)]);
    expect(one).toEqual(two);
    expect(await accountsOf(one.userId)).toHaveLength(1);
  });
});

describe("a partner cannot refer themselves", () => {
  test("by a wallet that was unlinked from the partner's account", async () => {
    const { userId } = partner.actor;
    const second = wallet();
    await link(userId, second);
    await unlink(userId, second.subject);
    const { userId: again } = await come(second);
    expect(again).not.toBe(userId);
    expect([await referralOf(again), await accountsOf(again)]).toEqual([undefined, []]);
  });

  test("by the wallet that earnings are paid to", async () => {
    const { subject: payoutAddress, ...rest } = wallet();
    await db.update(partners).set({ payoutAddress }).where(eq(partners.id, partner.id));
    const { userId } = await come({ ...rest, subject: payoutAddress });
    expect(await referralOf(userId)).toBeUndefined();
  });

  test("by a wallet with which the partner came to another one", async () => {
    const proved = wallet();
    const { userId } = await come(proved);
    const code = `late-${++names}`;
    const createdAt = new Date(START);
    await db.insert(partners).values({ id: `ptr_${names}`, userId, code, createdAt });
    await db.delete(identities).where(eq(identities.subject, proved.subject));
    expect(await referralOf((await come(proved, code)).userId)).toBeUndefined();
  });

  test("by linking such a wallet to a referred account: its fees belong to no partner", async () => {
    const second = wallet();
    await link(partner.actor.userId, second);
    await unlink(partner.actor.userId, second.subject);
    const { userId } = await come(mail());
    await link(userId, second);
    expect(await referralOf(userId)).toBeDefined();
    expect(await book(db, [fee(second.subject, 100, START + 1)], START + 1)).toBe(0);
    expect(await accountsOf(userId)).toEqual([]);
  });

  test("by taking over the wallet of a referral", async () => {
    const proved = wallet();
    const { userId } = await come(proved);
    await link(userId, mail());
    expect(await book(db, [fee(proved.subject, 100, START + 1)], START + 1)).toBe(1);
    await unlink(userId, proved.subject);
    expect(await book(db, [fee(proved.subject, 100, START + 2)], START + 2)).toBe(1);
    await link(partner.actor.userId, proved);
    expect(await book(db, [fee(proved.subject, 100, START + 3)], START + 3)).toBe(0);
  });
});

describe("a wallet stays with its referral", () => {
  test("when it is unlinked, and when another person signs up with it by another link", async () => {
    const other = await makePartner(db, `other-${++names}`, START);
    const proved = wallet();
    const { userId } = await come(proved);
    await link(userId, mail());
    await unlink(userId, proved.subject);
    const { userId: heir } = await come(proved, other.code, START + 1);
    expect(await referralOf(heir)).toMatchObject({ partnerId: other.id });
    expect(await accountsOf(heir)).toEqual([]);
    expect(await accountsOf(userId)).toEqual([{ account: proved.subject, boundAt: START }]);
  });

  test("when the account is deleted: a person who comes back is a new account with the old discount", async () => {
    const proved = wallet();
    const { userId } = await come(proved);
    await deleteAccount({ ctx: { actor: sessionOf(userId), now: START } }, [partnerRows]);
    const { userId: again } = await personOf(proved, { now: START + 1, client });
    expect(again).not.toBe(userId);
    expect(await referralOf(again)).toBeUndefined();
    expect(await book(db, [fee(proved.subject, 100, START + 2)], START + 2)).toBe(1);
    const log = await db.select().from(auditLog).where(eq(auditLog.userId, userId));
    expect(log.map(({ details }) => details)).toEqual(log.map(() => ({})));
  });
});

describe("a partner whose account is deleted", () => {
  test("refers nobody, earns nothing more and is not paid; the ledger stays", async () => {
    const proved = wallet();
    await come(proved);
    await book(db, [fee(proved.subject, 100, START + 1)], START + 1);
    const cookie = new Headers({ cookie: `svc_ref=${partner.code}` });
    expect(await followedCode(cookie)).toBe(partner.code);
    const rows = await countRows(db);
    await deleteAccount({ ctx: { actor: partner.actor, now: START } }, [partnerRows]);
    expect(await followedCode(cookie)).toBeUndefined();
    expect(await referralOf((await come(wallet())).userId)).toBeUndefined();
    expect(await book(db, [fee(proved.subject, 100, START + 2)], START + 2)).toBe(0);
    expect(await countRows(db)).toBe(rows);
    const [stored] = await db.select().from(partners).where(eq(partners.id, partner.id));
    expect(stored).toMatchObject({ payoutAddress: null, mailNotices: false, code: partner.code });
  });
});

test("a followed code is ignored while the database is away, without an error", async () => {
  const away = await testDatabase();
  await away.$client.end();
  setDatabase(away);
  const cookie = new Headers({ cookie: `svc_ref=${partner.code}` });
  expect(await followedCode(cookie)).toBeUndefined();
  setDatabase(db);
  expect(await followedCode(cookie)).toBe(partner.code);
});
