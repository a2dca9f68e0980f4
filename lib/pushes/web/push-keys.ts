/** The key pair with which the service identifies itself to push services (VAPID, RFC 8292). */
import "server-only";
import { eq } from "drizzle-orm";
import webPush from "web-push";
import { type Config, config } from "#lib/platform/config/config.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import { decryptSecret, encryptSecret } from "#lib/platform/secret-cipher.ts";
import { pushKeys } from "#lib/pushes/schema/pushes.ts";

/** Base64url. */
export type VapidKeys = { publicKey: string; privateKey: string };

type Terms = Pick<Config, "pushes" | "encryptionSecret">;

const ROW = 1;
const OWNER = "vapid";

/**
 * The key pair of the settings, else the pair in the database, which the first caller creates.
 * @throws Error when the stored pair cannot be decrypted: all browsers depend on it, and the wrong
 * secret may be corrected
 */
export async function vapidKeys(terms: Terms = config()): Promise<VapidKeys> {
  const { vapid } = terms.pushes;
  if (vapid) return { publicKey: vapid.publicKey, privateKey: vapid.privateKey.reveal() };
  const db = await database();
  return (await storedKeys(db, terms)) ?? makeKeys(db, terms);
}

async function storedKeys(
  db: Database,
  { encryptionSecret }: Terms,
): Promise<VapidKeys | undefined> {
  const [row] = await db.select().from(pushKeys).where(eq(pushKeys.id, ROW));
  if (row === undefined) return undefined;
  const privateKey = decryptSecret(row.privateKey, OWNER, encryptionSecret);
  if (privateKey === undefined) {
    throw new Error(
      "The VAPID keys in push_keys do not decrypt: another ENCRYPTION_SECRET? If it is lost, set VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY, or delete the row; every browser must opt in again",
    );
  }
  return { publicKey: row.publicKey, privateKey };
}

async function makeKeys(db: Database, terms: Terms): Promise<VapidKeys> {
  const made = webPush.generateVAPIDKeys();
  const privateKey = encryptSecret(made.privateKey, OWNER, terms.encryptionSecret);
  const written = await db
    .insert(pushKeys)
    .values({ id: ROW, publicKey: made.publicKey, privateKey })
    .onConflictDoNothing()
    .returning({ id: pushKeys.id });
  if (written.length > 0) return made;
  // Another replica was faster, so its pair counts.
  const known = await storedKeys(db, terms);
  if (known === undefined) throw new Error("The VAPID keys were deleted while they were made");
  return known;
}
