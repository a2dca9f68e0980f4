/** The ways in which the caller can sign in, and those that this service offers. */
import "server-only";
import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import type { SessionActor } from "#lib/actor.ts";
import { config } from "#lib/config.ts";
import { database } from "#lib/db/client.ts";
import { identities } from "#lib/db/schema/identity.ts";
import { hasMail } from "#lib/mail/send-mail.ts";
import { freshUntil } from "#lib/wallet-session/fresh-proof.ts";
import { IdentityRecord, toRecord } from "./identity-record.ts";

export const IdentityList = z.strictObject({
  identities: z.array(IdentityRecord),
  ways: z.strictObject({
    email: z.boolean(),
    /** What people call the provider; null without one. */
    oidc: z.strictObject({ name: z.string() }).nullable(),
  }),
  /** Until when changes to the account are taken without another proof; null: prove first. */
  freshUntil: z.iso.datetime().nullable(),
});

export async function listIdentities(call: {
  ctx: { actor: SessionActor; now: number };
}): Promise<z.output<typeof IdentityList>> {
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
