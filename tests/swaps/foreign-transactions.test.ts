/**
 * Transactions that a hostile page could ask a wallet to sign. Each is almost a swap, and none is
 * read as one.
 */
import {
  type AccountLookupMeta,
  type AccountMeta,
  AccountRole,
  address,
  appendTransactionMessageInstructions,
  blockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getTransactionEncoder,
  type Instruction,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from "@solana/kit";
import { getTransferSolInstruction } from "@solana-program/system";
import {
  getCloseAccountInstruction,
  getInitializeAccount3Instruction,
  getTransferCheckedInstruction,
} from "@solana-program/token";
import { beforeAll, expect, test } from "vitest";
import { poolAddresses } from "#lib/protocol/solana/find-pool.ts";
import { tokenAccountOf } from "#lib/protocol/solana/find-token-account.ts";
import { POOL_PROGRAM, POOLS } from "#lib/protocol/solana/pools.ts";
import { MEMO_PROGRAM, SYSTEM_PROGRAM, TOKEN_PROGRAM } from "#lib/protocol/solana/programs.ts";
import { TOKENS, type TokenSymbol } from "#lib/protocol/solana/tokens.ts";
import { type SwapOrder, swapInstructions } from "#lib/protocol/swaps/pools/build-swap.ts";
import { findBestRoute, type LivePool } from "#lib/protocol/swaps/pools/find-best-route.ts";
import type { SwapTerms } from "#lib/protocol/swaps/swap-rules.ts";
import { readSwap } from "#lib/protocol/swaps/verify/swap-transaction.ts";
import { Swapper } from "./swap-world.testing.ts";

const LIFE = "7dVoKCQjWfy9cRZN81ApLHzhTbLWydhu9nQov1yHd7XQ";
const wallet = new Swapper();
const thief = new Swapper();
let terms: SwapTerms;
let pools: LivePool[];

beforeAll(async () => {
  const feeAccounts: Record<string, string> = {};
  for (const { mint } of Object.values(TOKENS))
    feeAccounts[mint] = await tokenAccountOf(new Swapper().address, mint);
  terms = { feeAccounts, reference: new Swapper().address };
  pools = await Promise.all(
    POOLS.map(async ({ a, b, feePpm }) => {
      const [mintA, mintB] = [TOKENS[a].mint, TOKENS[b].mint];
      const addresses = await poolAddresses(POOL_PROGRAM, mintA, mintB);
      const reserves = { reserveA: 10n ** 14n, reserveB: 10n ** 14n };
      return { ...addresses, ...reserves, mintA, mintB, feePpm, bump: 255 };
    }),
  );
});

async function instructions(
  from: TokenSymbol,
  to: TokenSymbol,
  hops?: SwapOrder["hops"],
): Promise<Instruction[]> {
  const amountIn = 1_000_000n;
  const route = findBestRoute(pools, {
    mintIn: TOKENS[from].mint,
    mintOut: TOKENS[to].mint,
    amountIn,
  });
  const order = {
    payer: wallet.address,
    hops: hops ?? route?.hops ?? [],
    decimals: TOKENS[from].decimals,
    amountIn,
    minOut: 1n,
    fee: 1_000n,
    memo: { digest: "d".repeat(43), expiresAt: 1_800_000_000 },
    seed: "s",
    units: 300_000,
    price: 0n,
    blockhash: LIFE,
    lastValidHeight: 150,
  };
  return swapInstructions(order, terms);
}

function compiled(list: readonly Instruction[]): Uint8Array {
  const message = appendTransactionMessageInstructions(
    list,
    setTransactionMessageLifetimeUsingBlockhash(
      { blockhash: blockhash(LIFE), lastValidBlockHeight: 150n },
      setTransactionMessageFeePayer(
        address(wallet.address),
        createTransactionMessage({ version: 0 }),
      ),
    ),
  );
  return Uint8Array.from(getTransactionEncoder().encode(compileTransaction(message)));
}

function reasonFor(list: readonly Instruction[]): string {
  const read = readSwap(compiled(list), terms);
  return read.ok ? "it is a swap" : read.reason;
}

const of = (list: readonly Instruction[], program: string, kind: number) =>
  list.findIndex(({ programAddress, data }) => programAddress === program && data?.[0] === kind);
const [CREATE, OPEN, CLOSE, TRANSFER] = [3, 18, 9, 12];

function withAccount(instruction: Instruction, position: number, key: string): Instruction {
  const accounts = (instruction.accounts ?? []).map(
    (one, index): AccountMeta | AccountLookupMeta =>
      index === position ? { ...one, address: address(key) } : one,
  );
  return { ...instruction, accounts };
}

test.each([
  ["USDC", "SOL"],
  ["SOL", "USDC"],
  ["THIN", "BTC"],
] as const)("from %s to %s the built one is a swap", async (from, to) => {
  expect(reasonFor(await instructions(from, to))).toBe("it is a swap");
});

const wallets: [string, (list: Instruction[]) => Instruction[] | Promise<Instruction[]>, RegExp][] =
  [
    [
      "creates an account twice, so that an own account is closed to a thief",
      async (list) => {
        const [create, open] = [of(list, SYSTEM_PROGRAM, CREATE), of(list, TOKEN_PROGRAM, OPEN)];
        const owned = await tokenAccountOf(wallet.address, TOKENS.SOL.mint);
        const extra = [
          list[create]!,
          getInitializeAccount3Instruction({
            account: address(thief.address),
            mint: address(TOKENS.SOL.mint),
            owner: address(thief.address),
          }),
        ];
        const closing = getCloseAccountInstruction({
          account: address(owned),
          destination: address(thief.address),
          owner: createNoopSigner(address(wallet.address)),
        });
        return [...list.slice(0, open + 1), ...extra, ...list.slice(open + 1), closing];
      },
      /does not open|not close/,
    ],
    [
      "puts more SOL into an account between or behind the hops",
      (list) => {
        const at = of(list, SYSTEM_PROGRAM, CREATE);
        const data = Uint8Array.from(list[at]!.data!);
        const view = new DataView(data.buffer);
        view.setBigUint64(44 + Number(view.getBigUint64(36, true)), 500_000_000_000n, true);
        return list.with(at, { ...list[at]!, data });
      },
      /another amount of SOL/,
    ],
    [
      "opens an account for somebody else",
      (list) => {
        const at = of(list, TOKEN_PROGRAM, OPEN);
        const data = Uint8Array.from(list[at]!.data!);
        data.set(new Uint8Array(32).fill(7), 1);
        return list.with(at, { ...list[at]!, data });
      },
      /not the payer's own/,
    ],
    [
      "closes its account to somebody else",
      (list) => {
        const at = of(list, TOKEN_PROGRAM, CLOSE);
        return list.with(at, withAccount(list[at]!, 1, thief.address));
      },
      /not the payer's own/,
    ],
    [
      "leaves its account open",
      (list) => list.toSpliced(of(list, TOKEN_PROGRAM, CLOSE), 1),
      /not close/,
    ],
    [
      "closes before it swaps",
      (list) => {
        const at = of(list, TOKEN_PROGRAM, CLOSE);
        return [...list.slice(0, 3), list[at]!, ...list.toSpliced(at, 1).slice(3)];
      },
      /another order/,
    ],
    [
      "pays its fee to somebody else",
      (list) => {
        const at = of(list, TOKEN_PROGRAM, TRANSFER);
        return list.with(at, withAccount(list[at]!, 2, thief.address));
      },
      /fee goes to another account/,
    ],
    [
      "names another reference",
      (list) => {
        const at = of(list, TOKEN_PROGRAM, TRANSFER);
        return list.with(at, withAccount(list[at]!, 4, thief.address));
      },
      /reference/,
    ],
    [
      "pays a second time",
      async (list) => [
        ...list,
        getTransferCheckedInstruction({
          source: await tokenAccountOf(wallet.address, TOKENS.USDC.mint),
          mint: address(TOKENS.USDC.mint),
          destination: address(thief.address),
          authority: createNoopSigner(address(wallet.address)),
          amount: 1n,
          decimals: 6,
        }),
      ],
      /another order|exactly one/,
    ],
    [
      "transfers SOL",
      (list) => [
        ...list,
        getTransferSolInstruction({
          source: createNoopSigner(address(wallet.address)),
          destination: address(thief.address),
          amount: 1n,
        }),
      ],
      /transfers SOL/,
    ],
    [
      "gives its output to somebody else",
      (list) => {
        const at = list.findLastIndex(({ programAddress }) => programAddress === POOL_PROGRAM);
        return list.with(at, withAccount(list[at]!, 5, thief.address));
      },
      /output|accounts are not/,
    ],
    [
      "has no memo",
      (list) => list.filter(({ programAddress }) => programAddress !== MEMO_PROGRAM),
      /exactly one memo/,
    ],
    [
      "calls another program",
      (list) => [
        ...list,
        {
          programAddress: address(thief.address),
          accounts: [{ address: address(wallet.address), role: AccountRole.WRITABLE_SIGNER }],
          data: new Uint8Array([1]),
        },
      ],
      /unknown instruction/,
    ],
  ];

test.each(wallets)("a transaction that %s is no swap", async (_, change, reason) => {
  expect(reasonFor(await change(await instructions("USDC", "SOL")))).toMatch(reason);
});

test("a route that passes a pool twice is not a swap", async () => {
  const sol: string = TOKENS.SOL.mint;
  const usdc: string = TOKENS.USDC.mint;
  const pool = pools.find(({ mintA, mintB }) => mintA === sol && mintB === usdc)!;
  const hop = (mintIn: string, mintOut: string) => ({
    pool,
    mintIn,
    mintOut,
    amountIn: 1n,
    out: 1n,
    impactBps: 0,
  });
  const there = [hop(usdc, sol), hop(sol, usdc)];
  expect(reasonFor(await instructions("USDC", "SOL", there))).toMatch(/pool twice/);
});
