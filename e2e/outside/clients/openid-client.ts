/** openid-client: each kind of client, by plain and by pushed requests, until its grant is revoked. */
import assert from "node:assert/strict";
import * as oauth from "openid-client";
import { expectTools, LIST_TOOLS } from "#e2e/outside/kit/expectations.ts";
import type { Outside } from "#e2e/outside/kit/outside.ts";
import type { Person } from "#scripts/dev/clients/person.ts";

const KINDS = [
  { method: "none", authentication: oauth.None(), redirect: "http://127.0.0.1:7778/callback" },
  {
    method: "client_secret_post",
    authentication: oauth.ClientSecretPost(),
    redirect: "https://product.example/oauth/callback",
  },
  {
    method: "client_secret_basic",
    authentication: oauth.ClientSecretBasic(),
    redirect: "https://product.example/oauth/callback",
  },
];

export async function runOpenidClient({ app, endpoint, person, log }: Outside): Promise<string> {
  const somebody = await person();
  for (const { method, authentication, redirect } of KINDS) {
    const config = await oauth.dynamicClientRegistration(
      new URL(app),
      {
        client_name: "openid-client",
        redirect_uris: [redirect],
        token_endpoint_auth_method: method,
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
      },
      authentication,
      { algorithm: "oauth2", execute: [oauth.allowInsecureRequests] },
    );
    for (const pushed of [false, true]) {
      log(`# ${method}, ${pushed ? "pushed" : "plain"}`);
      await completeFlow({ config, redirect, pushed, endpoint, somebody });
    }
  }
  return "public, post and basic; plain and pushed; refreshed, revoked";
}

type Flow = {
  config: oauth.Configuration;
  redirect: string;
  pushed: boolean;
  endpoint: string;
  somebody: Person;
};

async function completeFlow({ config, redirect, pushed, endpoint, somebody }: Flow): Promise<void> {
  const pkceCodeVerifier = oauth.randomPKCECodeVerifier();
  const expectedState = oauth.randomState();
  const parameters = {
    redirect_uri: redirect,
    scope: "read:market read:points",
    state: expectedState,
    resource: endpoint,
    code_challenge: await oauth.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: "S256",
  };
  const address = pushed
    ? await oauth.buildAuthorizationUrlWithPAR(config, parameters)
    : oauth.buildAuthorizationUrl(config, parameters);
  const back = await somebody.authorize(address);
  assert.equal(back.origin + back.pathname, redirect);
  const checks = { pkceCodeVerifier, expectedState };
  const tokens = await oauth.authorizationCodeGrant(config, back, checks);
  assert.equal(tokens.scope, "read:market");
  await listTools(config, tokens.access_token, endpoint);
  const user = await oauth.fetchUserInfo(config, tokens.access_token, oauth.skipSubjectCheck);
  assert.ok(user.sub);

  const refreshed = await oauth.refreshTokenGrant(config, tokens.refresh_token ?? "");
  assert.notEqual(refreshed.refresh_token, tokens.refresh_token);
  await listTools(config, refreshed.access_token, endpoint);
  await oauth.tokenRevocation(config, refreshed.refresh_token ?? "");
  await assert.rejects(listTools(config, refreshed.access_token, endpoint), { status: 401 });
  await assert.rejects(oauth.refreshTokenGrant(config, refreshed.refresh_token ?? ""), {
    error: "invalid_grant",
  });
}

async function listTools(
  config: oauth.Configuration,
  token: string,
  endpoint: string,
): Promise<void> {
  const headers = new Headers({ "content-type": "application/json" });
  const url = new URL(endpoint);
  const answer = await oauth.fetchProtectedResource(
    config,
    token,
    url,
    "POST",
    LIST_TOOLS,
    headers,
  );
  assert.equal(answer.status, 200);
  expectTools(await answer.json());
}
