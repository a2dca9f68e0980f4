/** Reads of one's own account (spec 2, "Account reads"): the API key pins whose. */
import { ServiceError } from "#lib/errors.ts";
import { type Account, accountOf, type Order } from "#services/venue/engine/state.ts";
import { authenticateRead } from "#services/venue/http/authentication.ts";
import { accountRecord, orderRecord, positionRecord } from "#services/venue/http/records.ts";
import { parameter, type VenueRequest, type VenueResponse } from "#services/venue/http/request.ts";
import { marketOf, type Venue } from "#services/venue/venue.ts";
import { orderIdOf } from "./cancel-order.ts";

export function getAccounts(venue: Venue, request: VenueRequest): VenueResponse {
  return { status: 200, body: { results: [accountRecord(caller(venue, request))] } };
}

export function getPositions(venue: Venue, request: VenueRequest): VenueResponse {
  const account = caller(venue, request);
  const wanted = marketParameter(venue, request);
  const held = [...account.holdings.values()].filter(
    ({ size, market }) => size !== 0 && (wanted === undefined || market === wanted),
  );
  return { status: 200, body: { results: held.map((held_) => positionRecord(account, held_)) } };
}

/** Newest first; `status=ALL` adds the latest closed orders. */
export function getOrders(venue: Venue, request: VenueRequest): VenueResponse {
  const account = caller(venue, request);
  const wanted = marketParameter(venue, request);
  const status = parameter(request, "status") ?? "OPEN";
  if (status !== "OPEN" && status !== "ALL") {
    const reason = "give OPEN or ALL";
    throw new ServiceError("MALFORMED_QUERY", { parameter: "status", reason });
  }
  const orders: Order[] = [...account.holdings.values()].flatMap((holding) => [...holding.orders]);
  if (status === "ALL") orders.push(...account.closed);
  const results = orders
    .filter(({ market }) => wanted === undefined || market === wanted)
    .toSorted((a, b) => b.id - a.id)
    .map(orderRecord);
  return { status: 200, body: { results, next: null } };
}

export function getOrder(venue: Venue, request: VenueRequest, id: string): VenueResponse {
  const account = caller(venue, request);
  const order = venue.state.orders.get(Number(orderIdOf(id)));
  if (order === undefined || order.account !== account) throw new ServiceError("ORDER_NOT_FOUND");
  return { status: 200, body: orderRecord(order) };
}

function caller(venue: Venue, request: VenueRequest): Account {
  const key = authenticateRead(venue.state, request, venue.clock.now());
  return accountOf(venue.state, key.account);
}

function marketParameter(venue: Venue, request: VenueRequest) {
  const symbol = parameter(request, "market");
  return symbol === undefined ? undefined : marketOf(venue, symbol);
}
