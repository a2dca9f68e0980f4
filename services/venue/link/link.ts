/**
 * A gateway's end of its connection to the host. Requests of one turn of the event loop leave in one message, so that
 * the price of a message is shared by all of them.
 */
import type { CallParams, ToGateway, ToHost } from "./messages.ts";

/** Takes an answer. `body` is JSON. */
export type Receiver = { answered: (status: number, body: string) => void };

const FIRST_BYTES = 16 * 1024;
const FRAME_BYTES = 8;

/** Sends a message to the host; the host answers through {@link Link.receive}. */
export type Post = (message: ToHost) => void;

export class Link {
  readonly #post: Post;
  readonly #receivers: (Receiver | undefined)[] = [];
  readonly #free: number[] = [];
  #buffer = new Uint8Array(FIRST_BYTES);
  #view = new DataView(this.#buffer.buffer);
  #length = 0;
  #calls: ToHost["calls"] = [];
  #scheduled = false;

  constructor(post: Post) {
    this.#post = post;
  }

  /** Hands an encoded command to the engine; answered when its outcome is durable. */
  execute(command: Uint8Array, receiver: Receiver): void {
    const start = this.#reserve(FRAME_BYTES + command.length);
    this.#view.setUint32(start, this.#take(receiver), true);
    this.#view.setUint32(start + 4, command.length, true);
    this.#buffer.set(command, start + FRAME_BYTES);
    this.#schedule();
  }

  /** Calls the host by name; answered when all that the answer may show is durable. */
  call(
    { name, account, params }: { name: string; account: string | null; params: CallParams },
    receiver: Receiver,
  ): void {
    this.#calls.push({ id: this.#take(receiver), name, account, params });
    this.#schedule();
  }

  receive({ ids, statuses, bodies }: ToGateway): void {
    for (let index = 0; index < ids.length; index += 1) {
      const id = ids[index] ?? -1;
      const receiver = this.#receivers[id];
      this.#receivers[id] = undefined;
      this.#free.push(id);
      receiver?.answered(statuses[index] ?? 500, bodies[index] ?? "");
    }
  }

  #take(receiver: Receiver): number {
    const id = this.#free.pop() ?? this.#receivers.length;
    this.#receivers[id] = receiver;
    return id;
  }

  #reserve(bytes: number): number {
    const start = this.#length;
    this.#length += bytes;
    if (this.#length > this.#buffer.length) {
      const larger = new Uint8Array(Math.max(this.#buffer.length * 2, this.#length));
      larger.set(this.#buffer.subarray(0, start));
      this.#buffer = larger;
      this.#view = new DataView(larger.buffer);
    }
    return start;
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(this.#flush);
  }

  readonly #flush = (): void => {
    this.#scheduled = false;
    const commands = this.#length === 0 ? null : this.#buffer.buffer.slice(0, this.#length);
    const calls = this.#calls;
    this.#length = 0;
    this.#calls = [];
    this.#post({ commands, calls });
  };
}
