/**
 * Names what a transaction does, from its bytes. It shares no code with what builds transactions, so that a page can show
 * what is signed and a server what it passes on.
 */
import { formatDecimal } from "#lib/protocol/decimal.ts";
import { encodePublicKey } from "#lib/protocol/signing/signing.ts";
import { decodeJupiterRoute, type JupiterRouteInstruction } from "./decode-jupiter-route.ts";
import { decodePoolSwap, type PoolSwapInstruction } from "./decode-pool-swap.ts";
import { ALL_OF_SOURCE } from "./pool.ts";
import { POOL_PROGRAM } from "./pools.ts";
import {
  ASSOCIATED_TOKEN_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  JUPITER_PROGRAM,
  LIGHTHOUSE_PROGRAM,
  MEMO_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
} from "./programs.ts";
import { TOKENS } from "./tokens.ts";
import {
  type LoadedAddresses,
  readWireTransaction,
  type WireInstruction,
  type WireTransaction,
} from "./wire-transaction.ts";

/** Addresses are base58, amounts are in base units. */
export type DecodedInstruction =
  | { kind: "compute-limit"; units: number }
  /** In 1e-6 lamports for a unit. */
  | { kind: "compute-price"; price: bigint }
  | {
      kind: "token-transfer";
      source: string;
      mint: string;
      destination: string;
      authority: string;
      amount: bigint;
      decimals: number;
      /** Accounts that it only names: a client finds its transactions by them. */
      references: readonly string[];
    }
  /** Of the associated token account, unless it is there. */
  | { kind: "create-token-account"; payer: string; account: string; owner: string; mint: string }
  /** Its address follows from `base` and `seed`. */
  | {
      kind: "create-account";
      payer: string;
      account: string;
      base: string;
      seed: string;
      lamports: bigint;
      space: bigint;
      program: string;
    }
  | { kind: "open-token-account"; account: string; mint: string; owner: string }
  /** Its lamports go to `destination`. */
  | { kind: "close-token-account"; account: string; destination: string; owner: string }
  | PoolSwapInstruction
  | JupiterRouteInstruction
  | { kind: "sol-transfer"; source: string; destination: string; lamports: bigint }
  | { kind: "memo"; text: string; signers: readonly string[] }
  /** It can make the transaction fail, and nothing else. */
  | { kind: "guard" }
  | { kind: "unknown"; program: string };

export type DecodedTransaction = Omit<WireTransaction, "instructions"> & {
  payer: string;
  instructions: readonly DecodedInstruction[];
};

/**
 * @param loaded addresses of its lookup tables
 * @throws Error that says why the bytes are no transaction
 */
export function decodeTransaction(bytes: Uint8Array, loaded?: LoadedAddresses): DecodedTransaction {
  const wire = readWireTransaction(bytes, loaded);
  const [payer = ""] = wire.signers;
  return { ...wire, payer, instructions: wire.instructions.map(decodeInstruction) };
}

const DECODERS: Readonly<
  Record<string, (instruction: WireInstruction) => DecodedInstruction | undefined>
> = {
  [COMPUTE_BUDGET_PROGRAM]: decodeComputeBudget,
  [TOKEN_PROGRAM]: decodeToken,
  [ASSOCIATED_TOKEN_PROGRAM]: decodeAssociatedToken,
  [POOL_PROGRAM]: decodePoolSwap,
  [JUPITER_PROGRAM]: decodeJupiterRoute,
  [SYSTEM_PROGRAM]: decodeSystem,
  [MEMO_PROGRAM]: decodeMemo,
  [LIGHTHOUSE_PROGRAM]: decodeGuard,
};

function decodeInstruction(instruction: WireInstruction): DecodedInstruction {
  const { program } = instruction;
  const decode = Object.hasOwn(DECODERS, program) ? DECODERS[program] : undefined;
  return decode?.(instruction) ?? { kind: "unknown", program };
}

const SET_LIMIT = 2;
const SET_PRICE = 3;

function decodeComputeBudget({ accounts, data }: WireInstruction): DecodedInstruction | undefined {
  if (accounts.length > 0) return undefined;
  const view = viewOf(data);
  if (data[0] === SET_LIMIT && data.length === 5)
    return { kind: "compute-limit", units: view.getUint32(1, true) };
  if (data[0] === SET_PRICE && data.length === 9)
    return { kind: "compute-price", price: view.getBigUint64(1, true) };
  return undefined;
}

const TRANSFER_CHECKED = 12;
const CLOSE_ACCOUNT = 9;
const INITIALIZE_ACCOUNT_3 = 18;

function decodeToken(instruction: WireInstruction): DecodedInstruction | undefined {
  const { data } = instruction;
  if (data[0] === TRANSFER_CHECKED && data.length === 10) return decodeTransfer(instruction);
  const [account, second, owner, ...others] = instruction.accounts;
  if (!account || !second || others.length > 0) return undefined;
  if (data[0] === CLOSE_ACCOUNT && data.length === 1 && owner) {
    return { kind: "close-token-account", account, destination: second, owner };
  }
  if (data[0] !== INITIALIZE_ACCOUNT_3 || data.length !== 1 + KEY_BYTES || owner) return undefined;
  return {
    kind: "open-token-account",
    account,
    mint: second,
    owner: encodePublicKey(data.subarray(1)),
  };
}

function decodeTransfer({ accounts, data }: WireInstruction): DecodedInstruction | undefined {
  const [source, mint, destination, authority, ...others] = accounts;
  if (!source || !mint || !destination || !authority) return undefined;
  const references = others.filter((account) => account !== undefined);
  if (references.length !== others.length) return undefined;
  const view = viewOf(data);
  return {
    kind: "token-transfer",
    source,
    mint,
    destination,
    authority,
    amount: view.getBigUint64(1, true),
    decimals: view.getUint8(9),
    references,
  };
}

/** An account that is there already is no error. */
const CREATE_IDEMPOTENT = 1;

function decodeAssociatedToken({
  accounts,
  data,
}: WireInstruction): DecodedInstruction | undefined {
  const [payer, account, owner, mint, system, token, ...others] = accounts;
  if (data.length !== 1 || data[0] !== CREATE_IDEMPOTENT || others.length > 0) return undefined;
  if (!payer || !account || !owner || !mint) return undefined;
  if (system !== SYSTEM_PROGRAM || token !== TOKEN_PROGRAM) return undefined;
  return { kind: "create-token-account", payer, account, owner, mint };
}

const SYSTEM_TRANSFER = 2;
const CREATE_WITH_SEED = 3;

function decodeSystem(instruction: WireInstruction): DecodedInstruction | undefined {
  const { accounts, data } = instruction;
  const [source, destination, ...others] = accounts;
  if (!source || !destination || data.length < 4) return undefined;
  const view = viewOf(data);
  const kind = view.getUint32(0, true);
  if (kind === CREATE_WITH_SEED) return decodeCreation(instruction);
  if (kind !== SYSTEM_TRANSFER || others.length > 0 || data.length !== 12) return undefined;
  return { kind: "sol-transfer", source, destination, lamports: view.getBigUint64(4, true) };
}

/** Base key, seed with a length of eight bytes, lamports, space, program. */
function decodeCreation({ accounts, data }: WireInstruction): DecodedInstruction | undefined {
  const [payer, account, signer, ...others] = accounts;
  const seedAt = 4 + KEY_BYTES + 8;
  if (!payer || !account || others.length > 0 || data.length < seedAt) return undefined;
  const view = viewOf(data);
  const length = Number(view.getBigUint64(4 + KEY_BYTES, true));
  const rest = seedAt + length;
  if (data.length !== rest + 16 + KEY_BYTES) return undefined;
  const base = encodePublicKey(data.subarray(4, 4 + KEY_BYTES));
  if (signer !== undefined && signer !== base) return undefined;
  return {
    kind: "create-account",
    payer,
    account,
    base,
    seed: new TextDecoder().decode(data.subarray(seedAt, rest)),
    lamports: view.getBigUint64(rest, true),
    space: view.getBigUint64(rest + 8, true),
    program: encodePublicKey(data.subarray(rest + 16)),
  };
}

function decodeMemo({ accounts, data }: WireInstruction): DecodedInstruction | undefined {
  const signers = accounts.filter((account) => account !== undefined);
  if (signers.length !== accounts.length) return undefined;
  try {
    return { kind: "memo", text: new TextDecoder("utf-8", { fatal: true }).decode(data), signers };
  } catch {
    return undefined;
  }
}

/** The first two instructions of the program write accounts, for which the payer would pay. */
const FIRST_ASSERTION = 2;

function decodeGuard({ data: [kind = 0] }: WireInstruction): DecodedInstruction | undefined {
  return kind >= FIRST_ASSERTION ? { kind: "guard" } : undefined;
}

const KEY_BYTES = 32;

function viewOf(data: Uint8Array): DataView {
  return new DataView(data.buffer, data.byteOffset, data.byteLength);
}

/** The instruction in one line of plain technical English, as a wallet shows it. */
export function instructionLine(instruction: DecodedInstruction): string {
  switch (instruction.kind) {
    case "compute-limit":
      return `Compute budget: at most ${instruction.units} units`;
    case "compute-price":
      return `Compute budget: ${formatDecimal(instruction.price, 6)} lamports a unit`;
    case "token-transfer": {
      const { amount, decimals, mint, destination } = instruction;
      return `Transfer ${formatDecimal(amount, decimals)} ${nameOfMint(mint)} to ${destination}`;
    }
    case "sol-transfer":
      return `Transfer ${formatDecimal(instruction.lamports, TOKENS.SOL.decimals)} SOL to ${instruction.destination}`;
    case "create-token-account":
      return `Open ${nameOfMint(instruction.mint)} account ${instruction.account} if there is none`;
    case "create-account":
      return `Open account ${instruction.account} with ${formatDecimal(instruction.lamports, TOKENS.SOL.decimals)} SOL`;
    case "open-token-account":
      return `Use account ${instruction.account} for ${nameOfMint(instruction.mint)}`;
    case "close-token-account":
      return `Close account ${instruction.account}; its SOL goes to ${instruction.destination}`;
    case "pool-swap": {
      const { amountIn, minOut, pool } = instruction;
      const given = amountIn === ALL_OF_SOURCE ? "all" : `${amountIn} units`;
      return `Swap ${given} for at least ${minOut} units in pool ${pool}`;
    }
    case "jupiter-route": {
      const { amountIn, mintIn, quotedOut, mintOut } = instruction;
      return `Swap ${amountIn} units ${nameOfMint(mintIn)} for ${quotedOut} units ${nameOfMint(mintOut)} by Jupiter`;
    }
    case "memo":
      return `Memo: ${instruction.text}`;
    case "guard":
      return "Guard of the wallet";
    case "unknown":
      return `Unknown instruction of ${instruction.program}`;
  }
}

function nameOfMint(mint: string): string {
  return Object.values(TOKENS).find((one) => one.mint === mint)?.symbol ?? `of ${mint}`;
}
