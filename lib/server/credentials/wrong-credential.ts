/** A credential sent to an endpoint of another kind (spec 1, "Errors"): the caller and the key's owner learn of it. */
import "server-only";
import { hash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { config } from "#lib/platform/config.ts";
import { database } from "#lib/platform/db/client.ts";
import { botKeys, mcpKeys } from "#lib/platform/db/schema/keys.ts";
import { ServiceError } from "#lib/platform/errors.ts";
import type { CredentialScheme } from "#lib/platform/http/authentication.ts";
import { redactSecrets } from "#lib/platform/redact-secrets.ts";
import { CREDENTIAL_ENDPOINT, isBotKey, isMcpKey } from "#lib/protocol/key-formats.ts";
import type { PresentedCredential } from "./presented.ts";

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
  const right = (kind === "operator_key" ? OPERATOR_ENDPOINT : CREDENTIAL_ENDPOINT[kind])
    .replaceAll("{base_url}", baseUrl)
    .replaceAll("{venue_url}", venueUrl);
  // Endpoints of sessions answer as if they could not read the token (spec 1: "the error can look JWT-shaped").
  const hint = scheme === "session" ? `Invalid token: not a JWT. ${right}` : right;
  return new ServiceError("WRONG_CREDENTIAL", { hint }).withData({ presented: kind });
}

/** Records the wrong use on a known key, for its owner's page. `path` may contain the key as well. */
export async function recordWrongUse(
  shown: PresentedCredential,
  path: string,
  now: number,
): Promise<void> {
  const seen = { wrongDoorAt: new Date(now), wrongDoorPath: redactSecrets(path).slice(0, 200) };
  // Text that has not even the form of a key cannot be in the database.
  if (shown.kind === "mcp_key" && isMcpKey(shown.text)) {
    const db = await database();
    await db
      .update(mcpKeys)
      .set({ ...seen, wrongDoorCount: sql`${mcpKeys.wrongDoorCount} + 1` })
      .where(eq(mcpKeys.hash, hash("sha256", shown.text, "hex")));
  } else if (shown.kind === "bot_key" && isBotKey(shown.text)) {
    const db = await database();
    await db
      .update(botKeys)
      .set({ ...seen, wrongDoorCount: sql`${botKeys.wrongDoorCount} + 1` })
      .where(eq(botKeys.id, shown.text));
  }
}
