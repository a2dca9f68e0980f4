/** Nonces of signed calls: each is accepted once across all replicas, for as long as its timestamp is valid. */
import "server-only";
import { lt } from "drizzle-orm";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { botNonces } from "#lib/machines/schema/keys.ts";
import { database } from "#lib/platform/db/client.ts";
import { BOT_WINDOW_MS } from "#lib/protocol/signing/bot-signing.ts";

/** Until the timestamp is no longer accepted, and as long again for replicas whose clocks differ. */
const RETENTION_MS = 2 * BOT_WINDOW_MS;
/** How often a process deletes old nonces, while there are calls: the table holds those of two or three minutes. */
const PRUNE_EVERY_MS = 60_000;

let pruneAt = 0;

/**
 * One statement decides, so that only one of two requests with the same nonce succeeds.
 * `signedAt`: the call's own timestamp; `now`: the service's clock; both in Unix milliseconds.
 * @throws NONCE_REPLAYED
 */
export async function consumeNonce(
  { keyId, nonce, signedAt }: { keyId: string; nonce: string; signedAt: number },
  now: number,
): Promise<void> {
  const db = await database();
  const used = await db
    .insert(botNonces)
    .values({ keyId, nonce, expiresAt: new Date(signedAt + RETENTION_MS) })
    .onConflictDoNothing()
    .returning({ nonce: botNonces.nonce });
  if (used.length === 0) throw new ServiceError("NONCE_REPLAYED");
  if (now < pruneAt) return;
  pruneAt = now + PRUNE_EVERY_MS;
  await db.delete(botNonces).where(lt(botNonces.expiresAt, new Date(now)));
}
