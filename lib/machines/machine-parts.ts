/** The process parts of machine keys: usage counts, and reminders before expiry. */
import "server-only";
import { sendMail } from "#lib/platform/mail/send-mail.ts";
import { type ProcessPart, processPart } from "#lib/platform/process/process-part.ts";
import { startReminders } from "./keys/expiry-reminders.ts";
import { openKeyUsage } from "./usage/process-usage.ts";

export const machineParts: readonly ProcessPart[] = [
  processPart("key usage", openKeyUsage),
  processPart("key reminders", ({ config: { smtpUrl, baseUrl }, timers, log }) =>
    smtpUrl === undefined ? undefined : startReminders({ timers, log, baseUrl, sendMail }),
  ),
];
