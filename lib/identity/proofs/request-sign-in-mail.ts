/** Sends a mail with a sign-in link; public. */
import "server-only";
import type { z } from "zod";
import { takeQuotas } from "#lib/platform/http/take-quotas.ts";
import type { MailLocale } from "#lib/platform/mail/mail-locales.ts";
import { type MailSent, sendEmailLink } from "./email-links.ts";
import type { EmailCall } from "./email-request.ts";

/**
 * No account is looked up, so the answer and its timing do not reveal whether the address has one.
 * @param mail.isKnownBrowser whether this browser has signed in with the mailbox before
 * @throws RATE_LIMITED by client, and by mailbox, whose owner may not have requested it
 */
export async function requestSignInMail(
  { ctx, input }: EmailCall,
  {
    isKnownBrowser,
    ...mail
  }: { locale: MailLocale; referredBy: string | undefined; isKnownBrowser: boolean },
): Promise<z.output<typeof MailSent>> {
  const { email } = input.body;
  const { now, client, quotas } = ctx;
  const mails = isKnownBrowser ? "sign_in_mails_of_known_browser" : "sign_in_mails";
  await takeQuotas(quotas, ["sign_in_mails_of_address", client.address], [mails, email]);
  return sendEmailLink({ email, purpose: "sign-in", sessionId: undefined, ...mail }, now);
}
