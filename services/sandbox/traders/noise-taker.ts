/** Trades small sizes at random times, a few a minute in each market, with a lean back to no position. */
import { magnitude } from "#lib/protocol/margin.ts";
import type { Side } from "#lib/protocol/orders.ts";
import type { Random } from "#services/sandbox/prices/random.ts";
import type { Desk } from "./desk.ts";
import { positionLots, positionNotional } from "./inventory.ts";
import type { WatchedMarket } from "./market-watch.ts";
import type { Role } from "./role.ts";
import { takerRole } from "./taker-role.ts";

const USDC = 1_000_000_000n;
const FUNDS = 200_000n * USDC;
const POSITION_LIMIT = 40_000n * USDC;
const PAUSE_MS = 1000;
/** Steps between two orders in a market, on average. */
const MEAN_STEPS = 26;
const FUNDING_EVERY_STEPS = 60;

/** Buys or sells with equal chance; the more is held, the likelier the side that reduces it, and surely at the limit. */
export function noiseSide(notional: bigint, random: Random): Side {
  const held = magnitude(notional);
  const leanPercent = held >= POSITION_LIMIT ? 50 : Number((held * 50n) / POSITION_LIMIT);
  const reducing: Side = notional > 0n ? "SELL" : "BUY";
  const growing: Side = notional > 0n ? "BUY" : "SELL";
  return random.below(100) < 50 + leanPercent ? reducing : growing;
}

/** Lots for an order of 60 to 6,000 USDC, small ones far more often than large ones. */
export function noiseLots(lotValue: bigint, random: Random): bigint {
  const draw = BigInt(random.between(1, 100));
  const notional = 60n * USDC + (5940n * USDC * draw * draw * draw) / 1_000_000n;
  const lots = notional / lotValue;
  return lots > 0n ? lots : 1n;
}

export function noiseTaker(desk: Desk): Role {
  return takerRole(desk, {
    pauseMs: PAUSE_MS,
    funds: FUNDS,
    fundingEverySteps: FUNDING_EVERY_STEPS,
    trade: async () => {
      const due = desk.parts.watch.markets().filter(() => desk.parts.random.oneIn(MEAN_STEPS));
      if (due.length > 0) await trade(desk, due);
    },
  });
}

async function trade(desk: Desk, due: readonly WatchedMarket[]): Promise<void> {
  const { watch, random } = desk.parts;
  const positions = await desk.positions();
  for (const market of due) {
    const mark = watch.mark(market.symbol);
    if (mark === undefined) continue;
    const held = positionLots(positions.get(market.symbol), market.scale);
    const side = noiseSide(positionNotional(held, mark, market.scale), random);
    await desk.take(market, { side, lots: noiseLots(mark * market.scale.valueOfTickLot, random) });
  }
}
