import { expect, test } from "vitest";
import { listSources } from "./route-source.ts";

const POOL = { venue: "pool:SOL-USDC", address: "a", vault_a: "b", vault_b: "c" };
const URL = "https://routes.example";

test.each([
  ["pools alone", [POOL], null, ["pools"]],
  ["both, the pools first", [POOL], URL, ["pools", "jupiter"]],
  ["Jupiter alone, as on a real network", [], URL, ["jupiter"]],
  ["nothing", [], null, []],
] as const)("routes come from %s", (_name, pools, routesUrl, expected) => {
  expect(listSources({ pools: [...pools], routes_url: routesUrl })).toEqual(expected);
});
