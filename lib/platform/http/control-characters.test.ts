import { expect, test } from "vitest";
import { z } from "zod";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { parseBody, parseParams, parseQuery } from "./validation.ts";

const Anything = z.looseObject({});

function refusalOf(parse: () => unknown): unknown {
  try {
    return parse();
  } catch (thrown) {
    return thrown instanceof ServiceError ? [thrown.code, thrown.context] : thrown;
  }
}

const reason = "it has control characters";

test.each([
  [{ a: [{ b: "x\u0000" }] }, ["INVALID_FIELD", { field: "a.0.b", reason }]],
  [{ name: "two\nlines" }, ["INVALID_FIELD", { field: "name", reason }]],
  [{ a: "\uD800" }, ["INVALID_FIELD", { field: "a", reason }]],
  [{ a: { "x\u0085": 1 } }, ["MALFORMED_BODY", { reason }]],
  ["\u001B", ["MALFORMED_BODY", { reason }]],
  [{ text: "two\r\n\tlines\u0000" }, ["INVALID_FIELD", { field: "text", reason }]],
])("the body %j is refused", (value, refusal) => {
  expect(refusalOf(() => parseBody(z.unknown(), value))).toEqual(refusal);
});

test.each([
  { text: "two\r\n\tlines" },
  { note: "two\nlines", nested: { message: "\n", list: ["ä", "👩‍🚀", 1, null, true] } },
])("the body %j is text", (value) => {
  expect(parseBody(Anything, value)).toEqual(value);
});

test("a body that is nested deeper than the stack is read", () => {
  const deep = JSON.parse(`${'{"a":'.repeat(10_000)}"\\u0000"${"}".repeat(10_000)}`) as unknown;
  expect(refusalOf(() => parseBody(Anything, deep))).toMatchObject(["INVALID_FIELD", { reason }]);
});

test("a query and a path take none, lines neither", () => {
  const query = new URLSearchParams({ q: "a\tb" });
  const refusal = ["MALFORMED_QUERY", { parameter: "q", reason }];
  expect(refusalOf(() => parseQuery(Anything, query))).toEqual(refusal);
  const path = ["MALFORMED_PATH", { reason }];
  expect(refusalOf(() => parseParams(Anything, { id: "a\n" }))).toEqual(path);
  expect(refusalOf(() => parseParams(Anything, { rest: ["a", "\u007F"] }))).toEqual(path);
});
