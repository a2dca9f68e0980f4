/** A code can be typed before the sign-up and for a day after it, and binds as a followed link does. */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { setIdentityListener } from "#lib/identity/person/identity-events.ts";
import { linkIdentity } from "#lib/identity/person/link-identity.ts";
import { personOf } from "#lib/identity/person/person.ts";
import {
  book,
  fee,
  makePartner,
  makeUser,
  type TestPartner,
} from "#lib/partner/partner.testing.ts";
import { partnerReferrals } from "#lib/partner/schema/partner.ts";
import type { SessionActor } from "#lib/platform/actor.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { DAY_MS } from "#lib/protocol/durations.ts";
import { attributeReferrals } from "./attribute-sign-up.ts";
import { CodeBody, enterCode, readOwnReferral } from "./own-referral.ts";
import { typeCode } from "./type-code.ts";

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
  partner = await makePartner(db, `typed-${++names}`, START);
});

const sessionOf = (userId: string): SessionActor => ({
  kind: "session",
  userId,
  sessionId: `${userId}.external`,
  account: undefined,
  provedAt: START,
});

async function signUp({ links = [], beside }: { links?: string[]; beside?: string } = {}) {
  const subject = `typed-wallet-${++names}`;
  const { userId } = await personOf(
    { kind: "wallet", subject, label: subject },
    { now: START, client, followedLinks: links, browserUserId: beside },
  );
  return { actor: sessionOf(userId), subject };
}

const enter = (actor: SessionActor, code: string, now = START + 1) =>
  enterCode({ ctx: { actor, client, now }, input: { body: CodeBody.parse({ code }) } });
const read = (actor: SessionActor, now = START + 1) => readOwnReferral({ ctx: { actor, now } });
const rowOf = async ({ userId }: SessionActor) => {
  const [row] = await db.select().from(partnerReferrals).where(eq(partnerReferrals.userId, userId));
  return row;
};

describe("after the sign-up", () => {
  test("a code binds for life within a day, and fees count from then on", async () => {
    const { actor, subject } = await signUp();
    expect(await read(actor)).toEqual({
      referral: null,
      open_until: new Date(START + DAY_MS).toISOString(),
      discount_percent: 10,
    });
    expect(await enter(actor, ` ${partner.code.toUpperCase()} `, START + 500)).toEqual({
      referral: { code: partner.code, since: new Date(START + 500).toISOString() },
      open_until: null,
      discount_percent: 10,
    });
    expect(await rowOf(actor)).toMatchObject({
      partnerId: partner.id,
      boundAt: START + 500,
      via: "code",
      tags: {},
      review: null,
    });
    const fees = [fee(subject, 100, START + 499), fee(subject, 100, START + 500)];
    expect(await book(db, fees, START + 900)).toBe(1);
  });

  test("it is refused to the millisecond after a day", async () => {
    const { actor } = await signUp();
    const last = START + DAY_MS;
    await expect(enter(actor, partner.code, last)).rejects.toMatchObject({
      code: "REFERRAL_TOO_LATE",
    });
    expect((await read(actor, last)).open_until).toBeNull();
    await enter(actor, partner.code, last - 1);
    expect(await rowOf(actor)).toMatchObject({ boundAt: last - 1 });
  });

  test("a person with a partner keeps that partner", async () => {
    const other = await makePartner(db, `other-${++names}`, START);
    const { actor } = await signUp({ links: [other.code] });
    await expect(enter(actor, partner.code)).rejects.toMatchObject({ code: "ALREADY_REFERRED" });
    expect(await read(actor)).toMatchObject({ referral: { code: other.code }, open_until: null });
  });

  test("of two codes at once one counts", async () => {
    const other = await makePartner(db, `other-${++names}`, START);
    const { actor } = await signUp();
    const ends = await Promise.allSettled([enter(actor, partner.code), enter(actor, other.code)]);
    expect(ends.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  test("an unknown code, the own one, and that of a wallet's partner are refused with their reasons", async () => {
    const { actor } = await signUp();
    const refused = (who: SessionActor, code: string) =>
      enter(who, code).catch(({ code: of }) => of);
    expect(await refused(actor, "nobody-has-it")).toBe("REFERRAL_CODE_UNKNOWN");
    const fresh = await makePartner(db, `fresh-${++names}`, START);
    expect(await refused(fresh.actor, fresh.code)).toBe("REFERRAL_CODE_OWN");
    const second = `second-${++names}`;
    const proved = { kind: "wallet", subject: second, label: second } as const;
    await linkIdentity(proved, { actor, now: START, client });
    await db.execute(`update partners set payout_address = '${second}' where id = '${fresh.id}'`);
    expect(await refused(actor, fresh.code)).toBe("REFERRAL_CODE_OWN");
    expect(await rowOf(actor)).toBeUndefined();
  });

  test("a sign-up in the partner's browser is held, and one in anybody else's is not", async () => {
    const { actor } = await signUp({ beside: partner.actor.userId });
    await enter(actor, partner.code);
    expect(await rowOf(actor)).toMatchObject({ review: "held", reviewReason: "same_browser" });
    const stranger = await makeUser(db, `stranger-${++names}`, START);
    const { actor: guest } = await signUp({ beside: stranger.userId });
    await enter(guest, partner.code);
    expect(await rowOf(guest)).toMatchObject({ review: null });
  });
});

describe("before the sign-up", () => {
  const type = (code: string, cookie = "") => {
    const request = new Request("http://localhost:3000/api/auth/referral", { headers: { cookie } });
    return typeCode({ input: { body: CodeBody.parse({ code }), request } });
  };

  test("a typed code is kept by the browser, without a click", async () => {
    const { code, cookie } = await type(partner.code.toUpperCase());
    expect(code).toBe(partner.code);
    expect(cookie).toContain(`svc_ref=${partner.code}?typed=1; `);
    const { actor } = await signUp({ links: [`${partner.code}?typed=1`] });
    expect(await rowOf(actor)).toMatchObject({ partnerId: partner.id, via: "code" });
  });

  test("it replaces a followed link, and keeps the tags of one with the same code", async () => {
    const other = await makePartner(db, `other-${++names}`, START);
    const cookie = `svc_ref=${partner.code}?sub=a`;
    expect((await type(other.code, cookie)).cookie).toContain(`svc_ref=${other.code}?typed=1; `);
    expect((await type(partner.code, cookie)).cookie).toContain(`svc_ref=${partner.code}?sub=a; `);
  });

  test("an unknown code is refused", async () => {
    await expect(type("nobody-has-it")).rejects.toMatchObject({ code: "REFERRAL_CODE_UNKNOWN" });
  });
});

test("tags of the followed address are stored with the referral", async () => {
  const link = `${partner.code}?sub=a-1&utm_source=mail&utm_term=%3Cb%3E`;
  const { actor } = await signUp({ links: [link] });
  expect(await rowOf(actor)).toMatchObject({
    via: "link",
    tags: { sub: "a-1", utm_source: "mail" },
  });
});
