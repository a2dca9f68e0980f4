/**
 * Follows the swaps of this service on the chain, by the key that each of them names. A node may list a transaction late and does
 * not order those of one slot, so every pass reads some slots again and takes in what is new.
 */
import "server-only";
import { and, asc, eq, lte, sql } from "drizzle-orm";
import type { Database } from "#lib/platform/db/client.ts";
import { swapIntake, swaps } from "#lib/platform/db/schema/swaps.ts";
import { ServiceError } from "#lib/platform/errors.ts";
import { GENESIS_HASH } from "#lib/protocol/solana.ts";
import { MOST_STATUSES, type SignatureRow, type SwapNode } from "#lib/swaps/chain/swap-node.ts";
import type { SwapSettings } from "#lib/swaps/chain/swap-settings.ts";
import { dropSwap, finalizeSwap, showSwap } from "./intake-store.ts";
import { readLandedSwap } from "./read-landed-swap.ts";
import { swapValue } from "./swap-value.ts";

/** Slots that are read again in each pass, and once an hour. */
const READ_AGAIN_SLOTS = 64;
const READ_AGAIN_HOURLY_SLOTS = 5_000;
const HOUR_MS = 3_600_000;
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
    const listed = await this.#listed(place.slot - again, finalized);
    let changed = 0;
    for (const row of listed) if (await this.#take(row)) changed += 1;
    changed += await this.#settle(finalized, now);
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

  /** Oldest first. */
  async #listed(from: number, finalized: number): Promise<SignatureRow[]> {
    const { node, settings } = this.#parts;
    const rows: SignatureRow[] = [];
    for (;;) {
      const before = rows.at(-1)?.signature;
      const page = await node.signaturesOf(settings.reference, before, finalized);
      rows.push(...page);
      const last = page.at(-1);
      if (last === undefined || last.slot < from) break;
    }
    return rows
      .filter(({ slot }) => slot >= from)
      .toSorted(
        (one, other) => one.slot - other.slot || (one.signature < other.signature ? -1 : 1),
      );
  }

  /** @returns whether the tape changed */
  async #take({ signature, slot, err }: SignatureRow): Promise<boolean> {
    const { db, node, settings } = this.#parts;
    if (err !== null || this.#others.has(signature)) return false;
    const [known] = await db
      .select({ status: swaps.status, slot: swaps.slot })
      .from(swaps)
      .where(eq(swaps.signature, signature));
    if (known?.status === "finalized") return false;
    if (known?.status === "confirmed" && known.slot === slot) return false;
    const landed = await node.transaction(signature);
    const swap = landed === null ? undefined : readLandedSwap(landed, settings);
    const isShown = swap !== undefined && (await showSwap(db, settings.network, signature, swap));
    if (!isShown && landed !== null) this.#others.set(signature, slot);
    return isShown;
  }

  /** Confirmed swaps of finalized slots are final, or gone. @returns how many changed */
  async #settle(finalized: number, now: number): Promise<number> {
    const { db, node, settings } = this.#parts;
    const waiting = await db
      .select()
      .from(swaps)
      .where(
        and(
          eq(swaps.network, settings.network),
          eq(swaps.status, "confirmed"),
          lte(swaps.slot, finalized),
        ),
      )
      .orderBy(asc(swaps.slot), asc(swaps.signature))
      .limit(MOST_STATUSES);
    if (waiting.length === 0) return 0;
    const { slot, found } = await node.statuses(waiting.map(({ signature }) => signature));
    let changed = 0;
    for (const [index, row] of waiting.entries()) {
      const status = found[index] ?? null;
      const isFinal = status?.confirmationStatus === "finalized" && status.err === null;
      if (isFinal && status.slot === row.slot) {
        const usd = await swapValue(db, valued(row), now);
        // Points are counted in the order of the chain.
        if (usd === "wait") break;
        if (await finalizeSwap(db, row, usd, now)) changed += 1;
      } else if (status === null && slot > (row.slot ?? 0) + GONE_SLOTS) {
        if (await dropSwap(db, row)) changed += 1;
      }
    }
    return changed;
  }

  async #moveTo(slot: number): Promise<void> {
    const { db, settings } = this.#parts;
    await db
      .update(swapIntake)
      .set({ slot })
      .where(and(eq(swapIntake.network, settings.network), sql`${swapIntake.slot} < ${slot}`));
  }
}

function valued({ assetIn, assetOut, unitsIn, unitsOut, blockTime }: typeof swaps.$inferSelect) {
  return { assetIn, assetOut, unitsIn, unitsOut, blockTime: blockTime ?? 0 };
}
