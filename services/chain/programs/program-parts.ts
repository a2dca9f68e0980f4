/** Common parts of our programs: they read the input, compare keys and invoke another program. */
import type { Assembler, Register } from "./assembler.ts";
import {
  ACCOUNT,
  ACCOUNT_INFO,
  ACCOUNT_META,
  GROWTH_BYTES,
  INSTRUCTION,
  KEY_BYTES,
  NOT_DUPLICATE,
  SLICE,
} from "./runtime-layout.ts";

/** The end of the stack frame. A program's data is below it. */
export const FRAME: Register = "r10";

/** Each error has a label. The code there returns the error's number. */
export function appendErrors(a: Assembler, errors: Readonly<Record<string, number>>): void {
  for (const [error, code] of Object.entries(errors)) a.label(error).move("r0", code).exit();
}

/** Where `readInfos` continues after `duplicate` has handled an account and moved r6 past it. */
export const ACCOUNT_READ = "account read";

/**
 * Writes the SolAccountInfo of each account. r6 is the first account, r7 the first info, and r8 the
 * number of accounts, at least 1. Leaves r6 after the last account.
 * @param duplicate label of the code for an account that occurred before; r2 is its index
 */
export function readInfos(a: Assembler, duplicate: string): void {
  a.label("account").load8("r2", "r6", ACCOUNT.duplicate);
  a.jumpIf("r2", "!=", NOT_DUPLICATE, duplicate);
  for (const field of ["key", "owner", "lamports", "data"] as const) {
    a.address("r2", "r6", ACCOUNT[field]).store64("r7", ACCOUNT_INFO[field], "r2");
  }
  for (const flag of ["signer", "writable", "executable"] as const) {
    a.load8("r2", "r6", ACCOUNT[flag]).store8("r7", ACCOUNT_INFO[flag], "r2");
  }
  a.load64("r2", "r6", ACCOUNT.dataLength).store64("r7", ACCOUNT_INFO.dataLength, "r2");
  // The rent epoch follows the data and its free space, at the next multiple of 8.
  a.add("r2", 7).and("r2", -8);
  a.add("r6", "r2").add("r6", ACCOUNT.data + GROWTH_BYTES);
  a.load64("r2", "r6", 0).store64("r7", ACCOUNT_INFO.rentEpoch, "r2");
  a.add("r6", 8);
  a.label(ACCOUNT_READ).add("r7", ACCOUNT_INFO.bytes).subtract("r8", 1);
  a.jumpIf("r8", "!=", 0, "account");
}

/** Compares the 32 bytes at `r2 + left` with those at `r3 + right`. */
export function jumpUnlessSameKey(a: Assembler, left: number, right: number, label: string): void {
  for (let word = 0; word < KEY_BYTES; word += 8) {
    a.load64("r4", "r2", left + word).load64("r5", "r3", right + word);
    a.jumpIf("r4", "!=", "r5", label);
  }
}

/** Compares the bytes at `r2 + at` with known ones, whose number is a multiple of 8. */
export function jumpUnlessBytes(
  a: Assembler,
  at: number,
  bytes: Readonly<Uint8Array>,
  label: string,
): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let word = 0; word < bytes.length; word += 8) {
    a.load64("r4", "r2", at + word).constant("r5", view.getBigUint64(word, true));
    a.jumpIf("r4", "!=", "r5", label);
  }
}

/** Stores a SolAccountMeta at `meta` in the frame; r2 is the address of the account's key. */
export function storeMeta(
  a: Assembler,
  meta: number,
  { writable, signer }: { writable: 0 | 1; signer: 0 | 1 },
): void {
  a.store64(FRAME, meta + ACCOUNT_META.key, "r2");
  a.store8(FRAME, meta + ACCOUNT_META.writable, writable);
  a.store8(FRAME, meta + ACCOUNT_META.signer, signer);
}

/** Stores the address of a part of the frame, and its length after it. */
export function storeSlice(a: Assembler, at: number, part: number, length: number): void {
  a.address("r2", FRAME, part).store64(FRAME, at + SLICE.address, "r2");
  a.store64(FRAME, at + SLICE.length, length);
}

/** Offsets in the frame. */
export type Invocation = {
  /** Where the SolInstruction is written. */
  call: number;
  metas: number;
  metaCount: number;
  data: number;
  dataLength: number;
  /** The infos of all accounts that the runtime may need. */
  infos: number;
  /** The list of signers by seeds, and their number. */
  signers?: number;
};

/**
 * Invokes the program whose key is at the address in r2, with as many infos as r3 says. A failure
 * there ends the whole transaction with that program's error.
 */
export function invoke(a: Assembler, parts: Invocation): void {
  const { call, metas, metaCount, data, dataLength, infos, signers } = parts;
  a.store64(FRAME, call + INSTRUCTION.program, "r2");
  storeSlice(a, call + INSTRUCTION.metas, metas, metaCount);
  storeSlice(a, call + INSTRUCTION.data, data, dataLength);
  a.address("r1", FRAME, call).address("r2", FRAME, infos);
  a.address("r4", FRAME, signers ?? 0).move("r5", signers === undefined ? 0 : 1);
  a.systemCall("sol_invoke_signed_c");
}
