/** An account's figures over a period: what changed between its beginning and now, and a bounded number of points between. */

import { type Decimal, formatFixed } from "#lib/protocol/decimal.ts";
import { DAY_MS, HOUR_MS } from "#lib/protocol/durations.ts";
import type { PortfolioPeriod } from "#lib/protocol/enumerations.ts";
import type { Portfolio, PortfolioMarket, PortfolioPoint } from "#lib/protocol/wire/portfolio.ts";
import type { AccountFigures, MarketFigures, Worth } from "./account-figures.ts";
import { moneyText } from "./number-text.ts";

const MAX_POINTS = 400;
const RATE_DECIMALS = 6;

const LENGTH: Readonly<Record<PortfolioPeriod, number>> = {
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 30 * DAY_MS,
  all: Number.POSITIVE_INFINITY,
};

/** The whole hour at which a period begins that ends at `now`; 0 is before everything. */
export function beginningOf(period: PortfolioPeriod, now: number): number {
  return Math.max(0, Math.floor((now - LENGTH[period]) / HOUR_MS) * HOUR_MS);
}

export type Span = {
  account: string;
  period: PortfolioPeriod;
  from: number;
  now: number;
  /** At `from`; `undefined` when the account had nothing yet. */
  start: AccountFigures | undefined;
  /** Ends of hours behind `from`. */
  hours: readonly Worth[];
  end: AccountFigures;
  symbolOf: (market: number) => string;
};

export function portfolioOf(span: Span): Portfolio {
  const { account, period, now, start, end } = span;
  const startEquity = start?.equity ?? 0n;
  const deposits = end.deposits - (start?.deposits ?? 0n);
  const worths = worthsOf(span);
  const lines = worths.map((worth) => lineOf(worth, start));
  const pnl = end.equity - startEquity - deposits;
  const invested = startEquity + deposits;
  const { sums, rows } = changes(span);
  return {
    account,
    period,
    from: worths[0]?.time ?? now,
    to: now,
    start_equity: moneyText(startEquity),
    equity: moneyText(end.equity),
    net_deposits: moneyText(deposits),
    ...partsText(sums),
    pnl: moneyText(pnl),
    pnl_rate: invested > 0n ? rate(pnl, invested) : null,
    insurance: moneyText(end.insurance - (start?.insurance ?? 0n)),
    ...drawdown(lines),
    points: thinned(lines).map(pointText),
    markets: rows,
  };
}

type Line = Worth & { pnl: bigint };

function lineOf({ time, equity, deposits }: Worth, start: AccountFigures | undefined): Line {
  const added = deposits - (start?.deposits ?? 0n);
  return { time, equity, deposits: added, pnl: equity - (start?.equity ?? 0n) - added };
}

function pointText({ time, equity, deposits, pnl }: Line): PortfolioPoint {
  return {
    time,
    equity: moneyText(equity),
    net_deposits: moneyText(deposits),
    pnl: moneyText(pnl),
  };
}

/**
 * Beginning, ends of hours, now. A quiet account has no rows: its last worth is repeated an hour (or, where only days are
 * kept, a day) before the next one, or a line would slope where nothing happened.
 */
function worthsOf({ from, now, start, hours, end }: Span): Worth[] {
  const oldest = hours[0]?.time ?? Math.floor(now / HOUR_MS) * HOUR_MS + HOUR_MS;
  const worths: Worth[] = [
    start === undefined
      ? { time: Math.max(from, Math.min(now, oldest - HOUR_MS)), equity: 0n, deposits: 0n }
      : { time: from, equity: start.equity, deposits: start.deposits },
  ];
  for (const worth of [...hours, { time: now, equity: end.equity, deposits: end.deposits }]) {
    const last = worths.at(-1);
    const gap = last === undefined ? 0 : worth.time - last.time;
    if (last !== undefined && gap > DAY_MS) worths.push({ ...last, time: worth.time - DAY_MS });
    else if (last !== undefined && gap > HOUR_MS && gap < DAY_MS)
      worths.push({ ...last, time: worth.time - HOUR_MS });
    worths.push(worth);
  }
  return worths;
}

type Parts = Omit<MarketFigures, "market">;
const NOTHING: Parts = { realizedPnl: 0n, unrealizedPnl: 0n, funding: 0n, fees: 0n, volume: 0n };

function changes({ start, end, symbolOf }: Span): { sums: Parts; rows: PortfolioMarket[] } {
  const sums = { ...NOTHING };
  const rows: PortfolioMarket[] = [];
  for (const { market, ...now } of end.markets) {
    const before = start?.markets.find((row) => row.market === market) ?? NOTHING;
    const change = { ...NOTHING };
    for (const name of Object.keys(NOTHING) as (keyof Parts)[]) {
      change[name] = now[name] - before[name];
      sums[name] += change[name];
    }
    const isIdle = Object.values(change).every((value) => value === 0n);
    if (!isIdle) rows.push({ market: symbolOf(market), ...partsText(change) });
  }
  return { sums, rows };
}

function partsText(parts: Parts): Omit<PortfolioMarket, "market"> {
  const { realizedPnl, unrealizedPnl, funding, fees, volume } = parts;
  return {
    realized_pnl: moneyText(realizedPnl),
    unrealized_pnl: moneyText(unrealizedPnl),
    funding: moneyText(funding),
    fees: moneyText(fees),
    volume: moneyText(volume),
    pnl: moneyText(realizedPnl + unrealizedPnl + funding - fees),
  };
}

/** Equity and fall together are what the account would be worth without the fall, deposits since the peak included. */
function drawdown(lines: readonly Line[]): Pick<Portfolio, "max_drawdown" | "max_drawdown_rate"> {
  let peak = 0n;
  let most = 0n;
  let highest = { fall: 0n, of: 1n };
  for (const { pnl, equity } of lines) {
    if (pnl > peak) peak = pnl;
    const fall = peak - pnl;
    if (fall > most) most = fall;
    const of = equity + fall;
    if (of > 0n && fall * highest.of > highest.fall * of) highest = { fall, of };
  }
  return { max_drawdown: moneyText(most), max_drawdown_rate: rate(highest.fall, highest.of) };
}

/** A fraction with six decimals. */
function rate(part: bigint, of: bigint): Decimal {
  return formatFixed((part * 10n ** BigInt(RATE_DECIMALS)) / of, RATE_DECIMALS);
}

/** The first, the last, and of each stretch between them the lowest and the highest. */
function thinned(lines: readonly Line[]): Line[] {
  const [first, last] = [lines[0], lines.at(-1)];
  if (lines.length <= MAX_POINTS || first === undefined || last === undefined) return [...lines];
  const stretches = MAX_POINTS / 2 - 1;
  const inner = lines.length - 2;
  const chosen: Line[] = [first];
  for (let index = 0; index < stretches; index += 1) {
    const begin = 1 + Math.floor((index * inner) / stretches);
    const end = 1 + Math.floor(((index + 1) * inner) / stretches);
    const stretch = lines.slice(begin, end).toSorted(byPnl);
    const ends = new Set([stretch[0], stretch.at(-1)]);
    chosen.push(
      ...[...ends].filter((line) => line !== undefined).toSorted((a, b) => a.time - b.time),
    );
  }
  return [...chosen, last];
}

function byPnl(a: Line, b: Line): number {
  return a.pnl < b.pnl ? -1 : a.pnl > b.pnl ? 1 : 0;
}
