/** A session requests a mail that links an address to its account. */
import "server-only";
import type { z } from "zod";
import { takeQuotas } from "#lib/platform/http/take-quotas.ts";
import type { MailLocale } from "#lib/platform/mail/mail-locales.ts";
import { type MailSent, sendEmailLink } from "./email-links.ts";
import type { EmailCallOfSession } from "./email-request.ts";
import { requireFreshProof } from "./fresh-proof.ts";

/**
 * Whether the address belongs to another account is only revealed when the link is opened. The mailbox may be a stranger's,
 * so these mails are also limited by mailbox, separately from sign-in mails.
 * @throws FRESH_PROOF_REQUIRED, RATE_LIMITED
 */
export async function requestLinkMail(
  { ctx, input }: EmailCallOfSession,
  locale: MailLocale,
): Promise<z.output<typeof MailSent>> {
  const { email } = input.body;
  const { actor, now, client, quotas } = ctx;
  requireFreshProof(actor, now);
  await takeQuotas(
    quotas,
    ["session_mails", actor.userId],
    ["sign_in_mails_of_address", client.address],
    ["link_mails", email],
  );
  return sendEmailLink({ email, purpose: "link", sessionId: actor.sessionId, locale }, now);
}
