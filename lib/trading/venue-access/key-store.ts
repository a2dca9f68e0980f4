/** The venue keys that the app stores, one for each account. */
import "server-only";
import { and, eq } from "drizzle-orm";
import { config } from "#lib/platform/config/config.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import { decryptSecret, encryptSecret } from "#lib/platform/secret-cipher.ts";
import { venueKeys } from "#lib/trading/schema/venue-access.ts";

export type StoredKey = {
  /** The venue's id of the key. */
  id: string;
  label: string;
  createdAt: Date;
  expiresAt: Date | null;
  /** `apikey_…`; never leaves the server. */
  secret: string;
};

/** The account's key; `undefined` without one, after its expiry, or when it cannot be decrypted. `now` in Unix milliseconds. */
export async function findKey(account: string, now: number): Promise<StoredKey | undefined> {
  const db = await database();
  const [row] = await db.select().from(venueKeys).where(eq(venueKeys.account, account));
  if (row === undefined) return undefined;
  if (row.expiresAt !== null && row.expiresAt.getTime() <= now) return undefined;
  const secret = decryptSecret(row.encryptedKey, account, config().encryptionSecret);
  if (secret === undefined) return undefined;
  const { keyId: id, label, createdAt, expiresAt } = row;
  return { id, label, createdAt, expiresAt, secret };
}

/** Stores the key in place of any older one of the account. `db`: the transaction that also records it. */
export async function saveKey(
  db: Pick<Database, "insert">,
  account: string,
  key: StoredKey,
): Promise<void> {
  const values = {
    keyId: key.id,
    encryptedKey: encryptSecret(key.secret, account, config().encryptionSecret),
    label: key.label,
    createdAt: key.createdAt,
    expiresAt: key.expiresAt,
  };
  await db
    .insert(venueKeys)
    .values({ account, ...values })
    .onConflictDoUpdate({ target: venueKeys.account, set: values });
}

/** Removes this key of the account; a newer one stays. */
export async function removeKey(
  account: string,
  id: string,
  transaction?: Pick<Database, "delete">,
): Promise<void> {
  const db = transaction ?? (await database());
  await db.delete(venueKeys).where(and(eq(venueKeys.account, account), eq(venueKeys.keyId, id)));
}
