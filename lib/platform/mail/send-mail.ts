/** The one way by which mail leaves: SMTP, over connections that the process keeps for a moment. */
import "server-only";
import { createTransport, type Transporter } from "nodemailer";
import { config } from "#lib/platform/config.ts";
import { ServiceError } from "#lib/platform/errors.ts";
import { createLogger, type Logger } from "#lib/platform/log.ts";

/** How long the server may take to let us in, to greet, and to say anything at all. */
const TIMEOUT_MS = 5_000;
/** Servers hang up on who is silent; a connection is not kept for so long that this happens under a message. */
const IDLE_MS = 3_000;

export type Mail = {
  /** One address, as `EmailAddress` parses it. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Stops mails of this kind, when it is posted to (RFC 8058) and when it is opened. */
  unsubscribeUrl?: string;
};

const SLOT: unique symbol = Symbol.for("svc.mail");
type Opened = { url: string; transport: Transporter; log: Logger };
/** Bundled route handlers have their own copy of this module, and share the connections. */
const holder: typeof globalThis & { [SLOT]?: Opened | undefined } = globalThis;

/** Whether this service can send mail at all. */
export function hasMail(): boolean {
  return config().smtpUrl !== undefined;
}

/**
 * Sends one mail, in one attempt. Resolved: the server has taken it.
 * @throws NOT_FOUND without SMTP_URL, MAIL_NOT_SENT
 */
export async function sendMail({ to, subject, text, html, unsubscribeUrl }: Mail): Promise<void> {
  const { transport, log } = opened();
  try {
    await transport.sendMail({
      from: config().mailFrom,
      // As an object: it is never parsed as a list.
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

/** Gives the connections up. */
export function closeMail(): void {
  holder[SLOT]?.transport.close();
  holder[SLOT] = undefined;
}

function opened(): Opened {
  const { smtpUrl, logLevel } = config();
  if (smtpUrl === undefined) throw new ServiceError("NOT_FOUND");
  const url = smtpUrl.reveal();
  if (holder[SLOT]?.url === url) return holder[SLOT];
  closeMail();
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 3,
    // A message whose connection breaks is the caller's to send again.
    maxRequeues: 0,
    idleTimeout: IDLE_MS,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    dnsTimeout: TIMEOUT_MS,
  });
  // Each message hears of its own failure; without a listener a broken idle connection would end the process.
  transport.on("error", () => undefined);
  holder[SLOT] = { url, transport, log: createLogger("mail", logLevel) };
  return holder[SLOT];
}
