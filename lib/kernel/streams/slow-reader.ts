/**
 * One reader of a stream, however slow. Its memory is bounded: while its socket is full, states collapse to the latest, and
 * events that may not be dropped wait in a bounded queue; a reader that stays behind is reset.
 */
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { type Batch, batchOf } from "./frames.ts";
import { HeldFrames } from "./held-frames.ts";
import { socketName } from "./kernel-queues.ts";

/** Bytes that may wait for one reader, beside those that its socket and the kernel hold, which are checked too. */
export const MAX_WAITING_BYTES = 64 * 1024;
/** A reader that has taken nothing for this long is reset. */
export const MAX_BLOCKED_MS = 30_000;

export type ResetReason = "queue_full" | "blocked";

type Options = {
  /** Unix milliseconds. */
  now: () => number;
  onReset: (reason: ResetReason) => void;
};

export class StreamReader {
  readonly #response: ServerResponse;
  readonly #socket: Socket;
  readonly #options: Options;
  readonly #held = new HeldFrames();
  #blockedSince: number | undefined;
  #kernelIsFull = false;

  /** Of `response` only the head may have been sent. */
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

  /** Resets the reader when it has been blocked for too long. */
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
   * True while the kernel holds more for this reader than may wait. Nothing is added then, although the socket would still
   * accept it.
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

  /** False also when the client has ended its side, because Node then ends ours. */
  #isOpen(): boolean {
    return this.#socket.writable && !this.#response.writableEnded;
  }

  /**
   * Writes to the socket, bypassing the response: `response.write` would frame the chunk for each reader, in three buffers,
   * which is a third of the cost of a write. Node still ends the response.
   */
  #write(batch: Batch): void {
    const bytes = this.#response.chunkedEncoding ? batch.chunk : batch.plain;
    this.#socket.write(bytes, this.#onWritten);
    // The kernel accepts at once what it has room for; the rest waits for the reader.
    if (this.#socket.writableLength > 0) this.#blockedSince = this.#options.now();
  }

  readonly #onWritten = (): void => this.#resume();

  /** Sends held frames once the reader is no longer blocked. */
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
