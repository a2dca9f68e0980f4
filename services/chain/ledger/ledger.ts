/**
 * The chain: slots, blocks and their commitment. A transaction is *processed* once it ran,
 * *confirmed* once its slot is on the disk, and *finalized* `finalSlots` later. A kill drops what
 * is only processed, as a fork does.
 */

import type { Logger } from "#lib/kernel/log/log.ts";
import type { Clock } from "#lib/kernel/time/clock.ts";
import type { SlotLog } from "#services/chain/disk/slot-log.ts";
import { removeSnapshotsAfter, writeVmSnapshot } from "#services/chain/disk/snapshot-files.ts";
import type { ChainHistory } from "#services/chain/history/history.ts";
import type { AccountState } from "#services/chain/vm/account-state.ts";
import type { TransactionError } from "#services/chain/vm/transaction-error.ts";
import type { Execution, Vm } from "#services/chain/vm/vm.ts";
import type { ReceivedTransaction, TransactionKeys } from "#services/chain/vm/wire-transaction.ts";
import { ChainAccounts } from "./accounts.ts";
import {
  emptyBlock,
  historyBlock,
  type LedgerTransaction,
  type Machine,
  messageDigest,
  type OpenBlock,
  resolveKeys,
  runInBlock,
  type Submitted,
  showSlotHashes,
  slotHashesBy,
} from "./block-runner.ts";
import { type Anchor, Blockhashes, blockHash, emptyBlockHash, VALID_SLOTS } from "./blockhashes.ts";
import { RecentTransactions } from "./recent-transactions.ts";
import { type BlockEnd, type Replayed, replayLog, type StartPoint } from "./replay.ts";

export const COMMITMENTS = ["processed", "confirmed", "finalized"] as const;
export type Commitment = (typeof COMMITMENTS)[number];

/** Slots whose states a lagging node may still read. */
const STORED_SLOTS = 64;
/** Blockhashes and signatures are stored for twice the life of a blockhash. */
const KNOWN_SLOTS = VALID_SLOTS * 2;
const SNAPSHOT_TRANSACTIONS = 5_000;

export type LedgerOptions = {
  folder: string;
  vm: Vm;
  history: ChainHistory;
  clock: Clock;
  /** Unix milliseconds of slot 0. */
  genesisAt: number;
  genesisHash: string;
  slotMs: number;
  /** Slots from *confirmed* to *finalized*. */
  finalSlots: number;
  /** The first slot at which programs see the hashes of recent slots. */
  slotHashesFrom: number;
  log: Pick<Logger, "info" | "warn" | "fatal">;
};

export type LedgerListener = {
  /** A transaction ran. */
  processed?: (transaction: LedgerTransaction) => void;
  /** A slot opened. */
  opened?: (slot: number) => void;
  /** Every slot up to `confirmed` is on the disk, and slots up to `finalized` cannot be dropped. */
  confirmed?: (confirmed: number, finalized: number) => void;
  /** The log cannot be written, so nothing is confirmed from now on. */
  failed?: (error: unknown) => void;
};

type SealedBlock = OpenBlock & { hash: string };
type PendingSnapshot = { anchor: Anchor; vm: Uint8Array };

export class Ledger {
  readonly accounts: ChainAccounts;
  readonly #options: LedgerOptions;
  readonly #log: SlotLog;
  readonly #hashes = new Blockhashes(KNOWN_SLOTS);
  readonly #recent = new RecentTransactions();
  readonly #listeners = new Set<LedgerListener>();
  #ends: BlockEnd[];
  #anchor: Anchor;
  #open: OpenBlock;
  #sealed: SealedBlock[] = [];
  #confirmed: number;
  #writing: Promise<void> | undefined;
  #failure: { error: unknown } | undefined;
  #sinceSnapshot = 0;
  #pendingSnapshot: PendingSnapshot | undefined;

  private constructor(
    options: LedgerOptions,
    accounts: ChainAccounts,
    { log, anchor, ends }: Replayed,
  ) {
    this.#options = options;
    this.accounts = accounts;
    this.#log = log;
    this.#anchor = anchor;
    this.#ends = ends;
    const slot = Math.max(this.#slotAt(options.clock.now()), anchor.slot + 1);
    this.#confirmed = slot - 1;
    const first = Math.max(0, slot - KNOWN_SLOTS);
    for (let known = first; known < slot; known += 1)
      this.#hashes.add(known, this.#storedHash(known));
    for (const { bytes, ...landed } of options.history.landedSince(first))
      this.#recent.restore(messageDigest(bytes), landed);
    accounts.versions.startAt(slot);
    this.#open = emptyBlock(slot);
    this.#enterSlot();
  }

  /** Replays the log after `from`. @throws the errors of `replayLog` */
  static async open(options: LedgerOptions, from: StartPoint): Promise<Ledger> {
    const { folder, vm, history, log, genesisAt, slotMs, genesisHash, slotHashesFrom } = options;
    const accounts = new ChainAccounts(vm);
    const secondsOf = (slot: number) => Math.floor((genesisAt + slot * slotMs) / 1_000);
    const machine = { vm, accounts };
    const parts = { folder, machine, history, secondsOf, genesisHash, slotHashesFrom, log };
    return new Ledger(options, accounts, await replayLog(parts, from));
  }

  /** @returns a function that ends it */
  listen(listener: LedgerListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  slot(commitment: Commitment): number {
    if (commitment === "processed") return this.#open.slot;
    if (commitment === "confirmed") return this.#confirmed;
    return Math.max(0, this.#confirmed - this.#options.finalSlots);
  }

  /** Unix seconds at which a slot begins. */
  secondsOf(slot: number): number {
    return Math.floor((this.#options.genesisAt + slot * this.#options.slotMs) / 1_000);
  }

  /** A blockhash, and the last block height at which a transaction with it is accepted. */
  blockhashAt(slot: number): { blockhash: string; lastValidBlockHeight: number } {
    // The open slot has no hash yet.
    const closed = Math.min(slot, this.#open.slot - 1);
    return { blockhash: this.hashOf(closed), lastValidBlockHeight: closed + VALID_SLOTS };
  }

  /** Whether a transaction with this blockhash is accepted now. @param at the newest slot that counts */
  isValid(blockhash: string, at: number = this.#open.slot): boolean {
    const slot = this.#hashes.slotOf(blockhash);
    return slot !== undefined && slot <= at && slot + VALID_SLOTS >= this.#open.slot;
  }

  /** The hash of a closed slot. */
  hashOf(slot: number): string {
    return this.#hashes.hashOf(slot) ?? this.#storedHash(slot);
  }

  /** An account at the end of a slot, or now for the open one. */
  account(key: string, at: number): AccountState | null {
    return at >= this.#open.slot ? this.accounts.newest(key) : this.accounts.at(key, at);
  }

  /** The accounts of a program at the end of a slot. It reads the whole state. */
  accountsOf(program: string, at: number): { key: string; state: AccountState }[] {
    return [...this.accounts.of(program)].flatMap((key) => {
      const state = this.account(key, at);
      return state?.owner === program ? [{ key, state }] : [];
    });
  }

  /** How many slots begin in these seconds. */
  slotsIn(seconds: number): number {
    return Math.round((seconds * 1_000) / this.#options.slotMs);
  }

  keysOf(wire: ReceivedTransaction): TransactionKeys {
    return resolveKeys(this.accounts, wire);
  }

  /** Slot and error of a transaction of the newest slots. */
  recent(signature: string): { slot: number; error: TransactionError | null } | undefined {
    return this.#recent.find(signature);
  }

  rentExemption(bytes: number): bigint {
    return this.#options.vm.rentExemption(bytes);
  }

  /** Runs a transaction in the open slot. @param preflight see `runInBlock` */
  submit(wire: ReceivedTransaction, { preflight }: { preflight: boolean }): Submitted {
    if (this.#failure !== undefined) throw this.#failure.error;
    this.tick();
    if (!this.isValid(wire.blockhash)) return refusedAs("BlockhashNotFound");
    const digest = messageDigest(wire.bytes);
    if (this.#recent.has(digest) || this.#recent.find(wire.signature) !== undefined) {
      return refusedAs("AlreadyProcessed");
    }
    const result = runInBlock(this.#machine(), this.#open, wire, preflight);
    if ("refused" in result) return result;
    this.#recent.add(digest, result.landed);
    for (const listener of this.#listeners) listener.processed?.(result.landed);
    return result;
  }

  simulate(
    wire: ReceivedTransaction,
    { verify }: { verify: boolean },
  ): Execution & { after: Map<string, AccountState> } {
    this.tick();
    showSlotHashes(this.#machine(), this.#open.slot, this.keysOf(wire).keys);
    this.#options.vm.verifySignatures(verify);
    try {
      return this.#options.vm.simulate(wire);
    } finally {
      this.#options.vm.verifySignatures(true);
    }
  }

  #machine(): Machine {
    const { vm, slotHashesFrom } = this.#options;
    const slotHashes = slotHashesBy(slotHashesFrom, (slot) => this.hashOf(slot));
    return { vm, accounts: this.accounts, slotHashes };
  }

  /** Opens the current slot, closes the slots before it, and begins to write them. */
  tick(): void {
    const now = this.#slotAt(this.#options.clock.now());
    // After a sleep of the machine, slots are skipped whose hashes are too old for any transaction.
    if (now - this.#open.slot > KNOWN_SLOTS * 2) this.#skipTo(now - KNOWN_SLOTS);
    while (this.#open.slot < now) this.#seal();
    if (this.#confirmed >= this.#open.slot - 1 || this.#writing !== undefined) return;
    // Empty slots need no record. They are confirmed at once, so that after a sleep of the machine
    // no client gets an old blockhash.
    if (this.#sealed.length === 0) this.#confirm(this.#open.slot - 1);
    else this.#writing = this.#write();
  }

  /** Resolves when every closed slot is on the disk. @throws the error of the disk */
  async settled(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing;
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  /**
   * Drops the blocks after a slot, as a fork does; for tests.
   * @returns the signatures of the dropped transactions
   * @throws RangeError for a slot before the final one
   */
  async rollBackTo(slot: number): Promise<string[]> {
    await this.settled();
    if (slot < this.slot("finalized"))
      throw new RangeError(`slot ${slot} is followed by final ones`);
    const open = this.#open.slot;
    this.#open = emptyBlock(open);
    const dropped: string[] = [];
    for (let at = open; at > slot; at -= 1) dropped.push(...this.#revert(at));
    this.#ends = this.#ends.filter((one) => one.slot <= slot);
    this.#options.history.removeAfter(slot);
    removeSnapshotsAfter(`${this.#options.folder}/snapshots`, slot);
    this.#anchor = this.#storedAnchor(slot);
    for (let at = slot + 1; at < open; at += 1) {
      this.#hashes.remove(at);
      this.#hashes.add(at, emptyBlockHash(this.#anchor, at));
    }
    await this.#truncateLog(this.#ends.at(-1)?.end ?? 0);
    return dropped;
  }

  /** Counts as a write, so that no block is appended meanwhile. */
  async #truncateLog(end: number): Promise<void> {
    if (end === this.#log.end) return;
    const truncated = this.#log.truncate(end);
    this.#writing = truncated.finally(() => {
      this.#writing = undefined;
    });
    await this.#writing;
  }

  async close(): Promise<void> {
    await this.settled();
    if (this.#sinceSnapshot > 0 && this.#open.transactions.length === 0) {
      this.#writeSnapshot({ anchor: this.#anchor, vm: this.#options.vm.snapshot() });
    }
    await this.#log.close();
  }

  #revert(slot: number): string[] {
    for (const { key, before } of this.accounts.versions.revert(slot)) {
      this.accounts.restore(key, before);
    }
    return this.#recent.remove(slot);
  }

  #slotAt(time: number): number {
    return Math.floor((time - this.#options.genesisAt) / this.#options.slotMs);
  }

  #skipTo(slot: number): void {
    this.#seal();
    this.#open = emptyBlock(slot);
  }

  #seal(): void {
    const { slot, transactions, digests } = this.#open;
    if (transactions.length === 0) {
      this.#hashes.add(slot, emptyBlockHash(this.#anchor, slot));
    } else {
      const hash = blockHash(this.#anchor, slot, digests);
      this.#anchor = { slot, hash };
      this.#hashes.add(slot, hash);
      this.#sealed.push({ slot, transactions, digests, hash });
      this.#sinceSnapshot += transactions.length;
      this.#considerSnapshot();
    }
    this.#open = emptyBlock(slot + 1);
    this.#enterSlot();
  }

  /** Taken between two blocks, because then the VM's state is exactly what the log will contain. */
  #considerSnapshot(): void {
    if (this.#sinceSnapshot < SNAPSHOT_TRANSACTIONS || this.#pendingSnapshot !== undefined) return;
    this.#sinceSnapshot = 0;
    this.#pendingSnapshot = { anchor: this.#anchor, vm: this.#options.vm.snapshot() };
  }

  #enterSlot(): void {
    const { slot } = this.#open;
    this.#options.vm.setClock(slot, this.secondsOf(slot));
    this.#recent.forgetBefore(slot - KNOWN_SLOTS);
    // Blocks that are not on the disk yet may still be read.
    this.accounts.versions.prune(Math.min(slot - STORED_SLOTS, this.slot("finalized")));
    for (const listener of this.#listeners) listener.opened?.(slot);
  }

  async #write(): Promise<void> {
    try {
      while (this.#confirmed < this.#open.slot - 1) await this.#writeClosed();
    } catch (error) {
      // Confirmed must mean on the disk. A restart from the log is safe, and continuing is not.
      this.#failure = { error };
      for (const listener of this.#listeners) listener.failed?.(error);
    } finally {
      this.#writing = undefined;
    }
  }

  async #writeClosed(): Promise<void> {
    const upTo = this.#open.slot - 1;
    // More slots close while these are written.
    const blocks = [...this.#sealed];
    if (blocks.length > 0) {
      const ends = await this.#log.append(blocks.map(recordOf));
      this.#sealed = this.#sealed.slice(blocks.length);
      const placed = blocks.map((block, index) => ({ block, end: ends[index] ?? 0 }));
      this.#ends.push(...placed.map(({ block, end }) => ({ slot: block.slot, end })));
      this.#ends.splice(0, Math.max(0, this.#ends.length - STORED_SLOTS));
      this.#options.history.add(
        placed.map(({ block, end }) => historyBlock(block, end, this.accounts)),
      );
      this.#flushSnapshot();
    }
    this.#confirm(upTo);
  }

  #confirm(upTo: number): void {
    this.#confirmed = upTo;
    const finalized = this.slot("finalized");
    for (const listener of this.#listeners) listener.confirmed?.(upTo, finalized);
  }

  #flushSnapshot(): void {
    const pending = this.#pendingSnapshot;
    if (pending === undefined || this.#sealed.some(({ slot }) => slot <= pending.anchor.slot))
      return;
    this.#pendingSnapshot = undefined;
    this.#writeSnapshot(pending);
  }

  #writeSnapshot({ anchor, vm }: PendingSnapshot): void {
    const end = this.#ends.find(({ slot }) => slot === anchor.slot)?.end;
    if (end === undefined) return;
    try {
      writeVmSnapshot(`${this.#options.folder}/snapshots`, { ...anchor, logEnd: end, vm });
    } catch (error) {
      this.#options.log.warn({ err: error }, "no snapshot was written; a restart takes longer");
    }
  }

  #storedAnchor(slot: number): Anchor {
    return this.#options.history.blockBefore(slot) ?? { slot: 0, hash: this.#options.genesisHash };
  }

  /** The hash of a slot on the disk, or of an empty one. */
  #storedHash(slot: number): string {
    const anchor = this.#storedAnchor(slot);
    return anchor.slot === slot ? anchor.hash : emptyBlockHash(anchor, slot);
  }
}

function refusedAs(error: string): Submitted {
  return { refused: { error, execution: null } };
}

function recordOf({ slot, hash, transactions }: SealedBlock) {
  const texts = transactions.map(({ bytes }) => Buffer.from(bytes).toString("base64"));
  return { slot, hash, transactions: texts };
}
