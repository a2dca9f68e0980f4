/** MCP keys over HTTP: access, the content of the answers, and what is counted of a key's requests. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { POST as createBot } from "#app/api/v1/bot/keys/route.ts";
import { openKeyService } from "#lib/machines/keys/service.testing.ts";
import { closeLimits } from "#lib/platform/http/rate-limits.ts";
import { setHttpRuntime } from "#lib/platform/http/runtime.ts";
import { resolveActor } from "#lib/server/credentials/resolve-actor.ts";
import type { RouteHandler } from "#lib/server/route.ts";
import { POST as rotate } from "./[id]/rotate/route.ts";
import { PATCH as rename, DELETE as revoke } from "./[id]/route.ts";
import { GET as usage } from "./[id]/usage/route.ts";
import { GET as readLimits } from "./rate-limits/route.ts";
import { POST as create, GET as list, DELETE as revokeAll } from "./route.ts";
import { GET as validate } from "./validate/route.ts";

let service: Awaited<ReturnType<typeof openKeyService>>;
let isSignedIn: boolean;

beforeEach(async () => {
  service = await openKeyService();
  isSignedIn = true;
  setHttpRuntime({
    clock: { now: service.timers.now },
    log: { error: () => {}, warn: () => {} },
    // Other tests cover sessions; keys take the same way as in the service.
    resolveActor: (door, call) =>
      (door === "session" || door === "owner") &&
      isSignedIn &&
      !call.request.headers.has("authorization")
        ? Promise.resolve(service.owner)
        : resolveActor(door, call),
  });
});
afterEach(async () => {
  setHttpRuntime();
  await closeLimits();
  await service.close();
});

type Body = Record<string, unknown> & { id: string; secret: string };
type Call = { id?: string; method?: string; body?: unknown; headers?: Record<string, string> };

async function ask(handler: RouteHandler, { id, method = "GET", body, headers }: Call = {}) {
  const init: RequestInit = {
    method,
    headers: {
      origin: "http://localhost:3000",
      "x-forwarded-for": "192.0.2.7",
      "user-agent": "curl/8",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
  const request = new Request("http://localhost:3000/api/v1/mcp/keys", init);
  const response = await handler(request, { params: Promise.resolve({ id }) });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: (text === "" ? {} : JSON.parse(text)) as Body,
  };
}

const post = (body: unknown) => ask(create, { method: "POST", body });
const show = (secret: string, headers: Record<string, string> = {}) =>
  ask(validate, { headers: { authorization: `Bearer ${secret}`, ...headers } });

test("a key is made, works, is replaced, and ends; no other answer contains its secrets, and no answer is cached", async () => {
  const made = await post({ name: "CI", expiresInDays: 30 });
  expect([made.status, made.headers.get("cache-control")]).toEqual([201, "no-store"]);
  const { id, secret } = made.json;
  const valid = await show(secret);
  expect([valid.status, valid.json["valid"], valid.json["id"]]).toEqual([200, true, id]);
  expect(valid.headers.get("ratelimit-limit")).toBe("120");
  const next = await ask(rotate, { id, method: "POST", body: { overlapHours: 24 } });
  expect([next.status, next.headers.get("cache-control")]).toEqual([201, "no-store"]);
  expect((await show(secret)).status).toBe(200);
  expect((await show(next.json.secret)).status).toBe(200);
  const named = await ask(rename, { id, method: "PATCH", body: { name: "CI of the shop" } });
  expect([named.status, named.json["name"], named.json["secret"]]).toEqual([
    200,
    "CI of the shop",
    undefined,
  ]);
  await service.timers.round(5_000);
  const ended = await ask(revoke, { id, method: "DELETE" });
  expect([ended.status, ended.text]).toEqual([204, ""]);
  expect((await ask(revoke, { id, method: "DELETE" })).status).toBe(204);
  const others = [
    await ask(list),
    await ask(usage, { id }),
    valid,
    await show(secret),
    await ask(revokeAll, { method: "DELETE" }),
    await show(next.json.secret),
    await ask(list),
  ];
  expect(others.map(({ status }) => status)).toEqual([200, 200, 200, 401, 200, 401, 200]);
  for (const { text, headers } of others) {
    const all = text + JSON.stringify([...headers]);
    expect(all).not.toContain(secret.slice(7, 30));
    expect(all).not.toContain(next.json.secret.slice(7, 30));
    expect(headers.get("cache-control")).toBe("no-store");
  }
  expect(others[4]?.json).toEqual({ revoked: 1 });
});

test.each([0, -1, 1.5, 366, "30"])(
  "expiresInDays of %j is refused with the name of the field",
  async (expiresInDays) => {
    const { status, json } = await post({ expiresInDays });
    expect([status, json["error"]]).toEqual([400, "INVALID_FIELD"]);
    expect(json["message"]).toBe(
      "expiresInDays is not valid: it must be a whole number from 1 to 365.",
    );
  },
);

test("expiresInDays of null is one that is not given: the key ends as every other", async () => {
  const [given, left] = [await post({ expiresInDays: null }), await post({})];
  expect([given.status, left.status]).toEqual([201, 201]);
  const days = ({ json }: typeof left) =>
    Math.round((Number(json["expiresAt"]) - Date.now()) / 86_400_000);
  expect(days(given)).toBe(days(left));
});

test("whoever is not signed in makes, sees and ends nothing, and a key only reads its own usage", async () => {
  const { json } = await post({});
  isSignedIn = false;
  const headers = { authorization: `Bearer ${json.secret}` };
  const id = json.id;
  for (const [handler, call] of [
    [create, { method: "POST", body: {} }],
    [list, {}],
    [revokeAll, { method: "DELETE" }],
    [revoke, { id, method: "DELETE" }],
    [rename, { id, method: "PATCH", body: { name: "mine" } }],
    [rotate, { id, method: "POST", body: { overlapHours: 0 } }],
  ] as const) {
    expect((await ask(handler, call)).json["error"]).toBe("SIGN_IN_REQUIRED");
    const byKey = await ask(handler, { ...call, headers });
    expect([byKey.status, byKey.json["error"]]).toEqual([401, "WRONG_CREDENTIAL"]);
  }
  expect((await ask(usage, { id })).json["error"]).toBe("SIGN_IN_REQUIRED");
  expect((await ask(usage, { id, headers })).status).toBe(200);
  expect((await show(json.secret)).status).toBe(200);
  isSignedIn = true;
  const { keys } = (await ask(list)).json as unknown as { keys: { wrongDoor: unknown }[] };
  expect(keys[0]?.wrongDoor).toMatchObject({ count: 6 });
});

test.each(["mcp_none", "", "x".repeat(5_000), `mcp_${"A".repeat(24)}`])(
  "an invalid id of a key is not found: %j",
  async (id) => {
    for (const [handler, call] of [
      [revoke, { id, method: "DELETE" }],
      [rename, { id, method: "PATCH", body: { name: "CI" } }],
      [rotate, { id, method: "POST", body: { overlapHours: 0 } }],
      [usage, { id }],
    ] as const) {
      const { status, json } = await ask(handler, call);
      expect([status, json["error"]]).toEqual([404, "KEY_NOT_FOUND"]);
    }
  },
);

test("a person makes and replaces up to 30 keys an hour, of both kinds together, and may end any number", async () => {
  const { id } = (await post({})).json;
  const body = { name: "bot", allowlist: ["192.0.2.7"] };
  for (let made = 0; made < 14; made += 1) {
    expect((await ask(createBot, { method: "POST", body })).status).toBe(201);
    expect((await post({})).status).toBe(201);
  }
  const rotated = { id, method: "POST", body: { overlapHours: 0 } };
  const { json: last, headers } = await ask(rotate, rotated);
  expect([headers.get("ratelimit-limit"), headers.get("ratelimit-remaining")]).toEqual(["30", "0"]);
  for (const [handler, call] of [
    [create, { method: "POST", body: {} }],
    [createBot, { method: "POST", body }],
    [rotate, { ...rotated, id: last.id }],
  ] as const) {
    const { status, headers, json } = await ask(handler, call);
    expect([status, json["error"]]).toEqual([429, "RATE_LIMITED"]);
    expect(headers.get("ratelimit-limit")).toBe("30");
    expect(headers.get("retry-after")).toBe(headers.get("ratelimit-reset"));
  }
  expect((await ask(revoke, { id: last.id, method: "DELETE" })).status).toBe(204);
  expect((await ask(revokeAll, { method: "DELETE" })).json).toEqual({ revoked: 14 });
});

test("a page of another origin makes no key", async () => {
  const headers = { origin: "https://evil.example" };
  expect((await ask(create, { method: "POST", body: {}, headers })).json["error"]).toBe(
    "CROSS_ORIGIN",
  );
});

test("validate accepts no session: 401 without a key", async () => {
  const { status, json, headers } = await ask(validate);
  expect([status, json["error"], headers.get("www-authenticate")]).toEqual([
    401,
    "MISSING_CREDENTIAL",
    "Bearer",
  ]);
});

test("a key reads what is left of its limit, as the headers of the answer have it", async () => {
  const { secret } = (await post({})).json;
  await show(secret);
  const bearer = { headers: { authorization: `Bearer ${secret}` } };
  const { status, json, headers } = await ask(readLimits, bearer);
  expect([status, json]).toEqual([
    200,
    { tier: "default", calls: { limit: 120, remaining: 118, resetSeconds: 60 } },
  ]);
  expect([headers.get("ratelimit-remaining"), headers.get("ratelimit-reset")]).toEqual([
    "118",
    "60",
  ]);
  expect((await ask(readLimits)).status).toBe(401);
});

describe("the usage of a key", () => {
  test("counts requests by outcome, also refusals of a known key", async () => {
    const { id, secret } = (await post({})).json;
    for (let request = 0; request < 122; request += 1) await show(secret);
    await service.limit(id, ["198.51.100.0/24"]);
    const elsewhere = await show(secret);
    expect([elsewhere.status, elsewhere.json["error"]]).toEqual([403, "ip_not_allowed"]);
    expect(elsewhere.json["message"]).toContain("192.0.2.7");
    await service.limit(id, []);
    await ask(revoke, { id, method: "DELETE" });
    await show(secret);
    await service.timers.round(5_000);
    const { days } = (await ask(usage, { id })).json as unknown as {
      days: { outcomes: unknown }[];
    };
    expect(days.at(-1)?.outcomes).toEqual({
      ok: 120,
      RATE_LIMITED: 2,
      ip_not_allowed: 1,
      REVOKED_KEY: 1,
    });
  });

  test("has the last accepted request with its address and program", async () => {
    const { secret } = (await post({})).json;
    await show(secret, { "user-agent": "claude-code/3", "x-forwarded-for": "2001:db8::7" });
    await service.timers.round(5_000);
    const { keys } = (await ask(list)).json as unknown as { keys: unknown[] };
    expect(keys[0]).toMatchObject({
      lastUsedAddress: "2001:db8::7",
      lastUsedAgent: "claude-code/3",
    });
  });
});
