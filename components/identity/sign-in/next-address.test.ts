import { expect, test } from "vitest";
import { safeNext } from "./next-address.ts";

test.each([
  ["/settings", "/settings"],
  ["/trade/BTCUSDC?tab=1#book", "/trade/BTCUSDC?tab=1#book"],
  ["/a/../settings", "/settings"],
  ["/%2F%2Fevil.example", "/%2F%2Fevil.example"],
])("a path of this site is kept: %s", (requested, address) => {
  expect(safeNext(requested)).toBe(address);
});

test.each([
  undefined,
  null,
  "",
  "settings",
  "https://evil.example/",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  " /settings",
  "javascript:alert(1)",
  "/.//evil.example",
  "/a/..//evil.example",
  "/sign-in?next=/settings",
  "/sign-in",
  "/sign-in/email",
  "/api/auth/signout",
])("any other address leads to the markets: %j", (requested) => {
  expect(safeNext(requested)).toBe("/");
});
