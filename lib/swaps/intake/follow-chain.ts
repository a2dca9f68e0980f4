/**
 * Follows the swaps of this service on the chain, by the key that each of them names. A node may list a transaction late and does
 * not order those of one slot, so every pass reads some slots again and takes in what is new.
 */
import "server-only";
import { and, asc, eq, inArray, lte, sql } from "drizzle-orm";
import type { Database } from "#lib/platform/db/client.ts";
import { swapIntake, swaps } from "#lib/platform/db/schema/swaps.ts";
import { ServiceError } from "#lib/platform/errors.ts";
import { GENESIS_HASH } from "#lib/protocol/solana.ts";
import { MOST_STATUSES, type SignatureRow, type SwapNode } from "#lib/swaps/chain/swap-node.ts";
import type { SwapSettings } from "#lib/swaps/chain/swap-settings.ts";
import {
  dropSwap,
  type FinalSwap,
  finalizeSwaps,
  type SeenSwap,
  showSwaps,
} from "./intake-store.ts";
import { readLandedSwap } from "./read-landed-swap.ts";
import { type KnownBars, swapValue } from "./swap-value.ts";

/** Slots that are read again in each pass, and once an hour. */
const READ_AGAIN_SLOTS = 64;
const READ_AGAIN_HOURLY_SLOTS = 5_000;
const HOUR_MS = 3_600_000;
/** Transactions that are asked for at once, and signatures that are looked for in one statement. */
const TAKEN_AT_ONCE = 32;
const KNOWN_AT_ONCE = 1_000;
/** A swap that is gone for so many slots does not come back. */
const GONE_SLOTS = 150;

export type IntakeParts = { db: Database; node: SwapNode; settings: SwapSettings };
export type Pass = {
  /** Swaps that changed on the tape. */
  changed: number;
};

export class ChainIntake {
  readonly #parts: IntakeParts;
  /** Signatures of these slots that are no swaps of this service, and need not be read again. */
  readonly #others = new Map<string, number>();
  #readAgainAt = 0;

  constructor(parts: IntakeParts) {
    this.#parts = parts;
  }

  /** One pass. @param now Unix milliseconds. @throws CHAIN_UNREACHABLE, CHAIN_IS_ANOTHER: then the next pass goes on */
  async run(now: number): Promise<Pass> {
    const { node } = this.#parts;
    const place = await this.#place();
    await this.#proveChain(place.genesisHash);
    // Read first: everything up to this slot is in the lists that follow.
    const { slot: finalized } = await node.head("finalized");
    const isHourly = now >= this.#readAgainAt;
    const again = isHourly ? READ_AGAIN_HOURLY_SLOTS : READ_AGAIN_SLOTS;
    let changed = await this.#takeInSince(place.slot - again, finalized);
    for (let settled = MOST_STATUSES; settled === MOST_STATUSES; ) {
      settled = await this.#settle(finalized, now);
      changed += settled;
    }
    await this.#moveTo(finalized);
    if (isHourly) this.#readAgainAt = now + HOUR_MS;
    for (const [signature, slot] of this.#others)
      if (slot < finalized - READ_AGAIN_SLOTS) this.#others.delete(signature);
    return { changed };
  }

  async #place(): Promise<{ slot: number; genesisHash: string }> {
    const { db, settings } = this.#parts;
    const { network } = settings;
    const first = { network, genesisHash: GENESIS_HASH[network], slot: 0 };
    await db.insert(swapIntake).values(first).onConflictDoNothing();
    const [found] = await db.select().from(swapIntake).where(eq(swapIntake.network, network));
    return found ?? first;
  }

  async #proveChain(expected: string): Promise<void> {
    const { node, settings } = this.#parts;
    if ((await node.genesisHash()) !== expected)
      throw new ServiceError("CHAIN_IS_ANOTHER", { network: settings.network });
  }

  /** Page by page from the newest on, because there may be any number. @returns how many swaps are new on the tape */
  async #takeInSince(from: number, finalized: number): Promise<number> {
    const { node, settings } = this.#parts;
    let shown = 0;
    let before: string | undefined;
    for (;;) {
      const page = await node.signaturesOf(settings.reference, before, finalized);
      const last = page.at(-1);
      if (last === undefined) return shown;
      const wanted = page
        .filter(({ slot }) => slot >= from)
        .toSorted(
          (one, other) => one.slot - other.slot || (one.signature < other.signature ? -1 : 1),
        );
      shown += await this.#takeIn(wanted);
      if (last.slot < from) return shown;
      before = last.signature;
    }
  }

  async #takeIn(listed: readonly SignatureRow[]): Promise<number> {
    const { db, node, settings } = this.#parts;
    const fresh = await this.#unknownOf(listed);
    let shown = 0;
    for (let from = 0; from < fresh.length; from += TAKEN_AT_ONCE) {
      const some = fresh.slice(from, from + TAKEN_AT_ONCE);
      const seen = await Promise.all(
        some.map(async ({ signature, slot }): Promise<SeenSwap[]> => {
          const landed = await node.transaction(signature);
          // A fork has taken it away since it was listed.
          if (landed === null) return [];
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

  /** What the tape does not have, or has in another slot. */
  async #unknownOf(listed: readonly SignatureRow[]): Promise<SignatureRow[]> {
    const candidates = listed.filter(
      ({ signature, err }) => err === null && !this.#others.has(signature),
    );
    const fresh: SignatureRow[] = [];
    for (let from = 0; from < candidates.length; from += KNOWN_AT_ONCE) {
      const some = candidates.slice(from, from + KNOWN_AT_ONCE);
      const names = some.map(({ signature }) => signature);
      const rows = await this.#parts.db
        .select({ signature: swaps.signature, status: swaps.status, slot: swaps.slot })
        .from(swaps)
        .where(inArray(swaps.signature, names));
      const known = new Map(rows.map((row) => [row.signature, row]));
      fresh.push(
        ...some.filter(({ signature, slot }) => {
          const row = known.get(signature);
          if (row?.status === "finalized") return false;
          return row?.status !== "confirmed" || row.slot !== slot;
        }),
      );
    }
    return fresh;
  }

  /** Confirmed swaps of finalized slots are final, or gone. @returns how many changed */
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
      .limit(MOST_STATUSES);
    if (waiting.length === 0) return 0;
    const { slot, found } = await node.statuses(waiting.map(({ signature }) => signature));
    const final: FinalSwap[] = [];
    const bars: KnownBars = new Map();
    let dropped = 0;
    for (const [index, row] of waiting.entries()) {
      const status = found[index] ?? null;
      const isFinal = status?.confirmationStatus === "finalized" && status.err === null;
      if (isFinal && status.slot === row.slot) {
        const usd = await swapValue({ db, bars, now }, sidesOf(row));
        // Points are counted in the order of the chain.
        if (usd === "wait") break;
        final.push({ signature: row.signature, slot: row.slot, usd });
      } else if (status === null && slot > (row.slot ?? 0) + GONE_SLOTS) {
        if (await dropSwap(db, network, row)) dropped += 1;
      }
    }
    if (final.length === 0) return dropped;
    return dropped + (await finalizeSwaps(db, network, final, now));
  }

  async #moveTo(slot: number): Promise<void> {
    const { db, settings } = this.#parts;
    await db
      .update(swapIntake)
      .set({ slot })
      .where(and(eq(swapIntake.network, settings.network), sql`${swapIntake.slot} < ${slot}`));
  }
}

function sidesOf({ assetIn, assetOut, unitsIn, unitsOut, blockTime }: typeof swaps.$inferSelect) {
  return { assetIn, assetOut, unitsIn, unitsOut, blockTime: blockTime ?? 0 };
}
