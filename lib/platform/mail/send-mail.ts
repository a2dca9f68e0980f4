/** Sends mail over SMTP, on connections that the process keeps for a moment. */
import { processSlot } from "#lib/kernel/process-slot.ts";
import "server-only";
import { createTransport, type Transporter } from "nodemailer";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { createLogger, type Logger } from "#lib/kernel/log/log.ts";
import { config } from "#lib/platform/config/config.ts";

/** How long the server may take to connect, to greet, and between two answers. */
const TIMEOUT_MS = 5_000;
/** Servers close silent connections. Idle ones are closed here first, so that no message is sent on a closed one. */
const IDLE_MS = 3_000;

export type Mail = {
  /** One address, as `EmailAddress` parses it. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Address that stops mails of this kind, by POST (RFC 8058) or when opened. */
  unsubscribeUrl?: string;
};

type Opened = { url: string; transport: Transporter; log: Logger };
const slot = processSlot<Opened>("mail");

/** True when this service is configured to send mail. */
export function hasMail(): boolean {
  return config().smtpUrl !== undefined;
}

/**
 * Sends one mail, in one attempt. It resolves when the server has accepted it.
 * @throws NOT_FOUND without SMTP_URL, MAIL_NOT_SENT
 */
export async function sendMail({ to, subject, text, html, unsubscribeUrl }: Mail): Promise<void> {
  const { transport, log } = opened();
  try {
    await transport.sendMail({
      from: config().mailFrom,
      // An object is never parsed as a list.
      to: { name: "", address: to },
      subject,
      text,
      html,
      ...(unsubscribeUrl !== undefined && {
        list: { unsubscribe: unsubscribeUrl },
        headers: { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
      }),
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  } catch (error) {
    const refusal = new ServiceError("MAIL_NOT_SENT");
    refusal.cause = error;
    log.warn({ err: refusal }, "a mail was not sent");
    throw refusal;
  }
}

/** Closes the connections. */
export function closeMail(): void {
  slot.value?.transport.close();
  slot.value = undefined;
}

function opened(): Opened {
  const { smtpUrl, logLevel } = config();
  if (smtpUrl === undefined) throw new ServiceError("NOT_FOUND");
  const url = smtpUrl.reveal();
  if (slot.value?.url === url) return slot.value;
  closeMail();
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 3,
    // The caller decides whether to resend a message whose connection broke.
    maxRequeues: 0,
    idleTimeout: IDLE_MS,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    dnsTimeout: TIMEOUT_MS,
  });
  // Each message rejects with its own error; without a listener a broken idle connection would end the process.
  transport.on("error", () => undefined);
  slot.value = { url, transport, log: createLogger("mail", logLevel) };
  return slot.value;
}
