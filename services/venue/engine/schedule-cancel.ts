/** The dead man's switch: `schedule_cancel` sets the time at which the orders of an account are cancelled. */
import { refusal } from "#lib/kernel/errors/errors.ts";
import { accountOf } from "./accounts.ts";
import { cancelWhere } from "./cancel-orders.ts";
import type { CommandOf } from "./commands.ts";
import type { EngineEvents } from "./events.ts";
import { protects } from "./group-children.ts";
import type { Order } from "./market-state.ts";
import type { Outcome } from "./outcome.ts";
import type { VenueState } from "./venue-state.ts";

/** The dead man's switch is set at least this far ahead: nearer, it would race its own renewal. */
const SCHEDULE_AHEAD_MS = 5_000;

/** Sets, moves or clears (`null`) the time at which all orders of the account are cancelled. */
export function scheduleCancel(
  state: VenueState,
  { signed, time }: CommandOf<"schedule_cancel">,
): Outcome {
  const account = accountOf(state, signed.account);
  if (time === null) {
    account.cancelAt = 0;
    state.scheduled.delete(account);
    return { kind: "schedule", time: null };
  }
  if (time < state.time + SCHEDULE_AHEAD_MS || time > Number.MAX_SAFE_INTEGER) {
    const reason = "give a time at least 5 s ahead in Unix milliseconds, or null to clear it";
    return { kind: "refused", refusal: refusal("INVALID_FIELD", { field: "time", reason }) };
  }
  account.cancelAt = time;
  state.scheduled.add(account);
  return { kind: "schedule", time };
}

/** Fires the switches whose time has come. What protects a position stays. */
export function runScheduledCancels(state: VenueState, events: EngineEvents): void {
  const due = [...state.scheduled].filter(({ cancelAt }) => cancelAt <= state.time);
  for (const account of due.toSorted((a, b) => a.ordinal - b.ordinal)) {
    state.scheduled.delete(account);
    account.cancelAt = 0;
    const wanted = (order: Order) => !protects(order);
    cancelWhere(state, account, { wanted, reason: "SCHEDULED_CANCEL" }, events);
  }
}
