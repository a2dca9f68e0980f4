/**
 * The unsubscribe link asks for confirmation when it is opened. A press, or a post by a mail
 * program, stops the mails of one partner.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type AccountTables,
  openAccountTables,
  TABLES,
} from "#lib/identity/accounts/accounts.testing.ts";
import { unsubscribeToken } from "#lib/partner/notices/unsubscribe-token.ts";
import { makePartner, type TestPartner } from "#lib/partner/partner.testing.ts";
import { readProfile } from "#lib/partner/profile/profile.ts";
import { setHttpRuntime } from "#lib/platform/http/runtime.ts";
import { limitOf } from "#lib/server/request-limits.ts";
import { GET, POST } from "./route.ts";

const HANDLERS = { GET, POST };

let tables: AccountTables;
let partner: TestPartner;
let other: TestPartner;
let names = 0;

beforeAll(async () => {
  tables = await openAccountTables();
});
afterAll(async () => {
  setHttpRuntime();
  await tables.close();
});
beforeEach(async () => {
  partner = await makePartner(tables.db, `ada-${++names}`);
  other = await makePartner(tables.db, `eve-${names}`);
});

async function ask(method: "GET" | "POST", token: string, init: RequestInit = {}) {
  const request = new Request(`http://localhost:3000/unsubscribe/${encodeURIComponent(token)}`, {
    method,
    ...init,
  });
  const answer = await HANDLERS[method](request, { params: Promise.resolve({ token }) });
  return { status: answer.status, headers: answer.headers, html: await answer.text() };
}

async function isMailed({ actor }: TestPartner): Promise<boolean | undefined> {
  return (await readProfile({ ctx: { actor, now: 0 } })).partner?.mail_notices;
}

describe("the opened link", () => {
  it("asks in the reader's language and changes nothing, because mail scanners open links", async () => {
    const headers = { "accept-language": "de-AT" };
    const {
      status,
      html,
      headers: own,
    } = await ask("GET", unsubscribeToken(partner.id), { headers });
    expect(status).toBe(200);
    expect(html).toContain("Diese Mails abbestellen?");
    expect(html).toContain('<form method="post">');
    expect(own.get("content-security-policy")).toContain("form-action 'self'");
    expect(own.get("referrer-policy")).toBe("no-referrer");
    expect(await isMailed(partner)).toBe(true);
  });
});

describe("a post to the link", () => {
  it("stops the mails of this partner and of no other, also without a cookie and repeatedly", async () => {
    const token = unsubscribeToken(partner.id);
    const oneClick = {
      body: "List-Unsubscribe=One-Click",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        origin: "https://mail.example",
      },
    };
    for (const init of [oneClick, oneClick, {}]) {
      const { status, html } = await ask("POST", token, init);
      expect(status).toBe(200);
      expect(html).toContain("Emails stopped");
    }
    expect([await isMailed(partner), await isMailed(other)]).toEqual([false, true]);
    const { auditLog } = TABLES;
    const { userId } = partner.actor;
    const rows = await tables.db.select().from(auditLog);
    expect(rows.filter((row) => row.userId === userId)).toMatchObject([
      { action: "partner.joined" },
      { action: "partner.mails_stopped", actorKind: "service" },
    ]);
  });
});

describe("a forged link", () => {
  const forged: [string, (token: string) => string][] = [
    ["with another's name", (token) => `${other.id}${token.slice(token.indexOf("."))}`],
    [
      "with another signature",
      (token) => `${token.slice(0, -1)}${token.endsWith("A") ? "Q" : "A"}`,
    ],
    ["that is cut off", (token) => token.slice(0, -1)],
    ["without a signature", () => partner.id],
    ["that is empty", () => ""],
    ["with appended text", (token) => `${token}${"x".repeat(500)}`],
  ];
  it.each(forged)(
    "%s stops nothing, and names the page where mails can be stopped",
    async (_, forge) => {
      const token = forge(unsubscribeToken(partner.id));
      for (const method of ["GET", "POST"] as const) {
        const { status, html } = await ask(method, token);
        expect(status).toBe(404);
        expect(html).toContain("This link does not work");
      }
      expect([await isMailed(partner), await isMailed(other)]).toEqual([true, true]);
    },
  );

  it("is limited like a page", () => {
    const path = `/unsubscribe/${unsubscribeToken(partner.id)}`;
    expect(limitOf({ method: "POST", path, headers: {} })).toBe("pages");
  });
});
