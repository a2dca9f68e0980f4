/** The caller's sign-in methods, and those that this service offers. */
import "server-only";
import { asc, eq } from "drizzle-orm";
import { toRecord } from "#lib/identity/person/identity-record.ts";
import { freshUntil } from "#lib/identity/proofs/fresh-proof.ts";
import { identities } from "#lib/identity/schema/identity.ts";
import type { SessionActor } from "#lib/platform/actor.ts";
import { config } from "#lib/platform/config/config.ts";
import { database } from "#lib/platform/db/client.ts";
import { hasMail } from "#lib/platform/mail/send-mail.ts";
import type { IdentityList } from "#lib/protocol/wire/identity.ts";

export async function listIdentities(call: {
  ctx: { actor: SessionActor; now: number };
}): Promise<IdentityList> {
  const { actor, now } = call.ctx;
  const { oidc } = config();
  const db = await database();
  const rows = await db
    .select()
    .from(identities)
    .where(eq(identities.userId, actor.userId))
    .orderBy(asc(identities.createdAt), asc(identities.id));
  return {
    identities: rows.map(toRecord),
    ways: { email: hasMail(), oidc: oidc === undefined ? null : { name: oidc.name } },
    freshUntil: freshUntil(actor.provedAt, now),
  };
}
