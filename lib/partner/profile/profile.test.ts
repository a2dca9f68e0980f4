/** Joining, the code, and the payout wallet. */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { unlinkIdentity } from "#lib/identity/accounts/unlink-identity.ts";
import { makePartner, makeUser } from "#lib/partner/partner.testing.ts";
import type { SessionActor } from "#lib/platform/actor.ts";
import { type Database, useDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { identities } from "#lib/platform/db/schema/identity.ts";
import { newId } from "#lib/platform/ids.ts";
import { changeProfile, JoinBody, joinProgramme, readProfile } from "./profile.ts";

const NOW = Date.UTC(2026, 0, 1);
const HOUR_MS = 3_600_000;
const client = { address: "127.0.0.1", agent: "test" };

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
  useDatabase(db);
});
afterAll(() => db.$client.end());

const join = (actor: SessionActor, code?: string) =>
  joinProgramme({ ctx: { actor, client, now: NOW }, input: { body: { code } } });
const change = (actor: SessionActor, body: object, now = NOW) =>
  changeProfile({ ctx: { actor, client, now }, input: { body } });

async function linkWallet(actor: SessionActor, subject: string): Promise<string> {
  const id = newId("idn");
  const at = new Date(NOW);
  const wallet = { id, userId: actor.userId, kind: "wallet" as const, subject, label: subject };
  await db.insert(identities).values({ ...wallet, createdAt: at, lastUsedAt: at });
  return id;
}

describe("joining the programme", () => {
  test("gives a link, and selects the account's first wallet for payouts", async () => {
    const actor = await makeUser(db, "wallet-a", NOW);
    expect(await readProfile({ ctx: { actor, now: NOW } })).toMatchObject({ partner: null });
    const { partner } = await join(actor, "anna");
    expect(partner).toMatchObject({
      code: "anna",
      url: expect.stringMatching(/\/r\/anna$/),
      payout_address: "wallet-a",
      payout_choices: ["wallet-a"],
    });
    expect(await readProfile({ ctx: { actor, now: NOW } })).toMatchObject({ partner });
  });

  test("a second time returns the same partner with the same code", async () => {
    const actor = await makeUser(db, "wallet-b", NOW);
    const first = await join(actor, "first-code");
    expect(await join(actor, "second-code")).toEqual(first);
  });

  test("makes a code without ambiguous characters when none is chosen", async () => {
    const { partner } = await join(await makeUser(db, "wallet-c", NOW));
    expect(partner?.code).toMatch(/^[abcdefghjkmnpqrstuvwxyz23456789]{8}$/);
  });

  test("refuses a code that is taken", async () => {
    await makePartner(db, "taken", NOW);
    const second = join(await makeUser(db, "wallet-d", NOW), "taken");
    await expect(second).rejects.toMatchObject({ code: "CODE_TAKEN" });
  });

  test.each(["svc", "admin", "api"])(
    "refuses %s, which looks like a code of the operator",
    async (code) => {
      const official = join(await makeUser(db, `wallet-${code}`, NOW), code);
      await expect(official).rejects.toMatchObject({ code: "CODE_TAKEN" });
    },
  );

  test.each(["ab", "-ab", "ab-", "a b", "ä-ö-ü", "a".repeat(25), "a/b"])(
    "refuses the code %j",
    (code) => {
      expect(JoinBody.safeParse({ code }).success).toBe(false);
    },
  );
});

describe("the payout wallet", () => {
  test("is a wallet of the account, chosen with a fresh proof", async () => {
    const { actor } = await makePartner(db, "payee", NOW);
    await linkWallet(actor, "other-wallet");
    const chosen = { payout_address: "other-wallet" };
    const stale = change(actor, chosen, NOW + HOUR_MS);
    await expect(stale).rejects.toMatchObject({ code: "FRESH_PROOF_REQUIRED" });
    const foreign = change(actor, { payout_address: "wallet-a" });
    await expect(foreign).rejects.toMatchObject({ code: "INVALID_FIELD" });
    expect((await change(actor, chosen)).partner?.payout_address).toBe("other-wallet");
  });

  test("is empty once that wallet is unlinked", async () => {
    const { actor } = await makePartner(db, "mover", NOW);
    const id = await linkWallet(actor, "second-wallet");
    await change(actor, { payout_address: "second-wallet" });
    await unlinkIdentity({ ctx: { actor, client, now: NOW }, input: { params: { id } } });
    const { partner } = await readProfile({ ctx: { actor, now: NOW } });
    expect(partner).toMatchObject({ payout_address: null, payout_choices: ["wallet-of-mover"] });
    const left = await db.select().from(identities).where(eq(identities.userId, actor.userId));
    expect(left).toHaveLength(1);
  });

  test("is not affected by switching mails off, which needs no proof", async () => {
    const { actor } = await makePartner(db, "quiet", NOW);
    const { partner } = await change(actor, { mail_notices: false }, NOW + HOUR_MS);
    expect(partner?.mail_notices).toBe(false);
  });
});
