/** Accounts in the JSON form of a node. */
import { zstdCompressSync } from "node:zlib";
import { base58 } from "@scure/base";
import { z } from "zod";
import { formatDecimal } from "#lib/protocol/decimal.ts";
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from "#lib/protocol/solana/programs.ts";
import type { AccountState } from "#services/chain/vm/account-state.ts";
import { LOOKUP_TABLE_PROGRAM, parseLookupTable } from "#services/chain/vm/lookup-table.ts";
import { type Mint, readMint, readTokenAccount } from "#services/chain/vm/token-account.ts";
import { context } from "./method.ts";
import { INVALID_REQUEST, RpcFailure } from "./rpc-failure.ts";

const ENCODINGS = ["base58", "base64", "base64+zstd", "jsonParsed"] as const;
/** Longer data is refused, because base58 takes quadratic time. */
const MAX_BASE58_BYTES = 128;
const PROGRAM_NAMES: Readonly<Record<string, string>> = {
  [TOKEN_PROGRAM]: "spl-token",
  [TOKEN_2022_PROGRAM]: "spl-token-2022",
  [LOOKUP_TABLE_PROGRAM]: "address-lookup-table",
};
/** The rent epoch of accounts that are exempt from rent. */
const RENT_EPOCH = 18_446_744_073_709_552_000;

export const accountConfig = context.extend({
  encoding: z.enum(ENCODINGS).optional(),
  dataSlice: z
    .object({ offset: z.number().int().min(0), length: z.number().int().min(0) })
    .optional(),
});
export type AccountConfig = z.output<typeof accountConfig>;

export type FindMint = (mint: string) => Mint | undefined;

export function encodeAccount(
  state: AccountState,
  config: AccountConfig | undefined,
  mintOf: FindMint,
) {
  return {
    data: encodeData(state, config ?? {}, mintOf),
    executable: state.executable,
    lamports: Number(state.lamports),
    owner: state.owner,
    rentEpoch: RENT_EPOCH,
    space: state.data.length,
  };
}

function encodeData(state: AccountState, config: AccountConfig, mintOf: FindMint): unknown {
  const { encoding, dataSlice } = config;
  if (encoding === "jsonParsed") {
    const parsed = parsedData(state, mintOf);
    if (parsed !== undefined) return parsed;
  }
  const bytes = dataSlice
    ? state.data.subarray(dataSlice.offset, dataSlice.offset + dataSlice.length)
    : state.data;
  if (encoding === "base64" || encoding === "jsonParsed") return [base64(bytes), "base64"];
  if (encoding === "base64+zstd") return [base64(zstdCompressSync(bytes)), encoding];
  if (bytes.length > MAX_BASE58_BYTES) {
    throw new RpcFailure(
      INVALID_REQUEST,
      "Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.",
    );
  }
  // Without an encoding, nodes answer in the old form: a bare string.
  return encoding === undefined ? base58.encode(bytes) : [base58.encode(bytes), "base58"];
}

function parsedData(state: AccountState, mintOf: FindMint): unknown {
  const parsed = parsedTokenAccount(state, mintOf) ?? parsedMint(state) ?? parsedLookupTable(state);
  return parsed && { program: PROGRAM_NAMES[state.owner], parsed, space: state.data.length };
}

function parsedLookupTable(state: AccountState): unknown {
  const table = parseLookupTable(state);
  if (table === undefined) return undefined;
  const { deactivationSlot, lastExtendedSlot, lastExtendedSlotStartIndex } = table;
  return {
    type: "lookupTable",
    info: {
      addresses: table.addresses,
      ...(table.authority !== null && { authority: table.authority }),
      deactivationSlot: String(deactivationSlot),
      lastExtendedSlot: String(lastExtendedSlot),
      lastExtendedSlotStartIndex,
    },
  };
}

function parsedTokenAccount(state: AccountState, mintOf: FindMint): unknown {
  const account = readTokenAccount(state);
  if (account === undefined) return undefined;
  const decimals = mintOf(account.mint)?.decimals;
  if (decimals === undefined) return undefined;
  const { delegate, closeAuthority, nativeReserve } = account;
  return {
    type: "account",
    info: {
      isNative: nativeReserve !== null,
      mint: account.mint,
      owner: account.owner,
      state: account.state,
      tokenAmount: tokenAmount(account.amount, decimals),
      ...(delegate !== null && {
        delegate,
        delegatedAmount: tokenAmount(account.delegatedAmount, decimals),
      }),
      ...(closeAuthority !== null && { closeAuthority }),
      ...(nativeReserve !== null && { rentExemptReserve: tokenAmount(nativeReserve, decimals) }),
    },
  };
}

function parsedMint(state: AccountState): unknown {
  const mint = readMint(state);
  if (mint === undefined) return undefined;
  const { decimals, supply, mintAuthority, freezeAuthority } = mint;
  return {
    type: "mint",
    info: { decimals, supply: String(supply), isInitialized: true, mintAuthority, freezeAuthority },
  };
}

/** `uiAmount` is a rounded number for old clients. `amount` and the string are exact. */
export function tokenAmount(units: bigint, decimals: number) {
  const uiAmountString = formatDecimal(units, decimals);
  return { amount: String(units), decimals, uiAmount: Number(uiAmountString), uiAmountString };
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}
