/**
 * One seed against the real sequencer, journal, follower and snapshots on real files. The venue crashes again and again:
 * acknowledged commands survive, the others are sent again and count once, and a recovery from a snapshot equals one from
 * the journal alone.
 */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { apply } from "#services/venue/engine/apply.ts";
import { decodeCommand, encodeCommand } from "#services/venue/engine/command-codec.ts";
import { EffectLog } from "#services/venue/engine/effect-log.ts";
import { emptyState } from "#services/venue/engine/empty-state.ts";
import { NO_EVENTS } from "#services/venue/engine/events.ts";
import { stateHash } from "#services/venue/engine/state-hash.ts";
import type { VenueState } from "#services/venue/engine/venue-state.ts";
import { Follower } from "#services/venue/follower/follower.ts";
import { Sequencer } from "#services/venue/sequencer/sequencer.ts";
import { loadSnapshot, snapshotsOf } from "#services/venue/snapshot/snapshot-files.ts";
import { blocksOf, crashAfter, flipBit, tearSnapshot } from "./disk-faults.ts";
import { Random } from "./random.ts";
import { Scenario } from "./scenario.ts";

/** Segments so short that many a crash meets the first block of one. */
const JOURNAL = { segmentBytes: 5 * 1024, preallocateBytes: 4_096 };
/** Commands of one life, at most. */
const LIFE = 160;

export type StorageRun = { seed: number; lives: number };

/** What happened, by name. */
export type StorageResult = { counts: Map<string, number>; stateHash: string };

export async function runStorage({ seed, lives }: StorageRun): Promise<StorageResult> {
  const folder = mkdtempSync(join(tmpdir(), "venue-storage-"));
  try {
    const run = new StorageSimulation(seed, folder);
    for (let life = 0; life < lives; life += 1) await run.live();
    return { counts: run.counts, stateHash: await run.finish() };
  } catch (error) {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    throw new Error(`storage seed ${seed} (${lives} lives): ${reason}`, { cause: error });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

class StorageSimulation {
  readonly counts = new Map<string, number>();
  readonly #folder: string;
  readonly #random: Random;
  readonly #scenario: Scenario;
  #now = 0;
  /** Every command that is in the journal, in order; the last ones may not survive the next crash. */
  #model: Uint8Array[] = [];
  /** Commands that were sent and lost: they come again. */
  #lost: Uint8Array[] = [];

  constructor(seed: number, folder: string) {
    this.#folder = folder;
    this.#random = new Random(seed * 7_919);
    this.#scenario = new Scenario(seed, emptyState());
  }

  /** From a start to the next crash. */
  async live(): Promise<void> {
    const random = this.#random;
    const sequencer = await this.#recover();
    this.#scenario.continueWith(sequencer.state);
    this.#resend(sequencer);
    const commands = this.#model.length + random.between(1, LIFE);
    while (this.#model.length < commands) {
      this.#executeSome(sequencer);
      // These come while the block before them is on its way; whatever the disk's speed, they are the next block.
      await new Promise((resolve) => setImmediate(resolve));
      if (random.oneIn(2)) this.#executeSome(sequencer);
      await sequencer.settled();
    }
    await sequencer.close();
    if (random.oneIn(2)) await this.#follow();
    if (blocksOf(this.#folder).length > 2) await this.#refusesDamage();
    this.#crash();
  }

  /** The state's hash, from the journal alone and by way of a snapshot. */
  async finish(): Promise<string> {
    const sequencer = await this.#recover();
    await sequencer.close();
    return stateHash(sequencer.state);
  }

  /** Commands of one turn share a block. */
  #executeSome(sequencer: Sequencer): void {
    for (let left = this.#random.between(1, 8); left > 0; left -= 1) {
      const command = this.#scenario.next();
      this.#now = Math.max(this.#now, this.#scenario.time);
      this.#execute(sequencer, encodeCommand(command));
    }
  }

  #execute(sequencer: Sequencer, bytes: Uint8Array): void {
    const outcome = sequencer.execute(bytes);
    this.#model.push(bytes.slice());
    this.#count(outcome.kind === "duplicate" ? "duplicate" : "command");
  }

  /** Sends lost commands again; those that survived answer as duplicates. */
  #resend(sequencer: Sequencer): void {
    for (const bytes of this.#lost.splice(0)) {
      const { command } = decodeCommand(bytes);
      const isListed =
        command.type === "list_market" && sequencer.state.markets.has(command.market.symbol);
      if (isListed) continue;
      // A copy: the sequencer stamps the time into what it is given.
      this.#execute(sequencer, bytes.slice());
      this.#count("sent again");
    }
  }

  #crash(): void {
    const folder = this.#folder;
    const random = this.#random;
    const blocks = blocksOf(folder);
    const known = snapshotsOf(folder)[0]?.height ?? 0;
    const synced = Math.max(known, random.between(Math.max(0, blocks.length - 12), blocks.length));
    if (synced === 0) return;
    const acknowledged = blocks[synced - 1]?.seq ?? 0;
    const what = crashAfter(folder, blocks, synced, random);
    this.#count(`crash: ${what.replaceAll(/\d+/g, "n")}`);
    if (random.oneIn(3)) {
      tearSnapshot(folder, random);
      this.#count("snapshot torn");
    }
    const survived = blocksOf(folder).at(-1)?.seq ?? 0;
    if (survived < acknowledged)
      throw new Error(`acknowledged ${acknowledged}, survived ${survived}`);
    this.#lost = this.#model.slice(survived);
    // A client that got no answer for a command that survived sends it as well.
    if (survived > acknowledged)
      this.#lost.unshift(...this.#model.slice(acknowledged, survived).filter(isSigned));
    this.#model = this.#model.slice(0, survived);
  }

  /** Recovers, with a snapshot if one is good, and proves that it does not matter. */
  async #recover(): Promise<Sequencer> {
    const folder = this.#folder;
    const { snapshot, warnings } = loadSnapshot(folder);
    if (snapshot !== undefined) this.#count("recovered from a snapshot");
    if (warnings.length > 0) this.#count("snapshot refused");
    const sequencer = await this.#open(folder, snapshot);
    const copy = `${folder}-alone`;
    cpSync(folder, copy, { recursive: true });
    try {
      const alone = await this.#open(copy, undefined);
      await alone.close();
      same(stateHash(alone.state), stateHash(sequencer.state), "a snapshot's recovery");
      same(alone.state.effects.head, sequencer.state.effects.head, "a snapshot's effects");
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
    same(contentOf(sequencer.state), contentOf(this.#replayModel()), "the recovered state");
    return sequencer;
  }

  #open(folder: string, from: ReturnType<typeof loadSnapshot>["snapshot"]): Promise<Sequencer> {
    return Sequencer.open({
      folder,
      clock: { now: () => this.#now },
      events: NO_EVENTS,
      onFailure: (error) => {
        throw error;
      },
      from,
      journal: JOURNAL,
    });
  }

  #replayModel(): VenueState {
    const state = emptyState();
    for (const bytes of this.#model) {
      const { command, time } = decodeCommand(bytes);
      apply(state, command, time, NO_EVENTS);
    }
    return state;
  }

  /** The follower replays what is durable, proves each block's hash, and leaves a snapshot. */
  async #follow(): Promise<void> {
    const follower = Follower.open({ folder: this.#folder });
    try {
      follower.durable(blocksOf(this.#folder).length);
      await follower.catchUp();
      follower.snapshot();
    } finally {
      follower.close();
    }
  }

  /** A bit that flipped in the middle is found, and the start refused with its place. */
  async #refusesDamage(): Promise<void> {
    const copy = `${this.#folder}-damaged`;
    cpSync(this.#folder, copy, { recursive: true });
    try {
      const { segment, start } = flipBit(copy, blocksOf(copy), this.#random);
      const file = `${String(segment).padStart(8, "0")}.journal, byte ${start}`;
      const refused = await this.#open(copy, undefined).then(
        () => "nothing",
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
      if (!refused.includes(file))
        throw new Error(`a flipped bit at ${file} was answered with: ${refused}`);
      this.#count("flipped bit refused");
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  }

  #count(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }
}

function isSigned(bytes: Uint8Array): boolean {
  return "signed" in decodeCommand(bytes).command;
}

/** Without the chain of effects, which depends on where blocks end. */
function contentOf(state: VenueState): string {
  return stateHash({ ...state, effects: new EffectLog() });
}

function same(actual: string, expected: string, what: string): void {
  if (actual !== expected) throw new Error(`${what} is another: ${actual}, not ${expected}`);
}
