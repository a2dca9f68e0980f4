/** Links to consent pages without a pending authorization for this browser are answered before a page is rendered. */
import { hash } from "node:crypto";
import { NextRequest } from "next/server";
import { afterEach, beforeEach, expect, test } from "vitest";
import { oauthRecords } from "#lib/assistants/schema/oauth.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { proxy } from "#proxy.tsx";

let db: Database;

beforeEach(async () => {
  db = await testDatabase();
  setDatabase(db);
  await db.insert(oauthRecords).values({
    model: "Interaction",
    idHash: hash("sha256", "waiting", "hex"),
    payload: { params: { redirect_uri: "https://app.example/cb" } },
    expiresAt: new Date(Date.now() + 60_000),
  });
});
afterEach(async () => {
  setDatabase(undefined);
  await db.$client.end();
});

const open = (path: string, headers: Record<string, string> = {}) =>
  proxy(new NextRequest(`http://localhost:3000${path}`, { headers }));

test.each([
  ["that does not exist", "/oauth/consent/unknown", "svc.oauth=unknown"],
  ["of another browser", "/oauth/consent/waiting", ""],
  ["of another authorization", "/oauth/consent/waiting", "svc.oauth=other"],
])("a link %s is gone, and the page says so without scripts", async (_, path, cookie) => {
  const answer = await open(path, { cookie, "accept-language": "de-AT,de;q=0.9" });
  expect(answer.status).toBe(410);
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
  const html = await answer.text();
  expect(html).toContain('<html lang="de" dir="ltr">');
  expect(html).toContain("Dieser Link ist abgelaufen");
  expect(html).not.toContain("<script");
});

test("a link that waits for this browser is rendered, and its form may redirect to the app", async () => {
  const answer = await open("/oauth/consent/waiting", { cookie: "svc.oauth=waiting" });
  expect(answer.headers.get("x-middleware-next")).toBe("1");
  expect(answer.headers.get("content-security-policy")).toContain(
    "form-action 'self' https://app.example https:",
  );
});
