/** The OpenID provider for next-auth, and the interpretation of its answers. */
import "server-only";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { z } from "zod";
import type { ProvedIdentity } from "#lib/identity/person/person.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { OidcConfig } from "#lib/platform/config/config.ts";

const TIMEOUT_MS = 5_000;
const LABEL_LENGTH = 254;

/** Unix seconds. */
const AuthTime = z.object({ auth_time: z.number() });

const Claims = z.object({
  iss: z.string().min(1),
  sub: z.string().min(1).max(255),
  email: z.string().optional().catch(undefined),
  name: z.string().optional().catch(undefined),
});

const SCOPE = { scope: "openid email profile" };
/** The provider authenticates the person again, despite any session (OpenID Connect Core, 3.1.2.1). */
const ASK_AGAIN = { prompt: "login", max_age: "0" };

/**
 * The code flow with PKCE, `state` and `nonce`; the identity is in the signed ID token. `asksAgain`: a session at the provider
 * is not enough, as for an errand, which is a fresh proof.
 */
export function oidcProvider(
  { issuer, clientId, clientSecret, name }: OidcConfig,
  { asksAgain }: { asksAgain: boolean },
): OAuthConfig<{ sub: string }> {
  return {
    id: "oidc",
    name,
    type: "oauth",
    wellKnown: `${withoutSlash(issuer)}/.well-known/openid-configuration`,
    authorization: { params: asksAgain ? { ...SCOPE, ...ASK_AGAIN } : SCOPE },
    clientId,
    clientSecret: clientSecret.reveal(),
    idToken: true,
    checks: ["pkce", "state", "nonce"],
    httpOptions: { timeout: TIMEOUT_MS },
    profile: ({ sub }) => ({ id: sub }),
  };
}

/**
 * The identity in the claims of a verified ID token. Its mail address is only a label, because the provider may not have
 * verified it.
 * @throws SIGN_IN_REFUSED for another issuer than the configured one
 */
export function provedByClaims(claims: unknown, { issuer }: OidcConfig): ProvedIdentity {
  const { iss, sub, email, name } = Claims.parse(claims);
  if (withoutSlash(iss) !== withoutSlash(issuer)) {
    throw new ServiceError("SIGN_IN_REFUSED", { reason: `the issuer is ${iss}, not ${issuer}` });
  }
  const label = plainText(email ?? "") || plainText(name ?? "") || sub;
  return { kind: "oidc", subject: `${iss}#${sub}`, label };
}

/** When the provider last authenticated the person, in Unix milliseconds; undefined when the ID token does not say. */
export function parseAuthTime(claims: unknown): number | undefined {
  const { data } = AuthTime.safeParse(claims);
  return data === undefined ? undefined : data.auth_time * 1_000;
}

function withoutSlash(url: string): string {
  return url.replace(/\/$/, "");
}

function plainText(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}]/gu, " ")
    .trim()
    .slice(0, LABEL_LENGTH);
}

/** Values of `/sign-in?error=`: RFC 6749's code for a person who declined, or codes of the catalogue. */
type SignInProblem =
  | "access_denied"
  | "IDENTITY_PROVIDER_UNREACHABLE"
  | "IDENTITY_IN_USE"
  | "IDENTITY_NOT_FOUND"
  /** Begun too long ago or in another browser, or ended before. */
  | "SIGN_IN_REFUSED";

/** Error names, ours and openid-client's, for a flow that does not belong to this browser or has expired. */
const STRAY = /cookie was missing|could not be parsed|mismatch|invalid_grant|"exp" claim/;

/** The code to show. `query`: that of the provider's redirect back. */
export function problemOf(failure: unknown, query: URLSearchParams): SignInProblem {
  if (query.get("error") === "access_denied") return "access_denied";
  if (failure instanceof ServiceError) return knownProblem(failure);
  const text = failure instanceof Error ? failure.message : "";
  return STRAY.test(text) ? "SIGN_IN_REFUSED" : "IDENTITY_PROVIDER_UNREACHABLE";
}

const KNOWN_PROBLEMS = [
  "IDENTITY_IN_USE",
  "IDENTITY_NOT_FOUND",
  "IDENTITY_PROVIDER_UNREACHABLE",
] as const;

function knownProblem({ code }: ServiceError): SignInProblem {
  return KNOWN_PROBLEMS.find((problem) => problem === code) ?? "SIGN_IN_REFUSED";
}
