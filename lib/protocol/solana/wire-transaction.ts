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
  /** Base58; undefined for an account of a lookup table that was not read. */
  accounts: readonly (string | undefined)[];
  data: Uint8Array;
};

export type WireTransaction = {
  version: "legacy" | 0;
  /** One for each signer; 64 zeros stand for a missing one. */
  signatures: readonly Uint8Array[];
  /** Base58. The first one pays the fee. */
  signers: readonly string[];
  /** Base58: those of the message, then the loaded ones. */
  accounts: readonly string[];
  /** The bytes that are signed. */
  message: Uint8Array;
  /** Base58 of the hash that bounds its life. */
  blockhash: string;
  instructions: readonly WireInstruction[];
  tables: readonly TableLookup[];
};

/** Which addresses of a lookup table a transaction names, by their places in it. */
export type TableLookup = {
  /** Base58 of the table's account. */
  table: string;
  writable: readonly number[];
  readonly: readonly number[];
};

/** The addresses of all lookup tables that a transaction names, base58, in its order. */
export type LoadedAddresses = { writable: readonly string[]; readonly: readonly string[] };

/**
 * @param loaded addresses of its lookup tables; without them, the accounts of tables stay unknown
 * @throws Error that says why the bytes are no such transaction
 */
export function readWireTransaction(bytes: Uint8Array, loaded?: LoadedAddresses): WireTransaction {
  if (bytes.length > MAX_TRANSACTION_BYTES) throw new Error("it is too long");
  const reader = new Reader(bytes);
  const signatures = reader.list(() => reader.take(SIGNATURE_BYTES).slice());
  const message = bytes.slice(reader.offset);
  const start = reader.byte();
  const isVersioned = (start & VERSION_FLAG) !== 0;
  if (isVersioned && start !== VERSION_FLAG) throw new Error("its version is not known");
  const required = isVersioned ? reader.byte() : start;
  // The numbers of read-only accounts.
  reader.take(2);
  const own = reader.list(() => encodePublicKey(reader.take(KEY_BYTES)));
  const blockhash = encodePublicKey(reader.take(KEY_BYTES));
  const placed = reader.list(() => reader.instruction());
  const tables = isVersioned ? reader.list(() => reader.table()) : [];
  if (reader.offset !== bytes.length) throw new Error("something follows it");
  if (required === 0 || required !== signatures.length || required > own.length)
    throw new Error("its number of signatures is not that of the signers");
  if (loaded !== undefined) requireAll(loaded, tables);
  const accounts = [...own, ...(loaded?.writable ?? []), ...(loaded?.readonly ?? [])];
  const instructions = placed.map(
    ({ program: programIndex, accounts: indexes, data }): WireInstruction => {
      const program = own[programIndex];
      if (program === undefined) throw new Error("a lookup table names a program");
      return { program, accounts: indexes.map((at) => accounts[at]), data };
    },
  );
  return {
    version: isVersioned ? 0 : "legacy",
    signatures,
    signers: own.slice(0, required),
    accounts,
    message,
    blockhash,
    instructions,
    tables,
  };
}

/** A missing address would move all that follow it. */
function requireAll(loaded: LoadedAddresses, tables: readonly TableLookup[]): void {
  const count = (side: keyof LoadedAddresses) =>
    tables.reduce((sum, lookup) => sum + lookup[side].length, 0);
  if (loaded.writable.length !== count("writable") || loaded.readonly.length !== count("readonly"))
    throw new Error("its addresses are not those of its lookup tables");
}

/** The transaction with this signature in the place of a signer, counted from 0. */
export function withWireSignature(
  transaction: Uint8Array,
  index: number,
  signature: Uint8Array,
): Uint8Array {
  const signed = transaction.slice();
  // A transaction has fewer than 128 signatures, so their number takes one byte.
  signed.set(signature, 1 + index * SIGNATURE_BYTES);
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
    if (end > this.#bytes.length) throw new Error("it is cut off");
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
      if (byte === 0 && shift > 0) throw new Error("a length takes more bytes than it needs");
      if (byte < 0x80) return value;
    }
    throw new Error("it has a length of more than three bytes");
  }

  list<Item>(read: () => Item): Item[] {
    return Array.from({ length: this.length() }, read);
  }

  /** Program and accounts by their places. */
  instruction(): { program: number; accounts: number[]; data: Uint8Array } {
    const program = this.byte();
    const accounts = this.list(() => this.byte());
    return { program, accounts, data: this.take(this.length()).slice() };
  }

  /** A table that lists further accounts, which are no signers and no programs. */
  table(): TableLookup {
    const table = encodePublicKey(this.take(KEY_BYTES));
    const indexes = () => [...this.take(this.length())];
    return { table, writable: indexes(), readonly: indexes() };
  }
}
