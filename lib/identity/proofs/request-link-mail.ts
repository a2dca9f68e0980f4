/** A session may ask for a mail by which an address becomes one of its account's identities. */
import "server-only";
import type { z } from "zod";
import { takeQuotas } from "#lib/platform/http/take-quotas.ts";
import type { MailLocale } from "#lib/platform/mail/texts/mail-texts.ts";
import type { EmailCallOfSession } from "./email-request.ts";
import { type MailSent, sendEmailLink } from "./email-tokens.ts";
import { requireFreshProof } from "./fresh-proof.ts";

/**
 * Whether the address belongs to another account is told to who opens the link. The mailbox may be anybody's, so that
 * these mails are counted for it too, apart from those that sign its owner in.
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
