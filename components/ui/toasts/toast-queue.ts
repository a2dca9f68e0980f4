/** The toasts that are still to be shown. A dialog has the person's attention: what is not urgent waits until it closes. */
import { type Raised, raisedAfter } from "#components/ui/notify.ts";

export class ToastQueue {
  #last = 0;
  #held: readonly Raised[] = [];

  /** The toasts to show now, in order, each once. */
  take(isDialogOpen: boolean): readonly Raised[] {
    const fresh = raisedAfter(this.#last);
    this.#last = fresh.at(-1)?.number ?? this.#last;
    const open = [...this.#held, ...fresh.filter(({ quiet }) => quiet !== true)];
    const isUrgent = ({ tone }: Raised) => tone === "bad" || !isDialogOpen;
    this.#held = open.filter((one) => !isUrgent(one));
    return open.filter(isUrgent);
  }
}
