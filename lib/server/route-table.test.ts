import { expect, test } from "vitest";
import { loadRouteModules } from "./route-modules.ts";
import { RouteTable, tableOf } from "./route-table.ts";

const moduleOf = (name: string) => ({ name });
const table = new RouteTable(
  ["/", "/a", "/a/[id]", "/a/[id]/b", "/a/fixed/c", "/x/[...rest]", "/x/y"].map(
    (pattern) => [pattern, moduleOf(pattern)] as const,
  ),
);

test.each([
  ["/", "/", {}],
  ["/a", "/a", {}],
  ["/a/1", "/a/[id]", { id: "1" }],
  ["/a/%C3%A9%2F", "/a/[id]", { id: "é/" }],
  ["/a/1/b", "/a/[id]/b", { id: "1" }],
  ["/a/fixed/c", "/a/fixed/c", {}],
  // A fixed segment that leads nowhere is a parameter.
  ["/a/fixed/b", "/a/[id]/b", { id: "fixed" }],
  ["/x/y", "/x/y", {}],
  ["/x/y/z", "/x/[...rest]", { rest: ["y", "z"] }],
])("%s is %s", (path, pattern, params) => {
  expect(table.find(path)).toEqual({ module: moduleOf(pattern), params });
});

test.each(["/b", "/a/", "/a//b", "/x", "/x/", "/x//z", "//a", "/a/1/c"])(
  "%s has no handler",
  (path) => {
    expect(table.find(path)).toBeUndefined();
  },
);

test("every handler of the app is found by its path", async () => {
  const routes = tableOf(await loadRouteModules());
  const found = (path: string) => routes.find(path)?.params;
  expect(found("/api/v1/webhooks/wh_1/deliveries/d_2")).toEqual({ id: "wh_1", did: "d_2" });
  // Folders in parentheses are no segments, and a folder may begin with a dot.
  expect(found("/oauth/consent/u1/decision")).toEqual({ uid: "u1" });
  expect(found("/.well-known/oauth-protected-resource/api/v1/mcp")).toEqual({});
  expect(found("/api/nothing/here")).toEqual({ path: ["nothing", "here"] });
  // Next renders pages and pictures.
  expect([found("/trade/BTCUSDC"), found("/r/abc/card.png")]).toEqual([undefined, undefined]);
});
