/** The cookie that stores the followed partner link: first party, only readable by the server. */

import { cookieValue, isSecure } from "#lib/identity/sessions/session-cookie.ts";
import { config } from "#lib/platform/config/config.ts";
import { CODE } from "./referral-code.ts";

/** How long a link counts. */
const COOKIE_SECONDS = 90 * 24 * 60 * 60;

/** With this prefix browsers refuse a cookie that another host of the domain or plain HTTP sets. */
function cookieName(): string {
  return isSecure(config().baseUrl) ? "__Host-svc_ref" : "svc_ref";
}

/** The code of the last followed link; `undefined` when it is absent or malformed. */
export function referralCodeOf(headers: Headers): string | undefined {
  const code = cookieValue(headers, cookieName());
  return code !== undefined && CODE.test(code) ? code : undefined;
}

/** The `Set-Cookie` that stores a code and replaces an earlier one. */
export function referralCookie(code: string): string {
  return setCookie(code, COOKIE_SECONDS);
}

/** The `Set-Cookie` that deletes it. */
export function forgottenReferral(): string {
  return setCookie("", 0);
}

function setCookie(value: string, seconds: number): string {
  const secure = isSecure(config().baseUrl) ? "; Secure" : "";
  return `${cookieName()}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}
