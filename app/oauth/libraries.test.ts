/** The whole flow as the libraries of products do it. */
import * as oauth from "oauth4webapi";
import * as client from "openid-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { authenticateAccessToken } from "#lib/assistants/oauth/authenticate.ts";
import { type OAuthTables, openOAuthTables } from "#lib/assistants/oauth/oauth.testing.ts";
import type { OauthGrantActor } from "#lib/platform/actor.ts";
import { config } from "#lib/platform/config/config.ts";
import { authorizeAs, Browser, type OAuthApp, startOAuthApp } from "./oauth.testing.ts";

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

/** The libraries' fetch; they insist on TLS unless a test allows plain HTTP. */
const options = { [oauth.customFetch]: app_fetch, [oauth.allowInsecureRequests]: true } as const;

function app_fetch(url: string, init: object): Promise<Response> {
  return app.fetch(url, init);
}

describe("openid-client", () => {
  test.each([
    ["none", () => client.None()],
    ["client_secret_basic", (secret: string) => client.ClientSecretBasic(secret)],
    ["client_secret_post", (secret: string) => client.ClientSecretPost(secret)],
  ] as const)(
    "completes the flow with %s: discovery, code, refresh, userinfo, revocation",
    async (method, auth) => {
      const [registered, actor] = [await tables.addClient(method), await tables.addPerson()];
      const server = await client.discovery(
        new URL(ISSUER),
        registered.id,
        undefined,
        auth(registered.secret ?? ""),
        {
          algorithm: "oauth2",
          execute: [client.allowInsecureRequests],
          [client.customFetch]: app_fetch,
        },
      );
      const verifier = client.randomPKCECodeVerifier();
      const state = client.randomState();
      const url = client.buildAuthorizationUrl(server, {
        redirect_uri: registered.redirectUri,
        scope: "read:market trade:execute",
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        state,
      });
      const decision = { actor, scopes: ["read:market" as const, "trade:execute" as const] };
      const back = await authorizeAs(new Browser(app), { url: url.href }, decision);
      const tokens = await client.authorizationCodeGrant(server, back, {
        pkceCodeVerifier: verifier,
        expectedState: state,
      });
      expect(tokens.scope).toBe("read:market trade:execute");
      const next = await client.refreshTokenGrant(server, tokens.refresh_token ?? "");
      expect(next.scope).toBe("read:market trade:execute");
      const user = await client.fetchUserInfo(server, next.access_token, actor.userId);
      expect(user).toEqual({
        sub: actor.userId,
        client_id: registered.id,
        scope: "read:market trade:execute",
      });
      await client.tokenRevocation(server, next.access_token);
      await expect(whose(next.access_token)).rejects.toMatchObject({ code: "REVOKED_GRANT" });
      await expect(whose(tokens.access_token)).rejects.toMatchObject({ code: "REVOKED_GRANT" });
      await expect(
        client.refreshTokenGrant(server, next.refresh_token ?? ""),
      ).rejects.toMatchObject({ error: "invalid_grant" });
    },
  );
});

describe("oauth4webapi", () => {
  test("completes the flow with a pushed request and a resource", async () => {
    const registered = await tables.addClient("client_secret_post");
    const actor = await tables.addPerson();
    const found = await oauth.discoveryRequest(new URL(ISSUER), {
      algorithm: "oauth2",
      ...options,
    });
    const server = await oauth.processDiscoveryResponse(new URL(ISSUER), found);
    const me: oauth.Client = { client_id: registered.id };
    const auth = oauth.ClientSecretPost(registered.secret ?? "");
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const pushed = await oauth.processPushedAuthorizationResponse(
      server,
      me,
      await oauth.pushedAuthorizationRequest(
        server,
        me,
        auth,
        {
          response_type: "code",
          redirect_uri: registered.redirectUri,
          scope: "read:chat",
          code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
          code_challenge_method: "S256",
          resource: `${ISSUER}/`,
          state,
        },
        options,
      ),
    );
    const url = new URL(server.authorization_endpoint ?? "");
    url.searchParams.set("client_id", me.client_id);
    url.searchParams.set("request_uri", pushed.request_uri);
    const browser = new Browser(app);
    const decision = { actor, scopes: ["read:chat" as const] };
    const back = await authorizeAs(browser, { url: url.href }, decision);
    const tokens = await oauth.processAuthorizationCodeResponse(
      server,
      me,
      await oauth.authorizationCodeGrantRequest(
        server,
        me,
        auth,
        oauth.validateAuthResponse(server, me, back, state),
        registered.redirectUri,
        verifier,
        { ...options, additionalParameters: { resource: `${ISSUER}/api/v1/mcp` } },
      ),
    );
    expect((await whose(tokens.access_token)).scopes).toEqual(["read:chat"]);
    const again = await browser.get(url.href);
    expect([again.status, again.location]).toEqual([410, ""]);
  });
});
