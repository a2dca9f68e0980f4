/** A route through this network's pools: each hop is one instruction of the transaction. */
import type { DecodedTransaction } from "#lib/protocol/solana/decode-transaction.ts";
import { ALL_OF_SOURCE } from "#lib/protocol/solana/pool.ts";
import { TOKEN_PROGRAM } from "#lib/protocol/solana/programs.ts";
import { NATIVE_MINT } from "#lib/protocol/solana/tokens.ts";
import { every, type OfKind } from "#lib/protocol/solana/transaction-rules.ts";
import { MAX_HOPS } from "#lib/protocol/swaps/assets.ts";
import {
  type SwapRoute,
  type Temporary,
  TOKEN_ACCOUNT_LAMPORTS,
} from "#lib/protocol/swaps/swap-rules.ts";

/** @throws Error that says why the hops are not such a route */
export function poolRoute(
  decoded: DecodedTransaction,
  paid: OfKind<"token-transfer">,
  temporary: Temporary,
): SwapRoute {
  const { hops, amountIn, minOut, passed } = hopsOf(decoded, paid.source);
  const destination = passed.at(-1) ?? "";
  const { mintOut, opensDestination } = outputOf(decoded, destination, temporary);
  requireUsed(temporary, {
    used: [
      ...(paid.mint === NATIVE_MINT ? [paid.source] : []),
      ...passed.slice(0, -1),
      ...(opensDestination ? [] : [destination]),
    ],
    source: paid.source,
    wrapped: amountIn + paid.amount,
  });
  const between = passed.slice(0, -1).map((account) => mintIn(temporary, account));
  if (new Set([paid.mint, ...between, mintOut]).size !== hops.length + 1)
    throw new Error("it passes a token twice");
  const route = { mintOut, amountIn, minOut, hops, destination, opensDestination };
  return { ...route, routed: undefined, between: [] };
}

type Use = {
  /** The accounts that the input, the hops and the output need. */
  used: readonly string[];
  source: string;
  /** Lamports in the source of a SOL swap beyond its rent. */
  wrapped: bigint;
};

/** Lamports above an account's rent would be swapped too, so no account may hold extra ones. */
function requireUsed(temporary: Temporary, { used, source, wrapped }: Use): void {
  const accounts = new Set(temporary.map(({ account }) => account));
  const isAll = used.length === accounts.size && used.every((account) => accounts.has(account));
  if (!isAll || new Set(used).size !== used.length)
    throw new Error("its accounts are not those of its hops");
  for (const { account, lamports } of temporary) {
    const wanted = TOKEN_ACCOUNT_LAMPORTS + (account === source ? wrapped : 0n);
    if (lamports !== wanted) throw new Error("it puts another amount of SOL into an account");
  }
}

function mintIn(temporary: Temporary, account: string): string {
  return temporary.find((one) => one.account === account)?.mint ?? "";
}

function hopsOf({ payer, instructions }: DecodedTransaction, source: string) {
  const swaps = every(instructions, "pool-swap");
  const [first] = swaps;
  const last = swaps.at(-1);
  if (first === undefined || last === undefined) throw new Error("it swaps nothing");
  if (swaps.length > MAX_HOPS) throw new Error("it has too many hops");
  if (new Set(swaps.map(({ pool }) => pool)).size !== swaps.length)
    throw new Error("it passes a pool twice");
  let from = source;
  for (const swap of swaps) {
    if (swap.user !== payer || swap.tokenProgram !== TOKEN_PROGRAM)
      throw new Error("it swaps for another wallet");
    if (swap.source !== from) throw new Error("its hops do not follow each other");
    if (swap !== first && swap.amountIn !== ALL_OF_SOURCE)
      throw new Error("it leaves a part between two hops");
    from = swap.destination;
  }
  const { amountIn } = first;
  if (amountIn === 0n || amountIn === ALL_OF_SOURCE) throw new Error("its amount is not exact");
  const hops = swaps.map(({ pool, vaultIn, vaultOut }) => ({ pool, vaultIn, vaultOut }));
  const passed = swaps.map(({ destination }) => destination);
  return { hops, amountIn, minOut: last.minOut, passed };
}

/**
 * SOL arrives in a temporary account that is closed, other tokens in the wallet's associated
 * account.
 */
function outputOf(
  { payer, instructions }: DecodedTransaction,
  destination: string,
  temporary: Temporary,
): { mintOut: string; opensDestination: boolean } {
  const [created, second] = every(instructions, "create-token-account");
  const closed = temporary.find(({ account }) => account === destination);
  if (closed !== undefined) {
    if (created !== undefined || closed.mint !== NATIVE_MINT)
      throw new Error("its output goes to an account that is closed");
    return { mintOut: closed.mint, opensDestination: false };
  }
  if (created === undefined || second !== undefined || created.account !== destination)
    throw new Error("its output goes to an account that it does not name");
  if (created.payer !== payer || created.owner !== payer)
    throw new Error("its output goes to another wallet");
  if (created.mint === NATIVE_MINT) throw new Error("it leaves SOL wrapped");
  return { mintOut: created.mint, opensDestination: true };
}
