/** Follows the last minute's move of the mark, within bounds, and gets out when the move is over. */

import type { Side } from "#lib/protocol/enumerations.ts";
import { magnitude } from "#lib/protocol/orders/margin.ts";
import { positionLots, positionNotional } from "./inventory.ts";
import type { WatchedMarket } from "./market-watch.ts";
import type { Role } from "./role.ts";
import { takerRole } from "./taker-role.ts";
import type { Trader } from "./trader.ts";

const USDC = 1_000_000_000n;
const FUNDS = 300_000n * USDC;
const POSITION_LIMIT = 60_000n * USDC;
const ORDER_NOTIONAL = 9000n * USDC;
const PPM = 1_000_000n;
/** A move of the last minute beyond this starts a trade; below the other one the trade is over. */
const ENTER_PPM = 900n;
const LEAVE_PPM = 250n;
const LOOKBACK_SECONDS = 60;
const PAUSE_MS = 5000;
const FUNDING_EVERY_STEPS = 20;

export type MomentumView = {
  markTicks: bigint;
  earlierTicks: bigint;
  /** Signed lots held. */
  lots: bigint;
  /** Worth of one lot at the mark, in 1e-9 USDC. */
  lotValue: bigint;
};

export type MomentumOrder = { side: Side; lots: bigint; reduceOnly: boolean };

/** The next order, or none: enters with a strong move, leaves when it fades or turns, never beyond the limit. */
export function momentumOrder(view: MomentumView): MomentumOrder | undefined {
  const { markTicks, earlierTicks, lots, lotValue } = view;
  const move = ((markTicks - earlierTicks) * PPM) / earlierTicks;
  const against = (lots > 0n && move < LEAVE_PPM) || (lots < 0n && move > -LEAVE_PPM);
  if (against) return { side: lots > 0n ? "SELL" : "BUY", lots: magnitude(lots), reduceOnly: true };
  if (magnitude(move) < ENTER_PPM) return undefined;
  const room = POSITION_LIMIT - magnitude(lots) * lotValue;
  const size = (room < ORDER_NOTIONAL ? room : ORDER_NOTIONAL) / lotValue;
  if (room < ORDER_NOTIONAL / 4n || size <= 0n) return undefined;
  return { side: move > 0n ? "BUY" : "SELL", lots: size, reduceOnly: false };
}

export function momentumTaker(trader: Trader): Role {
  return takerRole(trader, {
    pauseMs: PAUSE_MS,
    funds: FUNDS,
    fundingEverySteps: FUNDING_EVERY_STEPS,
    trade: async () => {
      const positions = await trader.positions();
      for (const market of trader.parts.watch.markets()) {
        const view = readView(
          trader,
          market,
          positionLots(positions.get(market.symbol), market.scale),
        );
        const order = view && momentumOrder(view);
        if (order) await trader.take(market, order);
      }
    },
  });
}

function readView(trader: Trader, market: WatchedMarket, lots: bigint): MomentumView | undefined {
  const markTicks = trader.parts.watch.mark(market.symbol);
  const earlierTicks = trader.parts.watch.markBefore(market.symbol, LOOKBACK_SECONDS);
  if (markTicks === undefined || earlierTicks === undefined) return undefined;
  return { markTicks, earlierTicks, lots, lotValue: positionNotional(1n, markTicks, market.scale) };
}
