/** The Pyth source against a recorded session and against a Hermes that misbehaves. */
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { Secret } from "#lib/kernel/env.ts";
import { ManualTimers } from "#lib/kernel/time/timers.testing.ts";
import { readConfig } from "#services/oracle/config.ts";
import { captureLog } from "#services/oracle/testing/log.ts";
import {
  eventually,
  refuse,
  type Step,
  StreamServer,
  speak,
  speakAndDrop,
} from "#services/oracle/testing/stream-server.ts";
import { type PythOptions, PythSource } from "./pyth.ts";
import type { SourcePrice } from "./source.ts";

/** The second in which the recording begins. */
const START = Date.parse("2026-11-21T15:00:00Z");
const API_KEY = "pyth-key-that-no-log-may-hold";
const BTC = "e62df6c8b4a85fe1a67db44dc12de5db330f7ac66b72dc658afedf0f4a415b43";
const [BEFORE = "", AFTER = ""] = readFileSync(
  new URL("../testing/hermes-session.txt", import.meta.url),
  "utf8",
).split(": CUT\n");

const config = readConfig({
  VENUE_OPERATOR_KEY: `operator_${"0".repeat(64)}`,
  ORACLE_SOURCES: "pyth",
}).sources[0] as unknown as PythOptions;

let server: StreamServer;
let source: PythSource;

afterEach(async () => {
  source.close();
  await server.stop();
});

async function follow(script: Step[], fields: Partial<PythOptions> = {}) {
  const timers = new ManualTimers(START + 4_000);
  const captured = captureLog();
  const prices: SourcePrice[] = [];
  server = await StreamServer.start(...script);
  const parts = { hermesUrl: server.url, timers, log: captured.log };
  source = new PythSource({ ...config, apiKey: new Secret(API_KEY), ...parts, ...fields });
  source.start((update) => prices.push(...update.prices));
  return { timers, prices, lines: captured.lines };
}

/** An event with one price of BTC, in whole dollars. */
function btc(dollars: number, second: number): string {
  const price = { price: `${dollars}00`, conf: "1", expo: -2, publish_time: START / 1000 + second };
  return `data:${JSON.stringify({ parsed: [{ id: BTC, price }] })}\n\n`;
}

const shown = ({ market, price, at }: SourcePrice) => [market, price, at - START];
const E10 = 10n ** 10n;

describe("a recorded session", () => {
  test("yields each good price exactly, once and in order, through malformed events and a reconnect", async () => {
    const { timers, prices } = await follow([speakAndDrop(BEFORE), speak(AFTER)]);
    await eventually("the first connection is lost", () => !source.connected && prices.length >= 6);
    await timers.advance(1_000);
    await eventually("the second one speaks", () => prices.length >= 9);
    expect(prices.map(shown)).toEqual([
      ["BTCUSDC", 6_412_345_678_901n * E10, 0],
      ["ETHUSDC", 321_098_765_432n * E10, 0],
      ["SOLUSDC", 15_012_345_678n * E10, 0],
      ["BTCUSDC", 6_412_400_000_000n * E10, 1_000],
      ["ETHUSDC", 321_100_000_001n * E10, 1_000],
      // The earlier events: cut JSON, no JSON, another object, and a feed that was not requested.
      ["ETHUSDC", 321_200_000_000n * E10, 2_000],
      // Left out: an interval as wide as 6 % of the price, a negative price, a time more than an hour ahead.
      ["BTCUSDC", 6_411_000_000_000n * E10, -40_000],
      ["BTCUSDC", 6_412_512_345_678n * E10, 3_000],
      ["SOLUSDC", 15_016_000_000n * E10, 3_000],
    ]);
  });

  test("yields the same wherever the bytes are split", async () => {
    const bytes = (text: string): Step => speak(...text.match(/[\s\S]{1,7}/g)!);
    const { prices } = await follow([bytes(BEFORE)]);
    await eventually("all six", () => prices.length === 6);
    expect(prices.map(shown).at(-1)).toEqual(["ETHUSDC", 321_200_000_000n * E10, 2_000]);
  });
});

test("a price is never younger than its arrival, and one more than 5 s ahead is refused", async () => {
  const { prices } = await follow([speak(btc(1, 10), btc(2, 9))]);
  await eventually("a price", () => prices.length === 1);
  expect(prices.map(shown)).toEqual([["BTCUSDC", 2n * 10n ** 18n, 4_000]]);
});

describe("the request to Pyth", () => {
  test("asks for every feed, parsed, with the key as a bearer credential", async () => {
    const { prices } = await follow([speak(btc(64_000, 0))]);
    await eventually("a price", () => prices.length === 1);
    const { url, authorization } = server.requests[0]!;
    expect(url.pathname).toBe("/v2/updates/price/stream");
    expect(url.searchParams.getAll("ids[]")).toHaveLength(3);
    expect(url.searchParams.get("ids[]")).toBe(BTC);
    expect(url.searchParams.get("parsed")).toBe("true");
    expect(authorization).toBe(`Bearer ${API_KEY}`);
  });

  test("has no credential without a key, and a 401 is logged once", async () => {
    const needsKey: Step = (response, request) =>
      request.headers.authorization === undefined
        ? refuse(401, "API key required")(response, request)
        : speak(btc(1, 0))(response, request);
    const { timers, prices, lines } = await follow([needsKey], { apiKey: undefined });
    for (const [index, wait] of [1_000, 2_000, 4_000].entries()) {
      await eventually("refused", () => timers.pending()[0] === wait);
      expect(server.requests).toHaveLength(index + 1);
      await timers.advance(wait);
    }
    expect(prices).toEqual([]);
    expect(lines.filter((line) => line.includes("401"))).toHaveLength(1);
    expect(lines[0]).toContain("it answered 401: API key required");
  });

  test("never follows a redirect, which would send the key elsewhere", async () => {
    const away = await StreamServer.start(speak(btc(1, 0)));
    const { timers, lines } = await follow([refuse(308, "", { location: away.url })]);
    await eventually("refused", () => timers.pending()[0] === 1_000);
    expect(lines[0]).toContain(`it answered 308 and redirects to ${away.url}`);
    expect(away.requests).toEqual([]);
    await away.stop();
  });

  test("leaves the key out of every log line", async () => {
    const script = [refuse(500, "oops"), speakAndDrop(btc(1, 0)), speak("data:x\n\n")];
    const { timers, lines } = await follow(script);
    await eventually("refused", () => timers.pending()[0] === 1_000);
    await timers.advance(1_000);
    await eventually("dropped", () => lines.length >= 3);
    expect(lines.join()).not.toContain(API_KEY);
  });
});

describe("a Hermes that misbehaves", () => {
  test("is asked again after 1 s, doubling to 15 s, and after 1 s again once it has sent something", async () => {
    const refusals = Array.from({ length: 6 }, () => refuse(503, "away"));
    const script = [...refusals, speakAndDrop(btc(64_000, 0)), refuse(503, "away")];
    const { timers } = await follow(script);
    for (const wait of [1_000, 2_000, 4_000, 8_000, 15_000, 15_000]) {
      await eventually(`a wait of ${wait}`, () => timers.pending()[0] === wait);
      await timers.advance(wait);
    }
    await eventually("a short wait", () => timers.pending()[0] === 1_000);
    expect(server.requests).toHaveLength(7);
  });

  test("and is silent for 10 s is disconnected, and asked again", async () => {
    const { timers, prices } = await follow([speak(btc(64_000, 0)), speak(btc(64_001, 3))]);
    await eventually("it speaks", () => source.connected);
    await timers.advance(9_999);
    expect(source.connected).toBe(true);
    await timers.advance(1);
    expect(source.connected).toBe(false);
    await timers.advance(1_000);
    await eventually("it speaks again", () => source.connected);
    expect(prices.map(shown).at(-1)).toEqual(["BTCUSDC", 64_001n * 10n ** 18n, 3_000]);
    await eventually("one connection is left", () => server.open === 1);
  });

  test("and never answers is disconnected after 10 s", async () => {
    const { timers, lines } = await follow([() => {}]);
    await eventually("asked", () => server.requests.length === 1);
    await timers.advance(10_000);
    expect(lines[0]).toContain("no answer in time");
    await eventually("the connection is closed", () => server.open === 0);
  });

  test("is disconnected when an event is larger than 256,000 characters", async () => {
    const huge = `data:${"x".repeat(50_000)}`;
    const { timers, lines, prices } = await follow([
      speak(huge, huge, huge, huge, huge, huge),
      speak(btc(64_000, 0)),
    ]);
    await eventually("let go", () => timers.pending()[0] === 1_000);
    expect(lines[0]).toContain("larger than 256000 characters");
    await timers.advance(1_000);
    await eventually("a price", () => prices.length === 1);
  });

  test("is not taken for a stream when it answers with a page", async () => {
    const page: Step = (response) => {
      response.writeHead(200, { "content-type": "text/html" });
      response.end("<p>maintenance");
    };
    const { timers, lines } = await follow([page]);
    await eventually("refused", () => timers.pending()[0] === 1_000);
    expect(lines[0]).toContain("something else than an event stream: <p>maintenance");
  });

  test("gets no more requests after the source is closed", async () => {
    const { timers } = await follow([speak(btc(64_000, 0))]);
    await eventually("it speaks", () => source.connected);
    source.close();
    await eventually("the connection is closed", () => server.open === 0);
    expect(timers.pending()).toEqual([]);
    expect(source.connected).toBe(false);
  });
});
