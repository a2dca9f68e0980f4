/** Why the page of an authorization can no longer be answered. */
import "server-only";
import { and, eq } from "drizzle-orm";
import { oauthRecords } from "#lib/assistants/schema/oauth.ts";
import { database } from "#lib/platform/db/client.ts";
import { DECIDED } from "./_decided-authorization.ts";
import { idHash } from "./_token-values.ts";

/** `decided` until its page would have expired. It reveals neither the decision nor the person. */
export async function endedInteractionProblem(uid: string): Promise<"decided" | "expired"> {
  const db = await database();
  const [found] = await db
    .select({ model: oauthRecords.model })
    .from(oauthRecords)
    .where(and(eq(oauthRecords.model, DECIDED), eq(oauthRecords.idHash, idHash(uid))));
  return found === undefined ? "expired" : "decided";
}
