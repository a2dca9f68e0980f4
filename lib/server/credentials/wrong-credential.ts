/** Refuses a credential of another endpoint, and names the endpoint that accepts it. */
import "server-only";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { config } from "#lib/platform/config/config.ts";
import type { CredentialScheme } from "#lib/platform/http/authentication.ts";
import { CREDENTIAL_ENDPOINT } from "#lib/protocol/key-formats.ts";
import type { PresentedCredential } from "./classify-credential.ts";

/** The credential that each scheme expects, as text. */
export const EXPECTED: Record<CredentialScheme, string> = {
  session: "Authorization: Bearer and a wallet-session JWT, or the session cookie",
  mcp_key: "Authorization: Bearer svc_sk_…",
  assistant: "Authorization: Bearer and an MCP key (svc_sk_…) or an OAuth access token (svc_at_…)",
  oauth: "Authorization: Bearer and an OAuth access token (svc_at_…)",
  owner:
    "Authorization: Bearer and a wallet-session JWT or an MCP key (svc_sk_…), or the session cookie",
  reader:
    "Authorization: Bearer and a wallet-session JWT, an MCP key (svc_sk_…) or an OAuth access token (svc_at_…), or the session cookie",
  bot_key: "X-Bot-Key, X-Bot-Timestamp, X-Bot-Nonce and X-Bot-Signature",
  operator: "Authorization: Bearer operator_…",
};

const OPERATOR_ENDPOINT = "An operator key (operator_) belongs to {base_url}/api/operator/v1.";

/** The refusal, with the address of the right endpoint and without the credential. */
export function wrongCredential(
  { kind }: PresentedCredential,
  scheme: CredentialScheme,
): ServiceError {
  if (kind === "unknown") {
    return new ServiceError("MALFORMED_CREDENTIAL", { expected: EXPECTED[scheme] });
  }
  const { baseUrl, venueUrl } = config();
  const hint = (kind === "operator_key" ? OPERATOR_ENDPOINT : CREDENTIAL_ENDPOINT[kind])
    .replaceAll("{base_url}", baseUrl)
    .replaceAll("{venue_url}", venueUrl);
  return new ServiceError("WRONG_CREDENTIAL", { hint }).withData({ presented: kind });
}
