/** Reads of the account that the API key is pinned to (docs/api/README.md). */
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { OrderRecord } from "#lib/protocol/wire/account.ts";
import { emptyAccount } from "#services/venue/engine/accounts.ts";
import { orderNamed } from "#services/venue/engine/client-ids.ts";
import type { Account, MarketState, Order } from "#services/venue/engine/market-state.ts";
import { leverageRecord } from "#services/venue/engine/update-leverage.ts";
import type { VenueState } from "#services/venue/engine/venue-state.ts";
import type { Call } from "#services/venue/link/messages.ts";
import {
  accountRecord,
  apiKeyRecord,
  orderRecord,
  positionRecord,
  signerRecord,
  transferRecord,
} from "#services/venue/records/records.ts";
import type { AnswerCall, CallAnswer, HostContext } from "./answer-call.ts";
import { numberParam, textParam } from "./params.ts";
import { marketOf, type Venue } from "./venue.ts";

const ok = (body: unknown): CallAnswer => ({ status: 200, body });

export const getAccounts: AnswerCall = ({ venue }, call) =>
  ok({ results: [accountRecord(callerOf(venue.state, call))] });

export const getPositions: AnswerCall = (context, call) => {
  const account = callerOf(context.venue.state, call);
  const wanted = marketParam(context, call);
  const held = [...account.holdings.values()].filter(
    ({ size, market }) => size !== 0 && (wanted === undefined || market === wanted),
  );
  return ok({ results: held.map((holding) => positionRecord(account, holding)) });
};

/** Every market, whether the account chose a leverage there or not. */
export const getLeverage: AnswerCall = (context, call) => {
  const account = callerOf(context.venue.state, call);
  const wanted = marketParam(context, call);
  const markets = wanted === undefined ? [...context.venue.state.markets.values()] : [wanted];
  const results = markets.map((market) =>
    leverageRecord(market, account.holdings.get(market.listing.symbol)),
  );
  return ok({ results });
};

/** Newest first. Memory and the history hold the closed orders together. */
export const getOrders: AnswerCall = (context, call) => {
  const account = callerOf(context.venue.state, call);
  const wanted = marketParam(context, call);
  const before = numberParam(call, "cursor") ?? Number.MAX_SAFE_INTEGER;
  const pageSize = numberParam(call, "pageSize") ?? 0;
  const status = textParam(call, "status");
  const startAt = numberParam(call, "startAt");
  const endAt = numberParam(call, "endAt");
  const fits = ({ id, closed, createdAt }: { id: number; closed: boolean; createdAt: number }) =>
    id < before &&
    (status === "ALL" || closed === (status === "CLOSED")) &&
    createdAt >= (startAt ?? 0) &&
    createdAt <= (endAt ?? Number.MAX_SAFE_INTEGER);
  const clientId = textParam(call, "clientId");
  if (clientId !== undefined) {
    const named = namedOrder(context.venue, account, clientId);
    const isWanted =
      named !== undefined &&
      (wanted === undefined || named.market === wanted.listing.symbol) &&
      fits({
        id: Number(named.id),
        closed: named.status === "CLOSED",
        createdAt: named.created_at,
      });
    return ok({ results: isWanted ? [named] : [], next: null });
  }
  const orders: Order[] = [];
  for (const holding of account.holdings.values()) {
    orders.push(...holding.orders, ...holding.untriggered);
  }
  const withClosed = status !== "OPEN";
  if (withClosed) orders.push(...account.closed);
  const matching = orders
    .filter(
      ({ id, market, status: state, createdAt }) =>
        (wanted === undefined || market === wanted) &&
        fits({ id, closed: state === "CLOSED", createdAt }),
    )
    .toSorted((a, b) => b.id - a.id)
    .slice(0, pageSize + 1)
    .map(orderRecord);
  const older = withClosed
    ? context.venue.history.closedOrders({
        account: account.pubkey,
        market: wanted?.listing.symbol,
        before,
        startAt,
        endAt,
        limit: pageSize + 1,
      })
    : [];
  const found = mergeById(matching, older);
  const results = found.slice(0, pageSize);
  const next = found.length > pageSize ? (results.at(-1)?.id ?? null) : null;
  return ok({ results, next });
};

export const getOrder: AnswerCall = ({ venue }, call) => {
  const order = findOrder(venue, call.account ?? "", Number(textParam(call, "id")));
  if (order === undefined) throw new ServiceError("ORDER_NOT_FOUND");
  return ok(order);
};

/** An order of the account, from memory or from the history. */
export function findOrder(
  { state, history }: Pick<Venue, "state" | "history">,
  account: string,
  id: number,
): OrderRecord | undefined {
  const order = state.orders.get(id);
  if (order === undefined) return history.closedOrder(account, id);
  return order.account.pubkey === account ? orderRecord(order) : undefined;
}

/** The order that the name leads to now. */
function namedOrder(venue: Venue, account: Account, clientId: string): OrderRecord | undefined {
  const id = orderNamed(account, clientId);
  return id === undefined ? undefined : findOrder(venue, account.pubkey, id);
}

/** The market that an order is in: part of what its cancel signs. */
export const getOrderMarket: AnswerCall = ({ venue }, call) => {
  const order = venue.state.orders.get(Number(textParam(call, "id")));
  if (order === undefined || order.account.pubkey !== call.account) {
    throw new ServiceError("ORDER_NOT_FOUND");
  }
  return ok({ market: order.market.listing.symbol });
};

export const getKeys: AnswerCall = ({ venue }, call) => {
  const { apiKeys } = callerOf(venue.state, call);
  return ok({ results: [...apiKeys.values()].map(apiKeyRecord) });
};

export const getSigners: AnswerCall = ({ venue }, call) => {
  const { signers } = callerOf(venue.state, call);
  return ok({ results: [...signers.values()].map(signerRecord) });
};

/** Newest first. The cursor is the place in the account's list, which only grows. */
export const getTransfers: AnswerCall = ({ transfers }, call) => {
  const own = transfers.of(call.account ?? "");
  const end = Math.min(numberParam(call, "cursor") ?? own.length, own.length);
  const start = Math.max(0, end - (numberParam(call, "pageSize") ?? 0));
  const results = own.slice(start, end).toReversed().map(transferRecord);
  return ok({ results, next: start === 0 ? null : String(start) });
};

/** An account that the engine does not know is an empty one. */
function callerOf(state: VenueState, { account }: Call): Account {
  const pubkey = account ?? "";
  return state.accounts.get(pubkey) ?? emptyAccount(state, pubkey);
}

function marketParam({ venue }: HostContext, call: Call): MarketState | undefined {
  const symbol = textParam(call, "market");
  return symbol === undefined ? undefined : marketOf(venue, symbol);
}

/** Merges two lists by descending id, each order once; the one in memory wins over the one in the history. */
function mergeById(fresh: OrderRecord[], stored: readonly OrderRecord[]): OrderRecord[] {
  if (stored.length === 0) return fresh;
  const known = new Set(fresh.map(({ id }) => id));
  return [...fresh, ...stored.filter(({ id }) => !known.has(id))].toSorted(
    (a, b) => Number(b.id) - Number(a.id),
  );
}
