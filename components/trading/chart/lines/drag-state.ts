/**
 * The state of moving an order by its line. Independent of pointers, keys and requests, which only send events. The
 * order is drawn at the venue's price, and a ghost at the requested price, until the venue has answered.
 */

export type DragInput = "pointer" | "keyboard";

type Moved = {
  orderId: string;
  /** The venue's price; `price` is the requested one. */
  from: string;
  price: string;
};

export type DragState =
  | { step: "idle" }
  | (Moved & { step: "dragging"; input: DragInput })
  /** The change waits for its review or signature. */
  | (Moved & { step: "asking" })
  /** Signed and sent. */
  | (Moved & { step: "pending" })
  /** No answer came in time. */
  | (Moved & { step: "unknown" })
  /** The venue accepted the change; the read that shows it has not arrived yet. */
  | (Moved & { step: "settled" })
  | (Moved & { step: "refused"; reason: string });

export type DragEvent =
  | { type: "grab"; orderId: string; price: string; input: DragInput }
  | { type: "move"; price: string }
  | { type: "release" }
  /** Escape, a lost pointer, or a lost focus. */
  | { type: "revert" }
  /** The state of the write that carries the change. */
  | { type: "write"; state: "signing" | "sending" | "unknown" }
  /** The result of the write; `undefined` when it was not signed. */
  | { type: "answer"; outcome: { taken: boolean; text: string } | undefined }
  /** A read of the venue: the order's price, or `undefined` when it is not open. */
  | { type: "read"; orderId: string; price: string | undefined }
  /** A refusal was shown long enough, or a settled change was not read in time. */
  | { type: "forget" };

export const IDLE: DragState = { step: "idle" };

/** Returns the same state when the event does not apply to it. */
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

/** One change at a time: until the venue has answered, no line can be grabbed. */
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
  // A repeated request for a signature does not undo a change that was sent.
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

/** Without trailing zeros: the venue may write `64000.0` for `64000`. */
function plain(price: string): string {
  return price.includes(".") ? price.replace(/\.?0+$/, "") : price;
}
