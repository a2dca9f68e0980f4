/** What real clients and models send is understood or ignored by reading tools, and never guessed of an order. */
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { argumentsOf, type InputSchema, plainSchema } from "./_arguments.ts";
import { TOOLS } from "./tool-list.ts";

const SCHEMA = plainSchema(
  z.toJSONSchema(
    z.strictObject({
      market: z.string(),
      size: z.string(),
      limit: z.int().optional(),
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
    ["an unknown field, which is refused by name later", { leverage: "5" }, { leverage: "5" }],
    ["a word in another case as it is", { side: "buy" }, { side: "buy" }],
  ])("takes %s", (_, given, expected) => {
    expect(proposing(given)).toEqual(expected);
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
