/**
 * Prepares a deposit: builds it, reads the built bytes with the own decoder, and compares both with a simulation of the
 * same bytes. What differs is not signed.
 */

import { toBase64 } from "#components/chain/base64.ts";
import {
  type ChainAccount,
  parseHolding,
  readAccounts,
  readBlockhash,
  readUsualPrice,
  simulateTransaction,
} from "#components/chain/chain-calls.ts";
import type { Answer, Failure } from "#components/data/http.ts";
import {
  type DepositTransaction,
  isSameDeposit,
  readDeposit,
} from "#lib/protocol/solana/deposit-transaction.ts";
import type { VaultTerms } from "#lib/protocol/wire/chain.ts";
import { buildDeposit, tokenAccountOf } from "./build-deposit.ts";

/** What a wallet holds: 1e-6 USDC, and lamports. */
export type WalletBalances = { source: string; usdc: bigint; lamports: bigint };

export type PreparedDeposit = {
  bytes: Uint8Array;
  /** As the own decoder reads the bytes. */
  deposit: DepositTransaction;
  balances: WalletBalances;
  lastValidHeight: number;
  /** In 1e-6 lamports for a unit of computing. */
  price: bigint;
  /** By `performance.now()`. */
  preparedAt: number;
};

/** Why a deposit cannot be signed; `detail` is technical. */
export type DepositProblem = {
  problem: "differs" | "failsOnChain" | "tooLittleUsdc" | "tooLittleSol";
  detail?: string;
};

export type Preparation =
  | { state: "ready"; prepared: PreparedDeposit }
  | ({ state: "refused" } & DepositProblem)
  | { state: "unread"; failure: Failure };

export async function readBalances(account: string, mint: string): Promise<Answer<WalletBalances>> {
  const source = await tokenAccountOf(account, mint);
  const answer = await readAccounts([account, source]);
  if (!answer.ok) return answer;
  return { ...answer, body: balancesOf(source, answer.body) };
}

function balancesOf(
  source: string,
  [wallet, held]: readonly (ChainAccount | undefined)[],
): WalletBalances {
  return { source, usdc: parseHolding(held)?.amount ?? 0n, lamports: wallet?.lamports ?? 0n };
}

/** @param order the amount in 1e-6 USDC; a price that was shown before is kept */
export async function prepareDeposit(
  { mint, address: vault, authority }: VaultTerms,
  account: string,
  { amount, price: shown }: { amount: bigint; price?: bigint },
): Promise<Preparation> {
  const balances = await readBalances(account, mint);
  if (!balances.ok) return unread(balances);
  const { source } = balances.body;
  const [block, usual] = await Promise.all([readBlockhash(), readUsualPrice([source, vault])]);
  if (!block.ok) return unread(block);
  const price = shown ?? (usual.ok ? usual.body : 0n);
  const order = { account, source, mint, vault, amount, ...block.body };
  const bytes = buildDeposit({ ...order, price });
  const read = readDeposit(bytes, { mint, vault });
  if (!read.ok) return { state: "refused", problem: "differs", detail: read.reason };
  const { deposit } = read;
  const problem =
    differenceOfOrder(deposit, order) ??
    lackOf(deposit, balances.body) ??
    (await differenceOfSimulation(bytes, deposit, {
      balances: balances.body,
      mint,
      vault,
      authority,
    }));
  if (problem !== undefined)
    return "failure" in problem ? problem : { state: "refused", ...problem };
  const { lastValidHeight } = block.body;
  const preparedAt = performance.now();
  return {
    state: "ready",
    prepared: { bytes, deposit, balances: balances.body, lastValidHeight, price, preparedAt },
  };
}

type Order = { account: string; source: string; amount: bigint; blockhash: string };

function differenceOfOrder(
  deposit: DepositTransaction,
  { account, source, amount, blockhash }: Order,
): DepositProblem | undefined {
  const requested = { ...deposit, payer: account, account, source, amount, blockhash };
  if (isSameDeposit(requested, deposit)) return undefined;
  return { problem: "differs", detail: "the built bytes are not what was asked for" };
}

function lackOf(deposit: DepositTransaction, held: WalletBalances): DepositProblem | undefined {
  if (held.usdc < deposit.amount) return { problem: "tooLittleUsdc" };
  return held.lamports < deposit.feeLamports ? { problem: "tooLittleSol" } : undefined;
}

type Expected = { balances: WalletBalances; mint: string; vault: string; authority: string };

/**
 * The simulation must take the amount and the fee from the wallet, and nothing else, and the destination must be the
 * vault's account. The vault's own balance is not compared: others deposit at the same time.
 */
async function differenceOfSimulation(
  bytes: Uint8Array,
  deposit: DepositTransaction,
  { balances, mint, vault, authority }: Expected,
): Promise<DepositProblem | ReturnType<typeof unread> | undefined> {
  const answer = await simulateTransaction(toBase64(bytes), [
    deposit.payer,
    balances.source,
    vault,
  ]);
  if (!answer.ok) return unread(answer);
  const { error, accounts } = answer.body;
  if (error !== undefined) return { problem: "failsOnChain", detail: error };
  const [wallet, source, destination] = accounts;
  const after = balancesOf(balances.source, [wallet, source]);
  const held = parseHolding(destination);
  const isAsShown =
    after.usdc === balances.usdc - deposit.amount &&
    after.lamports === balances.lamports - deposit.feeLamports &&
    held?.owner === authority &&
    held.mint === mint;
  return isAsShown
    ? undefined
    : { problem: "differs", detail: "the simulation moves other amounts" };
}

function unread(failure: Failure): { state: "unread"; failure: Failure } {
  return { state: "unread", failure };
}
