/** The unsubscribe token of mails: it names a partner, permits nothing else, and never expires. */
import "server-only";
import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { config } from "#lib/platform/config/config.ts";

const TOKEN = /^(ptr_[0-9a-f]{24})\.([\w-]{43})$/;

export function unsubscribeToken(partnerId: string): string {
  return `${partnerId}.${signatureOf(partnerId).toString("base64url")}`;
}

/** The partner's id; `undefined` for a forged token. */
export function partnerOfToken(token: string): string | undefined {
  const [, partnerId, signature] = TOKEN.exec(token) ?? [];
  if (partnerId === undefined || signature === undefined) return undefined;
  const isOurs = timingSafeEqual(Buffer.from(signature, "base64url"), signatureOf(partnerId));
  return isOurs ? partnerId : undefined;
}

/** HMAC-SHA-256 under a key for this purpose alone. */
function signatureOf(partnerId: string): Buffer {
  const secret = config().encryptionSecret.reveal();
  const key = Buffer.from(hkdfSync("sha256", secret, "", "partner notices unsubscribe v1", 32));
  return createHmac("sha256", key).update(partnerId).digest();
}
