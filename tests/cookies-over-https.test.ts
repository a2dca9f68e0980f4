/**
 * Every cookie of a service over HTTPS is sent over HTTPS only, is hidden from scripts, and has the prefix that says
 * so.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { newWallet, startTime, Visitor } from "#app/api/auth/auth.testing.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { setHttpRuntime } from "#lib/platform/http/runtime.ts";
import { closeMail } from "#lib/platform/mail/send-mail.ts";
import {
  type OutsideParties,
  startOutsideParties,
} from "#services/sandbox/testing/outside-parties.ts";

const folder = mkdtempSync(join(tmpdir(), "https-cookies-"));
let parties: OutsideParties;
let db: Database;

beforeAll(async () => {
  parties = await startOutsideParties(folder);
  vi.stubEnv("BASE_URL", "https://svc.example");
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

/** The `Set-Cookie` lines of a sign-in, with those of the requests before it. */
async function cookiesOf(signIn: (visitor: Visitor) => Promise<{ headers: Headers }>) {
  const visitor = new Visitor();
  const before = await visitor.get("/api/auth/csrf");
  const after = await signIn(visitor);
  expect((await visitor.who()).user).toBeDefined();
  return [...before.headers.getSetCookie(), ...after.headers.getSetCookie()];
}

async function mailedToken(address: string): Promise<string> {
  const url = `${parties.url}/mail/messages?to=${encodeURIComponent(address)}`;
  const { messages } = (await (await fetch(url)).json()) as { messages: { text: string }[] };
  return /#token=([\w-]{43})$/m.exec(messages[0]?.text ?? "")?.[1] ?? "";
}

test.each<[string, (visitor: Visitor) => Promise<{ headers: Headers }>, string[]]>([
  ["a wallet", (visitor) => visitor.signIn(newWallet()), []],
  [
    "a mail",
    async (visitor) => {
      await visitor.post("/api/auth/email", { email: "ada@example.com" });
      const token = await mailedToken("ada@example.com");
      return visitor.form("/api/auth/callback/email", { token });
    },
    ["__Host-svc_mail"],
  ],
])("a sign-in by %s", async (_, signIn, more) => {
  const lines = await cookiesOf(signIn);
  const names = lines.map((line) => line.slice(0, line.indexOf("=")));
  expect(names).toEqual(expect.arrayContaining(["__Secure-next-auth.session-token", ...more]));
  for (const line of lines) {
    const [pair = "", ...attributes] = line.split("; ");
    expect(pair).toMatch(/^__(?:Secure|Host)-/);
    expect(attributes).toEqual(expect.arrayContaining(["Path=/", "HttpOnly", "Secure"]));
    expect(attributes).toContain("SameSite=Lax");
    expect(attributes.some((attribute) => attribute.startsWith("Domain="))).toBe(false);
  }
});
