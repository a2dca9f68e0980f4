/** oauth4webapi, a library that checks each answer: from the resource's metadata to the revocation. */
import assert from "node:assert/strict";
import * as oauth from "oauth4webapi";
import { expectTools, LIST_TOOLS } from "#e2e/outside/kit/expectations.ts";
import type { Outside } from "#e2e/outside/kit/outside.ts";
import type { Person } from "#scripts/dev/clients/person.ts";

/** The stack under test uses http. */
const insecure = { [oauth.allowInsecureRequests]: true };

const KINDS = [
  { method: "none", redirect: "http://[::1]:7779/callback" },
  { method: "client_secret_post", redirect: "https://product.example/oauth/callback" },
  { method: "client_secret_basic", redirect: "https://product.example/oauth/callback" },
] as const;

type Session = {
  server: oauth.AuthorizationServer;
  client: oauth.Client;
  authentication: oauth.ClientAuth;
  redirect: string;
  endpoint: string;
  somebody: Person;
};

export async function runOauth4webapi({ endpoint, person, log }: Outside): Promise<string> {
  const server = await discover(endpoint);
  const somebody = await person();
  for (const { method, redirect } of KINDS) {
    const client = await oauth.processDynamicClientRegistrationResponse(
      await oauth.dynamicClientRegistrationRequest(
        server,
        {
          client_name: "oauth4webapi",
          redirect_uris: [redirect],
          token_endpoint_auth_method: method,
          grant_types: ["authorization_code", "refresh_token"],
          response_types: ["code"],
        },
        insecure,
      ),
    );
    const authentication = authenticate(method, client.client_secret);
    const session = { server, client, authentication, redirect, endpoint, somebody };
    for (const pushed of [false, true]) {
      log(`# ${method}, ${pushed ? "pushed" : "plain"}`);
      await completeFlow(session, pushed);
    }
  }
  return "public, post and basic; plain and pushed; refreshed, revoked";
}

async function discover(endpoint: string): Promise<oauth.AuthorizationServer> {
  const url = new URL(endpoint);
  const resource = await oauth.processResourceDiscoveryResponse(
    url,
    await oauth.resourceDiscoveryRequest(url, insecure),
  );
  const issuer = new URL(resource.authorization_servers?.[0] ?? "");
  const options = { algorithm: "oauth2", ...insecure } as const;
  return oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, options));
}

function authenticate(method: string, secret: unknown): oauth.ClientAuth {
  if (method === "none") return oauth.None();
  assert.ok(typeof secret === "string", "no secret");
  const basic = method === "client_secret_basic";
  return basic ? oauth.ClientSecretBasic(secret) : oauth.ClientSecretPost(secret);
}

async function completeFlow(session: Session, pushed: boolean): Promise<void> {
  const { server, client, authentication, endpoint } = session;
  const tokens = await getTokens(session, pushed);
  assert.equal(tokens.scope, "read:market");
  await listTools(tokens.access_token, endpoint);
  const user = await oauth.processUserInfoResponse(
    server,
    client,
    oauth.skipSubjectCheck,
    await oauth.userInfoRequest(server, client, tokens.access_token, insecure),
  );
  assert.ok(user.sub);

  const refresh = async (token = "") =>
    oauth.processRefreshTokenResponse(
      server,
      client,
      await oauth.refreshTokenGrantRequest(server, client, authentication, token, insecure),
    );
  const refreshed = await refresh(tokens.refresh_token);
  await listTools(refreshed.access_token, endpoint);
  const token = refreshed.access_token;
  await oauth.processRevocationResponse(
    await oauth.revocationRequest(server, client, authentication, token, insecure),
  );
  await assert.rejects(listTools(token, endpoint), { status: 401 });
  await assert.rejects(refresh(refreshed.refresh_token), { error: "invalid_grant" });
}

async function getTokens(
  { server, client, authentication, redirect, endpoint, somebody }: Session,
  pushed: boolean,
): Promise<oauth.TokenEndpointResponse> {
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const parameters = new URLSearchParams({
    client_id: client.client_id,
    response_type: "code",
    redirect_uri: redirect,
    scope: "read:market",
    state,
    resource: endpoint,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  });
  const address = new URL(server.authorization_endpoint ?? "");
  address.search = parameters.toString();
  if (pushed) {
    const answer = await oauth.processPushedAuthorizationResponse(
      server,
      client,
      await oauth.pushedAuthorizationRequest(server, client, authentication, parameters, insecure),
    );
    const { client_id } = client;
    const { request_uri } = answer;
    address.search = new URLSearchParams({ client_id, request_uri }).toString();
  }
  const back = await somebody.authorize(address);
  return oauth.processAuthorizationCodeResponse(
    server,
    client,
    await oauth.authorizationCodeGrantRequest(
      server,
      client,
      authentication,
      oauth.validateAuthResponse(server, client, back, state),
      redirect,
      verifier,
      { ...insecure, additionalParameters: { resource: endpoint } },
    ),
  );
}

async function listTools(token: string, endpoint: string): Promise<void> {
  const headers = new Headers({ "content-type": "application/json" });
  const url = new URL(endpoint);
  const answer = await oauth.protectedResourceRequest(
    token,
    "POST",
    url,
    headers,
    LIST_TOOLS,
    insecure,
  );
  assert.equal(answer.status, 200);
  expectTools(await answer.json());
}
