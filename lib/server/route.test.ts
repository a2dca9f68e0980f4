import { afterEach, beforeEach, describe, expect, expectTypeOf, it, vi } from "vitest";
import { z } from "zod";
import { type ErrorCode, ServiceError } from "#lib/kernel/errors/errors.ts";
import { signedIn } from "#lib/platform/http/http.testing.ts";
import { closeLimits } from "#lib/platform/http/rate-limits.ts";
import { respond } from "#lib/platform/http/reply.ts";
import { setHttpRuntime } from "#lib/platform/http/runtime.ts";
import type { Credential } from "./credentials/find-caller.ts";
import { resolveActor } from "./credentials/resolve-actor.ts";
import { type Definition, methodNotAllowed, type RouteHandler, route } from "./route.ts";

const ACCOUNT = "4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCtajS";
const context = { params: Promise.resolve({}) };
const write = () => vi.fn<(details: object, text?: string) => void>();
const log = { error: write(), warn: write() };

beforeEach(() => {
  log.error.mockClear();
  setHttpRuntime({
    baseUrl: "http://localhost:3000",
    clock: { now: () => 1_700_000_000_000 },
    log,
    ...signedIn((headers) => (headers.get("cookie") === "session=yes" ? ACCOUNT : undefined)),
  });
});
afterEach(() => setHttpRuntime());

function post(body: BodyInit, headers: Record<string, string> = {}): Request {
  return new Request("http://localhost:3000/api/thing", {
    method: "POST",
    body,
    headers: { "content-type": "application/json", cookie: "session=yes", ...headers },
    ...(body instanceof ReadableStream ? { duplex: "half" } : {}),
  });
}

async function call(handler: RouteHandler, request: Request) {
  const response = await handler(request, context);
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    json: text === "" ? undefined : (JSON.parse(text) as Record<string, unknown>),
  };
}

const echo = route({ credential: "session", body: z.strictObject({ a: z.string() }) }, (c) => ({
  ...c.ctx,
  body: c.input.body,
  raw: new TextDecoder().decode(c.input.rawBody),
}));

describe("who calls", () => {
  it("gives the verb the signed-in account, the time and the exact bytes", async () => {
    const { json, headers } = await call(echo, post('{ "a":  "1" }'));
    expect(json).toMatchObject({
      actor: { kind: "session", account: ACCOUNT },
      now: 1_700_000_000_000,
      body: { a: "1" },
      raw: '{ "a":  "1" }',
    });
    expect(headers.get("cache-control")).toBe("no-store");
  });

  it("answers 401 without a session, before it looks at the body", async () => {
    const { status, json } = await call(echo, post("nonsense", { cookie: "" }));
    expect([status, json?.["error"]]).toEqual([401, "SIGN_IN_REQUIRED"]);
  });

  it("takes a scope that reads for a reader, which needs one, and for no other credential", () => {
    type Defined<C extends Credential> = Definition<C, undefined, undefined, undefined>;
    type Reader<S> = { credential: "reader"; scope: S };
    expectTypeOf<Reader<"read:points">>().toExtend<Defined<"reader">>();
    expectTypeOf<Reader<"trade:execute">>().not.toExtend<Defined<"reader">>();
    expectTypeOf<{ credential: "reader" }>().not.toExtend<Defined<"reader">>();
    type Owner = { credential: "owner"; scope: "read:points" };
    expectTypeOf<Owner>().not.toExtend<Defined<"owner">>();
  });

  it("refuses a page that shows another account than the one signed in", async () => {
    const { status, json } = await call(
      echo,
      post('{"a":"1"}', { "x-expected-user": "usr_other" }),
    );
    expect([status, json?.["error"]]).toEqual([403, "ACCOUNT_MISMATCH"]);
    const own = { "x-expected-user": `usr_${ACCOUNT}` };
    expect((await call(echo, post('{"a":"1"}', own))).status).toBe(200);
  });

  it.each([
    ["another site's page", { "sec-fetch-site": "cross-site" }],
    ["another subdomain's page", { "sec-fetch-site": "same-site" }],
    ["a foreign Origin", { origin: "https://evil.example" }],
    ["the same host on another port", { origin: "http://localhost:3001" }],
    ["the same host over another scheme", { origin: "https://localhost:3000" }],
    ["an opaque Origin", { origin: "null" }],
  ])("refuses an unsafe request from %s although the cookie is right", async (_name, headers) => {
    const { status, json } = await call(echo, post('{"a":"1"}', headers));
    expect([status, json?.["error"]]).toEqual([403, "CROSS_ORIGIN"]);
  });

  it("allows its own pages, loopback aliases and programs", async () => {
    for (const headers of [
      { origin: "http://localhost:3000", "sec-fetch-site": "same-origin" },
      { origin: "http://127.0.0.1:3000" },
      {},
    ]) {
      expect((await call(echo, post('{"a":"1"}', headers))).status).toBe(200);
    }
  });

  it("allows a safe method from anywhere, and a public route unless it requires the check", async () => {
    const read = route({ credential: "session" }, () => ({ ok: true }));
    const foreign = { cookie: "session=yes", origin: "https://evil.example" };
    const get = new Request("http://localhost:3000/api/thing", { headers: foreign });
    expect((await call(read, get)).status).toBe(200);
    const open = route({ credential: "public" }, () => ({ ok: true }));
    expect((await call(open, post("{}", foreign))).status).toBe(200);
    const guarded = route({ credential: "public", sameOrigin: true }, () => ({ ok: true }));
    expect((await call(guarded, post("{}", foreign))).status).toBe(403);
  });
});

describe("what expensive reads of an account cost", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"] });
    setHttpRuntime({
      baseUrl: "http://localhost:3000",
      clock: { now: () => 1_700_000_000_000 },
      log,
      ...signedIn((headers) => headers.get("cookie") ?? undefined),
    });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await closeLimits();
  });

  const read = (handler: RouteHandler, account: string, query = "") =>
    call(
      handler,
      new Request(`http://localhost:3000/api/thing${query}`, { headers: { cookie: account } }),
    );
  const rows = route(
    {
      credential: "session",
      query: z.strictObject({ limit: z.coerce.number() }),
      cost: ({ limit }) => limit,
    },
    () => ({ ok: true }),
  );
  const file = route({ credential: "session", cost: () => 400 }, () => ({ ok: true }));
  const cheap = route({ credential: "session" }, () => ({ ok: true }));

  it("is one budget for all of them: it refills with time, and each account has its own", async () => {
    expect((await read(rows, "ada", "?limit=1200")).status).toBe(200);
    const last = await read(file, "ada");
    expect([last.status, last.headers.get("RateLimit-Limit")]).toEqual([200, "1800"]);
    const refused = await read(rows, "ada", "?limit=20");
    expect([refused.status, refused.json?.["error"]]).toEqual([429, "RATE_LIMITED"]);
    expect(refused.headers.get("RateLimit-Limit")).toBe("80");
    expect(refused.headers.get("Retry-After")).toBe("1");
    expect((await read(file, "bob")).status).toBe(200);
    vi.setSystemTime(Date.now() + 2_000);
    expect((await read(file, "ada")).status).toBe(200);
  });

  it("never keeps an account from its writes and its other reads", async () => {
    for (let reads = 0; reads < 5; reads += 1) await read(file, "ada");
    expect((await read(file, "ada")).status).toBe(429);
    expect((await read(cheap, "ada")).status).toBe(200);
    expect((await call(echo, post('{"a":"1"}', { cookie: "ada" }))).status).toBe(200);
  });
});

describe("the body", () => {
  it.each([
    ["text/plain", 415],
    ["application/x-www-form-urlencoded", 415],
    ["application/json; charset=latin1", 415],
    ["application/json; charset=UTF-8", 200],
    ["Application/JSON", 200],
  ])("with content type %s gives %i", async (type, status) => {
    expect((await call(echo, post('{"a":"1"}', { "content-type": type }))).status).toBe(status);
  });

  it.each([
    ["", "MALFORMED_BODY", "it is empty"],
    ["{", "MALFORMED_BODY", "it is not JSON"],
    [new Uint8Array([0x22, 0xff, 0x22]), "MALFORMED_BODY", "it is not UTF-8"],
    ["[]", "MALFORMED_BODY", "it must be an object, not a list"],
    ["{}", "MISSING_FIELD", "lacks the field a"],
    ['{"a":1}', "INVALID_FIELD", "a is not valid"],
    ['{"a":"1","b":2}', "UNKNOWN_FIELD", ": b."],
  ])("%s is refused as %s", async (body, code, text) => {
    const { status, json } = await call(echo, post(body));
    expect([status, json?.["error"]]).toEqual([400, code]);
    expect(json?.["message"]).toContain(text);
  });

  it("is read only up to the limit, whatever Content-Length says", async () => {
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pulled += 1;
        controller.enqueue(new Uint8Array(16 * 1024));
      },
    });
    const { status, json } = await call(echo, post(endless, { "content-length": "10" }));
    expect([status, json?.["error"]]).toEqual([413, "BODY_TOO_LARGE"]);
    expect(pulled).toBeLessThan(8);
  });

  it("that announces too much is not read at all", async () => {
    const small = route({ credential: "public", body: z.unknown(), maxBodyBytes: 8 }, () => null);
    expect((await call(small, post('{"a":"123456789"}'))).status).toBe(413);
  });

  it("names enumerations and public keys", async () => {
    const schema = z.strictObject({
      side: z.enum(["BUY", "SELL"]),
      to: z.string().refine(() => false, { params: { code: "INVALID_PUBLIC_KEY" } }),
    });
    const handler = route({ credential: "public", body: schema }, () => null);
    expect((await call(handler, post('{"side":"X","to":"x"}'))).json).toMatchObject({
      error: "INVALID_ENUM",
      message: "side must be one of BUY, SELL.",
    });
    expect((await call(handler, post('{"side":"BUY","to":"x"}'))).json?.["error"]).toBe(
      "INVALID_PUBLIC_KEY",
    );
  });
});

describe("query and path", () => {
  const search = route(
    { credential: "public", query: z.strictObject({ n: z.coerce.number().int() }) },
    ({ input }) => ({ n: input.query.n }),
  );
  const get = (query: string) => call(search, new Request(`http://localhost:3000/api/x${query}`));

  it("are parsed by their schemas", async () => {
    expect((await get("?n=5")).json).toEqual({ n: 5 });
    const byId = route(
      { credential: "public", params: z.object({ id: z.string().regex(/^\d+$/) }) },
      ({ input }) => input.params,
    );
    const request = new Request("http://localhost:3000/api/x/1");
    expect((await byId(request, { params: Promise.resolve({ id: "1" }) })).status).toBe(200);
    const refused = await byId(request, { params: Promise.resolve({ id: "a" }) });
    expect(await refused.json()).toMatchObject({ error: "MALFORMED_PATH" });
  });

  it.each([
    ["?n=x", "The parameter n is not valid"],
    ["", "The parameter n is not valid"],
    ["?n=1&n=2", "it is given twice"],
    ["?n=1&m=2", "The parameter m is not valid: there is no such parameter"],
  ])("%s is refused by name", async (query, text) => {
    const { status, json } = await get(query);
    expect([status, json?.["error"]]).toEqual([400, "MALFORMED_QUERY"]);
    expect(json?.["message"]).toContain(text);
  });
});

describe("the answer", () => {
  const request = (headers?: HeadersInit) =>
    new Request("http://localhost:3000/api/x", headers === undefined ? {} : { headers });

  it("shows a request id and nothing else of an unexpected error, and logs it", async () => {
    const failing = route({ credential: "public" }, () => {
      throw new Error("password=hunter2 at row 5");
    });
    const { status, json, headers } = await call(failing, request());
    expect(status).toBe(500);
    expect(Object.keys(json ?? {}).toSorted()).toEqual(["error", "message", "request_id"]);
    expect(JSON.stringify(json)).not.toContain("hunter2");
    expect(headers.get("x-request-id")).toBe(json?.["request_id"]);
    expect(log.error.mock.calls[0]?.[0]).toMatchObject({ requestId: json?.["request_id"] });
  });

  it("maps a refusal of the catalogue with its data and does not log it", async () => {
    const refusing = route({ credential: "public" }, () => {
      throw new ServiceError("RATE_LIMITED", { retryAfterSeconds: 7 }).withData({ x: 1 });
    });
    const { status, json, headers } = await call(refusing, request());
    expect(status).toBe(429);
    expect(json).toMatchObject({ error: "RATE_LIMITED", data: { x: 1 } });
    expect(headers.get("retry-after")).toBe("7");
    expect(log.error).not.toHaveBeenCalled();
  });

  it("keeps a caller's plain request id and replaces any other", async () => {
    const handler = route({ credential: "public" }, () => ({}));
    const id = async (given: string) =>
      (await call(handler, request({ "x-request-id": given }))).headers.get("x-request-id");
    expect(await id("req_0123456789")).toBe("req_0123456789");
    expect(await id("<script>alert(1)</script>")).toMatch(/^req_[0-9a-f]{24}$/);
  });

  it("is checked against its schema outside production only", async () => {
    const wrong = route({ credential: "public", response: z.object({ n: z.number() }) }, () => ({
      n: "1",
    }));
    expect((await call(wrong, request())).status).toBe(500);
    setHttpRuntime({ production: true });
    expect((await call(wrong, request())).status).toBe(200);
  });

  it("may carry a status, headers, no body, or be a Response of its own", async () => {
    const created = route({ credential: "public" }, () => respond(201, { id: 1 }, { etag: "x" }));
    const { status, headers } = await call(created, request());
    expect([status, headers.get("etag")]).toEqual([201, "x"]);
    expect(
      (
        await call(
          route({ credential: "public" }, () => undefined),
          request(),
        )
      ).status,
    ).toBe(204);
    const own = route({ credential: "public" }, () => Response.redirect("http://localhost:3000/"));
    expect((await own(request(), context)).status).toBe(302);
  });

  it("says 405 with the allowed methods", async () => {
    const { status, json, headers } = await call(methodNotAllowed("GET, POST"), request());
    expect([status, json?.["error"], headers.get("allow")]).toEqual([
      405,
      "METHOD_NOT_ALLOWED",
      "GET, POST",
    ]);
  });
});

it("forbids caching of an answer that sets a cookie", async () => {
  const sets = route({ credential: "public" }, () => respond(200, {}, { "set-cookie": "a=b" }));
  const { headers } = await call(sets, new Request("http://localhost:3000/api/thing"));
  expect(headers.get("cache-control")).toBe("no-store");
});

it("keeps further cache directives of an answer, and forbids caching of every other", async () => {
  const ask = async (cacheControl: string) => {
    const answers = route({ credential: "public" }, () =>
      respond(200, {}, { "cache-control": cacheControl }),
    );
    const request = new Request("http://localhost:3000/api/thing", { method: "POST" });
    return (await call(answers, request)).headers.get("cache-control");
  };
  expect(await ask("no-store, no-transform")).toBe("no-store, no-transform");
  expect(await ask("max-age=60")).toBe("no-store");
});

it("accepts a missing body as an empty one where every field is optional, and nowhere else", async () => {
  const body = z.strictObject({ a: z.string().optional() });
  const lenient = route(
    { credential: "public", body, mayLackBody: true },
    ({ input }) => input.body,
  );
  const strict = route({ credential: "public", body }, ({ input }) => input.body);
  const bare = () => new Request("http://localhost:3000/api/thing", { method: "POST" });
  expect((await call(lenient, bare())).json).toEqual({});
  expect((await call(strict, bare())).status).toBe(415);
  expect((await call(lenient, post('{"b":"1"}'))).json?.["error"]).toBe("UNKNOWN_FIELD");
  expect((await call(lenient, post("a=1", { "content-type": "text/plain" }))).status).toBe(415);
});

describe("limits of callers", () => {
  const machines = route({ credential: "mcp_key" }, () => ({}));
  const from = (address: string, path = "/api/thing") =>
    new Request(`http://localhost:3000${path}`, { headers: { "x-forwarded-for": address } });

  it("are announced in every answer of a session", async () => {
    const open = route({ credential: "session" }, () => ({}));
    const ask = () =>
      call(open, new Request("http://localhost:3000/", { headers: { cookie: "session=yes" } }));
    const first = Number((await ask()).headers.get("ratelimit-remaining"));
    const { headers } = await ask();
    expect(headers.get("ratelimit-limit")).toBe("1800");
    expect(Number(headers.get("ratelimit-remaining"))).toBe(first - 1);
  });

  const useRealCredentials = () => setHttpRuntime({ log, resolveActor });
  const guesser = (address: string) => ({
    "x-forwarded-for": address,
    authorization: `Bearer svc_sk_${"0".repeat(64)}`,
  });

  it("serve a valid credential at an address whose other clients keep failing", async () => {
    const right = { kind: "mcp_key", userId: "usr_1", keyId: "mcp_1", tier: "default" } as const;
    setHttpRuntime({
      log,
      resolveActor: (_door, { request }) =>
        request.headers.get("authorization") === "Bearer right"
          ? Promise.resolve({
              ...right,
              canStageOrders: false,
              canManageWebhooks: false,
              canReadPartner: false,
              expiresAt: 0,
            })
          : Promise.reject(new ServiceError("UNKNOWN_KEY")),
    });
    for (let index = 0; index < 70; index += 1) await call(machines, from("192.0.2.12"));
    expect((await call(machines, from("192.0.2.12"))).json?.["error"]).toBe("RATE_LIMITED");
    const headers = { "x-forwarded-for": "192.0.2.12", authorization: "Bearer right" };
    const served = await call(
      machines,
      new Request("http://localhost:3000/api/thing", { headers }),
    );
    expect([served.status, served.headers.get("ratelimit-remaining")]).toEqual([200, "119"]);
  });

  it.each<[string, ServiceError<ErrorCode>]>([
    ["a wrong clock", new ServiceError("BOT_TIMESTAMP_OUT_OF_WINDOW", { serverTime: 0 })],
    ["a revoked key", new ServiceError("REVOKED_KEY", { revokedAt: "" })],
    ["an expired key", new ServiceError("EXPIRED_KEY", { expiredAt: "" })],
    ["a repeated nonce", new ServiceError("NONCE_REPLAYED")],
    ["a token past its time", new ServiceError("INVALID_TOKEN", { reason: "", wasGood: true })],
  ])("do not count %s", async (_what, refusal) => {
    setHttpRuntime({ log, resolveActor: () => Promise.reject(refusal) });
    for (let index = 0; index < 61; index += 1) {
      const { status, headers } = await call(machines, from("192.0.2.13"));
      expect([status, headers.has("ratelimit-limit")]).toEqual([401, false]);
    }
  });

  it("end guessing of machine credentials for the guessing address, and for no other", async () => {
    useRealCredentials();
    const answers = [];
    for (let index = 0; index <= 60; index += 1)
      answers.push(await call(machines, from("192.0.2.9")));
    const left = answers.map(({ headers }) => headers.get("ratelimit-remaining"));
    expect([left[0], left[59], left[60]]).toEqual(["59", "0", "0"]);
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(60).fill(401), 429]);
    expect(answers[60]?.headers.has("retry-after")).toBe(true);
    expect((await call(machines, from("192.0.2.10"))).status).toBe(401);
  });

  it("count calls without a credential by their address, for public routes and others together", async () => {
    useRealCredentials();
    const open = route({ credential: "public" }, () => ({}));
    const person = route({ credential: "session" }, () => ({}));
    const ask = (handler: RouteHandler, address = "192.0.2.14", path = "/api/venue/time") =>
      call(handler, from(address, path));
    for (let index = 0; index < 600; index += 1) {
      expect((await ask(open)).status).toBe(200);
      expect((await ask(person)).status).toBe(401);
    }
    for (const handler of [open, person]) {
      const { status, headers, json } = await ask(handler);
      expect([status, json?.["error"], headers.get("ratelimit-limit")]).toEqual([
        429,
        "RATE_LIMITED",
        "1200",
      ]);
      expect(headers.get("retry-after")).toBe(headers.get("ratelimit-reset"));
    }
    expect((await ask(open, "192.0.2.15")).status).toBe(200);
    // Supervisors, and what the Host or the verb has counted.
    for (const path of ["/healthz", "/readyz", "/api/public/news", "/api/chain/rpc"])
      expect((await ask(open, "192.0.2.14", path)).status).toBe(200);
    // A signed-in neighbour goes on.
    setHttpRuntime({ log, ...signedIn(() => "wallet") });
    expect((await ask(person)).status).toBe(200);
  });

  it("end guessing of sessions too, where a browser without a session is not counted", async () => {
    useRealCredentials();
    const open = route({ credential: "session" }, () => ({}));
    const ask = (headers: Record<string, string>) =>
      call(open, new Request("http://localhost:3000/", { headers }));
    const guess = guesser("192.0.2.11");
    for (let index = 0; index < 60; index += 1) await ask(guess);
    expect((await ask(guess)).status).toBe(429);
    const browser = await ask({ "x-forwarded-for": "192.0.2.11", cookie: "theme=dark" });
    expect([browser.status, browser.headers.has("ratelimit-limit")]).toEqual([401, false]);
  });
});
