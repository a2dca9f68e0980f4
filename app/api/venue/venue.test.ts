import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { POST as faucet } from "#app/api/sandbox/faucet/route.ts";
import { signedIn } from "#lib/platform/http/http.testing.ts";
import { setHttpRuntime } from "#lib/platform/http/runtime.ts";
import {
  ACCOUNT_READS,
  ACCOUNT_WRITES,
  alterationsOf,
} from "#lib/protocol/wire/records.testing.ts";
import type { RouteHandler } from "#lib/server/route.ts";
import { askJson } from "#lib/trading/venue-access/ask-venue.ts";
import { openKeyTable } from "#lib/trading/venue-access/venue-access.testing.ts";
import { GET as readAccounts } from "./accounts/route.ts";
import { GET as readFills } from "./fills/route.ts";
import { GET as readFunding } from "./funding/route.ts";
import { POST as createKey, GET as readKey } from "./key/route.ts";
import { GET as listKeys } from "./keys/route.ts";
import { GET as readLeverage, POST as updateLeverage } from "./leverage/route.ts";
import {
  DELETE as cancelOrder,
  PUT as modifyOrder,
  GET as readOrder,
} from "./orders/[id]/route.ts";
import { DELETE as cancelBatch, POST as placeBatch } from "./orders/batch/route.ts";
import { POST as placeGroup } from "./orders/group/route.ts";
import { DELETE as cancelAll, POST as placeOrder, GET as readOrders } from "./orders/route.ts";
import { GET as readPortfolio } from "./portfolio/route.ts";
import { GET as readPositions } from "./positions/route.ts";
import { DELETE as revokeSigner } from "./signers/[pubkey]/route.ts";
import { GET as readSigners, POST as registerSigner } from "./signers/route.ts";
import { GET as readTime } from "./time/route.ts";
import { GET as readTransfers } from "./transfers/route.ts";
import { POST as withdraw } from "./withdrawals/route.ts";

const ACCOUNT = "4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCtajS";
const OTHER_ACCOUNT = "7QdeXrBQy8oKNzDEwaqWEqKUYLsYbq2gFkWvBrfNfCzY";
const SECRET = `apikey_${"ab".repeat(32)}`;
const NOW = 1_800_000_000_000;

type Seen = { method: string; url: string; headers: http.IncomingHttpHeaders; body: Buffer };
type Answer = { status: number; body: string | Buffer; headers?: Record<string, string> };

/** An HTTP server that speaks the venue's side of the contract as each test defines it. */
let server: http.Server;
let answer: (seen: Seen) => Answer | "never" | "hang up";
const seen: Seen[] = [];
let keys: Awaited<ReturnType<typeof openKeyTable>>;

const created = {
  id: "key_1",
  key: SECRET,
  account: ACCOUNT,
  signer: ACCOUNT,
  label: "Page",
  expires_at: 0,
  created_at: NOW,
};
const json = (status: number, body: unknown): Answer => ({ status, body: JSON.stringify(body) });

beforeAll(async () => {
  server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const one = { method, url, headers, body: Buffer.concat(chunks) };
      seen.push(one);
      const reply = answer(one);
      if (reply === "never") return;
      if (reply === "hang up") return void request.socket.destroy();
      response.writeHead(reply.status, { "content-type": "application/json", ...reply.headers });
      response.end(reply.body);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  vi.stubEnv("VENUE_URL", url);
  vi.stubEnv("SANDBOX_URL", url);
  keys = await openKeyTable();
});
afterAll(async () => {
  await keys.close();
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  seen.length = 0;
  answer = () => json(500, {});
  setHttpRuntime({
    clock: { now: () => NOW },
    ...signedIn((headers) => headers.get("cookie") ?? undefined),
  });
});
afterEach(async () => {
  await keys.clear();
  setHttpRuntime();
});

const signature = (account = ACCOUNT): Record<string, string> => ({
  "x-signature": "0f".repeat(64),
  "x-signature-timestamp": String(NOW),
  "x-signer-pubkey": account,
  "x-account-pubkey": account,
});

type CallOptions = {
  method?: string;
  path?: string;
  account?: string;
  headers?: Record<string, string>;
  body?: string;
  params?: unknown;
};

async function call(handler: RouteHandler, options: CallOptions = {}) {
  const { method = "GET", path = "/", account = ACCOUNT, headers = {}, body } = options;
  const request = new Request(`http://localhost:3000${path}`, {
    method,
    headers: {
      cookie: account,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  const response = await handler(request, { params: Promise.resolve(options.params ?? {}) });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parse(text) };
}

function parse(text: string): Record<string, unknown> {
  return text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
}

const write = (body: string, headers = signature()): CallOptions => ({
  method: "POST",
  headers,
  body,
});
const keyBody = '{"label":"Page","signer":null,"expires_at":0}';

async function enableTrading(expiresAt = 0): Promise<void> {
  answer = () => json(201, { ...created, expires_at: expiresAt });
  await call(createKey, write(keyBody));
  seen.length = 0;
}

describe("enabling trading", () => {
  it("keeps the key and never shows it", async () => {
    answer = () => json(201, created);
    const answers = [await call(createKey, write(keyBody)), await call(readKey)];
    const summary = { id: "key_1", label: "Page", created_at: NOW, expires_at: null };
    expect(answers.map(({ status, json }) => [status, json])).toEqual([
      [201, { key: summary }],
      [200, { key: summary }],
    ]);
    for (const { text, headers } of answers) {
      expect(text).not.toContain("apikey_");
      expect(headers.get("cache-control")).toBe("no-store");
    }
  });

  it("sends the owner's bytes and four headers, and no credential", async () => {
    const odd = '{ "label" : "Page","signer":null ,\n"expires_at":0e0}';
    answer = () => json(201, created);
    await call(createKey, write(odd, { ...signature(), "x-evil": "1", authorization: "Bearer x" }));
    const [request] = seen;
    expect(request?.url).toBe("/v1/keys");
    expect(request?.body.toString()).toBe(odd);
    expect(request?.headers).toMatchObject(signature());
    expect(Object.keys(request?.headers ?? {})).not.toContain("authorization");
  });

  it("stores it encrypted, and tied to its account", async () => {
    await enableTrading();
    const [row] = await keys.rows();
    expect(JSON.stringify(row)).not.toContain("ab".repeat(8));
    await keys.moveTo(OTHER_ACCOUNT);
    expect((await call(readKey, { account: OTHER_ACCOUNT })).json).toEqual({ key: null });
  });

  it("returns a refusal of the venue unchanged, unless it contains a key", async () => {
    const refusal = '{"error":"INVALID_SIGNATURE",  "message":"no"}';
    answer = () => ({ status: 401, body: refusal });
    const refused = await call(createKey, write(keyBody));
    expect([refused.status, refused.text]).toEqual([401, refusal]);
    answer = () => json(409, { error: "DUPLICATE_REQUEST", data: { key: { key: SECRET } } });
    const leaking = await call(createKey, write(keyBody));
    expect(leaking.status).toBe(500);
    expect(leaking.text).not.toContain("apikey_");
    expect((await call(readKey)).json).toEqual({ key: null });
  });

  it("stores no key of another account and no text that is not a key", async () => {
    for (const [wrong, expected] of [
      [{ account: OTHER_ACCOUNT }, 500],
      [{ key: "apikey_1" }, 502],
    ] as const) {
      answer = () => json(201, { ...created, ...wrong });
      const { status, text } = await call(createKey, write(keyBody));
      expect(status).toBe(expected);
      expect(text).not.toContain("apikey_");
    }
    expect(await keys.rows()).toEqual([]);
  });

  it("requests no second key while the first one lives", async () => {
    await enableTrading();
    answer = () => json(201, { ...created, id: "key_2" });
    const again = await call(createKey, write(keyBody));
    expect([again.status, again.json]).toMatchObject([200, { key: { id: "key_1" } }]);
    expect(seen).toEqual([]);
  });
});

describe("signed writes", () => {
  beforeEach(() => enableTrading());

  it("are forwarded byte for byte, unusual whitespace and number forms included", async () => {
    const order =
      '{"market" :"BTCUSDC",\r\n\t"size":"0.010","price":"64000.0","n":1.0e+2,"big":12345678901234567890,"é":"\\u00e9","market":"x"}  ';
    const venueBody = `${JSON.stringify(ACCOUNT_WRITES["POST /v1/orders"], null, 1)}\n`;
    answer = () => ({ status: 201, body: venueBody });
    const { status, text } = await call(placeOrder, write(order));
    expect([status, text]).toEqual([201, venueBody]);
    expect(seen[0]?.body.equals(Buffer.from(order))).toBe(true);
  });

  it("carry the venue key, the four headers and nothing else of the caller", async () => {
    answer = () => json(201, {});
    const extra = {
      "x-forwarded-for": "1.2.3.4",
      "x-custom": "1",
      "user-agent": "browser",
      authorization: "Bearer apikey_of_somebody",
      "content-type": "application/json; charset=utf-8",
    };
    await call(placeOrder, write("{}", { ...signature(), ...extra }));
    const { host, connection, ...sent } = seen[0]?.headers ?? {};
    expect([typeof host, connection]).toEqual(["string", "keep-alive"]);
    expect(sent).toEqual({
      ...signature(),
      authorization: `Bearer ${SECRET}`,
      "content-type": "application/json",
      "content-length": "2",
    });
  });

  it("cancel by DELETE with a body", async () => {
    answer = () => json(200, ACCOUNT_WRITES["DELETE /v1/orders/42"]);
    const options = { ...write('{"market":"BTCUSDC"}'), method: "DELETE", params: { id: "42" } };
    expect((await call(cancelOrder, options)).status).toBe(200);
    expect(seen[0]).toMatchObject({ method: "DELETE", url: "/v1/orders/42" });
    expect(seen[0]?.body.toString()).toBe('{"market":"BTCUSDC"}');
  });

  it("for another account are refused before anything is sent", async () => {
    const { status, json: body } = await call(placeOrder, write("{}", signature(OTHER_ACCOUNT)));
    expect([status, body["error"]]).toEqual([403, "ACCOUNT_MISMATCH"]);
    const delegated = { ...signature(), "x-signer-pubkey": OTHER_ACCOUNT };
    answer = () => json(201, ACCOUNT_WRITES["POST /v1/orders"]);
    expect((await call(placeOrder, write("{}", delegated))).status).toBe(201);
    expect(seen).toHaveLength(1);
  });

  it.each([
    ["x-signature", "zz"],
    ["x-signature", ""],
    ["x-signature-timestamp", "1e3"],
    ["x-signer-pubkey", "abc"],
    ["x-account-pubkey", `${ACCOUNT}, ${OTHER_ACCOUNT}`],
  ])("with %s = %j are refused before anything is sent", async (name, value) => {
    const { status, json: body } = await call(
      placeOrder,
      write("{}", { ...signature(), [name]: value }),
    );
    expect([status, body["error"]]).toEqual([401, "MISSING_SIGNATURE"]);
    expect(body["message"]).toContain(name);
    expect(seen).toEqual([]);
  });

  it("of an invalid form are refused before anything is sent", async () => {
    const statuses = [
      await call(placeOrder, write("{")),
      await call(placeOrder, write("[]")),
      await call(placeOrder, write("{}", { ...signature(), "content-type": "text/plain" })),
      await call(placeOrder, write(JSON.stringify({ a: "x".repeat(70_000) }))),
      await call(placeOrder, write("{}", { ...signature(), origin: "https://evil.example" })),
      await call(cancelOrder, { ...write("{}"), method: "DELETE", params: { id: "1/../../x" } }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([400, 400, 415, 413, 403, 400]);
    expect(seen).toEqual([]);
  });
});

type Operation = {
  name: string;
  handler: RouteHandler;
  method: string;
  /** The venue's. */
  url: string;
  params: Record<string, string>;
  path: string;
};

describe("every signed operation", () => {
  const acceptance = { "x-new-signer-signature": "1a".repeat(64) };
  const odd = '{ "orders":[ {"market" : "BTCUSDC","order_id":"7"}],\r\n"x":1.0e+2}  ';
  const operations = [
    ["place", placeOrder, "POST", "/v1/orders", {}, "/"],
    ["cancel all", cancelAll, "DELETE", "/v1/orders", {}, "/"],
    ["cancel a market's", cancelAll, "DELETE", "/v1/orders?market=BTCUSDC", {}, "/?market=BTCUSDC"],
    ["modify", modifyOrder, "PUT", "/v1/orders/42", { id: "42" }, "/"],
    ["cancel", cancelOrder, "DELETE", "/v1/orders/42", { id: "42" }, "/"],
    ["place a batch", placeBatch, "POST", "/v1/orders/batch", {}, "/"],
    ["cancel a batch", cancelBatch, "DELETE", "/v1/orders/batch", {}, "/"],
    ["place a group", placeGroup, "POST", "/v1/orders/group", {}, "/"],
    ["set the leverage", updateLeverage, "POST", "/v1/leverage", {}, "/"],
    ["withdraw", withdraw, "POST", "/v1/withdrawals", {}, "/"],
    ["register a signer", registerSigner, "POST", "/v1/signers", {}, "/"],
    [
      "revoke a signer",
      revokeSigner,
      "DELETE",
      `/v1/signers/${OTHER_ACCOUNT}`,
      { pubkey: OTHER_ACCOUNT },
      "/",
    ],
  ].map(([name, handler, method, url, params, path]) => {
    return { name, handler, method, url, params, path } as Operation;
  });

  beforeEach(() => enableTrading());

  it.each(operations)(
    "to $name has an unknown outcome when the venue's success breaks its contract",
    async ({ handler, method, params, path }) => {
      setHttpRuntime({
        clock: { now: () => NOW },
        log: { error: () => {}, warn: () => {} },
        ...signedIn((headers) => headers.get("cookie") ?? undefined),
      });
      answer = () => json(200, { id: 7 });
      const headers = { ...signature(), ...acceptance };
      const { status, json: body } = await call(handler, {
        method,
        path,
        params,
        headers,
        body: odd,
      });
      expect([status, body["error"]]).toEqual([502, "VENUE_UNREACHABLE"]);
      expect(seen).toHaveLength(1);
    },
  );

  it.each(operations)(
    "to $name is forwarded byte for byte, by the venue's method and path",
    async ({ name, handler, method, url, params, path }) => {
      const record = ACCOUNT_WRITES[`${method} ${url.split("?")[0]}`];
      const venueBody = `${JSON.stringify(record, null, 1)}\n`;
      answer = () => ({ status: 200, body: venueBody });
      const headers = { ...signature(), ...acceptance, "x-evil": "1" };
      const { status, text } = await call(handler, { method, path, params, headers, body: odd });
      expect([status, text]).toEqual([200, venueBody]);
      expect(seen[0]).toMatchObject({ method, url });
      expect(seen[0]?.body.equals(Buffer.from(odd))).toBe(true);
      const { host, connection, ...sent } = seen[0]?.headers ?? {};
      expect([typeof host, connection]).toEqual(["string", "keep-alive"]);
      // The new key's signature is sent with a registration and with nothing else.
      expect(sent).toEqual({
        ...signature(),
        ...(name === "register a signer" && acceptance),
        authorization: `Bearer ${SECRET}`,
        "content-type": "application/json",
        "content-length": String(odd.length),
      });
    },
  );

  it.each(operations)(
    "to $name is refused from another origin, without a session, for another account, unsigned, too long",
    async ({ handler, method, params, path }) => {
      const good = { method, path, params, headers: { ...signature(), ...acceptance }, body: "{}" };
      const headersWith = (more: Record<string, string>) => ({
        ...good,
        headers: { ...good.headers, ...more },
      });
      const answers = [
        await call(handler, headersWith({ origin: "https://evil.example" })),
        await call(handler, { ...good, account: OTHER_ACCOUNT }),
        await call(handler, headersWith({ "x-signature": "zz" })),
        await call(handler, { ...good, body: JSON.stringify({ a: "x".repeat(70_000) }) }),
        await call(handler, headersWith({ "content-type": "text/plain" })),
      ];
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 401, 413, 415]);
      expect(answers[1]?.json["error"]).toBe("ACCOUNT_MISMATCH");
      setHttpRuntime({
        clock: { now: () => NOW },
        ...signedIn(() => undefined),
      });
      expect((await call(handler, good)).json["error"]).toBe("SIGN_IN_REQUIRED");
      expect(seen).toEqual([]);
    },
  );

  it("of a delegated signer carries the owner's venue key and the signer's name", async () => {
    answer = () => json(201, {});
    const delegated = { ...signature(), "x-signer-pubkey": OTHER_ACCOUNT };
    await call(placeOrder, write("{}", delegated));
    expect(seen[0]?.headers).toMatchObject({
      authorization: `Bearer ${SECRET}`,
      "x-signer-pubkey": OTHER_ACCOUNT,
      "x-account-pubkey": ACCOUNT,
    });
  });

  it.each([
    ["an MCP key", `Bearer svc_sk_${"0".repeat(64)}`],
    ["an OAuth token", `Bearer svc_at_${"a".repeat(43)}`],
    ["a bot key", `Bearer tbk_${"0".repeat(24)}`],
    ["a venue key", `Bearer apikey_${"0".repeat(64)}`],
    ["the operator key", `Bearer operator_${"0".repeat(64)}`],
  ])("with %s in place of a session withdraws nothing", async (_, authorization) => {
    const headers = { ...signature(), authorization };
    setHttpRuntime({ clock: { now: () => NOW }, ...signedIn(() => undefined) });
    const { status } = await call(withdraw, write('{"amount":"1"}', headers));
    expect(status).toBe(401);
    expect(seen).toEqual([]);
  });

  it("to register a signer is refused here without the new key's signature", async () => {
    for (const wrong of ["", "zz", "1a".repeat(63)]) {
      const headers = { ...signature(), "x-new-signer-signature": wrong };
      const { status, json: body } = await call(registerSigner, write("{}", headers));
      expect([status, body["error"]]).toEqual([401, "MISSING_SIGNATURE"]);
      expect(body["message"]).toContain("x-new-signer-signature");
    }
    expect(seen).toEqual([]);
  });

  it.each(operations)(
    "to $name with a memo transaction is refused here, unless it registers a signer",
    async ({ name, handler, method, params, path }) => {
      answer = () => json(422, { error: "MEMO_COUNT", message: "of the venue" });
      const headers = { ...signature(), ...acceptance, "x-memo-transaction": "AQ==" };
      const request = { method, path, params, headers, body: odd };
      const { json: body } = await call(handler, request);
      if (name === "register a signer") {
        expect(body["error"]).toBe("MEMO_COUNT");
        expect(seen[0]?.headers).toMatchObject({ "x-memo-transaction": "AQ==", ...acceptance });
        const long = { ...headers, "x-memo-transaction": "A".repeat(1_648) };
        const refused = await call(handler, { ...request, headers: long });
        expect(refused.json["error"]).toBe("MEMO_MALFORMED");
        expect(seen).toHaveLength(1);
      } else {
        expect(body["error"]).toBe("MEMO_NOT_ACCEPTED");
        expect(seen).toEqual([]);
      }
    },
  );

  it("has only names that the venue knows in its path and query", async () => {
    const signedWrite = { ...write("{}"), method: "DELETE" };
    const statuses = [
      await call(cancelAll, { ...signedWrite, path: "/?market=..%2Fkeys" }),
      await call(cancelAll, { ...signedWrite, path: "/?account=x" }),
      await call(modifyOrder, { ...signedWrite, method: "PUT", params: { id: "1/../../x" } }),
      await call(revokeSigner, { ...signedWrite, params: { pubkey: "../keys" } }),
      await call(revokeSigner, { ...signedWrite, params: { pubkey: `${ACCOUNT}/..` } }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([400, 400, 400, 400, 400]);
    expect(seen).toEqual([]);
  });

  it("gets the venue's refusal unchanged", async () => {
    const refusal = '{"error":"SIGNER_NOT_AUTHORIZED",  "message":"no"}';
    answer = () => ({ status: 403, body: refusal });
    const { status, text } = await call(placeOrder, write("{}"));
    expect([status, text]).toEqual([403, refusal]);
    // The server's key stays valid.
    expect((await call(readKey)).json).toMatchObject({ key: { id: "key_1" } });
  });
});

describe("the list of signers", () => {
  it("is the account's own, read with its venue key", async () => {
    expect((await call(readSigners)).json["error"]).toBe("TRADING_NOT_ENABLED");
    await enableTrading();
    const list = '{"results":[ ]}';
    answer = () => ({ status: 200, body: list });
    const { status, text } = await call(readSigners, { path: `/?account=${ACCOUNT}` });
    expect([status, text, seen[0]?.url]).toEqual([200, list, "/v1/signers"]);
    const other = await call(readSigners, { path: `/?account=${OTHER_ACCOUNT}` });
    expect(other.json["error"]).toBe("ACCOUNT_MISMATCH");
    expect(seen).toHaveLength(1);
  });
});

describe("reads", () => {
  it("require a key, and carry it and no public key", async () => {
    expect((await call(readAccounts)).json["error"]).toBe("TRADING_NOT_ENABLED");
    await enableTrading();
    const headers = signature();
    for (const [handler, path, params] of [
      [readAccounts, "/v1/accounts"],
      [readPositions, "/v1/positions"],
      [readOrder, "/v1/orders/9", { id: "9" }],
    ] as const) {
      const body = JSON.stringify(ACCOUNT_READS[path]?.answer, null, 1);
      answer = () => ({ status: 200, body });
      const { status, text } = await call(handler, { headers, params });
      expect([status, text]).toEqual([200, body]);
      const last = seen.at(-1);
      expect(last?.url).toBe(path);
      expect(last?.headers.authorization).toBe(`Bearer ${SECRET}`);
      expect(Object.keys(last?.headers ?? {}).filter((name) => name.startsWith("x-"))).toEqual([]);
    }
  });

  it("of orders forward only the known parameters", async () => {
    await enableTrading();
    answer = () => json(200, {});
    await call(readOrders, { path: "/api/venue/orders?status=ALL&market=BTCUSDC" });
    expect(seen[0]?.url).toBe("/v1/orders?market=BTCUSDC&status=ALL");
    await call(readOrders, { path: "/api/venue/orders?client_id=a%26status%3DOPEN" });
    expect(seen[1]?.url).toBe("/v1/orders?client_id=a%26status%3DOPEN");
    const refused = [
      "?status=x",
      "?market=..%2Fkeys",
      "?account=x",
      "?client=x",
      "?client_id=1&client_id=2",
    ];
    for (const query of refused) {
      expect((await call(readOrders, { path: `/api/venue/orders${query}` })).status).toBe(400);
    }
    expect(seen).toHaveLength(2);
  });

  it("of another account use that account's key, never this one's", async () => {
    await enableTrading();
    const { json: body } = await call(readAccounts, { account: OTHER_ACCOUNT });
    expect(body["error"]).toBe("TRADING_NOT_ENABLED");
    expect(seen).toEqual([]);
  });

  it("that name another account than the session's are refused, and the name is not forwarded", async () => {
    await enableTrading();
    answer = ({ url }) => json(200, ACCOUNT_READS[url]?.answer);
    const reads = [
      [readAccounts, "/v1/accounts"],
      [readPositions, "/v1/positions"],
      [readLeverage, "/v1/leverage"],
      [readOrders, "/v1/orders"],
      [readOrder, "/v1/orders/9"],
    ] as const;
    const params = { id: "9" };
    for (const [handler, path] of reads) {
      const other = await call(handler, { path: `/?account=${OTHER_ACCOUNT}`, params });
      expect([other.status, other.json["error"]]).toEqual([403, "ACCOUNT_MISMATCH"]);
      expect((await call(handler, { path: `/?account=${ACCOUNT}`, params })).status).toBe(200);
      expect(seen.at(-1)?.url).toBe(path);
    }
    expect(seen).toHaveLength(reads.length);
    const key = await call(readKey, { path: `/?account=${OTHER_ACCOUNT}` });
    expect(key.json["error"]).toBe("ACCOUNT_MISMATCH");
  });

  it("of the time need no session", async () => {
    answer = () => json(200, { server_time: NOW });
    const response = await readTime(new Request("http://localhost:3000/api/venue/time"), {
      params: Promise.resolve({}),
    });
    expect(await response.json()).toEqual({ server_time: NOW });
    expect(response.headers.get("cache-control")).toBe("no-store");
  });
});

describe("an answer that breaks its contract", () => {
  const reads: Record<string, RouteHandler> = {
    "/v1/accounts": readAccounts,
    "/v1/positions": readPositions,
    "/v1/leverage": readLeverage,
    "/v1/orders": readOrders,
    "/v1/orders/9": readOrder,
    "/v1/fills": readFills,
    "/v1/funding": readFunding,
    "/v1/account/portfolio": readPortfolio,
    "/v1/transfers/search": readTransfers,
    "/v1/signers": readSigners,
    "/v1/keys": listKeys,
  };

  it("is tried for every read of an account", () => {
    expect(Object.keys(reads)).toEqual(Object.keys(ACCOUNT_READS));
  });

  it.each(Object.entries(ACCOUNT_READS))(
    "of %s is refused in every altered field, and logged with the field",
    async (path, { contract, answer: whole }) => {
      await enableTrading();
      const logged: unknown[][] = [];
      const log = { error: (...line: unknown[]) => void logged.push(line), warn: () => {} };
      let now = NOW;
      setHttpRuntime({
        clock: { now: () => now },
        log,
        ...signedIn((headers) => headers.get("cookie") ?? undefined),
      });
      const read = () => call(reads[path]!, { params: { id: "9" } });
      answer = () => json(200, whole);
      expect((await read()).status).toBe(200);
      expect(logged).toEqual([]);
      const alterations = alterationsOf(contract, whole);
      expect(alterations.length).toBeGreaterThan(3);
      for (const { name, body } of alterations) {
        now += 60_000;
        logged.length = 0;
        answer = () => json(200, body);
        const { status, json: refusal } = await read();
        expect([status, refusal["error"]], name).toEqual([502, "VENUE_UNREACHABLE"]);
        const [field = ""] = name.split(" is ");
        expect(logged, name).toMatchObject([
          [
            { path, field: expect.stringMatching(`^${field}`) },
            "the venue's answer breaks its contract",
          ],
        ]);
        await read();
        expect(logged, "the same again").toHaveLength(1);
      }
    },
  );
});

describe("the end of the venue key", () => {
  it.each(["UNKNOWN_API_KEY", "EXPIRED_API_KEY"])("by %s deletes it", async (error) => {
    await enableTrading();
    answer = () => json(401, { error, message: "…" });
    const { status, json: body } = await call(readAccounts);
    expect([status, body["error"]]).toEqual([401, error]);
    expect((await call(readKey)).json).toEqual({ key: null });
  });

  it("does not follow from an invalid signature", async () => {
    await enableTrading();
    answer = () => json(401, { error: "INVALID_SIGNATURE", message: "…" });
    await call(placeOrder, write("{}"));
    expect((await call(readKey)).json).toMatchObject({ key: { id: "key_1" } });
  });

  it("by its expiry date needs no request to the venue", async () => {
    await enableTrading(NOW);
    expect((await call(readKey)).json).toEqual({ key: null });
    expect((await call(readAccounts)).status).toBe(403);
    expect(seen).toEqual([]);
  });
});

describe("a failing venue", () => {
  beforeEach(() => enableTrading());

  it("that is silent is 504", async () => {
    answer = () => "never";
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    await expect(askJson(url, { method: "GET", headers: {} }, 50)).rejects.toMatchObject({
      code: "VENUE_TIMEOUT",
      status: 504,
    });
  });

  it.each<[string, Answer | "hang up"]>([
    ["a closed connection", "hang up"],
    ["a page of a proxy", { status: 502, body: "<p>", headers: { "content-type": "text/html" } }],
    ["a redirect", { status: 307, body: "{}", headers: { location: "http://127.0.0.1:1/" } }],
    ["an endless answer", { status: 200, body: Buffer.alloc(5 * 1024 * 1024, 32) }],
  ])("because of %s is 502", async (_name, failure) => {
    answer = () => failure;
    const { status, json: body } = await call(placeOrder, write("{}"));
    expect([status, body["error"]]).toEqual([502, "VENUE_UNREACHABLE"]);
    expect(seen, "sent once, never repeated").toHaveLength(1);
  });

  it("that does not listen is 502", async () => {
    const request = { method: "GET" as const, headers: {} };
    await expect(askJson("http://127.0.0.1:9/", request)).rejects.toMatchObject({ status: 502 });
  });

  it("that answers with an error of its own is answered verbatim, Retry-After included", async () => {
    const body = '{"error":"DRAINING","message":"…"}';
    answer = () => ({ status: 503, body, headers: { "retry-after": "4" } });
    const { status, text, headers } = await call(placeOrder, write("{}"));
    expect([status, text, headers.get("retry-after")]).toEqual([503, body, "4"]);
  });
});

describe("the faucet", () => {
  it("funds the session's account and no other", async () => {
    answer = () => json(201, { transfer: { amount: "10000" } });
    const { json: body } = await call(faucet, { method: "POST" });
    expect(body).toEqual({ transfer: { amount: "10000" } });
    expect(seen[0]?.url).toBe("/faucet");
    expect(seen[0]?.body.toString()).toBe(`{"account":"${ACCOUNT}","amount":"10000"}`);
  });

  it("refuses another site's page", async () => {
    const headers = { "sec-fetch-site": "cross-site" };
    expect((await call(faucet, { method: "POST", headers })).status).toBe(403);
    expect(seen).toEqual([]);
  });
});
