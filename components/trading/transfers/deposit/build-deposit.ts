/** Builds the transaction of a deposit with kit, which is loaded with the dialog. */
import {
  AccountRole,
  address,
  appendTransactionMessageInstructions,
  blockhash,
  compileTransaction,
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
import {
  findAssociatedTokenPda,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from "@solana-program/token";
import { MEMO_PROGRAM } from "#lib/protocol/solana/programs.ts";
import { MAX_PRIORITY_LAMPORTS } from "#lib/protocol/solana/transaction-rules.ts";
import { depositMemo } from "#lib/protocol/solana/vault.ts";
import { USDC_DECIMALS } from "#lib/protocol/solana.ts";

/** Transfer and memo take about 45,000; guards of a wallet take the rest. */
const UNITS = 150_000;
const MICROLAMPORTS = 1_000_000n;
const MAX_PRICE = (MAX_PRIORITY_LAMPORTS * MICROLAMPORTS) / BigInt(UNITS);

/** Addresses are base58, amounts in base units. */
export type DepositOrder = {
  account: string;
  source: string;
  mint: string;
  vault: string;
  amount: bigint;
  blockhash: string;
  lastValidHeight: number;
  /** In 1e-6 lamports for a unit of computing. */
  price: bigint;
};

/** The account in which a wallet holds a token. */
export async function tokenAccountOf(owner: string, mint: string): Promise<string> {
  const [account] = await findAssociatedTokenPda({
    owner: address(owner),
    mint: address(mint),
    tokenProgram: TOKEN_PROGRAM_ADDRESS,
  });
  return account;
}

/** The bytes that the wallet signs, with room for its signature. */
export function buildDeposit(order: DepositOrder): Uint8Array {
  const lifetime = {
    blockhash: blockhash(order.blockhash),
    lastValidBlockHeight: BigInt(order.lastValidHeight),
  };
  const message = appendTransactionMessageInstructions(
    instructionsOf(order),
    setTransactionMessageLifetimeUsingBlockhash(
      lifetime,
      setTransactionMessageFeePayer(
        address(order.account),
        createTransactionMessage({ version: 0 }),
      ),
    ),
  );
  return Uint8Array.from(getTransactionEncoder().encode(compileTransaction(message)));
}

function instructionsOf({ account, source, mint, vault, amount, price }: DepositOrder) {
  const payer = address(account);
  const transfer = getTransferCheckedInstruction({
    source: address(source),
    mint: address(mint),
    destination: address(vault),
    authority: createNoopSigner(payer),
    amount,
    decimals: USDC_DECIMALS,
  });
  const memo: Instruction = {
    programAddress: address(MEMO_PROGRAM),
    accounts: [{ address: payer, role: AccountRole.READONLY_SIGNER }],
    data: new TextEncoder().encode(depositMemo(account)),
  };
  const limit = getSetComputeUnitLimitInstruction({ units: UNITS });
  const paid = getSetComputeUnitPriceInstruction({
    microLamports: price > MAX_PRICE ? MAX_PRICE : price,
  });
  return price > 0n ? [limit, paid, transfer, memo] : [limit, transfer, memo];
}
