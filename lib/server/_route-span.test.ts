import { expect, test } from "vitest";
import { patternOf } from "./_route-span.ts";

test.each<[path: string, params: unknown, pattern: string]>([
  ["/api/public/markets", {}, "/api/public/markets"],
  ["/api/orders/42", { id: "42" }, "/api/orders/[id]"],
  ["/api/orders/a%20b/fills", { id: "a b" }, "/api/orders/[id]/fills"],
  ["/api/orders/a%20b", { id: "a%20b" }, "/api/orders/[id]"],
  ["/api/auth/callback/oidc", { nextauth: ["callback", "oidc"] }, "/api/auth/[...nextauth]"],
  ["/api/keys/k1/uses/u1", { key: "k1", use: "u1" }, "/api/keys/[key]/uses/[use]"],
])("the pattern of %s with %j is %s", (path, params, pattern) => {
  expect(patternOf(path, params)).toBe(pattern);
});

test("a client that chooses an id like a part of the path makes no further names", () => {
  expect(patternOf("/api/orders/orders", { id: "orders" })).toBe("/api/[id]/[id]");
});

test("a path whose parameter is not found may have an id in it, and is not shown", () => {
  expect(patternOf("/api/orders/42", { id: "43" })).toBe("unknown");
});
