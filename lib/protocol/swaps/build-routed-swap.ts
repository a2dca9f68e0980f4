/** Builds the transaction of a swap along a route that Jupiter made: of its answer, only the one instruction is used. */
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
  compile,
  feeTransfer,
  memoOf,
  type Stop,
  type SwapOrder,
  temporaryStop,
} from "./build-swap.ts";
import type { RouteInstruction } from "./jupiter-quote.ts";
import { swapMemo } from "./swap-memo.ts";
import type { SwapTerms } from "./swap-rules.ts";

/** Addresses are base58, amounts in base units. */
export type RoutedOrder = Omit<SwapOrder, "hops"> & {
  mintIn: string;
  mintOut: string;
  instruction: RouteInstruction;
  /** Mints of the wallet's associated accounts that the route passes between. */
  between: readonly string[];
  /** Addresses of lookup tables, as the chain has them. */
  tables: Readonly<Record<string, readonly string[]>>;
};

/**
 * The bytes that the wallet signs, with room for its signature; they may be too long for the network.
 * @throws RangeError for an instruction of another form
 */
export async function buildRoutedSwap(order: RoutedOrder, terms: SwapTerms): Promise<Uint8Array> {
  return compile(order, await routedInstructions(order, terms), order.tables);
}

/** What the transaction consists of, in its order. */
export async function routedInstructions(
  order: RoutedOrder,
  terms: SwapTerms,
): Promise<Instruction[]> {
  const { payer, mintIn, mintOut, amountIn, fee, between, memo } = order;
  const wrapped = mintIn === NATIVE_MINT ? amountIn + fee : 0n;
  const passesSol = [mintIn, mintOut, ...between].includes(NATIVE_MINT);
  // SOL is in a fresh account that is closed: the wallet's own account of it keeps what it holds.
  const sol = passesSol
    ? await temporaryStop(order, { mint: NATIVE_MINT, place: 0, wrapped })
    : undefined;
  const stopOf = async (mint: string): Promise<Stop> =>
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
    memoOf(swapMemo(memo)),
  ];
}

/** With the order's own terms, and the fresh account of SOL in the place of the wallet's. */
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
