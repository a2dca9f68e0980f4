/** The forms of credentials, and the endpoints that accept each. */

import { crc32Hex } from "./crc32.ts";

export type CredentialKind =
  | "mcp_key"
  | "oauth_token"
  | "oauth_refresh_token"
  | "bot_key"
  | "bot_secret"
  | "venue_key"
  | "jwt";

/** Prefixes of OAuth tokens; 43 characters of base64url follow. */
export const ACCESS_TOKEN_PREFIX = "svc_at_";
export const REFRESH_TOKEN_PREFIX = "svc_rt_";

const VENUE_KEY = /^apikey_[0-9a-f]{64}$/;

/** The kind of a bearer credential by its form alone; `undefined` when it has none of the known forms. */
export function credentialKind(credential: string): CredentialKind | undefined {
  if (credential.startsWith("svc_sk_")) return "mcp_key";
  if (credential.startsWith(ACCESS_TOKEN_PREFIX)) return "oauth_token";
  if (credential.startsWith(REFRESH_TOKEN_PREFIX)) return "oauth_refresh_token";
  if (credential.startsWith("tbk_")) return "bot_key";
  if (credential.startsWith("tbs_")) return "bot_secret";
  if (credential.startsWith("apikey_")) return "venue_key";
  if (/^[\w-]+\.[\w-]+\.[\w-]+$/.test(credential)) return "jwt";
  return undefined;
}

/** Which endpoints accept a credential, for the refusal of all others. */
export const CREDENTIAL_ENDPOINT: Record<CredentialKind, string> = {
  mcp_key: "An MCP key (svc_sk_) belongs to {base_url}/api/v1/mcp.",
  oauth_token: "An OAuth access token (svc_at_) belongs to {base_url}/api/v1/mcp.",
  oauth_refresh_token: "A refresh token (svc_rt_) belongs to {base_url}/oauth/token.",
  bot_key: "A bot key (tbk_) belongs to {base_url}/api/bot/v1.",
  bot_secret: "A bot secret (tbs_) is never sent; it signs requests to {base_url}/api/bot/v1.",
  venue_key: "A venue key (apikey_) belongs to {venue_url}.",
  jwt: "A wallet session (JWT) belongs to the app at {base_url}.",
};

/** True for `apikey_` followed by 64 lowercase hex characters. */
export function isVenueKey(credential: string): boolean {
  return VENUE_KEY.test(credential);
}

const MCP_KEY = /^svc_sk_([0-9a-f]{56})([0-9a-f]{8})$/;

/**
 * True for `svc_sk_` and 64 lowercase hex characters whose last 8 are the CRC-32 of the first 56: a typo is found
 * without a database query, and a scanner can distinguish a key from other hex.
 */
export function isMcpKey(credential: string): boolean {
  const [, random = "", checksum] = MCP_KEY.exec(credential) ?? [];
  return checksum !== undefined && crc32Hex(random) === checksum;
}

/** True for `svc_at_` and 43 characters of base64url. */
export function isAccessToken(credential: string): boolean {
  return /^svc_at_[\w-]{43}$/.test(credential);
}

/** `random`: 56 lowercase hex characters. */
export function mcpKeyOf(random: string): string {
  return `svc_sk_${random}${crc32Hex(random)}`;
}

/** True for `tbk_` followed by 24 lowercase hex characters. */
export function isBotKey(credential: string): boolean {
  return /^tbk_[0-9a-f]{24}$/.test(credential);
}
