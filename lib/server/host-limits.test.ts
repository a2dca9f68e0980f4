import { createHash } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { get, getFor, type Head, HostProcess, STREAM, until } from "./host-client.testing.ts";

let host: HostProcess;

function eachWithItsOwnHost(): void {
  beforeEach(async () => {
    host = await HostProcess.start();
  });
  afterEach(() => host.stop());
}

function allWithOneHost(trustedProxies = 0, baseUrl?: string): void {
  beforeAll(async () => {
    host = await HostProcess.start(trustedProxies, baseUrl);
  });
  afterEach(() => host.hangUp());
  afterAll(() => host.stop());
}

type TestRequest = { method?: string; headers?: Record<string, string>; from?: string };

function ask(
  target: string,
  { method = "GET", headers = {}, from }: TestRequest = {},
): Promise<Head> {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = method === "POST" ? "Content-Length: 0\r\n" : "";
  return host.answerTo(
    `${method} ${target} HTTP/1.1\r\nHost: a\r\n${length}${lines.join("")}\r\n`,
    from,
  );
}

/** Uses up a limit of this address. */
async function spend(target: string, count: number, method = "GET"): Promise<void> {
  for (let done = 0; done < count; done += 60) {
    const some = Array.from({ length: 60 }, () => host.request(target, method));
    for (const { status } of await Promise.all(some)) expect(status).toBe(200);
  }
}

/** Asks in turns of 50 until one is refused, as more come back each moment. @returns how many were served, and the refusal */
async function untilRefused(send: () => Promise<Head>): Promise<{ served: number; refused: Head }> {
  for (let served = 0; ; ) {
    const answers = await Promise.all(Array.from({ length: 50 }, send));
    served += answers.filter(({ status }) => status === 200).length;
    const refused = answers.find(({ status }) => status === 429);
    if (refused !== undefined) return { served, refused };
    host.hangUp();
  }
}

describe("pages", () => {
  eachWithItsOwnHost();

  test("are served 600 times a minute to an address; then a browser gets an explanation", async () => {
    await spend("/coins/BTC.svg", 600);
    const browser = { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
    const refused = await ask("/trade/BTCUSDC", { headers: browser });
    expect(refused.status).toBe(429);
    expect(Object.fromEntries(refused.headers)).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "ratelimit-limit": "600",
      "ratelimit-remaining": "0",
      "retry-after": refused.headers.get("ratelimit-reset"),
      "x-frame-options": "DENY",
      "referrer-policy": "same-origin",
    });
    const seconds = refused.headers.get("retry-after") ?? "";
    await until(() => expect(refused.body.length).toBeGreaterThan(0));
    expect(refused.body).toContain(`Try again in ${seconds} s.`);
    expect(refused.body).not.toMatch(/<script|javascript:|\son\w+=/i);
    const style = /<style>(.*)<\/style>/s.exec(refused.body)?.[1] ?? "";
    const digest = createHash("sha256").update(style).digest("base64");
    expect(refused.headers.get("content-security-policy")).toBe(
      `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );

    const fetched = await ask("/trade/BTCUSDC?_rsc=1a2b", { headers: { RSC: "1", Accept: "*/*" } });
    expect(fetched.status).toBe(429);
    expect(JSON.parse(fetched.body)).toMatchObject({ error: "RATE_LIMITED" });
    expect(fetched.headers.get("retry-after")).toBe(fetched.headers.get("ratelimit-reset"));

    const signIn = await ask("/sign-in/email", { headers: browser });
    expect(signIn.headers.get("referrer-policy")).toBe("no-referrer");
    for (const path of ["/healthz", "/readyz", "/metrics", "/_next/static/a.js", "/api/venue/x"]) {
      const { status, headers } = await ask(path);
      expect([path, status, headers.has("ratelimit-limit")]).toEqual([path, 200, false]);
    }
    expect((await ask("/page", { from: "127.0.0.2" })).status).toBe(200);
    // Requests of a page are counted separately.
    expect((await ask("/api/perps-dex/markets")).headers.get("ratelimit-remaining")).toBe("599");
  });
});

describe("prefetches of a page", () => {
  eachWithItsOwnHost();

  test("do not count as pages of their address, but have a limit of their own", async () => {
    const prefetch = { RSC: "1", "Next-Router-Prefetch": "1", Accept: "*/*" };
    const fetchAhead = (headers = {}) =>
      ask("/settings?_rsc=1", { headers: { ...prefetch, ...headers } });
    expect((await fetchAhead()).headers.get("ratelimit-limit")).toBe("100");
    const { served, refused } = await untilRefused(() => fetchAhead({ Accept: "text/html" }));
    expect(served).toBeGreaterThanOrEqual(99);
    expect(refused.headers.get("retry-after")).toBe("1");
    expect(JSON.parse(refused.body)).toMatchObject({ error: "RATE_LIMITED" });
    expect((await ask("/settings")).headers.get("ratelimit-remaining")).toBe("599");
    // It does not bypass the other limits, nor does a whole page that only says it is one.
    const data = await ask("/api/perps-dex/markets", { headers: prefetch });
    expect(data.headers.get("ratelimit-limit")).toBe("600");
    const page = await fetchAhead({ RSC: "0" });
    expect(page.headers.get("ratelimit-remaining")).toBe("598");
  });
});

describe("what pages cost", () => {
  eachWithItsOwnHost();

  test("is limited for their address, whatever else it asks for, and comes back", async () => {
    const browser = { Accept: "text/html,*/*;q=0.8" };
    // 1,600 ms are 53 pages of 30 ms.
    const page = await untilRefused(() => ask("/trade/BTCUSDC", { headers: browser }));
    expect(page.served).toBeGreaterThanOrEqual(53);
    expect(page.refused.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(page.refused.headers.get("ratelimit-limit")).toBe("53");
    expect(page.refused.headers.get("retry-after")).toBe("1");
    const document = await untilRefused(() => ask("/docs/reference/trading"));
    expect(document.refused.headers.get("ratelimit-limit")).toBe("26");
    const read = await untilRefused(() => ask("/api/chain/rpc", { method: "POST" }));
    expect(JSON.parse(read.refused.body)).toMatchObject({ error: "RATE_LIMITED" });
    // Orders, probes and public data are served, and so are other addresses.
    for (const path of ["/healthz", "/api/venue/x", "/api/perps-dex/markets", "/api/auth/session"])
      expect([path, (await ask(path)).status]).toEqual([path, 200]);
    expect((await ask("/trade/BTCUSDC", { from: "127.0.0.2" })).status).toBe(200);
    await until(async () => {
      expect((await ask("/trade/BTCUSDC")).status).toBe(200);
    });
  });
});

describe("requests of OAuth", () => {
  eachWithItsOwnHost();

  test("are refused in the form of RFC 6749, for pages of any origin; a person gets a page", async () => {
    await spend("/oauth/userinfo", 1_200);
    for (const path of ["/oauth/token", "/.well-known/oauth-authorization-server"]) {
      const { status, headers, body } = await ask(path);
      expect([path, status]).toEqual([path, 429]);
      expect(headers.get("access-control-allow-origin")).toBe("*");
      expect(headers.get("access-control-expose-headers")).toContain("Retry-After");
      expect(headers.get("retry-after")).toBe(headers.get("ratelimit-reset"));
      expect(JSON.parse(body)).toEqual({
        error: "temporarily_unavailable",
        error_description: `Too many requests. Try again in ${headers.get("retry-after")} s.`,
      });
    }
    expect((await ask("/oauth/token", { method: "OPTIONS" })).status).toBe(200);

    const person = { Accept: "text/html,*/*;q=0.8", "Accept-Language": "de" };
    for (const path of ["/oauth/authorize?client_id=a", "/oauth/authorize/some-uid"]) {
      const page = await ask(path, { headers: person });
      expect([page.status, page.headers.get("content-type")]).toEqual([
        429,
        "text/html; charset=utf-8",
      ]);
      expect(page.headers.get("referrer-policy")).toBe("no-referrer");
    }
  });
});

describe("sign-ins", () => {
  eachWithItsOwnHost();

  test("are accepted 120 times a minute from an address, whatever the writing method", async () => {
    await spend("/api/auth/callback/wallet", 60, "POST");
    await spend("/API/auth//wallet", 60, "DELETE");
    const refused = await ask("/api/auth/wallet/challenge", { method: "POST" });
    expect(refused.status).toBe(429);
    expect(refused.headers.get("ratelimit-limit")).toBe("120");
    expect(JSON.parse(refused.body)).toMatchObject({ error: "RATE_LIMITED" });
    // Reading the session is not a sign-in.
    expect((await ask("/api/auth/session")).status).toBe(200);
    expect((await ask("/page")).status).toBe(200);
  });

  test("that send a mail announce the tighter limit", async () => {
    const left: string[] = [];
    for (let sent = 0; sent < 6; sent += 1) {
      const { status, headers } = await ask("/api/auth/email?to=anna", { method: "POST" });
      left.push(
        `${status} ${headers.get("ratelimit-limit")} ${headers.get("ratelimit-remaining")}`,
      );
    }
    expect(left).toEqual(["202 5 4", "202 5 3", "202 5 2", "202 5 1", "202 5 0", "429 5 0"]);
    await spend("/api/auth/callback/wallet", 60, "POST");
    for (let more = 0; more < 53; more += 1) await ask("/api/auth/x", { method: "POST" });
    // The 120th: of requests none is left, of mails four.
    const { headers } = await ask("/api/auth/email?to=berta", { method: "POST" });
    expect([headers.get("ratelimit-limit"), headers.get("ratelimit-remaining")]).toEqual([
      "120",
      "0",
    ]);
  });
});

describe("behind a proxy that is trusted", () => {
  allWithOneHost(1);
  let clients = 0;
  const shownTo = async (method: string, target: string) => {
    clients += 1;
    const forwarded = { "X-Forwarded-For": `192.0.2.${clients}` };
    const { headers } = await ask(target, { method, headers: forwarded });
    return headers.get("ratelimit-limit");
  };

  test.each([
    "/",
    "/trade/BTCUSDC?_rsc=1",
    "/_next/data/build/trade.json",
    "/_next/image?url=x",
    "/_next/static/../page",
    "/_next/static/%2e%2e/page",
    "/_next/static/%252e%252e/page",
    "/_next//static/a.js",
    "/_NEXT/static/a.js",
    "//healthz",
    "/healthz/",
    "/HEALTHZ",
    "/healthz/x",
    "/api",
    "/API/venue/x",
    "/page/../api/venue/x",
    "/api/venue/../../page",
    "/icon.svg",
  ])("%s is counted as a page", async (target) => {
    expect(await shownTo("GET", target)).toBe("600");
  });

  test.each([
    "/api/auth/x",
    "/api/auth",
    "/Api//Auth/x",
    "/api/x/../auth/x",
    "/_next/data/b/api/auth/x",
  ])("POST %s is counted as a sign-in", async (target) => {
    expect(await shownTo("POST", target)).toBe("120");
  });

  test.each([
    "/oauth/register",
    "/oauth/./register",
    "/oauth/x/../register",
    "/oauth//register",
    "//oauth/register",
    "/oauth/%2e/register",
    "/oauth/x/%2e%2e/register",
    "/oauth\\register",
    "/oauth/register/",
    "/x/../oauth/register",
    "/OAuth/Register",
    "/%6fauth/register",
    "/_next/data/b/oauth/register",
  ])("POST %s is counted as a registration", async (target) => {
    expect(await shownTo("POST", target)).toBe("240");
  });

  test.each([
    ["POST", "/oauth/token"],
    ["POST", "/oauth/./token"],
    ["POST", "/oauth/x/../par"],
    ["POST", "/oauth/consent/../token"],
    ["POST", "/oauth//revoke"],
    ["GET", "/oauth/./authorize"],
    ["GET", "/oauth/%2e/authorize"],
    ["GET", "/oauth/register"],
    ["GET", "/.well-known/./oauth-authorization-server"],
    ["OPTIONS", "/oauth/./token"],
    ["OPTIONS", "/oauth/authorize"],
  ])("%s %s is counted as a request of OAuth", async (method, target) => {
    expect(await shownTo(method, target)).toBe("1200");
  });

  test.each([
    ["GET", "/oauth/consent/x"],
    ["GET", "/oauth/x/../consent/x"],
    ["POST", "/oauth/consent/x/decision"],
  ])("%s %s is counted as a page", async (method, target) => {
    expect(await shownTo(method, target)).toBe("600");
  });

  test.each([
    "/oauth/token",
    "/oauth/register",
    "/oauth/par",
    "/.well-known/oauth-authorization-server",
    "/.well-known/oauth-protected-resource/api/v1/mcp",
  ])("the question of a browser whether it may send to %s is not counted", async (target) => {
    expect(await shownTo("OPTIONS", target)).toBeUndefined();
  });

  test.each([
    ["/api/auth/callback/oidc?code=a&state=b", "120"],
    ["/api/auth//callback/oidc", "120"],
    ["/api/auth/session", undefined],
    ["/api/auth/csrf", undefined],
  ])("a look at %s is limited to %s", async (target, limit) => {
    expect(await shownTo("GET", target)).toBe(limit);
  });

  test("the entry of the outermost is the client, for the limit and for the handler", async () => {
    const forwarded = { "X-Forwarded-For": "10.9.9.9, 198.51.100.7" };
    const { body } = await ask("/api/venue/echo", {
      headers: {
        ...forwarded,
        "X-Real-IP": "10.9.9.9",
        Forwarded: "for=10.9.9.9",
        "X-Forwarded-Host": "10.9.9.9",
        "X-Forwarded-Proto": "10.9.9.9",
        "X-Forwarded-Port": "10.9.9.9",
      },
    });
    expect(JSON.parse(body)["x-forwarded-for"]).toBe("198.51.100.7");
    expect(body).not.toContain("10.9.9.9");
    const left = async (claim: string) =>
      (await ask("/page", { headers: { "X-Forwarded-For": claim } })).headers.get(
        "ratelimit-remaining",
      );
    expect(await left("10.9.9.1, 198.51.100.9")).toBe("599");
    expect(await left("10.9.9.2, ::ffff:198.51.100.9")).toBe("598");
    expect(await left("198.51.100.9:4711")).toBe("597");
    expect(await left("198.51.100.9, 198.51.100.10")).toBe("599");
    expect(await left("2001:db8:1:2::1")).toBe("599");
    expect(await left("[2001:db8:1:2:ffff::1]:4711")).toBe("598");
  });
});

describe("behind two proxies that are trusted", () => {
  allWithOneHost(2);

  test("the second entry from the right is the client", async () => {
    const seen = async (claim: string) =>
      JSON.parse((await ask("/api/venue/echo", { headers: { "X-Forwarded-For": claim } })).body)[
        "x-forwarded-for"
      ];
    expect(await seen("10.9.9.9, 198.51.100.7, 192.0.2.1")).toBe("198.51.100.7");
    expect(await seen("198.51.100.7, 192.0.2.1")).toBe("198.51.100.7");
    // It bypassed one of the proxies, so its claim is ignored.
    expect(await seen("10.9.9.9")).toBe("127.0.0.1");
  });
});

describe("without a proxy", () => {
  allWithOneHost();

  test.each([
    ["/page/a%00b", "MALFORMED_PATH"],
    ["/page/a%C2%85b", "MALFORMED_PATH"],
    ["/page/%0a", "MALFORMED_PATH"],
    [STREAM.replace("stream?", "stre%7fam?"), "MALFORMED_PATH"],
    ["/page?a=b%00", "MALFORMED_QUERY"],
    ["/page?a%1b=b", "MALFORMED_QUERY"],
    ["/oauth/authorize?state=%C2%9f", "MALFORMED_QUERY"],
    [`${STREAM}%00`, "MALFORMED_QUERY"],
  ])("the control character in %s is refused", async (target, code) => {
    const { status, body } = await ask(target);
    expect([status, JSON.parse(body).error]).toEqual([400, code]);
  });

  test.each(["/page?q=a%09b%0D%0A", "/page/%E2%80%85?a=%25000", "/page?a=%C3%A9"])(
    "%s has none, but what people paste",
    async (target) => {
      expect((await ask(target, { from: "127.0.0.3" })).status).toBe(200);
    },
  );

  test("a forged address changes neither limit nor what a handler sees", async () => {
    const forged = (address: string) => ({
      "X-Forwarded-For": address,
      "X-Real-IP": address,
      Forwarded: `for=${address}`,
      "X-Forwarded-Host": "evil.example",
      "X-Forwarded-Proto": "https",
      "X-Client-IP": address,
    });
    const { body } = await ask("/api/venue/echo", { headers: forged("10.9.9.9") });
    const seen = JSON.parse(body);
    expect(seen["x-forwarded-for"]).toBe("127.0.0.1");
    expect(Object.keys(seen)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(forwarded|x-real-ip|x-forwarded-[hp].*)$/)]),
    );
    for (const [path, limit] of [
      ["/page", 600],
      ["/api/perps-dex/markets", 600],
    ] as const) {
      for (let request = 1; request <= 3; request += 1) {
        const { headers } = await ask(path, { headers: forged(`10.9.9.${request}`) });
        expect(headers.get("ratelimit-remaining")).toBe(String(limit - request));
      }
    }
    const sign = async (address: string) =>
      (await ask("/api/auth/x", { method: "POST", headers: forged(address) })).headers;
    expect((await sign("10.9.9.1")).get("ratelimit-remaining")).toBe("119");
    expect((await sign("10.9.9.2")).get("ratelimit-remaining")).toBe("118");
  });
});

const ANSWERS: [string, string][] = [
  ["a page", get("/page")],
  ["an answer of the API", get("/api/venue/echo")],
  ["public data", get("/api/perps-dex/markets")],
  ["a stream", get(STREAM)],
  ["a stream that is refused", get("/api/perps-dex/stream?market=NONE")],
  ["a failure", get("/api/venue/broken")],
  ["a path that is none", get("/%ff")],
  ["an unparsable request", "HELO there\r\n\r\n"],
  ["a head that is too long", get(`/${"x".repeat(20_000)}`)],
];

describe("an app that browsers reach over TLS", () => {
  allWithOneHost(0, "https://app.example.org");

  test.each(ANSWERS)("sends HSTS, in %s", async (_name, request) => {
    const { status, headers } = await host.answerTo(request);
    expect(status).toBeGreaterThanOrEqual(200);
    expect(headers.get("strict-transport-security")).toBe("max-age=63072000; includeSubDomains");
  });

  test("sends it in a refusal too", async () => {
    for (let count = 0; count < 120; count += 1) await ask("/api/auth/x", { method: "POST" });
    const { status, headers } = await ask("/api/auth/x", { method: "POST" });
    expect(status).toBe(429);
    expect(headers.get("strict-transport-security")).toBe("max-age=63072000; includeSubDomains");
  });
});

describe("an app that browsers reach over plain HTTP", () => {
  allWithOneHost(0, "http://app.example.org");

  test.each(ANSWERS)("forbids type sniffing of %s", async (_name, request) => {
    const { headers } = await host.answerTo(request);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  test.each(ANSWERS)("promises no TLS, in %s", async (_name, request) => {
    const { headers } = await host.answerTo(request);
    expect(headers.has("strict-transport-security")).toBe(false);
  });

  test.each(["/api/venue/echo", "/api/v1/x", "/api/auth/session", "/api/venue/broken", "/API/x"])(
    "lets no other site embed %s",
    async (path) => {
      const { headers } = await ask(path);
      expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
      expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    },
  );

  test("allows every origin to read public data", async () => {
    const { headers } = await host.answerTo(getFor("192.0.2.1", "/api/perps-dex/markets"));
    expect(headers.has("cross-origin-resource-policy")).toBe(false);
  });
});

describe("methods", () => {
  allWithOneHost();

  test.each(["TRACE", "PROPFIND", "MKCOL"])("%s is refused on every path", async (method) => {
    for (const target of ["/", "/api/v1/audit", STREAM]) {
      const { status, headers, body } = await ask(target, { method });
      expect([status, headers.get("allow")]).toEqual([
        405,
        "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
      ]);
      expect(JSON.parse(body)).toMatchObject({ error: "METHOD_NOT_ALLOWED" });
    }
  });

  test.each(["POST", "PUT", "PATCH", "DELETE"])("%s is refused on a page", async (method) => {
    for (const target of ["/settings", "//settings", "/trade/BTCUSDC?a=1", "/", "/nothing"]) {
      const { status, headers, body } = await ask(target, { method });
      expect([target, status, headers.get("allow")]).toEqual([target, 405, "GET, HEAD"]);
      expect(JSON.parse(body)).toMatchObject({ error: "METHOD_NOT_ALLOWED" });
    }
  });

  test.each([
    "/unsubscribe/a.b",
    "/oauth/consent/a/decision",
    "/oauth/token",
    "/api/v1/audit",
    "/api/v1/mcp/",
    "//api/v1/mcp",
  ])("POST passes to %s, which is no page", async (target) => {
    expect((await ask(target, { method: "POST" })).status).toBe(200);
  });

  test("no request names a server action, which Next prints when it does not know it", async () => {
    const named = { headers: { "next-action": `svc_sk_${"ab".repeat(32)}` } };
    const echo = JSON.parse((await ask("/api/venue/echo", named)).body);
    expect(Object.keys(echo)).not.toContain("next-action");
  });
});
