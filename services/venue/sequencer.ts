/**
 * The single writer. A command is applied at once and acknowledged when its block is on the disk; what
 * arrives during a sync goes into the next one. Reads wait for the sync of whatever they could have seen, so
 * nobody is ever shown a state that a crash could take back.
 */
import type { Clock } from "#lib/clock.ts";
import { apply } from "./engine/apply.ts";
import { type Command, decodeCommand, encodeCommand } from "./engine/commands.ts";
import { checkBookNotCrossed, checkInvariants } from "./engine/invariants.ts";
import { type EngineEvents, emptyState, type Outcome, type VenueState } from "./engine/state.ts";
import { commandBytes } from "./journal/block.ts";
import { Journal, type JournalOptions, type Recovery } from "./journal/journal.ts";

/** A block larger than this is cut in two. */
const BLOCK_BYTES = 4 * 1024 * 1024;

type Pending = { bytes: Uint8Array; seq: number };
type Waiter = { seq: number; resolve: () => void; reject: (error: unknown) => void };

export class Sequencer {
  readonly state: VenueState;
  readonly recovery: Recovery;
  private readonly journal: Journal;
  private readonly clock: Clock;
  private readonly events: EngineEvents;
  private readonly onFailure: (error: unknown) => void;
  private pending: Pending[] = [];
  /** In order of `seq`: whoever waits for a block to reach the disk. */
  private waiters: Waiter[] = [];
  private durableSeq: number;
  private flushing = false;
  private failure: { error: unknown } | undefined;
  /** Observes each commit: commands in it, and milliseconds of write and sync. */
  onCommit: (commands: number, milliseconds: number) => void = () => {};

  private constructor(parts: {
    state: VenueState;
    recovery: Recovery;
    journal: Journal;
    clock: Clock;
    events: EngineEvents;
    onFailure: (error: unknown) => void;
  }) {
    this.state = parts.state;
    this.recovery = parts.recovery;
    this.journal = parts.journal;
    this.clock = parts.clock;
    this.events = parts.events;
    this.onFailure = parts.onFailure;
    this.durableSeq = parts.state.seq;
  }

  /**
   * Replays the journal in `folder` and checks all invariants on the result.
   * `onFailure` is called once when the disk refuses a write: the venue can not go on then.
   */
  static async open(options: {
    folder: string;
    clock: Clock;
    events: EngineEvents;
    onFailure: (error: unknown) => void;
    journal?: Partial<JournalOptions>;
  }): Promise<Sequencer> {
    const { folder, clock, events, onFailure } = options;
    const state = emptyState();
    const { journal, recovery } = await Journal.open(
      folder,
      (block) => {
        if (block.firstSeq !== state.seq + 1) {
          throw new Error(
            `block ${block.height} begins at ${block.firstSeq}, not ${state.seq + 1}`,
          );
        }
        for (const bytes of block.commands) {
          const { command, time } = decodeCommand(bytes);
          apply(state, command, time, events);
        }
      },
      options.journal,
    );
    checkInvariants(state);
    return new Sequencer({ state, recovery, journal, clock, events, onFailure });
  }

  /** Resolves when the command and its outcome are durable. */
  async submit(command: Command): Promise<Outcome> {
    if (this.failure !== undefined) throw this.failure.error;
    // Time never runs backwards in the journal, whatever the system clock does.
    const time = Math.max(this.clock.now(), this.state.time);
    const bytes = encodeCommand(command, time);
    const outcome = this.applyOrStop(command, time);
    this.pending.push({ bytes, seq: this.state.seq });
    if (!this.flushing) void this.flush();
    await this.settled();
    return outcome;
  }

  /** Resolves when everything applied so far is durable. */
  async settled(): Promise<void> {
    const { seq } = this.state;
    if (seq <= this.durableSeq) return;
    if (this.failure !== undefined) throw this.failure.error;
    await new Promise<void>((resolve, reject) => this.waiters.push({ seq, resolve, reject }));
  }

  async close(): Promise<void> {
    await this.settled();
    await this.journal.close();
  }

  private applyOrStop(command: Command, time: number): Outcome {
    try {
      const outcome = apply(this.state, command, time, this.events);
      if (command.type === "place_order") {
        const market = this.state.markets.get(command.order.market);
        if (market !== undefined) checkBookNotCrossed(market);
      }
      return outcome;
    } catch (error) {
      // Half-applied state must never be acknowledged or built upon.
      this.fail(error);
      throw error;
    }
  }

  private async flush(): Promise<void> {
    this.flushing = true;
    // Let the requests that this turn of the event loop still holds join the block.
    await new Promise((resolve) => setImmediate(resolve));
    try {
      while (this.pending.length > 0) {
        const block = this.takeBlock();
        const started = performance.now();
        const commands = block.map(({ bytes }) => bytes);
        await this.journal.append(commands, this.durableSeq + 1, this.state.time);
        this.durableSeq += block.length;
        this.onCommit(block.length, performance.now() - started);
        this.wake();
      }
    } catch (error) {
      this.fail(error);
    } finally {
      this.flushing = false;
    }
  }

  private wake(): void {
    const later = this.waiters.findIndex(({ seq }) => seq > this.durableSeq);
    const durable = this.waiters.splice(0, later === -1 ? this.waiters.length : later);
    for (const { resolve } of durable) resolve();
  }

  private takeBlock(): Pending[] {
    let bytes = 0;
    let count = 0;
    for (const pending of this.pending) {
      bytes += commandBytes(pending.bytes);
      if (count > 0 && bytes > BLOCK_BYTES) break;
      count += 1;
    }
    return this.pending.splice(0, count);
  }

  private fail(error: unknown): void {
    if (this.failure !== undefined) return;
    this.failure = { error };
    for (const { reject } of this.waiters.splice(0)) reject(error);
    this.onFailure(error);
  }
}
