/** Shows what a mailed link would do without using it up, so that mail scanners do no harm. */
import "server-only";
import { z } from "zod";
import type { EmailLinkPreview } from "#lib/protocol/wire/identity.ts";
import { type EmailToken, findEmailToken, findEndedSignIn } from "./email-links.ts";

/** @throws SIGN_IN_REFUSED for an unknown link, and for one that does not sign in and has ended */
export async function previewEmailLink({
  ctx: { now },
  input,
}: {
  ctx: { now: number };
  input: { body: z.output<typeof EmailToken> };
}): Promise<EmailLinkPreview> {
  const { token } = input.body;
  const ended = await findEndedSignIn(token, now);
  if (ended !== undefined) {
    const { email, purpose, expiresAt, usedAt } = ended;
    return {
      // A used link can be in the log of a mail scanner, which need not learn the address from us.
      email: shortened(email),
      state: usedAt === null ? "expired" : "used",
      usedAt: usedAt?.toISOString() ?? null,
      purpose,
      expiresAt: expiresAt.toISOString(),
      referredBy: null,
    };
  }
  const { email, purpose, expiresAt, referredBy } = await findEmailToken(token, now);
  const live = { state: "live" as const, usedAt: null };
  return { email, ...live, purpose, expiresAt: expiresAt.toISOString(), referredBy };
}

/** `a…@example.com` */
function shortened(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, 1)}…${email.slice(at)}`;
}
