/**
 * Finds on a chain how the relay ended a deposit. Only transactions count, so the relay is not
 * asked. Anyone may name a deposit's key in any number of their own transactions, also in some that
 * a node cannot return.
 */
import "server-only";
import { base58 } from "@scure/base";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { tokenAccountOf } from "#lib/protocol/solana/find-token-account.ts";
import { readSettlement, settlementKey } from "#lib/protocol/swaps/cross/cross-settlement.ts";
import type { LandedTransaction, SwapNode } from "#lib/swaps/chain/swap-node.ts";

/** Pages of 100 signatures that one read covers. The next read continues after them. */
const MAX_PAGES = 10;
/** Transactions that are requested at once. */
const TAKEN_AT_ONCE = 32;
/** Other parties' transactions that are remembered, over all deposits. */
const MAX_OTHERS = 100_000;
/**
 * The node's error for a transaction of a version that was not requested
 * (JSON_RPC_SERVER_ERROR_UNSUPPORTED_TRANSACTION_VERSION).
 */
const OTHER_VERSION = -32_015;

/** The payment to look for. Addresses are base58, the amount is in base units. */
export type Wanted = {
  kind: "payment" | "refund";
  /** Signature of the deposit. */
  deposit: string;
  /** The relay's wallet, which must be the payer. */
  payer: string;
  recipient: string;
  mint: string;
  least: bigint;
};

export type FoundSettlement = { signature: string; units: bigint; slot: number; isFinal: boolean };

/**
 * `found`: the first final payment, else the first that is not final. Nothing may be decided before
 * a reading is complete.
 */
export type SettlementReading = { isComplete: boolean; found: FoundSettlement | undefined };

/** How far a key's list of signatures has been read, newest first. */
type Search = {
  /** Where the next read continues; undefined to begin with the newest. */
  before: string | undefined;
  /** Matching payments on the pages read, with their amounts. */
  paid: Map<string, bigint>;
  /** Signatures of other transactions. They never change. */
  others: Set<string>;
};

/** Finds settlements, and remembers between reads what it has read. */
export class SettlementFinder {
  readonly #mostPages: number;
  readonly #searches = new Map<string, Search>();

  constructor({ mostPages = MAX_PAGES } = {}) {
    this.#mostPages = mostPages;
  }

  /**
   * One read. A longer list takes several reads, and is complete as of the first of them.
   * @throws CHAIN_UNREACHABLE when the node does not answer at all
   */
  async read(node: SwapNode, wanted: Wanted): Promise<SettlementReading> {
    const { slot } = await node.head("finalized");
    const key = keyOf(wanted);
    const known = this.#searches.get(key) ?? begun(new Set());
    try {
      const search = (await isFinal(node, known.before)) ? known : begun(known.others);
      const isComplete = await this.#readOn(node, search, { wanted, slot });
      const found = await firstOf(node, [...search.paid]);
      this.#remember(key, isComplete ? begun(search.others) : search);
      return { isComplete, found };
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      // Starts again with the newest, so that no decision rests on an old list.
      this.#remember(key, begun(known.others));
      return { isComplete: false, found: undefined };
    }
  }

  /** Forgets a swap that has ended. */
  forget(deposit: string): void {
    for (const kind of ["payment", "refund"] as const)
      this.#searches.delete(keyOf({ kind, deposit }));
  }

  /**
   * @returns true when it reached the end of the list. @throws CHAIN_UNREACHABLE when a listed
   * transaction cannot be read
   */
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

  /**
   * When too much is remembered, the keys that were read longest ago are forgotten first. They are
   * read again when needed.
   */
  #remember(key: string, search: Search): void {
    this.#searches.delete(key);
    if (search.before !== undefined || search.others.size > 0) this.#searches.set(key, search);
    let size = 0;
    for (const { others } of this.#searches.values()) size += others.size;
    for (const { others } of this.#searches.values()) {
      if (size <= MAX_OTHERS) return;
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

/**
 * Whether the list can continue after a signature. After one that a fork has dropped, a node lists
 * nothing.
 */
async function isFinal(node: SwapNode, before: string | undefined): Promise<boolean> {
  if (before === undefined) return true;
  const { found } = await node.statuses([before]);
  return found[0]?.confirmationStatus === "finalized";
}

/**
 * "other": a version that no settlement has. @throws CHAIN_UNREACHABLE also when a fork has dropped
 * the transaction since it was listed
 */
async function readable(node: SwapNode, signature: string): Promise<LandedTransaction | "other"> {
  try {
    const landed = await node.transaction(signature);
    // It failed in this block, but may succeed in another one.
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

/** Undefined for a transaction that is not the wanted payment. */
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

/** @throws CHAIN_UNREACHABLE when a fork has dropped a payment since it was listed */
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
