/** One account as the venue's stream shows it: its current state, and the readers that get each event once. */
import "server-only";
import { type Frame, frameOf } from "#lib/kernel/streams/frames.ts";

/** An event of the venue's stream about one account. `text` is the JSON of `data`. */
export type AccountEvent = {
  id: string;
  name: string;
  text: string;
  data: Readonly<Record<string, unknown>>;
};

type Deliver = (frames: readonly Frame[]) => void;

/** Events that are not part of the state. */
const HAPPENINGS: ReadonlySet<string> = new Set(["fill", "transfer", "funding"]);

export class FollowedAccount {
  readonly #account: string;
  readonly #readers = new Set<Deliver>();
  /** The current state by its key; what the venue sends last, `margin`, completes it. */
  #state = new Map<string, Frame>();
  #isLive = false;
  /** The last event of the venue's stream; `undefined` before the first whole state. */
  lastId: string | undefined;

  constructor(account: string) {
    this.#account = account;
  }

  get isRead(): boolean {
    return this.#readers.size > 0;
  }

  /** What a new reader gets first. */
  state(): readonly Frame[] {
    return this.#isLive ? this.#whole() : [this.#followed(false)];
  }

  subscribe(deliver: Deliver): () => void {
    this.#readers.add(deliver);
    return () => void this.#readers.delete(deliver);
  }

  /** The stream of the venue is lost: what is shown may be out of date from now on. */
  lose(): void {
    if (!this.#isLive) return;
    this.#isLive = false;
    this.#deliver([this.#followed(false)]);
  }

  take(event: AccountEvent): void {
    if (event.name === "reset") {
      this.#state = new Map();
      this.lastId = undefined;
      this.lose();
      return;
    }
    const frame = this.#frameOf(event);
    const isState = !HAPPENINGS.has(event.name);
    if (isState) this.#keep(event, frame);
    // What happened while the stream was lost is told at once, states when they are whole again.
    if (this.#isLive || !isState) this.#deliver([frame]);
    else if (event.name === "margin") this.#begin();
    if (this.#isLive || this.lastId !== undefined) this.lastId = event.id;
  }

  #begin(): void {
    this.#isLive = true;
    this.#deliver([this.#followed(true), ...this.#whole()]);
  }

  #keep({ name, data }: AccountEvent, frame: Frame): void {
    const isGone =
      (name === "order" && data["status"] === "CLOSED") ||
      (name === "position" && data["size"] === "0");
    const key = this.#keyOf(name, data);
    if (isGone) this.#state.delete(key);
    else if (name !== "margin") this.#state.set(key, frame);
    else
      this.#state.set(key, this.#frame(name, JSON.stringify({ ...data, liquidation: null }), key));
  }

  /** `margin` last: it says that the state is complete. */
  #whole(): Frame[] {
    const margin = this.#keyOf("margin", {});
    const others = [...this.#state].filter(([key]) => key !== margin).map(([, frame]) => frame);
    const last = this.#state.get(margin);
    const reset = JSON.stringify({ account: this.#account, reset: true });
    return [this.#frame("reset", reset, undefined), ...others, ...(last ? [last] : [])];
  }

  #followed(live: boolean): Frame {
    return this.#frame("followed", JSON.stringify({ account: this.#account, live }), undefined);
  }

  #frameOf({ name, text, data }: AccountEvent): Frame {
    // The sum of a liquidation is told once: no later state may replace it.
    const isOnce = HAPPENINGS.has(name) || (name === "margin" && data["liquidation"] !== null);
    return this.#frame(name, text, isOnce ? undefined : this.#keyOf(name, data));
  }

  #keyOf(name: string, data: AccountEvent["data"]): string {
    const own = name === "order" ? data["id"] : name === "position" ? data["market"] : "";
    return `${this.#name} ${name} ${String(own)}`;
  }

  #frame(event: string, json: string, key: string | undefined): Frame {
    return frameOf({ id: this.#name, event, json, key });
  }

  /** Names its events in a stream that has those of markets too. */
  get #name(): string {
    return `@${this.#account}`;
  }

  #deliver(frames: readonly Frame[]): void {
    for (const deliver of this.#readers) deliver(frames);
  }
}
