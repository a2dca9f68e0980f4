/** Real mails from a mail client to the simulated server, and the pages that show them. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createTransport } from "nodemailer";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type OutsideParties,
  startOutsideParties,
} from "#services/sandbox/testing/outside-parties.ts";
import { Mailbox, type Message } from "./mailbox.ts";

const folder = mkdtempSync(join(tmpdir(), "mail-"));
let parties: OutsideParties;

beforeAll(async () => {
  parties = await startOutsideParties(folder);
});

afterAll(async () => {
  await parties.stop();
  rmSync(folder, { recursive: true, force: true });
});

const clientTo = (port: number) =>
  createTransport({
    host: "127.0.0.1",
    port,
    secure: false,
    ignoreTLS: true,
    greetingTimeout: 400,
  });

type Mail = { to: string; subject?: string; text?: string; html?: string };

async function send(mail: Mail) {
  const client = clientTo(parties.smtpPort);
  try {
    return await client.sendMail({ from: '"The app" <app@example.com>', ...mail });
  } finally {
    client.close();
  }
}

async function messagesTo(address: string): Promise<Message[]> {
  const path = `${parties.url}/mail/messages?to=${encodeURIComponent(address)}`;
  return ((await (await fetch(path)).json()) as { messages: Message[] }).messages;
}

async function page(path: string) {
  const response = await fetch(`${parties.url}${path}`);
  return { status: response.status, headers: response.headers, html: await response.text() };
}

const post = (path: string, body: unknown) =>
  fetch(`${parties.url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

describe("a sent message", () => {
  test("is in the mailbox of its recipient, with text and HTML", async () => {
    const before = Date.now();
    await send({
      to: "Ada <Ada@Example.com>",
      subject: "Grüße – مرحبا",
      text: "Hello\nhttps://app.example/sign-in/email#token=a-b_c.\n",
      html: "<p>Hello</p>",
    });
    const [message, ...others] = await messagesTo("ada@example.com");
    expect(others).toEqual([]);
    expect(message).toMatchObject({
      id: expect.stringMatching(/^msg_/),
      to: expect.stringMatching(/^ada@example\.com$/i),
      from: "The app <app@example.com>",
      subject: "Grüße – مرحبا",
      text: expect.stringContaining("Hello\nhttps://app.example/sign-in/email#token=a-b_c."),
      html: expect.stringContaining("<p>Hello</p>"),
    });
    expect(message!.receivedAt).toBeGreaterThanOrEqual(before);
  });

  test("to two people is in both mailboxes, newest first, and in no other", async () => {
    await send({ to: "b1@example.com, b2@example.com", subject: "first" });
    await send({ to: "b1@example.com", subject: "second" });
    expect((await messagesTo("B1@example.com")).map(({ subject }) => subject)).toEqual([
      "second",
      "first",
    ]);
    expect((await messagesTo("b2@example.com")).map(({ subject }) => subject)).toEqual(["first"]);
    expect(await messagesTo("1@example.com")).toEqual([]);
  });

  test("survives a restart, readable by its owner only", async () => {
    await send({ to: "kept@example.com", subject: "still here" });
    await parties.stop();
    parties = await startOutsideParties(folder);
    expect(await messagesTo("kept@example.com")).toMatchObject([{ subject: "still here" }]);
    const files = readdirSync(join(folder, "mail"));
    for (const name of files) {
      expect(statSync(join(folder, "mail", name)).mode & 0o777).toBe(0o600);
    }
  });
});

describe("the mailbox page", () => {
  const script = "<script>alert(1)</script>";
  const evil = {
    to: "evil@example.com",
    subject: `s ${script}`,
    text: `t ${script} https://app.example/?a=1&b="onclick=alert(2) javascript:alert(3)`,
    html: `${script}</iframe>"><img src=x onerror=alert(4)><p>h</p>`,
  };

  test("shows the content of a message as text, and only web addresses as links", async () => {
    await send(evil);
    const { html, headers } = await page("/mail?to=evil@example.com");
    expect(html).toContain("Simulated mailbox — nothing here was really sent");
    expect(html).toContain("s &#60;script&#62;");
    expect(html).toContain("t &#60;script&#62;");
    expect(html).not.toContain("<script");
    expect(html).not.toMatch(/href="javascript:/);
    expect(html).toContain(
      '<a href="https://app.example/?a=1&#38;b=" target="_blank" rel="noopener noreferrer">',
    );
    expect(html).toContain('<meta http-equiv="refresh"');
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain("unsafe");
  });

  test("shows an HTML part on its own page, in a frame without scripts, forms or our origin", async () => {
    const [message] = await messagesTo(evil.to);
    const { html, headers } = await page(`/mail/message?id=${message!.id}`);
    expect(html.match(/<iframe/g)).toHaveLength(1);
    expect(html).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
    expect(html).not.toMatch(/<script|<img/);
    expect(html).not.toContain('http-equiv="refresh"');
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain("script-src");
  });

  test("shows the mail of one address, and escapes the address that the reader gives", async () => {
    await send({ to: "c@example.com", subject: "for c" });
    expect((await page("/mail")).html).toContain("for c");
    expect((await page("/mail?to=C@example.com")).html).toContain("for c");
    expect((await page("/mail?to=nobody@example.com")).html).not.toContain("for c");
    const { html } = await page(`/mail?to=${encodeURIComponent(`"><script>`)}`);
    expect(html).not.toContain("<script");
    expect((await page("/mail?refresh=off")).html).not.toContain('http-equiv="refresh"');
  });

  test("says so when a message is no longer kept", async () => {
    expect(await page("/mail/message?id=msg_0")).toMatchObject({
      status: 404,
      html: expect.stringContaining("not kept any more"),
    });
  });
});

describe("a test can make the mail server", () => {
  test("refuse temporarily, and accept mail again", async () => {
    expect((await post("/mail/fault", { mode: "refuse" })).status).toBe(200);
    await expect(send({ to: "d@example.com" })).rejects.toMatchObject({ responseCode: 451 });
    await post("/mail/fault", { mode: "off" });
    await send({ to: "d@example.com", subject: "now" });
    expect(await messagesTo("d@example.com")).toMatchObject([{ subject: "now" }]);
  });

  test("accept a connection and stay silent, until the test ends that", async () => {
    await post("/mail/fault", { mode: "hang" });
    await expect(send({ to: "e@example.com" })).rejects.toMatchObject({ code: "ETIMEDOUT" });
    const silent = connect(parties.smtpPort, "127.0.0.1").setEncoding("utf8");
    let heard = "";
    silent.on("data", (text: string) => {
      heard += text;
    });
    await sleep(200);
    expect(heard).toBe("");
    await post("/mail/fault", { mode: "off" });
    await expect.poll(() => heard).toMatch(/^421 /);
    silent.destroy();
    await send({ to: "e@example.com", subject: "now" });
    expect(await messagesTo("e@example.com")).toHaveLength(1);
  });

  test("do nothing else", async () => {
    expect((await post("/mail/fault", { mode: "explode" })).status).toBe(400);
  });
});

describe("the mail server limits", () => {
  test("the size of a message", async () => {
    const large = { to: "f@example.com", text: "x".repeat(300 * 1024) };
    await expect(send(large)).rejects.toMatchObject({ responseCode: 552 });
    expect(await messagesTo("f@example.com")).toEqual([]);
    await send({ to: "f@example.com", subject: "small" });
    expect(await messagesTo("f@example.com")).toHaveLength(1);
  });

  test("the recipients of one message", async () => {
    const to = Array.from({ length: 30 }, (_, index) => `many${index}@example.com`).join(", ");
    await send({ to });
    expect(await messagesTo("many0@example.com")).toHaveLength(1);
    expect(await messagesTo("many25@example.com")).toEqual([]);
  });

  const keeping = (name: string) => {
    const own = join(folder, name);
    mkdirSync(own);
    return { own, open: () => new Mailbox({ folder: own, clock: { now: () => 1_000 } }) };
  };
  const mail = { to: "g@example.com", from: "", subject: "", text: "", html: null };

  test("the number of messages: the oldest are deleted, on disk as well", () => {
    const { own, open } = keeping("many");
    const mailbox = open();
    for (let count = 1; count <= 503; count += 1) {
      mailbox.add({ ...mail, subject: String(count) });
    }
    const subjects = (one: Mailbox) => one.list().map(({ subject }) => subject);
    expect(subjects(mailbox)).toHaveLength(500);
    expect(subjects(mailbox).at(0)).toBe("503");
    expect(subjects(mailbox).at(-1)).toBe("4");
    expect(readdirSync(own)).toHaveLength(500);
    expect(subjects(open())).toEqual(subjects(mailbox));
  });

  test("the space that they take together", () => {
    const { open } = keeping("large");
    const mailbox = open();
    for (let count = 0; count < 80; count += 1) {
      mailbox.add({ ...mail, text: "x".repeat(250_000) });
    }
    expect(mailbox.list().length).toBe(63);
  });

  test("the damage of a foreign file in the folder, which is deleted", () => {
    const { own, open } = keeping("strange");
    open().add({ ...mail, subject: "good" });
    writeFileSync(join(own, "msg_000000000000007.json"), "{");
    writeFileSync(join(own, "msg_000000000000009.json.tmp"), "{}");
    expect(open().list()).toMatchObject([{ subject: "good" }]);
    expect(readdirSync(own)).toHaveLength(1);
  });
});
