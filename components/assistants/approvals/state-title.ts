/** Titles of the states of a proposed order. */
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

/** Errors of an order that the venue never received. */
const NOT_ARRIVED: ReadonlySet<string> = new Set(["NEVER_ARRIVED", "TRADING_NOT_ENABLED"]);

/** The message key of a state. */
export function stateTitle({ state, error }: Pick<StagedOrder, "state" | "error">) {
  return state === "refused" && NOT_ARRIVED.has(error?.code ?? "")
    ? "notPlacedTitle"
    : TITLE[state];
}
