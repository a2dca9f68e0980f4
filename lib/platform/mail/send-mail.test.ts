/** Mail to servers that take it, refuse it, say nothing, or are not there. */
import { createServer, type Server } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { linkMail } from "#lib/identity/proofs/texts/link-mail.ts";
import { restoreSettings, stubSettings } from "#lib/platform/config/config.testing.ts";
import { closeMail, hasMail, sendMail } from "./send-mail.ts";

const servers: Server[] = [];
const received: (Email & { recipients: string[] })[] = [];
const connected = vi.fn<() => void>();
const receiver = new SMTPServer({
  disabledCommands: ["AUTH", "STARTTLS"],
  onConnect: (_session, reply) => {
    connected();
    reply();
  },
  onData: (stream, { envelope }, reply) => {
    void (async () => {
      const chunks = await Array.fromAsync(stream as AsyncIterable<Buffer>);
      const recipients = envelope.rcptTo.map(({ address }) => address);
      received.push({ ...(await PostalMime.parse(Buffer.concat(chunks))), recipients });
      reply();
    })();
  },
});
let receiverUrl = "";

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const address = receiver.server.address();
  receiverUrl = `smtp://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
});
afterAll(async () => {
  for (const server of servers) server.close();
  await new Promise<void>((resolve) => receiver.close(resolve));
});
afterEach(() => {
  closeMail();
  restoreSettings();
});

const mailTo = (url: string | undefined) => stubSettings({ SMTP_URL: url });

async function serverThat(answer: (line: string) => string | undefined, greeting?: string) {
  const connections = { count: 0 };
  const server = createServer((socket) => {
    connections.count += 1;
    socket.on("error", () => undefined);
    if (greeting !== undefined) socket.write(greeting);
    socket.on("data", (bytes) => {
      const reply = answer(bytes.toString());
      if (reply !== undefined) socket.write(reply);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return { url: `smtp://127.0.0.1:${port}`, connections };
}

const mail = { to: "a@example.com", subject: "Hello", text: "Text", html: "<p>Text</p>" };
const notSent = { code: "MAIL_NOT_SENT", status: 502 };

describe("sending mail", () => {
  it("is available when a server is configured", async () => {
    mailTo(undefined);
    expect(hasMail()).toBe(false);
    await expect(sendMail(mail)).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    mailTo("smtp://127.0.0.1:1");
    expect(hasMail()).toBe(true);
  });

  it("delivers text and HTML, one message after the other over one connection", async () => {
    mailTo(receiverUrl);
    connected.mockClear();
    await sendMail(mail);
    await sendMail({ ...mail, subject: "Again" });
    expect(received).toMatchObject([
      { subject: "Hello", text: "Text\n", html: "<p>Text</p>\n", recipients: [mail.to] },
      { subject: "Again" },
    ]);
    expect(connected).toHaveBeenCalledOnce();
  });

  it("adds no header line of its own, whatever the subject is", async () => {
    mailTo(receiverUrl);
    await sendMail({ ...mail, subject: "One\r\nBcc: c@example.com" });
    const last = received.at(-1);
    expect(last?.recipients).toEqual([mail.to]);
    expect(last?.headers.map(({ key }) => key)).not.toContain("bcc");
  });

  it("has headers for a one-press unsubscribe in the reader's program, for mails of a kind", async () => {
    mailTo(receiverUrl);
    await sendMail(mail);
    const reportedOutcomes = () =>
      new Map(
        received
          .at(-1)
          ?.headers.filter(({ key }) => key.startsWith("list-"))
          .map(({ key, value }) => [key, value]),
      );
    expect(reportedOutcomes()).toEqual(new Map());
    const unsubscribeUrl = `https://svc.example/unsubscribe/ptr_${"0".repeat(24)}.${"x".repeat(43)}`;
    await sendMail({ ...mail, unsubscribeUrl });
    expect(reportedOutcomes()).toEqual(
      new Map([
        ["list-unsubscribe", `<${unsubscribeUrl}>`],
        ["list-unsubscribe-post", "List-Unsubscribe=One-Click"],
      ]),
    );
  });

  it("fails at once where no server listens, with the cause for the log", async () => {
    mailTo("smtp://127.0.0.1:1");
    await expect(sendMail(mail)).rejects.toMatchObject({
      ...notSent,
      cause: expect.objectContaining({ code: "ESOCKET" }) as Error,
    });
  });

  it("fails when the server refuses, and does not try again by itself", async () => {
    const { url, connections } = await serverThat((line) => {
      if (line.startsWith("EHLO")) return "250 server\r\n";
      return line.startsWith("MAIL") ? "451 later\r\n" : "250 ok\r\n";
    }, "220 server\r\n");
    mailTo(url);
    await expect(sendMail(mail)).rejects.toMatchObject(notSent);
    expect(connections.count).toBe(1);
  });

  it("waits five seconds for a server's answer", async () => {
    const { url, connections } = await serverThat(() => undefined);
    mailTo(url);
    const start = performance.now();
    await expect(sendMail(mail)).rejects.toMatchObject(notSent);
    expect(performance.now() - start).toBeGreaterThan(4_500);
    expect(connections.count).toBe(1);
  });
});

describe("the text of a mail", () => {
  const link = {
    purpose: "sign-in",
    url: "https://svc.example/sign-in/email#token=abc&<x>",
    site: "svc.example",
    minutes: 15,
  } as const;

  it.each(["en", "de", "ar"] as const)("names site, link and time, in %s", (locale) => {
    for (const purpose of ["sign-in", "link", "prove"] as const) {
      const { subject, text, html } = linkMail({ ...link, purpose, locale });
      expect(subject).toContain("svc.example");
      expect(text).toContain(link.url);
      expect(text).toContain("15");
      expect(html).toContain(`lang="${locale}" dir="${locale === "ar" ? "rtl" : "ltr"}"`);
    }
  });

  it("escapes texts in HTML, and loads nothing", () => {
    const { html } = linkMail({ ...link, locale: "en" });
    expect(html).toContain("#token=abc&amp;&lt;x&gt;");
    expect(html).not.toMatch(/<(img|script|link|style|iframe)|src=|url\(/);
  });
});
