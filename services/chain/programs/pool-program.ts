/**
 * The pool program: a constant-product pool of two tokens. Its only instruction is `swap`. It
 * cannot make, change or close a pool: pools and vaults exist from the chain's genesis.
 */

import { base58 } from "@scure/base";
import { TOKEN_PROGRAM_ADDRESS } from "@solana-program/token";
import {
  POOL_BYTES,
  POOL_ERROR,
  POOL_OFFSET,
  POOL_TAG,
  type PoolError,
  PPM,
  SWAP_ACCOUNTS,
  SWAP_DATA_BYTES,
  type SwapAccount,
} from "#lib/protocol/solana/pool.ts";
import { Assembler, type JumpComparison, type Operand, type Register } from "./assembler.ts";
import { elfFile } from "./elf.ts";
import { appendMultiplyDivide } from "./multiply-divide.ts";
import {
  appendErrors,
  FRAME,
  invoke,
  jumpUnlessBytes,
  jumpUnlessSameKey,
  readInfos,
  storeMeta,
  storeSlice,
} from "./program-parts.ts";
import {
  ACCOUNT_INFO,
  ACCOUNT_META,
  INSTRUCTION,
  KEY_BYTES,
  SLICE,
  TOKEN_ACCOUNT,
  TRANSFER,
} from "./runtime-layout.ts";

/** A SolAccountInfo for each account, in order. Calls to the token program pass all of them. */
const INFOS = -SWAP_ACCOUNTS.length * ACCOUNT_INFO.bytes;
const AMOUNT_IN = INFOS - 8;
const MIN_OUT = AMOUNT_IN - 8;
const AMOUNT_OUT = MIN_OUT - 8;
/** The address of the program's own key. */
const OWN_KEY = AMOUNT_OUT - 8;
const METAS = OWN_KEY - 3 * ACCOUNT_META.bytes;
const CALL = METAS - INSTRUCTION.bytes;
const CALL_DATA = CALL - 16;
const SEEDS = CALL_DATA - 4 * SLICE.bytes;
const SIGNERS = SEEDS - SLICE.bytes;

const TOKEN_ACCOUNTS = ["source", "vaultIn", "vaultOut", "destination"] as const;
/** An amount with all bits set. It means "all of the source". */
const ALL = -1;
const MULTIPLY_DIVIDE = "multiply and divide";

/** The program as an ELF file. */
export function poolProgram(): Uint8Array {
  const a = new Assembler();
  readAccounts(a);
  readData(a);
  checkFlags(a);
  checkTokenProgram(a);
  checkPool(a);
  checkTokenAccounts(a);
  checkVaults(a);
  checkMintsAndOwner(a);
  chooseAmount(a);
  calculateOutput(a);
  transfer(a, { from: "source", to: "vaultIn", authority: "user", amount: AMOUNT_IN });
  transfer(a, { from: "vaultOut", to: "destination", authority: "pool", amount: AMOUNT_OUT });
  a.move("r0", 0).exit();
  appendErrors(a, POOL_ERROR);
  appendMultiplyDivide(a, MULTIPLY_DIVIDE);
  return elfFile(a.assemble());
}

/**
 * Jumps to the code at the end of the program that returns `error`. Its label is the name of the
 * `PoolError`.
 */
function refuseIf(
  a: Assembler,
  left: Register,
  [comparison, right]: readonly [JumpComparison, Operand],
  error: PoolError,
): void {
  a.jumpIf(left, comparison, right, error);
}

const infoOf = (account: SwapAccount): number =>
  INFOS + SWAP_ACCOUNTS.indexOf(account) * ACCOUNT_INFO.bytes;

/** Loads a field of an account's info: an address, or the length of its data. */
function loadInfo(
  a: Assembler,
  to: Register,
  account: SwapAccount,
  field: "key" | "owner" | "data" | "dataLength",
): void {
  a.load64(to, FRAME, infoOf(account) + ACCOUNT_INFO[field]);
}

/** Writes the infos of the accounts. Leaves r6 after the last one. */
function readAccounts(a: Assembler): void {
  a.load64("r2", "r1", 0);
  refuseIf(a, "r2", ["!=", SWAP_ACCOUNTS.length], "WRONG_ACCOUNT_COUNT");
  a.address("r6", "r1", 8).address("r7", FRAME, INFOS).move("r8", SWAP_ACCOUNTS.length);
  readInfos(a, "DUPLICATE_ACCOUNT" satisfies PoolError);
}

/**
 * Reads the length of the data at r6, the two amounts, and the address of the program's own key.
 */
function readData(a: Assembler): void {
  a.load64("r2", "r6", 0);
  refuseIf(a, "r2", ["<", SWAP_DATA_BYTES], "SHORT_DATA");
  refuseIf(a, "r2", [">", SWAP_DATA_BYTES], "TRAILING_DATA");
  a.load64("r2", "r6", 8).store64(FRAME, AMOUNT_IN, "r2");
  a.load64("r2", "r6", 16).store64(FRAME, MIN_OUT, "r2");
  a.address("r2", "r6", 8 + SWAP_DATA_BYTES).store64(FRAME, OWN_KEY, "r2");
}

function checkFlags(a: Assembler): void {
  a.load8("r2", FRAME, infoOf("user") + ACCOUNT_INFO.signer);
  refuseIf(a, "r2", ["==", 0], "MISSING_SIGNATURE");
  for (const account of TOKEN_ACCOUNTS) {
    a.load8("r2", FRAME, infoOf(account) + ACCOUNT_INFO.writable);
    refuseIf(a, "r2", ["==", 0], "READ_ONLY_ACCOUNT");
  }
}

/** Without this check, the program would sign for the pool towards any program. */
function checkTokenProgram(a: Assembler): void {
  loadInfo(a, "r2", "tokenProgram", "key");
  const known = base58.decode(TOKEN_PROGRAM_ADDRESS);
  jumpUnlessBytes(a, 0, known, "WRONG_TOKEN_PROGRAM" satisfies PoolError);
}

/**
 * Anyone can create an account of this program, but only with zeros in it. The tag refuses those.
 */
function checkPool(a: Assembler): void {
  loadInfo(a, "r2", "pool", "owner");
  a.load64("r3", FRAME, OWN_KEY);
  jumpUnlessSameKey(a, 0, 0, "FOREIGN_POOL" satisfies PoolError);
  loadInfo(a, "r2", "pool", "dataLength");
  refuseIf(a, "r2", ["!=", POOL_BYTES], "MALFORMED_POOL");
  loadInfo(a, "r2", "pool", "data");
  jumpUnlessBytes(a, POOL_OFFSET.tag, POOL_TAG, "MALFORMED_POOL" satisfies PoolError);
  a.load64("r4", "r2", POOL_OFFSET.feePpm);
  refuseIf(a, "r4", [">=", Number(PPM)], "MALFORMED_POOL");
}

/**
 * Their fields are at fixed offsets only if they belong to the token program and have its length.
 */
function checkTokenAccounts(a: Assembler): void {
  loadInfo(a, "r3", "tokenProgram", "key");
  for (const account of TOKEN_ACCOUNTS) {
    loadInfo(a, "r2", account, "owner");
    jumpUnlessSameKey(a, 0, 0, "NOT_A_TOKEN_ACCOUNT" satisfies PoolError);
    loadInfo(a, "r2", account, "dataLength");
    refuseIf(a, "r2", ["!=", TOKEN_ACCOUNT.bytes], "NOT_A_TOKEN_ACCOUNT");
  }
}

/** From A to B, or from B to A. */
function checkVaults(a: Assembler): void {
  const foreign = "FOREIGN_VAULT" satisfies PoolError;
  loadInfo(a, "r2", "pool", "data");
  loadInfo(a, "r3", "vaultIn", "key");
  jumpUnlessSameKey(a, POOL_OFFSET.vaultA, 0, "from B to A");
  loadInfo(a, "r3", "vaultOut", "key");
  jumpUnlessSameKey(a, POOL_OFFSET.vaultB, 0, foreign);
  a.jump("vaults checked");
  a.label("from B to A");
  jumpUnlessSameKey(a, POOL_OFFSET.vaultB, 0, foreign);
  loadInfo(a, "r3", "vaultOut", "key");
  jumpUnlessSameKey(a, POOL_OFFSET.vaultA, 0, foreign);
  a.label("vaults checked");
}

/** A delegate of the source cannot swap, because only the owner may decide about all of it. */
function checkMintsAndOwner(a: Assembler): void {
  const { mint, owner } = TOKEN_ACCOUNT;
  for (const [account, vault] of [
    ["destination", "vaultOut"],
    ["source", "vaultIn"],
  ] as const) {
    loadInfo(a, "r2", account, "data");
    loadInfo(a, "r3", vault, "data");
    jumpUnlessSameKey(a, mint, mint, "WRONG_MINT" satisfies PoolError);
  }
  loadInfo(a, "r3", "user", "key");
  jumpUnlessSameKey(a, owner, 0, "NOT_THE_OWNER" satisfies PoolError);
}

/** Replaces "all" by the source's balance. */
function chooseAmount(a: Assembler): void {
  loadInfo(a, "r3", "source", "data");
  a.load64("r3", "r3", TOKEN_ACCOUNT.amount).load64("r2", FRAME, AMOUNT_IN);
  a.jumpIf("r2", "!=", ALL, "amount is given").move("r2", "r3");
  a.label("amount is given");
  refuseIf(a, "r2", ["==", 0], "ZERO_AMOUNT");
  refuseIf(a, "r2", [">", "r3"], "INSUFFICIENT_FUNDS");
  a.store64(FRAME, AMOUNT_IN, "r2");
}

/**
 * `fee = ceil(in × ppm / 1e6)`, `net = in − fee`, `out = floor(reserve out × net / (reserve in + net))`.
 * The output is always less than the reserve, and `k` never falls: both roundings are in favour of the pool.
 */
function calculateOutput(a: Assembler): void {
  loadReserves(a);
  a.load64("r1", FRAME, AMOUNT_IN);
  loadInfo(a, "r2", "pool", "data");
  a.load64("r2", "r2", POOL_OFFSET.feePpm).move("r3", Number(PPM)).call(MULTIPLY_DIVIDE);
  a.jumpIf("r1", "==", 0, "fee is exact").add("r0", 1).label("fee is exact");
  a.load64("r2", FRAME, AMOUNT_IN).subtract("r2", "r0");
  a.move("r1", "r7").move("r3", "r6").add("r3", "r2").call(MULTIPLY_DIVIDE);
  refuseIf(a, "r0", ["==", 0], "ZERO_OUTPUT");
  a.load64("r2", FRAME, MIN_OUT);
  refuseIf(a, "r0", ["<", "r2"], "SLIPPAGE");
  a.store64(FRAME, AMOUNT_OUT, "r0");
}

/** Loads the input's reserve into r6 and the output's into r7. An empty reserve has no price. */
function loadReserves(a: Assembler): void {
  for (const [register, vault] of [
    ["r6", "vaultIn"],
    ["r7", "vaultOut"],
  ] as const) {
    loadInfo(a, register, vault, "data");
    a.load64(register, register, TOKEN_ACCOUNT.amount);
    refuseIf(a, register, ["==", 0], "EMPTY_RESERVE");
  }
  a.load64("r2", FRAME, AMOUNT_IN).move("r3", "r6").add("r3", "r2");
  refuseIf(a, "r3", ["<", "r2"], "OVERFLOW");
}

type Transfer = {
  from: SwapAccount;
  to: SwapAccount;
  /** The pool signs with the seeds of its address. */
  authority: "user" | "pool";
  /** The amount's offset in the frame. */
  amount: number;
};

/** Invokes the token program. */
function transfer(a: Assembler, { from, to, authority, amount }: Transfer): void {
  const metas = [
    [from, { writable: 1, signer: 0 }],
    [to, { writable: 1, signer: 0 }],
    [authority, { writable: 0, signer: 1 }],
  ] as const;
  metas.forEach(([account, flags], index) => {
    loadInfo(a, "r2", account, "key");
    storeMeta(a, METAS + index * ACCOUNT_META.bytes, flags);
  });
  a.store8(FRAME, CALL_DATA, TRANSFER.tag);
  a.load64("r2", FRAME, amount).store64(FRAME, CALL_DATA + TRANSFER.amount, "r2");
  if (authority === "pool") storeSeeds(a);
  loadInfo(a, "r2", "tokenProgram", "key");
  a.move("r3", SWAP_ACCOUNTS.length);
  invoke(a, {
    call: CALL,
    metas: METAS,
    metaCount: metas.length,
    data: CALL_DATA,
    dataLength: TRANSFER.bytes,
    infos: INFOS,
    ...(authority === "pool" && { signers: SIGNERS }),
  });
}

/**
 * The seeds are in the pool's own data. Seeds of another address would give a signature that the
 * token program refuses.
 */
function storeSeeds(a: Assembler): void {
  const seeds = [
    [POOL_OFFSET.tag, POOL_TAG.length],
    [POOL_OFFSET.mintA, KEY_BYTES],
    [POOL_OFFSET.mintB, KEY_BYTES],
    [POOL_OFFSET.bump, 1],
  ] as const;
  loadInfo(a, "r3", "pool", "data");
  seeds.forEach(([at, length], index) => {
    const seed = SEEDS + index * SLICE.bytes;
    a.address("r2", "r3", at).store64(FRAME, seed + SLICE.address, "r2");
    a.store64(FRAME, seed + SLICE.length, length);
  });
  storeSlice(a, SIGNERS, SEEDS, seeds.length);
}
