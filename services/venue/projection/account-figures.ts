/**
 * What an account has gained and paid since it began, in exact integers: 1e-9 USDC, and lots. It is summed from what the
 * engine reports, so that equity = deposits + insurance + Σ of the markets' (realised + unrealised + funding − fees).
 */
import { fundingOwed, profitAt } from "#lib/protocol/orders/margin.ts";
import type { BalanceEvent, FillEvent, FundingEvent } from "#services/venue/engine/events.ts";
import type { Account, MarketState } from "#services/venue/engine/market-state.ts";

/** Sums of one market, by its ordinal, with the position that is still open there. */
export type MarketSums = {
  market: number;
  realizedPnl: bigint;
  /** Settled; positive was received. */
  funding: bigint;
  /** Of trades and of liquidations; negative for a rebate. */
  fees: bigint;
  volume: bigint;
  size: bigint;
  cost: bigint;
  /** The funding index up to which the position has settled. */
  fundingIndex: bigint;
};

export type AccountSums = {
  /** Less withdrawals; what is returned counts again. */
  deposits: bigint;
  /** What the insurance fund paid for the account, less what it took. */
  insurance: bigint;
  markets: MarketSums[];
};

/** Sums of one market, with the position valued at a mark. */
export type MarketFigures = {
  market: number;
  realizedPnl: bigint;
  unrealizedPnl: bigint;
  /** What is not settled yet included. */
  funding: bigint;
  fees: bigint;
  volume: bigint;
};

export type AccountFigures = {
  equity: bigint;
  deposits: bigint;
  insurance: bigint;
  markets: MarketFigures[];
};

/** At a moment, Unix ms. */
export type Worth = { time: number; equity: bigint; deposits: bigint };

export type MarketMark = Pick<MarketState, "markTicks" | "scale" | "funding">;

export function noSums(): AccountSums {
  return { deposits: 0n, insurance: 0n, markets: [] };
}

export function addFill(sums: AccountSums, fill: FillEvent): void {
  const market = sumsIn(sums, fill.market.ordinal);
  market.realizedPnl += fill.realizedPnl;
  market.fees += fill.fee;
  market.volume += fill.value;
}

export function addFunding(sums: AccountSums, { market, amount }: FundingEvent): void {
  sumsIn(sums, market.ordinal).funding -= amount;
}

export function addBalance(sums: AccountSums, { kind, market, amount }: BalanceEvent): void {
  if (market !== null) sumsIn(sums, market.ordinal).fees -= amount;
  else if (kind === "INSURANCE") sums.insurance += amount;
  else sums.deposits += amount;
}

/** Takes the positions over as the account has them now. */
export function takePositions(sums: AccountSums, account: Account): void {
  for (const { market, size, cost, fundingIndex } of account.holdings.values()) {
    const known = sums.markets.find((row) => row.market === market.ordinal);
    if (known === undefined) continue;
    known.size = BigInt(size);
    known.cost = cost;
    known.fundingIndex = fundingIndex;
  }
}

/** `markOf` has every market that has sums. */
export function figuresAt(
  { deposits, insurance, markets }: AccountSums,
  markOf: (market: number) => MarketMark,
): AccountFigures {
  let equity = deposits + insurance;
  const figures = markets.map((sums) => {
    const row = marketFigures(sums, markOf(sums.market));
    equity += row.realizedPnl + row.unrealizedPnl + row.funding - row.fees;
    return row;
  });
  return { equity, deposits, insurance, markets: figures };
}

function marketFigures(sums: MarketSums, { markTicks, scale, funding }: MarketMark): MarketFigures {
  const { market, realizedPnl, fees, volume, size, fundingIndex } = sums;
  const isOpen = size !== 0n;
  return {
    market,
    realizedPnl,
    unrealizedPnl: isOpen ? profitAt(sums, BigInt(markTicks), scale.valueOfTickLot) : 0n,
    funding: sums.funding - (isOpen ? fundingOwed(size, funding.index - fundingIndex) : 0n),
    fees,
    volume,
  };
}

function sumsIn({ markets }: AccountSums, market: number): MarketSums {
  let sums = markets.find((row) => row.market === market);
  if (sums === undefined) {
    const nothing = { realizedPnl: 0n, funding: 0n, fees: 0n, volume: 0n };
    sums = { market, ...nothing, size: 0n, cost: 0n, fundingIndex: 0n };
    markets.push(sums);
  }
  return sums;
}
