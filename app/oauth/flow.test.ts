/** From an authorization to tokens, as products and their users go through it. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { authenticateAccessToken } from "#lib/assistants/oauth/authenticate.ts";
import { type OAuthTables, openOAuthTables } from "#lib/assistants/oauth/oauth.testing.ts";
import type { OauthGrantActor, SessionActor } from "#lib/platform/actor.ts";
import { config } from "#lib/platform/config/config.ts";
import {
  ask,
  authorizeAs,
  Browser,
  begin,
  decide,
  exchange,
  getTokens,
  type OAuthApp,
  startOAuthApp,
} from "./oauth.testing.ts";

const ISSUER = config().baseUrl;
let app: OAuthApp;
let tables: OAuthTables;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ tables, close } = await openOAuthTables());
  app = await startOAuthApp();
});
afterAll(async () => {
  await app.close();
  await close();
});

/** Calls the assistant endpoint with a token and returns its user. */
const whose = (text: string): Promise<OauthGrantActor> =>
  authenticateAccessToken({ text }, { now: Date.now(), client: { address: "", agent: "" } });

describe("a user who approves", () => {
  test("is redirected with a code, which gives a token with exactly the ticked scopes", async () => {
    const [registered, actor] = [await tables.addClient(), await tables.addPerson()];
    const request = ask(registered);
    const back = await authorizeAs(new Browser(app), request, { actor, scopes: ["read:market"] });
    expect(back.href).toMatch(/^https:\/\/app\.example\/callback\?/);
    expect(Object.fromEntries(back.searchParams)).toEqual({
      code: expect.stringMatching(/^[\w-]{43}$/),
      state: request.state,
      iss: ISSUER,
    });
    const { status, body } = await exchange(app, registered, { request, back });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        access_token: expect.stringMatching(/^svc_at_[\w-]{43}$/),
        refresh_token: expect.stringMatching(/^svc_rt_[\w-]{43}$/),
        expires_in: 3600,
        scope: "read:market",
        token_type: "Bearer",
      },
    });
    expect(await whose(body.access_token)).toMatchObject({
      kind: "oauth_grant",
      userId: actor.userId,
      clientId: registered.id,
      clientName: "Example",
      scopes: ["read:market"],
    });
  });

  test("is asked again the next time, and grants anew: a scope that was unticked can be ticked", async () => {
    const [registered, actor] = [await tables.addClient(), await tables.addPerson()];
    const browser = new Browser(app);
    const first = await getTokens(app, registered, { browser, actor, scopes: ["read:market"] });
    const second = await getTokens(app, registered, { browser, actor, scopes: ["read:chat"] });
    const [one, other] = [await whose(first.access_token), await whose(second.access_token)];
    expect(one.scopes).toEqual(["read:market"]);
    expect(other.scopes).toEqual(["read:chat"]);
    expect(one.grantId).not.toBe(other.grantId);
  });

  test("finds the grant in their log, with the scopes, and also the refusal of another one", async () => {
    const [registered, actor] = [await tables.addClient(), await tables.addPerson()];
    const browser = new Browser(app);
    const tokens = await getTokens(app, registered, { browser, actor, scopes: ["read:chat"] });
    await authorizeAs(browser, ask(registered), { actor, scopes: undefined });
    const { grantId } = await whose(tokens.access_token);
    expect(await tables.audit(actor.userId)).toEqual([
      {
        action: "oauth_grant.created",
        actorKind: "session",
        target: grantId,
        details: { name: "Example", scopes: "read:chat" },
      },
      {
        action: "oauth_grant.denied",
        actorKind: "session",
        target: null,
        details: { name: "Example", scopes: "read:chat read:market" },
      },
    ]);
  });
});

test("a user who denies is redirected with access_denied, state and issuer, and grants nothing", async () => {
  const [registered, actor] = [await tables.addClient(), await tables.addPerson()];
  const request = ask(registered);
  const back = await authorizeAs(new Browser(app), request, { actor, scopes: undefined });
  expect(Object.fromEntries(back.searchParams)).toEqual({
    error: "access_denied",
    error_description: "The user did not allow it.",
    state: request.state,
    iss: ISSUER,
  });
  expect((await tables.grants()).filter(({ userId }) => userId === actor.userId)).toEqual([]);
});

describe("the decision", () => {
  let actor: SessionActor;
  beforeAll(async () => {
    actor = await tables.addPerson();
  });

  test("belongs to the browser that asked: a person who is led to another browser's page decides nothing", async () => {
    const [mallory, victim] = [new Browser(app), new Browser(app)];
    const uid = await begin(mallory, ask(await tables.addClient()).url);
    const decision = { actor, scopes: ["read:market" as const] };
    await expect(decide(victim, uid, decision)).rejects.toThrow("This link has expired");
    await begin(victim, ask(await tables.addClient()).url);
    await expect(decide(victim, uid, decision)).rejects.toThrow("This link has expired");
  });

  test("continues only in the browser that asked", async () => {
    const browser = new Browser(app);
    const uid = await begin(browser, ask(await tables.addClient()).url);
    const next = await decide(browser, uid, { actor, scopes: ["read:market"] });
    const { status, body, location } = await new Browser(app).get(next);
    expect([status, location]).toEqual([410, ""]);
    expect(body).toContain("This link has expired");
    expect(body).not.toMatch(/at .*\.(?:ts|js):\d+/);
  });

  test("makes one grant when it is sent twice, as a double click does", async () => {
    const browser = new Browser(app);
    const uid = await begin(browser, ask(await tables.addClient()).url);
    const decision = { actor, scopes: ["read:market" as const] };
    const before = (await tables.grants()).length;
    const [one, other] = await Promise.all([
      decide(browser, uid, decision),
      decide(browser, uid, decision),
    ]);
    expect(one).toBe(other);
    expect((await tables.grants()).length - before).toBe(1);
    expect((await browser.get(one)).location).toContain("code=");
  });

  test("is void when two different ones are sent, whichever came first", async () => {
    const user = await tables.addPerson();
    for (const [first, second] of [
      [["read:market"], undefined],
      [undefined, ["read:market"]],
      [["read:market"], ["read:market", "read:chat"]],
    ] as const) {
      const browser = new Browser(app);
      const uid = await begin(browser, ask(await tables.addClient()).url);
      const next = await decide(browser, uid, { actor: user, scopes: first?.slice() });
      const again = decide(browser, uid, { actor: user, scopes: second?.slice() });
      await expect(again).rejects.toThrow("This link has expired");
      expect((await browser.get(next)).status).toBe(410);
    }
    const grants = (await tables.grants()).filter(({ userId }) => userId === user.userId);
    expect(grants.map(({ revokedAt }) => revokedAt === null)).toEqual([false, false]);
    const ended = (await tables.audit(user.userId)).filter(
      ({ action }) => action === "oauth_grant.revoked",
    );
    expect(ended).toHaveLength(2);
    expect(new Set(ended.map(({ target }) => target))).toEqual(new Set(grants.map(({ id }) => id)));
  });

  test("is over once the browser has moved on: the back button leads to nothing", async () => {
    const browser = new Browser(app);
    const uid = await begin(browser, ask(await tables.addClient()).url);
    const decision = { actor, scopes: ["read:market" as const] };
    const next = await decide(browser, uid, decision);
    expect((await browser.get(next)).status).toBe(303);
    expect((await browser.get(next)).status).toBe(410);
    await expect(decide(browser, uid, decision)).rejects.toThrow("This link has expired");
  });

  test("gives one code, however many requests follow it at once", async () => {
    const browser = new Browser(app);
    const uid = await begin(browser, ask(await tables.addClient()).url);
    const next = await decide(browser, uid, { actor, scopes: ["read:market"] });
    const headers = { cookie: browser.cookiesFor(next) };
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => app.fetch(next, { headers })),
    );
    const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other);
    expect(statuses).toEqual([303, 410, 410, 410, 410, 410]);
  });

  test("grants no scope that was not requested, and at least one", async () => {
    const browser = new Browser(app);
    const uid = await begin(browser, ask(await tables.addClient()).url);
    for (const scopes of [[], ["trade:execute"], ["read:market", "trade:execute"]] as const) {
      const decision = { actor, scopes: scopes.slice() };
      await expect(decide(browser, uid, decision)).rejects.toThrow("This link has expired");
    }
  });

  test("requires a live session", async () => {
    const gone = await tables.addPerson();
    const browser = new Browser(app);
    const uid = await begin(browser, ask(await tables.addClient()).url);
    await tables.endSessions(gone.userId);
    const decision = { actor: gone, scopes: ["read:market" as const] };
    await expect(decide(browser, uid, decision)).rejects.toMatchObject({
      code: "SIGN_IN_REQUIRED",
    });
  });

  test("belongs to the account that is signed in at that time: another user of the same browser grants their own", async () => {
    const browser = new Browser(app);
    const registered = await tables.addClient();
    for (const user of [actor, await tables.addPerson(), actor]) {
      const scopes = ["read:market" as const];
      const tokens = await getTokens(app, registered, { browser, actor: user, scopes });
      expect((await whose(tokens.access_token)).userId).toBe(user.userId);
    }
    expect([...browser.cookies.values()].map(({ name }) => name)).not.toContain(
      "svc.oauth.session",
    );
  });
});

test("the prompts that a client requests are all part of the one decision, and none is refused", async () => {
  const [registered, actor] = [await tables.addClient(), await tables.addPerson()];
  for (const prompt of ["consent", "login", "select_account", "login consent"]) {
    const request = ask(registered, { prompt });
    const back = await authorizeAs(new Browser(app), request, { actor, scopes: ["read:market"] });
    expect(back.searchParams.get("code")).toBeTruthy();
  }
});

describe("the discovery document", () => {
  test("describes the server correctly, and contains nothing of OpenID", async () => {
    const response = await app.fetch("/.well-known/oauth-authorization-server");
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    const document = (await response.json()) as Record<string, unknown>;
    expect(document).toEqual({
      issuer: ISSUER,
      authorization_endpoint: `${ISSUER}/oauth/authorize`,
      token_endpoint: `${ISSUER}/oauth/token`,
      registration_endpoint: `${ISSUER}/oauth/register`,
      revocation_endpoint: `${ISSUER}/oauth/revoke`,
      userinfo_endpoint: `${ISSUER}/oauth/userinfo`,
      pushed_authorization_request_endpoint: `${ISSUER}/oauth/par`,
      scopes_supported: ["read:chat", "read:points", "read:market", "trade:execute"],
      response_types_supported: ["code"],
      response_modes_supported: ["query"],
      grant_types_supported: ["authorization_code", "refresh_token"],
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none", "client_secret_basic", "client_secret_post"],
      revocation_endpoint_auth_methods_supported: [
        "none",
        "client_secret_basic",
        "client_secret_post",
      ],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      request_parameter_supported: false,
      request_uri_parameter_supported: false,
      service_documentation: `${ISSUER}/developers`,
    });
  });
});

test("a client that registered no refresh tokens gets none", async () => {
  const metadata = { grant_types: ["authorization_code"] };
  const [registered, actor] = [await tables.addClient("none", metadata), await tables.addPerson()];
  const browser = new Browser(app);
  const tokens = await getTokens(app, registered, { browser, actor, scopes: ["read:market"] });
  expect(Object.keys(tokens).toSorted()).toEqual([
    "access_token",
    "expires_in",
    "scope",
    "token_type",
  ]);
});

test.each([
  ["the address of the site", ISSUER],
  ["the site's address with a slash", `${ISSUER}/`],
  ["the assistant endpoint", `${ISSUER}/api/v1/mcp`],
  ["the endpoint's address with a slash", `${ISSUER}/api/v1/mcp/`],
  ["the endpoint's address in capitals", `${ISSUER.toUpperCase()}/api/v1/mcp`],
])(
  "%s is the resource, also when the token endpoint gets another one of these names",
  async (_name, resource) => {
    const [registered, actor] = [await tables.addClient(), await tables.addPerson()];
    const request = ask(registered, { resource });
    const back = await authorizeAs(new Browser(app), request, { actor, scopes: ["read:market"] });
    const { body } = await exchange(app, registered, { request, back }, { resource: ISSUER });
    expect((await whose(body.access_token)).userId).toBe(actor.userId);
  },
);
