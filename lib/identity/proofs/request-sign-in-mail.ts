/** Anybody may ask for a mail with a link that signs in. */
import "server-only";
import type { z } from "zod";
import { takeQuotas } from "#lib/platform/http/take-quotas.ts";
import type { MailLocale } from "#lib/platform/mail/texts/mail-texts.ts";
import type { EmailCall } from "./email-request.ts";
import { type MailSent, sendEmailLink } from "./email-tokens.ts";

/**
 * Nothing is looked up: whether the address has an account changes neither the answer nor how long it takes.
 * @throws RATE_LIMITED for one client, and for one mailbox, whose owner did not ask
 */
export async function requestSignInMail(
  { ctx, input }: EmailCall,
  asked: { locale: MailLocale; referredBy: string | undefined },
): Promise<z.output<typeof MailSent>> {
  const { email } = input.body;
  const { now, client, quotas } = ctx;
  await takeQuotas(quotas, ["sign_in_mails_of_address", client.address], ["sign_in_mails", email]);
  return sendEmailLink({ email, purpose: "sign-in", sessionId: undefined, ...asked }, now);
}
