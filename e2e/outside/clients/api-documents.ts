/** Reads the OpenAPI documents of the running service, calls its operations by them, and checks every answer by its schema. */
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import type { ReadDocument } from "#e2e/outside/kit/document-schemas.ts";
import { DocumentedApi, type Send } from "#e2e/outside/kit/documented-api.ts";
import { PRICE_OF } from "#e2e/outside/kit/expectations.ts";
import type { Outside } from "#e2e/outside/kit/outside.ts";
import { Wallet } from "#lib/kernel/wallet.ts";

/** Operations that must have answered with a success. */
const LEAST = 60;
const REDIRECT = "http://127.0.0.1:7776/callback";

export async function runApiDocuments(outside: Outside): Promise<string> {
  const { app, venue, log } = outside;
  const at =
    (base: string): Send =>
    (path, init) =>
      fetch(base + path, init);
  const api = async (base: string, path: string, send: Send) =>
    new DocumentedApi((await (await fetch(base + path)).json()) as ReadDocument, send);
  const person = await outside.person();
  const host = await api(app, "/api/v1/openapi.json", (path, init) => person.request(path, init));
  const operator = await api(app, "/api/operator/v1/openapi.json", at(app));
  const exchange = await api(venue, "/v1/openapi.json", at(venue));
  const custody = await api(venue, "/v1/operator/openapi.json", at(venue));

  const known = await useAccount(host);
  await host.readAll(isOpenToSession, known);
  await endOfAccount(host, known);
  await useApps(host, outside);
  await exchange.readAll(isPublic, {
    "/v1/orderbook/{symbol}": "BTCUSDC",
    "/v1/markets/bbo/{symbol}": "BTCUSDC",
  });
  await useVenue(exchange);
  const all = [host, operator, exchange, custody];
  await host.refuseAll(at(app));
  await operator.refuseAll(at(app));
  for (const one of [exchange, custody]) await one.refuseAll(at(venue));

  const faults = all.flatMap((one) => one.faults);
  log(faults.join("\n"));
  assert.deepEqual(faults, [], "answers differ from the documents");
  const sum = (of: "operations" | "succeeded" | "answers") =>
    all.reduce((total, one) => total + one.counts()[of], 0);
  assert.ok(sum("succeeded") >= LEAST, `only ${sum("succeeded")} operations succeeded`);
  return `${sum("succeeded")} operations succeeded, ${sum("answers")} answers of ${sum("operations")} validate`;
}

const isPublic = (security: object[]): boolean => security.length === 0;
const isOpenToSession = (security: object[]): boolean =>
  isPublic(security) || security.some((one) => "sessionCookie" in one);

/** Writes of a signed-in person. @returns a value for the variable of each path that can then be read */
async function useAccount(host: DocumentedApi): Promise<Record<string, string>> {
  const code = `doc-${randomBytes(4).toString("hex")}`;
  await host.call("post /api/v1/partner", { json: { code } });
  const link = await host.call("post /api/v1/partner/links", { json: { name: "Documents" } });
  const linkCode = String(link.body.code ?? link.body.link?.code);
  await host.call("patch /api/v1/partner/links/{code}", {
    params: { code: linkCode },
    json: { name: "Of the documents" },
  });
  for (const kind of ["earnings", "referrals", "settlements", "statement"]) {
    await host.call(`get /api/v1/partner/${kind}`, { query: { format: "csv" } });
  }
  await host.call("get /api/v1/partner/statement", { query: { format: "pdf" } });
  const mcp = (await host.call("post /api/v1/mcp/keys", { json: { name: "Documents" } })).body;
  const bot = (
    await host.call("post /api/v1/bot/keys", {
      json: { name: "Documents", allowlist: ["203.0.113.7/32"] },
    })
  ).body;
  const note = (
    await host.call("post /api/v1/assistant/notes", { json: { text: "From a document." } })
  ).body;
  await host.call("patch /api/v1/assistant/notes/{id}", {
    params: { id: String(note.id) },
    json: { text: "Changed by a document." },
  });
  await host.call("patch /api/v1/assistant/preferences", { json: { detail: "brief" } });
  const tags = (await host.call("get /api/v1/highlights/tags")).body;
  await host.call("put /api/v1/highlights/tags", {
    json: { muted: tags.muted, pinned: tags.pinned },
  });
  return {
    "/api/v1/mcp/keys/{id}/usage": String(mcp.id ?? mcp.key?.id),
    "/api/v1/bot/keys/{id}/usage": String(bot.id ?? bot.key?.id),
    "/api/v1/assistant/notes/{id}": String(note.id),
    ...NOTHING,
  };
}

/** Well-formed names of nothing: their refusals are described too. */
const NOTHING = {
  "/api/public/catalysts/{id}": "cat_none",
  "/api/public/moves/{id}": "mov_none",
  "/api/public/signals/{id}": "sig_none",
  "/api/public/calendar/{id}": "cal_none",
  "/api/v1/approvals/{id}": "sto_none",
  "/api/v1/webhooks/{id}": "whk_none",
  "/api/venue/orders/{id}": "1",
};

async function endOfAccount(host: DocumentedApi, known: Record<string, string>): Promise<void> {
  const id = (path: string) => ({ params: { id: known[path] ?? "" } });
  const mcp = id("/api/v1/mcp/keys/{id}/usage");
  const bot = id("/api/v1/bot/keys/{id}/usage");
  await host.call("patch /api/v1/mcp/keys/{id}", { ...mcp, json: { name: "Renamed" } });
  await host.call("post /api/v1/mcp/keys/{id}/rotate", { ...mcp, json: { overlapHours: 0 } });
  await host.call("delete /api/v1/mcp/keys/{id}", mcp);
  await host.call("delete /api/v1/mcp/keys");
  await host.call("patch /api/v1/bot/keys/{id}", { ...bot, json: { name: "Renamed" } });
  await host.call("delete /api/v1/bot/keys/{id}", bot);
  await host.call("delete /api/v1/assistant/notes/{id}", id("/api/v1/assistant/notes/{id}"));
}

/** The whole life of an app's grant, and calls of the assistant endpoint with it. */
async function useApps(host: DocumentedApi, outside: Outside): Promise<void> {
  const { app, endpoint } = outside;
  const send: Send = (path, init) => fetch(app + path, init);
  const client = await host.call("post /oauth/register", {
    json: {
      client_name: "Reader of the documents",
      redirect_uris: [REDIRECT],
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
    },
    send,
  });
  const client_id = String(client.body.client_id);
  const code_verifier = randomBytes(32).toString("base64url");
  const parameters = {
    response_type: "code",
    client_id,
    redirect_uri: REDIRECT,
    scope: "read:market",
    state: "documents",
    resource: endpoint,
    code_challenge: createHash("sha256").update(code_verifier).digest("base64url"),
    code_challenge_method: "S256",
  };
  await host.call("get /oauth/authorize", { query: parameters, send });
  const pushed = await host.call("post /oauth/par", { form: parameters, send });
  const address = new URL("/oauth/authorize", app);
  const { request_uri } = pushed.body as { request_uri: string };
  address.search = new URLSearchParams({ client_id, request_uri }).toString();
  const back = await (await outside.person()).authorize(address);
  const code = back.searchParams.get("code") ?? "";
  const grant = { grant_type: "authorization_code", redirect_uri: REDIRECT, code, code_verifier };
  const first = await host.call("post /oauth/token", { form: { ...grant, client_id }, send });
  const { refresh_token } = first.body as { refresh_token: string };
  const refresh = { grant_type: "refresh_token", refresh_token, client_id };
  const { access_token } = (await host.call("post /oauth/token", { form: refresh, send })).body;
  const headers = { authorization: `Bearer ${String(access_token)}` };
  await host.call("get /oauth/userinfo", { headers, send });
  await host.call("post /oauth/userinfo", { headers, send });
  for (const [id, method, params] of [
    [1, "ping", undefined],
    [2, "tools/list", undefined],
    [3, "tools/call", PRICE_OF],
    [4, "tools/call", { name: "get_positions", arguments: {} }],
  ]) {
    const json = { jsonrpc: "2.0", id, method, ...(params !== undefined && { params }) };
    await host.call("post /api/v1/mcp", { json, headers, send });
  }
  await host.call("post /api/v1/mcp", { json: [], headers, send });
  await host.call("post /oauth/token", { form: { ...grant, client_id, code: "used" }, send });
  await host.call("post /oauth/register", { json: { redirect_uris: [] }, send });
  await host.call("post /oauth/revoke", { form: { token: String(access_token), client_id }, send });
}

/** A key of a new account, the reads that it opens, and its end without a signature. */
async function useVenue(exchange: DocumentedApi): Promise<void> {
  const wallet = new Wallet(randomBytes(32));
  const { body: json, headers } = wallet.createKey("documents", Date.now());
  const made = await exchange.call("post /v1/keys", { json, headers });
  const authorization = `Bearer ${String(made.body.key)}`;
  for (const path of [
    "/v1/accounts",
    "/v1/positions",
    "/v1/orders",
    "/v1/fills",
    "/v1/funding",
    "/v1/account/portfolio",
    "/v1/transfers/search",
    "/v1/keys",
    "/v1/signers",
  ]) {
    await exchange.call(`get ${path}`, { headers: { authorization } });
  }
  const params = { order_id: "1" };
  await exchange.call("get /v1/orders/{order_id}", { params, headers: { authorization } });
  await exchange.call("post /v1/orders", { json: {}, headers: { authorization } });
}
