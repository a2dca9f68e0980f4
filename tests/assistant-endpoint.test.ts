/**
 * The assistant endpoint at a real venue: the official clients of both generations, every tool, and the scopes of each tool.
 */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import * as mcp from "#app/api/v1/mcp/route.ts";
import { type Answer, TestEndpoint } from "#lib/assistants/mcp/mcp.testing.ts";
import { getPrice } from "#lib/assistants/mcp/tools/get-price.ts";
import { TOOLS } from "#lib/assistants/mcp/tools/tool-list.ts";
import { identities } from "#lib/identity/schema/identity.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import { systemTimers } from "#lib/kernel/time/timers.ts";
import { closeLimits } from "#lib/platform/http/rate-limits.ts";
import { setHttpRuntime } from "#lib/platform/http/runtime.ts";
import type { PlaceOrderBody } from "#lib/protocol/orders/orders.ts";
import { SCOPES } from "#lib/protocol/scopes.ts";
import { TEST_KEYS } from "#lib/server/credentials/credentials.testing.ts";
import { MarketData, setMarketData } from "#lib/trading/market-data/market-hub.ts";
import { saveKey } from "#lib/trading/venue-access/key-store.ts";
import { createVenueClient } from "#lib/trading/venue-client/client.ts";
import {
  openVenueFixture,
  RESTING,
  type VenueFixture,
} from "#services/venue/surface/venue-fixture.testing.ts";
import { limit, market, type TestTrader } from "#services/venue/venue.testing.ts";

const METADATA_URL = "http://localhost:3000/.well-known/oauth-protected-resource/api/v1/mcp";
const { user: USER, mcpSecret: KEY } = TEST_KEYS;

let fixture: VenueFixture;
let endpoint: TestEndpoint;
let data: MarketData;
let trader: TestTrader;
const logged: unknown[] = [];

beforeAll(async () => {
  fixture = await openVenueFixture({ clock: "system" });
  vi.stubEnv("VENUE_URL", fixture.venue.url);
  endpoint = await TestEndpoint.open(new Map([["/api/v1/mcp", mcp]]));
  data = new MarketData({
    venue: createVenueClient(fixture.venue.url),
    history: undefined,
    db: endpoint.db,
    timers: systemTimers,
    log: { info: () => {}, warn: () => {} },
  });
  setMarketData(data);
  data.start();
  await rest(fixture.alice);
  await vi.waitFor(async () => expect(await data.obstacles()).toEqual([]));
});
afterAll(async () => {
  await data.stop();
  setMarketData(undefined);
  await endpoint.close();
  await fixture.close();
});
beforeEach(() => {
  logged.length = 0;
  const error = (entry: unknown) => void logged.push(entry);
  setHttpRuntime({ log: { error, warn: () => {} } });
});
afterEach(async () => {
  setHttpRuntime();
  await closeLimits();
});

/** Rests an order, after refreshing the mark, because the venue refuses orders on an old one. */
async function rest(by: TestTrader): Promise<void> {
  await fixture.setMark("64000");
  expect((await by.place(RESTING, fixture.now())).status).toBe(201);
}

async function linkWallet(name: string, amount?: string): Promise<TestTrader> {
  const made = await fixture.trader(name, amount);
  const at = new Date();
  const { address } = made;
  await endpoint.db.insert(identities).values({
    id: newId("idn"),
    userId: USER,
    kind: "wallet",
    subject: address,
    label: address,
    createdAt: at,
    lastUsedAt: at,
  });
  return made;
}

test("ping, initialize, resources and prompts get the same answers as without a venue", async () => {
  expect((await endpoint.rpc("ping")).json).toEqual({ jsonrpc: "2.0", id: 7, result: {} });
  const client = { protocolVersion: "2025-11-25", capabilities: {} };
  const started = await endpoint.rpc("initialize", {
    ...client,
    clientInfo: { name: "a", version: "1" },
  });
  expect(started.json.result).toMatchObject({
    protocolVersion: "2025-11-25",
    capabilities: { tools: {}, resources: {}, prompts: {} },
    serverInfo: { name: "svc" },
  });
  const listed = (await endpoint.rpc("resources/list")).json.result.resources;
  for (const { uri, mimeType } of listed) {
    const { contents } = (await endpoint.rpc("resources/read", { uri })).json.result;
    expect(contents).toEqual([{ uri, mimeType, text: expect.any(String) }]);
  }
  expect(listed.length).toBe(3);
  expect((await endpoint.rpc("resources/templates/list")).json.result).toEqual({
    resourceTemplates: [],
  });
  const { prompts } = (await endpoint.rpc("prompts/list")).json.result;
  expect(prompts.map((one: { name: string }) => one.name)).toEqual([
    "market_brief",
    "position_review",
    "prepare_order",
  ]);
});

describe("the official client", () => {
  const init = { headers: { authorization: `Bearer ${KEY}` } };

  test.each([["legacy"], [{ pin: "2026-07-28" }], ["auto"]] as const)(
    "of the second generation list, call, read and prompt (%j)",
    async (mode) => {
      const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
      await client.connect(
        new StreamableHTTPClientTransport(new URL(`${endpoint.url}/api/v1/mcp`), {
          requestInit: init,
        }),
      );
      const revision = mode === "legacy" ? "2025-11-25" : "2026-07-28";
      expect(client.getNegotiatedProtocolVersion()).toBe(revision);
      const readable = TOOLS.filter(({ scope }) => scope !== "trade:execute");
      expect((await client.listTools()).tools).toHaveLength(readable.length);
      const called = await client.callTool({ name: "get_price", arguments: { market: "BTCUSDC" } });
      expect(called.structuredContent).toMatchObject({ mark_price: "64000" });
      expect((await client.readResource({ uri: "svc://order-fields" })).contents).toHaveLength(1);
      expect((await client.getPrompt({ name: "position_review" })).messages).toHaveLength(1);
      await client.close();
    },
  );
});

describe("the tools at a venue", () => {
  test("list the assets, markets and prices of the venue", async () => {
    const found = (await endpoint.tool("search_assets", { query: "btc" })).structuredContent;
    expect(found.assets).toMatchObject([{ symbol: "BTC", base_of: ["BTCUSDC"] }]);
    for (const query of ["bitcoin", "Ethereum"]) {
      const named = (await endpoint.tool("search_assets", { query })).structuredContent;
      expect(named.assets, query).toHaveLength(1);
    }
    const slip = (await endpoint.tool("search_assets", { query: "BTCUSCD" })).structuredContent;
    expect(slip).toEqual({ assets: [], did_you_mean: ["BTCUSDC"] });
    for (const market of ["BTC", "bitcoin", "BTC-USD", "BTCUSD"]) {
      const { content } = await endpoint.tool("get_price", { market });
      expect(content[0].text, market).toMatch(/^(MARKET_NOT_FOUND|INVALID_FIELD): .*BTCUSDC/);
    }
    expect((await endpoint.tool("search_assets")).structuredContent.assets.length).toBeGreaterThan(
      1,
    );
    const all = await fixture.get("/v1/markets");
    const rows = all.body as unknown as { symbol: string; price_tick: string }[];
    const first = (await endpoint.tool("list_markets", { limit: 1 })).structuredContent;
    expect(first).toMatchObject({
      markets: [{ market: rows[0]?.symbol, price_tick: rows[0]?.price_tick }],
      total: rows.length,
      next_cursor: "1",
    });
    const rest = (await endpoint.tool("list_markets", { cursor: "1" })).structuredContent;
    expect(rest).toMatchObject({ next_cursor: null });
    expect(rest.markets).toHaveLength(rows.length - 1);
    await fixture.setMark("64100");
    await vi.waitFor(async () => {
      const { structuredContent } = await endpoint.tool("get_price", { market: "btcusdc" });
      const prices = { mark_price: "64100", last_traded_price: null, is_stale: false };
      expect(structuredContent).toMatchObject({ market: "BTCUSDC", ...prices });
    });
    await fixture.setMark("64000");
  });

  test("return statistics, the book and candles", async () => {
    const stats = (await endpoint.tool("get_market_stats", { market: "BTCUSDC" }))
      .structuredContent;
    expect(stats).toMatchObject({ best_bid: "60000.0", best_ask: null, trades_24h: 0 });
    const book = (await endpoint.tool("get_orderbook", { market: "BTCUSDC" })).structuredContent;
    expect(book).toMatchObject({ bids: [{ price: "60000.0", size: "0.015" }], asks: [] });
    const { candles } = (
      await endpoint.tool("get_candles", { market: "BTCUSDC", interval: "1m", limit: 3 })
    ).structuredContent;
    expect(candles.at(-1)).toMatchObject({
      close: expect.stringMatching(/^64[01]00$/),
      closed: false,
    });
    const start = candles.at(-1).start;
    const from = await endpoint.tool("get_candles", { market: "BTCUSDC", interval: "1m", start });
    expect(from.structuredContent.candles[0].start).toBe(start);
    const later = new Date(Date.parse(start) + 1).toISOString();
    const behind = await endpoint.tool("get_candles", {
      market: "BTCUSDC",
      interval: "1m",
      start: later,
    });
    for (const one of behind.structuredContent.candles) expect(one.start >= later).toBe(true);
  });

  test("report that a mark is stale, and its age", async () => {
    fixture.venue.clock.advance(60_000);
    // Polled no more often than the key allows.
    await vi.waitFor(
      async () => {
        const { structuredContent } = await endpoint.tool("get_price", { market: "BTCUSDC" });
        expect(structuredContent.is_stale).toBe(true);
        expect(structuredContent.mark_age_seconds).toBeGreaterThanOrEqual(60);
      },
      { interval: 500 },
    );
    await fixture.setMark("64000");
  });

  test("refuse wrong arguments and unknown markets in words that a model can act on", async () => {
    const table: [string, object, RegExp][] = [
      ["get_price", { market: "NONE" }, /^MARKET_NOT_FOUND: There is no market NONE/],
      [
        "get_price",
        { symbol: "BTC" },
        /^MISSING_FIELD: The argument market is missing\. .*"takes":\["market"\]/,
      ],
      [
        "get_price",
        { market: { a: 1 } },
        /^INVALID_FIELD: market is not valid: it must be text, not an object\.$/,
      ],
      ["get_candles", { market: "BTCUSDC", interval: "2m" }, /^INVALID_ENUM: interval/],
      [
        "get_orderbook",
        { market: "BTCUSDC", depth: -1 },
        /^INVALID_FIELD: depth is not valid: it must be at least 1\.$/,
      ],
    ];
    for (const [name, args, error] of table) {
      const { isError, content, structuredContent } = await endpoint.tool(name, args);
      expect([isError, structuredContent], name).toEqual([true, undefined]);
      expect(content[0].text).toMatch(error);
    }
  });

  test("the transport reports a limit that a tool has counted", async () => {
    const counts = vi.spyOn(getPrice, "call").mockImplementation(async ({ quotas }) => {
      quotas.push({ allowed: true, limit: 3, remaining: 1, resetSeconds: 9 });
      return { content: [] };
    });
    const counted = await endpoint.rpc("tools/call", { name: "get_price", arguments: {} });
    counts.mockRestore();
    const quotaHeaders = ({ headers }: Answer) =>
      ["limit", "remaining", "reset"].map((name) => headers.get(`ratelimit-${name}`));
    expect([counted.status, ...quotaHeaders(counted)]).toEqual([200, "3", "1", "9"]);
    const refusal = vi.spyOn(data, "snapshot").mockImplementation(() => {
      throw new ServiceError("RATE_LIMITED", { retryAfterSeconds: 42, limit: 60 });
    });
    const refused = await endpoint.rpc("tools/call", {
      name: "get_price",
      arguments: { market: "BTCUSDC" },
    });
    refusal.mockRestore();
    expect([refused.status, refused.json.error]).toEqual([429, "RATE_LIMITED"]);
    expect(refused.headers.get("retry-after")).toBe("42");
    expect(quotaHeaders(refused)).toEqual(["60", "0", "42"]);
    expect(logged).toEqual([]);
  });

  test("an unreachable venue is reported as a failed read, not as an order with an unknown outcome", async () => {
    for (const code of ["VENUE_TIMEOUT", "VENUE_UNREACHABLE"] as const) {
      const away = vi.spyOn(data, "snapshot").mockImplementation(() => {
        throw new ServiceError(code);
      });
      const { isError, content } = await endpoint.tool("get_price", { market: "BTCUSDC" });
      away.mockRestore();
      expect(isError).toBe(true);
      expect(content[0].text).toBe(
        `${code}: The venue did not answer, so this could not be read. Try again in some seconds.`,
      );
    }
  });

  test("an unexpected error reaches no caller, and is logged with the request's id", async () => {
    const spy = vi.spyOn(data, "snapshot").mockImplementation(() => {
      throw new Error("the password is hunter2");
    });
    const { json } = await endpoint.rpc("tools/call", {
      name: "get_price",
      arguments: { market: "BTCUSDC" },
    });
    spy.mockRestore();
    expect(json.error.code).toBe(-32603);
    expect(JSON.stringify(json)).not.toContain("hunter2");
    expect(logged).toMatchObject([{ requestId: json.error.data.request_id }]);
  });
});

describe("the user's own positions", () => {
  test("without a wallet, or without trading enabled, the tool says what to do", async () => {
    expect((await endpoint.tool("get_positions")).content[0].text).toMatch(/^WALLET_REQUIRED: /);
    trader = await linkWallet("carol");
    const answer = await endpoint.tool("get_positions");
    expect(answer.isError).toBe(true);
    expect(answer.content[0].text).toMatch(
      /^TRADING_NOT_ENABLED: .*"enable_at":"http:\/\/localhost:3000\/"/,
    );
  });

  test("balances, positions and open orders of linked wallets equal the venue's", async () => {
    const secret = {
      id: "key_1",
      label: "",
      secret: trader.key,
      createdAt: new Date(),
      expiresAt: null,
    };
    await saveKey(endpoint.db, trader.address, secret);
    const other = await linkWallet("dave", "5");
    await rest(trader);
    const { structuredContent, content } = await endpoint.tool("get_positions");
    expect(structuredContent.accounts).toMatchObject([
      {
        balances: { balance: "100000", status: "ACTIVE" },
        positions: [],
        open_orders: [{ market: "BTCUSDC", side: "BUY", price: "60000", remaining_size: "0.015" }],
        has_more_orders: false,
      },
    ]);
    expect(structuredContent.not_enabled).toEqual([
      `${other.address.slice(0, 4)}…${other.address.slice(-4)}`,
    ]);
    expect(content[0].text).not.toContain(trader.address);
    const none = (await endpoint.tool("get_positions", { market: "ETHUSDC" })).structuredContent;
    expect(none.accounts[0].open_orders).toEqual([]);
  });
});

describe("what the user won and lost", () => {
  const history = async (args: object = {}) =>
    (await endpoint.tool("get_account_history", args)).structuredContent;
  const placed = async (by: TestTrader, order: PlaceOrderBody) =>
    expect((await by.place(order, fixture.now())).status).toBe(201);

  beforeAll(async () => {
    await fixture.setMark("64000");
    await placed(fixture.alice, limit("SELL", "0.02", "64000"));
    await placed(trader, market("BUY", "0.02"));
    await fixture.setMark("63000");
    await placed(fixture.alice, limit("BUY", "0.02", "63000"));
    await placed(trader, market("SELL", "0.02"));
    const fills = async () => (await trader.read("/v1/fills")).body["results"];
    await vi.waitFor(async () => expect(await fills()).toHaveLength(2));
  });

  test("is one sum of realised PnL, fees and funding, in all, by market and by day", async () => {
    const { total, by_market, by_day, rows, ...rest } = await history();
    expect(total).toMatchObject({ realized_pnl: "-20", funding_paid: "0", fills: 2 });
    expect(Number(total.fees)).toBeGreaterThan(0);
    expect(Number(total.net)).toBeCloseTo(-20 - Number(total.fees), 9);
    expect(by_market).toEqual([{ market: "BTCUSDC", ...total }]);
    expect(by_day).toEqual([{ day: new Date().toISOString().slice(0, 10), ...total }]);
    expect(rows).toMatchObject([
      { side: "SELL", size: "0.02", price: "63000", realized_pnl: "-20" },
      { side: "BUY", size: "0.02", price: "64000", realized_pnl: "0" },
    ]);
    expect(rest).toMatchObject({ next_cursor: null, incomplete_since: null });
    expect(rest.account).toMatch(/^.{4}….{4}$/);
    expect(JSON.stringify(rows)).not.toContain(trader.address);
  });

  test("pages go on without the sums, and other rows are listed on request", async () => {
    const first = await history({ limit: 1 });
    expect(first.rows).toHaveLength(1);
    const second = await history({ limit: 1, cursor: first.next_cursor });
    expect(second).toMatchObject({ total: null, by_market: null, by_day: null });
    expect(second.rows).toMatchObject([{ side: "BUY" }]);
    expect((await history({ rows: "transfers" })).rows).toMatchObject([
      { kind: "DEPOSIT", amount: "100000" },
    ]);
    expect((await history({ rows: "orders", limit: 1 })).rows[0]).toMatchObject({ side: "SELL" });
    expect((await history({ rows: "none" })).rows).toEqual([]);
  });

  test("another span and another market have nothing of it", async () => {
    const past = await history({ from: "2020-01-01", to: "2020-02-01" });
    expect(past).toMatchObject({ total: { net: "0", fills: 0 }, by_market: [], rows: [] });
    expect(await history({ from: "2020-01-01", to: "2020-12-01" })).toMatchObject({ by_day: null });
    expect((await history({ market: "ETHUSDC" })).total.fills).toBe(0);
    const { content } = await endpoint.tool("get_account_history", {
      from: "2020-02-01",
      to: "2020-01-01",
    });
    expect(content[0].text).toMatch(/^INVALID_FIELD: .*from.*before to/);
  });

  test("a wallet is named in full or in short, and only an own one", async () => {
    const { account } = await history();
    expect((await history({ account })).total.fills).toBe(2);
    expect((await history({ account: trader.address })).account).toBe(account);
    const foreign = await endpoint.tool("get_account_history", { account: fixture.bob.address });
    expect(foreign.content[0].text).toMatch(/^ACCOUNT_MISMATCH: /);
  });
});

describe("the scopes of a call", () => {
  test.each(SCOPES)(
    "a grant of %s alone calls the tools of that scope and no other",
    async (scope) => {
      const headers = await endpoint.token([scope]);
      expect((await endpoint.rpc("tools/list", undefined, headers)).json.result.tools).toHaveLength(
        TOOLS.length,
      );
      for (const one of TOOLS) {
        const answer = await endpoint.rpc("tools/call", { name: one.name, arguments: {} }, headers);
        expect(answer.status, one.name).toBe(one.scope === scope ? 200 : 403);
        if (one.scope === scope) continue;
        const challenge = answer.headers.get("www-authenticate") ?? "";
        const requested = SCOPES.filter((name) => name === scope || name === one.scope).join(" ");
        expect(challenge).toContain('error="insufficient_scope"');
        expect(challenge).toContain(`scope="${requested}"`);
        expect(challenge).toContain(`resource_metadata="${METADATA_URL}"`);
        expect(answer.json).toMatchObject({ error: "INSUFFICIENT_SCOPE" });
      }
    },
  );

  test("a resource about the user requires its scope too, in both revisions", async () => {
    const headers = await endpoint.token(["read:market"]);
    const read = (uri: string) => endpoint.rpc("resources/read", { uri }, headers);
    expect((await read("svc://user-context")).status).toBe(403);
    expect((await read("svc://markets")).status).toBe(200);
    expect((await read("svc://order-fields")).status).toBe(200);
    const client = new Client(
      { name: "t", version: "1" },
      { versionNegotiation: { mode: "auto" } },
    );
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${endpoint.url}/api/v1/mcp`), {
        requestInit: { headers },
      }),
    );
    const called = client.callTool({ name: "get_positions", arguments: {} });
    await expect(called).rejects.toThrow("Insufficient scope");
    await client.close();
  });

  test("a key reads everything, and is refused in words what its owner did not tick", async () => {
    for (const one of TOOLS) {
      const answer = await endpoint.rpc("tools/call", { name: one.name, arguments: {} });
      expect(answer.status, one.name).toBe(200);
      const text = answer.json.result.content[0].text as string;
      expect(text.startsWith("STAGING_NOT_ALLOWED"), one.name).toBe(one.scope === "trade:execute");
    }
  });
});
