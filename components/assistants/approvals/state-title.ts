/** How a proposed order stands, in a line. */
import type { StagedOrder } from "#components/frame/waiting/staged-order.ts";

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

/** Ends that are no word of the venue's: it never had the order. */
const NOT_ARRIVED: ReadonlySet<string> = new Set(["NEVER_ARRIVED", "TRADING_NOT_ENABLED"]);

/** The name of the message that says how an order stands. */
export function stateTitle({ state, error }: Pick<StagedOrder, "state" | "error">) {
  return state === "refused" && NOT_ARRIVED.has(error?.code ?? "")
    ? "notPlacedTitle"
    : TITLE[state];
}
