/** The transaction that anchors a proof of reserves: a memo with root and sum, beside a read that names the vault. */
import {
  AccountRole,
  address,
  appendTransactionMessageInstructions,
  blockhash,
  compileTransaction,
  createTransactionMessage,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from "@solana/kit";
import { getAmountToUiAmountInstruction } from "@solana-program/token";
import { MEMO_PROGRAM } from "#lib/protocol/solana/programs.ts";
import type { Vault } from "#services/custody/vault/vault-address.ts";

/** @returns the bytes that the fee payer alone signs. They can move nothing but the network's fee. */
export function anchorMessage(parts: {
  vault: Vault;
  memo: string;
  feePayer: string;
  blockhash: string;
}): Uint8Array {
  const { vault, memo, feePayer } = parts;
  const read = getAmountToUiAmountInstruction({ mint: address(vault.mint), amount: 1n });
  const instructions = [
    // Nodes record the balances of all token accounts that a transaction of the token program names.
    {
      ...read,
      accounts: [...read.accounts, { address: address(vault.account), role: AccountRole.READONLY }],
    },
    { programAddress: address(MEMO_PROGRAM), data: new TextEncoder().encode(memo) },
  ];
  // The last valid height is not part of the bytes.
  const life = { blockhash: blockhash(parts.blockhash), lastValidBlockHeight: 0n };
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (made) => setTransactionMessageFeePayer(address(feePayer), made),
    (made) => setTransactionMessageLifetimeUsingBlockhash(life, made),
    (made) => appendTransactionMessageInstructions(instructions, made),
  );
  return new Uint8Array(compileTransaction(message).messageBytes);
}
