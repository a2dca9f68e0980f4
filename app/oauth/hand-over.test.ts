/** After a decision, apps on the device are opened by a page; every other client gets a redirect. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type OAuthTables,
  openOAuthTables,
  type TestClient,
} from "#lib/assistants/oauth/oauth.testing.ts";
import type { SessionActor } from "#lib/platform/actor.ts";
import {
  type AuthorizationRequest,
  ask,
  Browser,
  begin,
  decide,
  exchange,
  type OAuthApp,
  startOAuthApp,
} from "./oauth.testing.ts";

const SCHEME = "orchard-app://done/cb";
const NAME = `Orchard <i>"&'`;
const ESCAPED_NAME = "<bdi>Orchard &lt;i&gt;&quot;&amp;&#39;</bdi>";

let app: OAuthApp;
let tables: OAuthTables;
let close: () => Promise<void>;
let client: TestClient;
let actor: SessionActor;
let browser: Browser;
let request: AuthorizationRequest;

beforeAll(async () => {
  ({ tables, close } = await openOAuthTables());
  app = await startOAuthApp();
  const metadata = { redirect_uris: [SCHEME], client_name: NAME };
  client = { ...(await tables.addClient("none", metadata)), redirectUri: SCHEME };
  actor = await tables.addPerson();
});
afterAll(async () => {
  await app.close();
  await close();
});
beforeEach(() => {
  [browser, request] = [new Browser(app), ask(client)];
});

/** Both the link and the automatic opening lead to the same address. */
function addressIn(body: string): URL {
  const [, link] = /<a class="button" href="([^"]+)">/.exec(body) ?? [];
  const [, own] = /<meta http-equiv="refresh" content="0;url=([^"]+)">/.exec(body) ?? [];
  expect(link).toBeDefined();
  expect(own).toBe(link);
  return new URL((link ?? "").replaceAll("&amp;", "&"));
}

async function answered(scopes: "read:market"[] | undefined, language = "en") {
  const uid = await begin(browser, request.url);
  const next = await decide(browser, uid, { actor, scopes });
  const headers = { cookie: browser.cookiesFor(next), "accept-language": language };
  const response = await app.fetch(next, { headers });
  return { uid, next, response, body: await response.text() };
}

describe("to an app with its own scheme", () => {
  test("an approval shows a page that opens the app, and says that it is done", async () => {
    const { response, body } = await answered(["read:market"]);
    expect([response.status, response.headers.get("location")]).toEqual([200, null]);
    expect(body).toContain("<h1>Approved</h1>");
    expect(body).toContain(`${ESCAPED_NAME} should open now. You can close this tab.`);
    expect(body).toContain(`Open ${ESCAPED_NAME}</a>`);
    const address = addressIn(body);
    expect(address.href.startsWith(`${SCHEME}?code=`)).toBe(true);
    const { status, body: tokens } = await exchange(app, client, { request, back: address });
    expect([status, tokens.scope]).toEqual([200, "read:market"]);
  });

  test("the page is not cached, sends no referrer, loads nothing and runs nothing", async () => {
    const { response, body } = await answered(["read:market"]);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("referrer-policy")).toBe("no-referrer");
    expect(response.headers.get("x-frame-options")).toBe("DENY");
    expect(response.headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
    expect(body).not.toMatch(/<script|<img|<link| src=| on[a-z]+=| style=|https?:/);
  });

  test("a denial shows a page too, with its own text", async () => {
    const { response, body } = await answered(undefined);
    expect(response.status).toBe(200);
    expect(body).toContain("<h1>Denied</h1>");
    expect(body).toContain("Nothing was connected.");
    const answer = Object.fromEntries(addressIn(body).searchParams);
    expect(answer).toMatchObject({ error: "access_denied", state: request.state });
    expect(answer["code"]).toBeUndefined();
  });

  test("an approval whose grant was revoked before it was carried out is neither an approval nor a denial", async () => {
    const uid = await begin(browser, request.url);
    const next = await decide(browser, uid, { actor, scopes: ["read:market"] });
    for (const { id } of await tables.grants()) await tables.endGrant(id);
    const { status, body } = await browser.get(next);
    expect(status).toBe(200);
    expect(body).toContain("<h1>Not connected</h1>");
    expect(addressIn(body).searchParams.has("code")).toBe(false);
  });

  test.each([
    ["de", "<h1>Erlaubt</h1>", "öffnen</a>"],
    ["ar", "<h1>تمت الموافقة</h1>", ">فتح <bdi>"],
  ])("the page is in %s", async (language, title, button) => {
    const { body } = await answered(["read:market"], language);
    expect(body).toContain(`<html lang="${language}" dir="${language === "ar" ? "rtl" : "ltr"}">`);
    expect(body).toContain(title);
    expect(body).toContain(button);
  });

  test("a reloaded page says that the answer was given, and has no code", async () => {
    const { next } = await answered(["read:market"]);
    const { status, body } = await browser.get(next);
    expect(status).toBe(410);
    expect(body).toContain("You have already answered");
    expect(body).not.toMatch(/code=|orchard-app:/);
  });
});

test("to a site and to this machine an approval and a denial are redirects", async () => {
  for (const redirectUri of ["https://app.example/callback", "http://127.0.0.1:7777/cb"]) {
    const plain = await tables.addClient("none", { redirect_uris: [redirectUri] });
    for (const scopes of [["read:market" as const], undefined]) {
      request = ask({ ...plain, redirectUri });
      const { response } = await answered(scopes);
      expect(response.status).toBe(303);
      expect(response.headers.get("location")?.startsWith(`${redirectUri}?`)).toBe(true);
    }
  }
});

test("an authorization without a decision, or an unknown one, is not called answered", async () => {
  const { status, body } = await browser.get("/oauth/authorize/nobody-knows-this");
  expect(status).toBe(410);
  expect(body).toContain("This link has expired");
});
