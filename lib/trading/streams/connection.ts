/**
 * One reader of a stream. Memory is bounded whatever it does: while its socket takes no more, states collapse to the
 * latest and what may not be dropped waits in a bounded queue; a reader that stays behind is reset.
 */
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { type Batch, batchOf } from "./frames.ts";
import { HeldFrames } from "./held-frames.ts";
import { socketName } from "./kernel-queues.ts";

/** What may wait for one reader, next to what its socket and the kernel have taken; those are looked at too. */
export const MAX_WAITING_BYTES = 64 * 1024;
/** A reader that has taken nothing for this long is let go. */
export const MAX_BLOCKED_MS = 30_000;

export type ResetReason = "queue_full" | "blocked";

type Options = {
  /** Unix milliseconds. */
  now: () => number;
  onReset: (reason: ResetReason) => void;
};

export class Connection {
  readonly #response: ServerResponse;
  readonly #socket: Socket;
  readonly #options: Options;
  readonly #held = new HeldFrames();
  #blockedSince: number | undefined;
  #kernelIsFull = false;

  /** The head of `response` must be sent, and nothing else. */
  constructor(response: ServerResponse, socket: Socket, options: Options) {
    this.#response = response;
    this.#socket = socket;
    this.#options = options;
  }

  send(batch: Batch): void {
    if (!this.#isOpen()) return;
    if (this.#blockedSince === undefined) {
      this.#write(batch);
      return;
    }
    for (const frame of batch.frames) this.#held.add(frame);
    if (this.#held.bytes > MAX_WAITING_BYTES) this.#reset("queue_full");
  }

  /** Lets the reader go when it has been blocked for too long. */
  check(): void {
    const since = this.#blockedSince;
    const { now } = this.#options;
    if (since !== undefined && now() - since >= MAX_BLOCKED_MS) this.#reset("blocked");
  }

  /** The connection as the kernel names it. */
  get name(): string {
    return socketName(this.#socket);
  }

  /**
   * Whether the kernel holds more for this reader than may wait. Then nothing is added to that, although the socket
   * would still take it.
   */
  set kernelIsFull(isFull: boolean) {
    this.#kernelIsFull = isFull;
    if (isFull) this.#blockedSince ??= this.#options.now();
    else this.#resume();
  }

  /** Ends the stream cleanly: the client sees the end and reconnects elsewhere. */
  end(): void {
    this.#held.clear();
    this.#response.end();
  }

  /** False also when the client has ended its side: node then ends ours. */
  #isOpen(): boolean {
    return this.#socket.writable && !this.#response.writableEnded;
  }

  /**
   * Past the response, straight to its socket: `response.write` would frame the chunk once a reader, in three buffers,
   * and that is a third of the whole cost of a write. The end of the response is still node's.
   */
  #write(batch: Batch): void {
    const bytes = this.#response.chunkedEncoding ? batch.chunk : batch.plain;
    this.#socket.write(bytes, this.#onWritten);
    // The kernel takes what it has room for at once. What is left now waits for the reader.
    if (this.#socket.writableLength > 0) this.#blockedSince = this.#options.now();
  }

  readonly #onWritten = (): void => this.#resume();

  /** Goes on with what was held back, once nothing is in its way any more. */
  #resume(): void {
    if (this.#blockedSince === undefined) return;
    if (this.#kernelIsFull || this.#socket.writableLength > 0) return;
    this.#blockedSince = undefined;
    if (this.#held.bytes > 0 && this.#isOpen()) this.#write(batchOf(this.#held.take()));
  }

  /** A plain close would leave megabytes in the kernel for a peer that does not read; a reset frees them. */
  #reset(reason: ResetReason): void {
    this.#options.onReset(reason);
    this.#blockedSince = undefined;
    this.#held.clear();
    this.#socket.resetAndDestroy();
  }
}
