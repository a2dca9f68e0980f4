/** Rows of the portfolio as text: integers of 1e-9 USDC and lots, without names, as there is one row an account and hour. */
import type {
  AccountFigures,
  AccountSums,
  MarketFigures,
  MarketSums,
} from "#services/venue/projection/account-figures.ts";

type MarketText = [market: number, ...figures: string[]];

export function sumsText({ deposits, insurance, markets }: AccountSums): string {
  const rows = markets.map((row) => {
    const { realizedPnl, funding, fees, volume, size, cost, fundingIndex } = row;
    return texts(row.market, [realizedPnl, funding, fees, volume, size, cost, fundingIndex]);
  });
  return JSON.stringify([String(deposits), String(insurance), rows]);
}

export function sumsFrom(text: string): AccountSums {
  const [deposits, insurance, rows] = JSON.parse(text) as [string, string, MarketText[]];
  const markets = rows.map((row): MarketSums => {
    const figure = figuresOf(row);
    return {
      market: row[0],
      realizedPnl: figure(0),
      funding: figure(1),
      fees: figure(2),
      volume: figure(3),
      size: figure(4),
      cost: figure(5),
      fundingIndex: figure(6),
    };
  });
  return { deposits: BigInt(deposits), insurance: BigInt(insurance), markets };
}

/** The part of the figures that has no column of its own. */
export function figuresText({ insurance, markets }: AccountFigures): string {
  const rows = markets.map(({ market, realizedPnl, unrealizedPnl, funding, fees, volume }) =>
    texts(market, [realizedPnl, unrealizedPnl, funding, fees, volume]),
  );
  return JSON.stringify([String(insurance), rows]);
}

export function figuresFrom(text: string): Pick<AccountFigures, "insurance" | "markets"> {
  const [insurance, rows] = JSON.parse(text) as [string, MarketText[]];
  const markets = rows.map((row): MarketFigures => {
    const figure = figuresOf(row);
    return {
      market: row[0],
      realizedPnl: figure(0),
      unrealizedPnl: figure(1),
      funding: figure(2),
      fees: figure(3),
      volume: figure(4),
    };
  });
  return { insurance: BigInt(insurance), markets };
}

function texts(market: number, figures: readonly bigint[]): MarketText {
  return [market, ...figures.map(String)];
}

function figuresOf([, ...figures]: MarketText): (index: number) => bigint {
  return (index) => BigInt(figures[index] ?? 0);
}
