/**
 * Follows this service's swaps on the chain by their reference key. A node may list a transaction
 * late and does not order those of one slot, so every pass reads some slots again and takes in what
 * is new.
 */
import "server-only";
import { and, asc, eq, inArray, isNotNull, lte, or, sql } from "drizzle-orm";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { GENESIS_HASH } from "#lib/protocol/solana.ts";
import { CROSS_MEMO } from "#lib/protocol/swaps/cross/cross-memo.ts";
import { JUPITER_VENUE } from "#lib/protocol/swaps/plan/swap-plan.ts";
import { SWAP_MEMO } from "#lib/protocol/swaps/swap-memo.ts";
import {
  type LandedTransaction,
  MAX_STATUSES,
  type SignatureRow,
  type SignatureStatus,
  type SwapNode,
} from "#lib/swaps/chain/swap-node.ts";
import type { SwapSettings } from "#lib/swaps/chain/swap-settings.ts";
import { swapIntake, swaps } from "#lib/swaps/schema/swaps.ts";
import {
  beginSettling,
  dropSwap,
  type FinalSwap,
  finalizeSwaps,
  isFinalHere,
  type SeenSwap,
  showSwaps,
} from "./intake-store.ts";
import { readLandedSwap } from "./read-landed-swap.ts";
import { type KnownBars, type SwapSides, swapValue } from "./swap-value.ts";

/**
 * Slots that each pass reads again, and the larger number that a pass reads again every 20 minutes.
 */
const READ_AGAIN_SLOTS = 64;
const READ_AGAIN_FAR_SLOTS = 5_000;
const FAR_EVERY_MS = 20 * 60_000;
/** Transactions that are requested at once. */
const TAKEN_AT_ONCE = 32;
/** New transactions of one pass, and the other transactions that are remembered. */
const MAX_READ = 2_000;
const MAX_OTHERS = 100_000;
/** A swap that has been missing for this many slots does not come back. */
const GONE_SLOTS = 150;

export type IntakeParts = { db: Database; node: SwapNode; settings: SwapSettings };
export type Pass = {
  /** How many swaps changed on the tape. */
  changed: number;
  /** True while a submitted or seen swap is not final. */
  isWaiting: boolean;
};

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 60_000;

type Unread = { row: SignatureRow; askAt: number; waited: number };

export class ChainIntake {
  readonly #parts: IntakeParts;
  /** Signatures of these slots that are not swaps of this service. They need not be read again. */
  readonly #others = new Map<string, number>();
  /**
   * Transactions that the node did not return. They are requested again at growing intervals, and
   * do not delay others.
   */
  readonly #unread = new Map<string, Unread>();
  #readAgainAt = 0;

  constructor(parts: IntakeParts) {
    this.#parts = parts;
  }

  /**
   * One pass. @param now Unix milliseconds. @throws CHAIN_UNREACHABLE, CHAIN_IS_ANOTHER. The next
   * pass continues
   */
  async run(now: number): Promise<Pass> {
    const { node } = this.#parts;
    const position = await this.#readPosition();
    // Read first, so that the lists that follow contain everything up to this slot.
    const { slot: finalized } = await node.head("finalized");
    await this.#proveChain(position, finalized);
    const isFar = now >= this.#readAgainAt;
    const again = isFar ? READ_AGAIN_FAR_SLOTS : READ_AGAIN_SLOTS;
    // Waiting swaps are settled first, even when many new ones have arrived.
    let changed = await this.#settleAll(finalized, now);
    let shown = await this.#takeIn(this.#dueAgain(now), now);
    const taken = await this.#takeInSince(position.slot - again, finalized, now);
    shown += taken.shown;
    if (shown > 0) changed += shown + (await this.#settleAll(finalized, now));
    if (taken.isAll) {
      await this.#moveTo(finalized);
      if (isFar) this.#readAgainAt = now + FAR_EVERY_MS;
    }
    this.#forgetOthers(finalized);
    return { changed, isWaiting: await this.#isWaiting() };
  }

  async #settleAll(finalized: number, now: number): Promise<number> {
    let changed = 0;
    for (let settled = MAX_STATUSES; settled === MAX_STATUSES; ) {
      settled = await this.#settle(finalized, now);
      changed += settled;
    }
    return changed;
  }

  async #isWaiting(): Promise<boolean> {
    if (this.#unread.size > 0) return true;
    const { db, settings } = this.#parts;
    const isOpen = or(eq(swaps.status, "confirmed"), isNotNull(swaps.resendAt));
    return (await db.$count(swaps, and(eq(swaps.network, settings.network), isOpen))) > 0;
  }

  #dueAgain(now: number): SignatureRow[] {
    const due = [...this.#unread.values()].filter(({ askAt }) => askAt <= now);
    return due.map(({ row }) => row).slice(0, TAKEN_AT_ONCE);
  }

  #forgetOthers(finalized: number): void {
    for (const [signature, { row }] of this.#unread)
      if (row.slot < finalized - READ_AGAIN_FAR_SLOTS) this.#unread.delete(signature);
    for (const [signature, slot] of this.#others) {
      const isOld = slot < finalized - READ_AGAIN_FAR_SLOTS;
      if (!isOld && this.#others.size <= MAX_OTHERS) return;
      this.#others.delete(signature);
    }
  }

  async #readPosition(): Promise<{ slot: number; genesisHash: string }> {
    const { db, settings } = this.#parts;
    const { network } = settings;
    const read = () => db.select().from(swapIntake).where(eq(swapIntake.network, network));
    const [found] = await read();
    if (found !== undefined) return found;
    const first = { network, genesisHash: GENESIS_HASH[network], slot: 0 };
    await db.insert(swapIntake).values(first).onConflictDoNothing();
    return (await read())[0] ?? first;
  }

  /** A chain that is much shorter than what was read is another chain, or has lost its end. */
  async #proveChain(
    { genesisHash, slot }: { genesisHash: string; slot: number },
    finalized: number,
  ): Promise<void> {
    const { node, settings } = this.#parts;
    const isShort = slot > finalized + READ_AGAIN_FAR_SLOTS;
    if (isShort || (await node.genesisHash()) !== genesisHash)
      throw new ServiceError("CHAIN_IS_ANOTHER", { network: settings.network });
  }

  /**
   * Reads page by page, newest first, because there may be any number. When a pass reaches its
   * limit, the next one continues and skips what is known by then.
   */
  async #takeInSince(
    from: number,
    finalized: number,
    now: number,
  ): Promise<{ shown: number; isAll: boolean }> {
    const { node, settings } = this.#parts;
    let [shown, readCount] = [0, 0];
    let before: string | undefined;
    while (readCount < MAX_READ) {
      const page = await node.signaturesOf(settings.reference, before, finalized);
      const last = page.at(-1);
      if (last === undefined) return { shown, isAll: true };
      const fresh = await this.#unknownOf(page.filter(({ slot }) => slot >= from));
      readCount += fresh.length;
      shown += await this.#takeIn(
        fresh.toSorted(
          (one, other) => one.slot - other.slot || (one.signature < other.signature ? -1 : 1),
        ),
        now,
      );
      if (last.slot < from) return { shown, isAll: true };
      before = last.signature;
    }
    return { shown, isAll: false };
  }

  async #takeIn(fresh: readonly SignatureRow[], now: number): Promise<number> {
    const { db, settings } = this.#parts;
    let shown = 0;
    for (let from = 0; from < fresh.length; from += TAKEN_AT_ONCE) {
      const some = fresh.slice(from, from + TAKEN_AT_ONCE);
      const seen = await Promise.all(
        some.map(async (row): Promise<SeenSwap[]> => {
          const { signature, slot } = row;
          const landed = await this.#readable(signature);
          if (landed === null) {
            this.#postpone(row, now);
            return [];
          }
          this.#unread.delete(signature);
          const swap = readLandedSwap(landed, settings);
          if (swap === undefined) this.#others.set(signature, slot);
          return swap === undefined ? [] : [{ signature, swap }];
        }),
      );
      const found = seen.flat();
      if (found.length === 0) continue;
      const added = await showSwaps(db, settings.network, found);
      shown += added.shown;
      for (const { signature, swap } of found)
        if (added.underpaid.includes(signature)) this.#others.set(signature, swap.slot);
    }
    return shown;
  }

  #postpone(row: SignatureRow, now: number): void {
    const waited = this.#unread.get(row.signature)?.waited ?? FIRST_WAIT_MS;
    this.#unread.set(row.signature, {
      row,
      askAt: now + waited,
      waited: Math.min(2 * waited, LONGEST_WAIT_MS),
    });
  }

  /**
   * Null when a fork has dropped the transaction since it was listed, or when it cannot be read
   * now.
   */
  async #readable(signature: string): Promise<LandedTransaction | null> {
    try {
      return await this.#parts.node.transaction(signature);
    } catch (error) {
      if (error instanceof ServiceError) return null;
      throw error;
    }
  }

  /** Transactions that the tape does not have, or has in another slot. */
  async #unknownOf(listed: readonly SignatureRow[]): Promise<SignatureRow[]> {
    const candidates = listed.filter(
      ({ signature, err, memo }) =>
        err === null &&
        isOfSwap(memo) &&
        !this.#others.has(signature) &&
        !this.#unread.has(signature),
    );
    if (candidates.length === 0) return [];
    const names = candidates.map(({ signature }) => signature);
    const rows = await this.#parts.db
      .select({ signature: swaps.signature, status: swaps.status, slot: swaps.slot })
      .from(swaps)
      .where(inArray(swaps.signature, names));
    const known = new Map(rows.map((row) => [row.signature, row]));
    return candidates.filter(({ signature, slot }) => {
      const row = known.get(signature);
      if (row !== undefined && isFinalHere(row)) return false;
      return row?.status !== "confirmed" || row.slot !== slot;
    });
  }

  /** Finalizes confirmed swaps in finalized slots, or drops them. @returns how many changed */
  async #settle(finalized: number, now: number): Promise<number> {
    const { db, node, settings } = this.#parts;
    const { network } = settings;
    const waiting = await db
      .select()
      .from(swaps)
      .where(
        and(eq(swaps.network, network), eq(swaps.status, "confirmed"), lte(swaps.slot, finalized)),
      )
      .orderBy(asc(swaps.slot), asc(swaps.signature))
      .limit(MAX_STATUSES);
    if (waiting.length === 0) return 0;
    const { slot, found } = await node.statuses(waiting.map(({ signature }) => signature));
    const final: FinalSwap[] = [];
    const bars: KnownBars = new Map();
    const settling: string[] = [];
    let changed = 0;
    for (const [index, row] of waiting.entries()) {
      const status = found[index] ?? null;
      const isFinal = status?.confirmationStatus === "finalized" && status.err === null;
      if (isFinal && status.slot === row.slot && row.destination !== null) {
        settling.push(row.signature);
      } else if (isFinal && status.slot === row.slot) {
        const usd = await swapValue({ db, bars, now }, sidesOf(row));
        // Points must be counted in the order of the chain, so later swaps wait too.
        if (usd === "wait") break;
        final.push({ signature: row.signature, slot: row.slot, usd });
      } else if (isGone(status, slot, row.slot ?? 0)) {
        if (await dropSwap(db, network, row)) changed += 1;
      }
    }
    changed += await beginSettling(db, settling);
    if (final.length === 0) return changed;
    return changed + (await finalizeSwaps(db, network, final, now));
  }

  async #moveTo(slot: number): Promise<void> {
    const { db, settings } = this.#parts;
    await db
      .update(swapIntake)
      .set({ slot })
      .where(and(eq(swapIntake.network, settings.network), sql`${swapIntake.slot} < ${slot}`));
  }
}

function isOfSwap(memo: string | null | undefined): boolean {
  return memo?.includes(SWAP_MEMO) === true || memo?.includes(CROSS_MEMO) === true;
}

/** True when the chain no longer has it, or when a fork made it fail. */
function isGone(status: SignatureStatus, seenSlot: number, slot: number): boolean {
  if (status === null) return seenSlot > slot + GONE_SLOTS;
  return status.confirmationStatus === "finalized" && status.err !== null;
}

function sidesOf(row: typeof swaps.$inferSelect): SwapSides {
  const { assetIn, assetOut, unitsIn, unitsOut, blockTime, route } = row;
  const isRouted = route.includes(JUPITER_VENUE);
  return { assetIn, assetOut, unitsIn, unitsOut, blockTime: blockTime ?? 0, isRouted };
}
