/**
 * Stored copies of the documents of connected clients. A process may evict documents from memory and loses them when it
 * ends; refreshing an app's tokens must depend neither on that nor on its host being up. Documents of other clients have no
 * copy, so that strangers cannot fill the table.
 */
import "server-only";
import { hash } from "node:crypto";
import { and, eq, gt, isNull } from "drizzle-orm";
import { oauthRecords } from "#lib/assistants/schema/oauth.ts";
import { oauthGrants } from "#lib/machines/schema/oauth-grants.ts";
import { database } from "#lib/platform/db/client.ts";
import type { ClientMetadata } from "./client-metadata.ts";

/** `freshUntil`, `usableUntil`: Unix milliseconds; after the second it is invalid, and the clean-up deletes it. */
export type DocumentCopy = { metadata: ClientMetadata; freshUntil: number; usableUntil: number };

export type DocumentCopies = {
  read: (id: string) => Promise<DocumentCopy | undefined>;
  /** Does nothing for a client without a live grant at `now`. */
  write: (id: string, copy: DocumentCopy, now: number) => Promise<void>;
  forget: (id: string) => Promise<void>;
};

const MODEL = "ClientDocument";

/** Stored among the OAuth records that expire; the provider itself does not know this kind. */
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

/** Stores no copies. */
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
