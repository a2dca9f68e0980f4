/** Where routes come from: this page plans over the pools of the network, or Jupiter is asked. */
import type { SwapTerms } from "./read-pools.ts";

export type RouteSource = "pools" | "jupiter";

/** Those of a network, the usual one first. */
export function sourcesOf({
  pools,
  routes_url: routesUrl,
}: Pick<SwapTerms, "pools" | "routes_url">): RouteSource[] {
  const sources: RouteSource[] = pools.length === 0 ? [] : ["pools"];
  return routesUrl === null ? sources : [...sources, "jupiter"];
}
