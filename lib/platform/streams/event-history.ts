import type { Frame } from "#lib/kernel/streams/frames.ts";

/**
 * The latest events of a feed in their order, so that a reader that comes back gets what it missed. Give an event the same
 * id in every replica and after a restart: a reader may come back to another one.
 */
export class EventHistory {
  readonly #most: number;
  readonly #frames = new Map<string, Frame>();

  /** `most`: the number of events that are kept. */
  constructor(most: number) {
    this.#most = most;
  }

  add(id: string, frame: Frame): void {
    this.#frames.set(id, frame);
    const [oldest] = this.#frames.keys();
    if (this.#frames.size > this.#most && oldest !== undefined) this.#frames.delete(oldest);
  }

  /** The last `count` events. */
  latest(count: number): Frame[] {
    return [...this.#frames.values()].slice(-count);
  }

  /** The events after the event `id`; `undefined` when that is no longer stored, and so the missing ones are unknown. */
  after(id: string): Frame[] | undefined {
    const index = [...this.#frames.keys()].indexOf(id);
    return index === -1 ? undefined : [...this.#frames.values()].slice(index + 1);
  }
}
