/**
 * The cookie of a browser that has signed in by mail. It has an allowance of mails of its own, so that strangers who use up
 * a mailbox's mails cannot keep its owner from signing in. It permits nothing else.
 */
import "server-only";
import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { Secret } from "#lib/kernel/env.ts";
import { config } from "#lib/platform/config/config.ts";
import { cookieValue, isSecure } from "./session-cookie.ts";

const COOKIE_SECONDS = 180 * 24 * 60 * 60;

/** With this prefix browsers refuse a cookie that another host of the domain or plain HTTP sets. */
function cookieName(): string {
  return isSecure(config().baseUrl) ? "__Host-svc_mail" : "svc_mail";
}

/** Whether the browser's last sign-in by mail was with this mailbox. */
export function hasSignedInWith(headers: Headers, email: string): boolean {
  const given = Buffer.from(cookieValue(headers, cookieName()) ?? "", "base64url");
  const { sessionSecret, sessionSecretPrevious = sessionSecret } = config();
  return [sessionSecret, sessionSecretPrevious].some((secret) => {
    const expected = signatureOf(email, secret);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** The `Set-Cookie` of a sign-in with this mailbox; the cookie does not contain it. */
export function signedInWith(email: string): string {
  const secure = isSecure(config().baseUrl) ? "; Secure" : "";
  const value = signatureOf(email, config().sessionSecret).toString("base64url");
  return `${cookieName()}=${value}; Path=/; Max-Age=${COOKIE_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
}

/** HMAC-SHA-256 under a key for this purpose alone. */
function signatureOf(email: string, secret: Secret): Buffer {
  const key = Buffer.from(hkdfSync("sha256", secret.reveal(), "", "mailbox of a browser v1", 32));
  return createHmac("sha256", key).update(email).digest();
}
