/**
 * Whether a press of the ticket's button sends its order: one that a key sends unseen is armed first, one that may double
 * another is asked about first. What was read when it was armed must be what goes out. Knows neither the page nor the
 * clock, so that its rules can be tested by themselves.
 */
import type { Outcome, Write } from "#components/trading/writes/use-orders.ts";
import type { PlaceOrderFields } from "#lib/protocol/signing.ts";
import type { OrderDraft } from "./draft.ts";

/** A key that sends must be pressed twice within this time. */
const ARMED_MS = 3_000;
/** A worn key or button that bounces presses again sooner than a finger can. */
const BOUNCE_MS = 80;

export type Press = {
  /** Milliseconds. */
  at: number;
  byKey: boolean;
  /** The later click of a double click: one intention, not two. */
  isEcho: boolean;
  /** What would be sent, from `termsOf`. */
  terms: string;
  /** True when nothing is shown after this press any more. */
  unseen: boolean;
  /** Names the orders without an answer that this one may double; empty when there are none. */
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
    if (bounced || press.isEcho) return "ignored";
    const armed = this.#armed;
    this.#armed = undefined;
    if (press.doubles !== "" && this.#confirmed !== questionName(press)) {
      this.#confirmed = questionName(press);
      return "ask-double";
    }
    if (press.unseen && press.byKey) {
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

/** Names the question whether these terms may double these orders. */
export function questionName({ terms, doubles }: Pick<Press, "terms" | "doubles">): string {
  return `${doubles} ${terms}`;
}

/** What a person has in mind: the order, and what was typed behind it. Prices that follow the market do not count. */
export function termsOf(
  order: PlaceOrderFields,
  { takeProfit, stopLoss }: Pick<OrderDraft, "takeProfit" | "stopLoss">,
): string {
  return JSON.stringify([order, takeProfit, stopLoss]);
}

/** An order that left the ticket, and the writes that had no answer by then. */
export type SentOrder = { order: PlaceOrderFields; before: ReadonlySet<string> };

/** Whether nobody knows what became of an order that left: its button is free then, and asks before it sends another. */
export function isUnanswered(
  { order, before }: SentOrder,
  unanswered: readonly Pick<Write, "digest" | "order">[],
): boolean {
  const terms = JSON.stringify(order);
  return unanswered.some(
    (write) => !before.has(write.digest) && JSON.stringify(write.order) === terms,
  );
}

/** How a sending ended, whatever breaks on the way. */
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

/** What to empty after an order was taken: only what was sent, and nothing that was typed since. */
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
