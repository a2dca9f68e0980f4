/** The bot behind a signed call: time, signature, address, nonce, in this order. */
import "server-only";
import { createHmac, hash, timingSafeEqual } from "node:crypto";
import { eq } from "drizzle-orm";
import type { BotKeyActor, Client } from "#lib/actor.ts";
import { AddressList } from "#lib/address-list.ts";
import { config } from "#lib/config.ts";
import { database } from "#lib/db/client.ts";
import { botKeys, botNonces } from "#lib/db/schema/keys.ts";
import { ServiceError } from "#lib/errors.ts";
import { BOT_HEADER, BOT_WINDOW_MS, botSigningText } from "#lib/protocol/bot-signing.ts";
import { isBotKey } from "#lib/protocol/key-formats.ts";
import { decryptSecret } from "#lib/secret-cipher.ts";

type SignedCall = {
  request: Request;
  now: number;
  client: Client;
  readBody: () => Promise<Uint8Array>;
};

type BotKeyRow = typeof botKeys.$inferSelect;
type Signed = { timestamp: string; nonce: string; signature: string };

/**
 * An address outside of the key's list is refused also when the signature is right (spec 1, "Authentication" 4); a wrong
 * signature is refused first, so that nobody learns of the list who does not hold the secret.
 * @throws MALFORMED_CREDENTIAL, UNKNOWN_KEY, REVOKED_KEY, EXPIRED_KEY, BOT_TIMESTAMP_OUT_OF_WINDOW,
 * INVALID_BOT_SIGNATURE, ip_not_allowed, NONCE_REPLAYED
 */
export async function authenticateBot(
  { text: id }: { text: string },
  call: SignedCall,
): Promise<BotKeyActor> {
  const signed = readSignature(call.request.headers);
  if (!isBotKey(id)) malformed("X-Bot-Key: tbk_ and 24 hex characters");
  if (Math.abs(Number(signed.timestamp) - call.now) > BOT_WINDOW_MS) {
    throw new ServiceError("BOT_TIMESTAMP_OUT_OF_WINDOW", { serverTime: call.now });
  }
  const key = await liveKey(id, call.now);
  await requireSignature(key, signed, call);
  if (key.allowlist.length > 0 && !new AddressList(key.allowlist).has(call.client.address)) {
    throw new ServiceError("ip_not_allowed", { address: call.client.address });
  }
  await useNonce(id, signed);
  const { userId, account, tier } = key;
  return { kind: "bot_key", userId, keyId: id, account: account ?? undefined, tier };
}

function malformed(expected: string): never {
  throw new ServiceError("MALFORMED_CREDENTIAL", { expected });
}

function readSignature(headers: Headers): Signed {
  const timestamp = headers.get(BOT_HEADER.timestamp) ?? "";
  const nonce = headers.get(BOT_HEADER.nonce) ?? "";
  const signature = headers.get(BOT_HEADER.signature) ?? "";
  if (!/^[1-9]\d{12,14}$/.test(timestamp)) malformed("X-Bot-Timestamp: Unix milliseconds");
  if (!/^[\w-]{16,64}$/.test(nonce)) malformed("X-Bot-Nonce: 16 to 64 of A-Z a-z 0-9 _ -");
  if (!/^[0-9a-f]{64}$/.test(signature)) malformed("X-Bot-Signature: 64 lowercase hex characters");
  return { timestamp, nonce, signature };
}

async function liveKey(id: string, now: number): Promise<BotKeyRow> {
  const db = await database();
  const [key] = await db.select().from(botKeys).where(eq(botKeys.id, id));
  if (key === undefined) throw new ServiceError("UNKNOWN_KEY");
  if (key.revokedAt !== null) {
    throw new ServiceError("REVOKED_KEY", { revokedAt: key.revokedAt.toISOString() });
  }
  if (key.expiresAt !== null && key.expiresAt.getTime() <= now) {
    throw new ServiceError("EXPIRED_KEY", { expiredAt: key.expiresAt.toISOString() });
  }
  return key;
}

async function requireSignature(key: BotKeyRow, signed: Signed, call: SignedCall): Promise<void> {
  const secret = decryptSecret(key.encryptedSecret, key.id, config().encryptionSecret);
  if (secret === undefined)
    throw new Error("A bot secret does not decrypt: another ENCRYPTION_SECRET?");
  const { pathname, search } = new URL(call.request.url);
  const text = botSigningText({
    timestamp: signed.timestamp,
    nonce: signed.nonce,
    method: call.request.method,
    path: pathname,
    query: search.slice(1),
    bodySha256: hash("sha256", await call.readBody(), "hex"),
  });
  const expected = createHmac("sha256", secret).update(text).digest();
  if (!timingSafeEqual(expected, Buffer.from(signed.signature, "hex"))) {
    throw new ServiceError("INVALID_BOT_SIGNATURE");
  }
}

/** One statement decides: of two requests with one nonce the database lets only one through, in whatever replica. */
async function useNonce(keyId: string, { timestamp, nonce }: Signed): Promise<void> {
  const expiresAt = new Date(Number(timestamp) + 2 * BOT_WINDOW_MS);
  const db = await database();
  const used = await db
    .insert(botNonces)
    .values({ keyId, nonce, expiresAt })
    .onConflictDoNothing()
    .returning({ nonce: botNonces.nonce });
  if (used.length === 0) throw new ServiceError("NONCE_REPLAYED");
}
