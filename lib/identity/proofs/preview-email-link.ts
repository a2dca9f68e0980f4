/** Shows what a mailed link would do without using it up, so that mail scanners do no harm. */
import "server-only";
import { z } from "zod";
import type { EmailLinkPreview } from "#lib/protocol/wire/identity.ts";
import { type EmailToken, findEmailToken } from "./email-links.ts";

/** @throws SIGN_IN_REFUSED for a link that is used, expired or unknown */
export async function previewEmailLink(call: {
  ctx: { now: number };
  input: { body: z.output<typeof EmailToken> };
}): Promise<EmailLinkPreview> {
  const { email, purpose, expiresAt, referredBy } = await findEmailToken(
    call.input.body.token,
    call.ctx.now,
  );
  return { email, purpose, expiresAt: expiresAt.toISOString(), referredBy };
}
