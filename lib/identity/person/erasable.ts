/** The rows of an account that its deletion erases. */
import "server-only";
import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "#lib/platform/db/client.ts";
import { assistantNotes } from "#lib/platform/db/schema/assistants.ts";
import { identities, sessions } from "#lib/platform/db/schema/identity.ts";
import { botKeys, mcpKeys } from "#lib/platform/db/schema/keys.ts";
import { oauthGrants } from "#lib/platform/db/schema/oauth.ts";
import { venueKeys } from "#lib/platform/db/schema/venue-access.ts";

export type Erasable = {
  identities: string[];
  sessions: string[];
  mcpKeys: string[];
  botKeys: string[];
  /** Consents to apps, including ended ones. */
  oauthGrants: string[];
  assistantNotes: string[];
  /** Wallets of whose venue key the app holds a copy. */
  venueKeys: string[];
  wallets: string[];
  emails: string[];
};

export async function erasableOf(db: Pick<Database, "select">, userId: string): Promise<Erasable> {
  const ways = await db.select().from(identities).where(eq(identities.userId, userId));
  const subjects = (kind: "wallet" | "email"): string[] =>
    ways.filter((way) => way.kind === kind).map(({ subject }) => subject);
  const wallets = subjects("wallet");
  const held = await db
    .select({ id: venueKeys.account })
    .from(venueKeys)
    .where(and(inArray(venueKeys.account, wallets)));
  const idsOf = async (
    table:
      | typeof sessions
      | typeof mcpKeys
      | typeof botKeys
      | typeof oauthGrants
      | typeof assistantNotes,
  ) => {
    const rows = await db.select({ id: table.id }).from(table).where(eq(table.userId, userId));
    return rows.map(({ id }) => id);
  };
  return {
    identities: ways.map(({ id }) => id),
    sessions: await idsOf(sessions),
    mcpKeys: await idsOf(mcpKeys),
    botKeys: await idsOf(botKeys),
    oauthGrants: await idsOf(oauthGrants),
    assistantNotes: await idsOf(assistantNotes),
    venueKeys: held.map(({ id }) => id),
    wallets,
    emails: subjects("email"),
  };
}
