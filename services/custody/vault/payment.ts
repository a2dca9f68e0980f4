/**
 * The one transaction that pays from the vault. It is a function of the withdrawal and a blockhash.
 * A signer makes it again and signs only equal bytes, so no other payment is possible.
 */
import {
  address,
  createNoopSigner,
  getCompiledTransactionMessageDecoder,
  type Instruction,
} from "@solana/kit";
import {
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
} from "@solana-program/token";
import { tokenAccountOf } from "#lib/protocol/solana/find-token-account.ts";
import { MEMO_PROGRAM } from "#lib/protocol/solana/programs.ts";
import { withdrawalMemo } from "#lib/protocol/solana/vault.ts";
import { USDC_DECIMALS } from "#lib/protocol/solana.ts";
import { compileMessage } from "./compile-message.ts";
import { type Vault } from "./vault-address.ts";
import type { VerifiedWithdrawal } from "./verify-withdrawal.ts";

/** The owner signed account, amounts and digest. */
export type VaultPayment = VerifiedWithdrawal & {
  vault: Vault;
  /** Pays the network's fees, and receives the withdrawal's fee. */
  feePayer: string;
  /** The two keys that sign for the multisig, in any order. */
  signers: readonly [string, string];
  blockhash: string;
};

/** What custody asks a signer to sign. */
export type PaymentProposal = {
  withdrawalId: string;
  message: Uint8Array;
  /** The fee payer's signature of the message. It identifies the transaction. */
  feePayerSignature: Uint8Array;
};

/** The bytes that the fee payer and both signers sign. */
export async function paymentMessage(payment: VaultPayment): Promise<Uint8Array> {
  const { amount, fee, opensAccount, account, feePayer } = payment;
  const payer = createNoopSigner(address(feePayer));
  const owner = await transferTo(payment, account, { amount: amount - fee, opens: opensAccount });
  // The fee account's own token account is opened once, with rent that it pays.
  const keeper = fee > 0n ? await transferTo(payment, feePayer, { amount: fee, opens: true }) : [];
  const instructions = [
    ...owner,
    ...keeper,
    {
      programAddress: address(MEMO_PROGRAM),
      data: new TextEncoder().encode(withdrawalMemo(payment.digest)),
    },
  ];
  return compileMessage({ feePayer: payer.address, blockhash: payment.blockhash }, instructions);
}

/**
 * @param part `opens`: whether to open the recipient's token account, with rent of the fee payer
 */
async function transferTo(
  { vault, feePayer, signers }: VaultPayment,
  recipient: string,
  part: { amount: bigint; opens: boolean },
): Promise<Instruction[]> {
  const destination = address(await tokenAccountOf(recipient, vault.mint));
  const mint = address(vault.mint);
  const opening = getCreateAssociatedTokenIdempotentInstruction({
    payer: createNoopSigner(address(feePayer)),
    ata: destination,
    owner: address(recipient),
    mint,
  });
  const transfer = getTransferCheckedInstruction({
    source: address(vault.account),
    mint,
    destination,
    authority: address(vault.authority),
    amount: part.amount,
    decimals: USDC_DECIMALS,
    multiSigners: signers.toSorted().map((signer) => createNoopSigner(address(signer))),
  });
  return part.opens ? [opening, transfer] : [transfer];
}

/**
 * The parts of a proposal that do not follow from the withdrawal. The signers are in the order of
 * their signatures.
 */
export type Envelope = Pick<VaultPayment, "feePayer" | "signers" | "blockhash">;

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
