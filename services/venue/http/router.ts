/** The venue's URL map. */
import { ServiceError } from "#lib/errors.ts";
import type { Venue } from "#services/venue/venue.ts";
import { getAccounts, getOrder, getOrders, getPositions } from "./endpoints/account-reads.ts";
import { cancelOrder } from "./endpoints/cancel-order.ts";
import { createApiKey, registerSigner } from "./endpoints/credentials.ts";
import {
  getBbo,
  getMarkets,
  getOrderBook,
  getStats,
  getTime,
  getTrades,
} from "./endpoints/market-data.ts";
import { deposit, setMarks } from "./endpoints/operator.ts";
import { placeOrder } from "./endpoints/place-order.ts";
import type { VenueRequest, VenueResponse } from "./request.ts";

/** `segment` is the one variable part of a path, decoded. */
type Endpoint = (
  venue: Venue,
  request: VenueRequest,
  segment: string,
) => VenueResponse | Promise<VenueResponse>;

type Methods = Partial<Record<string, Endpoint>>;

const FIXED = new Map<string, Methods>([
  ["/v1/time", { GET: getTime }],
  ["/v1/markets", { GET: getMarkets }],
  ["/v1/markets/stats", { GET: getStats }],
  ["/v1/trades", { GET: getTrades }],
  ["/v1/accounts", { GET: getAccounts }],
  ["/v1/positions", { GET: getPositions }],
  ["/v1/orders", { GET: getOrders, POST: placeOrder }],
  ["/v1/keys", { POST: createApiKey }],
  ["/v1/signers", { POST: registerSigner }],
  ["/v1/operator/marks", { POST: setMarks }],
  ["/v1/operator/deposits", { POST: deposit }],
]);

/** Paths that end in one variable segment, by what comes before it. */
const VARIABLE = new Map<string, Methods>([
  ["/v1/orders/", { GET: getOrder, DELETE: cancelOrder }],
  ["/v1/orderbook/", { GET: getOrderBook }],
  ["/v1/markets/bbo/", { GET: getBbo }],
]);

/** @throws NOT_FOUND or METHOD_NOT_ALLOWED */
export async function answer(venue: Venue, request: VenueRequest): Promise<VenueResponse> {
  const { methods, segment } = resolve(request.path);
  // Node leaves the body of an answer to HEAD out by itself.
  const method = request.method === "HEAD" ? "GET" : request.method;
  const endpoint = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (endpoint === undefined) {
    throw new ServiceError("METHOD_NOT_ALLOWED", { allowed: Object.keys(methods).join(", ") });
  }
  return await endpoint(venue, request, segment);
}

function resolve(path: string): { methods: Methods; segment: string } {
  const fixed = FIXED.get(path);
  if (fixed !== undefined) return { methods: fixed, segment: "" };
  const cut = path.lastIndexOf("/") + 1;
  const variable = VARIABLE.get(path.slice(0, cut));
  if (variable === undefined || cut === path.length) throw new ServiceError("NOT_FOUND");
  return { methods: variable, segment: decode(path.slice(cut)) };
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new ServiceError("MALFORMED_PATH", {
      reason: "its percent-encoding is not UTF-8",
    });
  }
}
