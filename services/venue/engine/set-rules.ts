/** Switches rules on by a command, so that older blocks replay to the hashes that they have. */
import { DAY_MS } from "#lib/protocol/durations.ts";
import { keepClientId } from "./client-ids.ts";
import type { CommandOf } from "./commands.ts";
import type { Outcome } from "./outcome.ts";
import { LATEST_RULES, RULES } from "./rules.ts";
import type { VenueState } from "./venue-state.ts";

/** @throws Error when a later version of the venue wrote the journal */
export function setRules(state: VenueState, { version }: CommandOf<"rules">): Outcome {
  if (version > LATEST_RULES) {
    throw new Error(`the journal has rules ${version}, and this version knows ${LATEST_RULES}`);
  }
  const before = state.rules;
  state.rules = Math.max(before, version);
  state.effects.hashNumber(state.rules);
  if (before < RULES.CLIENT_IDS) keepEarlierClientIds(state);
  return { kind: "rules", version: state.rules };
}

/** An answer may have been lost just before the rule began to hold. */
function keepEarlierClientIds(state: VenueState): void {
  for (const order of state.orders.values()) {
    if (order.createdAt > state.time - DAY_MS) keepClientId(state, order);
  }
}
