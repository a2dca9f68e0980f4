/** What the demo wallet shows and signs of a serialized Solana transaction. */
import { decodeTransaction, instructionLine } from "#lib/protocol/solana/decode-transaction.ts";
import { withWireSignature } from "#lib/protocol/solana/wire-transaction.ts";

export type TransactionToSign = {
  /** The bytes that are signed. */
  message: Uint8Array;
  /** One for each instruction. */
  lines: string[];
  /** The transaction with this key's signature in its place. */
  withSignature: (signature: Uint8Array) => Uint8Array;
};

/** @throws Error when the bytes are no transaction, or the address is not one of its signers */
export function readTransaction(bytes: Uint8Array, address: string): TransactionToSign {
  const { message, signers, instructions } = decodeTransaction(bytes);
  const index = signers.indexOf(address);
  if (index < 0) throw new Error("The demo wallet does not sign for this transaction.");
  return {
    message,
    lines: instructions.map(instructionLine),
    withSignature: (signature) => withWireSignature(bytes, index, signature),
  };
}
