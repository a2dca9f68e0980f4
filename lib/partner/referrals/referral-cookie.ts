/** The cookie that stores the followed partner link with its tags: first party, only readable by the server. */

import { cookieValue, isSecure } from "#lib/identity/sessions/session-cookie.ts";
import { config } from "#lib/platform/config/config.ts";
import { type FollowedLink, formatFollowed, parseFollowed } from "./followed-link.ts";

/** How long a link counts. */
const COOKIE_SECONDS = 90 * 24 * 60 * 60;

/** With this prefix browsers refuse a cookie that another host of the domain or plain HTTP sets. */
function cookieName(): string {
  return isSecure(config().baseUrl) ? "__Host-svc_ref" : "svc_ref";
}

/** The last followed link; `undefined` when it is absent or malformed. */
export function followedLinkOf(headers: Headers): FollowedLink | undefined {
  const value = cookieValue(headers, cookieName());
  return value === undefined ? undefined : parseFollowed(value);
}

/** The same as text, for what keeps it until the sign-up. */
export function followedTextOf(headers: Headers): string | undefined {
  const link = followedLinkOf(headers);
  return link && formatFollowed(link);
}

/** The `Set-Cookie` that stores a link and replaces an earlier one. */
export function referralCookie(link: FollowedLink): string {
  return setCookie(formatFollowed(link), COOKIE_SECONDS);
}

/** The `Set-Cookie` that deletes it. */
export function forgottenReferral(): string {
  return setCookie("", 0);
}

function setCookie(value: string, seconds: number): string {
  const secure = isSecure(config().baseUrl) ? "; Secure" : "";
  return `${cookieName()}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}
