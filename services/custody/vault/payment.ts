/**
 * The one transaction that takes money out of the vault. It is a function of the withdrawal and a blockhash, so a signer makes it
 * again and signs only bytes that are the same: nothing else can be expressed.
 */
import {
  address,
  appendTransactionMessageInstructions,
  blockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getCompiledTransactionMessageDecoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from "@solana/kit";
import {
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
} from "@solana-program/token";
import { tokenAccountOf } from "#lib/protocol/solana/find-token-account.ts";
import { withdrawalMemo } from "#lib/protocol/solana/vault.ts";
import { USDC_DECIMALS } from "#lib/protocol/solana.ts";
import { type Vault } from "./vault-address.ts";

const MEMO_PROGRAM = address("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr");

export type Payment = {
  vault: Vault;
  /** The owner of the withdrawal; their token account is paid. */
  account: string;
  /** Base units of the mint. */
  amount: bigint;
  digest: string;
  /** Pays the network's fee, and nothing else. */
  feePayer: string;
  /** The keys that sign for the multisig, in any order. */
  signers: readonly [string, string];
  blockhash: string;
};

/** The bytes that the fee payer and both signers sign. */
export async function paymentMessage(payment: Payment): Promise<Uint8Array> {
  const { vault, account, amount, signers } = payment;
  const payer = createNoopSigner(address(payment.feePayer));
  const destination = address(await tokenAccountOf(account, vault.mint));
  const mint = address(vault.mint);
  const instructions = [
    getCreateAssociatedTokenIdempotentInstruction({
      payer,
      ata: destination,
      owner: address(account),
      mint,
    }),
    getTransferCheckedInstruction({
      source: address(vault.account),
      mint,
      destination,
      authority: address(vault.authority),
      amount,
      decimals: USDC_DECIMALS,
      multiSigners: signers.toSorted().map((signer) => createNoopSigner(address(signer))),
    }),
    {
      programAddress: MEMO_PROGRAM,
      data: new TextEncoder().encode(withdrawalMemo(payment.digest)),
    },
  ];
  // The last height is no part of the bytes.
  const life = { blockhash: blockhash(payment.blockhash), lastValidBlockHeight: 0n };
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (made) => setTransactionMessageFeePayer(payer.address, made),
    (made) => setTransactionMessageLifetimeUsingBlockhash(life, made),
    (made) => appendTransactionMessageInstructions(instructions, made),
  );
  return new Uint8Array(compileTransaction(message).messageBytes);
}

/** The parts of a proposal that the withdrawal does not decide. The signers are in the order of their signatures. */
export type Envelope = Pick<Payment, "feePayer" | "signers" | "blockhash">;

/** Undefined for bytes that cannot be a payment. */
export function readEnvelope(message: Uint8Array): Envelope | undefined {
  try {
    const decoded = getCompiledTransactionMessageDecoder().decode(message);
    if (decoded.version !== 0 || decoded.header.numSignerAccounts !== 3) return undefined;
    const [feePayer, one, other] = decoded.staticAccounts;
    if (feePayer === undefined || one === undefined || other === undefined) return undefined;
    if (!("lifetimeToken" in decoded)) return undefined;
    return { feePayer, signers: [one, other], blockhash: decoded.lifetimeToken };
  } catch {
    return undefined;
  }
}
