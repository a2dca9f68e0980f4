/** The five credential forms (spec 1, "What the service does" 3) and the door that each one opens. */

export type CredentialKind = "mcp_key" | "bot_key" | "bot_secret" | "venue_key" | "jwt";

const VENUE_KEY = /^apikey_[0-9a-f]{64}$/;

/** What a bearer credential is, judged by its form alone; `undefined` when it has none of the known forms. */
export function credentialKind(credential: string): CredentialKind | undefined {
  if (credential.startsWith("svc_sk_")) return "mcp_key";
  if (credential.startsWith("tbk_")) return "bot_key";
  if (credential.startsWith("tbs_")) return "bot_secret";
  if (credential.startsWith("apikey_")) return "venue_key";
  if (/^[\w-]+\.[\w-]+\.[\w-]+$/.test(credential)) return "jwt";
  return undefined;
}

/** Where a credential belongs, for the answer at a wrong door. */
export const CREDENTIAL_DOOR: Record<CredentialKind, string> = {
  mcp_key: "An MCP key (svc_sk_) belongs to {base_url}/api/v1/mcp.",
  bot_key: "A bot key (tbk_) belongs to {base_url}/api/bot/v1.",
  bot_secret: "A bot secret (tbs_) is never sent; it signs requests to {base_url}/api/bot/v1.",
  venue_key: "A venue key (apikey_) belongs to {venue_url}.",
  jwt: "A wallet session (JWT) belongs to the app at {base_url}.",
};

/** True for `apikey_` followed by 64 lowercase hex characters. */
export function isVenueKey(credential: string): boolean {
  return VENUE_KEY.test(credential);
}
