/** How the simulated chain's program swaps along a route: `route_v2` whose steps are swaps in our pools. */
import { AccountRole, type Address, address, type Instruction } from "@solana/kit";
import { BorshWriter } from "#lib/protocol/signing/borsh.ts";
import { type PoolAddresses, poolAddresses } from "./find-pool.ts";
import {
  ALL_BPS,
  JUPITER_EVENT_AUTHORITY,
  ROUTE_ACCOUNTS,
  ROUTE_HEADER,
  ROUTE_V2,
  type RouteAccount,
} from "./jupiter-route.ts";
import { POOL_PROGRAM, POOLS } from "./pools.ts";
import { JUPITER_PROGRAM, TOKEN_PROGRAM } from "./programs.ts";
import { TOKENS } from "./tokens.ts";

/** The address lookup table of the simulated chain, which exists from its genesis. */
export const ROUTE_TABLE = "SvcRoutesTab1e11111111111111111111111111111";

export const MAX_STEPS = 3;

/** Where the fields of a step are. The tag of a swap in one of our pools is 0 and has no fields of its own. */
export const ROUTE_STEP = { tag: 0, bps: 1, inputIndex: 3, outputIndex: 4, bytes: 5 } as const;
export const POOL_STEP_TAG = 0;

/** The accounts of a step, in their order. */
export const STEP_ACCOUNTS = [
  "poolProgram",
  "pool",
  "source",
  "vaultIn",
  "vaultOut",
  "destination",
] as const;
export type StepAccount = (typeof STEP_ACCOUNTS)[number];

/** Base58. The source is what the step before paid into. */
export type RouteStep = Record<Exclude<StepAccount, "poolProgram">, string>;

/** Addresses in base58, amounts in base units. */
export type RouteTerms = {
  user: string;
  source: string;
  destination: string;
  sourceMint: string;
  destinationMint: string;
  inAmount: bigint;
  quotedOut: bigint;
  slippageBps: number;
  steps: readonly RouteStep[];
};

const ROUTE_ROLE: Partial<Record<RouteAccount, AccountRole>> = {
  userTransferAuthority: AccountRole.READONLY_SIGNER,
  userSource: AccountRole.WRITABLE,
  userDestination: AccountRole.WRITABLE,
};

export type RouteInstruction = Required<Pick<Instruction, "programAddress" | "accounts">> & {
  data: Uint8Array;
};

export function routeInstruction(terms: RouteTerms): RouteInstruction {
  const named: Record<RouteAccount, string> = {
    userTransferAuthority: terms.user,
    userSource: terms.source,
    userDestination: terms.destination,
    sourceMint: terms.sourceMint,
    destinationMint: terms.destinationMint,
    sourceTokenProgram: TOKEN_PROGRAM,
    destinationTokenProgram: TOKEN_PROGRAM,
    destinationTokenAccount: JUPITER_PROGRAM,
    eventAuthority: JUPITER_EVENT_AUTHORITY,
    program: JUPITER_PROGRAM,
  };
  const first = ROUTE_ACCOUNTS.map((name) => ({
    address: address(named[name]),
    role: ROUTE_ROLE[name] ?? AccountRole.READONLY,
  }));
  return {
    programAddress: address(JUPITER_PROGRAM),
    accounts: [...first, ...terms.steps.flatMap(accountsOfStep)],
    data: encodeRoute(terms),
  };
}

function accountsOfStep(step: RouteStep): { address: Address; role: AccountRole }[] {
  return STEP_ACCOUNTS.map((name) =>
    name === "poolProgram"
      ? { address: address(POOL_PROGRAM), role: AccountRole.READONLY }
      : {
          address: address(step[name]),
          role: name === "pool" ? AccountRole.READONLY : AccountRole.WRITABLE,
        },
  );
}

function encodeRoute({ inAmount, quotedOut, slippageBps, steps }: RouteTerms): Uint8Array {
  const writer = new BorshWriter(ROUTE_HEADER.bytes + steps.length * ROUTE_STEP.bytes)
    .bytes(Uint8Array.from(ROUTE_V2))
    .u64(inAmount)
    .u64(quotedOut);
  const noFee = 0;
  for (const bps of [slippageBps, noFee, noFee]) u16(writer, bps);
  writer.u32(steps.length);
  for (const index of steps.keys()) {
    writer.u8(POOL_STEP_TAG);
    u16(writer, ALL_BPS);
    writer.u8(index).u8(index + 1);
  }
  return writer.finish();
}

function u16(writer: BorshWriter, value: number): void {
  writer.u8(value & 0xff).u8(value >> 8);
}

/** What routes name beside the accounts of the user and programs that a message calls. */
export async function routeTableAddresses(): Promise<string[]> {
  const pools: PoolAddresses[] = await Promise.all(
    POOLS.map(({ a, b }) => poolAddresses(POOL_PROGRAM, TOKENS[a].mint, TOKENS[b].mint)),
  );
  return [
    TOKEN_PROGRAM,
    JUPITER_EVENT_AUTHORITY,
    POOL_PROGRAM,
    ...Object.values(TOKENS).map(({ mint }) => mint),
    ...pools.flatMap(({ address: pool, vaultA, vaultB }) => [pool, vaultA, vaultB]),
  ];
}
