/** The form token of the consent page, which proves that the same session saw the page. */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Secret } from "#lib/kernel/env.ts";
import { config } from "#lib/platform/config/config.ts";

type Shown = { uid: string; sessionId: string };

export function consentFormToken(shown: Shown): string {
  return tokenOf(shown, config().sessionSecret);
}

/** A page from before a change of the secret is still valid. */
export function isConsentFormToken(token: string, shown: Shown): boolean {
  const { sessionSecret, sessionSecretPrevious } = config();
  return [sessionSecret, sessionSecretPrevious].some(
    (secret) => secret !== undefined && isSame(token, tokenOf(shown, secret)),
  );
}

function tokenOf({ uid, sessionId }: Shown, secret: Secret): string {
  return createHmac("sha256", secret.reveal())
    .update(`oauth-consent-form\n${uid}\n${sessionId}`)
    .digest("base64url");
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
