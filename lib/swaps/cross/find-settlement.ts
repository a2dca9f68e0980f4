/**
 * Finds on a chain how the relay ended a deposit. The relay is not asked: what its transactions show is what counts. Anybody may name
 * the key of a deposit in transactions of their own, any number of them, and some that a node cannot give.
 */
import "server-only";
import { base58 } from "@scure/base";
import { ServiceError } from "#lib/platform/errors.ts";
import { tokenAccountOf } from "#lib/protocol/solana/find-token-account.ts";
import { readSettlement, settlementKey } from "#lib/protocol/swaps/cross-settlement.ts";
import type { LandedTransaction, SwapNode } from "#lib/swaps/chain/swap-node.ts";

/** Pages of 100 signatures that one look reads; the next look goes on behind them. */
const MOST_PAGES = 10;
/** Transactions that are asked for at once. */
const TAKEN_AT_ONCE = 32;
/** Transactions of others that are remembered over all deposits. */
const MOST_OTHERS = 100_000;
/** A node's answer about a transaction of a version that was not asked for (JSON_RPC_SERVER_ERROR_UNSUPPORTED_TRANSACTION_VERSION). */
const OTHER_VERSION = -32_015;

/** What a payment must be. Addresses are base58, the amount is in base units. */
export type Wanted = {
  kind: "payment" | "refund";
  /** Signature of the deposit. */
  deposit: string;
  /** The relay's wallet, which must have paid. */
  payer: string;
  recipient: string;
  mint: string;
  least: bigint;
};

export type FoundSettlement = { signature: string; units: bigint; slot: number; isFinal: boolean };

/** `found`: the first one that is final, else one that is not yet. Nothing may be decided before a reading is complete. */
export type Reading = { isComplete: boolean; found: FoundSettlement | undefined };

/** How far the list of one key has been read, from the newest on. */
type Search = {
  /** Where the next look goes on; undefined for the newest. */
  before: string | undefined;
  /** Payments as wanted on the pages so far, with their amounts. */
  paid: Map<string, bigint>;
  /** Signatures of other transactions: what they do never changes. */
  others: Set<string>;
};

/** Remembers between looks what it has read. */
export class SettlementFinder {
  readonly #mostPages: number;
  readonly #searches = new Map<string, Search>();

  constructor({ mostPages = MOST_PAGES } = {}) {
    this.#mostPages = mostPages;
  }

  /**
   * One look. A list that is longer than a look is read in several, and is complete as of the first of them.
   * @throws CHAIN_UNREACHABLE for a node that does not answer at all
   */
  async look(node: SwapNode, wanted: Wanted): Promise<Reading> {
    const { slot } = await node.head("finalized");
    const key = keyOf(wanted);
    const known = this.#searches.get(key) ?? begun(new Set());
    try {
      const search = (await isFinal(node, known.before)) ? known : begun(known.others);
      const isComplete = await this.#readOn(node, search, { wanted, slot });
      const found = await firstOf(node, [...search.paid]);
      this.#keep(key, isComplete ? begun(search.others) : search);
      return { isComplete, found };
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      // From the newest on, so that what is decided once this can be read is not decided by an old list.
      this.#keep(key, begun(known.others));
      return { isComplete: false, found: undefined };
    }
  }

  /** Of a swap that has ended. */
  forget(deposit: string): void {
    for (const kind of ["payment", "refund"] as const)
      this.#searches.delete(keyOf({ kind, deposit }));
  }

  /** @returns whether the end of the list was reached. @throws CHAIN_UNREACHABLE for a listed transaction that cannot be read */
  async #readOn(
    node: SwapNode,
    search: Search,
    { wanted, slot }: { wanted: Wanted; slot: number },
  ): Promise<boolean> {
    const reference = await settlementKey(wanted.deposit);
    const account = await tokenAccountOf(wanted.recipient, wanted.mint);
    for (let pages = 0; pages < this.#mostPages; pages += 1) {
      const page = await node.signaturesOf(reference, search.before, slot);
      const fresh = page.filter(
        ({ err, signature }) => err === null && !search.others.has(signature),
      );
      for (let from = 0; from < fresh.length; from += TAKEN_AT_ONCE) {
        const read = fresh.slice(from, from + TAKEN_AT_ONCE).map(async ({ signature }) => {
          const units = paidBy(await readable(node, signature), {
            signature,
            wanted,
            reference,
            account,
          });
          if (units === undefined) search.others.add(signature);
          else search.paid.set(signature, units);
        });
        await Promise.all(read);
      }
      search.before = page.at(-1)?.signature;
      if (search.before === undefined) return true;
    }
    return false;
  }

  /** Those of the keys that were looked at longest ago are forgotten first, and read again. */
  #keep(key: string, search: Search): void {
    this.#searches.delete(key);
    if (search.before !== undefined || search.others.size > 0) this.#searches.set(key, search);
    let size = 0;
    for (const { others } of this.#searches.values()) size += others.size;
    for (const { others } of this.#searches.values()) {
      if (size <= MOST_OTHERS) return;
      size -= others.size;
      others.clear();
    }
  }
}

const keyOf = ({ kind, deposit }: Pick<Wanted, "kind" | "deposit">) => `${kind}:${deposit}`;

const begun = (others: Set<string>): Search => ({ before: undefined, paid: new Map(), others });

function isUnreadable(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.code === "CHAIN_UNREACHABLE";
}

/** Whether a list can go on behind a signature: behind one that a fork has taken away, a node lists nothing. */
async function isFinal(node: SwapNode, before: string | undefined): Promise<boolean> {
  if (before === undefined) return true;
  const { found } = await node.statuses([before]);
  return found[0]?.confirmationStatus === "finalized";
}

/** "other": of a version that no settlement has. @throws CHAIN_UNREACHABLE also for one that a fork has taken away since it was listed */
async function readable(node: SwapNode, signature: string): Promise<LandedTransaction | "other"> {
  try {
    const landed = await node.transaction(signature);
    // In another block it may not fail.
    if (landed === null || landed.meta.err !== null) throw new ServiceError("CHAIN_UNREACHABLE");
    return landed;
  } catch (error) {
    const cause = isUnreadable(error) ? error.cause : undefined;
    const isOther = cause instanceof Object && "code" in cause && cause.code === OTHER_VERSION;
    if (isOther) return "other";
    throw error;
  }
}

type Sought = { signature: string; wanted: Wanted; reference: string; account: string };

/** Undefined for another transaction than the wanted payment. */
function paidBy(
  landed: LandedTransaction | "other",
  { signature, wanted, reference, account }: Sought,
): bigint | undefined {
  if (landed === "other") return undefined;
  const bytes = Uint8Array.from(Buffer.from(landed.transaction[0], "base64"));
  const paid = readSettlement(bytes);
  const isWanted =
    base58.encode(bytes.subarray(1, 65)) === signature &&
    paid?.reference === reference &&
    paid.payer === wanted.payer &&
    paid.mint === wanted.mint &&
    paid.destination === account &&
    paid.amount >= wanted.least;
  return isWanted ? paid.amount : undefined;
}

/** @throws CHAIN_UNREACHABLE for one that a fork has taken away since it was listed */
async function firstOf(
  node: SwapNode,
  paid: readonly (readonly [signature: string, units: bigint])[],
): Promise<FoundSettlement | undefined> {
  if (paid.length === 0) return undefined;
  const { found } = await node.statuses(paid.map(([signature]) => signature));
  const [first] = paid
    .flatMap(([signature, units], index): FoundSettlement[] => {
      const status = found[index] ?? null;
      if (status === null) throw new ServiceError("CHAIN_UNREACHABLE");
      if (status.err !== null) return [];
      return [
        {
          signature,
          units,
          slot: status.slot,
          isFinal: status.confirmationStatus === "finalized",
        },
      ];
    })
    .toSorted((one, other) => Number(other.isFinal) - Number(one.isFinal) || one.slot - other.slot);
  return first;
}
