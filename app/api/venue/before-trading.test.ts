/** Before "Enable trading" the session of a wallet reads that wallet's account at the venue, and nothing else of the venue. */
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { GET as readReserves } from "#app/api/public/reserves/route.ts";
import { signedIn } from "#lib/platform/http/http.testing.ts";
import { httpRuntime, setHttpRuntime } from "#lib/platform/http/runtime.ts";
import { ACCOUNT_READS } from "#lib/protocol/wire/records.testing.ts";
import type { RouteHandler } from "#lib/server/route.ts";
import { openKeyTable } from "#lib/trading/venue-access/venue-access.testing.ts";
import { GET as readAccounts } from "./accounts/route.ts";
import { GET as exportPortfolio } from "./export/portfolio/route.ts";
import { GET as readFills } from "./fills/route.ts";
import { GET as readFunding } from "./funding/route.ts";
import { POST as createKey } from "./key/route.ts";
import { GET as listKeys } from "./keys/route.ts";
import { POST as placeOrder, GET as readOrders } from "./orders/route.ts";
import { GET as readPortfolio } from "./portfolio/route.ts";
import { GET as readPositions } from "./positions/route.ts";
import { GET as downloadLeaf } from "./reserves/route.ts";
import { GET as readSigners } from "./signers/route.ts";
import { GET as readTransfers } from "./transfers/route.ts";

const ACCOUNT = "4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCtajS";
const OTHER_ACCOUNT = "7QdeXrBQy8oKNzDEwaqWEqKUYLsYbq2gFkWvBrfNfCzY";
const READER = `reader_${"0c".repeat(32)}`;
const SECRET = `apikey_${"ab".repeat(32)}`;
const NOW = 1_800_000_000_000;

const HASH = "ab".repeat(32);
const node = { hash: HASH, sum: "5" };
const none = { balance: "0", positions: "0" };
const CLAIM = {
  proof: {
    height: 12,
    time: NOW,
    account_count: 1,
    accounts: node,
    sums: ["fees", "insurance", "reserved", "funding"].map((name) => ({ name, ...none })),
    root: node,
    below_zero: [],
    public_key: OTHER_ACCOUNT,
    signature: "0f".repeat(64),
  },
  anchor: {
    uncredited: "0",
    network: "simulated",
    vault_address: OTHER_ACCOUNT,
    mint: OTHER_ACCOUNT,
    payer: OTHER_ACCOUNT,
    tx_hash: "5".repeat(88),
    slot: 7,
    vault_balance: "5",
    root: node,
  },
  account: ACCOUNT,
  leaf: { salt: HASH, balance: "5", positions: "0", path: [] },
};

type Seen = { url: string; headers: http.IncomingHttpHeaders };

let server: http.Server;
let answer: (seen: Seen) => { status: number; body: unknown };
const seen: Seen[] = [];
let keys: Awaited<ReturnType<typeof openKeyTable>>;

beforeAll(async () => {
  server = http.createServer((request, response) => {
    request.resume();
    const one = { url: request.url ?? "", headers: request.headers };
    seen.push(one);
    const { status, body } = answer(one);
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  vi.stubEnv("VENUE_URL", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv("VENUE_READER_KEY", READER);
  keys = await openKeyTable();
});
afterAll(async () => {
  await keys.close();
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  seen.length = 0;
  answer = ({ url }) => ({ status: 200, body: ACCOUNT_READS[url.replace(/\?.*/, "")]?.answer });
  setHttpRuntime({
    clock: { now: () => NOW },
    ...signedIn((headers) => headers.get("cookie") ?? undefined),
  });
});
afterEach(async () => {
  await keys.clear();
  setHttpRuntime();
});

const signature = (account: string): Record<string, string> => ({
  "x-signature": "0f".repeat(64),
  "x-signature-timestamp": String(NOW),
  "x-signer-pubkey": account,
  "x-account-pubkey": account,
});

type Ask = { path?: string; method?: string; headers?: Record<string, string>; account?: string };

async function call(handler: RouteHandler, ask: Ask = {}) {
  const { path = "/", method = "GET", headers = {}, account = ACCOUNT } = ask;
  const request = new Request(`http://localhost:3000${path}`, {
    method,
    headers: { cookie: account, "content-type": "application/json", ...headers },
    body: method === "GET" ? null : "{}",
  });
  const response = await handler(request, { params: Promise.resolve({}) });
  const text = await response.text();
  const error = text.startsWith("{") ? (JSON.parse(text) as { error?: string }).error : undefined;
  return { status: response.status, headers: response.headers, text, error };
}

const READS = [
  [readAccounts, "/v1/accounts"],
  [readPositions, "/v1/positions"],
  [readOrders, "/v1/orders"],
  [readFills, "/v1/fills"],
  [readFunding, "/v1/funding"],
  [readTransfers, "/v1/transfers/search"],
  [readPortfolio, "/v1/account/portfolio?period=day"],
] as const;

it("reads are made with the reader key, for the session's own account", async () => {
  for (const [handler, url] of READS) {
    expect((await call(handler)).status).toBe(200);
    expect(seen.at(-1)?.url).toBe(url);
    expect(seen.at(-1)?.headers).toMatchObject({
      authorization: `Bearer ${READER}`,
      "x-account-pubkey": ACCOUNT,
    });
    const other = await call(handler, { path: `/?account=${OTHER_ACCOUNT}` });
    expect(other.error).toBe("ACCOUNT_MISMATCH");
  }
  expect(seen).toHaveLength(READS.length);
});

it("reads are never of an account that a header names", async () => {
  await call(readAccounts, { headers: signature(OTHER_ACCOUNT) });
  expect(seen[0]?.headers["x-account-pubkey"]).toBe(ACCOUNT);
});

it("reads use the account's own key once there is one", async () => {
  const made = { id: "key_1", key: SECRET, account: ACCOUNT, signer: ACCOUNT, label: "Page" };
  answer = () => ({ status: 201, body: { ...made, expires_at: 0, created_at: NOW } });
  await call(createKey, { method: "POST", headers: signature(ACCOUNT) });
  answer = () => ({ status: 200, body: ACCOUNT_READS["/v1/accounts"]?.answer });
  expect((await call(readAccounts)).status).toBe(200);
  expect(seen.at(-1)?.headers.authorization).toBe(`Bearer ${SECRET}`);
  expect(seen.at(-1)?.headers["x-account-pubkey"]).toBeUndefined();
});

it("signers, keys and writes still require that step", async () => {
  for (const handler of [readSigners, listKeys]) {
    expect((await call(handler)).error).toBe("TRADING_NOT_ENABLED");
  }
  const placed = await call(placeOrder, { method: "POST", headers: signature(ACCOUNT) });
  expect(placed.error).toBe("TRADING_NOT_ENABLED");
  expect(seen).toEqual([]);
});

it.each([401, 403])(
  "when the venue answers %i to the reader key, trading must be enabled first, and one error is logged",
  async (status) => {
    const error = vi.spyOn(httpRuntime().log, "error").mockImplementation(() => undefined);
    answer = () => ({ status, body: { error: "MALFORMED_CREDENTIAL", message: "No." } });
    expect((await call(readAccounts)).error).toBe("TRADING_NOT_ENABLED");
    expect((await call(readPositions)).error).toBe("TRADING_NOT_ENABLED");
    expect(error.mock.calls).toEqual([
      [{ status, code: "MALFORMED_CREDENTIAL" }, "the venue refuses VENUE_READER_KEY"],
    ]);
  },
);

it("the leaf of a proof of reserves is a file with the venue's bytes, of the session's account", async () => {
  answer = () => ({ status: 200, body: CLAIM });
  const { status, headers, text } = await call(downloadLeaf);
  expect(status).toBe(200);
  expect(JSON.parse(text)).toEqual(CLAIM);
  const name = "svc-reserves-4zvwtajS-12.json";
  expect(headers.get("content-disposition")).toBe(`attachment; filename="${name}"`);
  expect(seen[0]?.url).toBe("/v1/reserves/leaf");
  expect(seen[0]?.headers["x-account-pubkey"]).toBe(ACCOUNT);
  answer = () => ({ status: 404, body: { error: "RESERVES_NOT_FOUND", message: "none" } });
  expect(await call(downloadLeaf)).toMatchObject({ status: 404, error: "RESERVES_NOT_FOUND" });
  answer = () => ({ status: 200, body: { ...CLAIM, leaf: { salt: "x" } } });
  expect((await call(downloadLeaf)).error).toBe("VENUE_UNREACHABLE");
});

it("the newest proof of reserves is public, and 404 before the first", async () => {
  answer = () => ({ status: 404, body: { error: "RESERVES_NOT_FOUND", message: "none" } });
  expect(await call(readReserves)).toMatchObject({ status: 404, error: "RESERVES_NOT_FOUND" });
});

it("the portfolio's CSV file has its points, and a short name", async () => {
  const { status, headers, text } = await call(exportPortfolio, { path: "/?period=day" });
  expect(status).toBe(200);
  expect(headers.get("content-disposition")).toBe(
    'attachment; filename="svc-portfolio-4zvwtajS-20270114-20270115.csv"',
  );
  expect(text.trim().split("\r\n")).toEqual([
    "time,time_ms,equity,net_deposits,pnl",
    "2027-01-14T08:00:00.000Z,1799913600000,0,0,0",
    "2027-01-15T08:00:00.000Z,1800000000000,1001.24,1000,1.24",
  ]);
});
