/** The cookie by which a browser keeps whose link it followed: first party, read by the server alone. */

import { cookieValue, isSecure } from "#lib/identity/sessions/session-cookie.ts";
import { config } from "#lib/platform/config.ts";
import { CODE } from "./code.ts";

/** How long a link counts. */
const KEPT_SECONDS = 90 * 24 * 60 * 60;

/** The prefix makes browsers refuse one that another host of the domain, or plain HTTP, has set. */
function cookieName(): string {
  return isSecure(config().baseUrl) ? "__Host-svc_ref" : "svc_ref";
}

/** The code of the link that the browser followed last; `undefined` when there is none, or it has not the form of one. */
export function referralCodeOf(headers: Headers): string | undefined {
  const code = cookieValue(headers, cookieName());
  return code !== undefined && CODE.test(code) ? code : undefined;
}

/** The `Set-Cookie` that keeps a code in place of the one before. */
export function referralCookie(code: string): string {
  return setCookie(code, KEPT_SECONDS);
}

/** The `Set-Cookie` that takes it away. */
export function forgottenReferral(): string {
  return setCookie("", 0);
}

function setCookie(value: string, seconds: number): string {
  const secure = isSecure(config().baseUrl) ? "; Secure" : "";
  return `${cookieName()}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}
