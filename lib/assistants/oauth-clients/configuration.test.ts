/** The rules about clients at a real authorization server: which it knows, where it redirects, and which secrets it accepts. */
import { generateKeyPairSync } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import Provider, { type Adapter } from "oidc-provider";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  json,
  type OutsideHost,
  openOutsideHost,
} from "#lib/platform/outbound/guarded-request.testing.ts";
import { SCOPES } from "#lib/protocol/scopes.ts";
import { clientAdapter } from "./client-adapter.ts";
import { ClientDocuments, setClientDocuments } from "./client-documents.ts";
import { type ClientTable, openClientTable } from "./clients.testing.ts";
import { applyClientRules, clientConfiguration } from "./configuration.ts";
import { type RegisteredClient, registerClient } from "./register-client.ts";

const DOCUMENT_ID = "https://app.example/oauth/client.json";
const CLAUDE_CODE = {
  client_id: DOCUMENT_ID,
  client_name: "Claude Code",
  redirect_uris: ["http://localhost/callback", "http://127.0.0.1/callback"],
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  token_endpoint_auth_method: "none",
};

let table: ClientTable;
let host: OutsideHost;
let provider: Provider;
let server: Server;
let base: string;

const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });

/** Everything but clients lives as long as a request. */
const forgetful: Adapter = {
  find: async () => undefined,
  findByUid: async () => undefined,
  findByUserCode: async () => undefined,
  upsert: async () => {},
  consume: async () => {},
  destroy: async () => {},
  revokeByGrantId: async () => {},
};

beforeEach(async () => {
  table = await openClientTable();
  host = await openOutsideHost(["app.example"]);
  host.answerWith(json(CLAUDE_CODE));
  const terms = { ownHost: "localhost:3000", mayBeLocal: false };
  setClientDocuments(new ClientDocuments(terms, host.network, { now: Date.now }));
  const { features, ...clients } = clientConfiguration();
  provider = new Provider("http://localhost:3000", {
    ...clients,
    clientDefaults: { ...clients.clientDefaults, id_token_signed_response_alg: "ES256" },
    features: { ...features, devInteractions: { enabled: false } },
    issueRefreshToken: async () => true,
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), kty: "EC" }] },
    ttl: { Interaction: 60, Session: 60, Grant: 60 },
    adapter: (model) => (model === "Client" ? clientAdapter : forgetful),
    scopes: SCOPES,
    cookies: { keys: ["test"] },
    renderError: (ctx, out) => {
      ctx.type = "json";
      ctx.body = out;
    },
  });
  applyClientRules(provider);
  server = createServer((request, response) => void provider.callback()(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  setClientDocuments(undefined);
  await host.close();
  await table.close();
});

const register = (metadata: Record<string, unknown>) => registerClient(metadata, Date.now());
const REDIRECTS = { redirect_uris: ["https://app.example/cb"] };

type Body = { error: string; error_description: string };

async function askForTokens(form: Record<string, string>, headers: Record<string, string> = {}) {
  const body = new URLSearchParams({
    grant_type: "authorization_code",
    code: "unknown",
    redirect_uri: "https://app.example/cb",
    code_verifier: "v".repeat(43),
    ...form,
  });
  const answer = await fetch(`${base}/token`, { method: "POST", headers, body });
  return { status: answer.status, ...((await answer.json()) as Body) };
}

async function authorize(clientId: string, redirectUri: string) {
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: "code",
    scope: "read:market",
    state: "s",
    code_challenge: "c".repeat(43),
    code_challenge_method: "S256",
  });
  const answer = await fetch(`${base}/auth?${query}`, { redirect: "manual" });
  const location = answer.headers.get("location") ?? "";
  return { status: answer.status, location, text: await answer.text() };
}

describe("a registered client", () => {
  test("is known with all scopes, whatever it requested, and without its secret", async () => {
    const { client_id: id, client_secret: secret } = await register({
      ...REDIRECTS,
      scope: "read:market",
    });
    const client = await provider.Client.find(id);
    expect(client?.scope).toBe(SCOPES.join(" "));
    expect(client?.redirectUris).toEqual(REDIRECTS.redirect_uris);
    expect(JSON.stringify(client?.metadata())).not.toContain(secret);
  });

  test.each([
    ["client_0123456789abcdef01234567"],
    ["client_0123456789ABCDEF01234567"],
    ["' or 1=1 --"],
    ["http://127.0.0.1/client.json"],
    ["x".repeat(5_000)],
  ])("is not %s", async (id) => {
    expect(await provider.Client.find(id)).toBeUndefined();
  });

  test("is unknown after its deletion", async () => {
    const { client_id: id } = await register(REDIRECTS);
    expect(await provider.Client.find(id)).toBeDefined();
    await clientAdapter.destroy(id);
    expect(await provider.Client.find(id)).toBeUndefined();
  });

  test("cannot be written by the provider", async () => {
    await expect(clientAdapter.upsert("client_x", {})).rejects.toThrow(
      "Only POST /oauth/register stores clients.",
    );
    const answer = await fetch(`${base}/reg`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(REDIRECTS),
    });
    expect(answer.status).toBe(404);
  });
});

describe("at the token endpoint", () => {
  const basic = ({ client_id: id }: RegisteredClient, secret: string) => ({
    authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`,
  });
  const WRONG = `svc_cs_${"A".repeat(43)}`;

  test.each(["client_secret_basic", "client_secret_post"])(
    "%s authenticates with the secret, and with nothing else",
    async (method) => {
      const client = await register({ ...REDIRECTS, token_endpoint_auth_method: method });
      const secret = client.client_secret ?? "";
      const row = await table.row(client.client_id);
      const show = (shown: string) =>
        method === "client_secret_basic"
          ? askForTokens({}, basic(client, shown))
          : askForTokens({ client_id: client.client_id, client_secret: shown });
      // The client is authenticated: only the code is refused.
      expect(await show(secret)).toMatchObject({ status: 400, error: "invalid_grant" });
      for (const wrong of [WRONG, `${secret}x`, secret.slice(0, -1), row?.secretHash ?? ""]) {
        expect(await show(wrong)).toMatchObject({ status: 401, error: "invalid_client" });
      }
      const nothing = await askForTokens({ client_id: client.client_id });
      expect(nothing).toMatchObject({ status: 401, error: "invalid_client" });
    },
  );

  test("an app without a secret authenticates with its id, and is refused with a secret", async () => {
    const client = await register({ ...REDIRECTS, token_endpoint_auth_method: "none" });
    const { client_id } = client;
    expect(await askForTokens({ client_id })).toMatchObject({ error: "invalid_grant" });
    expect(await askForTokens({ client_id, client_secret: WRONG })).toMatchObject({
      status: 401,
      error: "invalid_client",
    });
    expect(await askForTokens({}, basic(client, WRONG))).toMatchObject({ error: "invalid_client" });
  });

  test("a client described by a document authenticates with its id", async () => {
    expect(await askForTokens({ client_id: DOCUMENT_ID })).toMatchObject({
      status: 400,
      error: "invalid_grant",
    });
  });

  test("an app keeps its tokens while its host gives no answer", async () => {
    host.answerWith((_request, response) => response.writeHead(503).end());
    expect(await askForTokens({ client_id: DOCUMENT_ID })).toMatchObject({
      status: 400,
      error: "temporarily_unavailable",
      error_description: expect.stringContaining("status 503"),
    });
  });

  test("an invalid document is an invalid client, and the error tells its author why", async () => {
    host.answerWith(json({ ...CLAUDE_CODE, client_id: "https://app.example/other" }));
    expect(await askForTokens({ client_id: DOCUMENT_ID })).toMatchObject({
      status: 400,
      error: "invalid_client",
      error_description: "The document at the client_id names another client_id.",
    });
  });
});

describe("the user is redirected", () => {
  const interaction = (answer: { status: number; location: string }) =>
    answer.status === 303 && answer.location.includes("/interaction/");

  test.each(["http://localhost:55611/callback", "http://127.0.0.1:1/callback"])(
    "to any port of this machine: %s",
    async (redirectUri) => {
      expect(await authorize(DOCUMENT_ID, redirectUri)).toSatisfy(interaction);
    },
  );

  test("to a scheme, a site and this machine of one registration", async () => {
    const mixed = [
      "cursor://anysphere.cursor-mcp/oauth/callback",
      "https://localhost:3443/cb",
      "https://vscode.dev/redirect",
      "http://127.0.0.1/",
    ];
    const { client_id: id } = await register({ redirect_uris: mixed });
    for (const uri of mixed) expect(await authorize(id, uri)).toSatisfy(interaction);
    expect(await authorize(id, "http://127.0.0.1:33418/")).toSatisfy(interaction);
  });

  test.each([
    "http://localhost:3000/callback",
    "http://127.0.0.1:3000/callback",
    "http://localhost:1/callback/",
    "http://localhost:1/other",
    "http://[::1]:1/callback",
    "https://app.example/callback",
    "http://app.example/callback",
    "javascript:alert(1)",
  ])("not to %s, and nowhere else", async (redirectUri) => {
    const { status, location, text } = await authorize(DOCUMENT_ID, redirectUri);
    expect([status, location]).toEqual([400, ""]);
    expect(JSON.parse(text)).toMatchObject({ error: "invalid_redirect_uri" });
  });
});

test("the discovery document lists what the app adds to the provider", async () => {
  const answer = await fetch(`${base}/.well-known/openid-configuration`);
  expect(await answer.json()).toMatchObject({
    registration_endpoint: "http://localhost:3000/oauth/register",
    client_id_metadata_document_supported: true,
    token_endpoint_auth_methods_supported: ["none", "client_secret_basic", "client_secret_post"],
  });
});

test("the provider fetches nothing by itself", async () => {
  await expect(clientConfiguration().fetch()).rejects.toThrow("fetches nothing");
});
