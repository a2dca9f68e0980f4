/** Reads a serialized Solana transaction, in the legacy format or version 0, byte by byte. */
import { encodePublicKey } from "#lib/protocol/signing/signing.ts";

/** The network's packet size bounds a transaction. */
export const MAX_TRANSACTION_BYTES = 1_232;

const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
/** Set in the first byte of a message that has a version. */
const VERSION_FLAG = 0x80;

export type WireInstruction = {
  /** Base58. */
  program: string;
  /** Base58; undefined for an account that a lookup table names. */
  accounts: readonly (string | undefined)[];
  data: Uint8Array;
};

export type WireTransaction = {
  version: "legacy" | 0;
  /** One for each signer; 64 zeros stand for a missing one. */
  signatures: readonly Uint8Array[];
  /** Base58. The first one pays the fee. */
  signers: readonly string[];
  /** Base58, without those of lookup tables. */
  accounts: readonly string[];
  /** The bytes that are signed. */
  message: Uint8Array;
  /** Base58 of the hash that bounds its life. */
  blockhash: string;
  instructions: readonly WireInstruction[];
  /** Number of lookup tables. */
  tables: number;
};

/** @throws Error that says why the bytes are no such transaction */
export function readWireTransaction(bytes: Uint8Array): WireTransaction {
  if (bytes.length > MAX_TRANSACTION_BYTES) throw new Error("The transaction is too long.");
  const reader = new Reader(bytes);
  const signatures = reader.list(() => reader.take(SIGNATURE_BYTES).slice());
  const message = bytes.slice(reader.offset);
  const start = reader.byte();
  const isVersioned = (start & VERSION_FLAG) !== 0;
  if (isVersioned && start !== VERSION_FLAG)
    throw new Error("This version of transactions is not known.");
  const required = isVersioned ? reader.byte() : start;
  // The numbers of read-only accounts.
  reader.take(2);
  const accounts = reader.list(() => encodePublicKey(reader.take(KEY_BYTES)));
  const blockhash = encodePublicKey(reader.take(KEY_BYTES));
  const instructions = reader.list(() => reader.instruction(accounts));
  const tables = isVersioned ? reader.list(() => reader.table()).length : 0;
  if (reader.offset !== bytes.length) throw new Error("Something follows the transaction.");
  if (required === 0 || required !== signatures.length || required > accounts.length)
    throw new Error("The number of signatures is not that of the signers.");
  return {
    version: isVersioned ? 0 : "legacy",
    signatures,
    signers: accounts.slice(0, required),
    accounts,
    message,
    blockhash,
    instructions,
    tables,
  };
}

/** The transaction with this signature in the place of a signer, counted from 0. */
export function withWireSignature(
  transaction: Uint8Array,
  place: number,
  signature: Uint8Array,
): Uint8Array {
  const signed = transaction.slice();
  // A transaction has fewer than 128 signatures, so their number takes one byte.
  signed.set(signature, 1 + place * SIGNATURE_BYTES);
  return signed;
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

  /** Up to three bytes with seven bits each, the lowest first, and no more than the number needs. */
  length(): number {
    let value = 0;
    for (let shift = 0; shift < 21; shift += 7) {
      const byte = this.byte();
      value |= (byte & 0x7f) << shift;
      if (byte === 0 && shift > 0) throw new Error("A length takes more bytes than it needs.");
      if (byte < 0x80) return value;
    }
    throw new Error("The transaction has a length of more than three bytes.");
  }

  list<Item>(read: () => Item): Item[] {
    return Array.from({ length: this.length() }, read);
  }

  instruction(accounts: readonly string[]): WireInstruction {
    const program = accounts[this.byte()];
    if (program === undefined) throw new Error("A lookup table names a program.");
    const named = this.list(() => accounts[this.byte()]);
    return { program, accounts: named, data: this.take(this.length()).slice() };
  }

  /** A table that lists further accounts, which are no signers and no programs. */
  table(): void {
    this.take(KEY_BYTES);
    this.take(this.length());
    this.take(this.length());
  }
}
