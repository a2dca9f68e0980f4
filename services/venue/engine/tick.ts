/** `tick`: funding, the dead man's switch and liquidations, once a second. */
import type { EngineEvents } from "./events.ts";
import { advanceFunding } from "./funding.ts";
import { unwindInsurance } from "./insurance-fund.ts";
import { runLiquidations } from "./liquidation.ts";
import type { Outcome } from "./outcome.ts";
import { runScheduledCancels } from "./schedule-cancel.ts";
import type { VenueState } from "./venue-state.ts";

export function tick(state: VenueState, events: EngineEvents): Outcome {
  for (const market of state.markets.values()) advanceFunding(state, market);
  runScheduledCancels(state, events);
  runLiquidations(state, events);
  unwindInsurance(state, events);
  return { kind: "tick" };
}
