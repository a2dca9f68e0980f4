/** Reads what a wallet signs of a serialized Solana transaction, in the legacy format or version 0. */
import { encodePublicKey } from "#lib/protocol/signing/signing.ts";

const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
/** Set in the first byte of a message that has a version. */
const VERSION_FLAG = 0x80;

export type TransactionToSign = {
  /** The bytes that are signed. */
  message: Uint8Array;
  /** Addresses of the programs that it calls, each once. */
  programs: string[];
  /** The transaction with this key's signature in its place. */
  withSignature: (signature: Uint8Array) => Uint8Array;
};

/** @throws Error when the bytes are no such transaction, or the key is not one of its signers */
export function readTransaction(bytes: Uint8Array, publicKey: Uint8Array): TransactionToSign {
  const reader = new Reader(bytes);
  const signatures = reader.length();
  const firstSignature = reader.offset;
  reader.take(signatures * SIGNATURE_BYTES);
  const message = bytes.slice(reader.offset);
  const start = reader.byte();
  if (start & VERSION_FLAG && start !== VERSION_FLAG)
    throw new Error("The demo wallet does not know this version of transactions.");
  const signers = start & VERSION_FLAG ? reader.byte() : start;
  // The numbers of read-only accounts.
  reader.take(2);
  const accounts = Array.from({ length: reader.length() }, () =>
    encodePublicKey(reader.take(KEY_BYTES)),
  );
  // The recent block hash.
  reader.take(KEY_BYTES);
  const programs = new Set<string>();
  for (let left = reader.length(); left > 0; left -= 1) {
    programs.add(accounts[reader.byte()] ?? "");
    // The instruction's accounts, then its data.
    reader.take(reader.length());
    reader.take(reader.length());
  }
  // Tables that list further accounts, which are no signers and no programs.
  for (let left = start & VERSION_FLAG ? reader.length() : 0; left > 0; left -= 1) {
    reader.take(KEY_BYTES);
    reader.take(reader.length());
    reader.take(reader.length());
  }
  if (reader.offset !== bytes.length) throw new Error("Something follows the transaction.");
  const place = accounts.indexOf(encodePublicKey(publicKey));
  if (place < 0 || place >= signers || signers !== signatures)
    throw new Error("The demo wallet does not sign for this transaction.");
  const withSignature = (signature: Uint8Array): Uint8Array => {
    const signed = bytes.slice();
    signed.set(signature, firstSignature + place * SIGNATURE_BYTES);
    return signed;
  };
  return { message, programs: [...programs], withSignature };
}

class Reader {
  readonly #bytes: Uint8Array;
  offset = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  take(count: number): Uint8Array {
    const end = this.offset + count;
    if (end > this.#bytes.length) throw new Error("The transaction is cut off.");
    const taken = this.#bytes.subarray(this.offset, end);
    this.offset = end;
    return taken;
  }

  byte(): number {
    return this.take(1)[0] ?? 0;
  }

  /** Up to three bytes with seven bits each, the lowest first. */
  length(): number {
    let value = 0;
    for (let shift = 0; shift < 21; shift += 7) {
      const byte = this.byte();
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw new Error("The transaction has a length of more than three bytes.");
  }
}
