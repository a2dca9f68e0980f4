/** Authenticates a signed call: timestamp, signature, state of the key, address, quota, nonce, in this order. */
import "server-only";
import { createHmac, hash, timingSafeEqual } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { identities } from "#lib/identity/schema/identity.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { botKeys } from "#lib/machines/schema/keys.ts";
import { noteKeyUse } from "#lib/machines/usage/process-usage.ts";
import type { BotKeyActor, Client } from "#lib/platform/actor.ts";
import { database } from "#lib/platform/db/client.ts";
import { requireQuota } from "#lib/platform/http/quota.ts";
import { spentQuota } from "#lib/platform/http/rate-limits.ts";
import { requestTarget } from "#lib/platform/http/request-target.ts";
import { isBotKey } from "#lib/protocol/key-formats.ts";
import {
  BOT_HEADER,
  BOT_WINDOW_MS,
  botSigningText,
  isSortedQuery,
} from "#lib/protocol/signing/bot-signing.ts";
import { consumeNonce } from "./_nonces.ts";
import { openSecret, type SealedKey, sealedSecret } from "./_secrets.ts";
import { refusalOf } from "./_usable.ts";
import { KEY_KINDS } from "./kinds.ts";

type SignedCall = {
  request: Request;
  now: number;
  client: Client;
  readBody: () => Promise<Uint8Array>;
};

type BotKeyRow = typeof botKeys.$inferSelect;
type Signed = { timestamp: string; nonce: string; signature: string };

/**
 * A caller without the secret learns nothing about a key: an unknown id, a dead key and a live one get the same answer after
 * the same work. A caller with the secret learns what is wrong: an address outside of the list is refused although the
 * signature is right (docs/api/bot.md). The nonce is used up last, so that only accepted calls are stored.
 * @throws MALFORMED_CREDENTIAL, MALFORMED_BODY, BOT_TIMESTAMP_OUT_OF_WINDOW, INVALID_BOT_SIGNATURE, REVOKED_KEY, EXPIRED_KEY,
 * ip_not_allowed, RATE_LIMITED, NONCE_REPLAYED, BODY_TOO_LARGE
 */
export async function authenticateBot(
  { text: id }: { text: string },
  call: SignedCall,
): Promise<BotKeyActor> {
  const signed = readSignature(call.request.headers);
  refuseUnsignedBody(call.request);
  if (!isBotKey(id)) malformed("X-Bot-Key: tbk_ and 24 hex characters");
  if (Math.abs(Number(signed.timestamp) - call.now) > BOT_WINDOW_MS) {
    throw new ServiceError("BOT_TIMESTAMP_OUT_OF_WINDOW", { serverTime: call.now });
  }
  const found = await findKey(id);
  const isRight = await hasSigned(found?.key ?? placeholderKey(), signed, call);
  if (found === undefined) throw new ServiceError("INVALID_BOT_SIGNATURE");
  try {
    if (!isRight) throw new ServiceError("INVALID_BOT_SIGNATURE");
    const refusal = refusalOf(KEY_KINDS.bot, found.key, call);
    if (refusal !== undefined) throw refusal;
    await requireCalls(found.key);
    const { timestamp, nonce } = signed;
    await consumeNonce({ keyId: id, nonce, signedAt: Number(timestamp) }, call.now);
  } catch (refusal) {
    if (refusal instanceof ServiceError) {
      noteKeyUse({ kind: "bot_key", keyId: id, outcome: refusal.code, now: call.now });
    }
    throw refusal;
  }
  const { userId, tier, canStageOrders } = found.key;
  return { kind: "bot_key", userId, keyId: id, account: found.account, tier, canStageOrders };
}

/**
 * For what a key opened and keeps open: the key is alive, allows the address, and its wallet is still its owner's.
 * @throws REVOKED_KEY, EXPIRED_KEY, ip_not_allowed, WALLET_REQUIRED
 */
export async function requireLiveBot(
  id: string,
  { account, ...caller }: { account: string; now: number; client: Client },
): Promise<void> {
  const found = await findKey(id);
  const refusal =
    found === undefined
      ? new ServiceError("INVALID_BOT_SIGNATURE")
      : refusalOf(KEY_KINDS.bot, found.key, caller);
  if (refusal !== undefined) throw refusal;
  if (found?.account !== account) throw new ServiceError("WALLET_REQUIRED");
}

/** No handler reads the body of a GET, so it could not be checked against the signature. */
function refuseUnsignedBody({ method, headers }: Request): void {
  if (method !== "GET" && method !== "HEAD") return;
  const hasBody =
    headers.has("transfer-encoding") || !/^0*$/.test(headers.get("content-length") ?? "");
  if (hasBody) throw new ServiceError("MALFORMED_BODY", { reason: `a ${method} has none` });
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

/** `account`: the key's wallet, while it is one of its owner's. */
async function findKey(
  id: string,
): Promise<{ key: BotKeyRow; account: string | undefined } | undefined> {
  const db = await database();
  const ownWallet = and(
    eq(identities.kind, "wallet"),
    eq(identities.subject, botKeys.account),
    eq(identities.userId, botKeys.userId),
  );
  const [row] = await db
    .select({ key: botKeys, account: identities.subject })
    .from(botKeys)
    .leftJoin(identities, ownWallet)
    .where(eq(botKeys.id, id));
  return row && { key: row.key, account: row.account ?? undefined };
}

/** A key over its limit causes no writes. The route counts the quota itself. @throws RATE_LIMITED */
async function requireCalls({ id, tier }: BotKeyRow): Promise<void> {
  const spent = await spentQuota(tier === "elevated" ? "bot_key_elevated" : "bot_key", id);
  if (spent !== undefined) requireQuota(spent);
}

let nobody: SealedKey | undefined;

/** A random secret for unknown ids, so that their verification takes as long as that of a real key. */
function placeholderKey(): SealedKey {
  const id = `tbk_${"0".repeat(24)}`;
  nobody ??= { id, ...sealedSecret(id).stored };
  return nobody;
}

async function hasSigned(key: SealedKey, signed: Signed, call: SignedCall): Promise<boolean> {
  const target = requestTarget(call.request);
  const text = botSigningText({
    timestamp: signed.timestamp,
    nonce: signed.nonce,
    method: call.request.method,
    ...target,
    bodySha256: hash("sha256", await call.readBody(), "hex"),
  });
  const expected = createHmac("sha256", openSecret(key)).update(text).digest();
  const isEqual = timingSafeEqual(expected, Buffer.from(signed.signature, "hex"));
  return isEqual && isSortedQuery(target.query);
}
