/** The cookie of a session: an encrypted JWT that only names the session's row. */
import { decode } from "next-auth/jwt";
import type { Secret } from "#lib/kernel/env.ts";
import { config } from "#lib/platform/config/config.ts";

/** How long a session lasts. */
export const SESSION_SECONDS = 24 * 60 * 60;

/** True when browsers reach the app over TLS, so that its cookies are Secure. */
export function isSecure(baseUrl: string): boolean {
  return baseUrl.startsWith("https://");
}

/** The cookie's name, as next-auth chooses it: the prefix makes browsers refuse it over plain HTTP. */
export function sessionCookieName(baseUrl: string): string {
  const name = "next-auth.session-token";
  return isSecure(baseUrl) ? `__Secure-${name}` : name;
}

/**
 * The id of the session in a request's cookie; `undefined` when it is absent, expired or forged. Cookies of the previous
 * secret are still accepted, because the session's row decides anyway.
 */
export async function sessionIdOf(headers: Headers): Promise<string | undefined> {
  const { baseUrl, sessionSecret, sessionSecretPrevious } = config();
  const token = cookieValue(headers, sessionCookieName(baseUrl));
  if (token === undefined) return undefined;
  return (
    (await sidOf(token, sessionSecret)) ??
    (sessionSecretPrevious && (await sidOf(token, sessionSecretPrevious)))
  );
}

async function sidOf(token: string, secret: Secret): Promise<string | undefined> {
  try {
    const payload = await decode({ token, secret: secret.reveal() });
    const sid: unknown = payload?.["sid"];
    return typeof sid === "string" ? sid : undefined;
  } catch {
    // A token that does not decrypt counts as absent.
    return undefined;
  }
}

/** The header that deletes the session's cookie. */
export function forgottenSession(): { "set-cookie": string } {
  const { baseUrl } = config();
  const secure = isSecure(baseUrl) ? "; Secure" : "";
  const name = sessionCookieName(baseUrl);
  return { "set-cookie": `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure}` };
}

/** The raw value of one cookie of a request. */
export function cookieValue(headers: Headers, name: string): string | undefined {
  for (const pair of (headers.get("cookie") ?? "").split(";")) {
    const separator = pair.indexOf("=");
    if (separator > 0 && pair.slice(0, separator).trim() === name) {
      return pair.slice(separator + 1).trim();
    }
  }
  return undefined;
}
