/**
 * Moving an order by its line, step by step. Nothing is known of a pointer, a key or a request here: those give events,
 * and the state says what is drawn. An order is always drawn at the price that the venue has, and a ghost where it is
 * asked to go, until the venue has answered.
 */

export type DragInput = "pointer" | "keyboard";

type Moved = {
  orderId: string;
  /** The price that the venue has, and the one that is asked for. */
  from: string;
  price: string;
};

export type DragState =
  | { step: "idle" }
  | (Moved & { step: "dragging"; input: DragInput })
  /** The change is in front of the person, or of the wallet. */
  | (Moved & { step: "asking" })
  /** Signed and on its way. */
  | (Moved & { step: "pending" })
  /** No answer came in time: it may have been taken or not. */
  | (Moved & { step: "unknown" })
  /** The venue has taken it; the read that shows it is on its way. */
  | (Moved & { step: "settled" })
  | (Moved & { step: "refused"; reason: string });

export type DragEvent =
  | { type: "grab"; orderId: string; price: string; input: DragInput }
  | { type: "move"; price: string }
  | { type: "release" }
  /** Esc, a lost pointer, or the focus gone elsewhere. */
  | { type: "revert" }
  /** What the write that carries the change is doing. */
  | { type: "write"; state: "signing" | "sending" | "unknown" }
  /** How it ended; `undefined` when it was not signed. */
  | { type: "answer"; outcome: { taken: boolean; text: string } | undefined }
  /** The venue's reads: the order's price there, or none when the order is no longer open. */
  | { type: "read"; orderId: string; price: string | undefined }
  /** A refusal has been shown long enough, or a settled change was never read back. */
  | { type: "forget" };

export const IDLE: DragState = { step: "idle" };

/** Pure: the same state when the event input nothing in it. */
export function nextDragState(state: DragState, event: DragEvent): DragState {
  switch (event.type) {
    case "grab":
      return grab(state, event);
    case "move":
      return state.step === "dragging" ? { ...state, price: event.price } : state;
    case "release":
      return release(state);
    case "revert":
      return state.step === "dragging" ? IDLE : state;
    case "write":
      return onWrite(state, event.state);
    case "answer":
      return onAnswer(state, event.outcome);
    case "read":
      return onRead(state, event);
    case "forget":
      return state.step === "refused" || state.step === "settled" ? IDLE : state;
  }
}

/** One change at a time: while the venue owes an answer, no line can be taken. */
export function isBusy(state: DragState): boolean {
  return state.step === "asking" || state.step === "pending" || state.step === "unknown";
}

function grab(state: DragState, event: Extract<DragEvent, { type: "grab" }>): DragState {
  if (isBusy(state) || state.step === "dragging") return state;
  const { orderId, price, input } = event;
  return { step: "dragging", orderId, from: price, price, input };
}

function release(state: DragState): DragState {
  if (state.step !== "dragging") return state;
  const { orderId, from, price } = state;
  return samePrice(from, price) ? IDLE : { step: "asking", orderId, from, price };
}

function onWrite(state: DragState, write: "signing" | "sending" | "unknown"): DragState {
  if (!isBusy(state)) return state;
  const { orderId, from, price } = state as Moved;
  if (write === "unknown") return { step: "unknown", orderId, from, price };
  // A wallet that is asked once more does not take back what has been sent.
  if (write === "sending" && state.step === "asking")
    return { step: "pending", orderId, from, price };
  return state;
}

function onAnswer(
  state: DragState,
  outcome: { taken: boolean; text: string } | undefined,
): DragState {
  if (!isBusy(state)) return state;
  if (!outcome) return IDLE;
  const { orderId, from, price } = state as Moved;
  return outcome.taken
    ? { step: "settled", orderId, from, price }
    : { step: "refused", orderId, from, price, reason: outcome.text };
}

function onRead(state: DragState, event: Extract<DragEvent, { type: "read" }>): DragState {
  if (state.step === "idle" || state.orderId !== event.orderId) return state;
  const gone = event.price === undefined;
  if (state.step === "dragging") return gone ? IDLE : state;
  if (state.step === "settled" && (gone || samePrice(event.price, state.price))) return IDLE;
  return state;
}

function samePrice(a: string | undefined, b: string): boolean {
  return a !== undefined && plain(a) === plain(b);
}

/** Without zeros at the end: the venue may write `64000.0` for what was asked as `64000`. */
function plain(price: string): string {
  return price.includes(".") ? price.replace(/\.?0+$/, "") : price;
}
