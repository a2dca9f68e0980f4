/** The token endpoint, revocation and userinfo: refusals, the effect of a stolen code or token, and the stored data. */
import { createHash, randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { GET as listSessions } from "#app/api/v1/sessions/route.ts";
import { removeDeadRecords } from "#lib/assistants/oauth/clean-up.ts";
import { issueWalletToken } from "#lib/identity/sessions/wallet-token.ts";
import { config } from "#lib/platform/config/config.ts";
import { insertKeys, TEST_KEYS } from "#lib/server/credentials/credentials.testing.ts";
import {
  ask,
  authorizeAs,
  Browser,
  exchange,
  getTokens,
  grantOf,
  holdTime,
  knock,
  openOAuthWorld,
  postForm,
} from "./oauth.testing.ts";

const world = openOAuthWorld();
const later = holdTime();

const scopes = ["read:market" as const, "read:chat" as const];
const tokensOf = (of = world.client) =>
  getTokens(world.app, of, { browser: new Browser(world.app), actor: world.actor, scopes });
const codeOf = async (of = world.client) => {
  const request = ask(of);
  return {
    request,
    back: await authorizeAs(new Browser(world.app), request, { actor: world.actor, scopes }),
  };
};
const refresh = (token: string, changes: Record<string, string> = {}) =>
  postForm(world.app, "/oauth/token", {
    grant_type: "refresh_token",
    client_id: world.client.id,
    refresh_token: token,
    ...changes,
  });

const actionsOf = async (grantId: string) =>
  (await world.tables.audit(world.actor.userId))
    .filter(({ target }) => target === grantId)
    .map(({ action }) => action);

describe("a code is refused", () => {
  const foreign = { redirect_uri: "https://app.example/other" };
  test.each([
    ["without a verifier", { code_verifier: undefined }, "invalid_grant"],
    [
      "with another verifier",
      { code_verifier: randomBytes(32).toString("base64url") },
      "invalid_grant",
    ],
    ["with a short verifier", { code_verifier: "short" }, "invalid_request"],
    ["with another redirect_uri", foreign, "invalid_grant"],
    ["without a redirect_uri", { redirect_uri: undefined }, "invalid_request"],
    ["that is invalid", { code: "x".repeat(43) }, "invalid_grant"],
    ["that is missing", { code: undefined }, "invalid_request"],
    ["for a foreign resource", { resource: "https://other.example" }, "invalid_target"],
    ["without a grant_type", { grant_type: undefined }, "invalid_request"],
    ["with a foreign grant_type", { grant_type: "client_credentials" }, "unsupported_grant_type"],
    ["with a password", { grant_type: "password" }, "unsupported_grant_type"],
    ["without a client", { client_id: undefined }, "invalid_request"],
  ] as const)("%s", async (_name, changes, error) => {
    const { status, body } = await exchange(world.app, world.client, await codeOf(), changes);
    expect({ status, error: body.error }).toEqual({ status: 400, error });
    expect(body.access_token).toBeUndefined();
  });

  test("that expired", async () => {
    const code = await codeOf();
    later(61_000);
    expect((await exchange(world.app, world.client, code)).body.error).toBe("invalid_grant");
  });

  test("of another client, and stays unused", async () => {
    const code = await codeOf();
    const other = await world.tables.addClient();
    const stolen = await exchange(world.app, other, code);
    expect([stolen.status, stolen.body.error]).toEqual([400, "invalid_grant"]);
    expect((await exchange(world.app, world.client, code)).status).toBe(200);
  });

  test("for a foreign resource, and stays unused; the endpoint with a slash is accepted", async () => {
    const code = await codeOf();
    const foreign = await exchange(world.app, world.client, code, {
      resource: "https://other.example",
    });
    expect(foreign.body.error).toBe("invalid_target");
    const resource = `${config().baseUrl}/api/v1/mcp/`;
    const { status, body } = await exchange(world.app, world.client, code, { resource });
    expect([status, await knock(body.access_token)]).toEqual([200, "oauth_grant"]);
  });

  test("the second time, also long after it expired, as long as its first token lives", async () => {
    const code = await codeOf();
    const { body } = await exchange(world.app, world.client, code);
    later(3_500_000);
    await removeDeadRecords(Date.now());
    expect((await exchange(world.app, world.client, code)).body.error).toBe("invalid_grant");
    expect(await knock(body.access_token)).toBe("REVOKED_GRANT");
  });

  test("with a parameter twice", async () => {
    const { request, back } = await codeOf();
    const form: [string, string][] = Object.entries({
      grant_type: "authorization_code",
      client_id: world.client.id,
      code: back.searchParams.get("code") ?? "",
      redirect_uri: world.client.redirectUri,
      code_verifier: request.verifier,
    });
    for (const pair of form) {
      const { status, body } = await postForm(world.app, "/oauth/token", [...form, pair]);
      expect([pair[0], status, body.error]).toEqual([pair[0], 400, "invalid_request"]);
    }
    expect((await postForm(world.app, "/oauth/token", form)).status).toBe(200);
  });

  test("the second time, which revokes its tokens, with a line in the owner's log", async () => {
    const code = await codeOf();
    const { body } = await exchange(world.app, world.client, code);
    const grantId = await grantOf(body.access_token);
    expect((await exchange(world.app, world.client, code)).body.error).toBe("invalid_grant");
    expect(await knock(body.access_token)).toBe("REVOKED_GRANT");
    expect((await refresh(body.refresh_token)).body.error).toBe("invalid_grant");
    expect(await actionsOf(grantId)).toEqual(["oauth_grant.created", "oauth_grant.token_replayed"]);
  });

  test("the second time also when both come at once: at most one gets tokens, and none of them works", async () => {
    const code = await codeOf();
    const answers = await Promise.all([1, 2, 3].map(() => exchange(world.app, world.client, code)));
    const granted = answers.filter(({ status }) => status === 200);
    expect(granted.length).toBeLessThanOrEqual(1);
    for (const { body } of granted) expect(await knock(body.access_token)).toBe("REVOKED_GRANT");
  });
});

describe("a client is refused", () => {
  const basic = (id: string, secret: string) => ({
    authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`,
  });
  const form = { grant_type: "refresh_token", refresh_token: `svc_rt_${"x".repeat(43)}` };

  test("with a wrong secret, without one, and when it is unknown: 401", async () => {
    const { id, secret = "" } = await world.tables.addClient("client_secret_basic");
    const rows: [Record<string, string>, Record<string, string>][] = [
      [{}, basic(id, `${secret.slice(0, -1)}t`)],
      // The hash of the secret, as a reader of the store would send it.
      [{}, basic(id, createHash("sha256").update(secret).digest("hex"))],
      [{ client_id: id }, {}],
      [{ client_id: id, client_secret: "x" }, {}],
      [{ client_id: `client_${"0".repeat(24)}` }, {}],
      [{ client_id: world.client.id, client_secret: "x" }, {}],
    ];
    for (const [more, headers] of rows) {
      const { status, body } = await postForm(
        world.app,
        "/oauth/token",
        { ...form, ...more },
        headers,
      );
      expect([status, body.error]).toEqual([401, "invalid_client"]);
    }
    const known = await postForm(world.app, "/oauth/token", form, basic(id, secret));
    expect(known.body.error).toBe("invalid_grant");
  });

  test("that authenticates twice, or as another one: 400", async () => {
    const { id, secret = "" } = await world.tables.addClient("client_secret_basic");
    for (const more of [{ client_secret: secret }, { client_id: world.client.id }]) {
      const sent = postForm(world.app, "/oauth/token", { ...form, ...more }, basic(id, secret));
      expect((await sent).body.error).toBe("invalid_request");
    }
  });
});

describe("a request to the token endpoint", () => {
  test("other than POST is 405", async () => {
    for (const method of ["GET", "PUT", "DELETE", "PATCH"]) {
      const response = await world.app.fetch("/oauth/token", { method });
      expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
    }
  });

  test("that is not a form is 400, and one that is too large 413, in the form of OAuth", async () => {
    const post = (body: string, type = "application/x-www-form-urlencoded") =>
      world.app.fetch("/oauth/token", { method: "POST", body, headers: { "content-type": type } });
    const json = await post("{}", "application/json");
    expect([json.status, ((await json.json()) as { error: string }).error]).toEqual([
      400,
      "invalid_request",
    ]);
    const large = await post(`code=${"x".repeat(70_000)}`);
    expect([large.status, ((await large.json()) as { error: string }).error]).toEqual([
      413,
      "invalid_request",
    ]);
  });

  test("from a page of any site is answered, without any effect of a cookie", async () => {
    const origin = "https://assistant.example";
    const preflight = await world.app.fetch("/oauth/token", {
      method: "OPTIONS",
      headers: {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,content-type",
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-headers")).toContain("authorization");
    for (const path of ["/oauth/token", "/oauth/revoke", "/oauth/par"]) {
      const response = await world.app.fetch(path, { method: "POST", headers: { origin } });
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
      expect(response.headers.has("access-control-allow-credentials")).toBe(false);
      expect(response.headers.get("cache-control")).toBe("no-store");
    }
  });

  test("gets the reason, and never implementation details", async () => {
    const { body } = await refresh("nonsense");
    expect(body).toEqual({
      error: "invalid_grant",
      error_description: "refresh token not found",
    });
  });
});

test("an access token expires after an hour", async () => {
  const { access_token: token } = await tokensOf();
  later(3_599_000);
  expect(await knock(token)).toBe("oauth_grant");
  later(2_000);
  expect(await knock(token)).toBe("EXPIRED_TOKEN");
});

describe("revocation", () => {
  const revoke = (token: string, more: Record<string, string> = {}) =>
    postForm(world.app, "/oauth/revoke", { client_id: world.client.id, token, ...more });

  test.each(["access_token", "refresh_token"] as const)(
    "of an %s ends all that the user granted, with a line in their log",
    async (kind) => {
      for (const hint of [undefined, "access_token", "refresh_token", "nonsense"]) {
        const tokens = await tokensOf();
        const grantId = await grantOf(tokens.access_token);
        const { status } = await revoke(
          tokens[kind],
          hint === undefined ? {} : { token_type_hint: hint },
        );
        expect(status).toBe(200);
        expect(await knock(tokens.access_token)).toBe("REVOKED_GRANT");
        expect((await refresh(tokens.refresh_token)).body.error).toBe("invalid_grant");
        expect((await revoke(tokens[kind])).status).toBe(200);
        expect(await actionsOf(grantId)).toEqual(["oauth_grant.created", "oauth_grant.revoked"]);
      }
    },
  );

  test("of a rotated token ends them too", async () => {
    const { refresh_token: token } = await tokensOf();
    const { body } = await refresh(token);
    expect((await revoke(token)).status).toBe(200);
    expect(await knock(body.access_token)).toBe("REVOKED_GRANT");
  });

  test("of an invalid token, or one of another client, is 200 and does nothing", async () => {
    const { access_token: access, refresh_token: token } = await tokensOf();
    const { id } = await world.tables.addClient();
    for (const text of [access, token]) {
      expect((await revoke(text, { client_id: id })).status).toBe(200);
    }
    for (const text of ["nonsense", `svc_at_${"x".repeat(43)}`, TEST_KEYS.mcpSecret]) {
      expect((await revoke(text)).status).toBe(200);
    }
    expect(await knock(access)).toBe("oauth_grant");
  });

  test("by an unknown client is 401, and without a token 400", async () => {
    expect((await revoke("x", { client_id: "nobody" })).status).toBe(401);
    expect((await revoke("")).status).toBe(400);
  });
});

describe("userinfo", () => {
  const userinfo = async (headers: Record<string, string>, method = "GET") => {
    const response = await world.app.fetch("/oauth/userinfo", { method, headers });
    const body = (await response.json()) as Record<string, unknown>;
    return {
      status: response.status,
      body,
      challenge: response.headers.get("www-authenticate") ?? "",
    };
  };
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

  test.each(["GET", "POST"])(
    "by %s returns the user of the token, within its scopes",
    async (method) => {
      const { access_token: token } = await tokensOf();
      const { status, body } = await userinfo(bearer(token), method);
      expect({ status, body }).toEqual({
        status: 200,
        body: {
          sub: world.actor.userId,
          client_id: world.client.id,
          scope: "read:chat read:market",
        },
      });
    },
  );

  test("accepts only an access token: no key, no session, no refresh token", async () => {
    await insertKeys(world.tables.db, Date.now());
    const jwt = (await issueWalletToken({ ctx: { actor: world.actor, now: Date.now() } })).token;
    const { refresh_token: refreshToken } = await tokensOf();
    for (const text of [TEST_KEYS.mcpSecret, TEST_KEYS.botId, jwt, refreshToken]) {
      const { status, body, challenge } = await userinfo(bearer(text));
      expect([status, body["error"]]).toEqual([401, "WRONG_CREDENTIAL"]);
      expect(challenge).toContain("resource_metadata=");
    }
    expect((await userinfo({})).status).toBe(401);
    expect((await userinfo({ "x-bot-key": TEST_KEYS.botId })).status).toBe(401);
  });

  test("refuses a revoked token, and an unknown one", async () => {
    const { access_token: token } = await tokensOf();
    await postForm(world.app, "/oauth/revoke", { client_id: world.client.id, token });
    expect((await userinfo(bearer(token))).body["error"]).toBe("REVOKED_GRANT");
    expect((await userinfo(bearer(`svc_at_${"x".repeat(43)}`))).body["error"]).toBe(
      "UNKNOWN_TOKEN",
    );
  });
});

test("an access token is not a session: the app's own endpoints refuse it and name the right one", async () => {
  const { access_token: token } = await tokensOf();
  const headers = { authorization: `Bearer ${token}` };
  const request = new Request(`${config().baseUrl}/api/v1/sessions`, { headers });
  const response = await listSessions(request, { params: Promise.resolve({}) });
  expect(response.status).toBe(401);
  expect(await response.text()).toContain("An OAuth access token (svc_at_) belongs to");
});

test("the store contains neither codes nor tokens nor secrets, also not in a kept second answer", async () => {
  const confidential = await world.tables.addClient("client_secret_post");
  const code = await codeOf(confidential);
  const { body: first } = await exchange(world.app, confidential, code);
  const credentials = { client_id: confidential.id, client_secret: confidential.secret ?? "" };
  const { body: second } = await refresh(first.refresh_token, credentials);
  const stored = JSON.stringify(
    await Promise.all([world.tables.records(), world.tables.grants(), world.tables.clients()]),
  );
  for (const { access_token: access, refresh_token: token } of [first, second]) {
    for (const text of [access, token]) {
      expect(stored).toContain(createHash("sha256").update(text).digest("hex"));
      expect(stored).not.toContain(text.slice(7));
    }
  }
  expect(stored).not.toContain(code.back.searchParams.get("code"));
  expect(stored).not.toContain(code.request.verifier);
  expect(stored).not.toContain(confidential.secret);
});
