/** `set_marks`: the oracle's prices, with the guards against a broken oracle. */
import type { CommandOf } from "./commands.ts";
import { moveMark } from "./create-market.ts";
import type { EngineEvents } from "./events.ts";
import { runTriggers } from "./fire-triggers.ts";
import { runLiquidations } from "./liquidation.ts";
import type { MarketState } from "./market-state.ts";
import type { Outcome } from "./outcome.ts";
import type { VenueState } from "./venue-state.ts";

/** Largest half width of the oracle's confidence interval. */
const WIDEST_CONFIDENCE_PPM = 20_000;
/** A mark this many times the last one, or its inverse, is a defect of the oracle. */
const LARGEST_JUMP = 5;

export function setMarks(
  state: VenueState,
  { marks }: CommandOf<"set_marks">,
  events: EngineEvents,
): Outcome {
  const moved: MarketState[] = [];
  const ignored: { market: string; reason: string }[] = [];
  for (const { market: symbol, ticks, confidencePpm } of marks) {
    const market = state.markets.get(symbol);
    const reason = market === undefined ? "unknown" : suspicion(market, ticks, confidencePpm);
    if (market === undefined || reason !== undefined) {
      ignored.push({ market: symbol, reason: reason ?? "unknown" });
      continue;
    }
    moveMark(market, ticks, state.time);
    state.effects.hashNumber(ticks);
    moved.push(market);
    events.mark(market);
  }
  // Stops fire before liquidations: a stop may save its account.
  for (const market of moved) runTriggers(state, market, events);
  if (moved.length > 0) runLiquidations(state, events);
  return { kind: "marks", applied: moved.map(({ listing }) => listing.symbol), ignored };
}

function suspicion(market: MarketState, ticks: number, confidencePpm: number): string | undefined {
  if (confidencePpm > WIDEST_CONFIDENCE_PPM) return "confidence";
  const last = market.markTicks;
  // Nothing trades or is liquidated on a halted market's mark: it is the way to enter a price that really jumped.
  if (market.listing.status === "Halted") return undefined;
  const jumps = last !== 0 && (ticks >= last * LARGEST_JUMP || ticks * LARGEST_JUMP <= last);
  return jumps ? "jump" : undefined;
}
