/** The attack on custody's fee account: withdraw to a wallet without a token account, close that account for its rent, pay in again. */
import { address, createKeyPairSignerFromPrivateKeyBytes } from "@solana/kit";
import { getCloseAccountInstruction, getTransferCheckedInstruction } from "@solana-program/token";
import { vi } from "vitest";
import { tokenAccountOf } from "#lib/protocol/solana/find-token-account.ts";
import { depositMemo } from "#lib/protocol/solana/vault.ts";
import { USDC_DECIMALS, USDC_MINT } from "#lib/protocol/solana.ts";
import { deriveKeyPair } from "#services/custody/vault/key-pair.ts";
import { usdcText } from "#services/custody/vault/units.ts";
import type { TestTrader } from "#services/venue/venue.testing.ts";
import { type CustodyStack, deriveSeed, FEE_SEED, OPENING } from "./custody-stack.testing.ts";

const SOON = { interval: 50 };
const LAMPORTS = 1_000_000_000;

/**
 * @param amount with which the thief begins, in base units
 * @returns the rounds' cost for the fee account in lamports, and its income in base units. `lost`:
 * what the thief has less
 */
export async function drain(
  stack: CustodyStack,
  { rounds, amount }: { rounds: number; amount: bigint },
): Promise<{ lamports: bigint; fees: bigint; lost: bigint }> {
  const { chain, treasury, vault, reader } = stack;
  const thief = await createKeyPairSignerFromPrivateKeyBytes(
    Buffer.from(deriveSeed("thief"), "hex"),
  );
  // The seed of a trader is the hash of its name.
  const trader = await stack.trader("custody test thief");
  const own = address(await tokenAccountOf(thief.address, USDC_MINT));
  const feePayer = deriveKeyPair(FEE_SEED).publicKey;
  const feeTokens = await tokenAccountOf(feePayer, USDC_MINT);
  const lamportsOf = async () => (await chain.account(feePayer))?.lamports ?? 0n;
  const feesOf = async () => (await chain.tokenBalance(feeTokens)).amount;
  await treasury.airdrop(thief.address, LAMPORTS);
  await treasury.deposit(amount, depositMemo(thief.address));
  let held = amount;
  const before = { lamports: await lamportsOf(), fees: await feesOf() };
  for (let round = 0; round < rounds; round += 1) {
    await vi.waitUntil(async () => (await stack.proof()).reserved === "0", SOON);
    const transfer = await withdrawAll(trader, held);
    await vi.waitUntil(async () => (await reader.withdrawal(transfer)).status === "SETTLED", SOON);
    const { amount: arrived } = await chain.tokenBalance(own);
    const back = getTransferCheckedInstruction({
      source: own,
      mint: address(USDC_MINT),
      destination: address(vault.account),
      authority: thief,
      amount: arrived,
      decimals: USDC_DECIMALS,
    });
    const close = getCloseAccountInstruction({
      account: own,
      destination: thief.address,
      owner: thief,
    });
    const memo = treasury.memo(depositMemo(thief.address));
    if ((await treasury.land([back, close, memo], thief)) === undefined) {
      throw new Error("the thief's own transaction died");
    }
    held = arrived;
  }
  const after = { lamports: await lamportsOf(), fees: await feesOf() };
  return {
    lamports: before.lamports - after.lamports,
    fees: after.fees - before.fees,
    lost: amount - held,
  };
}

/** Waits for the credit of the deposit. @returns the withdrawal's id */
async function withdrawAll(trader: TestTrader, units: bigint): Promise<string> {
  const id = await vi.waitUntil(async () => {
    const answer = await trader.withdraw(usdcText(units), Date.now(), OPENING);
    return (answer.body["transfer"] as { id: string } | undefined)?.id ?? false;
  }, SOON);
  return id as string;
}
