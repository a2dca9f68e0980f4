/** Titles of the states of a proposal. */
import type { StagedOrder } from "#lib/protocol/wire/staged-order.ts";

const TITLE = {
  waiting: "state_waiting",
  sending: "sending",
  placed: "placedTitle",
  refused: "refusedTitle",
  unknown: "unknownTitle",
  declined: "declinedTitle",
  withdrawn: "withdrawnTitle",
  expired: "expiredTitle",
} as const;

/** Those of a proposal that edits or cancels an open order. */
const OF_CHANGE = {
  ...TITLE,
  sending: "sendingChange",
  refused: "refusedChangeTitle",
} as const;

const DONE = { modify: "changedTitle", cancel: "cancelledTitle" } as const;

/** Errors of an order that the venue never received. */
const NOT_ARRIVED: ReadonlySet<string> = new Set(["NEVER_ARRIVED", "TRADING_NOT_ENABLED"]);

/** The message key of a state. */
export function stateTitle({
  state,
  error,
  action = "place",
}: Pick<StagedOrder, "state" | "error" | "action">) {
  const hasArrived = state !== "refused" || !NOT_ARRIVED.has(error?.code ?? "");
  if (action === "place" || action === "close") {
    return hasArrived ? TITLE[state] : "notPlacedTitle";
  }
  if (!hasArrived) return "notChangedTitle";
  return state === "placed" ? DONE[action] : OF_CHANGE[state];
}
