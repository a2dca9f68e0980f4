/** Why there is nothing to answer any more at the page of an authorization. */
import "server-only";
import { and, eq } from "drizzle-orm";
import { database } from "#lib/platform/db/client.ts";
import { oauthRecords } from "#lib/platform/db/schema/oauth.ts";
import { DECIDED } from "./_decided.ts";
import { idHash } from "./_tokens.ts";

/** `decided` for as long as its page would have waited. That it was says nothing of what was decided, nor by whom. */
export async function endedInteractionProblem(uid: string): Promise<"decided" | "expired"> {
  const db = await database();
  const [found] = await db
    .select({ model: oauthRecords.model })
    .from(oauthRecords)
    .where(and(eq(oauthRecords.model, DECIDED), eq(oauthRecords.idHash, idHash(uid))));
  return found === undefined ? "expired" : "decided";
}
