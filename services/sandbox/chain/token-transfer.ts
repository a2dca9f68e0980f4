/** The instructions of a transfer of tokens to the account that a wallet has of their mint, which is made when it is missing. */
import { address, type Instruction, type TransactionSigner } from "@solana/kit";
import { getTransferSolInstruction } from "@solana-program/system";
import {
  getCreateAssociatedTokenIdempotentInstruction,
  getSyncNativeInstruction,
  getTransferCheckedInstruction,
} from "@solana-program/token";
import { tokenAccountOf } from "#lib/protocol/solana/find-token-account.ts";
import { MEMO_PROGRAM } from "#lib/protocol/solana/programs.ts";
import { NATIVE_MINT, type Token } from "#lib/protocol/solana/tokens.ts";

export type TokenTransfer = {
  /** Pays the fee of the transaction, and the rent of new accounts. */
  payer: TransactionSigner;
  /** The owner of the tokens. */
  owner: TransactionSigner;
  /** Wallet, base58. */
  recipient: string;
  token: Token;
  /** Base units. */
  units: bigint;
};

/** Makes a wallet's token account unless there is one. */
export async function accountCreation(
  payer: TransactionSigner,
  owner: string,
  mint: string,
): Promise<Instruction> {
  return getCreateAssociatedTokenIdempotentInstruction({
    payer,
    ata: await tokenAccountOf(owner, mint),
    owner: address(owner),
    mint: address(mint),
  });
}

/** Wrapped SOL is made of the owner's lamports. */
export async function transferInstructions(transfer: TokenTransfer): Promise<Instruction[]> {
  const { payer, owner, recipient, token, units } = transfer;
  const { mint, decimals } = token;
  const destination = await tokenAccountOf(recipient, mint);
  const creation = await accountCreation(payer, recipient, mint);
  if (mint === NATIVE_MINT) {
    return [
      creation,
      getTransferSolInstruction({ source: owner, destination, amount: units }),
      getSyncNativeInstruction({ account: destination }),
    ];
  }
  const source = await tokenAccountOf(owner.address, mint);
  return [
    creation,
    getTransferCheckedInstruction({
      source,
      mint: address(mint),
      destination,
      authority: owner,
      amount: units,
      decimals,
    }),
  ];
}

export function memoInstruction(text: string): Instruction {
  return { programAddress: address(MEMO_PROGRAM), data: new TextEncoder().encode(text) };
}
