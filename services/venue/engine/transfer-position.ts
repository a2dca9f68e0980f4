/** Moves a position, or part of it, from one account to another at an exact value, off the book. */
import { holdingOf } from "./accounts.ts";
import type { EngineEvents, FillKind } from "./events.ts";
import type { Account, Holding } from "./market-state.ts";
import { movePosition } from "./position.ts";
import { trimReduceOnly } from "./reduce-only.ts";
import type { VenueState } from "./venue-state.ts";

const NO_FEE = { gross: 0n, charged: 0n };

export function transferPosition(
  state: VenueState,
  from: Holding,
  { to, lots, value, kind }: { to: Account; lots: number; value: bigint; kind: FillKind },
  events: EngineEvents,
): void {
  const { account, market } = from;
  const side = from.size > 0 ? "SELL" : "BUY";
  const tradeId = state.nextTradeId;
  state.nextTradeId += 1;
  const movement = { tradeId, kind, lots, value, fee: NO_FEE };
  const party = { id: 0, market, source: "perp" } as const;
  movePosition(state, { ...party, account, side }, { ...movement, liquidity: "TAKER" }, events);
  const opposite = side === "SELL" ? "BUY" : "SELL";
  movePosition(
    state,
    { ...party, account: to, side: opposite },
    { ...movement, liquidity: "MAKER" },
    events,
  );
  trimReduceOnly(state, from, events);
  trimReduceOnly(state, holdingOf(to, market), events);
}
