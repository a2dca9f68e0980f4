/**
 * What a request that counts against the address costs: milliseconds of the app's CPU on a machine where an Ed25519 verification takes
 * 60 µs, rounded up. docs/decisions/080 says how they were measured.
 */
import type { LimitName } from "#lib/platform/http/rate-limits.ts";
import { type RequestHead, resolve } from "./request-limits.ts";

const COSTS = {
  page: 30,
  /** Pages of the documentation are the longest. */
  documentation: 60,
  /** Next draws a picture of a link that it does not have yet. */
  picture: 70,
  chain_read: 5,
  swaps: 20,
  /** A text that is compressed, a file, or a redirect. */
  file: 2,
} as const;

const SWAPS = /^\/api\/v1\/swaps\/recent$/i;
const CHAIN_READ = /^\/api\/chain\/rpc$/i;
const DOCUMENTATION = /^\/docs(?:\/|$)/i;
const PICTURE = /^\/r\/[^/]+\/card\.png$/i;
/** What is not rendered: the folder `public`, texts, clicks on links, and the end of a subscription. */
const FILE =
  /^\/(?:coins\/|docs\/files\/|r\/[^/]+$|unsubscribe\/|(?:llms\.txt|push-worker\.js|screenshot\.png|verify-(?:reserves|statement)\.mjs)$)/;

/**
 * Undefined for what costs no more than its count allows: public data, prefetches, sign-in, OAuth, and
 * the calls of users and keys.
 * @param limit the one that the request counts against
 */
export function costOf({ method, path }: RequestHead, limit: LimitName | undefined) {
  const resolved = resolve(path);
  if (SWAPS.test(resolved)) return COSTS.swaps;
  if (method === "POST" && CHAIN_READ.test(resolved)) return COSTS.chain_read;
  if (limit !== "pages") return undefined;
  // Another spelling of a file may lead to a page.
  if (resolved === path && FILE.test(path)) return COSTS.file;
  if (PICTURE.test(resolved)) return COSTS.picture;
  return DOCUMENTATION.test(resolved) ? COSTS.documentation : COSTS.page;
}
