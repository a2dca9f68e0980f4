/** Links in mails, from the form to a real mail server and back. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { newWallet, startTime, time, Visitor } from "#app/api/auth/auth.testing.ts";
import { emailTokens } from "#lib/identity/schema/identity.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { LIMITS } from "#lib/platform/http/rate-limits.ts";
import { setHttpRuntime } from "#lib/platform/http/runtime.ts";
import { closeMail } from "#lib/platform/mail/send-mail.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import {
  APP_URL,
  type OutsideParties,
  startOutsideParties,
} from "#services/sandbox/testing/outside-parties.ts";

const folder = mkdtempSync(join(tmpdir(), "mail-links-"));
let parties: OutsideParties;
let db: Database;

beforeAll(async () => {
  parties = await startOutsideParties(folder);
  vi.stubEnv("BASE_URL", APP_URL);
  vi.stubEnv("SMTP_URL", `smtp://127.0.0.1:${parties.smtpPort}`);
  db = await testDatabase();
  setDatabase(db);
});
afterAll(async () => {
  closeMail();
  setHttpRuntime();
  setDatabase(undefined);
  await db.$client.end();
  await parties.stop();
  rmSync(folder, { recursive: true, force: true });
  vi.unstubAllEnvs();
});
beforeEach(startTime);

type Message = { subject: string; text: string; html: string };

async function messagesTo(address: string): Promise<Message[]> {
  const path = `${parties.url}/mail/messages?to=${encodeURIComponent(address)}`;
  return ((await (await fetch(path)).json()) as { messages: Message[] }).messages;
}

/** The token of the newest mail. */
async function tokenOf(address: string): Promise<string> {
  const [message] = await messagesTo(address);
  const token = /#token=([\w-]{43})$/m.exec(message?.text ?? "")?.[1];
  if (token === undefined) throw new Error(`no link in ${JSON.stringify(message)}`);
  return token;
}

let people = 0;
const newAddress = () => `person${++people}@example.com`;

const ask = (visitor: Visitor, email: string, path = "/api/auth/email") =>
  visitor.post(path, { email });
const open = (visitor: Visitor, token: string) =>
  visitor.form("/api/auth/callback/email", { token });
const useLink = (visitor: Visitor, token: string) => visitor.post("/api/v1/email-links", { token });

async function signedIn(email = newAddress()): Promise<{ visitor: Visitor; email: string }> {
  const visitor = new Visitor();
  expect((await ask(visitor, email)).status).toBe(202);
  expect((await open(visitor, await tokenOf(email))).status).toBe(200);
  return { visitor, email };
}

const refused = { status: 401, body: { error: "SIGN_IN_REFUSED" } };

describe("signing in by mail", () => {
  it("opens an account without a wallet, and finds the same one the next time, however the address is written", async () => {
    const { visitor, email } = await signedIn();
    const { user } = await visitor.who();
    expect(user).toEqual({ id: expect.stringMatching(/^usr_/) as string, address: null });
    const later = new Visitor();
    await ask(later, `  ${email.toUpperCase()} `);
    await open(later, await tokenOf(email));
    expect((await later.who()).user?.id).toBe(user?.id);
  });

  it("binds a new account to the partner whose link the browser followed, and no earlier account", async () => {
    const partner = await signedIn();
    await partner.visitor.post("/api/v1/partner", { code: "ada" });
    const { visitor: known, email } = await signedIn();
    await known.get("/r/ada");
    await ask(known, email);
    await open(known, await tokenOf(email));
    const visitor = new Visitor();
    await visitor.get("/r/ada");
    const address = newAddress();
    await ask(visitor, address);
    expect(visitor.cookies.get("svc_ref")).toBe("ada");
    await open(visitor, await tokenOf(address));
    expect([known, visitor].map(({ cookies }) => cookies.has("svc_ref"))).toEqual([false, false]);
    const { body } = await partner.visitor.get("/api/v1/partner/referrals");
    expect(body).toMatchObject({ count: 1, results: [{ wallets: [] }] });
    expect(JSON.stringify(body)).not.toContain(address);
  });

  it("binds the person who opens the mail in another browser than the one that followed the link", async () => {
    const [ada, eve] = [await signedIn(), await signedIn()];
    await ada.visitor.post("/api/v1/partner", { code: "ada-2" });
    await eve.visitor.post("/api/v1/partner", { code: "eve-2" });
    const came = async (opens: Visitor) => {
      const asks = new Visitor();
      await asks.get("/r/ada-2");
      const address = newAddress();
      await ask(asks, address);
      const token = await tokenOf(address);
      const preview = await opens.post("/api/auth/email/look", { token });
      expect(preview.body).toMatchObject({ email: address, referredBy: "ada-2" });
      expect((await open(opens, token)).status).toBe(200);
    };
    await came(new Visitor());
    const counts = async () =>
      Promise.all(
        [ada, eve].map(
          async ({ visitor }) => (await visitor.get("/api/v1/partner/referrals")).body.count,
        ),
      );
    expect(await counts()).toEqual([1, 0]);
    // The link that the browser itself followed takes precedence.
    const other = new Visitor();
    await other.get("/r/eve-2");
    await came(other);
    expect(await counts()).toEqual([1, 1]);
    // An unknown code, such as of a partner who has left since, is ignored.
    const late = new Visitor();
    late.cookies.set("svc_ref", "nobody-2");
    await came(late);
    expect(await counts()).toEqual([2, 1]);
    // The code is no longer valid: the mail signs in without it.
    const asks = new Visitor();
    await asks.get("/r/eve-2");
    const address = newAddress();
    await ask(asks, address);
    expect((await eve.visitor.delete("/api/v1/account", { confirm: "delete" })).status).toBe(204);
    const token = await tokenOf(address);
    const preview = await new Visitor().post("/api/auth/email/look", { token });
    expect(preview.body).toMatchObject({ referredBy: null });
    expect((await open(new Visitor(), token)).status).toBe(200);
  });

  it("answers alike for an address with an account and for one without", async () => {
    const { email } = await signedIn();
    const visitor = new Visitor();
    const answers = [await ask(visitor, email), await ask(visitor, newAddress())];
    for (const { status, body } of answers) {
      expect(status).toBe(202);
      expect(Object.keys(body as object)).toEqual(["expiresAt"]);
    }
  });

  it("works once: when two people open the link at once, one gets in", async () => {
    const email = newAddress();
    const visitors = [new Visitor(), new Visitor()];
    await ask(new Visitor(), email);
    const token = await tokenOf(email);
    const answers = await Promise.all(visitors.map((visitor) => open(visitor, token)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
    expect(await open(new Visitor(), token)).toMatchObject(refused);
  });

  it("works for fifteen minutes", async () => {
    const email = newAddress();
    await ask(new Visitor(), email);
    const token = await tokenOf(email);
    time.aheadMs = 15 * MINUTE_MS;
    expect(await open(new Visitor(), token)).toMatchObject(refused);
  });

  it("shows the purpose of a link without using it", async () => {
    const email = newAddress();
    const visitor = new Visitor();
    await ask(visitor, email);
    const token = await tokenOf(email);
    const preview = () => visitor.post("/api/auth/email/look", { token });
    for (const answer of [await preview(), await preview()]) {
      expect(answer).toMatchObject({ status: 200, body: { email, purpose: "sign-in" } });
    }
    await open(visitor, token);
    expect(await open(visitor, token)).toMatchObject(refused);
    const unknown = { token: "x".repeat(43) };
    expect(await visitor.post("/api/auth/email/look", unknown)).toMatchObject(refused);
    expect((await visitor.post("/api/auth/email/look", { token: "x" })).status).toBe(400);
  });

  it("stores only the token's hash, and sends the token in the fragment of the link", async () => {
    const email = newAddress();
    await ask(new Visitor(), email);
    const token = await tokenOf(email);
    const rows = JSON.stringify(await db.select().from(emailTokens));
    expect(rows).toContain(email);
    expect(rows).not.toContain(token);
    const [message] = await messagesTo(email);
    expect(message?.text).toContain(`${APP_URL}/sign-in/email#token=${token}`);
  });

  it("deletes expired tokens", async () => {
    await ask(new Visitor(), newAddress());
    time.aheadMs = 24 * 60 * MINUTE_MS + 16 * MINUTE_MS;
    await ask(new Visitor(), newAddress());
    expect(await db.select().from(emailTokens)).toHaveLength(1);
  });

  it("says when a link was used, also by a program, and sends another one to the same mailbox by a press", async () => {
    const email = newAddress();
    const person = new Visitor();
    await ask(person, email);
    const token = await tokenOf(email);
    const again = (visitor: Visitor, one = token) =>
      visitor.post("/api/auth/email/again", { token: one });
    expect(await again(person)).toMatchObject(refused);
    const scanner = new Visitor();
    expect((await open(scanner, token)).status).toBe(200);
    const { status, body } = await person.post("/api/auth/email/look", { token });
    expect(status).toBe(200);
    expect(body).toMatchObject({ purpose: "sign-in", state: "used", email: "p…@example.com" });
    expect(Date.parse((body as { usedAt: string }).usedAt)).toBeGreaterThan(0);
    expect(JSON.stringify(body)).not.toContain(email);
    expect((await again(person)).status).toBe(202);
    const next = await tokenOf(email);
    expect(next).not.toBe(token);
    expect((await open(person, next)).status).toBe(200);
    expect((await person.who()).user?.id).toBe((await scanner.who()).user?.id);
  });

  it("offers another link for a day after the end of one, within the limits of the mailbox", async () => {
    const email = newAddress();
    const visitor = new Visitor();
    await ask(visitor, email);
    const token = await tokenOf(email);
    const look = () => visitor.post("/api/auth/email/look", { token });
    const again = () => visitor.post("/api/auth/email/again", { token });
    time.aheadMs = 15 * MINUTE_MS;
    expect((await look()).body).toMatchObject({ state: "expired", usedAt: null });
    expect((await again()).status).toBe(202);
    time.aheadMs = 24 * 60 * MINUTE_MS + 15 * MINUTE_MS;
    expect(await look()).toMatchObject(refused);
    expect(await again()).toMatchObject(refused);
    expect(await visitor.post("/api/auth/email/again", { token: "x".repeat(43) })).toMatchObject(
      refused,
    );
    const other = newAddress();
    await ask(visitor, other);
    const used = await tokenOf(other);
    await open(visitor, used);
    const limit = LIMITS.sign_in_mails_of_known_browser.limit + LIMITS.sign_in_mails.limit;
    const answers: number[] = [];
    for (let count = 0; count <= limit; count += 1)
      answers.push((await new Visitor().post("/api/auth/email/again", { token: used })).status);
    expect(answers.at(-1)).toBe(429);
  });

  it("sends at most five mails in fifteen minutes to one mailbox, whoever requests them", async () => {
    const email = newAddress();
    for (let left = LIMITS.sign_in_mails.limit - 1; left >= 0; left -= 1) {
      const answer = await ask(new Visitor(), email);
      expect(answer.headers.get("ratelimit-remaining")).toBe(String(left));
    }
    const limited = await ask(new Visitor(), email.toUpperCase());
    expect(limited).toMatchObject({ status: 429, body: { error: "RATE_LIMITED" } });
    expect(limited.headers.get("ratelimit-remaining")).toBe("0");
    expect(limited.headers.get("retry-after")).toMatch(/^\d+$/);
    expect(await messagesTo(email)).toHaveLength(5);
  });

  it("reaches a browser that has signed in with the mailbox before, however many strangers send requests", async () => {
    const email = newAddress();
    const owner = new Visitor();
    await ask(owner, email);
    const token = await tokenOf(email);
    expect((await owner.form("/api/auth/callback/email", { token })).status).toBe(200);
    for (let count = 0; count < 8; count += 1) await ask(new Visitor(), email);
    expect((await ask(new Visitor(), email)).status).toBe(429);
    const elsewhere = new Visitor();
    for (const [name, value] of owner.cookies) elsewhere.cookies.set(name, value);
    expect((await ask(elsewhere, email)).status).toBe(202);
    expect((await ask(elsewhere, newAddress())).headers.get("ratelimit-remaining")).toBe("4");
    for (let left = 3; left >= 0; left -= 1) await ask(owner, email);
    expect((await ask(owner, email)).status).toBe(429);
    const forger = new Visitor();
    forger.cookies.set("svc_mail", Buffer.alloc(32).toString("base64url"));
    expect((await ask(forger, email)).status).toBe(429);
  });

  it("sends at most thirty mails an hour for one client", async () => {
    const visitor = new Visitor();
    for (let count = 0; count < LIMITS.sign_in_mails_of_address.limit; count += 1) {
      expect((await ask(visitor, newAddress())).status).toBe(202);
    }
    expect((await ask(visitor, newAddress())).status).toBe(429);
  });

  it("answers to pages of this site only", async () => {
    const headers = { "content-type": "application/json", "sec-fetch-site": "cross-site" };
    const { POST } = await import("#app/api/auth/email/route.ts");
    const body = JSON.stringify({ email: newAddress() });
    const request = new Request(`${APP_URL}/api/auth/email`, { method: "POST", headers, body });
    expect((await POST(request, { params: Promise.resolve({}) })).status).toBe(403);
  });

  it("writes in the language of the page", async () => {
    const visitor = new Visitor();
    const email = newAddress();
    visitor.cookies.set("svc.locale", "de");
    await ask(visitor, email);
    expect((await messagesTo(email))[0]?.subject).toBe("Anmelden bei localhost:3999");
  });
});

describe("linking an address", () => {
  const asksToLink = (visitor: Visitor, email: string) =>
    ask(visitor, email, "/api/v1/identities/email");

  it("sends at most five mails to one mailbox, whoever requests them, and none of them is a sign-in mail", async () => {
    const email = newAddress();
    const statuses = [];
    for (let count = 0; count <= LIMITS.link_mails.limit; count += 1) {
      const visitor = new Visitor();
      await visitor.signIn(newWallet());
      statuses.push((await asksToLink(visitor, email)).status);
    }
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
    expect((await ask(new Visitor(), email)).status).toBe(202);
  });

  it("requires a fresh proof, and the link opened in the session that asked", async () => {
    const visitor = new Visitor();
    await visitor.signIn(newWallet());
    const email = newAddress();
    const answer = await asksToLink(visitor, email);
    expect(answer.status).toBe(202);
    // The remaining mails, which are fewer than the remaining requests.
    expect(answer.headers.get("ratelimit-limit")).toBe("5");
    const token = await tokenOf(email);
    // Neither as a sign-in, nor in another session, nor without one.
    expect(await open(new Visitor(), token)).toMatchObject(refused);
    expect(await useLink((await signedIn()).visitor, token)).toMatchObject(refused);
    expect((await useLink(new Visitor(), token)).status).toBe(401);
    const linked = await useLink(visitor, token);
    expect(linked).toMatchObject({ status: 200, body: { purpose: "link" } });
    expect(await useLink(visitor, token)).toMatchObject(refused);
    const later = (await signedIn(email)).visitor;
    // A session by mail acts for the account's wallet.
    expect(await later.who()).toEqual({ ...(await visitor.who()), expires: expect.anything() });
    time.aheadMs = 11 * MINUTE_MS;
    expect(await asksToLink(visitor, newAddress())).toMatchObject({
      status: 403,
      body: { error: "FRESH_PROOF_REQUIRED" },
    });
  });

  it("takes no address from another account, and never links one without a request", async () => {
    const { visitor: other, email } = await signedIn();
    const visitor = new Visitor();
    await visitor.signIn(newWallet());
    const before = await visitor.who();
    await asksToLink(visitor, email);
    expect(await useLink(visitor, await tokenOf(email))).toMatchObject({
      status: 409,
      body: { error: "IDENTITY_IN_USE" },
    });
    expect(await visitor.who()).toEqual(before);
    expect((await other.who()).user?.id).not.toBe(before.user?.id);
  });

  it("ends with the session that asked", async () => {
    const visitor = new Visitor();
    await visitor.signIn(newWallet());
    const email = newAddress();
    await asksToLink(visitor, email);
    const token = await tokenOf(email);
    await visitor.form("/api/auth/signout");
    await visitor.signIn(newWallet());
    expect(await useLink(visitor, token)).toMatchObject(refused);
  });
});

describe("proving by mail", () => {
  const asksToProve = (visitor: Visitor, email: string) =>
    ask(visitor, email, "/api/v1/prove/email");

  it("cannot be blocked by others who request mails to the same mailbox", async () => {
    const { visitor, email } = await signedIn();
    for (let count = 0; count < 8; count += 1) await ask(new Visitor(), email);
    expect((await ask(new Visitor(), email)).status).toBe(429);
    const stranger = new Visitor();
    await stranger.signIn(newWallet());
    for (let count = 0; count < 8; count += 1) {
      await ask(stranger, email, "/api/v1/identities/email");
      await asksToProve(stranger, email);
    }
    expect((await asksToProve(visitor, email)).status).toBe(202);
  });

  it("counts allowed mails only: ten in fifteen minutes for one user", async () => {
    const { visitor, email } = await signedIn();
    for (let count = 0; count < 12; count += 1) {
      expect((await asksToProve(visitor, newAddress())).status).toBe(404);
    }
    for (let left = LIMITS.session_mails.limit - 1; left >= 0; left -= 1) {
      const { status, headers } = await asksToProve(visitor, email);
      expect([status, headers.get("ratelimit-remaining")]).toEqual([202, String(left)]);
    }
    const limited = await asksToProve(visitor, email);
    expect(limited).toMatchObject({ status: 429, body: { error: "RATE_LIMITED" } });
    expect(limited.headers.get("ratelimit-limit")).toBe("10");
    expect(limited.headers.get("retry-after")).toMatch(/^\d+$/);
  });

  it("renews the proof of the session that asked", async () => {
    const { visitor, email } = await signedIn();
    time.aheadMs = 11 * MINUTE_MS;
    expect((await asksToProve(visitor, email)).status).toBe(202);
    const token = await tokenOf(email);
    expect(await open(new Visitor(), token)).toMatchObject(refused);
    const { body } = await useLink(visitor, token);
    expect(body).toMatchObject({ purpose: "prove" });
    const { freshUntil } = (await visitor.get("/api/v1/identities")).body as {
      freshUntil: string;
    };
    expect(Date.parse(freshUntil)).toBeGreaterThan(Date.now() + 20 * MINUTE_MS);
  });

  it("accepts only addresses of the account", async () => {
    const { email } = await signedIn();
    const { visitor } = await signedIn();
    const answer = await asksToProve(visitor, email);
    expect(answer).toMatchObject({ status: 404, body: { error: "IDENTITY_NOT_FOUND" } });
  });

  it("neither signs in with a link of another purpose, nor proves with a sign-in link", async () => {
    const { visitor, email } = await signedIn();
    await ask(visitor, email);
    expect(await useLink(visitor, await tokenOf(email))).toMatchObject(refused);
  });
});
