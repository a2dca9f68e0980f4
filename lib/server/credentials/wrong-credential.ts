/** A credential of one kind sent where another belongs (spec 1, "Errors"): the caller is told, and the key's owner too. */
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

/** What is to be shown at each door. */
export const EXPECTED: Record<CredentialScheme, string> = {
  session: "Authorization: Bearer and a wallet-session JWT, or the session cookie",
  mcp_key: "Authorization: Bearer svc_sk_…",
  assistant: "Authorization: Bearer and an MCP key (svc_sk_…) or an OAuth access token (svc_at_…)",
  oauth: "Authorization: Bearer and an OAuth access token (svc_at_…)",
  bot_key: "X-Bot-Key, X-Bot-Timestamp, X-Bot-Nonce and X-Bot-Signature",
  operator: "Authorization: Bearer operator_…",
};

const OPERATOR_ENDPOINT = "An operator key (operator_) belongs to {base_url}/api/operator/v1.";

/** The refusal, with the address of the right door in it; never with what was shown. */
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
  // The door of tokens answers as one that could not read its token (spec 1: "the error can look JWT-shaped").
  const hint = scheme === "session" ? `Invalid token: not a JWT. ${right}` : right;
  return new ServiceError("WRONG_CREDENTIAL", { hint }).withData({ presented: kind });
}

/** Leaves the hint on the page of a key that is known. `path`: where it was shown; it may hold the key once more. */
export async function recordWrongUse(
  shown: PresentedCredential,
  path: string,
  now: number,
): Promise<void> {
  const seen = { wrongDoorAt: new Date(now), wrongDoorPath: redactSecrets(path).slice(0, 200) };
  // What has not even the form of a key is nobody's: the database is not asked.
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
