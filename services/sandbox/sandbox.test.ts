/** The real sandbox process against the real venue process, with the oracle process between them. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { Wallet } from "#lib/kernel/wallet.ts";
import { hasVm } from "#services/chain/testing/chain.testing.ts";
import { Processes, until } from "#services/oracle/testing/processes.ts";

// The tests wait for other processes, and until() names the condition that failed.
vi.setConfig({ testTimeout: 400_000, hookTimeout: 400_000 });

let processes: Processes;
let venueUrl: string;
let sandboxUrl: string;

const read = async <T>(url: string): Promise<T> => (await fetch(url)).json() as Promise<T>;

async function post(path: string, body: unknown, type = "application/json") {
  const response = await fetch(`${sandboxUrl}${path}`, {
    method: "POST",
    headers: { "content-type": type },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

type Stats = {
  results: { symbol: string; mark_price: string; mark_updated_at: number; trades_24h: number }[];
};
const stats = async () =>
  (await read<Stats>(`${venueUrl}/v1/markets/stats?market=BTCUSDC`)).results[0]!;
type Book = { asks: Record<string, string>; bids: Record<string, string> };
const book = (market: string) => read<Book>(`${venueUrl}/v1/orderbook/${market}?depth=100`);

/** More than the bars of one page. */
const HISTORY_DAYS = 8;

beforeAll(async () => {
  processes = await Processes.start(HISTORY_DAYS);
  venueUrl = processes.urls.venue;
  sandboxUrl = processes.urls.sandbox;
});

afterAll(() => processes.stop());

test("tells its memory on /metrics", async () => {
  const response = await fetch(`${sandboxUrl}/metrics`);
  expect(response.headers.get("content-type")).toMatch(/^text\/plain; version=/);
  expect(await response.text()).toMatch(/^nodejs_heap_space_size_used_bytes\{space="old"\} \d+$/m);
});

describe("the simulated market", () => {
  test("has a book with both sides in every market, never crossed, 20 levels deep", async () => {
    for (const market of ["BTCUSDC", "ETHUSDC", "SOLUSDC"]) {
      await until(`${market} is deep`, async () => {
        const { asks, bids } = await book(market);
        return Object.keys(asks).length >= 20 && Object.keys(bids).length >= 20;
      });
      const { asks, bids } = await book(market);
      const best = {
        ask: Math.min(...Object.keys(asks).map(Number)),
        bid: Math.max(...Object.keys(bids).map(Number)),
      };
      expect(best.bid).toBeLessThan(best.ask);
    }
  });

  test("sends marks to the venue every second", async () => {
    const before = (await stats()).mark_updated_at;
    await until("the mark moved on", async () => (await stats()).mark_updated_at > before + 1500);
    expect(Date.now() - (await stats()).mark_updated_at).toBeLessThan(2500);
  });

  test("trades", async () => {
    await until("a trade", async () => {
      const all = await read<Stats>(`${venueUrl}/v1/markets/stats?market=ALL`);
      return all.results.some((row) => row.trades_24h > 0);
    });
    const { results } = await read<{ results: { market: string }[] }>(
      `${venueUrl}/v1/trades?market=BTCUSDC&page_size=5`,
    );
    expect(results.every((trade) => trade.market === "BTCUSDC")).toBe(true);
  });
});

describe("steering", () => {
  test("has a new mark at the venue when the answer comes", async () => {
    const { price } = (
      await read<{ markets: Record<string, { price: string }> }>(`${sandboxUrl}/oracle`)
    ).markets.SOLUSDC!;
    const wanted = (Number(price) * 1.01).toFixed(3);
    expect(await post("/mark", { market: "SOLUSDC", price: wanted })).toMatchObject({
      status: 200,
    });
    const { results } = await read<Stats>(`${venueUrl}/v1/markets/stats?market=SOLUSDC`);
    expect(Math.abs(Number(results[0]!.mark_price) / Number(wanted) - 1)).toBeLessThan(0.002);
  });

  test("reports an error when the venue never shows the mark", async () => {
    await processes.end("oracle", "SIGKILL");
    const answer = await post("/mark", { market: "SOLUSDC", price: "151" });
    processes.start("oracle");
    expect(answer).toMatchObject({ status: 504, body: { error: "MARK_NOT_TAKEN" } });
    await until("the oracle is back", async () => {
      const { results } = await read<Stats>(`${venueUrl}/v1/markets/stats?market=SOLUSDC`);
      return Math.abs(Number(results[0]!.mark_price) / 151 - 1) < 0.01;
    });
  });

  test("sets the price of a frozen market at once, and shows it when the freeze ends", async () => {
    await post("/mark/freeze", { market: "SOLUSDC", seconds: 60 });
    expect(await post("/mark", { market: "SOLUSDC", price: "140" })).toMatchObject({ status: 200 });
    await post("/mark/freeze", { market: "SOLUSDC", seconds: 0 });
    await until("SOLUSDC is there", async () => {
      const { results } = await read<Stats>(`${venueUrl}/v1/markets/stats?market=SOLUSDC`);
      return Math.abs(Number(results[0]!.mark_price) / 140 - 1) < 0.01;
    });
  });

  test("lets a frozen mark go stale at the venue, while others continue", async () => {
    await post("/mark/freeze", { market: "ETHUSDC", seconds: 60 });
    const age = async (market: string) => {
      const row = (await read<Stats>(`${venueUrl}/v1/markets/stats?market=${market}`)).results[0]!;
      return Date.now() - row.mark_updated_at;
    };
    await until("ETHUSDC is older than 3 s", async () => (await age("ETHUSDC")) > 3000);
    expect(await age("BTCUSDC")).toBeLessThan(2500);
    await post("/mark/freeze", { market: "ETHUSDC", seconds: 0 });
    await until("ETHUSDC moves again", async () => (await age("ETHUSDC")) < 2000);
  });
});

describe("the stream of prices", () => {
  type Prices = { feed: string; ts: number; steered: boolean; prices: Record<string, string> };

  /** Reads until the wanted event. */
  async function firstWhere(wanted: (event: Prices, index: number) => boolean): Promise<Prices> {
    const response = await fetch(`${sandboxUrl}/oracle/stream`, {
      signal: AbortSignal.timeout(10_000),
    });
    let text = "";
    let index = 0;
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      const events = (text + chunk).split("\n\n");
      text = events.pop() ?? "";
      for (const event of events) {
        expect(event).toMatch(/^event: prices\ndata: /);
        const found = JSON.parse(event.slice(event.indexOf("{"))) as Prices;
        if (wanted(found, index)) return found;
        index += 1;
      }
    }
    throw new Error("the stream ended");
  }

  test("begins with the state, and then has every market once a second", async () => {
    const first = await firstWhere(() => true);
    expect(Object.keys(first.prices).sort()).toEqual(["BTCUSDC", "ETHUSDC", "SOLUSDC"]);
    expect(first).toMatchObject({ feed: "simulated", steered: false });
    const started = Date.now();
    await firstWhere((_, index) => index === 3);
    expect(Date.now() - started).toBeGreaterThan(1_900);
  });

  test("marks a steered price as such, and leaves a frozen market out", async () => {
    await post("/mark/freeze", { market: "SOLUSDC", seconds: 60 });
    expect((await firstWhere(() => true)).prices.SOLUSDC).toBeUndefined();
    await post("/mark/freeze", { market: "SOLUSDC", seconds: 0 });
    const steered = await firstWhere((event, index) => {
      if (index === 0) void post("/mark", { market: "ETHUSDC", price: "3200" });
      return event.steered;
    });
    expect(steered.prices.ETHUSDC).toBe("3200");
  });
});

describe("the faucet", () => {
  const { address } = new Wallet(randomBytes(32));

  test("credits an account through the venue", async () => {
    const { status, body } = await post("/faucet", { account: address, amount: "60000" });
    expect(status).toBe(200);
    expect(body.transfer).toMatchObject({ account: address, amount: "60000", kind: "DEPOSIT" });
  });

  test("gives no more than 100,000 USDC a day", async () => {
    const { status, body } = await post("/faucet", { account: address, amount: "40000.01" });
    expect(status).toBe(429);
    expect(body).toMatchObject({ error: "FAUCET_LIMIT" });
    expect(body.message).toContain("40000 USDC are left");
    expect((await post("/faucet", { account: address, amount: "40000" })).status).toBe(200);
  });

  test.each([
    [{ account: "nobody", amount: "1" }, 400, "INVALID_FIELD"],
    [{ account: address, amount: "1e3" }, 400, "INVALID_FIELD"],
    [{ account: address, amount: "0" }, 400, "INVALID_FIELD"],
    [{ account: address, amount: 5 }, 400, "INVALID_FIELD"],
    [{ account: address, amount: "5", note: "x" }, 400, "UNKNOWN_FIELD"],
    ["{", 400, "MALFORMED_BODY"],
    [`{"account":"${"x".repeat(5000)}"}`, 413, "BODY_TOO_LARGE"],
  ])("refuses %j", async (body, status, error) => {
    expect(await post("/faucet", body)).toMatchObject({ status, body: { error } });
  });
});

describe("the sandbox over HTTP", () => {
  test.each([
    ["/mark", { market: "DOGE", price: "1" }, 404, "MARKET_NOT_FOUND"],
    ["/mark", { market: "BTCUSDC", price: "60000.05" }, 422, "INVALID_TICK"],
    ["/mark/freeze", { market: "BTCUSDC", seconds: -1 }, 400, "INVALID_FIELD"],
  ])("POST %s %j", async (path, body, status, error) => {
    expect(await post(path, body)).toMatchObject({ status, body: { error } });
  });

  test("refuses a form, which any page could send", async () => {
    const answer = await post(
      "/mark",
      "market=BTCUSDC&price=1",
      "application/x-www-form-urlencoded",
    );
    expect(answer).toMatchObject({ status: 415, body: { error: "UNSUPPORTED_MEDIA_TYPE" } });
  });

  test("has a mailbox, but no identity provider without a client", async () => {
    expect(await read(`${sandboxUrl}/mail/messages`)).toEqual({ messages: [] });
    const discovery = `${sandboxUrl}/oidc/.well-known/openid-configuration`;
    expect((await fetch(discovery)).status).toBe(404);
    expect(await post("/oidc-control/rotate", {})).toMatchObject({ status: 404 });
  });

  test("returns history in pages, limited by time", async () => {
    type History = { results: { start: number }[] };
    const path = `${sandboxUrl}/oracle/history?market=BTCUSDC`;
    const first = await read<History>(path);
    expect(first.results).toHaveLength(10_000);
    const next = first.results.at(-1)!.start + 1;
    const second = await read<History>(`${path}&start_at=${next}&end_at=${next + 300_000}`);
    expect(second.results.map((bar) => bar.start - next)).toEqual([
      59_999, 119_999, 179_999, 239_999, 299_999,
    ]);
    expect((await fetch(`${path}&start_at=soon`)).status).toBe(400);
  });
});

test("the traders tolerate a venue that is killed, and quote again", async () => {
  await processes.end("venue", "SIGKILL");
  processes.start("venue");
  await until("the venue is back", () => processes.isReady("venue"));
  const before = (await stats()).mark_updated_at;
  await until("marks flow", async () => (await stats()).mark_updated_at > before + 2000);
  const first = JSON.stringify(await book("BTCUSDC"));
  await until("orders change", async () => JSON.stringify(await book("BTCUSDC")) !== first);
  const { asks, bids } = await book("BTCUSDC");
  expect(Object.keys(asks).length + Object.keys(bids).length).toBeGreaterThan(20);
});

describe.skipIf(!hasVm)("with a chain", () => {
  beforeAll(async () => {
    processes.start("chain");
    await until("the chain is ready", () => processes.isReady("chain"));
  });
  const page = async (signature: unknown) =>
    (await fetch(`${sandboxUrl}/solana/tx/${String(signature)}`)).text();
  const recipient = () => new Wallet(randomBytes(32)).address;

  test("a payment survives kills of the sandbox and of the chain", async () => {
    const { status, body } = await post("/solana/pay", { recipient: recipient(), amount: "12.5" });
    expect(status).toBe(200);
    await until("it is confirmed", async () => (await page(body.signature)).includes("12.5 USDC"));
    await Promise.all([processes.end("sandbox", "SIGKILL"), processes.end("chain", "SIGKILL")]);
    processes.start("sandbox");
    processes.start("chain");
    await until("it is final", async () => (await page(body.signature)).includes("✓ finalized"));
    expect(await page(body.signature)).toContain("12.5 USDC");
  });

  test("a payment of the past needs no chain", async () => {
    await processes.end("chain", "SIGKILL");
    const past = { recipient: recipient(), amount: "3", at: "2026-01-31T12:00:00Z" };
    const { body } = await post("/solana/pay", past);
    expect(await page(body.signature)).toContain("Archived payment");
    const now = await post("/solana/pay", { recipient: recipient(), amount: "3" });
    expect(now).toMatchObject({ status: 502, body: { error: "CHAIN_UNREACHABLE" } });
  });
});

test("SIGTERM stops the sandbox in order", async () => {
  expect(await processes.end("sandbox", "SIGTERM")).toBe(0);
});
