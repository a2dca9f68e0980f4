/**
 * The single writer. A command is applied at once and acknowledged when its block is on the disk; what
 * arrives during a sync goes into the next one. Reads wait for the sync of everything they could have seen, so
 * no client is ever shown a state that a crash could take back.
 */
import type { Clock } from "#lib/kernel/time/clock.ts";
import { apply } from "#services/venue/engine/apply.ts";
import { decodeCommand, encodeCommand, stampTime } from "#services/venue/engine/command-codec.ts";
import type { Command } from "#services/venue/engine/commands.ts";
import { emptyState } from "#services/venue/engine/empty-state.ts";
import type { EngineEvents } from "#services/venue/engine/events.ts";
import { checkAfterCommand, checkInvariants } from "#services/venue/engine/invariants.ts";
import type { Outcome } from "#services/venue/engine/outcome.ts";
import type { VenueState } from "#services/venue/engine/venue-state.ts";
import { type Block, commandBytes } from "#services/venue/journal/block.ts";
import {
  Journal,
  type JournalOptions,
  type Recorded,
  type Recovery,
} from "#services/venue/journal/journal.ts";
import { blockAt } from "#services/venue/journal/journal-reader.ts";
import type { JournalStore } from "#services/venue/journal/journal-store.ts";
import { JOURNAL_START, type JournalPosition } from "#services/venue/journal/position.ts";
import { replayBlock } from "./replay-block.ts";
import { SettleCadence, toMicroseconds } from "./settle-cadence.ts";

/** A block larger than this is cut in two. */
const BLOCK_BYTES = 4 * 1024 * 1024;

/** A committed block, as the `block` event of the stream shows it. */
export type BlockInfo = {
  height: number;
  /** Unix milliseconds. */
  time: number;
  /** The engine's chained hash after the block. */
  state_hash: string;
  commands: number;
  /** Write and sync; 0 for the last block of an earlier run. */
  settle_ms: number;
  /** Mean time between the latest blocks of this run, at most 100 of them; null before two. */
  interval_ms: number | null;
};

/** A block that is being filled, or waits for the disk. */
type OpenBlock = { commands: Uint8Array[]; bytes: number };
type SealedBlock = { commands: Uint8Array[]; time: number; stateHash: string };
type Waiter = { seq: number; resolve: () => void; reject: (error: unknown) => void };

/** What the journal in a folder came to. */
export type Recovered = {
  state: VenueState;
  recovery: Recovery;
  journal: Journal;
  latestBlock: BlockInfo;
};

type Parts = Omit<Recovered, "journal"> & {
  journal: JournalStore;
  clock: Clock;
  events: EngineEvents;
  onFailure: (error: unknown) => void;
};

export type SequencerOptions = {
  folder: string;
  clock: Clock;
  events: EngineEvents;
  /** Called once when a command or the disk fails: the venue cannot go on then. */
  onFailure: (error: unknown) => void;
  /** A snapshot's state with its position; without one, the whole journal is replayed. */
  from?: { state: VenueState; position: JournalPosition } | undefined;
  /** Refuses a journal that ends before this block. */
  recorded?: Recorded;
  journal?: Partial<JournalOptions>;
};

export class Sequencer {
  readonly state: VenueState;
  readonly recovery: Recovery;
  /** The block of height 0 before the first commit. */
  latestBlock: BlockInfo;
  readonly #parts: Parts;
  #open: OpenBlock = { commands: [], bytes: 0 };
  readonly #sealed: SealedBlock[] = [];
  /** Callers that wait for a block to reach the disk, in order of `seq`. */
  #waiters: Waiter[] = [];
  #durableSeq: number;
  #flushing = false;
  readonly #cadence = new SettleCadence();
  #failure: { error: unknown } | undefined;
  /** Observes each commit, before the callers that waited for it go on. */
  onCommit: (block: BlockInfo) => void = () => {};
  /** The same for the follower. */
  onDurable: (height: number) => void = () => {};

  /** Goes on from a state that is proven and whose last block is the last one in `journal`. */
  constructor(parts: Parts) {
    this.#parts = parts;
    this.state = parts.state;
    this.recovery = parts.recovery;
    this.latestBlock = parts.latestBlock;
    this.#durableSeq = parts.state.seq;
  }

  /**
   * Replays the journal in `folder` from the given position, proves the state hash of each block and all invariants of
   * the result.
   * @throws Error that names height, file and byte when a block does not check out, MissingBlocksError.
   */
  static async open(options: SequencerOptions): Promise<Sequencer> {
    const recovered = await recoverJournal(options);
    checkInvariants(recovered.state);
    const { clock, events, onFailure } = options;
    return new Sequencer({ ...recovered, clock, events, onFailure });
  }

  /**
   * Stamps the time into an encoded command and applies it. It is not durable yet: the outcome must not leave the venue
   * before `settled`. The journal owns the bytes from then on.
   * @throws what the engine throws, which also stops the sequencer for good.
   */
  execute(bytes: Uint8Array): Outcome {
    if (this.#failure !== undefined) throw this.#failure.error;
    // Time never runs backwards in the journal, whatever the system clock does.
    const time = Math.max(this.#parts.clock.now(), this.state.time);
    stampTime(bytes, time);
    const { command } = decodeCommand(bytes);
    const size = commandBytes(bytes);
    // Sealed before the command is applied: a block's hash covers its own commands.
    if (this.#open.bytes + size > BLOCK_BYTES && this.#open.commands.length > 0) this.#seal();
    const outcome = this.#applyOrStop(command, time);
    this.#open.commands.push(bytes);
    this.#open.bytes += size;
    if (!this.#flushing) void this.#flush();
    return outcome;
  }

  /** Resolves when everything applied so far is durable. */
  async settled(): Promise<void> {
    const { seq } = this.state;
    if (seq <= this.#durableSeq) return;
    if (this.#failure !== undefined) throw this.#failure.error;
    await new Promise<void>((resolve, reject) => this.#waiters.push({ seq, resolve, reject }));
  }

  /** Resolves when the command and its outcome are durable. */
  async submit(command: Command): Promise<Outcome> {
    const outcome = this.execute(encodeCommand(command));
    await this.settled();
    return outcome;
  }

  /** @throws what stopped the sequencer, when something was applied and will not be durable. */
  async close(): Promise<void> {
    try {
      await this.settled();
    } finally {
      await this.#parts.journal.close();
    }
  }

  #applyOrStop(command: Command, time: number): Outcome {
    try {
      const outcome = apply(this.state, command, time, this.#parts.events);
      checkAfterCommand(this.state, command, outcome);
      return outcome;
    } catch (error) {
      // Half-applied state must never be acknowledged or built upon.
      this.#fail(error);
      throw error;
    }
  }

  async #flush(): Promise<void> {
    this.#flushing = true;
    // Let what this turn of the event loop still holds join the block.
    await new Promise((resolve) => setImmediate(resolve));
    try {
      for (let block = this.#take(); block !== undefined; block = this.#take()) {
        await this.#commit(block);
      }
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#flushing = false;
    }
  }

  async #commit(block: SealedBlock): Promise<void> {
    const started = performance.now();
    const { height, seq } = await this.#parts.journal.append(block);
    this.#durableSeq = seq;
    this.latestBlock = {
      height,
      time: block.time,
      state_hash: block.stateHash,
      commands: block.commands.length,
      settle_ms: toMicroseconds(performance.now() - started),
      interval_ms: this.#cadence.add(block.time),
    };
    this.onDurable(height);
    this.onCommit(this.latestBlock);
    this.#wake();
  }

  #take(): SealedBlock | undefined {
    // After a failure the open block may contain half a command's effects.
    if (this.#failure !== undefined) return undefined;
    if (this.#sealed.length === 0 && this.#open.commands.length > 0) this.#seal();
    return this.#sealed.shift();
  }

  #seal(): void {
    const stateHash = this.state.effects.close();
    this.#sealed.push({ commands: this.#open.commands, time: this.state.time, stateHash });
    this.#open = { commands: [], bytes: 0 };
  }

  #wake(): void {
    const later = this.#waiters.findIndex(({ seq }) => seq > this.#durableSeq);
    const durable = this.#waiters.splice(0, later === -1 ? this.#waiters.length : later);
    for (const { resolve } of durable) resolve();
  }

  #fail(error: unknown): void {
    if (this.#failure !== undefined) return;
    this.#failure = { error };
    for (const { reject } of this.#waiters.splice(0)) reject(error);
    this.#parts.onFailure(error);
  }
}

/** Replays the journal in `folder`, and proves the state hash of each block. @throws as `Sequencer.open` does. */
export async function recoverJournal(
  options: Pick<SequencerOptions, "folder" | "events" | "from" | "recorded" | "journal">,
): Promise<Recovered> {
  const { folder, events, recorded } = options;
  const { state, position: start } = options.from ?? {
    state: emptyState(),
    position: JOURNAL_START,
  };
  let latestBlock = lastBlock(folder, start);
  const { journal, recovery } = await Journal.open(
    folder,
    (read) => {
      replayBlock({ folder, state, events }, read);
      latestBlock = infoOf(read.block);
    },
    { ...options.journal, from: start, ...(recorded && { recorded }) },
  );
  return { state, recovery, journal, latestBlock };
}

function lastBlock(folder: string, position: JournalPosition): BlockInfo {
  const block = position === JOURNAL_START ? undefined : blockAt(folder, position);
  if (block !== undefined) return infoOf(block);
  const { stateHash } = position;
  return infoOf({ height: 0, time: 0, stateHash, commands: [] });
}

/** A block of an earlier run, or of another process. */
export function infoOf(
  block: Pick<Block, "height" | "time" | "stateHash" | "commands">,
): BlockInfo {
  const { height, time, stateHash, commands } = block;
  const unmeasured = { settle_ms: 0, interval_ms: null };
  return { height, time, state_hash: stateHash, commands: commands.length, ...unmeasured };
}
