/** The oracle beside a venue, a sandbox and a source of Pyth that stop, differ and come back. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OraclePrices } from "#lib/protocol/market/oracle.ts";
import { Processes, until } from "./testing/processes.ts";
import { type Step, StreamServer } from "./testing/stream-server.ts";

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

const age = async (symbol: string) => Date.now() - (await mark(symbol)).mark_updated_at;

async function freezeAll(seconds: number): Promise<void> {
  for (const market of MARKETS) {
    await fetch(`${processes.urls.sandbox}/mark/freeze`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ market, seconds }),
    });
  }
}

beforeAll(async () => {
  processes = await Processes.start();
});

afterAll(() => processes.stop());

test("a frozen feed makes the venue's marks stale and no source named, and both recover", async () => {
  await freezeAll(60);
  await until("no source is named", async () => (await prices()).src === null);
  expect(await prices()).toEqual({ src: null, ts: 0, prices: {} });
  // Silent for 3 s means that no mark was published for about as long.
  for (const symbol of MARKETS) expect(await age(symbol)).toBeGreaterThan(2_000);
  await until("the mark is stale at the venue", async () => (await age("BTCUSDC")) > 5_000);
  await freezeAll(0);
  await until("the source is named again", async () => (await prices()).src === "simulated");
  await until("the mark is fresh", async () => (await age("BTCUSDC")) < 1_500);
});

test("a venue that is killed and started again gets the newest marks", async () => {
  const before = await mark("BTCUSDC");
  await processes.end("venue", "SIGKILL");
  processes.start("venue");
  await until("the mark is newer", async () => {
    return (await mark("BTCUSDC")).mark_updated_at > before.mark_updated_at + 3_000;
  });
  expect((await prices()).src).toBe("simulated");
});

test("a sandbox that is killed and started again is found again, and its recording is named", async () => {
  const folder = mkdtempSync(join(tmpdir(), "recording-"));
  const file = join(folder, "BTCUSDC.csv");
  const row = (minute: string) => `2024-01-01 00:${minute}:00+00:00,41000,41000,41000,41000,1\n`;
  const rows = Array.from({ length: 60 }, (_, minute) => row(String(minute).padStart(2, "0")));
  writeFileSync(file, `open_time,open,high,low,close,volume\n${rows.join("")}`);
  await processes.end("sandbox", "SIGKILL");
  await until("no source is named", async () => (await prices()).src === null);
  expect(await processes.isReady("oracle")).toBe(true);
  processes.start("sandbox", { FEED: `replay:${file}` });
  await until("the mark is the recording's", async () => {
    return (await mark("BTCUSDC")).mark_price === "41000";
  });
  expect((await prices()).src).toBe("replay");
  rmSync(folder, { recursive: true });
});

describe("with Pyth", () => {
  const KEY = "the-key-of-hermes";
  const BTC = "e62df6c8b4a85fe1a67db44dc12de5db330f7ac66b72dc658afedf0f4a415b43";

  /** Publishes this price in 1e-8 dollars, several times a second. */
  const publish =
    (price: string): Step =>
    (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      const timer = setInterval(() => {
        const publish_time = Math.floor(Date.now() / 1000);
        const update = { id: BTC, price: { price, conf: "1", expo: -8, publish_time } };
        response.write(`data:${JSON.stringify({ parsed: [update] })}\n\n`);
      }, 200);
      response.on("close", () => clearInterval(timer));
    };

  async function restart(sources: string, hermes: StreamServer): Promise<void> {
    await processes.end("oracle", "SIGTERM");
    processes.start("oracle", {
      ORACLE_SOURCES: sources,
      PYTH_HERMES_URL: hermes.url,
      PYTH_API_KEY: KEY,
    });
    await until("the oracle is ready", () => processes.isReady("oracle"));
  }

  test("the marks are Pyth's; without it no source is named and the marks go stale", async () => {
    const hermes = await StreamServer.start(publish("6123456789012"));
    await restart("pyth", hermes);
    await until("the mark is Pyth's", async () => (await mark("BTCUSDC")).mark_price === "61234.6");
    expect(await prices()).toMatchObject({
      src: "pyth",
      prices: { BTCUSDC: { price: "61234.6", sources: ["pyth"] } },
    });
    expect(hermes.requests[0]!.authorization).toBe(`Bearer ${KEY}`);
    await hermes.stop();
    await until("no source is named", async () => (await prices()).src === null);
    await until("the mark ages", async () => (await age("BTCUSDC")) > 4_000);
  });

  test("a market in which Pyth and the other source differ is held, and the others continue", async () => {
    const hermes = await StreamServer.start(publish("3000000000000"));
    await restart("pyth:2,simulated", hermes);
    await until("ETHUSDC has a price", async () => "ETHUSDC" in (await prices()).prices);
    await until("Pyth speaks", async () => {
      const text = await (await fetch(`${processes.urls.oracle}/metrics`)).text();
      return text.includes('oracle_market_priced{market="BTCUSDC",state="held"} 0');
    });
    expect((await prices()).prices.BTCUSDC).toBeUndefined();
    await until("its mark ages", async () => (await age("BTCUSDC")) > 2_500);
    // Young at some moment: a mark that is held only ages.
    await until("the other mark does not age", async () => (await age("ETHUSDC")) < 2_500);
    await hermes.stop();
  });
});
