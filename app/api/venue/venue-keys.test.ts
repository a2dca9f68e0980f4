/** Venue keys through the handlers, against an HTTP server that speaks the venue's side. */
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { signedIn } from "#lib/platform/http/http.testing.ts";
import { setHttpRuntime } from "#lib/platform/http/runtime.ts";
import type { RouteHandler } from "#lib/server/route.ts";
import { openKeyTable } from "#lib/trading/venue-access/venue-access.testing.ts";
import { POST as createKey } from "./key/route.ts";
import { DELETE as revokeKey } from "./keys/[id]/route.ts";
import { GET as listKeys } from "./keys/route.ts";

const ACCOUNT = "4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCtajS";
const OTHER = "7QdeXrBQy8oKNzDEwaqWEqKUYLsYbq2gFkWvBrfNfCzY";
const SECRET = `apikey_${"ab".repeat(32)}`;
const NOW = 1_800_000_000_000;

let server: http.Server;
let answer: { status: number; body: unknown };
const seen: { method: string; url: string; headers: http.IncomingHttpHeaders; body: string }[] = [];
let table: Awaited<ReturnType<typeof openKeyTable>>;

beforeAll(async () => {
  server = http.createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      seen.push({ method, url, headers, body });
      response.writeHead(answer.status, { "content-type": "application/json" });
      response.end(JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  vi.stubEnv("VENUE_URL", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
beforeEach(async () => {
  table = await openKeyTable();
  setHttpRuntime({
    clock: { now: () => NOW },
    ...signedIn((headers) => headers.get("cookie") ?? undefined),
  });
  const created = { id: "key_1", key: SECRET, account: ACCOUNT, signer: ACCOUNT };
  answer = {
    status: 201,
    body: { ...created, label: "Trading page", expires_at: 0, created_at: NOW },
  };
  await call(createKey, { method: "POST", body: "{}" });
  seen.length = 0;
});
afterEach(async () => {
  await table.close();
  setHttpRuntime();
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  vi.unstubAllEnvs();
});

type Options = { method?: string; body?: string; query?: string; id?: string; signer?: string };

async function call(handler: RouteHandler, options: Options = {}) {
  const { method = "GET", body, query = "", id, signer = ACCOUNT } = options;
  const request = new Request(`http://localhost:3000/${query}`, {
    method,
    headers: {
      cookie: ACCOUNT,
      "x-forwarded-for": "192.0.2.7",
      "user-agent": "test",
      "x-signature": "0f".repeat(64),
      "x-signature-timestamp": String(NOW),
      "x-signer-pubkey": ACCOUNT,
      "x-account-pubkey": signer,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body }),
  });
  const response = await handler(request, { params: Promise.resolve({ id }) });
  const text = await response.text();
  return { status: response.status, json: JSON.parse(text) as Record<string, unknown>, text };
}

const key = (id: string, label: string) => ({
  id,
  account: ACCOUNT,
  signer: ACCOUNT,
  label,
  expires_at: 0,
  created_at: NOW,
});

const revoke = (id: string, signer = ACCOUNT) =>
  call(revokeKey, { method: "DELETE", body: "{ }", id, signer });

describe("the list of venue keys", () => {
  it("marks the key that this service holds, uses it for the read, and shows no key's text", async () => {
    answer = {
      status: 200,
      body: { results: [key("key_1", "Trading page"), key("key_2", "Bot")] },
    };
    const { status, json, text } = await call(listKeys);
    expect([status, json]).toEqual([
      200,
      {
        results: [
          { ...key("key_1", "Trading page"), held: true },
          { ...key("key_2", "Bot"), held: false },
        ],
      },
    ]);
    expect(text).not.toContain("apikey_");
    expect(seen).toMatchObject([
      { url: "/v1/keys", headers: { authorization: `Bearer ${SECRET}` } },
    ]);
  });

  it("leaves out all other fields of the venue's answer", async () => {
    answer = { status: 200, body: { results: [{ ...key("key_1", "x"), key: SECRET }] } };
    expect((await call(listKeys)).text).not.toContain("apikey_");
  });

  it("is refused for another account than the one signed in", async () => {
    const { status, json } = await call(listKeys, { query: `?account=${OTHER}` });
    expect([status, json["error"], seen]).toEqual([403, "ACCOUNT_MISMATCH", []]);
  });

  it("requires trading to be enabled", async () => {
    await table.clear();
    expect((await call(listKeys)).json["error"]).toBe("TRADING_NOT_ENABLED");
  });
});

describe("revoking a venue key", () => {
  it("forwards the owner's bytes and keeps the held key when it was another one", async () => {
    answer = { status: 200, body: { id: "key_2", revoked: true } };
    const { status, json } = await revoke("key_2");
    expect([status, json]).toEqual([200, { id: "key_2", revoked: true }]);
    expect(seen).toMatchObject([{ method: "DELETE", url: "/v1/keys/key_2", body: "{ }" }]);
    expect(await table.rows()).toHaveLength(1);
  });

  it("deletes the key that this service held: trading is no longer enabled", async () => {
    answer = { status: 200, body: { id: "key_1", revoked: true } };
    await revoke("key_1");
    expect(await table.rows()).toEqual([]);
    expect((await call(listKeys)).json["error"]).toBe("TRADING_NOT_ENABLED");
  });

  it("deletes nothing when the venue refuses, and returns the venue's reason", async () => {
    answer = { status: 403, body: { error: "SIGNER_NOT_AUTHORIZED", message: "no" } };
    const { status, json } = await revoke("key_1");
    expect([status, json["error"]]).toEqual([403, "SIGNER_NOT_AUTHORIZED"]);
    expect(await table.rows()).toHaveLength(1);
    expect((await table.audit()).map(({ action }) => action)).toEqual(["venue_key.created"]);
  });

  it("deletes a key that the venue no longer has", async () => {
    answer = { status: 404, body: { error: "API_KEY_NOT_FOUND", message: "gone" } };
    await revoke("key_1");
    expect(await table.rows()).toEqual([]);
  });

  it("is not sent for another account, and not without a signature", async () => {
    expect((await revoke("key_1", OTHER)).json["error"]).toBe("ACCOUNT_MISMATCH");
    expect((await revoke("key_1", "")).json["error"]).toBe("MISSING_SIGNATURE");
    expect((await revoke("../orders")).json["error"]).toBe("MALFORMED_PATH");
    expect(seen).toEqual([]);
  });
});

describe("the audit log of the account", () => {
  it("has a key's creation and end, with the caller's address, and never its text", async () => {
    answer = { status: 200, body: { id: "key_1", revoked: true } };
    await revoke("key_1");
    const log = await table.audit();
    const common = {
      userId: `usr_${ACCOUNT}`,
      actorKind: "session",
      target: "key_1",
      address: "192.0.2.7",
      agent: "test",
    };
    expect(log).toHaveLength(2);
    expect(log).toContainEqual(
      expect.objectContaining({
        ...common,
        action: "venue_key.created",
        details: { label: "Trading page", account: ACCOUNT },
      }),
    );
    expect(log).toContainEqual(
      expect.objectContaining({
        ...common,
        action: "venue_key.revoked",
        details: { held: true, account: ACCOUNT },
      }),
    );
    expect(JSON.stringify(log)).not.toContain("apikey_");
  });
});
