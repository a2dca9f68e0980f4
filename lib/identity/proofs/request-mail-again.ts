/** Sends another sign-in mail to the mailbox of a link that was used or has expired; public. */
import "server-only";
import type { z } from "zod";
import type { Client } from "#lib/platform/actor.ts";
import type { Quota } from "#lib/platform/http/quota.ts";
import type { MailLocale } from "#lib/platform/mail/mail-locales.ts";
import { deadLink, type EmailToken, findEndedSignIn, type MailSent } from "./email-links.ts";
import { requestSignInMail } from "./request-sign-in-mail.ts";

type Call = {
  ctx: { now: number; client: Client; quotas: Quota[] };
  input: { body: z.output<typeof EmailToken> };
};

type Browser = {
  locale: MailLocale;
  /** Whether this browser has signed in with the mailbox before. */
  hasSignedInWith: (email: string) => boolean;
};

/**
 * Whoever has the link reads the mailbox or its copies, and the mail goes there only. It counts as any other request for a mail.
 * @throws SIGN_IN_REFUSED for an unknown link and for one that still works, RATE_LIMITED, MAIL_NOT_SENT
 */
export async function requestMailAgain(
  { ctx, input }: Call,
  { locale, hasSignedInWith }: Browser,
): Promise<z.output<typeof MailSent>> {
  const ended = await findEndedSignIn(input.body.token, ctx.now);
  if (ended === undefined) throw deadLink();
  const { email, referredBy } = ended;
  return requestSignInMail(
    { ctx, input: { body: { email } } },
    { locale, referredBy: referredBy ?? undefined, isKnownBrowser: hasSignedInWith(email) },
  );
}
