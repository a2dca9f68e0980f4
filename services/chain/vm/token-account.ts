/** Token accounts and mints of both token programs, read from their bytes (https://solana.com/docs/tokens). */
import { base58 } from "@scure/base";
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from "#lib/protocol/solana/programs.ts";
import { readTokenHolding, type TokenHolding } from "#lib/protocol/solana/token-account.ts";
import type { AccountState } from "./account-state.ts";

const MINT_BYTES = 82;
const ACCOUNT_BYTES = 165;
/** Token-2022 writes an account's kind after the bytes of a token account. */
const KIND_MINT = 1;
const KIND_ACCOUNT = 2;
const MULTISIG_BYTES = 355;

export type TokenAccount = TokenHolding & {
  delegate: string | null;
  state: "uninitialized" | "initialized" | "frozen";
  /** Rent-exempt reserve in lamports of a wrapped SOL account. */
  nativeReserve: bigint | null;
  delegatedAmount: bigint;
  closeAuthority: string | null;
};

export type Mint = {
  decimals: number;
  supply: bigint;
  mintAuthority: string | null;
  freezeAuthority: string | null;
};

const STATES = ["uninitialized", "initialized", "frozen"] as const;

export function isTokenProgram(program: string): boolean {
  return program === TOKEN_PROGRAM || program === TOKEN_2022_PROGRAM;
}

/** Mint, owner and amount; undefined for an account that is not an initialised token account. */
export function tokenHolding(state: AccountState | null): TokenHolding | undefined {
  if (state === null || !isTokenProgram(state.owner)) return undefined;
  const { data } = state;
  return isKind(data, ACCOUNT_BYTES, KIND_ACCOUNT)
    ? readTokenHolding(data.subarray(0, ACCOUNT_BYTES))
    : undefined;
}

export function readTokenAccount(state: AccountState | null): TokenAccount | undefined {
  const holding = tokenHolding(state);
  if (holding === undefined || state === null) return undefined;
  const { data } = state;
  return {
    ...holding,
    delegate: optionalKeyAt(data, 72),
    state: STATES[data[108] ?? 0] ?? "uninitialized",
    nativeReserve: u32At(data, 109) === 1 ? u64At(data, 113) : null,
    delegatedAmount: u64At(data, 121),
    closeAuthority: optionalKeyAt(data, 129),
  };
}

export function readMint(state: AccountState | null): Mint | undefined {
  if (state === null || !isTokenProgram(state.owner)) return undefined;
  const { data } = state;
  if (!isKind(data, MINT_BYTES, KIND_MINT) || data[45] !== 1) return undefined;
  return {
    mintAuthority: optionalKeyAt(data, 0),
    supply: u64At(data, 36),
    decimals: data[44] ?? 0,
    freezeAuthority: optionalKeyAt(data, 46),
  };
}

function isKind(data: Uint8Array, bytes: number, kind: number): boolean {
  if (data.length === bytes) return true;
  return (
    data.length > ACCOUNT_BYTES && data.length !== MULTISIG_BYTES && data[ACCOUNT_BYTES] === kind
  );
}

function keyAt(data: Uint8Array, at: number): string {
  return base58.encode(data.subarray(at, at + 32));
}

function optionalKeyAt(data: Uint8Array, at: number): string | null {
  return u32At(data, at) === 1 ? keyAt(data, at + 4) : null;
}

function u32At(data: Uint8Array, at: number): number {
  return view(data).getUint32(at, true);
}

function u64At(data: Uint8Array, at: number): bigint {
  return view(data).getBigUint64(at, true);
}

function view(data: Uint8Array): DataView {
  return new DataView(data.buffer, data.byteOffset, data.byteLength);
}
