/** The form of `route_v2`, the instruction of Jupiter's program that swaps along a route. Integers are little endian. */

/** Begins the data: the first eight bytes of SHA-256 of `global:route_v2`. */
export const ROUTE_V2: Readonly<Uint8Array> = Uint8Array.of(
  0xbb,
  0x64,
  0xfa,
  0xcc,
  0x31,
  0xc4,
  0xaf,
  0x14,
);

/**
 * Where the fields before the steps begin. Both amounts are u64 in base units, the three rates u16 in hundredths of a
 * percent. `steps` is the u32 number of steps, and `bytes` is where the first one begins.
 */
export const ROUTE_HEADER = {
  inAmount: 8,
  quotedOut: 16,
  slippageBps: 24,
  platformFeeBps: 26,
  positiveSlippageBps: 28,
  steps: 30,
  bytes: 34,
} as const;

/**
 * The first accounts of the instruction, in their order. Those of the steps follow. `destinationTokenAccount` is the
 * program's own address when the output goes to `userDestination`.
 */
export const ROUTE_ACCOUNTS = [
  "userTransferAuthority",
  "userSource",
  "userDestination",
  "sourceMint",
  "destinationMint",
  "sourceTokenProgram",
  "destinationTokenProgram",
  "destinationTokenAccount",
  "eventAuthority",
  "program",
] as const;
export type RouteAccount = (typeof ROUTE_ACCOUNTS)[number];

/** A rate of all, in hundredths of a percent. */
export const ALL_BPS = 10_000;

/** What must arrive at least, or the program fails with `SLIPPAGE_TOLERANCE_EXCEEDED`. */
export function leastOfQuote(quotedOut: bigint, slippageBps: number): bigint {
  return (quotedOut * BigInt(ALL_BPS - slippageBps)) / BigInt(ALL_BPS);
}

/** The PDA of `__event_authority`, under which the program logs its events. */
export const JUPITER_EVENT_AUTHORITY = "D8cy77BBepLMngZx6ZukaTff5hCt1HrWyKk3Hnd9oitf";

/**
 * Errors of the program by their codes; those below 6000 are Anchor's, and 1 is the token program's. The program of the
 * simulated chain has these, and `SWAP_NOT_SUPPORTED` for what it does not simulate.
 */
export const ROUTE_ERROR = {
  INSUFFICIENT_FUNDS: 1,
  INSTRUCTION_FALLBACK_NOT_FOUND: 101,
  INSTRUCTION_DID_NOT_DESERIALIZE: 102,
  CONSTRAINT_SEEDS: 2006,
  CONSTRAINT_TOKEN_MINT: 2014,
  ACCOUNT_DID_NOT_DESERIALIZE: 3003,
  ACCOUNT_NOT_ENOUGH_KEYS: 3005,
  ACCOUNT_OWNED_BY_WRONG_PROGRAM: 3007,
  INVALID_PROGRAM_ID: 3008,
  ACCOUNT_NOT_SIGNER: 3010,
  EMPTY_ROUTE: 6000,
  SLIPPAGE_TOLERANCE_EXCEEDED: 6001,
  MISSING_PLATFORM_FEE_ACCOUNT: 6003,
  INVALID_SLIPPAGE: 6004,
  NOT_ENOUGH_PERCENT: 6005,
  INVALID_INPUT_INDEX: 6006,
  INVALID_OUTPUT_INDEX: 6007,
  NOT_ENOUGH_ACCOUNT_KEYS: 6008,
  INVALID_ROUTE_PLAN: 6010,
  INCORRECT_TOKEN_PROGRAM_ID: 6014,
  SWAP_NOT_SUPPORTED: 6016,
  SAME_MINT: 6018,
} as const;
export type RouteError = keyof typeof ROUTE_ERROR;
