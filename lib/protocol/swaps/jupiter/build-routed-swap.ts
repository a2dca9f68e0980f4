/**
 * Builds the transaction of a swap along a route of Jupiter. Of Jupiter's answer it uses one
 * instruction.
 */
import {
  type AccountMeta,
  AccountRole,
  type Address,
  address,
  type Instruction,
} from "@solana/kit";
import { withRouteTerms } from "#lib/protocol/solana/decode-jupiter-route.ts";
import { tokenAccountOf } from "#lib/protocol/solana/find-token-account.ts";
import { JUPITER_PROGRAM } from "#lib/protocol/solana/programs.ts";
import { NATIVE_MINT } from "#lib/protocol/solana/tokens.ts";
import {
  associatedStop,
  budget,
  buildMemo,
  compile,
  feeTransfer,
  type SwapOrder,
  type TokenStop,
  temporaryStop,
} from "#lib/protocol/swaps/pools/build-swap.ts";
import { swapMemo } from "#lib/protocol/swaps/swap-memo.ts";
import type { SwapTerms } from "#lib/protocol/swaps/swap-rules.ts";
import type { RouteInstruction } from "./jupiter-quote.ts";

/** Addresses are base58, amounts in base units. */
export type RoutedOrder = Omit<SwapOrder, "hops"> & {
  mintIn: string;
  mintOut: string;
  instruction: RouteInstruction;
  /** Mints of the wallet's associated accounts that the route passes between. */
  between: readonly string[];
  /** Addresses in its lookup tables, read from the chain. */
  tables: Readonly<Record<string, readonly string[]>>;
};

/**
 * The bytes that the wallet signs, with room for its signature; they may be too long for the network.
 * @throws RangeError for an instruction of another form
 */
export async function buildRoutedSwap(order: RoutedOrder, terms: SwapTerms): Promise<Uint8Array> {
  return compile(order, await routedInstructions(order, terms), order.tables);
}

/** The instructions of the transaction, in order. */
export async function routedInstructions(
  order: RoutedOrder,
  terms: SwapTerms,
): Promise<Instruction[]> {
  const { payer, mintIn, mintOut, amountIn, fee, between, memo } = order;
  const wrapped = mintIn === NATIVE_MINT ? amountIn + fee : 0n;
  const passesSol = [mintIn, mintOut, ...between].includes(NATIVE_MINT);
  // SOL passes through a temporary account, so that the wallet's own account of wrapped SOL keeps
  // its balance.
  const sol = passesSol
    ? await temporaryStop(order, { mint: NATIVE_MINT, accountIndex: 0, wrapped })
    : undefined;
  const stopOf = async (mint: string): Promise<TokenStop> =>
    mint === NATIVE_MINT && sol !== undefined ? sol : associatedStop(payer, mint);
  const source = await stopOf(mintIn);
  const opened = [mintOut, ...between].filter((mint) => mint !== NATIVE_MINT);
  const others = await Promise.all(opened.map(stopOf));
  return [
    ...budget(order),
    ...(sol?.open ?? []),
    ...others.flatMap(({ open }) => open),
    feeTransfer({ ...order, mint: mintIn, source: source.account }, terms),
    await routeInstruction(order, sol?.account),
    ...(sol?.close ?? []),
    buildMemo(swapMemo(memo)),
  ];
}

/**
 * The route's instruction with the order's own terms, and with the temporary SOL account instead of
 * the wallet's.
 */
async function routeInstruction(
  { payer, instruction, amountIn, minOut }: RoutedOrder,
  sol: Address | undefined,
): Promise<Instruction> {
  const data = withRouteTerms(instruction.data, { amountIn, minOut });
  if (data === undefined) throw new RangeError("Jupiter's instruction has another form");
  const own = await tokenAccountOf(payer, NATIVE_MINT);
  const accounts = instruction.accounts.map(
    ({ address: named, isSigner, isWritable }): AccountMeta => ({
      address: sol !== undefined && named === own ? sol : address(named),
      role: roleOf(isSigner, isWritable),
    }),
  );
  return { programAddress: address(JUPITER_PROGRAM), accounts, data };
}

function roleOf(isSigner: boolean, isWritable: boolean): AccountRole {
  if (isSigner) return isWritable ? AccountRole.WRITABLE_SIGNER : AccountRole.READONLY_SIGNER;
  return isWritable ? AccountRole.WRITABLE : AccountRole.READONLY;
}
