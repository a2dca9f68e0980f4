/** The cookie of a session: an encrypted JWT that names the session's row and proves nothing else. */
import { decode } from "next-auth/jwt";
import { config } from "#lib/config.ts";

/** How long a session lasts. */
export const SESSION_SECONDS = 24 * 60 * 60;

/** Whether browsers reach the app over TLS: then its cookies are Secure. */
export function isSecure(baseUrl: string): boolean {
  return baseUrl.startsWith("https://");
}

/** The cookie's name, as next-auth chooses it: the prefix makes browsers refuse it over plain HTTP. */
export function sessionCookieName(baseUrl: string): string {
  const name = "next-auth.session-token";
  return isSecure(baseUrl) ? `__Secure-${name}` : name;
}

/** The id of the session that a request's cookie names; `undefined` when there is none, or it is expired or forged. */
export async function sessionIdOf(headers: Headers): Promise<string | undefined> {
  const { baseUrl, sessionSecret } = config();
  const token = cookieValue(headers.get("cookie") ?? "", sessionCookieName(baseUrl));
  if (token === undefined) return undefined;
  try {
    const payload = await decode({ token, secret: sessionSecret.reveal() });
    const sid: unknown = payload?.["sid"];
    return typeof sid === "string" ? sid : undefined;
  } catch {
    // A token that does not decrypt is the same as none.
    return undefined;
  }
}

function cookieValue(header: string, name: string): string | undefined {
  for (const pair of header.split(";")) {
    const separator = pair.indexOf("=");
    if (separator > 0 && pair.slice(0, separator).trim() === name) {
      return pair.slice(separator + 1).trim();
    }
  }
  return undefined;
}
