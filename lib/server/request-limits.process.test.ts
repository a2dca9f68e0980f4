/** Which limit of an address a request counts against. */
import { expect, test } from "vitest";
import { limitOf } from "./request-limits.ts";

test.each([
  ["/api/perps-dex/markets", "public_data"],
  ["/api/public/dex/stats", "public_data"],
  ["/api/v1/swaps/recent", "public_data"],
  ["/api/v1/swaps/stream", "public_data"],
  ["/api/v1/swaps/terms", "public_data"],
  ["//api/v1/swaps/recent", "public_data"],
  ["/api/v1/swaps", undefined],
  ["/api/v1/swaps/recently", undefined],
  ["/trade/BTCUSDC", "pages"],
])("%s: %s", (path, limit) => {
  expect(limitOf({ method: "GET", path, headers: {} })).toBe(limit);
});
