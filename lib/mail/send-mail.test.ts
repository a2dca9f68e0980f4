/** Mail to servers that take it, refuse it, say nothing, or are not there. */
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import {
  type OutsideParties,
  startOutsideParties,
} from "#services/sandbox/testing/outside-parties.ts";
import { linkMail } from "./texts/texts.ts";

const folder = mkdtempSync(join(tmpdir(), "send-mail-"));
let parties: OutsideParties;
const servers: Server[] = [];

beforeAll(async () => {
  parties = await startOutsideParties(folder);
});
afterAll(async () => {
  await parties.stop();
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(async () => {
  (await import("./send-mail.ts")).closeMail();
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** The module with mail going to `url`. */
async function mailTo(url: string | undefined) {
  vi.stubEnv("SMTP_URL", url);
  vi.resetModules();
  return import("./send-mail.ts");
}

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
  it("is there when a server is named", async () => {
    expect((await mailTo(undefined)).hasMail()).toBe(false);
    await expect((await mailTo(undefined)).sendMail(mail)).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    expect((await mailTo("smtp://127.0.0.1:1")).hasMail()).toBe(true);
  });

  it("delivers text and HTML, one message after the other over one connection", async () => {
    const { sendMail } = await mailTo(`smtp://127.0.0.1:${parties.smtpPort}`);
    await sendMail(mail);
    await sendMail({ ...mail, subject: "Again" });
    const { messages } = (await (
      await fetch(`${parties.url}/mail/messages?to=a%40example.com`)
    ).json()) as { messages: object[] };
    expect(messages).toMatchObject([
      { subject: "Again", text: expect.stringContaining("Text") as string },
      { subject: "Hello", html: expect.stringContaining("<p>Text</p>") as string },
    ]);
  });

  it("puts no line of its own into the headers, whatever the subject is", async () => {
    const { sendMail } = await mailTo(`smtp://127.0.0.1:${parties.smtpPort}`);
    await sendMail({ ...mail, to: "b@example.com", subject: "One\r\nBcc: c@example.com" });
    const read = async (to: string) =>
      (await (await fetch(`${parties.url}/mail/messages?to=${to}`)).json()) as {
        messages: object[];
      };
    expect((await read("b%40example.com")).messages).toHaveLength(1);
    expect((await read("c%40example.com")).messages).toHaveLength(0);
  });

  it("fails at once where nobody listens, with the cause for the log", async () => {
    const { sendMail } = await mailTo("smtp://127.0.0.1:1");
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
    const { sendMail } = await mailTo(url);
    await expect(sendMail(mail)).rejects.toMatchObject(notSent);
    expect(connections.count).toBe(1);
  });

  it("gives a server five seconds to say something", async () => {
    const { url, connections } = await serverThat(() => undefined);
    const { sendMail } = await mailTo(url);
    const start = performance.now();
    await expect(sendMail(mail)).rejects.toMatchObject(notSent);
    expect(performance.now() - start).toBeGreaterThan(4_500);
    expect(performance.now() - start).toBeLessThan(9_000);
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

  it("escapes what it puts into HTML, and loads nothing", () => {
    const { html } = linkMail({ ...link, locale: "en" });
    expect(html).toContain("#token=abc&amp;&lt;x&gt;");
    expect(html).not.toMatch(/<(img|script|link|style|iframe)|src=|url\(/);
  });
});
