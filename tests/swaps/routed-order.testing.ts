/**
 * A swap along a route of one step, as the page would build it, and changes to it. It is not sent
 * to a chain.
 */
import { address, type Instruction } from "@solana/kit";
import { tokenAccountOf } from "#lib/protocol/solana/find-token-account.ts";
import { ROUTE_ACCOUNTS, ROUTE_HEADER, ROUTE_V2 } from "#lib/protocol/solana/jupiter-route.ts";
import { JUPITER_PROGRAM, TOKEN_PROGRAM } from "#lib/protocol/solana/programs.ts";
import { TOKENS, type TokenSymbol } from "#lib/protocol/solana/tokens.ts";
import type { RoutedOrder } from "#lib/protocol/swaps/jupiter/build-routed-swap.ts";
import { compile } from "#lib/protocol/swaps/pools/build-swap.ts";
import type { SwapTerms } from "#lib/protocol/swaps/swap-rules.ts";
import { readSwap } from "#lib/protocol/swaps/verify/swap-transaction.ts";
import { Swapper } from "./swap-world.testing.ts";

const LIFE = { blockhash: "7dVoKCQjWfy9cRZN81ApLHzhTbLWydhu9nQov1yHd7XQ", lastValidHeight: 150 };
export const wallet = new Swapper();
export const thief = new Swapper();
export const market = new Swapper().address;
/** Complete after `openTerms`. */
export const terms: SwapTerms = { feeAccounts: {}, reference: new Swapper().address };

/** Sets the fee accounts of `terms`. */
export async function openTerms(): Promise<void> {
  const feeAccounts: Record<string, string> = {};
  for (const { mint } of Object.values(TOKENS))
    feeAccounts[mint] = await tokenAccountOf(new Swapper().address, mint);
  Object.assign(terms.feeAccounts, feeAccounts);
}

/** The data of a route of one step. */
export function routeData(): Uint8Array {
  const data = new Uint8Array(ROUTE_HEADER.bytes + 5);
  data.set(ROUTE_V2);
  data.set([1, 0, 0, 0, 0, 0x10, 0x27, 0, 1], ROUTE_HEADER.steps);
  return data;
}

export async function makeRoutedOrder(
  [from, to]: readonly [TokenSymbol, TokenSymbol],
  between: readonly TokenSymbol[] = [],
): Promise<RoutedOrder> {
  const [mintIn, mintOut] = [TOKENS[from].mint, TOKENS[to].mint];
  const own = (mint: string) => tokenAccountOf(wallet.address, mint);
  const [source, destination] = [await own(mintIn), await own(mintOut)];
  const passed = await Promise.all(between.map((symbol) => own(TOKENS[symbol].mint)));
  const named = [
    [wallet.address, true, false],
    [source, false, true],
    [destination, false, true],
    ...[mintIn, mintOut, TOKEN_PROGRAM, TOKEN_PROGRAM].map((key) => [key, false, false] as const),
    ...[JUPITER_PROGRAM, market, JUPITER_PROGRAM].map((key) => [key, false, false] as const),
    ...passed.map((key) => [key, false, true] as const),
    [source, false, true],
    [destination, false, true],
  ] as const;
  const accounts = named.map(([key, isSigner, isWritable]) => ({
    address: key,
    isSigner,
    isWritable,
  }));
  return {
    payer: wallet.address,
    mintIn,
    mintOut,
    decimals: TOKENS[from].decimals,
    amountIn: 1_000_000n,
    minOut: 900_000n,
    fee: 1_000n,
    memo: { digest: "d".repeat(43), expiresAt: 1_800_000_000 },
    seed: "s",
    units: 300_000,
    price: 0n,
    ...LIFE,
    instruction: { accounts, data: routeData() },
    between: between.map((symbol) => TOKENS[symbol].mint),
    tables: {},
  };
}

export const compileBytes = (list: readonly Instruction[], tables = {}) =>
  compile({ payer: wallet.address, ...LIFE }, list, tables);

export function reasonFor(list: readonly Instruction[]): string {
  const read = readSwap(compileBytes(list), terms);
  return read.ok ? "it is a swap" : read.reason;
}

export const findRouteIndex = (list: readonly Instruction[]) =>
  list.findIndex(({ programAddress }) => programAddress === JUPITER_PROGRAM);

/** The instructions with another route instruction. */
export function withRoute(
  list: readonly Instruction[],
  change: (route: Instruction) => Instruction,
): Instruction[] {
  return list.map((one, index) => (index === findRouteIndex(list) ? change(one) : one));
}

export function withData(
  list: readonly Instruction[],
  change: (view: DataView) => void,
): Instruction[] {
  return withRoute(list, (route) => {
    const data = Uint8Array.from(route.data ?? []);
    change(new DataView(data.buffer));
    return { ...route, data };
  });
}

export function withAccount(
  list: readonly Instruction[],
  role: (typeof ROUTE_ACCOUNTS)[number],
  key: string,
): Instruction[] {
  return withRoute(list, (route) => ({
    ...route,
    accounts: (route.accounts ?? []).map((one, index) =>
      index === ROUTE_ACCOUNTS.indexOf(role) ? { ...one, address: address(key) } : one,
    ),
  }));
}
