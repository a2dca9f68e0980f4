/** Kinds of values that several settings of the app have. */
import { z } from "zod";
import { Secret } from "#lib/kernel/env.ts";

export const secret = z
  .string()
  .min(32, "must have at least 32 characters")
  .transform((value) => new Secret(value));

/**
 * HTTPS is required: an attacker between the app and an identity provider could sign in as anyone, and one between the app and a node of
 * the chain could fake a payment.
 */
export const trustedParty = z
  .url({ protocol: /^https?$/ })
  .refine(isPrivateWay, "must be an https:// address; http:// is taken on this machine only");

function isPrivateWay(url: string): boolean {
  // A text that is not an address has its own error already.
  if (!URL.canParse(url)) return true;
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" || /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}
