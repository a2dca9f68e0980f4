/** Whether the chain would make a swap along a route of Jupiter as its plan says. Nobody here can plan such a route again. */
import "server-only";
import { ServiceError } from "#lib/platform/errors.ts";
import { loadAddresses, readLookupTable } from "#lib/protocol/solana/lookup-tables.ts";
import {
  type LoadedAddresses,
  readWireTransaction,
  type WireTransaction,
} from "#lib/protocol/solana/wire-transaction.ts";
import { lossToMark, type Marks } from "#lib/protocol/swaps/mark-loss.ts";
import { planImpactBps } from "#lib/protocol/swaps/plan-impact.ts";
import { MOST_TABLES, problemOfAccounts } from "#lib/protocol/swaps/routed-swap.ts";
import type { SwapTransaction } from "#lib/protocol/swaps/swap-rules.ts";
import type { RoutePlan } from "#lib/protocol/wire/swaps.ts";
import { type SwapNode, swapNode } from "#lib/swaps/chain/swap-node.ts";
import { requireInput } from "./check-chain.ts";
import { MOVED_BPS, mismatch, problemOfSigner } from "./check-swap.ts";

const BPS = 10_000n;

/**
 * The addresses of the lookup tables that a transaction names, as the chain has them; undefined for one without tables. Nothing is read
 * for a transaction that the wallet did not sign.
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
  if (tables.length > MOST_TABLES) throw mismatch("it names lookup tables");
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

/** Undefined for what is no transaction: the reader of swaps says why. */
function wireOf(bytes: Uint8Array): WireTransaction | undefined {
  try {
    return readWireTransaction(bytes);
  } catch {
    return undefined;
  }
}

/**
 * @param marks of the plan's assets
 * @throws INSUFFICIENT_BALANCE, TRANSACTION_MISMATCH when the route is given another account of the wallet, QUOTE_EXPIRED when it loses
 * more against the marks than the plan states
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
