/** The simulated mail server: accepts messages to any address and delivers them to the mailbox page. */
import PostalMime, { type Address } from "postal-mime";
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from "smtp-server";
import { listen } from "#lib/kernel/http/http-server.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import type { Mailbox } from "./mailbox.ts";
import { SMTP_HOST } from "./smtp-host.ts";

const SIZE_LIMIT_BYTES = 256 * 1024;
const MAX_RECIPIENTS = 20;
const MAX_CLIENTS = 50;
const IDLE_MS = 60_000;
/** Time that a client has to close its connection when the server stops. */
const CLOSE_MS = 500;

/** Faults for tests: refuse for the moment (451), or accept the connection and never answer. */
export type MailFault = "refuse" | "hang" | "off";

type Reply = (error?: Error | null) => void;

export class SmtpReceiver {
  readonly #mailbox: Mailbox;
  readonly #server: SMTPServer;
  readonly #held = new Set<Reply>();
  #fault: MailFault = "off";

  constructor(mailbox: Mailbox, log: Logger) {
    this.#mailbox = mailbox;
    this.#server = new SMTPServer({
      name: "sandbox",
      disabledCommands: ["AUTH", "STARTTLS"],
      disableReverseLookup: true,
      size: SIZE_LIMIT_BYTES,
      maxRecipients: MAX_RECIPIENTS,
      maxClients: MAX_CLIENTS,
      socketTimeout: IDLE_MS,
      closeTimeout: CLOSE_MS,
      onConnect: (_session, reply) => this.#proceed(reply),
      // A client may keep a connection from before the fault.
      onMailFrom: (_address, _session, reply) => this.#proceed(reply),
      onRcptTo: (_address, _session, reply) => reply(this.#refusal()),
      onData: (stream, session, reply) => {
        this.#take(stream, session).then(
          () => reply(),
          (error: unknown) => reply(error instanceof Error ? error : new Error(String(error))),
        );
      },
    });
    this.#server.on("error", (error) => log.debug({ err: error }, "a mail connection broke"));
  }

  /** @param port 0 for any. @returns the port that it listens on. @throws PortTakenError */
  async listen(port: number): Promise<number> {
    const address = { host: SMTP_HOST, port, setting: "SANDBOX_SMTP_PORT" };
    return (await listen(this.#server.server, address)).port;
  }

  setFault(fault: MailFault): void {
    this.#fault = fault;
    if (fault !== "hang") this.#letGo();
  }

  async close(): Promise<void> {
    this.#letGo();
    await new Promise<void>((resolve) => this.#server.close(resolve));
  }

  #proceed(reply: Reply): void {
    if (this.#fault === "hang") this.#held.add(reply);
    else reply();
  }

  #letGo(): void {
    for (const reply of this.#held) reply(smtpError(421, "Try again later"));
    this.#held.clear();
  }

  #refusal(): Error | undefined {
    return this.#fault === "refuse" ? smtpError(451, "Refused for the moment") : undefined;
  }

  async #take(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    const raw = await readLimited(stream);
    const refusal = this.#refusal();
    if (refusal) throw refusal;
    if (raw === undefined) throw smtpError(552, "The message is too large");
    const email = await PostalMime.parse(raw).catch(() => {
      throw smtpError(554, "This is no mail message");
    });
    const { mailFrom, rcptTo } = session.envelope;
    for (const { address } of rcptTo) {
      this.#mailbox.add({
        to: address,
        from: nameOf(email.from) ?? (mailFrom ? mailFrom.address : ""),
        subject: email.subject ?? "",
        text: email.text ?? "",
        html: email.html ?? null,
      });
    }
  }
}

/** Reads to the end, as the protocol needs; `undefined` when the message is too large to keep. */
async function readLimited(stream: SMTPServerDataStream): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= SIZE_LIMIT_BYTES) chunks.push(chunk);
    else chunks.length = 0;
  }
  return length <= SIZE_LIMIT_BYTES ? Buffer.concat(chunks) : undefined;
}

function nameOf(from: Address | undefined): string | undefined {
  if (!from?.address) return undefined;
  return from.name ? `${from.name} <${from.address}>` : from.address;
}

function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
