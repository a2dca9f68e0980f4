/** Address lookup tables: accounts that list further accounts of a transaction, which names them by their places. */
import { encodePublicKey } from "#lib/protocol/signing/signing.ts";
import type { LoadedAddresses, TableLookup } from "./wire-transaction.ts";

const KEY_BYTES = 32;
/** State, slots of deactivation and extension, start of the newest part, authority: the addresses follow. */
const HEADER_BYTES = 56;
const IS_TABLE = 1;
/** Places take a byte. */
const MAX_ADDRESSES = 256;

/** Base58. Undefined for an account of another kind. */
export function readLookupTable(data: Uint8Array): string[] | undefined {
  const isTable =
    data.length >= HEADER_BYTES &&
    data.length <= HEADER_BYTES + MAX_ADDRESSES * KEY_BYTES &&
    (data.length - HEADER_BYTES) % KEY_BYTES === 0 &&
    new DataView(data.buffer, data.byteOffset).getUint32(0, true) === IS_TABLE;
  if (!isTable) return undefined;
  const count = (data.length - HEADER_BYTES) / KEY_BYTES;
  return Array.from({ length: count }, (_, index) => {
    const at = HEADER_BYTES + index * KEY_BYTES;
    return encodePublicKey(data.subarray(at, at + KEY_BYTES));
  });
}

/**
 * What a transaction loads: the writable addresses of all tables come first.
 * @param addresses of each table, by its own address
 * @returns undefined when a table, or a place in it, does not exist
 */
export function loadAddresses(
  tables: readonly TableLookup[],
  addresses: ReadonlyMap<string, readonly string[]>,
): LoadedAddresses | undefined {
  const load = (side: keyof LoadedAddresses) =>
    tables.flatMap((lookup) => lookup[side].map((at) => addresses.get(lookup.table)?.[at]));
  const [writable, readonly] = [load("writable"), load("readonly")];
  const isWhole = (list: readonly (string | undefined)[]): list is string[] =>
    !list.includes(undefined);
  return isWhole(writable) && isWhole(readonly) ? { writable, readonly } : undefined;
}
