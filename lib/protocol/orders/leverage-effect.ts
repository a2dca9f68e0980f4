/** The leverage of an account in a market, and what another one would change, by the venue's own formulas. Money is 1e-9 USDC. */
import { type MarketScale, RATIO_SCALE } from "#lib/protocol/market/markets.ts";
import type { AccountRecord } from "#lib/protocol/wire/account.ts";
import type { Market } from "#lib/protocol/wire/market.ts";
import { chosenLeverage, tradedLeverage } from "./holdings.ts";
import { leverageRatio, liquidationTicks } from "./margin.ts";
import { type Holdings, marginOf } from "./order-preview.ts";

export type LeverageFigures = {
  /** Initial margin of all positions and open orders. */
  marginUsed: bigint;
  /** `accountValue - marginUsed`; negative when the account may not add risk. */
  free: bigint;
  /** Value of the largest position that the free margin would open, fees and the market's tiers aside. */
  buyingPower: bigint;
  liquidationTicks: bigint | undefined;
};

export type LeverageEffect = {
  before: LeverageFigures;
  after: LeverageFigures;
  /** The deposit with which the venue would accept the change; 0 when it does. */
  missing: bigint;
};

type Terms = { market: Market; scale: MarketScale; markTicks: bigint };

/** @param leverage a whole number from 1 to the market's highest */
export function leverageEffect(leverage: number, holdings: Holdings, terms: Terms): LeverageEffect {
  const before = figuresAt(holdings.leverage, holdings, terms);
  const after = figuresAt(leverage, holdings, terms);
  const grows = after.marginUsed > before.marginUsed;
  return { before, after, missing: grows && after.free < 0n ? -after.free : 0n };
}

function figuresAt(leverage: number, holdings: Holdings, terms: Terms): LeverageFigures {
  const { position, orders, accountValue, maintenanceMargin } = holdings;
  const now = marginOf(position, orders, { ...terms, leverage: holdings.leverage });
  const then = marginOf(position, orders, { ...terms, leverage });
  const marginUsed = holdings.initialMargin - now.initialMargin + then.initialMargin;
  const free = accountValue - marginUsed;
  const venues = BigInt(terms.market.im_ratio);
  const own = leverage > 0 ? leverageRatio(leverage) : 0n;
  return {
    marginUsed,
    free,
    buyingPower: free > 0n ? (free * RATIO_SCALE) / (own > venues ? own : venues) : 0n,
    liquidationTicks: liquidationTicks(position.size, accountValue - maintenanceMargin, {
      markTicks: terms.markTicks,
      valueOfTickLot: terms.scale.valueOfTickLot,
      mmRatio: BigInt(terms.market.mm_ratio),
    }),
  };
}

/** The leverage with which the account trades in a market, and the ratio of initial margin that it stands for. */
export function leverageTerms(
  account: Pick<AccountRecord, "leverage"> | null | undefined,
  market: Pick<Market, "symbol" | "im_ratio">,
): { leverage: number; imRatio: number } {
  const leverage = tradedLeverage({ leverage: chosenLeverage(account, market.symbol) }, market);
  return { leverage, imRatio: Math.max(market.im_ratio, Number(leverageRatio(leverage))) };
}
