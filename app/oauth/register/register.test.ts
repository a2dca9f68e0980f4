/** Apps that register themselves as popular apps do, and the registrations that are refused. */
import { hash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  type ClientTable,
  openClientTable,
} from "#lib/assistants/oauth-clients/clients.testing.ts";
import { setHttpRuntime } from "#lib/platform/http/runtime.ts";
import { OPTIONS, POST } from "./route.ts";

const NOW = Date.UTC(2026, 4, 10, 12);
const ALL_SCOPES = "read:chat read:points read:market trade:execute";
const ID = /^client_[0-9a-f]{24}$/;
const SECRET = /^svc_cs_[\w-]{43}$/;

let table: ClientTable;

beforeEach(async () => {
  table = await openClientTable();
  setHttpRuntime({ clock: { now: () => NOW }, log: { error: () => {}, warn: () => {} } });
});
afterEach(async () => {
  setHttpRuntime();
  await table.close();
});

type Answer = Record<string, unknown> & { client_id: string; client_secret: string };

async function send(body: string, headers: HeadersInit = { "content-type": "application/json" }) {
  const request = new Request("http://app/oauth/register", { method: "POST", headers, body });
  const response = await POST(request, { params: Promise.resolve({}) });
  return {
    status: response.status,
    headers: response.headers,
    json: (await response.json()) as Answer,
  };
}
const register = (metadata: unknown, headers?: HeadersInit) =>
  send(JSON.stringify(metadata), headers);

/** The request as each app sends it. */
const CLIENTS: Record<string, Record<string, unknown> & { redirect_uris: string[] }> = {
  "VS Code": {
    client_name: "Visual Studio Code",
    client_uri: "https://code.visualstudio.com",
    grant_types: [
      "authorization_code",
      "refresh_token",
      "urn:ietf:params:oauth:grant-type:device_code",
    ],
    response_types: ["code"],
    redirect_uris: [
      "https://insiders.vscode.dev/redirect",
      "https://vscode.dev/redirect",
      "http://127.0.0.1/",
      "http://127.0.0.1:33418/",
    ],
    token_endpoint_auth_method: "none",
    application_type: "native",
  },
  "Claude Code": {
    client_name: "Claude Code (svc-trading)",
    redirect_uris: ["http://localhost/callback", "http://127.0.0.1/callback"],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  },
  "claude.ai": {
    client_name: "Claude",
    redirect_uris: ["https://claude.ai/api/mcp/auth_callback"],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "client_secret_post",
    scope: "read:market",
  },
  Cursor: {
    client_name: "Cursor",
    redirect_uris: [
      "cursor://anysphere.cursor-mcp/oauth/callback",
      "https://www.cursor.com/agents/mcp/oauth/callback",
      "http://localhost:8787/callback",
    ],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  },
  ChatGPT: {
    client_name: "ChatGPT",
    client_uri: "https://chatgpt.com/",
    redirect_uris: ["https://chatgpt.com/connector_platform_oauth_redirect"],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  },
  Inspector: {
    client_name: "MCP Inspector",
    client_uri: "https://github.com/modelcontextprotocol/inspector",
    redirect_uris: ["http://localhost:6274/oauth/callback"],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
    scope: "",
  },
};

describe.each(Object.entries(CLIENTS))("%s registers", (_, metadata) => {
  test("and reads its permissions in the answer", async () => {
    const { status, headers, json } = await register(metadata);
    expect(status).toBe(201);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("content-type")).toMatch(/^application\/json/);
    expect(json.client_id).toMatch(ID);
    expect(json).toMatchObject({
      client_id_issued_at: NOW / 1_000,
      client_name: metadata["client_name"],
      redirect_uris: metadata.redirect_uris,
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: metadata["token_endpoint_auth_method"],
      scope: ALL_SCOPES,
    });
  });
});

test("a server gets a secret, of which only a hash is stored", async () => {
  const { json } = await register({ redirect_uris: ["https://app.example/cb"] });
  expect(json).toMatchObject({
    token_endpoint_auth_method: "client_secret_basic",
    client_secret: expect.stringMatching(SECRET),
    client_secret_expires_at: 0,
  });
  const row = await table.row(json.client_id);
  expect(row?.secretHash).toBe(hash("sha256", json.client_secret, "hex"));
  expect(JSON.stringify(row)).not.toContain(json.client_secret);
});

test("an app gets no secret, and no client gets a token to change a registration with", async () => {
  const { json } = await register(CLIENTS["Cursor"]);
  expect(Object.keys(json).filter((name) => /secret|registration/.test(name))).toEqual([]);
  expect((await table.row(json.client_id))?.secretHash).toBeNull();
});

test("two registrations of the same app are two clients", async () => {
  const one = await register(CLIENTS["Cursor"]);
  const other = await register(CLIENTS["Cursor"]);
  expect(one.json.client_id).not.toBe(other.json.client_id);
  expect(await table.rows()).toHaveLength(2);
});

test("a client cannot choose its id or secret", async () => {
  const chosen = { client_id: "client_000000000000000000000000", client_secret: "s".repeat(43) };
  const { json } = await register({ redirect_uris: ["https://app.example/cb"], ...chosen });
  expect(json.client_id).not.toBe(chosen.client_id);
  expect(json.client_secret).toMatch(SECRET);
});

describe("a registration is refused", () => {
  test.each([
    ["http elsewhere", ["http://app.example/cb"]],
    ["http elsewhere beside a good one", ["https://app.example/cb", "http://app.example/cb"]],
    ["a script", ["javascript:alert(1)"]],
    ["data", ["data:text/html,x"]],
    ["a file", ["file:///tmp/x"]],
    ["a fragment", ["https://app.example/cb#x"]],
    ["eleven addresses", Array.from({ length: 11 }, (_, n) => `https://app.example/${n}`)],
    ["no redirect", []],
    ["no list", "https://app.example/cb"],
  ])("with %s as invalid_redirect_uri", async (_, redirect_uris) => {
    const { status, headers, json } = await register({ redirect_uris });
    expect([status, json["error"]]).toEqual([400, "invalid_redirect_uri"]);
    expect(json["error_description"]).toEqual(expect.stringContaining("redirect_uris"));
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(await table.rows()).toEqual([]);
  });

  test.each([
    [{ response_types: ["token"] }],
    [{ grant_types: ["client_credentials"] }],
    [{ grant_types: ["implicit"] }],
    [{ token_endpoint_auth_method: "private_key_jwt" }],
    [{ client_uri: "javascript:alert(1)" }],
    [{ client_name: ["App"] }],
  ])("with %j as invalid_client_metadata", async (metadata) => {
    const { status, json } = await register({
      redirect_uris: ["https://app.example/cb"],
      ...metadata,
    });
    expect([status, json["error"]]).toEqual([400, "invalid_client_metadata"]);
    expect(await table.rows()).toEqual([]);
  });

  test.each(["", "{", "[]", "null", '"text"', "7", "\uFFFD"])("with the body %j", async (body) => {
    const { status, json } = await send(body);
    expect([status, json["error"]]).toEqual([400, "invalid_client_metadata"]);
  });

  test("as a form", async () => {
    const { status, json } = await send("redirect_uris=https%3A%2F%2Fapp.example%2Fcb", {
      "content-type": "application/x-www-form-urlencoded",
    });
    expect([status, json["error"]]).toEqual([400, "invalid_client_metadata"]);
  });

  test("when it is larger than 64 KiB", async () => {
    const { status } = await register({ client_name: "a".repeat(65_536) });
    expect(status).toBe(413);
  });
});

test("the shown name is the stored name", async () => {
  const { json } = await register({ ...CLIENTS["Cursor"], client_name: "Cur\u202Esor\n" });
  expect(json["client_name"]).toBe("Cursor");
});

test("a page of any origin may register, without a cookie", async () => {
  const { status, headers } = await register(CLIENTS["Inspector"], {
    "content-type": "application/json",
    origin: "https://inspector.example",
    "sec-fetch-site": "cross-site",
  });
  expect(status).toBe(201);
  expect(headers.get("access-control-allow-origin")).toBe("*");
  expect(headers.has("access-control-allow-credentials")).toBe(false);
  const preflight = OPTIONS();
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
  expect(preflight.headers.get("access-control-allow-methods")).toBe("POST");
  expect(preflight.headers.get("access-control-allow-headers")).toContain("Content-Type");
});
