/** Reads: the gateway authenticates the caller and checks the parameters, the host answers. */

import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { DAY_MS } from "#lib/protocol/durations.ts";
import { PORTFOLIO_PERIODS } from "#lib/protocol/enumerations.ts";
import {
  accountOfReader,
  authenticate,
  presentKey,
  requirePartner,
  requirePinnedIdentity,
  requireReader,
} from "#services/venue/gateway/request/authentication.ts";
import type { Exchange } from "#services/venue/gateway/request/exchange.ts";
import type { Gateway } from "#services/venue/gateway/request/gateway.ts";
import type { Run } from "#services/venue/gateway/request/signed-write.ts";
import { parseEventId } from "#services/venue/link/event-id.ts";
import type { CallParams } from "#services/venue/link/messages.ts";
import { isBarResolution } from "#services/venue/projection/fill-bars.ts";
import { orderIdOf } from "./cancels.ts";

/** `account` is the one that is read, or empty. */
export type ReadParams = (exchange: Exchange, gateway: Gateway, account: string) => CallParams;

const NONE: ReadParams = () => ({});
const LARGEST = Number.MAX_SAFE_INTEGER;

export const DEPTH = { least: 1, most: 1_000, fallback: 60 };
export const PAGE = { least: 1, most: 1_000, fallback: 100 };
/** By default the answer has all open orders. */
export const ORDERS_PAGE = { least: 1, most: 1_000, fallback: 1_000 };

export function publicRead(name: string, params: ReadParams = NONE): Run {
  return (gateway, exchange) => {
    chargeAnybody(gateway, exchange);
    gateway.link.call({ name, account: null, params: params(exchange, gateway, "") }, exchange);
  };
}

/** For the holder of a key of the account only. */
export function accountRead(name: string, params: ReadParams = NONE): Run {
  return (gateway, exchange) => {
    callFor(gateway, exchange, { name, account: accountOfKey(gateway, exchange), params });
  };
}

/** For the holder of a key of the account, or of the key that reads any. */
export function readerRead(name: string, params: ReadParams = NONE): Run {
  return (gateway, exchange) => {
    const account = accountOfReader(gateway, exchange) ?? accountOfKey(gateway, exchange);
    callFor(gateway, exchange, { name, account, params });
  };
}

function callFor(
  gateway: Gateway,
  exchange: Exchange,
  { name, account, params }: { name: string; account: string; params: ReadParams },
): void {
  gateway.link.call({ name, account, params: params(exchange, gateway, account) }, exchange);
}

function accountOfKey(gateway: Gateway, exchange: Exchange): string {
  const key = authenticate(gateway, exchange);
  gateway.limits.chargeRead(exchange, key);
  requirePinnedIdentity(exchange, key);
  return key.account;
}

export function partnerRead(name: string, params: ReadParams): Run {
  return (gateway, exchange) => {
    requirePartner(gateway, exchange);
    gateway.link.call({ name, account: null, params: params(exchange, gateway, "") }, exchange);
  };
}

/** Of all accounts, with the reader key. */
export function readForEverybody(name: string, params: ReadParams): Run {
  return (gateway, exchange) => {
    requireReader(gateway, exchange);
    gateway.link.call({ name, account: null, params: params(exchange, gateway, "") }, exchange);
  };
}

/** A request that needs no key counts against the key that it carries, or else against its address. */
export function chargeAnybody(gateway: Gateway, exchange: Exchange): void {
  const key = presentKey(gateway, exchange);
  if (key === undefined) gateway.limits.chargeAddress(exchange);
  else gateway.limits.chargeRead(exchange, key);
}

/** What is left to the key that asks. The question itself is a read. */
export const getRateLimits: Run = (gateway, exchange) => {
  const key = authenticate(gateway, exchange);
  gateway.limits.chargeRead(exchange, key);
  requirePinnedIdentity(exchange, key);
  exchange.answered(200, JSON.stringify(gateway.limits.stateOf(key)));
};

export const getTime: Run = (gateway, exchange) => {
  chargeAnybody(gateway, exchange);
  exchange.answered(200, `{"server_time":${gateway.clock.now()}}`);
};

export const marketParams: ReadParams = (exchange) => ({ market: exchange.parameter("market") });

export const requiredMarketParams: ReadParams = (exchange) => ({
  market: requiredMarket(exchange),
});

export const bookParams: ReadParams = (exchange) => ({
  symbol: exchange.segment,
  depth: exchange.integer("depth", DEPTH) ?? DEPTH.fallback,
});

export const bboParams: ReadParams = (exchange) => ({ symbol: exchange.segment });

export const ordersParams: ReadParams = (exchange) => {
  const clientId = exchange.parameter("client_id");
  // Who asks for one order wants to know what became of it.
  const status = exchange.parameter("status") ?? (clientId === undefined ? "OPEN" : "ALL");
  if (status !== "OPEN" && status !== "CLOSED" && status !== "ALL") {
    const reason = "give OPEN, CLOSED or ALL";
    throw new ServiceError("MALFORMED_QUERY", { parameter: "status", reason });
  }
  return {
    status,
    market: exchange.parameter("market"),
    clientId,
    ...span(exchange),
    cursor: whole(exchange, "cursor"),
    pageSize: exchange.integer("page_size", ORDERS_PAGE) ?? ORDERS_PAGE.fallback,
  };
};

export const orderParams: ReadParams = (exchange) => ({ id: String(orderIdOf(exchange.segment)) });

export const pageParams: ReadParams = (exchange) => ({
  market: exchange.parameter("market"),
  ...span(exchange),
  ...page(exchange),
});

export const fillsParams: ReadParams = (exchange, gateway, account) => ({
  ...pageParams(exchange, gateway, account),
  orderId: whole(exchange, "order_id"),
});

export const marketHoursParams: ReadParams = (exchange) => ({
  market: requiredMarket(exchange),
  ...span(exchange),
  ...page(exchange),
});

export const portfolioParams: ReadParams = (exchange) => {
  const period = exchange.parameter("period") ?? "day";
  if (!PORTFOLIO_PERIODS.some((name) => name === period)) {
    const reason = `give ${PORTFOLIO_PERIODS.join(", ")}`;
    throw new ServiceError("MALFORMED_QUERY", { parameter: "period", reason });
  }
  return { period };
};

/** `account` is the caller's own, if it is given at all. */
export const transfersParams: ReadParams = (exchange, _, own) => {
  const account = exchange.parameter("account");
  if (account !== undefined && account !== own) {
    throw new ServiceError("ApiKeyIdentityConflict");
  }
  return page(exchange);
};

export const tradesParams: ReadParams = (exchange) => ({
  market: requiredMarket(exchange),
  startAt: whole(exchange, "start_at"),
  ...page(exchange),
});

export const klineParams: ReadParams = (exchange, gateway) => {
  const market = requiredMarket(exchange);
  const resolution = exchange.integer("resolution", { least: 1, most: 86_400 }) ?? 60;
  if (!isBarResolution(resolution)) {
    const reason = "give 1, or a multiple of 60 up to 86400";
    throw new ServiceError("MALFORMED_QUERY", { parameter: "resolution", reason });
  }
  const endAt = whole(exchange, "end_at") ?? gateway.clock.now();
  const startAt = whole(exchange, "start_at") ?? Math.max(0, endAt - DAY_MS);
  return { market, resolution, startAt, endAt };
};

export const feesParams: ReadParams = (exchange) => ({
  afterSeq: whole(exchange, "after_seq") ?? 0,
  pageSize: exchange.integer("page_size", PAGE) ?? PAGE.fallback,
});

/** @throws MALFORMED_QUERY */
export const noticesParams: ReadParams = (exchange) => {
  const after = exchange.parameter("after");
  if (after !== undefined && parseEventId(after) === undefined) {
    const reason = "it is not the id of a notice";
    throw new ServiceError("MALFORMED_QUERY", { parameter: "after", reason });
  }
  return { after, pageSize: exchange.integer("page_size", PAGE) ?? PAGE.fallback };
};

function page(exchange: Exchange): CallParams {
  return {
    cursor: whole(exchange, "cursor"),
    pageSize: exchange.integer("page_size", PAGE) ?? PAGE.fallback,
  };
}

/** @throws MALFORMED_QUERY also when the span ends before it begins */
function span(exchange: Exchange): CallParams {
  const startAt = whole(exchange, "start_at");
  const endAt = whole(exchange, "end_at");
  if (startAt !== undefined && endAt !== undefined && endAt < startAt) {
    const reason = "it is before start_at";
    throw new ServiceError("MALFORMED_QUERY", { parameter: "end_at", reason });
  }
  return { startAt, endAt };
}

function whole(exchange: Exchange, name: string): number | undefined {
  return exchange.integer(name, { least: 0, most: LARGEST });
}

function requiredMarket(exchange: Exchange): string {
  const symbol = exchange.parameter("market");
  if (symbol === undefined) {
    throw new ServiceError("MALFORMED_QUERY", { parameter: "market", reason: "it is missing" });
  }
  return symbol;
}
