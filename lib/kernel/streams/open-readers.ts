/** All readers of a server: their heartbeat, and the checks for those that do not read. */
import type { Timers } from "#lib/kernel/time/timers.ts";
import { repeat, startHeartbeat } from "./heartbeat.ts";
import { fullKernelQueues } from "./kernel-queues.ts";
import { ReaderSet } from "./reader-set.ts";
import type { StreamReader } from "./slow-reader.ts";

const CHECK_EVERY_MS = 1_000;
const KERNEL_EVERY_MS = 5_000;

export type OpenReadersOptions = {
  timers: Timers;
  /** Sends the heartbeat to these, and checks their credentials. */
  onHeartbeat: (readers: readonly StreamReader[]) => void;
  /** Names of the connections for which the kernel holds too many bytes. */
  fullQueues?: (() => Promise<ReadonlySet<string>>) | undefined;
};

export class OpenReaders {
  readonly #readers = new ReaderSet();
  readonly #fullQueues: () => Promise<ReadonlySet<string>>;
  readonly #cancels: readonly (() => void)[];
  /** Readers for which the kernel held too many bytes at the last check. */
  #slow = new Set<StreamReader>();

  constructor({ timers, onHeartbeat, fullQueues = fullKernelQueues }: OpenReadersOptions) {
    this.#fullQueues = fullQueues;
    this.#cancels = [
      startHeartbeat(timers, () => onHeartbeat(this.#readers.now())),
      repeat(timers, CHECK_EVERY_MS, () => {
        for (const reader of this.#readers.now()) reader.check();
      }),
      repeat(timers, KERNEL_EVERY_MS, () => void this.#checkKernelQueues()),
    ];
  }

  get size(): number {
    return this.#readers.size;
  }

  add(reader: StreamReader): void {
    this.#readers.add(reader);
  }

  delete(reader: StreamReader): void {
    this.#readers.delete(reader);
  }

  /** Ends every stream cleanly, and the checks with them. */
  end(): void {
    for (const cancel of this.#cancels) cancel();
    for (const reader of this.#readers.now()) reader.end();
  }

  async #checkKernelQueues(): Promise<void> {
    if (this.#readers.size === 0) return;
    const full = await this.#fullQueues();
    if (full.size === 0 && this.#slow.size === 0) return;
    const readers = full.size === 0 ? [] : this.#readers.now();
    const slow = new Set(readers.filter(({ name }) => full.has(name)));
    for (const reader of slow) reader.kernelIsFull = true;
    for (const reader of this.#slow.difference(slow)) reader.kernelIsFull = false;
    this.#slow = slow;
  }
}
