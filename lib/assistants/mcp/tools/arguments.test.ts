/** What real clients and models send is understood or ignored by reading tools, and never guessed of an order. */
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { argumentsOf, type InputSchema, plainSchema } from "./_arguments.ts";
import { assetSymbol, marketSymbol } from "./_fields.ts";
import { TOOLS } from "./tool-list.ts";

const SCHEMA = plainSchema(
  z.toJSONSchema(
    z.strictObject({
      market: z.string(),
      size: z.string(),
      limit: z.int().min(1).max(100).default(20),
      interval: z.enum(["1m", "1h"]).optional(),
      post_only: z.boolean().optional(),
      side: z.enum(["BUY", "SELL"]).optional(),
      price: z.string().nullable().optional(),
    }),
    { io: "input" },
  ),
) as InputSchema;
const reading = (given: unknown) => argumentsOf(given, SCHEMA, true);
const proposing = (given: unknown) => argumentsOf(given, SCHEMA, false);

test.each([
  ["nothing", undefined, {}],
  [
    "null for everything that is not set",
    { market: "BTC", limit: null, price: null },
    { market: "BTC" },
  ],
  [
    "what a client adds",
    { market: "BTC", toolCallId: "1", chatInput: "hi", anything: 1 },
    { market: "BTC" },
  ],
  ["names that clients make up", { market: "BTC", _requestId: 1, $schema: "x" }, { market: "BTC" }],
  [
    "a name in another writing",
    { market: "BTC", postOnly: "1" },
    { market: "BTC", post_only: "1" },
  ],
  ["a wrapper of all arguments", { args: { market: "BTC" }, session_id: "1" }, { market: "BTC" }],
  ["words for what is not set", { market: "BTC", price: "None", limit: "null" }, { market: "BTC" }],
  ["a list of one, and quotation marks", { market: ['"BTC"'] }, { market: "BTC" }],
  ["a page that is too large", { limit: 5000 }, { limit: 100 }],
  ["a page that is too large, as text", { limit: "5000" }, { limit: 100 }],
  ["zero for the default", { limit: 0 }, { limit: 20 }],
  ["one for yes", { post_only: 1 }, { post_only: true }],
  ["a month, which is no minute", { interval: "1M" }, { interval: "1M" }],
  ["an hour in another case", { interval: "1H" }, { interval: "1h" }],
  ["a number for text", { market: 7, size: 1e-7 }, { market: "7", size: "0.0000001" }],
  ["text for a number", { limit: " 10 " }, { limit: 10 }],
  ["text for yes and no", { post_only: "True" }, { post_only: true }],
  ["another case of a word", { side: "buy" }, { side: "BUY" }],
])("a reading tool takes %s", (_, given, expected) => {
  expect(reading(given)).toEqual(expected);
});

describe("a proposal", () => {
  test.each([
    ["null for what is not set", { market: "BTC", price: null }, { market: "BTC" }],
    ["what clients carry beside arguments", { market: "BTC", toolCallId: "1" }, { market: "BTC" }],
    ["what clients wrap", { input: { market: "BTC", size: "1" } }, { market: "BTC", size: "1" }],
    ["names that clients make up", { market: "BTC", _x: 1, thought: "…" }, { market: "BTC" }],
    ["zero, which is refused later", { limit: 0 }, { limit: 0 }],
    ["a word for nothing as it is", { price: "null" }, { price: "null" }],
    ["an unknown field, which is refused by name later", { leverage: "5" }, { leverage: "5" }],
    ["a word in another case as it is", { side: "buy" }, { side: "buy" }],
  ])("takes %s", (_, given, expected) => {
    expect(proposing(given)).toEqual(expected);
  });

  test("refuses an argument in another writing, and names the right one", () => {
    expect(() => proposing({ postOnly: true })).toThrow(
      expect.objectContaining({ code: "UNKNOWN_FIELD", data: { did_you_mean: "post_only" } }),
    );
  });

  test("refuses a number where text is exact, and says what to send", () => {
    expect(() => proposing({ size: 0.001 })).toThrow(/size .*send it as text: "0\.001"/);
  });
});

describe("schemas of the tools", () => {
  const schemas = TOOLS.map(({ name, listed }) => [name, listed.inputSchema] as const);

  test.each(schemas)("%s is in the subset that every model API takes", (_, schema) => {
    const text = JSON.stringify(schema);
    expect(text).not.toMatch(
      /"anyOf"|"oneOf"|"allOf"|"\$ref"|"\$schema"|"type":"null"|"const"|"additionalProperties"/,
    );
    for (const [, pattern = ""] of text.matchAll(/"pattern":"((?:[^"\\]|\\.)*)"/g)) {
      expect(pattern.length).toBeLessThanOrEqual(100);
    }
    for (const property of Object.values(schema.properties ?? {})) {
      expect(property).toHaveProperty("type");
      expect(property).toHaveProperty("description");
    }
  });

  test("all of them together are at most 25 KB", () => {
    const list = { tools: TOOLS.map(({ listed }) => listed) };
    expect(JSON.stringify(list).length).toBeLessThanOrEqual(25_000);
  });
});

test.each([
  ["btc/usdc", "BTCUSDC"],
  [" BTC-USDC ", "BTCUSDC"],
])("the market %s is %s", (given, symbol) => {
  expect(marketSymbol.parse(given)).toBe(symbol);
});

test.each([
  ["btc", "BTC"],
  ["BTCUSDC", "BTC"],
  ["eth-usdt", "ETH"],
  ["usdc", "USDC"],
  ["PYUSD", "PYUSD"],
])("the asset %s is %s", (given, symbol) => {
  expect(assetSymbol.parse(given)).toBe(symbol);
});
