/**
 * Copies of the documents of clients that somebody is connected to. What a process keeps in memory it may drop for others,
 * and forgets when it ends; whether an app's tokens can be refreshed must not depend on that, nor on its host being up
 * at that very moment. Documents of other clients have no copy, so that naming addresses fills no table.
 */
import "server-only";
import { hash } from "node:crypto";
import { and, eq, gt, isNull } from "drizzle-orm";
import { database } from "#lib/platform/db/client.ts";
import { oauthGrants, oauthRecords } from "#lib/platform/db/schema/oauth.ts";
import type { ClientMetadata } from "./client-metadata.ts";

/** `freshUntil`, `usableUntil`: Unix milliseconds; after the second it counts for nothing, and the clean-up removes it. */
export type DocumentCopy = { metadata: ClientMetadata; freshUntil: number; usableUntil: number };

export type DocumentCopies = {
  read: (id: string) => Promise<DocumentCopy | undefined>;
  /** Does nothing for a client without a grant that is alive at `now`. */
  write: (id: string, copy: DocumentCopy, now: number) => Promise<void>;
  forget: (id: string) => Promise<void>;
};

const MODEL = "ClientDocument";

/** Beside the other things of OAuth that end by themselves; the provider knows no such kind. */
export const databaseCopies: DocumentCopies = {
  read: async (id) => {
    const db = await database();
    const [row] = await db
      .select({ payload: oauthRecords.payload })
      .from(oauthRecords)
      .where(isCopyOf(id));
    return row?.payload as DocumentCopy | undefined;
  },
  write: async (id, copy, now) => {
    const db = await database();
    const [grant] = await db
      .select({ id: oauthGrants.id })
      .from(oauthGrants)
      .where(
        and(
          eq(oauthGrants.clientId, id),
          isNull(oauthGrants.revokedAt),
          gt(oauthGrants.expiresAt, new Date(now)),
        ),
      )
      .limit(1);
    if (grant === undefined) return;
    const fresh = { payload: { ...copy }, expiresAt: new Date(copy.usableUntil) };
    await db
      .insert(oauthRecords)
      .values({ model: MODEL, idHash: hashOf(id), ...fresh })
      .onConflictDoUpdate({ target: [oauthRecords.model, oauthRecords.idHash], set: fresh });
  },
  forget: async (id) => {
    const db = await database();
    await db.delete(oauthRecords).where(isCopyOf(id));
  },
};

/** Where none are kept. */
export const noCopies: DocumentCopies = {
  read: async () => undefined,
  write: async () => {},
  forget: async () => {},
};

function isCopyOf(id: string) {
  return and(eq(oauthRecords.model, MODEL), eq(oauthRecords.idHash, hashOf(id)));
}

function hashOf(id: string): string {
  return hash("sha256", id, "hex");
}
