/** Creates tokens and hashes them for the store. */
import { hash, randomBytes } from "node:crypto";
import { ACCESS_TOKEN_PREFIX, REFRESH_TOKEN_PREFIX } from "#lib/protocol/key-formats.ts";

const RANDOM_BYTES = 32;

export function newAccessToken(): string {
  return `${ACCESS_TOKEN_PREFIX}${randomBytes(RANDOM_BYTES).toString("base64url")}`;
}

export function newRefreshToken(): string {
  return `${REFRESH_TOKEN_PREFIX}${randomBytes(RANDOM_BYTES).toString("base64url")}`;
}

/** True for `svc_rt_` and 43 characters of base64url. */
export function isRefreshToken(text: string): boolean {
  return text.startsWith(REFRESH_TOKEN_PREFIX) && /^[\w-]{43}$/.test(text.slice(7));
}

/** The hash that the store keeps instead of an id or a token. */
export function idHash(text: string): string {
  return hash("sha256", text, "hex");
}
