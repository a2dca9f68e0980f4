/** Trades small sizes at random times, a few a minute in each market, with a lean back to no position. */

import type { Side } from "#lib/protocol/enumerations.ts";
import { magnitude } from "#lib/protocol/orders/margin.ts";
import type { Random } from "#services/sandbox/seed/random.ts";
import { positionLots, positionNotional } from "./inventory.ts";
import type { WatchedMarket } from "./market-watch.ts";
import type { Role } from "./role.ts";
import { takerRole } from "./taker-role.ts";
import type { Trader } from "./trader.ts";

const USDC = 1_000_000_000n;
const PAUSE_MS = 1000;
const FUNDING_EVERY_STEPS = 60;
/** In USDC; an order is never below the venue's minimum. */
const SMALLEST = 60n;

export type NoiseStyle = {
  /** USDC. */
  funds: bigint;
  positionLimit: bigint;
  largest: bigint;
  /** Steps of a second between two orders in a market, on average. */
  meanSteps: number;
};

/** Keeps the book moving. */
export const BUSY: NoiseStyle = {
  funds: 200_000n,
  positionLimit: 40_000n,
  largest: 6_000n,
  meanSteps: 26,
};

/** The style of a referred person: rare and small orders. */
export const RETAIL: NoiseStyle = {
  funds: 5_000n,
  positionLimit: 2_000n,
  largest: 400n,
  meanSteps: 400,
};

/** Buys or sells with equal chance; the more is held, the likelier the side that reduces it, and surely at the limit. */
export function noiseSide(notional: bigint, random: Random, style: NoiseStyle = BUSY): Side {
  const held = magnitude(notional);
  const limit = style.positionLimit * USDC;
  const leanPercent = held >= limit ? 50 : Number((held * 50n) / limit);
  const reducing: Side = notional > 0n ? "SELL" : "BUY";
  const growing: Side = notional > 0n ? "BUY" : "SELL";
  return random.below(100) < 50 + leanPercent ? reducing : growing;
}

/** Lots for an order from 60 USDC to the style's largest, small ones far more often than large ones. */
export function noiseLots(lotValue: bigint, random: Random, style: NoiseStyle = BUSY): bigint {
  const draw = BigInt(random.between(1, 100));
  const more = (style.largest - SMALLEST) * USDC;
  const notional = SMALLEST * USDC + (more * draw * draw * draw) / 1_000_000n;
  const lots = notional / lotValue;
  return lots > 0n ? lots : 1n;
}

export function noiseTaker(trader: Trader, style: NoiseStyle = BUSY): Role {
  return takerRole(trader, {
    pauseMs: PAUSE_MS,
    funds: style.funds * USDC,
    fundingEverySteps: FUNDING_EVERY_STEPS,
    trade: async () => {
      const due = trader.parts.watch
        .markets()
        .filter(() => trader.parts.random.oneIn(style.meanSteps));
      if (due.length > 0) await trade(trader, due, style);
    },
  });
}

async function trade(
  trader: Trader,
  due: readonly WatchedMarket[],
  style: NoiseStyle,
): Promise<void> {
  const { watch, random } = trader.parts;
  const positions = await trader.positions();
  for (const market of due) {
    const mark = watch.mark(market.symbol);
    if (mark === undefined) continue;
    const held = positionLots(positions.get(market.symbol), market.scale);
    const side = noiseSide(positionNotional(held, mark, market.scale), random, style);
    const lots = noiseLots(mark * market.scale.valueOfTickLot, random, style);
    await trader.take(market, { side, lots });
  }
}
