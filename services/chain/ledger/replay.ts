/**
 * Runs the blocks of the log again, from a snapshot or from genesis. The replay must give the
 * stored hashes.
 */
import { existsSync, statSync } from "node:fs";
import type { Logger } from "#lib/kernel/log/log.ts";
import { SlotLog } from "#services/chain/disk/slot-log.ts";
import type { ChainHistory } from "#services/chain/history/history.ts";
import { parseTransaction } from "#services/chain/vm/wire-transaction.ts";
import {
  emptyBlock,
  historyBlock,
  type Machine,
  runInBlock,
  slotHashesBy,
} from "./block-runner.ts";
import { type Anchor, blockHash, emptyBlockHash } from "./blockhashes.ts";

/** The block after which the replay begins, and where its line ends in the log. */
export type StartPoint = Anchor & { logEnd: number };

/** Where each of the newest blocks ends in the log. */
export type BlockEnd = { slot: number; end: number };

export type ReplayParts = {
  folder: string;
  machine: Omit<Machine, "slotHashes">;
  history: ChainHistory;
  genesisHash: string;
  slotHashesFrom: number;
  /** Unix seconds of the block of a slot. */
  secondsOf: (slot: number) => number;
  log: Pick<Logger, "info">;
};

export type Replayed = { log: SlotLog; anchor: Anchor; ends: BlockEnd[] };

const STORED_ENDS = 64;
/** Blocks that go into the history in one transaction. */
const BATCH = 200;
/** More than the blocks that the history does not have yet, and than the slots of which programs see the hash. */
const STORED_ANCHORS = 400;

/** @throws Error for a damaged log, or for a block whose replay gives another hash */
export async function replayLog(parts: ReplayParts, from: StartPoint): Promise<Replayed> {
  const { history, folder } = parts;
  const anchors = new Anchors(from, parts);
  const slotHashes = slotHashesBy(parts.slotHashesFrom, (slot) => anchors.hashOf(slot));
  const machine = { ...parts.machine, slotHashes };
  const path = `${folder}/slots.log`;
  requireWhole(path, history.newest());
  const ends: BlockEnd[] = [{ slot: from.slot, end: from.logEnd }];
  let anchor: Anchor = { slot: from.slot, hash: from.hash };
  let batch: Parameters<ChainHistory["add"]>[0][number][] = [];
  let transactions = 0;
  machine.vm.verifySignatures(false);
  const log = await SlotLog.open(path, from.logEnd, ({ block, end }) => {
    const made = emptyBlock(block.slot);
    machine.vm.setClock(block.slot, parts.secondsOf(block.slot));
    for (const text of block.transactions) {
      runInBlock(machine, made, parseTransaction(Buffer.from(text, "base64")), false);
    }
    const hash = blockHash(anchor, block.slot, made.digests);
    if (hash !== block.hash) throw new ReplayDiffers(path, block.slot);
    anchor = { slot: block.slot, hash };
    anchors.add(anchor);
    batch.push(historyBlock({ ...made, hash }, end, machine.accounts));
    machine.accounts.versions.prune(block.slot + 1);
    transactions += block.transactions.length;
    ends.push({ slot: block.slot, end });
    if (ends.length > STORED_ENDS) ends.shift();
    if (batch.length >= BATCH) {
      history.add(batch);
      batch = [];
    }
  });
  history.add(batch);
  machine.vm.verifySignatures(true);
  parts.log.info({ transactions, from: from.slot, to: anchor.slot }, "the log is replayed");
  return { log, anchor, ends };
}

/** The hashes of slots before the block that is run. The history does not have the newest of its blocks yet. */
class Anchors {
  readonly #parts: Pick<ReplayParts, "history" | "genesisHash">;
  #newest: Anchor[];

  constructor(from: Anchor, parts: Pick<ReplayParts, "history" | "genesisHash">) {
    this.#parts = parts;
    this.#newest = [from];
  }

  add(anchor: Anchor): void {
    this.#newest.push(anchor);
    if (this.#newest.length > STORED_ANCHORS * 2)
      this.#newest = this.#newest.slice(-STORED_ANCHORS);
  }

  hashOf(slot: number): string {
    const { history, genesisHash } = this.#parts;
    const anchor = this.#newest.findLast((one) => one.slot <= slot) ??
      history.blockBefore(slot) ?? { slot: 0, hash: genesisHash };
    return anchor.slot === slot ? anchor.hash : emptyBlockHash(anchor, slot);
  }
}

/** The history contains confirmed blocks only, so the log must contain them too. */
function requireWhole(path: string, newest: ReturnType<ChainHistory["newest"]>): void {
  if (newest === undefined) return;
  const size = existsSync(path) ? statSync(path).size : 0;
  if (size >= newest.logEnd) return;
  throw new Error(
    `${path} ends before block ${newest.slot}, which was confirmed. Restore it from a copy.`,
  );
}

class ReplayDiffers extends Error {
  constructor(path: string, slot: number) {
    super(
      `${path}: slot ${slot} gives another result than when it was made. Was another version of litesvm installed?`,
    );
    this.name = "ReplayDiffers";
  }
}
