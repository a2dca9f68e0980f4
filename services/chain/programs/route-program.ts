/**
 * The aggregator of the simulated chain. It has Jupiter's address, takes Jupiter's `route_v2`, and
 * swaps in our pools. It holds nothing and has no authority: the user's signature passes on to the
 * pool program.
 */
import { base58 } from "@scure/base";
import {
  ALL_BPS,
  JUPITER_EVENT_AUTHORITY,
  ROUTE_ACCOUNTS,
  ROUTE_ERROR,
  ROUTE_HEADER,
  ROUTE_V2,
  type RouteAccount,
  type RouteError,
} from "#lib/protocol/solana/jupiter-route.ts";
import { SWAP_ACCOUNTS, SWAP_DATA_BYTES, type SwapAccount } from "#lib/protocol/solana/pool.ts";
import { POOL_PROGRAM } from "#lib/protocol/solana/pools.ts";
import { TOKEN_PROGRAM } from "#lib/protocol/solana/programs.ts";
import {
  MAX_STEPS,
  POOL_STEP_TAG,
  ROUTE_STEP,
  STEP_ACCOUNTS,
  type StepAccount,
} from "#lib/protocol/solana/simulated-route.ts";
import { Assembler, type JumpComparison, type Operand, type Register } from "./assembler.ts";
import { elfFile } from "./elf.ts";
import { appendMultiplyDivide } from "./multiply-divide.ts";
import {
  ACCOUNT_READ,
  appendErrors,
  FRAME,
  invoke,
  jumpUnlessBytes,
  jumpUnlessSameKey,
  readInfos,
  storeMeta,
} from "./program-parts.ts";
import { ACCOUNT_INFO, ACCOUNT_META, INSTRUCTION, TOKEN_ACCOUNT } from "./runtime-layout.ts";

const MAX_ACCOUNTS = ROUTE_ACCOUNTS.length + MAX_STEPS * STEP_ACCOUNTS.length;
/**
 * A SolAccountInfo for each account, in order. An account that occurs twice has two equal infos.
 */
const INFOS = -MAX_ACCOUNTS * ACCOUNT_INFO.bytes;
const ACCOUNT_COUNT = INFOS - 8;
const STEP_COUNT = ACCOUNT_COUNT - 8;
/** The address of the program's own key. */
const OWN_KEY = STEP_COUNT - 8;
/** The first balance of the user's destination. */
const HELD_AT_FIRST = OWN_KEY - 8;
/** The balance of a step's destination before the step. */
const HELD_BEFORE = HELD_AT_FIRST - 8;
/** The address of the key of the next step's source. */
const NEXT_SOURCE = HELD_BEFORE - 8;
const METAS = NEXT_SOURCE - SWAP_ACCOUNTS.length * ACCOUNT_META.bytes;
const CALL = METAS - INSTRUCTION.bytes;
const CALL_DATA = CALL - SWAP_DATA_BYTES;

/** To the pool program, an amount with all bits set means "all of the source". */
const ALL = -1;
const DUPLICATE = "duplicate";
const STEP = "step";
const MULTIPLY_DIVIDE = "multiply and divide";

/**
 * Registers during the steps: the instruction's data, the step's infos, its index, and its input
 * amount.
 */
const [DATA, STEP_INFOS, INDEX, AMOUNT] = ["r6", "r7", "r8", "r9"] as const satisfies Register[];

/** The program as an ELF file. */
export function routeProgram(): Uint8Array {
  const a = new Assembler();
  readAccounts(a);
  readData(a);
  checkHeader(a);
  checkCounts(a);
  checkNamedAccounts(a);
  checkTokenAccounts(a);
  beginRoute(a);
  a.label(STEP);
  checkStepData(a);
  checkStepAccounts(a);
  swap(a);
  nextStep(a);
  checkOutput(a);
  a.move("r0", 0).exit();
  appendErrors(a, ROUTE_ERROR);
  appendDuplicate(a);
  appendMultiplyDivide(a, MULTIPLY_DIVIDE);
  return elfFile(a.assemble());
}

/** Jumps to the code at the end of the program that returns `error`. */
function refuseIf(
  a: Assembler,
  left: Register,
  [comparison, right]: readonly [JumpComparison, Operand],
  error: RouteError,
): void {
  a.jumpIf(left, comparison, right, error);
}

function refuseUnlessSameKey(a: Assembler, error: RouteError, left = 0, right = 0): void {
  jumpUnlessSameKey(a, left, right, error);
}

function refuseUnlessBytes(a: Assembler, bytes: Readonly<Uint8Array>, error: RouteError): void {
  jumpUnlessBytes(a, 0, bytes, error);
}

type InfoField = "key" | "owner" | "data" | "dataLength";

function loadInfo(a: Assembler, to: Register, account: RouteAccount, field: InfoField): void {
  const info = INFOS + ROUTE_ACCOUNTS.indexOf(account) * ACCOUNT_INFO.bytes;
  a.load64(to, FRAME, info + ACCOUNT_INFO[field]);
}

function loadStepInfo(a: Assembler, to: Register, account: StepAccount, field: InfoField): void {
  const info = STEP_ACCOUNTS.indexOf(account) * ACCOUNT_INFO.bytes;
  a.load64(to, STEP_INFOS, info + ACCOUNT_INFO[field]);
}

/** Leaves r6 after the last account. */
function readAccounts(a: Assembler): void {
  a.load64("r8", "r1", 0);
  refuseIf(a, "r8", ["<", ROUTE_ACCOUNTS.length], "ACCOUNT_NOT_ENOUGH_KEYS");
  refuseIf(a, "r8", [">", MAX_ACCOUNTS], "INVALID_ROUTE_PLAN");
  a.store64(FRAME, ACCOUNT_COUNT, "r8");
  a.address("r6", "r1", 8).address("r7", FRAME, INFOS);
  readInfos(a, DUPLICATE);
}

/**
 * Copies the info of the account's first occurrence, whose index is in r2. The other seven bytes
 * are padding.
 */
function appendDuplicate(a: Assembler): void {
  a.label(DUPLICATE);
  a.multiply("r2", ACCOUNT_INFO.bytes).address("r3", FRAME, INFOS).add("r3", "r2");
  for (let word = 0; word < ACCOUNT_INFO.bytes; word += 8) {
    a.load64("r4", "r3", word).store64("r7", word, "r4");
  }
  a.add("r6", 8).jump(ACCOUNT_READ);
}

/** Loads the address of the data into its register, and the data's length into r9. */
function readData(a: Assembler): void {
  a.load64("r9", "r6", 0).add("r6", 8);
  a.move("r2", "r6").add("r2", "r9").store64(FRAME, OWN_KEY, "r2");
  refuseIf(a, "r9", ["<", ROUTE_HEADER.bytes], "INSTRUCTION_DID_NOT_DESERIALIZE");
}

function checkHeader(a: Assembler): void {
  a.move("r2", DATA);
  refuseUnlessBytes(a, ROUTE_V2, "INSTRUCTION_FALLBACK_NOT_FOUND");
  a.load16("r2", DATA, ROUTE_HEADER.slippageBps);
  refuseIf(a, "r2", [">", ALL_BPS], "INVALID_SLIPPAGE");
  a.load16("r2", DATA, ROUTE_HEADER.platformFeeBps);
  refuseIf(a, "r2", ["!=", 0], "MISSING_PLATFORM_FEE_ACCOUNT");
  a.load16("r2", DATA, ROUTE_HEADER.positiveSlippageBps);
  refuseIf(a, "r2", ["!=", 0], "SWAP_NOT_SUPPORTED");
}

/** Data and accounts must have exactly the sizes that the number of steps requires. */
function checkCounts(a: Assembler): void {
  a.load32("r2", DATA, ROUTE_HEADER.steps);
  refuseIf(a, "r2", ["==", 0], "EMPTY_ROUTE");
  refuseIf(a, "r2", [">", MAX_STEPS], "INVALID_ROUTE_PLAN");
  a.store64(FRAME, STEP_COUNT, "r2");
  a.move("r3", "r2").multiply("r3", ROUTE_STEP.bytes).add("r3", ROUTE_HEADER.bytes);
  refuseIf(a, "r9", ["!=", "r3"], "INSTRUCTION_DID_NOT_DESERIALIZE");
  a.multiply("r2", STEP_ACCOUNTS.length).add("r2", ROUTE_ACCOUNTS.length);
  a.load64("r3", FRAME, ACCOUNT_COUNT);
  refuseIf(a, "r3", ["<", "r2"], "NOT_ENOUGH_ACCOUNT_KEYS");
  refuseIf(a, "r3", [">", "r2"], "INVALID_ROUTE_PLAN");
}

function checkNamedAccounts(a: Assembler): void {
  a.load8("r2", FRAME, INFOS + ACCOUNT_INFO.signer);
  refuseIf(a, "r2", ["==", 0], "ACCOUNT_NOT_SIGNER");
  for (const [account, known, error] of [
    ["sourceTokenProgram", TOKEN_PROGRAM, "INCORRECT_TOKEN_PROGRAM_ID"],
    ["destinationTokenProgram", TOKEN_PROGRAM, "INCORRECT_TOKEN_PROGRAM_ID"],
    ["eventAuthority", JUPITER_EVENT_AUTHORITY, "CONSTRAINT_SEEDS"],
  ] as const) {
    loadInfo(a, "r2", account, "key");
    refuseUnlessBytes(a, base58.decode(known), error);
  }
  a.load64("r3", FRAME, OWN_KEY);
  for (const [account, error] of [
    ["destinationTokenAccount", "SWAP_NOT_SUPPORTED"],
    ["program", "INVALID_PROGRAM_ID"],
  ] as const) {
    loadInfo(a, "r2", account, "key");
    refuseUnlessSameKey(a, error);
  }
}

/**
 * The user's source and destination must be token accounts of the two mints, and the mints must
 * differ.
 */
function checkTokenAccounts(a: Assembler): void {
  for (const [account, mint] of [
    ["userSource", "sourceMint"],
    ["userDestination", "destinationMint"],
  ] as const) {
    expectTokenAccount(a, (to, field) => loadInfo(a, to, account, field));
    loadInfo(a, "r2", account, "data");
    loadInfo(a, "r3", mint, "key");
    refuseUnlessSameKey(a, "CONSTRAINT_TOKEN_MINT", TOKEN_ACCOUNT.mint);
  }
  loadInfo(a, "r2", "sourceMint", "key");
  jumpUnlessSameKey(a, 0, 0, "mints differ");
  a.jump("SAME_MINT" satisfies RouteError).label("mints differ");
}

/** The balance is read at a fixed offset, which only token accounts have. */
function expectTokenAccount(
  a: Assembler,
  load: (to: Register, field: "owner" | "dataLength") => void,
): void {
  load("r2", "owner");
  refuseUnlessBytes(a, base58.decode(TOKEN_PROGRAM), "ACCOUNT_OWNED_BY_WRONG_PROGRAM");
  load("r2", "dataLength");
  refuseIf(a, "r2", ["!=", TOKEN_ACCOUNT.bytes], "ACCOUNT_DID_NOT_DESERIALIZE");
}

function beginRoute(a: Assembler): void {
  a.load64(AMOUNT, DATA, ROUTE_HEADER.inAmount);
  refuseIf(a, AMOUNT, ["==", ALL], "INSUFFICIENT_FUNDS");
  loadInfo(a, "r2", "userDestination", "data");
  a.load64("r2", "r2", TOKEN_ACCOUNT.amount).store64(FRAME, HELD_AT_FIRST, "r2");
  loadInfo(a, "r2", "userSource", "key");
  a.store64(FRAME, NEXT_SOURCE, "r2");
  a.address(STEP_INFOS, FRAME, INFOS + ROUTE_ACCOUNTS.length * ACCOUNT_INFO.bytes).move(INDEX, 0);
}

/** Each step must take all of its input, and the steps must follow each other. */
function checkStepData(a: Assembler): void {
  const at = (field: "tag" | "bps" | "inputIndex" | "outputIndex") =>
    ROUTE_HEADER.bytes + ROUTE_STEP[field];
  a.move("r2", INDEX).multiply("r2", ROUTE_STEP.bytes).add("r2", DATA);
  a.load8("r3", "r2", at("tag"));
  refuseIf(a, "r3", ["!=", POOL_STEP_TAG], "SWAP_NOT_SUPPORTED");
  a.load16("r3", "r2", at("bps"));
  refuseIf(a, "r3", ["!=", ALL_BPS], "NOT_ENOUGH_PERCENT");
  a.load8("r3", "r2", at("inputIndex"));
  refuseIf(a, "r3", ["!=", INDEX], "INVALID_INPUT_INDEX");
  a.load8("r3", "r2", at("outputIndex")).address("r4", INDEX, 1);
  refuseIf(a, "r3", ["!=", "r4"], "INVALID_OUTPUT_INDEX");
}

/** Without this check, the user's signature would pass on to any program in a step. */
function checkStepAccounts(a: Assembler): void {
  loadStepInfo(a, "r2", "poolProgram", "key");
  refuseUnlessBytes(a, base58.decode(POOL_PROGRAM), "SWAP_NOT_SUPPORTED");
  loadStepInfo(a, "r2", "source", "key");
  a.load64("r3", FRAME, NEXT_SOURCE);
  refuseUnlessSameKey(a, "INVALID_ROUTE_PLAN");
  expectTokenAccount(a, (to, field) => loadStepInfo(a, to, "destination", field));
}

/** Invokes the pool program. The route's minimum output is checked at its end. */
function swap(a: Assembler): void {
  loadStepInfo(a, "r2", "destination", "data");
  a.load64("r2", "r2", TOKEN_ACCOUNT.amount).store64(FRAME, HELD_BEFORE, "r2");
  a.store64(FRAME, CALL_DATA, AMOUNT).store64(FRAME, CALL_DATA + 8, 0);
  SWAP_ACCOUNTS.forEach((account, index) => {
    loadSwapKey(a, account);
    storeMeta(a, METAS + index * ACCOUNT_META.bytes, {
      writable: WRITTEN.has(account) ? 1 : 0,
      signer: account === "user" ? 1 : 0,
    });
  });
  loadStepInfo(a, "r2", "poolProgram", "key");
  a.load64("r3", FRAME, ACCOUNT_COUNT);
  invoke(a, {
    call: CALL,
    metas: METAS,
    metaCount: SWAP_ACCOUNTS.length,
    data: CALL_DATA,
    dataLength: SWAP_DATA_BYTES,
    infos: INFOS,
  });
}

const WRITTEN: ReadonlySet<SwapAccount> = new Set(["source", "vaultIn", "vaultOut", "destination"]);

function loadSwapKey(a: Assembler, account: SwapAccount): void {
  if (account === "user") loadInfo(a, "r2", "userTransferAuthority", "key");
  else if (account === "tokenProgram") loadInfo(a, "r2", "sourceTokenProgram", "key");
  else loadStepInfo(a, "r2", account, "key");
}

/** The next step takes only what arrived, and not the source's earlier balance. */
function nextStep(a: Assembler): void {
  loadStepInfo(a, "r2", "destination", "data");
  a.load64(AMOUNT, "r2", TOKEN_ACCOUNT.amount).load64("r2", FRAME, HELD_BEFORE);
  a.subtract(AMOUNT, "r2");
  loadStepInfo(a, "r2", "destination", "key");
  a.store64(FRAME, NEXT_SOURCE, "r2");
  a.add(STEP_INFOS, STEP_ACCOUNTS.length * ACCOUNT_INFO.bytes).add(INDEX, 1);
  a.load64("r2", FRAME, STEP_COUNT).jumpIf(INDEX, "<", "r2", STEP);
}

/**
 * At least `floor(quoted × (10,000 − slippage) / 10,000)` must arrive in the user's destination.
 */
function checkOutput(a: Assembler): void {
  a.load64("r2", FRAME, NEXT_SOURCE);
  loadInfo(a, "r3", "userDestination", "key");
  refuseUnlessSameKey(a, "INVALID_ROUTE_PLAN");
  loadInfo(a, "r2", "userDestination", "data");
  a.load64(AMOUNT, "r2", TOKEN_ACCOUNT.amount).load64("r3", FRAME, HELD_AT_FIRST);
  refuseIf(a, AMOUNT, ["<", "r3"], "SLIPPAGE_TOLERANCE_EXCEEDED");
  a.subtract(AMOUNT, "r3");
  a.load16("r3", DATA, ROUTE_HEADER.slippageBps).move("r2", ALL_BPS).subtract("r2", "r3");
  a.load64("r1", DATA, ROUTE_HEADER.quotedOut).move("r3", ALL_BPS).call(MULTIPLY_DIVIDE);
  refuseIf(a, AMOUNT, ["<", "r0"], "SLIPPAGE_TOLERANCE_EXCEEDED");
}
