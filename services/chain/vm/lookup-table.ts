/**
 * Address lookup tables, from which transactions load accounts by index (`AddressLookupTable` of
 * Solana).
 */
import { base58 } from "@scure/base";
import { BorshReader, BorshWriter } from "#lib/protocol/signing/borsh.ts";
import type { AccountState } from "./account-state.ts";

export const LOOKUP_TABLE_PROGRAM = "AddressLookupTab1e1111111111111111111111111";

const KIND_TABLE = 1;
const NEVER = 2n ** 64n - 1n;
/** The addresses begin at this offset, also when the fields before them are shorter. */
const HEAD_BYTES = 56;
const KEY_BYTES = 32;

export type LookupTable = {
  /** Slots. A table in use has 2^64 − 1 as its deactivation slot. */
  deactivationSlot: bigint;
  lastExtendedSlot: bigint;
  /** The index of the first address of the last extension. */
  lastExtendedSlotStartIndex: number;
  /** Null for a table that cannot be changed. */
  authority: string | null;
  addresses: string[];
};

/** Undefined for an account that is not a lookup table. */
export function parseLookupTable(state: AccountState | null): LookupTable | undefined {
  if (state === null || state.owner !== LOOKUP_TABLE_PROGRAM) return undefined;
  const { data } = state;
  if (data.length < HEAD_BYTES) return undefined;
  const reader = new BorshReader(data, 0);
  if (reader.u32() !== KIND_TABLE) return undefined;
  const head = {
    deactivationSlot: reader.u64(),
    lastExtendedSlot: reader.u64(),
    lastExtendedSlotStartIndex: reader.u8(),
    authority: reader.u8() === 1 ? base58.encode(reader.bytes(KEY_BYTES)) : null,
  };
  const addresses: string[] = [];
  for (let at = HEAD_BYTES; at + KEY_BYTES <= data.length; at += KEY_BYTES)
    addresses.push(base58.encode(data.subarray(at, at + KEY_BYTES)));
  return { ...head, addresses };
}

/** A table in use that cannot be changed, and whose addresses are valid from slot 1. */
export function encodeLookupTable(addresses: readonly string[]): Uint8Array {
  const lastExtendedSlot = 0n;
  const [startIndex, noAuthority] = [0, 0];
  const head = new BorshWriter(HEAD_BYTES)
    .u32(KIND_TABLE)
    .u64(NEVER)
    .u64(lastExtendedSlot)
    .u8(startIndex)
    .u8(noAuthority)
    .finish();
  const data = new Uint8Array(HEAD_BYTES + addresses.length * KEY_BYTES);
  data.set(head);
  addresses.forEach((key, index) => {
    data.set(base58.decode(key), HEAD_BYTES + index * KEY_BYTES);
  });
  return data;
}
