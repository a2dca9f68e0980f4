/** Where routes come from: the page plans over the network's pools, or asks Jupiter. */
import type { SwapTerms } from "./read-pools.ts";

export type RouteSource = "pools" | "jupiter";

/** The sources of a network, the usual one first. */
export function listSources({
  pools,
  routes_url: routesUrl,
}: Pick<SwapTerms, "pools" | "routes_url">): RouteSource[] {
  const sources: RouteSource[] = pools.length === 0 ? [] : ["pools"];
  return routesUrl === null ? sources : [...sources, "jupiter"];
}
