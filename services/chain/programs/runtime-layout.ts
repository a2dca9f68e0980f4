/**
 * Where the Solana runtime puts a program's input, and the C structures that its calls take.
 * Offsets are in bytes.
 */

/**
 * An account in the input. The input is: u64 count of accounts, the accounts, u64 length of the
 * instruction's data, the data, and the 32 bytes of the program's own address. When an account
 * occurs again, only the index of its first occurrence follows, in the field `duplicate`, with
 * seven bytes of padding.
 */
export const ACCOUNT = {
  duplicate: 0,
  signer: 1,
  writable: 2,
  executable: 3,
  key: 8,
  owner: 40,
  lamports: 72,
  dataLength: 80,
  data: 88,
} as const;
/** The value of `duplicate` when the account occurs for the first time. */
export const NOT_DUPLICATE = 0xff;
/** Free space after the data of each account, for programs that enlarge an account. */
export const GROWTH_BYTES = 10_240;

/** SolAccountInfo: addresses of an account's parts, and its flags. */
export const ACCOUNT_INFO = {
  key: 0,
  lamports: 8,
  dataLength: 16,
  data: 24,
  owner: 32,
  rentEpoch: 40,
  signer: 48,
  writable: 49,
  executable: 50,
  bytes: 56,
} as const;

/** SolAccountMeta: an account's key and rights in an invocation. */
export const ACCOUNT_META = { key: 0, writable: 8, signer: 9, bytes: 16 } as const;

/** SolInstruction: an instruction for another program. */
export const INSTRUCTION = {
  program: 0,
  metas: 8,
  metaCount: 16,
  data: 24,
  dataLength: 32,
  bytes: 40,
} as const;

/** SolSignerSeed and SolSignerSeeds: the address and the length of a list. */
export const SLICE = { address: 0, length: 8, bytes: 16 } as const;

export const KEY_BYTES = 32;

/** An account of the token program. */
export const TOKEN_ACCOUNT = { mint: 0, owner: 32, amount: 64, bytes: 165 } as const;
/** The token program's instruction 3, `Transfer`, and the u64 amount after it. */
export const TRANSFER = { tag: 3, amount: 1, bytes: 9 } as const;
