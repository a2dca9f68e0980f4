/**
 * Authenticates the caller of a request. The form of the credential is checked first: a credential that belongs to another
 * endpoint is refused with the address of that endpoint, before any query.
 */
import "server-only";
import { authenticateAccessToken } from "#lib/assistants/oauth/authenticate.ts";
import { currentSession } from "#lib/identity/sessions/session.ts";
import { sessionOfToken } from "#lib/identity/sessions/verify-token.ts";
import { authenticateBot } from "#lib/machines/bot-keys/authenticate.ts";
import { authenticateMcpKey } from "#lib/machines/mcp-keys/authenticate.ts";
import { authenticateOperator } from "#lib/machines/operator/authenticate.ts";
import type { Actor } from "#lib/platform/actor.ts";
import { ServiceError } from "#lib/platform/errors.ts";
import type { CredentialScheme, UnauthenticatedCall } from "#lib/platform/http/authentication.ts";
import { spentQuota } from "#lib/platform/http/limits.ts";
import { isInExpectedHeader, type PresentedCredential, presentedCredential } from "./presented.ts";
import { EXPECTED, recordWrongUse, wrongCredential } from "./wrong-credential.ts";

/** The credentials that each scheme accepts. */
const TAKES: Record<CredentialScheme, readonly PresentedCredential["kind"][]> = {
  session: ["jwt"],
  mcp_key: ["mcp_key"],
  assistant: ["mcp_key", "oauth_token"],
  oauth: ["oauth_token"],
  bot_key: ["bot_key"],
  operator: ["operator_key"],
};

/** @throws a refusal of the catalogue with status 401 or 403 */
export async function resolveActor(
  scheme: CredentialScheme,
  call: UnauthenticatedCall,
): Promise<Actor> {
  const presented = presentedCredential(call.request.headers);
  if (presented.kind === "none" || presented.kind === "cookie") {
    if (scheme === "session") return cookieSession(call);
    throw new ServiceError("MISSING_CREDENTIAL", { expected: EXPECTED[scheme] });
  }
  if (!TAKES[scheme].includes(presented.kind)) {
    // A client over the limit of failures writes nothing.
    if ((await spentQuota("key_failures", call.client.address)) === undefined) {
      await recordWrongUse(presented, new URL(call.request.url).pathname, call.now);
    }
    throw wrongCredential(presented, scheme);
  }
  if (!isInExpectedHeader(presented)) {
    throw new ServiceError("MALFORMED_CREDENTIAL", { expected: EXPECTED[scheme] });
  }
  switch (scheme) {
    case "session":
      return sessionOfToken(presented.text, call);
    case "mcp_key":
      return authenticateMcpKey(presented, call);
    case "oauth":
      return authenticateAccessToken(presented, call);
    case "assistant":
      return presented.kind === "mcp_key"
        ? authenticateMcpKey(presented, call)
        : authenticateAccessToken(presented, call);
    case "bot_key":
      return authenticateBot(presented, call);
    case "operator":
      return authenticateOperator(presented);
  }
}

async function cookieSession({ request, now }: UnauthenticatedCall): Promise<Actor> {
  const actor = (await currentSession(request.headers, now))?.actor;
  if (actor === undefined) throw new ServiceError("SIGN_IN_REQUIRED");
  return actor;
}
