/** Nonces of signed calls: each is taken once, in whatever replica, for as long as its timestamp would be. */
import "server-only";
import { lt } from "drizzle-orm";
import { database } from "#lib/platform/db/client.ts";
import { botNonces } from "#lib/platform/db/schema/keys.ts";
import { ServiceError } from "#lib/platform/errors.ts";
import { BOT_WINDOW_MS } from "#lib/protocol/bot-signing.ts";

/** Past the last moment at which the timestamp is taken, and as long again for replicas whose clocks differ. */
const KEPT_MS = 2 * BOT_WINDOW_MS;
/** A process looks for old ones this often, while there are calls: the table holds those of two or three minutes. */
const PRUNE_EVERY_MS = 60_000;

let pruneAt = 0;

/**
 * One statement decides: of two requests with one nonce the database lets only one through.
 * `signedAt`: the call's own timestamp, `now`: ours, both in Unix milliseconds.
 * @throws NONCE_REPLAYED
 */
export async function useNonce(
  { keyId, nonce, signedAt }: { keyId: string; nonce: string; signedAt: number },
  now: number,
): Promise<void> {
  const db = await database();
  const used = await db
    .insert(botNonces)
    .values({ keyId, nonce, expiresAt: new Date(signedAt + KEPT_MS) })
    .onConflictDoNothing()
    .returning({ nonce: botNonces.nonce });
  if (used.length === 0) throw new ServiceError("NONCE_REPLAYED");
  if (now < pruneAt) return;
  pruneAt = now + PRUNE_EVERY_MS;
  await db.delete(botNonces).where(lt(botNonces.expiresAt, new Date(now)));
}
