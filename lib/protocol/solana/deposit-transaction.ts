/**
 * What a transaction must contain to be a deposit into the vault, and nothing more. The page shows these fields before
 * they are signed, and the app passes no other transaction on.
 */

import { USDC_DECIMALS } from "#lib/protocol/solana.ts";
import { decodeTransaction } from "./decode-transaction.ts";
import { every, networkFee, only, requireKinds } from "./transaction-rules.ts";
import { depositAccount } from "./vault.ts";

/** Base58. */
export type DepositTerms = {
  /** Of USDC. */
  mint: string;
  /** Token account that holds the deposits. */
  vault: string;
};

export type DepositTransaction = {
  /** It pays the fee and the deposit, and is the only signer. Base58. */
  payer: string;
  /** Token account that the deposit leaves, base58. */
  source: string;
  /** In 1e-6 USDC. */
  amount: bigint;
  /** The account that is credited, base58. */
  account: string;
  memo: string;
  feeLamports: bigint;
  /** Checks that the wallet has added. */
  guards: number;
  blockhash: string;
  signature: Uint8Array;
  message: Uint8Array;
};

export type ReadDeposit =
  | { ok: true; deposit: DepositTransaction }
  /** A technical reason, in English. */
  | { ok: false; reason: string };

const KINDS = ["compute-limit", "compute-price", "token-transfer", "memo"] as const;

/** Reads the bytes of a deposit, signed or not. */
export function readDeposit(bytes: Uint8Array, terms: DepositTerms): ReadDeposit {
  try {
    return { ok: true, deposit: depositOf(bytes, terms) };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : "it cannot be read" };
  }
}

function depositOf(bytes: Uint8Array, { mint, vault }: DepositTerms): DepositTransaction {
  const decoded = decodeTransaction(bytes);
  const signature = requireKinds(decoded, KINDS);
  const { payer, message, blockhash, instructions } = decoded;
  const transfer = only(instructions, "token-transfer");
  if (transfer.mint !== mint || transfer.decimals !== USDC_DECIMALS)
    throw new Error("it transfers another token than USDC");
  if (transfer.destination !== vault) throw new Error("it pays another account than the vault");
  if (transfer.authority !== payer)
    throw new Error("it takes from another wallet than the payer's");
  if (transfer.references.length > 0) throw new Error("its transfer names further accounts");
  if (transfer.amount === 0n) throw new Error("its amount is zero");
  const memo = only(instructions, "memo");
  const account = depositAccount(memo.text);
  if (account === undefined) throw new Error("its memo names no account");
  if (memo.signers.some((signer) => signer !== payer))
    throw new Error("its memo names another signer");
  return {
    payer,
    source: transfer.source,
    amount: transfer.amount,
    account,
    memo: memo.text,
    feeLamports: networkFee(instructions),
    guards: every(instructions, "guard").length,
    blockhash,
    signature,
    message,
  };
}

/** Whether the wallet signed what it was shown; only guards may be added. */
export function isSameDeposit(shown: DepositTransaction, signed: DepositTransaction): boolean {
  const fields = ["payer", "source", "amount", "account", "feeLamports", "blockhash"] as const;
  return fields.every((name) => shown[name] === signed[name]);
}
