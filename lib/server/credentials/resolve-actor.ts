/**
 * Authenticates the caller of a request. The form of the credential is checked first: a credential that belongs to another
 * endpoint is refused with the address of that endpoint, before any query.
 */
import "server-only";
import { authenticateAccessToken } from "#lib/assistants/oauth/authenticate.ts";
import { currentSession } from "#lib/identity/sessions/session.ts";
import { sessionOfToken } from "#lib/identity/sessions/verify-token.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { authenticateBot } from "#lib/machines/keys/authenticate-bot.ts";
import { authenticateMcpKey } from "#lib/machines/keys/authenticate-mcp-key.ts";
import { noteWrongDoor } from "#lib/machines/keys/wrong-endpoint-notice.ts";
import { authenticateOperator } from "#lib/machines/operator/authenticate.ts";
import type { Actor } from "#lib/platform/actor.ts";
import type { CredentialScheme, UnauthenticatedCall } from "#lib/platform/http/authentication.ts";
import { spentQuota } from "#lib/platform/http/rate-limits.ts";
import {
  isInExpectedHeader,
  type Presented,
  type PresentedCredential,
  presentedCredential,
} from "./classify-credential.ts";
import { EXPECTED, wrongCredential } from "./wrong-credential.ts";

/** Verifies a credential of each form. */
const VERIFY = {
  jwt: ({ text }, call) => sessionOfToken(text, call),
  mcp_key: authenticateMcpKey,
  oauth_token: authenticateAccessToken,
  bot_key: authenticateBot,
  operator_key: authenticateOperator,
} satisfies Partial<Record<PresentedCredential["kind"], Verify>>;

type Verify = (presented: PresentedCredential, call: UnauthenticatedCall) => Actor | Promise<Actor>;
type Verified = keyof typeof VERIFY;

/** What each scheme accepts. Where that is the cookie too, the route checks the origin of unsafe requests. */
const TAKES: Record<CredentialScheme, readonly (Verified | "cookie")[]> = {
  session: ["cookie", "jwt"],
  mcp_key: ["mcp_key"],
  assistant: ["mcp_key", "oauth_token"],
  oauth: ["oauth_token"],
  owner: ["cookie", "jwt", "mcp_key"],
  reader: ["cookie", "jwt", "mcp_key", "oauth_token"],
  bot_key: ["bot_key"],
  operator: ["operator_key"],
};

export function takesCookie(scheme: CredentialScheme): boolean {
  return TAKES[scheme].includes("cookie");
}

export function takesToken(scheme: CredentialScheme): boolean {
  return TAKES[scheme].includes("oauth_token");
}

/** @throws a refusal of the catalogue with status 401 or 403 */
export async function resolveActor(
  scheme: CredentialScheme,
  call: UnauthenticatedCall,
): Promise<Actor> {
  const presented = presentedCredential(call.request.headers);
  if (presented.kind === "none" || presented.kind === "cookie") {
    if (takesCookie(scheme)) return cookieSession(call);
    throw new ServiceError("MISSING_CREDENTIAL", { expected: EXPECTED[scheme] });
  }
  if (!isTaken(presented, scheme)) {
    // A client over the limit of failures writes nothing.
    if ((await spentQuota("key_failures", call.client.address)) === undefined) {
      await noteWrongDoor(presented, new URL(call.request.url).pathname, call.now);
    }
    throw wrongCredential(presented, scheme);
  }
  if (!isInExpectedHeader(presented)) {
    throw new ServiceError("MALFORMED_CREDENTIAL", { expected: EXPECTED[scheme] });
  }
  return VERIFY[presented.kind](presented, call);
}

function isTaken(
  presented: PresentedCredential,
  scheme: CredentialScheme,
): presented is PresentedCredential & { kind: Verified } {
  const taken: readonly Presented["kind"][] = TAKES[scheme];
  return taken.includes(presented.kind);
}

async function cookieSession({ request, now }: UnauthenticatedCall): Promise<Actor> {
  const actor = (await currentSession(request.headers, now))?.actor;
  if (actor === undefined) throw new ServiceError("SIGN_IN_REQUIRED");
  return actor;
}
