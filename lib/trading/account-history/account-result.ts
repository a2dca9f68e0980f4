/** What an account won and lost over a span of time: fills and funding together, in all, by market and by day. */
import "server-only";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { formatDecimal, parseSigned } from "#lib/protocol/decimal.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import type { FillsSummary, FundingSummary } from "#lib/protocol/wire/account.ts";
import type { AccountReader } from "#lib/trading/venue-access/expected-account.ts";
import { summariseFills, summariseFunding } from "./history-summary.ts";
import { PageRefused } from "./history-walk.ts";
import type { Span } from "./page-query.ts";

/** In USDC, as decimals. `net` is realised PnL, less fees and funding paid, plus funding received. */
export type Result = {
  net: string;
  realized_pnl: string;
  fees: string;
  funding_paid: string;
  funding_received: string;
  volume: string;
  fills: number;
};

export type AccountResult = {
  total: Result;
  /** The worst first. */
  markets: (Result & { market: string })[];
  /** UTC, the oldest first; days without fills and funding are left out. */
  days: (Result & { day: string })[];
  /** Unix milliseconds: the span has more rows than are added up, and these are those since then; null: all of them. */
  incompleteSince: number | null;
};

/** A walk reads up to a hundred pages of either kind. */
const TIMEOUT_MS = 20_000;

type Call = {
  ctx: { actor: AccountReader; now: number };
  input: Span & { market?: string | undefined };
};

/** @throws TRADING_NOT_ENABLED, MARKET_NOT_FOUND, RATE_LIMITED with too many walks, VENUE_TIMEOUT, VENUE_UNREACHABLE */
export async function readAccountResult({ ctx, input }: Call): Promise<AccountResult> {
  const request = { signal: AbortSignal.timeout(TIMEOUT_MS) };
  const call = { ctx, input: { query: input, request } };
  try {
    const [fills, funding] = await Promise.all([summariseFills(call), summariseFunding(call)]);
    return resultOf(await answered(fills), await answered(funding));
  } catch (thrown) {
    if (request.signal.aborted && !(thrown instanceof ServiceError)) {
      const refusal = new ServiceError("VENUE_TIMEOUT");
      refusal.cause = thrown;
      throw refusal;
    }
    throw thrown;
  }
}

/** A walk's refusal comes as the answer that a page would get. */
export async function answered<Value extends object>(value: Value | Response): Promise<Value> {
  if (!(value instanceof Response)) return value;
  const body: unknown = await value.json().catch(() => undefined);
  const code = typeof body === "object" && body !== null && "error" in body ? body.error : "";
  if (code === "TRADING_NOT_ENABLED") throw new ServiceError(code);
  if (value.status === 401) throw new ServiceError("TRADING_NOT_ENABLED");
  const refusal = new ServiceError("VENUE_UNREACHABLE");
  refusal.cause = new PageRefused(value);
  throw refusal;
}

function resultOf(fills: FillsSummary, funding: FundingSummary): AccountResult {
  const since = Math.max(fills.since ?? 0, funding.since ?? 0);
  const markets = merged(fills.markets, funding.markets, ({ market }) => market);
  const days = merged(fills.days, funding.days, ({ day }) => day);
  return {
    total: sumOf(fills.total, funding.total),
    markets: [...markets]
      .map(([market, result]) => ({ market, ...result }))
      .toSorted((one, other) => (units(one.net) < units(other.net) ? -1 : 1)),
    days: [...days]
      .map(([day, result]) => ({ day, ...result }))
      .toSorted((one, other) => (one.day < other.day ? -1 : 1)),
    incompleteSince: fills.complete && funding.complete ? null : since,
  };
}

type Fills = FillsSummary["total"];
type Funding = FundingSummary["total"];

function merged<F extends Fills, P extends Funding>(
  fills: readonly F[],
  funding: readonly P[],
  nameOf: (row: F | P) => string,
): Map<string, Result> {
  const names = new Set([...fills, ...funding].map(nameOf));
  const rowOf = (name: string) => ({
    fill: fills.find((row) => nameOf(row) === name),
    payment: funding.find((row) => nameOf(row) === name),
  });
  return new Map(
    [...names].map((name) => {
      const { fill, payment } = rowOf(name);
      return [name, sumOf(fill, payment)];
    }),
  );
}

function sumOf(fills: Fills | undefined, funding: Funding | undefined): Result {
  const { realized_pnl = "0", fees = "0", volume = "0", fills: count = 0 } = fills ?? {};
  const { paid = "0", received = "0" } = funding ?? {};
  const net = units(realized_pnl) - units(fees) - units(paid) + units(received);
  return {
    net: formatDecimal(net, MONEY_DECIMALS),
    realized_pnl,
    fees,
    funding_paid: paid,
    funding_received: received,
    volume,
    fills: count,
  };
}

function units(text: string): bigint {
  return parseSigned(text, MONEY_DECIMALS) ?? 0n;
}
