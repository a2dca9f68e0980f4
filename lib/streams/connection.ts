/**
 * One reader of a stream. Memory is bounded whatever it does: while its socket takes no more, states collapse to the
 * latest and what may not be dropped waits in a bounded queue; a reader that stays behind is reset.
 */
import type { ServerResponse } from "node:http";
import type { Batch, Frame } from "./frames.ts";

/** What may wait for one reader, next to what its socket has taken. */
export const MAX_WAITING_BYTES = 64 * 1024;
/** A reader that has taken nothing for this long is let go. */
export const MAX_BLOCKED_MS = 30_000;

export type ResetReason = "queue_full" | "blocked";

export class Connection {
  readonly #response: ServerResponse;
  readonly #now: () => number;
  readonly #onReset: (reason: ResetReason) => void;
  #latest = new Map<string, Frame>();
  #queue: Frame[] = [];
  #waitingBytes = 0;
  #blockedSince: number | undefined;

  /** `now` gives Unix milliseconds. */
  constructor(
    response: ServerResponse,
    options: { now: () => number; onReset: (reason: ResetReason) => void },
  ) {
    this.#response = response;
    this.#now = options.now;
    this.#onReset = options.onReset;
    response.on("drain", () => this.#drained());
  }

  send(batch: Batch): void {
    if (this.#response.destroyed || this.#response.writableEnded) return;
    if (this.#blockedSince === undefined) {
      this.#write(batch.bytes);
      return;
    }
    for (const frame of batch.frames) this.#hold(frame);
    if (this.#waitingBytes > MAX_WAITING_BYTES) this.#reset("queue_full");
  }

  /** Lets the reader go when it has been blocked for too long. */
  check(): void {
    const since = this.#blockedSince;
    if (since !== undefined && this.#now() - since >= MAX_BLOCKED_MS) this.#reset("blocked");
  }

  /** Ends the stream cleanly: the client sees the end and reconnects elsewhere. */
  end(): void {
    this.#response.end();
  }

  #hold(frame: Frame): void {
    this.#waitingBytes += frame.bytes.length;
    if (frame.key === undefined) {
      this.#queue.push(frame);
      return;
    }
    this.#waitingBytes -= this.#latest.get(frame.key)?.bytes.length ?? 0;
    // Deleted first, so that the order among states stays the order of their latest change.
    this.#latest.delete(frame.key);
    this.#latest.set(frame.key, frame);
  }

  #drained(): void {
    this.#blockedSince = undefined;
    if (this.#waitingBytes === 0) return;
    const frames = [...this.#queue, ...this.#latest.values()];
    this.#queue = [];
    this.#latest.clear();
    this.#waitingBytes = 0;
    this.#write(Buffer.concat(frames.map((frame) => frame.bytes)));
  }

  #write(bytes: Buffer): void {
    if (!this.#response.write(bytes)) this.#blockedSince = this.#now();
  }

  /** A plain close would leave megabytes in the kernel for a peer that does not read; a reset frees them. */
  #reset(reason: ResetReason): void {
    this.#onReset(reason);
    const { socket } = this.#response;
    this.#queue = [];
    this.#latest.clear();
    this.#waitingBytes = 0;
    if (socket === null) this.#response.destroy();
    else socket.resetAndDestroy();
  }
}
