/** Builds the transaction of a swap through pools with kit, which is loaded on demand. */
import {
  AccountRole,
  type Address,
  type AddressesByLookupTableAddress,
  address,
  appendTransactionMessageInstructions,
  blockhash,
  compileTransaction,
  compressTransactionMessageUsingAddressLookupTables,
  createAddressWithSeed,
  createNoopSigner,
  createTransactionMessage,
  getTransactionEncoder,
  type Instruction,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from "@solana/kit";
import {
  getSetComputeUnitLimitInstruction,
  getSetComputeUnitPriceInstruction,
} from "@solana-program/compute-budget";
import { getCreateAccountWithSeedInstruction } from "@solana-program/system";
import {
  getCloseAccountInstruction,
  getCreateAssociatedTokenIdempotentInstruction,
  getInitializeAccount3Instruction,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from "@solana-program/token";
import { tokenAccountOf } from "#lib/protocol/solana/find-token-account.ts";
import { ALL_OF_SOURCE, swapInstruction } from "#lib/protocol/solana/pool.ts";
import { POOL_PROGRAM } from "#lib/protocol/solana/pools.ts";
import { MEMO_PROGRAM } from "#lib/protocol/solana/programs.ts";
import { NATIVE_MINT } from "#lib/protocol/solana/tokens.ts";
import { type SwapMemo, swapMemo } from "#lib/protocol/swaps/swap-memo.ts";
import {
  type SwapTerms,
  TOKEN_ACCOUNT_BYTES,
  TOKEN_ACCOUNT_LAMPORTS,
} from "#lib/protocol/swaps/swap-rules.ts";
import type { PlannedHop } from "./find-best-route.ts";

/** Addresses are base58, amounts in base units. */
export type SwapOrder = {
  payer: string;
  /** At least one. */
  hops: readonly PlannedHop[];
  /** Decimals of the input's token. */
  decimals: number;
  amountIn: bigint;
  minOut: bigint;
  fee: bigint;
  memo: SwapMemo;
  /**
   * A few characters that the wallet has not used before. The addresses of temporary accounts are
   * derived from them.
   */
  seed: string;
  /** Compute units, and micro-lamports for each. */
  units: number;
  price: bigint;
  blockhash: string;
  lastValidHeight: number;
};

/** The bytes that the wallet signs, with room for its signature; they may be too long for the network. */
export async function buildSwap(order: SwapOrder, terms: SwapTerms): Promise<Uint8Array> {
  return compile(order, await swapInstructions(order, terms));
}

/**
 * The bytes of a version 0 transaction that only its payer signs.
 * @param tables addresses of lookup tables, base58. An account in a table takes one byte
 */
export function compile(
  order: Pick<SwapOrder, "payer" | "blockhash" | "lastValidHeight">,
  instructions: readonly Instruction[],
  tables: Readonly<Record<string, readonly string[]>> = {},
): Uint8Array {
  const lifetime = {
    blockhash: blockhash(order.blockhash),
    lastValidBlockHeight: BigInt(order.lastValidHeight),
  };
  const message = appendTransactionMessageInstructions(
    instructions,
    setTransactionMessageLifetimeUsingBlockhash(
      lifetime,
      setTransactionMessageFeePayer(address(order.payer), createTransactionMessage({ version: 0 })),
    ),
  );
  const short = compressTransactionMessageUsingAddressLookupTables(
    message,
    tables as unknown as AddressesByLookupTableAddress,
  );
  return Uint8Array.from(getTransactionEncoder().encode(compileTransaction(short)));
}

/** An account that holds a token between two steps of a transaction. */
export type TokenStop = { account: Address; open: Instruction[]; close: Instruction[] };

/** The instructions of the transaction, in order. */
export async function swapInstructions(order: SwapOrder, terms: SwapTerms): Promise<Instruction[]> {
  const { hops, units, price } = order;
  const mints = [hops[0]?.mintIn ?? "", ...hops.map(({ mintOut }) => mintOut)];
  const stops = await Promise.all(mints.map((mint, index) => stopOf(order, mint, index)));
  const source = stops[0]?.account;
  if (source === undefined) throw new RangeError("it swaps nothing");
  return [
    ...budget({ units, price }),
    ...stops.flatMap(({ open }) => open),
    feeTransfer({ ...order, mint: mints[0] ?? "", source }, terms),
    ...hops.map((hop, index) => hopInstruction(order, hop, index, stops)),
    ...stops.flatMap(({ close }) => close),
    buildMemo(swapMemo(order.memo)),
  ];
}

export function budget({ units, price }: Pick<SwapOrder, "units" | "price">): Instruction[] {
  const limit = getSetComputeUnitLimitInstruction({ units });
  if (price === 0n) return [limit];
  return [limit, getSetComputeUnitPriceInstruction({ microLamports: price })];
}

export function buildMemo(text: string): Instruction {
  return { programAddress: address(MEMO_PROGRAM), data: new TextEncoder().encode(text) };
}

/**
 * SOL and tokens between two hops pass through temporary accounts, so that the wallet's own
 * accounts keep their balances.
 */
async function stopOf(order: SwapOrder, mint: string, index: number): Promise<TokenStop> {
  const isOutput = index === order.hops.length;
  const isBetween = index > 0 && !isOutput;
  if (mint === NATIVE_MINT || isBetween) {
    const wrapped = index === 0 ? order.amountIn + order.fee : 0n;
    return temporaryStop(order, { mint, accountIndex: index, wrapped });
  }
  const { account, open } = await associatedStop(order.payer, mint);
  return { account, open: isOutput ? open : [], close: [] };
}

/** The wallet's associated account. The transaction opens it if it does not exist. */
export async function associatedStop(wallet: string, mint: string): Promise<TokenStop> {
  const payer = address(wallet);
  const account = await tokenAccountOf(wallet, mint);
  const create = getCreateAssociatedTokenIdempotentInstruction({
    payer: createNoopSigner(payer),
    owner: payer,
    ata: account,
    mint: address(mint),
  });
  return { account, open: [create], close: [] };
}

type TemporaryTerms = {
  mint: string;
  /** Distinguishes the accounts of one transaction. */
  accountIndex: number;
  /** Lamports in the account beyond its rent. */
  wrapped: bigint;
};

export async function temporaryStop(
  order: Pick<SwapOrder, "payer" | "seed">,
  { mint, accountIndex, wrapped }: TemporaryTerms,
): Promise<TokenStop> {
  const payer = address(order.payer);
  const own = `${order.seed}${accountIndex}`;
  const account = await createAddressWithSeed({
    baseAddress: payer,
    programAddress: TOKEN_PROGRAM_ADDRESS,
    seed: own,
  });
  const create = getCreateAccountWithSeedInstruction({
    payer: createNoopSigner(payer),
    newAccount: account,
    baseAccount: createNoopSigner(payer),
    base: payer,
    seed: own,
    amount: TOKEN_ACCOUNT_LAMPORTS + wrapped,
    space: TOKEN_ACCOUNT_BYTES,
    programAddress: TOKEN_PROGRAM_ADDRESS,
  });
  const open = getInitializeAccount3Instruction({ account, mint: address(mint), owner: payer });
  const close = getCloseAccountInstruction({ account, destination: payer, owner: payer });
  return { account, open: [create, open], close: [close] };
}

type FeePayment = Pick<SwapOrder, "payer" | "decimals" | "fee"> & { mint: string; source: string };

export function feeTransfer(
  { payer, mint, decimals, fee, source }: FeePayment,
  { feeAccounts, reference }: SwapTerms,
): Instruction {
  const destination = feeAccounts[mint];
  if (destination === undefined) throw new RangeError(`no account takes fees in ${mint}`);
  const transfer = getTransferCheckedInstruction({
    source: address(source),
    mint: address(mint),
    destination: address(destination),
    authority: createNoopSigner(address(payer)),
    amount: fee,
    decimals,
  });
  const named = { address: address(reference), role: AccountRole.READONLY };
  return { ...transfer, accounts: [...transfer.accounts, named] };
}

function hopInstruction(
  { payer, hops, amountIn, minOut }: SwapOrder,
  { pool, mintIn }: PlannedHop,
  index: number,
  stops: readonly TokenStop[],
): Instruction {
  const isFromA = pool.mintA === mintIn;
  const [source, destination] = [stops[index], stops[index + 1]];
  if (source === undefined || destination === undefined) throw new RangeError("a hop has no end");
  return swapInstruction(
    address(POOL_PROGRAM),
    {
      user: address(payer),
      pool: address(pool.address),
      source: source.account,
      vaultIn: address(isFromA ? pool.vaultA : pool.vaultB),
      vaultOut: address(isFromA ? pool.vaultB : pool.vaultA),
      destination: destination.account,
      tokenProgram: TOKEN_PROGRAM_ADDRESS,
    },
    {
      amountIn: index === 0 ? amountIn : ALL_OF_SOURCE,
      minOut: index === hops.length - 1 ? minOut : 0n,
    },
  );
}
