/**
 * Names what a transaction does, from its bytes. It shares no code with what builds transactions, so that a page can show
 * what is signed and a server what it passes on.
 */
import { formatDecimal } from "#lib/protocol/decimal.ts";
import {
  COMPUTE_BUDGET_PROGRAM,
  LIGHTHOUSE_PROGRAM,
  MEMO_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
} from "./programs.ts";
import { TOKENS } from "./tokens.ts";
import {
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
    }
  | { kind: "sol-transfer"; source: string; destination: string; lamports: bigint }
  | { kind: "memo"; text: string; signers: readonly string[] }
  /** It can make the transaction fail, and nothing else. */
  | { kind: "guard" }
  | { kind: "unknown"; program: string };

export type DecodedTransaction = Omit<WireTransaction, "instructions"> & {
  payer: string;
  instructions: readonly DecodedInstruction[];
};

/** @throws Error that says why the bytes are no transaction */
export function decodeTransaction(bytes: Uint8Array): DecodedTransaction {
  const wire = readWireTransaction(bytes);
  const [payer = ""] = wire.signers;
  return { ...wire, payer, instructions: wire.instructions.map(decodeInstruction) };
}

const DECODERS: Readonly<
  Record<string, (instruction: WireInstruction) => DecodedInstruction | undefined>
> = {
  [COMPUTE_BUDGET_PROGRAM]: decodeComputeBudget,
  [TOKEN_PROGRAM]: decodeToken,
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

function decodeToken({ accounts, data }: WireInstruction): DecodedInstruction | undefined {
  const [source, mint, destination, authority, ...others] = accounts;
  if (data[0] !== TRANSFER_CHECKED || data.length !== 10 || others.length > 0) return undefined;
  if (!source || !mint || !destination || !authority) return undefined;
  const view = viewOf(data);
  return {
    kind: "token-transfer",
    source,
    mint,
    destination,
    authority,
    amount: view.getBigUint64(1, true),
    decimals: view.getUint8(9),
  };
}

const SYSTEM_TRANSFER = 2;

function decodeSystem({ accounts, data }: WireInstruction): DecodedInstruction | undefined {
  const [source, destination, ...others] = accounts;
  if (!source || !destination || others.length > 0 || data.length !== 12) return undefined;
  const view = viewOf(data);
  if (view.getUint32(0, true) !== SYSTEM_TRANSFER) return undefined;
  return { kind: "sol-transfer", source, destination, lamports: view.getBigUint64(4, true) };
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
      const token = Object.values(TOKENS).find((one) => one.mint === mint);
      return `Transfer ${formatDecimal(amount, decimals)} ${token?.symbol ?? `of ${mint}`} to ${destination}`;
    }
    case "sol-transfer":
      return `Transfer ${formatDecimal(instruction.lamports, TOKENS.SOL.decimals)} SOL to ${instruction.destination}`;
    case "memo":
      return `Memo: ${instruction.text}`;
    case "guard":
      return "Guard of the wallet";
    case "unknown":
      return `Unknown instruction of ${instruction.program}`;
  }
}
