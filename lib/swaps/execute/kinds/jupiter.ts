/**
 * Checks that the chain would now make a swap along a route of Jupiter as its plan says. Such a
 * route cannot be computed again here.
 */
import "server-only";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { loadAddresses, readLookupTable } from "#lib/protocol/solana/lookup-tables.ts";
import {
  type LoadedAddresses,
  readWireTransaction,
  type WireTransaction,
} from "#lib/protocol/solana/wire-transaction.ts";
import { MAX_TABLES, problemOfAccounts } from "#lib/protocol/swaps/jupiter/routed-swap.ts";
import { lossToMark, type Marks } from "#lib/protocol/swaps/plan/mark-loss.ts";
import { planImpactBps } from "#lib/protocol/swaps/plan/price-impact.ts";
import type { SwapTransaction } from "#lib/protocol/swaps/swap-rules.ts";
import type { RoutePlan } from "#lib/protocol/wire/swaps.ts";
import { type SwapNode, swapNode } from "#lib/swaps/chain/swap-node.ts";
import { MOVED_BPS, mismatch, problemOfSigner, requireInput } from "./checks.ts";

const BPS = 10_000n;

/**
 * Reads the addresses of the transaction's lookup tables from the chain; undefined without tables.
 * A transaction that the wallet did not sign is refused before any read.
 * @param account base58 wallet
 * @throws TRANSACTION_MISMATCH with the reason, CHAIN_UNREACHABLE
 */
export async function loadTables(
  bytes: Uint8Array,
  account: string,
): Promise<LoadedAddresses | undefined> {
  const wire = wireOf(bytes);
  if (wire === undefined || wire.tables.length === 0) return undefined;
  const { tables, message, signatures } = wire;
  if (tables.length > MAX_TABLES) throw mismatch("it names lookup tables");
  const [signature = new Uint8Array()] = signatures;
  const problem = problemOfSigner({ message, signature }, account);
  if (problem !== undefined) throw mismatch(problem);
  const accounts = await (await swapNode()).accounts(tables.map(({ table }) => table));
  const addresses = new Map<string, readonly string[]>();
  for (const [table, data] of accounts) addresses.set(table, readLookupTable(data) ?? []);
  const loaded = loadAddresses(tables, addresses);
  if (loaded === undefined) throw mismatch("it names addresses that its lookup tables do not have");
  return loaded;
}

/** Undefined for bytes that are not a transaction. The reader of swaps then says why. */
function wireOf(bytes: Uint8Array): WireTransaction | undefined {
  try {
    return readWireTransaction(bytes);
  } catch {
    return undefined;
  }
}

/**
 * @param marks of the plan's assets
 * @throws INSUFFICIENT_BALANCE
 * @throws TRANSACTION_MISMATCH when the route gets another account of the wallet
 * @throws QUOTE_EXPIRED when it loses more against the marks than the plan states
 */
export async function checkRoute(
  node: SwapNode,
  swap: SwapTransaction,
  plan: RoutePlan,
  marks: Marks,
): Promise<void> {
  const accounts = await node.accounts([
    ...new Set([swap.source, ...(swap.routed?.accounts ?? [])]),
  ]);
  requireInput(swap, accounts);
  const problem = problemOfAccounts(swap, accounts);
  if (problem !== undefined) throw mismatch(problem);
  const out = (swap.minOut * BPS) / (BPS - BigInt(plan.slippage_bps));
  const pair = { assetIn: plan.in.asset, assetOut: plan.out.asset };
  const loss = lossToMark({ ...pair, amountIn: swap.amountIn, out }, marks);
  if (loss !== undefined && loss > planImpactBps(plan) + MOVED_BPS)
    throw new ServiceError("QUOTE_EXPIRED");
}
