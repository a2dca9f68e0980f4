/**
 * Takes most of the largest position that its margin allows and holds it, until it is liquidated, as over-leveraged
 * accounts are. It then begins anew with fresh funds.
 */
import type { Side } from "#lib/protocol/enumerations.ts";
import { positionLots, positionNotional } from "./inventory.ts";
import type { WatchedMarket } from "./market-watch.ts";
import type { Role } from "./role.ts";
import type { Trader } from "./trader.ts";

const USDC = 1_000_000_000n;
const FUNDS = 1_500n * USDC;
/** A share of the largest position that the initial margin allows, in parts per million like the margin's ratio. */
const SHARE_PPM = 900_000n;
const PAUSE_MS = 15_000;
/** Steps between two checks whether to close a position that gained, on average. */
const MEAN_STEPS = 240;

export function leveragedTaker(trader: Trader): Role {
  return {
    trader,
    pauseMs: PAUSE_MS,
    prepare: () => trader.cancelLeftovers(),
    step: async () => {
      await trader.parts.watch.refresh();
      const positions = await trader.positions();
      const held = trader.parts.watch.markets().flatMap((market) => {
        const lots = positionLots(positions.get(market.symbol), market.scale);
        return lots === 0n ? [] : [{ market, lots }];
      });
      const [bet] = held;
      if (bet === undefined) await enter(trader);
      else if (trader.parts.random.oneIn(MEAN_STEPS)) await leave(trader, bet.market, bet.lots);
    },
  };
}

/** Lots of the largest bet that `funds` carry, less a margin for fees. */
export function betLots(funds: bigint, terms: { imRatio: number; lotValue: bigint }): bigint {
  return (funds * SHARE_PPM) / BigInt(terms.imRatio) / terms.lotValue;
}

async function enter(trader: Trader): Promise<void> {
  const { watch, random } = trader.parts;
  const markets = watch.markets();
  const market = markets[random.below(markets.length)];
  const mark = market === undefined ? undefined : watch.mark(market.symbol);
  if (market === undefined || mark === undefined) return;
  const funds = await trader.keepFunded(FUNDS);
  const side: Side = random.oneIn(2) ? "BUY" : "SELL";
  const lotValue = positionNotional(1n, mark, market.scale);
  const lots = betLots(funds, { imRatio: market.imRatio, lotValue });
  if (lots > 0n) await trader.take(market, { side, lots });
}

async function leave(trader: Trader, market: WatchedMarket, lots: bigint): Promise<void> {
  const size = lots > 0n ? lots : -lots;
  await trader.take(market, { side: lots > 0n ? "SELL" : "BUY", lots: size, reduceOnly: true });
}
