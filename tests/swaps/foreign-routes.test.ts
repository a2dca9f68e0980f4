/**
 * Transactions around Jupiter's instruction that a hostile page could ask a wallet to sign. Each is
 * almost a swap, and none is read as one.
 */
import { AccountRole, address, type Instruction } from "@solana/kit";
import { getTransferSolInstruction } from "@solana-program/system";
import {
  getApproveInstruction,
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
} from "@solana-program/token";
import { beforeAll, expect, test } from "vitest";
import { tokenAccountOf } from "#lib/protocol/solana/find-token-account.ts";
import { ROUTE_HEADER } from "#lib/protocol/solana/jupiter-route.ts";
import { SYSTEM_PROGRAM, TOKEN_PROGRAM } from "#lib/protocol/solana/programs.ts";
import { TOKENS, type TokenSymbol } from "#lib/protocol/solana/tokens.ts";
import { routedInstructions } from "#lib/protocol/swaps/jupiter/build-routed-swap.ts";
import {
  findRouteIndex,
  makeRoutedOrder,
  market,
  openTerms,
  reasonFor,
  terms,
  thief,
  wallet,
  withAccount,
  withData,
  withRoute,
} from "./routed-order.testing.ts";

beforeAll(openTerms);

type Change = (list: Instruction[]) => Instruction[] | Promise<Instruction[]>;
const other = (symbol: TokenSymbol) => tokenAccountOf(thief.address, TOKENS[symbol].mint);

const fromUsdc: [string, Change, RegExp][] = [
  [
    "takes more than is shown",
    (list) => withData(list, (view) => view.setBigUint64(ROUTE_HEADER.inAmount, 0n, true)),
    /swaps nothing/,
  ],
  [
    "has slippage behind its minimum",
    (list) => withData(list, (view) => view.setUint16(ROUTE_HEADER.slippageBps, 1, true)),
    /minimum is not exact/,
  ],
  [
    "pays a platform",
    (list) => withData(list, (view) => view.setUint16(ROUTE_HEADER.platformFeeBps, 1, true)),
    /fee for somebody else/,
  ],
  [
    "pays what is better than quoted to somebody",
    (list) => withData(list, (view) => view.setUint16(ROUTE_HEADER.positiveSlippageBps, 1, true)),
    /fee for somebody else/,
  ],
  [
    "has no steps",
    (list) => withData(list, (view) => view.setUint32(ROUTE_HEADER.steps, 0, true)),
    /number of steps/,
  ],
  [
    "has another instruction of the program",
    (list) => withData(list, (view) => view.setUint8(0, 0)),
    /unknown instruction of JUP6/,
  ],
  [
    "is cut off",
    (list) =>
      withRoute(list, (route) => ({
        ...route,
        data: route.data?.slice(0, ROUTE_HEADER.bytes - 1) ?? new Uint8Array(),
      })),
    /unknown instruction of JUP6/,
  ],
  [
    "swaps for another wallet",
    (list) => withAccount(list, "userTransferAuthority", thief.address),
    /another signature/,
  ],
  [
    "swaps for a wallet that does not sign",
    (list) =>
      withRoute(list, (route) => ({
        ...route,
        accounts: [
          { address: address(thief.address), role: AccountRole.READONLY },
          ...(route.accounts ?? []).slice(1),
        ],
      })),
    /for another wallet/,
  ],
  [
    "takes from another account than its fee",
    async (list) => withAccount(list, "userSource", await other("USDC")),
    /another account than its fee/,
  ],
  [
    "takes another token than its fee",
    (list) => withAccount(list, "sourceMint", TOKENS.ETH.mint),
    /another account than its fee/,
  ],
  [
    "gives its markets the system program",
    (list) =>
      withRoute(list, (route) => ({
        ...route,
        accounts: [
          ...(route.accounts ?? []),
          { address: address(SYSTEM_PROGRAM), role: AccountRole.READONLY },
        ],
      })),
    /given the system program/,
  ],
  [
    "pays into a thief's account",
    async (list) => withAccount(list, "userDestination", await other("BTC")),
    /does not name|unknown instruction/,
  ],
  [
    "pays into one more account",
    async (list) => withAccount(list, "destinationTokenAccount", await other("BTC")),
    /unknown instruction of JUP6/,
  ],
  [
    "claims another token for its output",
    (list) => withAccount(list, "destinationMint", TOKENS.ETH.mint),
    /does not name/,
  ],
  [
    "uses another token program",
    (list) => withAccount(list, "sourceTokenProgram", market),
    /unknown instruction of JUP6/,
  ],
  [
    "names another program as itself",
    (list) => withAccount(list, "program", market),
    /unknown instruction of JUP6/,
  ],
  [
    "has two routes",
    (list) => [...list.slice(0, -1), list[findRouteIndex(list)]!, list.at(-1)!],
    /exactly one jupiter route/,
  ],
  [
    "has no route",
    (list) => list.filter((_, index) => index !== findRouteIndex(list)),
    /swaps nothing/,
  ],
  [
    "swaps before it pays its fee",
    (list) => {
      const at = findRouteIndex(list);
      return [...list.slice(0, at - 1), list[at]!, list[at - 1]!, ...list.slice(at + 1)];
    },
    /another order/,
  ],
  [
    "sends SOL as well",
    (list) => [
      ...list,
      getTransferSolInstruction({
        source: signer(),
        destination: address(thief.address),
        amount: 1n,
      }),
    ],
    /transfers SOL/,
  ],
  [
    "lets a thief take tokens later",
    async (list) => [
      ...list,
      getApproveInstruction({
        source: address(await tokenAccountOf(wallet.address, TOKENS.USDC.mint)),
        delegate: address(thief.address),
        owner: signer(),
        amount: 1n,
      }),
    ],
    /unknown instruction of Token/,
  ],
  [
    "sends tokens as well",
    async (list) => [
      ...list.slice(0, findRouteIndex(list)),
      getTransferCheckedInstruction({
        source: address(await tokenAccountOf(wallet.address, TOKENS.ETH.mint)),
        mint: address(TOKENS.ETH.mint),
        destination: address(await other("ETH")),
        authority: signer(),
        amount: 1n,
        decimals: 8,
      }),
      ...list.slice(findRouteIndex(list)),
    ],
    /exactly one token transfer/,
  ],
  [
    "opens an account for a thief",
    async (list) => [list[0]!, await opening(thief.address, "ETH"), ...list.slice(1)],
    /not the payer's own/,
  ],
  [
    "opens an account that its route does not pass",
    async (list) => [list[0]!, await opening(wallet.address, "ETH"), ...list.slice(1)],
    /not those of its hops/,
  ],
  [
    "leaves SOL wrapped",
    async (list) => [list[0]!, await opening(wallet.address, "SOL"), ...list.slice(1)],
    /leaves SOL wrapped/,
  ],
];

const signer = () => ({
  address: address(wallet.address),
  signTransactions: () => Promise.resolve([]),
});

async function opening(owner: string, symbol: TokenSymbol): Promise<Instruction> {
  return getCreateAssociatedTokenIdempotentInstruction({
    payer: signer(),
    owner: address(owner),
    ata: address(await tokenAccountOf(owner, TOKENS[symbol].mint)),
    mint: address(TOKENS[symbol].mint),
  });
}

test.each(fromUsdc)("one that %s is none", async (_, change, reason) => {
  const list = await routedInstructions(await makeRoutedOrder(["USDC", "BTC"]), terms);
  expect(reasonFor(list)).toBe("it is a swap");
  expect(reasonFor(await change(list))).toMatch(reason);
});

const ofSol: [string, readonly [TokenSymbol, TokenSymbol], Change, RegExp][] = [
  [
    "puts more SOL into its account than it swaps",
    ["SOL", "USDC"],
    (list) =>
      list.map((one) =>
        one.programAddress === SYSTEM_PROGRAM ? { ...one, data: moreLamports(one) } : one,
      ),
    /another amount of SOL/,
  ],
  [
    "puts SOL into the account of its output",
    ["USDC", "SOL"],
    (list) =>
      list.map((one) =>
        one.programAddress === SYSTEM_PROGRAM ? { ...one, data: moreLamports(one) } : one,
      ),
    /another amount of SOL/,
  ],
  [
    "does not close what it opened",
    ["USDC", "SOL"],
    (list) =>
      list.filter(
        ({ programAddress, data }) => !(programAddress === TOKEN_PROGRAM && data?.[0] === 9),
      ),
    /does not close/,
  ],
  [
    "takes SOL of the wallet's own account",
    ["SOL", "USDC"],
    async (list) =>
      withAccount(list, "userSource", await tokenAccountOf(wallet.address, TOKENS.SOL.mint)),
    /another account than its fee/,
  ],
  [
    "pays SOL into a thief's account",
    ["USDC", "SOL"],
    async (list) => withAccount(list, "userDestination", await other("SOL")),
    /not those of its hops|unknown instruction/,
  ],
];

/** Base, length and a seed of two letters precede the lamports. */
function moreLamports({ data = new Uint8Array() }: Instruction): Uint8Array {
  const changed = Uint8Array.from(data);
  const view = new DataView(changed.buffer);
  const at = 4 + 32 + 8 + 2;
  view.setBigUint64(at, view.getBigUint64(at, true) + 1n, true);
  return changed;
}

test.each(ofSol)("one that %s is none", async (_, pair, change, reason) => {
  const list = await routedInstructions(await makeRoutedOrder(pair), terms);
  expect(reasonFor(list)).toBe("it is a swap");
  expect(reasonFor(await change(list))).toMatch(reason);
});
