/** Holds the chart's one drag and sends its change, once for each line that is dropped at another price. */

import type { Outcome } from "#components/trading/writes/use-orders.ts";
import { createFollowers } from "#components/ui/store.ts";
import type { OrderRecord } from "#lib/protocol/wire/account.ts";
import { type DragEvent, type DragState, IDLE, nextDragState } from "./drag-state.ts";

export type SendMove = (
  order: OrderRecord,
  change: { price: string },
) => Promise<Outcome | undefined>;

/** How long a refusal is shown, and how long an accepted change waits for its read. */
const FORGET_MS = { refused: 8_000, settled: 5_000 } as const;

export class OrderDrag {
  #state: DragState = IDLE;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #followers = createFollowers();

  readonly state = (): DragState => this.#state;

  readonly subscribe = this.#followers.subscribe;

  send(event: DragEvent): DragState {
    const before = this.#state;
    this.#state = nextDragState(before, event);
    if (this.#state === before) return before;
    clearTimeout(this.#timer);
    const { step } = this.#state;
    if (step === "refused" || step === "settled")
      this.#timer = setTimeout(() => this.send({ type: "forget" }), FORGET_MS[step]);
    this.#followers.notify();
    return this.#state;
  }

  /** Drops the line. At another price than before, the change is requested and sent. */
  release(order: OrderRecord, send: SendMove): void {
    const before = this.#state;
    const next = this.send({ type: "release" });
    if (next.step !== "asking" || before.step !== "dragging") return;
    send(order, { price: next.price }).then(
      (outcome) =>
        this.send({
          type: "answer",
          outcome: outcome && { taken: outcome.state === "accepted", text: outcome.text },
        }),
      () => this.send({ type: "answer", outcome: undefined }),
    );
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
