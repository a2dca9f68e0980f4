/** What a wallet in front of a hardware account makes of a memo transaction, by a Solana client that shares no code with ours. */
import {
  AccountRole,
  address,
  appendTransactionMessageInstructions,
  compileTransaction,
  decompileTransactionMessage,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  getTransactionEncoder,
  type Instruction,
  prependTransactionMessageInstructions,
} from "@solana/kit";
import { COMPUTE_BUDGET_PROGRAM, LIGHTHOUSE_PROGRAM } from "./programs.ts";

/** Units at most, as Phantom adds it. */
export const BUDGET_LIMIT: Instruction = {
  programAddress: address(COMPUTE_BUDGET_PROGRAM),
  data: Uint8Array.from([2, 0x40, 0x0d, 0x03, 0x00]),
};

export const BUDGET_PRICE: Instruction = {
  programAddress: address(COMPUTE_BUDGET_PROGRAM),
  data: Uint8Array.from([3, 0x10, 0x27, 0, 0, 0, 0, 0, 0]),
};

/** An assertion about the lamports of the account (AssertAccountInfo). */
export function assertion(account: string, kind = 5): Instruction {
  return {
    programAddress: address(LIGHTHOUSE_PROGRAM),
    accounts: [{ address: address(account), role: AccountRole.READONLY }],
    data: Uint8Array.from([kind, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 4]),
  };
}

export type Additions = { before?: readonly Instruction[]; after?: readonly Instruction[] };

/** What Phantom adds to a transaction without signatures. */
export function usualAdditions(account: string): Additions {
  return { before: [BUDGET_LIMIT, BUDGET_PRICE], after: [assertion(account)] };
}

type Changes = Additions & { version?: 0; blockhash?: string; payer?: string };

/** The unsigned transaction with the wallet's instructions. */
export function rebuilt(transaction: Uint8Array, changes: Changes): Uint8Array {
  const { messageBytes } = getTransactionDecoder().decode(transaction);
  const compiled = getCompiledTransactionMessageDecoder().decode(messageBytes);
  const shown = decompileTransactionMessage(compiled);
  const { before = [], after = [], version, blockhash, payer } = changes;
  const whole = appendTransactionMessageInstructions(
    [...after],
    prependTransactionMessageInstructions([...before], shown),
  );
  const changed = {
    ...whole,
    ...(version === undefined ? {} : { version }),
    ...(payer === undefined ? {} : { feePayer: { address: address(payer) } }),
    ...(blockhash === undefined
      ? {}
      : { lifetimeConstraint: { blockhash: blockhash as never, lastValidBlockHeight: 0n } }),
  } as typeof whole;
  return new Uint8Array(getTransactionEncoder().encode(compileTransaction(changed)));
}

/** The transaction with the signature of its first signer. */
export function signedMemo(
  transaction: Uint8Array,
  sign: (message: Uint8Array) => Uint8Array,
): Uint8Array {
  const signers = transaction[0] ?? 0;
  const signed = transaction.slice();
  signed.set(sign(transaction.slice(1 + 64 * signers)), 1);
  return signed;
}
