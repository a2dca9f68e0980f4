/** The process parts that keep the inboxes of accounts small, and mail what concerns security. */
import "server-only";
import { startSecurityMails } from "#lib/identity/security/send-security-mails.ts";
import { startTrimmingInboxes } from "#lib/platform/inbox/trim-inboxes.ts";
import { sendMail } from "#lib/platform/mail/send-mail.ts";
import { type ProcessPart, processPart } from "#lib/platform/process/process-part.ts";

export const identityParts: readonly ProcessPart[] = [
  processPart("inbox clean-up", startTrimmingInboxes),
  processPart("security mails", ({ config: { smtpUrl, baseUrl }, timers, log }) =>
    smtpUrl === undefined ? undefined : startSecurityMails({ timers, log, baseUrl, sendMail }),
  ),
];
