/** Instructions as the explorer words them. */
import { base58 } from "@scure/base";
import { expect, test } from "vitest";
import { ALL_OF_SOURCE, encodeSwap, SWAP_ACCOUNTS } from "#lib/protocol/solana/pool.ts";
import { POOL_PROGRAM } from "#lib/protocol/solana/pools.ts";
import {
  ASSOCIATED_TOKEN_PROGRAM,
  JUPITER_PROGRAM,
  MEMO_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
} from "#lib/protocol/solana/programs.ts";
import { routeInstruction } from "#lib/protocol/solana/simulated-route.ts";
import { NATIVE_MINT, TOKENS } from "#lib/protocol/solana/tokens.ts";
import { USDC_MINT } from "#lib/protocol/solana.ts";
import type { ChainInstruction } from "#services/sandbox/chain/archive/chain-reader.ts";
import { describeInstruction, type TokenAccount } from "./describe-instruction.ts";

const UNKNOWN_MINT = "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB";
const holder = (mint: string, decimals: number, owner?: string): TokenAccount => ({
  mint,
  owner,
  decimals,
});
const tokens = new Map<string, TokenAccount>([
  ["vaultIn", holder(NATIVE_MINT, 9)],
  ["vaultOut", holder(USDC_MINT, 6)],
  ["ofAlice", holder(TOKENS.ETH.mint, 8, "Alice")],
]);

/** Without markup. */
const textOf = (one: ChainInstruction) =>
  describeInstruction(one, tokens).replaceAll(/<[^>]+>/g, "");

const swap = (amountIn: bigint, minOut: bigint): ChainInstruction => ({
  programId: POOL_PROGRAM,
  accounts: [...SWAP_ACCOUNTS],
  data: base58.encode(encodeSwap({ amountIn, minOut })),
});

const KEY = TOKENS.ETH.mint;
const step = { pool: KEY, source: KEY, vaultIn: KEY, vaultOut: KEY, destination: KEY };
const { accounts: routeAccounts, data: routeData } = routeInstruction({
  user: KEY,
  source: KEY,
  destination: KEY,
  sourceMint: NATIVE_MINT,
  destinationMint: USDC_MINT,
  inAmount: 1_500_000_000n,
  quotedOut: 210_000_001n,
  slippageBps: 50,
  steps: [step, step],
});
const route = (data: Uint8Array): ChainInstruction => ({
  programId: JUPITER_PROGRAM,
  accounts: routeAccounts.map((meta) => meta.address),
  data: base58.encode(data),
});

test.each<[string, ChainInstruction, string]>([
  [
    "a route",
    route(routeData),
    "Simulated aggregator: swaps 1.5 wrapped SOL for at least 208.95 USDC in 2 pools",
  ],
  [
    "another instruction of the aggregator",
    route(routeData.with(0, 0)),
    "Simulated aggregator: with 22 accounts",
  ],
  [
    "a swap",
    swap(1_500_000_000n, 210_000_000n),
    "Pool: swaps 1.5 wrapped SOL for at least 210 USDC in the pool",
  ],
  [
    "a swap of all that a source holds",
    swap(ALL_OF_SOURCE, 1n),
    "Pool: swaps everything for at least 0.000001 USDC in the pool",
  ],
  [
    "a transfer of lamports",
    {
      programId: SYSTEM_PROGRAM,
      parsed: { type: "transfer", info: { source: "A", destination: "B", lamports: 1_500 } },
    },
    "System: 0.0000015 SOL from A to B",
  ],
  [
    "a transfer of tokens, with the owners of the accounts where they are known",
    {
      programId: TOKEN_PROGRAM,
      parsed: { type: "transfer", info: { source: "ofAlice", destination: "B", amount: "5" } },
    },
    "Token: 0.00000005 ETH from Alice to B",
  ],
  [
    "a checked transfer of a token without a name",
    {
      programId: TOKEN_PROGRAM,
      parsed: {
        type: "transferChecked",
        info: {
          source: "A",
          destination: "B",
          mint: UNKNOWN_MINT,
          tokenAmount: { amount: "250", decimals: 2 },
        },
      },
    },
    `Token: 2.5 of the token ${UNKNOWN_MINT} from A to B`,
  ],
  [
    "a new token account",
    {
      programId: ASSOCIATED_TOKEN_PROGRAM,
      parsed: {
        type: "createIdempotent",
        info: { account: "K", wallet: "Alice", mint: USDC_MINT },
      },
    },
    "Associated token account: the account for USDC of Alice",
  ],
  [
    "what it does not know",
    { programId: "Other", accounts: ["A", "B"], data: "1" },
    "Other: with 2 accounts",
  ],
  [
    "an instruction of the pool program that is no swap",
    { programId: POOL_PROGRAM, accounts: ["A"], data: "1" },
    "Pool: with 1 account",
  ],
])("%s is described in one line", (_, instruction, text) => {
  expect(textOf(instruction)).toBe(text);
});

test("a memo is text, whatever it contains", () => {
  const memo = { programId: MEMO_PROGRAM, parsed: "<script>alert(1)</script>" };
  expect(describeInstruction(memo, tokens)).not.toContain("<script");
  expect(textOf(memo)).toContain("script");
});
