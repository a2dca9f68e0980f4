/**
 * Decides whether a press of the ticket's button sends the order. An order that a key would send without a review must
 * be pressed twice, and one that may double another asks first. The terms must be the same at both presses. Pure, so
 * that it can be tested alone.
 */
import type { Outcome, Write } from "#components/trading/writes/use-orders.ts";
import type { PlaceOrderFields } from "#lib/protocol/orders/orders.ts";
import type { OrderDraft } from "./draft.ts";

/** The second press of a key must come within this time. */
export const ARMED_MS = 3_000;
/** A bouncing key or button presses again sooner than a finger can. */
const BOUNCE_MS = 80;

export type Press = {
  /** Milliseconds. */
  at: number;
  byKey: boolean;
  /** The second click of a double click. */
  isDoubleClick: boolean;
  /** The terms that would be sent, from `termsOf`. */
  terms: string;
  /** True when the order is sent without a review. */
  unreviewed: boolean;
  /** Identifies the unanswered orders that this one may double; empty when there are none. */
  doubles: string;
};

export type PressAnswer = "ignored" | "ask-double" | "press-again" | "send";

export class SubmitGuard {
  #pressedAt = Number.NEGATIVE_INFINITY;
  #armed: { terms: string; at: number } | undefined;
  #confirmed: string | undefined;

  press(press: Press): PressAnswer {
    const bounced = press.at - this.#pressedAt < BOUNCE_MS;
    this.#pressedAt = press.at;
    if (bounced || press.isDoubleClick) return "ignored";
    const armed = this.#armed;
    this.#armed = undefined;
    if (press.doubles !== "" && this.#confirmed !== questionName(press)) {
      this.#confirmed = questionName(press);
      return "ask-double";
    }
    if (press.unreviewed && press.byKey) {
      const stands = armed?.terms === press.terms && press.at - armed.at < ARMED_MS;
      if (!stands) {
        this.#armed = { terms: press.terms, at: press.at };
        return "press-again";
      }
    }
    this.#confirmed = undefined;
    return "send";
  }
}

/** Identifies the question whether these terms may double those orders. */
export function questionName({ terms, doubles }: Pick<Press, "terms" | "doubles">): string {
  return `${doubles} ${terms}`;
}

/** The terms as the person entered them. Prices that follow the market are not part of them. */
export function termsOf(
  order: PlaceOrderFields,
  { type, takeProfit, stopLoss }: Pick<OrderDraft, "type" | "takeProfit" | "stopLoss">,
): string {
  const price = type === "MARKET" ? null : order.price;
  return JSON.stringify([{ ...order, price }, takeProfit, stopLoss]);
}

/** An order that was sent, and the writes that had no answer before it. */
export type SentOrder = { order: PlaceOrderFields; before: ReadonlySet<string> };

/** Whether the sent order has no answer yet. Its button is free again, and asks before it sends another. */
export function isUnanswered(
  { order, before }: SentOrder,
  unanswered: readonly Pick<Write, "digest" | "order">[],
): boolean {
  const terms = JSON.stringify(order);
  return unanswered.some(
    (write) => !before.has(write.digest) && JSON.stringify(write.order) === terms,
  );
}

/** The outcome of `place`, even when it throws. */
export async function settledOutcome(
  place: () => Promise<Outcome | undefined>,
): Promise<Outcome | "not-signed" | "broken"> {
  try {
    return (await place()) ?? "not-signed";
  } catch {
    return "broken";
  }
}

type Sent = Pick<OrderDraft, "size" | "amount" | "takeProfit" | "stopLoss">;

/** The fields to clear after an order was accepted: only those that still hold what was sent. */
export function emptiedAfter(sent: Sent, now: Sent): Partial<OrderDraft> {
  const change: Partial<OrderDraft> = {};
  const isSame = sent.size === now.size && sent.amount.text === now.amount.text;
  if (isSame && sent.amount.unit === now.amount.unit) {
    change.size = "";
    change.amount = { unit: now.amount.unit, text: "" };
  }
  for (const kind of ["takeProfit", "stopLoss"] as const) {
    const { unit, text } = now[kind];
    if (sent[kind].unit === unit && sent[kind].text === text) change[kind] = { unit, text: "" };
  }
  return change;
}
