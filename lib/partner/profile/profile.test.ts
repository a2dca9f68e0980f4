/** Joining, the code, and the payout wallet. */

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { unlinkIdentity } from "#lib/identity/accounts/unlink-identity.ts";
import { identities } from "#lib/identity/schema/identity.ts";
import { newId } from "#lib/kernel/ids.ts";
import { partnerRows } from "#lib/partner/account-rows.ts";
import { makePartner, makeUser } from "#lib/partner/partner.testing.ts";
import { partners } from "#lib/partner/schema/partner.ts";
import type { SessionActor } from "#lib/platform/actor.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { HOUR_MS } from "#lib/protocol/durations.ts";
import { changeProfile, JoinBody, joinProgramme, readProfile } from "./profile.ts";

const NOW = Date.UTC(2026, 0, 1);
/** PARTNER_WALLET_WAIT_HOURS, unless it is set. */
const WAIT_MS = 48 * HOUR_MS;
const client = { address: "127.0.0.1", agent: "test" };

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
  setDatabase(db);
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

  const OFFICIAL =
    "svc svc1 svcofficial svc-official my-svc s-v-c-x admin admin2 api api-docs signin sign-in sign-in-1 moderator official-news ann-support wallet";
  test.each(OFFICIAL.split(" "))(
    "refuses %s, which looks like a code of the operator",
    async (code) => {
      const official = join(await makeUser(db, `wallet-${code}`, NOW), code);
      await expect(official).rejects.toMatchObject({ code: "CODE_TAKEN" });
    },
  );

  test.each(["wallet-guru", "trade-with-ann", "rapid", "modern", "ann-svcs", "helpful"])(
    "takes %s, which looks like one of a partner",
    async (code) => {
      const { partner } = await join(await makeUser(db, `wallet-${code}`, NOW), code);
      expect(partner?.code).toBe(code);
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
    expect((await change(actor, chosen)).partner).toMatchObject({
      payout_address: "wallet-of-payee",
      payout_next: { address: "other-wallet", at: new Date(NOW + WAIT_MS).toISOString() },
    });
  });

  test("is paid after two days, in which naming the present one stops the change without a proof", async () => {
    const { actor } = await makePartner(db, "patient", NOW);
    await linkWallet(actor, "next-wallet");
    const shown = async (now: number) => (await readProfile({ ctx: { actor, now } })).partner;
    const chosen = { payout_address: "next-wallet" };
    await change(actor, chosen);
    const again = await change(actor, chosen, NOW + HOUR_MS);
    expect(again.partner?.payout_next?.at, "the wait does not begin again").toBe(
      new Date(NOW + WAIT_MS).toISOString(),
    );
    const stop = { payout_address: "wallet-of-patient" };
    const stopped = await change(actor, stop, NOW + WAIT_MS - 1);
    expect(stopped.partner).toMatchObject({ payout_next: null, ...stop });
    await change(actor, chosen);
    expect(await shown(NOW + WAIT_MS - 1)).toMatchObject(stop);
    expect(await shown(NOW + WAIT_MS)).toMatchObject({ payout_next: null, ...chosen });
    const back = await change({ ...actor, provedAt: NOW + WAIT_MS }, stop, NOW + WAIT_MS);
    expect(back.partner).toMatchObject({
      ...chosen,
      payout_next: { address: "wallet-of-patient" },
    });
  });

  test("that is the first one waits too, and can be stopped", async () => {
    const { actor } = await makePartner(db, "mailer", NOW);
    await db.update(partners).set({ payoutAddress: null }).where(eq(partners.userId, actor.userId));
    const first = await change(actor, { payout_address: "wallet-of-mailer" });
    expect(first.partner).toMatchObject({
      payout_address: null,
      payout_next: { address: "wallet-of-mailer" },
    });
    const stopped = await change(actor, { payout_address: null });
    expect(stopped.partner).toMatchObject({ payout_address: null, payout_next: null });
  });

  test("keeps the sign-in methods that can stop a change, while it waits", async () => {
    const { actor } = await makePartner(db, "guarded", NOW);
    const id = await linkWallet(actor, "thief-wallet");
    const spare = await linkWallet(actor, "spare-wallet");
    await change(actor, { payout_address: "thief-wallet" });
    const unlink = (which: string, now = NOW) =>
      unlinkIdentity(
        {
          ctx: { actor: { ...actor, provedAt: now }, client, now },
          input: { params: { id: which } },
        },
        [partnerRows],
      );
    await expect(unlink(spare)).rejects.toMatchObject({ code: "PAYOUT_CHANGE_WAITS" });
    await unlink(id);
    await unlink(spare);
    const { partner } = await readProfile({ ctx: { actor, now: NOW } });
    expect(partner?.payout_next).toBeNull();
  });

  test("is empty once that wallet is unlinked", async () => {
    const { actor } = await makePartner(db, "mover", NOW);
    const id = await linkWallet(actor, "second-wallet");
    await change(actor, { payout_address: "second-wallet" });
    const now = NOW + WAIT_MS;
    const proved = { ...actor, provedAt: now };
    await change(proved, { payout_address: "wallet-of-mover" }, now);
    await change(proved, { payout_address: "second-wallet" }, now);
    await unlinkIdentity({ ctx: { actor: proved, client, now }, input: { params: { id } } }, [
      partnerRows,
    ]);
    const { partner } = await readProfile({ ctx: { actor, now } });
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
