/** The real oracle process between the real sandbox and the real venue. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { OraclePrices } from "#lib/protocol/market/oracle.ts";
import { Processes, until } from "./testing/processes.ts";

// The tests wait for other processes, and until() names the condition that failed.
vi.setConfig({ testTimeout: 400_000, hookTimeout: 400_000 });

const MARKETS = ["BTCUSDC", "ETHUSDC", "SOLUSDC"];

let processes: Processes;

type Row = { symbol: string; mark_price: string; mark_updated_at: number };

async function read<Value>(url: string): Promise<Value> {
  return (await fetch(url)).json() as Promise<Value>;
}

const prices = () => read<OraclePrices>(`${processes.urls.oracle}/v1/prices`);

async function mark(symbol: string): Promise<Row> {
  const url = `${processes.urls.venue}/v1/markets/stats?market=${symbol}`;
  return (await read<{ results: Row[] }>(url)).results[0]!;
}

beforeAll(async () => {
  processes = await Processes.start();
});

afterAll(() => processes.stop());

test("the oracle answers with the venue's prices, for every market", async () => {
  await until("all three are there", async () => {
    const { src, prices: found } = await prices();
    return src === "simulated" && MARKETS.every((symbol) => found[symbol] !== undefined);
  });
  for (const symbol of MARKETS) {
    await until(`${symbol} is the same at both`, async () => {
      const found = (await prices()).prices[symbol];
      return found?.price === (await mark(symbol)).mark_price;
    });
  }
  const { ts } = await prices();
  expect(Date.now() - ts).toBeLessThan(3_000);
});

test("an oracle that is killed and started again continues to publish", async () => {
  await processes.end("oracle", "SIGKILL");
  const before = await mark("BTCUSDC");
  processes.start("oracle");
  await until("the mark is newer", async () => {
    return (await mark("BTCUSDC")).mark_updated_at > before.mark_updated_at;
  });
  expect((await prices()).src).toBe("simulated");
});

describe("the oracle over HTTP", () => {
  const get = (path: string, method = "GET") =>
    fetch(`${processes.urls.oracle}${path}`, { method });

  test("reports sources and markets in its metrics", async () => {
    const text = await (await get("/metrics")).text();
    expect(text).toContain('oracle_source_connected{source="simulated"} 1');
    expect(text).toContain('oracle_market_priced{market="BTCUSDC",state="price"} 1');
    expect(text).toMatch(/oracle_marks_published_total\{market="BTCUSDC"\} [1-9]/);
  });

  test("returns the sandbox's price history, page by page", async () => {
    const query = `market=ETHUSDC&start_at=${Date.now() - 3_600_000}&end_at=${Date.now()}`;
    const history = await read<{ results: object[] }>(
      `${processes.urls.oracle}/v1/history?${query}`,
    );
    const url = `${processes.urls.sandbox}/oracle/history?${query}`;
    expect(history).toEqual(await read<object>(url));
    expect(history.results.length).toBeGreaterThan(50);
  });

  test.each([
    // The market may have been listed a moment ago, and an empty history would be final.
    ["market=DOGEUSDC&start_at=0&end_at=1", 503, "MARKET_DATA_UNAVAILABLE"],
    ["market=BTCUSDC&start_at=0", 400, "MALFORMED_QUERY"],
    ["market=BTCUSDC&start_at=soon&end_at=1", 400, "MALFORMED_QUERY"],
  ])("refuses the history of %s", async (query, status, error) => {
    const response = await get(`/v1/history?${query}`);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error });
  });

  test.each([
    ["/healthz", "GET", 200],
    ["/readyz", "GET", 200],
    ["/v1/prices?x=1", "GET", 200],
    ["/v1/prices", "POST", 405],
    ["/v1/operator/marks", "POST", 404],
    ["/constructor", "GET", 404],
    ["//", "GET", 404],
  ])("%s by %s answers %i", async (path, method, status) => {
    expect((await get(path, method)).status).toBe(status);
  });
});

test("SIGTERM stops the oracle in order", async () => {
  expect(await processes.end("oracle", "SIGTERM")).toBe(0);
});
