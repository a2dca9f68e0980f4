/**
 * What a transaction must contain to be a deposit into the vault, and nothing more. The page shows these fields before
 * they are signed, and the app passes no other transaction on.
 */

import { USDC_DECIMALS } from "#lib/protocol/solana.ts";
import { type DecodedInstruction, decodeTransaction } from "./decode-transaction.ts";
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

const MOST_GUARDS = 8;
const SIGNATURE_LAMPORTS = 5_000n;
const MICROLAMPORTS = 1_000_000n;
/** For a quick place in a block; more would be a mistake. */
export const MOST_PRIORITY_LAMPORTS = 1_000_000n;

/** Reads the bytes of a deposit, signed or not. */
export function readDeposit(bytes: Uint8Array, terms: DepositTerms): ReadDeposit {
  try {
    return { ok: true, deposit: depositOf(bytes, terms) };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : "it cannot be read" };
  }
}

function depositOf(bytes: Uint8Array, { mint, vault }: DepositTerms): DepositTransaction {
  const { payer, signatures, message, blockhash, instructions, tables } = decodeTransaction(bytes);
  const [signature, ...others] = signatures;
  if (signature === undefined || others.length > 0)
    throw new Error("it needs another signature than the payer's");
  if (tables > 0) throw new Error("it names lookup tables");
  const transfer = only(instructions, "token-transfer");
  if (transfer.mint !== mint || transfer.decimals !== USDC_DECIMALS)
    throw new Error("it transfers another token than USDC");
  if (transfer.destination !== vault) throw new Error("it pays another account than the vault");
  if (transfer.authority !== payer)
    throw new Error("it takes from another wallet than the payer's");
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
    feeLamports: SIGNATURE_LAMPORTS + priorityFee(instructions),
    guards: guardsOf(instructions),
    blockhash,
    signature,
    message,
  };
}

type Kind = DecodedInstruction["kind"];
type Of<Name extends Kind> = Extract<DecodedInstruction, { kind: Name }>;

function every<Name extends Kind>(
  instructions: readonly DecodedInstruction[],
  kind: Name,
): readonly Of<Name>[] {
  return instructions.filter((one): one is Of<Name> => one.kind === kind);
}

function only<Name extends Kind>(
  instructions: readonly DecodedInstruction[],
  kind: Name,
): Of<Name> {
  const [found, second] = every(instructions, kind);
  if (found === undefined || second !== undefined)
    throw new Error(`it needs exactly one ${kind.replace("-", " ")}`);
  return found;
}

function guardsOf(instructions: readonly DecodedInstruction[]): number {
  const [stranger] = every(instructions, "unknown");
  if (stranger !== undefined)
    throw new Error(`it has an unknown instruction of ${stranger.program}`);
  if (every(instructions, "sol-transfer").length > 0) throw new Error("it transfers SOL");
  const guards = every(instructions, "guard").length;
  if (guards > MOST_GUARDS) throw new Error("it has too many guards");
  return guards;
}

/** Units times price, rounded up. Without a limit of its own a price could cost anything. */
function priorityFee(instructions: readonly DecodedInstruction[]): bigint {
  const [limit, secondLimit] = every(instructions, "compute-limit");
  const [price, secondPrice] = every(instructions, "compute-price");
  if (secondLimit !== undefined || secondPrice !== undefined)
    throw new Error("it sets its compute budget twice");
  if (price === undefined) return 0n;
  if (limit === undefined) throw new Error("it has a compute price without a limit");
  const fee = (BigInt(limit.units) * price.price + MICROLAMPORTS - 1n) / MICROLAMPORTS;
  if (fee > MOST_PRIORITY_LAMPORTS) throw new Error("its priority fee is too high");
  return fee;
}

/** Whether the wallet signed what it was shown; only guards may be added. */
export function isSameDeposit(shown: DepositTransaction, signed: DepositTransaction): boolean {
  const fields = ["payer", "source", "amount", "account", "feeLamports", "blockhash"] as const;
  return fields.every((name) => shown[name] === signed[name]);
}
