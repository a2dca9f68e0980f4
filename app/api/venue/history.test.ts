import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { signedIn } from "#lib/platform/http/http.testing.ts";
import { setHttpRuntime } from "#lib/platform/http/runtime.ts";
import { fillOf } from "#lib/protocol/wire/records.testing.ts";
import type { RouteHandler } from "#lib/server/route.ts";
import { openKeyTable } from "#lib/trading/venue-access/venue-access.testing.ts";
import { GET as exportRows } from "./export/[kind]/route.ts";
import { GET as readFills } from "./fills/route.ts";
import { GET as sumFills } from "./fills/summary/route.ts";
import { GET as readFunding } from "./funding/route.ts";
import { GET as sumFunding } from "./funding/summary/route.ts";
import { POST as createKey } from "./key/route.ts";
import { GET as readOrders } from "./orders/route.ts";
import { GET as readTransfers } from "./transfers/route.ts";

const ACCOUNT = "4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCtajS";
const OTHER_ACCOUNT = "7QdeXrBQy8oKNzDEwaqWEqKUYLsYbq2gFkWvBrfNfCzY";
const NOW = 1_800_000_000_000;

type Answer = { status: number; body: unknown; headers?: Record<string, string> };

/** A venue that answers as each test says. */
let server: http.Server;
let answer: (url: URL) => Answer;
const requests: string[] = [];
/** The offset of the process's steady clock; it never goes back. */
let skipped = 0;
let keys: Awaited<ReturnType<typeof openKeyTable>>;

beforeAll(async () => {
  const now = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => now() + skipped);
  server = http.createServer((request, response) => {
    request.resume();
    const url = new URL(request.url ?? "/", "http://venue");
    requests.push(`${url.pathname}${url.search}`);
    const { status, body, headers } = answer(url);
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  vi.stubEnv("VENUE_URL", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  keys = await openKeyTable();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await keys.close();
  server.closeAllConnections();
  server.close();
});
beforeEach(async () => {
  setHttpRuntime({
    clock: { now: () => NOW },
    ...signedIn((headers) => headers.get("cookie") ?? ""),
  });
  await enableTrading();
});
afterEach(async () => {
  await keys.clear();
  setHttpRuntime();
});

async function enableTrading(): Promise<void> {
  const key = { id: "key_1", key: `apikey_${"ab".repeat(32)}`, account: ACCOUNT };
  answer = () => ({
    status: 201,
    body: { ...key, signer: ACCOUNT, label: "", expires_at: 0, created_at: NOW },
  });
  const headers = {
    cookie: ACCOUNT,
    "content-type": "application/json",
    "x-signature": "0f".repeat(64),
    "x-signature-timestamp": String(NOW),
    "x-signer-pubkey": ACCOUNT,
    "x-account-pubkey": ACCOUNT,
  };
  const request = new Request("http://localhost:3000/", { method: "POST", headers, body: "{}" });
  expect((await createKey(request, { params: Promise.resolve({}) })).status).toBe(201);
  requests.length = 0;
}

type CallOptions = { params?: unknown; signal?: AbortSignal };

function call(handler: RouteHandler, query = "", options: CallOptions = {}): Promise<Response> {
  const request = new Request(`http://localhost:3000/api${query}`, {
    headers: { cookie: ACCOUNT },
    ...(options.signal && { signal: options.signal }),
  });
  return handler(request, { params: Promise.resolve(options.params ?? {}) });
}

const csv = (kind: string, query = "", signal?: AbortSignal): Promise<Response> =>
  call(exportRows, query, { params: { kind }, ...(signal && { signal }) });

/** Fills with the ids `count` to 1, a second apart, in pages as the venue makes them. */
function fillsOf(count: number): (url: URL) => Answer {
  return (url) => {
    const before = Number(url.searchParams.get("cursor") ?? count + 1);
    const size = Number(url.searchParams.get("page_size"));
    const ids = Array.from(
      { length: Math.min(size, before - 1) },
      (_, index) => before - 1 - index,
    );
    const last = ids.at(-1) ?? 1;
    return { status: 200, body: { results: ids.map(fill), next: last > 1 ? `${last}` : null } };
  };
}

const fill = (id: number) =>
  fillOf({
    id,
    account: ACCOUNT,
    market: id % 2 === 0 ? "BTCUSDC" : "ETHUSDC",
    trade_id: id,
    order_id: id.toString(),
    created_at: NOW + id * 1_000,
  });

describe("pages of the account's history", () => {
  it("forward the venue's parameters, and nothing else", async () => {
    answer = () => ({ status: 200, body: { results: [], next: null } });
    await call(readFills, "?market=BTCUSDC&cursor=42&page_size=1000");
    await call(readFunding, "?page_size=50");
    await call(readTransfers, `?cursor=7&account=${ACCOUNT}`);
    await call(readOrders, "?status=ALL&cursor=9&page_size=100");
    await call(readOrders, "?status=CLOSED&start_at=5&end_at=6");
    await call(readFills, "?end_at=6&start_at=5&order_id=42");
    expect(requests).toEqual([
      "/v1/fills?market=BTCUSDC&cursor=42&page_size=1000",
      "/v1/funding?page_size=50",
      "/v1/transfers/search?cursor=7",
      "/v1/orders?status=ALL&cursor=9&page_size=100",
      "/v1/orders?status=CLOSED&start_at=5&end_at=6",
      "/v1/fills?order_id=42&start_at=5&end_at=6",
    ]);
  });

  it("begin before a given time", async () => {
    answer = fillsOf(50_000);
    const response = await call(readFills, `?to=${NOW + 20_000_000}&page_size=1000`);
    const { results } = (await response.json()) as { results: { id: number }[] };
    expect(results.map(({ id }) => id)).toContain(19_999);
  });

  it("refuse the same queries as the venue, and another account", async () => {
    const statuses = await Promise.all([
      call(readFills, "?page_size=1001"),
      call(readFills, "?cursor=-1"),
      call(readFills, "?start_at=today"),
      call(readFunding, "?market=..%2Fkeys"),
      call(readTransfers, "?market=BTCUSDC"),
      call(readTransfers, `?account=${OTHER_ACCOUNT}`),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 403]);
    expect(requests).toEqual([]);
  });
});

describe("a CSV file", () => {
  it("has every row of all pages once, unchanged, under one header", async () => {
    answer = fillsOf(2_345);
    const response = await csv("fills");
    expect(response.headers.get("content-type")).toContain("text/csv");
    expect(response.headers.get("content-disposition")).toBe(
      `attachment; filename="svc-fills-4zvwtajS-20270115.csv"`,
    );
    const lines = (await response.text()).trimEnd().split("\r\n");
    expect(lines).toHaveLength(2_346);
    expect(lines[1]).toBe(
      "2027-01-15T08:39:05.000Z,1800002345000,2345,2345,2345,ETHUSDC,BUY,FILL,MAKER,64000.1,0.00003,-0.000000001,-0.5,perp",
    );
    expect(new Set(lines).size).toBe(2_346);
    expect(requests).toHaveLength(3);
  });

  it("has only the rows of the span, and reads no page beyond it", async () => {
    answer = fillsOf(5_000);
    const query = `?from=${NOW + 3_500_000}&to=${NOW + 3_600_000}&market=BTCUSDC`;
    const response = await csv("fills", query);
    expect(response.headers.get("content-disposition")).toContain(
      "svc-fills-4zvwtajS-20270115-20270115.csv",
    );
    const lines = (await response.text()).trimEnd().split("\r\n");
    expect(lines).toHaveLength(101);
    expect(requests).toContain("/v1/fills?market=BTCUSDC&page_size=1000");
    expect(requests.length).toBeLessThan(12);
  });

  it("of a span long ago is found by search, not page by page", async () => {
    answer = fillsOf(900_000);
    const lines = (await (await csv("fills", `?from=${NOW}&to=${NOW + 3_000}`)).text()).trimEnd();
    expect(
      lines
        .split("\r\n")
        .slice(1)
        .map((line) => line.split(",")[2]),
    ).toEqual(["2", "1"]);
    expect(requests.length).toBeLessThan(20);
  });

  it("follows its reader: no page is requested before the previous one was read", async () => {
    answer = fillsOf(10_000);
    const response = await csv("fills");
    const reader = response.body!.getReader();
    await reader.read();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(requests).toHaveLength(1);
    await reader.read();
    expect(requests).toHaveLength(2);
    await reader.cancel();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(requests).toHaveLength(2);
  });

  it("that cannot be finished is aborted, so that it never looks complete", async () => {
    const whole = fillsOf(3_000);
    answer = (url) =>
      url.searchParams.get("cursor") === "1001"
        ? { status: 404, body: { error: "NOT_FOUND", message: "" } }
        : whole(url);
    await expect((await csv("fills")).text()).rejects.toThrow(/./);
    // The account can request it again at once.
    answer = fillsOf(1);
    expect(await (await csv("fills")).text()).toContain("0.00003");
  });

  it("survives a page that is limited or fails for a moment", async () => {
    const whole = fillsOf(2_000);
    let failures = 2;
    answer = (url) => {
      failures -= 1;
      return failures >= 0 ? { status: 429, body: { error: "RATE_LIMITED" } } : whole(url);
    };
    expect((await (await csv("fills")).text()).trimEnd().split("\r\n")).toHaveLength(2_001);
  });

  it("is limited to one at a time, and the place is free again when its reader leaves", async () => {
    answer = fillsOf(5_000);
    const first = await csv("fills");
    expect((await csv("funding")).status).toBe(429);
    await first.body!.cancel();
    await (await csv("fills")).body!.cancel();
  });

  it("that was abandoned ends without freeing the place of the next", async () => {
    answer = fillsOf(5_000);
    const first = (await csv("fills")).body!.getReader();
    await first.read();
    skipped += 31_000;
    const second = await csv("fills");
    await expect(first.read()).rejects.toThrow(/./);
    expect((await csv("fills")).status).toBe(429);
    await second.body!.cancel();
    await (await csv("fills")).body!.cancel();
  });

  it("contains no row of another account", async () => {
    const row = { ...fill(1), account: OTHER_ACCOUNT };
    answer = () => ({ status: 200, body: { results: [row], next: null } });
    expect((await csv("fills")).status).toBe(500);
    answer = fillsOf(1);
    expect((await csv("fills", `?account=${OTHER_ACCOUNT}`)).status).toBe(403);
    expect((await csv("secrets")).status).toBe(400);
  });

  it("is refused like a single read, before it begins", async () => {
    const refusal = { error: "MARKET_NOT_FOUND", message: "…" };
    answer = () => ({ status: 404, body: refusal });
    const response = await csv("orders", "?market=NOPE");
    expect([response.status, await response.json()]).toEqual([404, refusal]);
    await keys.clear();
    expect((await csv("orders")).status).toBe(403);
  });
});

describe("totals over a span", () => {
  it("are the exact sums of the rows, also by day and market", async () => {
    answer = fillsOf(1_500);
    const body = (await (await call(sumFills)).json()) as Record<string, unknown>;
    // 1,500 × 64000.1 × 0.00003, and fees that a double could not distinguish.
    expect(body["total"]).toEqual({
      volume: "2880.0045",
      fees: "-0.0000015",
      realized_pnl: "-750",
      fills: 1_500,
    });
    expect(body["days"]).toEqual([{ day: "2027-01-15", ...(body["total"] as object) }]);
    expect(body["markets"]).toHaveLength(2);
    expect([body["complete"], body["since"]]).toEqual([true, null]);
  });

  it("share one pace, however many are requested, and are refused beyond a few", async () => {
    answer = fillsOf(40_000);
    const leave = new AbortController();
    const calls = Array.from({ length: 20 }, () => call(sumFills, "", { signal: leave.signal }));
    await vi.waitFor(() => expect(requests.length).toBeGreaterThan(20));
    await new Promise((resolve) => setTimeout(resolve, 500));
    const reads = requests.length;
    leave.abort();
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    // 24 at once and 20 a second.
    expect(reads).toBeLessThan(60);
    expect(statuses.filter((status) => status === 429)).toHaveLength(12);
    // A client that leaves frees its place.
    answer = fillsOf(1);
    expect((await call(sumFills)).status).toBe(200);
    const search = await call(readFills, `?to=${NOW}&page_size=1000`);
    expect(search.status).toBe(200);
  });

  it("separate payments from receipts", async () => {
    const row = { account: ACCOUNT, market: "BTCUSDC", size: "1", created_at: NOW };
    const amounts = ["0.000000001", "-0.25", "3"];
    const results = amounts.map((amount, id) => ({ ...row, id, amount }));
    answer = () => ({ status: 200, body: { results, next: null } });
    const body = (await (await call(sumFunding, `?from=${NOW}`)).json()) as { total: unknown };
    expect(body.total).toEqual({ paid: "3.000000001", received: "0.25", payments: 3 });
  });
});
