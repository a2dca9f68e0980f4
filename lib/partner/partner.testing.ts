/** Partners and referred people for tests, created by the programme's own code. */
import { sql } from "drizzle-orm";
import { encode } from "next-auth/jwt";
import { identities, sessions } from "#lib/identity/schema/identity.ts";
import { sessionCookieName } from "#lib/identity/sessions/session-cookie.ts";
import { newId } from "#lib/kernel/ids.ts";
import { partnerReferrals } from "#lib/partner/schema/partner.ts";
import type { SessionActor } from "#lib/platform/actor.ts";
import { config } from "#lib/platform/config/config.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { users } from "#lib/platform/schema/users.ts";
import type { FeeSource } from "#lib/protocol/partner/partner-levels.ts";
import { bookFees, type ChargedFee } from "./ledger/book-fees.ts";
import { joinProgramme } from "./profile/profile.ts";

const CLIENT = { address: "127.0.0.1", agent: "test" };

export type TestPartner = { id: string; actor: SessionActor; code: string };

/** An account of a wallet with that name. */
export async function makeUser(db: Database, wallet: string, at = 0): Promise<SessionActor> {
  const userId = newId("usr");
  const when = new Date(at);
  await db.insert(users).values({ id: userId, createdAt: when });
  await db.insert(identities).values({
    id: newId("idn"),
    userId,
    kind: "wallet",
    subject: wallet,
    label: wallet,
    createdAt: when,
    lastUsedAt: when,
  });
  // From a wallet-session token: there is no stored session to end.
  const sessionId = `${userId}.external`;
  return { kind: "session", userId, sessionId, account: wallet, provedAt: at };
}

export async function makePartner(db: Database, code: string, at = 0): Promise<TestPartner> {
  const actor = await makeUser(db, `wallet-of-${code}`, at);
  const { partner } = await joinProgramme({
    ctx: { actor, client: CLIENT, now: at },
    input: { body: { code } },
  });
  if (partner === null) throw new Error("The partner did not join.");
  return { id: partner.id, actor, code };
}

/** A person whom the partner referred, with a wallet of that name. */
export async function makeReferral(
  db: Database,
  partner: TestPartner,
  wallet: string,
  at = 0,
): Promise<string> {
  const { userId } = await makeUser(db, wallet, at);
  const id = newId("ref");
  await db.insert(partnerReferrals).values({ id, partnerId: partner.id, userId, boundAt: at });
  return id;
}

/** The cookie of a browser in which the person is signed in. */
export async function signedInCookie(db: Database, userId: string): Promise<string> {
  const { baseUrl, sessionSecret } = config();
  const sid = newId("ses");
  const at = new Date();
  const times = { createdAt: at, provedAt: at, lastSeenAt: at };
  const expiresAt = new Date(at.getTime() + 60_000);
  await db
    .insert(sessions)
    .values({ id: sid, userId, kind: "wallet", ...times, expiresAt, ...CLIENT });
  const secret = sessionSecret.reveal();
  const token = await encode({ token: { sub: userId, sid }, secret, maxAge: 60 });
  return `${sessionCookieName(baseUrl)}=${token}`;
}

let fees = 0;

/** `charged` in whole cents, for readable tests. */
export function fee(
  account: string,
  cents: number,
  occurredAt: number,
  source: FeeSource = "perp",
): ChargedFee {
  fees += 1;
  const charged = BigInt(cents) * 10_000_000n;
  const facts = { account, source, charged, gross: (charged * 10n) / 9n, occurredAt };
  return { key: `test:${fees}`, ...facts, origin: "venue", simulated: false };
}

export function book(db: Database, given: readonly ChargedFee[], now: number): Promise<number> {
  return db.transaction((change) => bookFees(change, given, now));
}

export async function countRows(db: Database): Promise<number> {
  const { rows } = await db.execute(sql`select count(*)::int as n from partner_ledger`);
  return Number((rows[0] as { n: number }).n);
}
