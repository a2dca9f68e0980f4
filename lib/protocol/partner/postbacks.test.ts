/** Macros of a postback are filled without a way out of their place. */
import { expect, test } from "vitest";
import { fillMacros, unknownMacros } from "./postbacks.ts";

test.each([
  ["https://t.example/p?c={sub}&a={amount}", "https://t.example/p?c=a%20b%26c&a=1.5"],
  ["https://t.example/{sub}/x?e={event}", "https://t.example/a%20b%26c/x?e=partner.accrued"],
  ["https://t.example/%7Bsub%7D/x", "https://t.example/a%20b%26c/x"],
  ["https://t.example/p?c={utm_term}", "https://t.example/p?c="],
  ["https://t.example/p", "https://t.example/p"],
])("%s becomes %s", (address, filled) => {
  const values = { sub: "a b&c", amount: "1.5", event: "partner.accrued" };
  expect(fillMacros(address, values)).toBe(filled);
});

test.each(["../../admin", "x#y", "a?b=c", "{sub}", "\r\nx: y", "/"])(
  "the value %j stays in its parameter and in its step of the path",
  (sub) => {
    const url = new URL(fillMacros("https://t.example/a/{sub}/b?c={sub}&d=1", { sub }));
    expect([url.host, url.pathname.split("/").length]).toEqual(["t.example", 4]);
    expect([url.searchParams.get("c"), url.searchParams.get("d"), url.hash]).toEqual([
      sub,
      "1",
      "",
    ]);
  },
);

test("a misspelled macro is named", () => {
  expect(unknownMacros("https://t.example/?a={subid}&b={sub}&c={}")).toEqual(["subid", ""]);
});
