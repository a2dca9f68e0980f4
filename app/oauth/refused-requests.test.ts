/** Authorization requests that are refused: by a browser's address, and pushed. */
import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
  type OAuthTables,
  openOAuthTables,
  type TestClient,
} from "#lib/assistants/oauth/oauth.testing.ts";
import { config } from "#lib/platform/config/config.ts";
import {
  ask,
  Browser,
  begin,
  decide,
  type OAuthApp,
  postForm,
  startOAuthApp,
} from "./oauth.testing.ts";

const ISSUER = config().baseUrl;
let app: OAuthApp;
let tables: OAuthTables;
let close: () => Promise<void>;
let client: TestClient;

beforeAll(async () => {
  ({ tables, close } = await openOAuthTables());
  app = await startOAuthApp();
  client = await tables.addClient("client_secret_post");
});
afterAll(async () => {
  await app.close();
  await close();
});

const missing = (name: string) => ({ [name]: undefined });
const challenge = randomBytes(32).toString("base64url");

/** The error, the client's view of it, and whether the browser may be redirected with it. */
const REFUSED: [name: string, changes: Record<string, string | undefined>, error: string][] = [
  ["no response_type", missing("response_type"), "invalid_request"],
  ["no code_challenge", missing("code_challenge"), "invalid_request"],
  ["no code_challenge_method", missing("code_challenge_method"), "invalid_request"],
  [
    "no PKCE at all",
    { ...missing("code_challenge"), ...missing("code_challenge_method") },
    "invalid_request",
  ],
  ["no scope", missing("scope"), "invalid_request"],
  ["an empty scope", { scope: "" }, "invalid_request"],
  ["no state", missing("state"), "invalid_request"],
  ["an empty state", { state: "" }, "invalid_request"],
  ["a plain challenge", { code_challenge_method: "plain" }, "invalid_request"],
  ["a method in other letters", { code_challenge_method: "s256" }, "invalid_request"],
  ["a short challenge", { code_challenge: "short" }, "invalid_request"],
  ["a challenge with other signs", { code_challenge: `${challenge}!` }, "invalid_request"],
  ["unknown scopes alone", { scope: "openid email read:everything" }, "invalid_scope"],
  ["a token without a code", { response_type: "token" }, "unsupported_response_type"],
  ["an ID token", { response_type: "code id_token" }, "unsupported_response_type"],
  ["a foreign resource", { resource: "https://other.example/mcp" }, "invalid_target"],
  ["a resource below this site", { resource: `${ISSUER}/api/v1` }, "invalid_target"],
  ["a resource with a fragment", { resource: `${ISSUER}/api/v1/mcp#x` }, "invalid_target"],
  ["a resource that is no address", { resource: "mcp" }, "invalid_target"],
  ["a form as the way back", { response_mode: "form_post" }, "unsupported_response_mode"],
  ["a fragment as the way back", { response_mode: "fragment" }, "unsupported_response_mode"],
  ["an unknown way back", { response_mode: "pigeon" }, "unsupported_response_mode"],
  ["an unknown prompt", { prompt: "dance" }, "invalid_request"],
  ["a NUL in the state", { state: "a\0b" }, "invalid_request"],
  ["a line break in the state", { state: "a\nb" }, "invalid_request"],
  ["a NUL in the languages", { ui_locales: "de\0" }, "invalid_request"],
  ["a NUL in a hint", { login_hint: "\0" }, "invalid_request"],
  ["a state of 2049 characters", { state: "s".repeat(2_049) }, "invalid_request"],
  ["a hint of 513 characters", { login_hint: "h".repeat(513) }, "invalid_request"],
  [
    "a foreign request_uri",
    { request_uri: "https://evil.example/request" },
    "request_uri_not_supported",
  ],
  ["a request object", { request: "e30.e30." }, "request_not_supported"],
];

/** The page that keeps the browser here says that the client waits for the reason. */
function wayBack(body: string): URL {
  const [, href = ""] = /<a class="button other" href="([^"]+)">/.exec(body) ?? [];
  return new URL(href.replaceAll("&amp;", "&"));
}

test("scopes that this service does not have are left out beside those that it has", async () => {
  for (const scope of [
    "openid email profile read:market",
    "read:market offline_access x:y",
    "read:market,read:chat",
  ]) {
    const { status, location } = await new Browser(app).get(ask(client, { scope }).url);
    expect([status, location], scope).toEqual([303, expect.stringMatching(/^\/oauth\/consent\//)]);
  }
});

test("parameters of OpenID ask for nothing and are left out", async () => {
  const openId = {
    nonce: "n",
    max_age: "0",
    acr_values: "1",
    claims: "{}",
    id_token_hint: "a.b.c",
  };
  const { status, location } = await new Browser(app).get(ask(client, openId).url);
  expect([status, location]).toEqual([303, expect.stringMatching(/^\/oauth\/consent\//)]);
});

describe("a browser that comes with", () => {
  test.each(REFUSED)(
    "%s stays here, and a link leads to the client with the reason, state and issuer",
    async (_name, changes, error) => {
      const request = ask(client, changes);
      const { status, location, body } = await new Browser(app).get(request.url);
      expect([status, location]).toEqual([400, ""]);
      expect(body).toContain(error);
      expect(body).not.toContain("http-equiv");
      const back = wayBack(body);
      expect(`${back.origin}${back.pathname}`).toBe(client.redirectUri);
      const answer = Object.fromEntries(back.searchParams);
      expect(answer).toMatchObject({ error, iss: ISSUER });
      expect(answer["state"]).toBe("state" in changes ? undefined : request.state);
      expect(answer["code"]).toBeUndefined();
    },
  );

  test("an error, for an app with its own scheme, stays here too", async () => {
    const redirectUri = "orchard-app://done/cb";
    const ours = await tables.addClient("none", { redirect_uris: [redirectUri] });
    const request = ask({ ...ours, redirectUri }, { scope: "everything" });
    const { status, location, body } = await new Browser(app).get(request.url);
    expect([status, location]).toEqual([400, ""]);
    expect(body).not.toContain("http-equiv");
    expect(wayBack(body).href).toContain("orchard-app://done/cb?error=invalid_scope");
  });

  test("an error, for a program on this machine, is redirected with the reason", async () => {
    const redirectUri = "http://127.0.0.1:7777/cb";
    const ours = await tables.addClient("none", { redirect_uris: ["http://127.0.0.1/cb"] });
    const request = ask({ ...ours, redirectUri }, { scope: "everything" });
    const { status, location } = await new Browser(app).get(request.url);
    expect(status).toBe(303);
    expect(location.startsWith(`${redirectUri}?`)).toBe(true);
    const answer = Object.fromEntries(new URL(location).searchParams);
    expect(answer).toMatchObject({ error: "invalid_scope", state: request.state, iss: ISSUER });
  });

  test("an error, for a client that the operator vouches for, is redirected with the reason", async () => {
    const ours = await tables.addClient();
    const { verifiedClients } = config();
    const vouched = vi
      .spyOn(verifiedClients, "includes")
      .mockImplementation((id) => id === ours.id);
    try {
      const { status, location } = await new Browser(app).get(ask(ours, { scope: "x" }).url);
      expect(status).toBe(303);
      expect(location.startsWith(`${ours.redirectUri}?error=invalid_scope`)).toBe(true);
    } finally {
      vouched.mockRestore();
    }
  });

  test.each(["response_type", "code_challenge", "code_challenge_method", "scope", "prompt"])(
    "%s twice is redirected with the reason",
    async (name) => {
      const request = ask(client, name === "prompt" ? { prompt: "login" } : {});
      const { body } = await new Browser(app).get(`${request.url}&${name}=x`);
      const back = wayBack(body);
      expect(back.searchParams.get("error")).toBe("invalid_request");
      expect(back.href.startsWith(client.redirectUri)).toBe(true);
    },
  );

  test("two resources of which one is foreign gets neither", async () => {
    const request = ask(client, { resource: `${ISSUER}/api/v1/mcp` });
    const foreign = encodeURIComponent("https://other.example/");
    const { body } = await new Browser(app).get(`${request.url}&resource=${foreign}`);
    expect(wayBack(body).searchParams.get("error")).toBe("invalid_target");
  });

  /** The browser stays here, because its target is unknown. */
  const STAYS: [name: string, changes: Record<string, string | undefined>, text: string][] = [
    ["no client_id", missing("client_id"), "client_id"],
    ["an unknown client", { client_id: `client_${"0".repeat(24)}` }, "invalid_client"],
    ["a client id that is no id", { client_id: "../../x" }, "invalid_client"],
    ["no redirect_uri", missing("redirect_uri"), "redirect_uri"],
    ["a foreign redirect_uri", { redirect_uri: "https://evil.example/callback" }, "redirect_uri"],
    ["a longer redirect_uri", { redirect_uri: "https://app.example/callback/x" }, "redirect_uri"],
    ["another query", { redirect_uri: "https://app.example/callback?x=1" }, "redirect_uri"],
    ["another scheme", { redirect_uri: "http://app.example/callback" }, "redirect_uri"],
    ["prompt=none, which would lead on without a page", { prompt: "none" }, "prompt=none"],
    ["another port", { redirect_uri: "https://app.example:444/callback" }, "redirect_uri"],
    [
      "a foreign redirect_uri and more that is wrong",
      { redirect_uri: "https://evil.example/callback", scope: undefined, state: undefined },
      "redirect_uri",
    ],
  ];

  test.each(STAYS)("%s gets a page, and no redirect", async (_name, changes, text) => {
    const { status, location, body } = await new Browser(app).get(ask(client, changes).url);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(location).toBe("");
    expect(body).toContain("<!doctype html>");
    expect(body).toContain(text);
    expect(body).not.toMatch(/evil\.example|\.[jt]s:\d+/);
  });

  test.each(["client_id", "redirect_uri"])("%s twice gets a page", async (name) => {
    const request = ask(client);
    const other = encodeURIComponent("https://evil.example/callback");
    const { status, location } = await new Browser(app).get(`${request.url}&${name}=${other}`);
    expect([status, location]).toEqual([400, ""]);
  });

  test("state twice is redirected without a state", async () => {
    const { body } = await new Browser(app).get(`${ask(client).url}&state=other`);
    const { searchParams } = wayBack(body);
    expect([searchParams.get("error"), searchParams.get("state")]).toEqual([
      "invalid_request",
      null,
    ]);
  });

  test("a client whose host gives no answer is asked to wait, and so are programs", async () => {
    const changes = { client_id: "https://nowhere.invalid/client.json" };
    const response = await app.fetch(ask(client, changes).url);
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "60"]);
    expect(await response.text()).toContain("One moment, please");
    const token = await app.fetch("/oauth/token", {
      method: "POST",
      body: new URLSearchParams({ ...changes, grant_type: "refresh_token", refresh_token: "x" }),
    });
    expect([token.status, token.headers.get("retry-after")]).toEqual([503, "60"]);
    expect(await token.json()).toMatchObject({ error: "temporarily_unavailable" });
  });

  test("a method other than GET gets 405", async () => {
    for (const method of ["POST", "PUT", "DELETE", "PATCH"]) {
      const response = await app.fetch(ask(client).url, { method });
      expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    }
  });

  test("a foreign Host gets addresses and cookies of the issuer all the same", async () => {
    const headers = { "x-forwarded-host": "evil.example", forwarded: "host=evil.example" };
    const response = await app.fetch(ask(client).url, { headers });
    expect(response.headers.get("location")).toMatch(/^\/oauth\/consent\//);
    expect(response.headers.getSetCookie().join()).not.toContain("evil.example");
  });
});

describe("a pushed request has", () => {
  const push = (
    changes: Record<string, string | undefined> = {},
    form: [string, string][] = [],
  ) => {
    const { searchParams } = new URL(ask(client, changes).url, ISSUER);
    const secret = ["client_secret", client.secret ?? ""];
    return postForm(app, "/oauth/par", [...searchParams, secret, ...form] as [string, string][]);
  };

  test.each(REFUSED)("%s: 400 with the reason", async (_name, changes, error) => {
    const { status, body } = await push(changes);
    expect({ status, error: body.error }).toEqual({ status: 400, error });
  });

  test.each([
    ["a foreign redirect_uri", { redirect_uri: "https://evil.example/callback" }],
    ["no redirect_uri", missing("redirect_uri")],
    ["prompt=none", { prompt: "none" }],
    ["its own request_uri", { request_uri: "urn:ietf:params:oauth:request_uri:x" }],
  ])("%s: 400", async (_name, changes) => {
    expect((await push(changes)).status).toBe(400);
  });

  test("a parameter twice: 400", async () => {
    expect((await push({}, [["scope", "read:chat"]])).body.error).toBe("invalid_request");
  });

  test("a client without its secret, and an unknown one: 401", async () => {
    for (const form of [{ client_id: client.id }, { client_id: "client_none" }]) {
      const { status, body } = await postForm(app, "/oauth/par", form);
      expect([status, body.error]).toEqual([401, "invalid_client"]);
    }
  });

  test("one authorization at a time, and none after its decision", async () => {
    const { body } = await push();
    const { request_uri: uri = "" } = body as unknown as { request_uri?: string };
    const at = `/oauth/authorize?${new URLSearchParams({ client_id: client.id, request_uri: uri })}`;
    const [browser, actor] = [new Browser(app), await tables.addPerson()];
    const decision = { actor, scopes: ["read:market" as const] };
    const first = await begin(browser, at);
    const again = await begin(browser, at);
    await expect(decide(browser, first, decision)).rejects.toThrow("This link has expired");
    const next = await decide(browser, again, decision);
    const late = await new Browser(app).get(at);
    expect([late.status, late.location]).toEqual([410, ""]);
    expect((await browser.get(next)).location).toContain("code=");
    expect((await new Browser(app).get(at)).status).toBe(410);
    const [, id = ""] = uri.split("request_uri:");
    expect(JSON.stringify(await tables.records())).not.toContain(id);
  });

  test("a minute to live, one user, and one client", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      const { status, body } = await push();
      const { request_uri: uri = "", expires_in: seconds } = body as unknown as {
        request_uri?: string;
        expires_in: number;
      };
      expect([status, seconds]).toEqual([201, 60]);
      const at = (id: string) =>
        `/oauth/authorize?${new URLSearchParams({ client_id: id, request_uri: uri })}`;
      const other = await tables.addClient();
      const foreign = await new Browser(app).get(at(other.id));
      expect([foreign.status, foreign.location]).toEqual([400, ""]);
      await begin(new Browser(app), at(client.id));
      vi.setSystemTime(Date.now() + 61_000);
      const late = await new Browser(app).get(at(client.id));
      expect([late.status, late.location]).toEqual([410, ""]);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("an authorization without a decision", () => {
  test("ends after half an hour", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      const [browser, actor] = [new Browser(app), await tables.addPerson()];
      const uid = await begin(browser, ask(client).url);
      const other = await begin(browser, ask(client).url);
      vi.setSystemTime(Date.now() + 29 * 60_000);
      const decision = { actor, scopes: ["read:market" as const] };
      const next = await decide(browser, uid, decision);
      vi.setSystemTime(Date.now() + 2 * 60_000);
      await expect(decide(browser, other, decision)).rejects.toThrow("This link has expired");
      expect((await browser.get(next)).status).toBe(410);
    } finally {
      vi.useRealTimers();
    }
  });

  test("is stored without its secrets: neither its address nor a token is in the store", async () => {
    const request = ask(client);
    const uid = await begin(new Browser(app), request.url);
    const stored = JSON.stringify(await tables.records());
    expect(stored).toContain(createHash("sha256").update(uid).digest("hex"));
    expect(stored).not.toContain(uid);
    expect(stored).not.toContain(request.verifier);
  });
});
