/** Which limit of an address a request counts against. */
import type { IncomingHttpHeaders } from "node:http";
import { expect, test } from "vitest";
import { costOf } from "./request-costs.ts";
import { isUncounted, limitOf } from "./request-limits.ts";

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

test.each<[IncomingHttpHeaders, string]>([
  [{ "next-router-prefetch": "1" }, "pages"],
  [{ "next-router-prefetch": "1", rsc: "0" }, "pages"],
  [{ rsc: "1" }, "pages"],
  [{ "next-router-prefetch": "1", rsc: "1" }, "prefetches"],
])("a page with the headers %j counts among %s", (headers, limit) => {
  expect(limitOf({ method: "GET", path: "/docs", headers })).toBe(limit);
});

test.each<[string, string, number | undefined]>([
  ["GET", "/trade/BTCUSDC", 30],
  ["GET", "/docs/reference/trading", 60],
  ["GET", "//DOCS/reference/trading", 60],
  ["GET", "/coins/../docs/reference/trading", 60],
  ["GET", "/coins/../swap", 30],
  ["GET", "/r//abc", 30],
  ["GET", "/r/abc/card.png", 70],
  ["GET", "/r/abc", 2],
  ["GET", "/r/abc/def", 30],
  ["GET", "/coins/BTC.svg", 2],
  ["GET", "/docs/files/README.md", 2],
  ["GET", "/api/v1/swaps/recent", 20],
  ["POST", "/api/chain/rpc", 5],
  ["POST", "//api/chain//rpc", 5],
  ["GET", "/api/perps-dex/markets", undefined],
  ["GET", "/healthz", undefined],
  ["GET", "/_next/static/a.js", undefined],
  ["POST", "/oauth/token", undefined],
])("%s %s costs %s ms", (method, path, cost) => {
  const head = { method, path, headers: {} };
  expect(costOf(head, limitOf(head))).toBe(cost);
});

test.each([
  ["/api/auth/session", true],
  ["/api/v1/openapi.json", true],
  ["/api/none", true],
  ["/api/v1/account", true],
  ["/api/perps-dex/markets", false],
  ["/api/chain/rpc", false],
  ["/healthz", false],
  ["/readyz", false],
  ["/metrics", false],
  ["/llms.txt", false],
  ["/oauth/userinfo", false],
])("%s without a user or key is counted by its route: %s", (path, isCounted) => {
  expect(isUncounted({ method: "GET", url: `http://app${path}` })).toBe(isCounted);
});
