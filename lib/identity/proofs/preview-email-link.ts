/** Shows what a mailed link would do without using it up, so that mail scanners do no harm. */
import "server-only";
import { z } from "zod";
import { type EmailToken, findEmailToken } from "./email-tokens.ts";

export const EmailLinkPreview = z.strictObject({
  email: z.string(),
  purpose: z.enum(["sign-in", "link", "prove"]),
  expiresAt: z.iso.datetime(),
  /** Code of the partner link that the requesting browser had followed, as the browser kept it. */
  referredBy: z.string().nullable(),
});

/** @throws SIGN_IN_REFUSED for a link that is used, expired or unknown */
export async function previewEmailLink(call: {
  ctx: { now: number };
  input: { body: z.output<typeof EmailToken> };
}): Promise<z.output<typeof EmailLinkPreview>> {
  const { email, purpose, expiresAt, referredBy } = await findEmailToken(
    call.input.body.token,
    call.ctx.now,
  );
  return { email, purpose, expiresAt: expiresAt.toISOString(), referredBy };
}
