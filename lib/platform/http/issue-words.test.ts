/** Refusals of bodies and queries are sentences for people, whatever the schema found. */
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { parseBody, parseQuery, withoutNulls } from "./validation.ts";

const Body = z.strictObject({
  events: z.array(z.string()).min(1).max(2).optional(),
  name: z.string().min(1).max(3).optional(),
  code: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  asset: z
    .string()
    .regex(/^[A-Z]+$/, "it must be a symbol such as BTC")
    .optional(),
  rate: z.number().min(0).max(1).optional(),
  above: z.number().gt(0).optional(),
  count: z.int().optional(),
  on: z.boolean().optional(),
  more: z.strictObject({}).optional(),
  at: z.iso.datetime().optional(),
  day: z.iso.date().optional(),
});

function refusal(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("nothing was refused");
}

describe("a body", () => {
  test.each([
    [{ events: "a" }, "events is not valid: it must be a list, not text."],
    [{ events: [] }, "events is not valid: it must have at least 1 item."],
    [{ events: ["a", "b", "c"] }, "events is not valid: it must have at most 2 items."],
    [{ events: [1] }, 'events.0 is not valid: it must be text: send "1".'],
    [{ name: "" }, "name is not valid: it must have at least 1 character."],
    [{ name: "abcd" }, "name is not valid: it must have at most 3 characters."],
    [{ name: 0.001 }, 'name is not valid: it must be text: send "0.001".'],
    [{ name: null }, "name is not valid: it must be text, not null."],
    [{ code: "x" }, "code is not valid: it must match /^[A-Z]{2}$/."],
    [{ asset: "btc" }, "asset is not valid: it must be a symbol such as BTC."],
    [{ rate: 2 }, "rate is not valid: it must be at most 1."],
    [{ rate: -1 }, "rate is not valid: it must be at least 0."],
    [{ above: 0 }, "above is not valid: it must be more than 0."],
    [{ rate: "0.7" }, "rate is not valid: it must be a number, not text."],
    [{ count: 1.5 }, "count is not valid: it must be a whole number."],
    [{ on: "true" }, "on is not valid: it must be true or false, not text."],
    [{ more: [] }, "more is not valid: it must be an object, not a list."],
    [{ at: "2026-01-31" }, "at is not valid: it must be a time such as 2026-01-31T08:00:00Z."],
    [{ day: "31.01.2026" }, "day is not valid: it must be a date such as 2026-01-31."],
  ])("%j", (body, message) => {
    expect(refusal(() => parseBody(Body, body))).toBe(message);
  });
});

test("a query", () => {
  const Query = z.strictObject({
    spreadsheet: z.enum(["en", "de"]).optional(),
    limit: z.coerce.number().int().max(100).optional(),
  });
  const of = (query: string) => refusal(() => parseQuery(Query, new URLSearchParams(query)));
  expect(of("spreadsheet=fr")).toContain("spreadsheet is not valid: it must be one of en, de.");
  expect(of("limit=abc")).toContain("limit is not valid: it must be a number.");
  expect(of("limit=101")).toContain("limit is not valid: it must be at most 100.");
});

test("null stands for a field that is not given, where it may be absent and null means nothing else", () => {
  const Made = z.strictObject({
    market: z.string(),
    price: z.string().nullable().optional(),
    time_in_force: z.enum(["GTC"]).optional(),
    post_only: z.boolean().default(false),
  });
  const given = { market: null, price: null, time_in_force: null, post_only: null, other: null };
  expect(withoutNulls(Made, given)).toEqual({ market: null, price: null, other: null });
  expect(withoutNulls(Made, JSON.parse('{"__proto__":null}'))).toEqual(
    JSON.parse('{"__proto__":null}'),
  );
  expect(withoutNulls(Made, null)).toBeNull();
  expect(withoutNulls(z.array(z.string()), [null])).toEqual([null]);
});
