/** Finds on a chain how the relay ended a deposit. The relay is not asked: what its transactions show is what counts. */
import "server-only";
import { base58 } from "@scure/base";
import { tokenAccountOf } from "#lib/protocol/solana/find-token-account.ts";
import { readSettlement, settlementKey } from "#lib/protocol/swaps/cross-settlement.ts";
import type { SwapNode } from "#lib/swaps/chain/swap-node.ts";

/** Anybody may name the key of a deposit in transactions of their own; so many pages are looked through. */
const MOST_PAGES = 10;

/** What a payment must be. Addresses are base58, the amount is in base units. */
export type Wanted = {
  /** Signature of the deposit. */
  deposit: string;
  /** The relay's wallet, which must have paid. */
  payer: string;
  recipient: string;
  mint: string;
  least: bigint;
};

export type FoundSettlement = { signature: string; units: bigint; slot: number; isFinal: boolean };

/**
 * The first one on the chain that is final, else one that is not yet; undefined for none.
 * @throws CHAIN_UNREACHABLE
 */
export async function findSettlement(
  node: SwapNode,
  wanted: Wanted,
): Promise<FoundSettlement | undefined> {
  const reference = await settlementKey(wanted.deposit);
  const account = await tokenAccountOf(wanted.recipient, wanted.mint);
  const { slot } = await node.head("finalized");
  const found: FoundSettlement[] = [];
  let before: string | undefined;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const page = await node.signaturesOf(reference, before, slot);
    for (const row of page.filter(({ err }) => err === null)) {
      const landed = await node.transaction(row.signature);
      if (landed === null || landed.meta.err !== null) continue;
      const bytes = Uint8Array.from(Buffer.from(landed.transaction[0], "base64"));
      const paid = readSettlement(bytes);
      const isWanted =
        base58.encode(bytes.subarray(1, 65)) === row.signature &&
        paid?.reference === reference &&
        paid.payer === wanted.payer &&
        paid.mint === wanted.mint &&
        paid.destination === account &&
        paid.amount >= wanted.least;
      if (isWanted) found.push(await withStatus(node, row.signature, paid.amount));
    }
    before = page.at(-1)?.signature;
    if (before === undefined) break;
  }
  const [first] = found.toSorted(
    (one, other) => Number(other.isFinal) - Number(one.isFinal) || one.slot - other.slot,
  );
  return first;
}

async function withStatus(
  node: SwapNode,
  signature: string,
  units: bigint,
): Promise<FoundSettlement> {
  const { found } = await node.statuses([signature]);
  const status = found[0] ?? null;
  const isFinal = status?.confirmationStatus === "finalized" && status.err === null;
  return { signature, units, slot: status?.slot ?? 0, isFinal };
}
