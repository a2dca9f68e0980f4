import { type AccountMeta, AccountRole, address, getAddressEncoder } from "@solana/kit";
import { beforeAll, expect, test } from "vitest";
import { tokenAccountOf } from "#lib/protocol/solana/find-token-account.ts";
import { ROUTE_HEADER } from "#lib/protocol/solana/jupiter-route.ts";
import { loadAddresses } from "#lib/protocol/solana/lookup-tables.ts";
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import { readWireTransaction } from "#lib/protocol/solana/wire-transaction.ts";
import { routedInstructions } from "#lib/protocol/swaps/jupiter/build-routed-swap.ts";
import { problemOfAccounts } from "#lib/protocol/swaps/jupiter/routed-swap.ts";
import { isSameSwap, readSwap } from "#lib/protocol/swaps/verify/swap-transaction.ts";
import {
  compileBytes,
  makeRoutedOrder,
  market,
  openTerms,
  reasonFor,
  routeData,
  terms,
  thief,
  wallet,
  withData,
  withRoute,
} from "./routed-order.testing.ts";
import { Swapper } from "./swap-world.testing.ts";

beforeAll(openTerms);

test.each([
  ["USDC", "BTC", []],
  ["USDC", "SOL", []],
  ["SOL", "USDC", []],
  ["THIN", "BTC", ["USDC"]],
  ["USDC", "BTC", ["SOL"]],
  ["USDC", "THIN", ["SOL", "ETH"]],
] as const)("from %s to %s over %j the built one is a swap", async (from, to, between) => {
  const order = await makeRoutedOrder([from, to], between);
  const read = readSwap(compileBytes(await routedInstructions(order, terms)), terms);
  if (!read.ok) throw new Error(read.reason);
  expect(read.swap).toMatchObject({
    payer: wallet.address,
    mintIn: order.mintIn,
    mintOut: order.mintOut,
    amountIn: order.amountIn,
    minOut: order.minOut,
    fee: order.fee,
    hops: [],
    opensDestination: to !== "SOL",
  });
  // The wallet's own account of wrapped SOL is never named.
  const wrapped = await tokenAccountOf(wallet.address, TOKENS.SOL.mint);
  expect(read.swap.routed?.accounts).not.toContain(wrapped);
  expect(read.swap.between).toHaveLength(between.filter((symbol) => symbol !== "SOL").length);
});

test("the answer's own terms do not count: amounts are the order's, and no other party takes a fee", async () => {
  const order = await makeRoutedOrder(["USDC", "BTC"]);
  const data = routeData();
  const view = new DataView(data.buffer);
  view.setBigUint64(ROUTE_HEADER.inAmount, 77n, true);
  view.setBigUint64(ROUTE_HEADER.quotedOut, 1n, true);
  for (const rate of ["slippageBps", "platformFeeBps", "positiveSlippageBps"] as const)
    view.setUint16(ROUTE_HEADER[rate], 9_999, true);
  const instruction = { ...order.instruction, data };
  expect(reasonFor(await routedInstructions({ ...order, instruction }, terms))).toBe(
    "it is a swap",
  );
});

test("an instruction of another form cannot be built", async () => {
  const order = await makeRoutedOrder(["USDC", "BTC"]);
  const instruction = { ...order.instruction, data: new Uint8Array(64) };
  await expect(routedInstructions({ ...order, instruction }, terms)).rejects.toThrow(
    "another form",
  );
});

test("addresses in lookup tables are checked like all others", async () => {
  const list = await routedInstructions(await makeRoutedOrder(["USDC", "BTC"]), terms);
  const table = new Swapper().address;
  const listed = [market, TOKENS.USDC.mint, TOKENS.BTC.mint];
  const bytes = compileBytes(list, { [table]: listed });
  expect(bytes.length).toBeLessThan(compileBytes(list).length);
  expect(readSwap(bytes, terms).ok).toBe(false);
  const loaded = (addresses: readonly string[]) =>
    loadAddresses(readWireTransaction(bytes).tables, new Map([[table, addresses]]));
  const whole = readSwap(bytes, terms, loaded(listed));
  const plain = readSwap(compileBytes(list), terms);
  if (!whole.ok || !plain.ok) throw new Error("it is no swap");
  const { message: _one, ...read } = whole.swap;
  const { message: _two, ...wanted } = plain.swap;
  expect(read).toEqual(wanted);
  const other = loaded([market, TOKENS.USDC.mint, TOKENS.ETH.mint]);
  expect(readSwap(bytes, terms, other)).toMatchObject({ swap: { mintOut: TOKENS.ETH.mint } });
  expect(loaded(listed.slice(0, 2))).toBe(undefined);
  const short = readSwap(bytes, terms, { writable: [], readonly: listed.slice(1) });
  expect(short).toMatchObject({ ok: false, reason: expect.stringContaining("lookup tables") });
});

test("a wallet that changes the steps of the route has signed another transaction", async () => {
  const order = await makeRoutedOrder(["USDC", "BTC"]);
  const list = await routedInstructions(order, terms);
  const shown = readSwap(compileBytes(list), terms);
  const moved = readSwap(
    compileBytes(withData(list, (view) => view.setUint8(ROUTE_HEADER.bytes + 3, 7))),
    terms,
  );
  const further: AccountMeta = { address: address(thief.address), role: AccountRole.WRITABLE };
  const named = readSwap(
    compileBytes(
      withRoute(list, (one) => ({ ...one, accounts: [...(one.accounts ?? []), further] })),
    ),
    terms,
  );
  if (!shown.ok || !moved.ok || !named.ok) throw new Error("it is no swap");
  expect(isSameSwap(shown.swap, shown.swap)).toBe(true);
  expect(isSameSwap(shown.swap, moved.swap)).toBe(false);
  expect(isSameSwap(shown.swap, named.swap)).toBe(false);
});

test("a route may get no other account that names the wallet", async () => {
  const list = await routedInstructions(await makeRoutedOrder(["USDC", "BTC"]), terms);
  const further: AccountMeta = { address: address(market), role: AccountRole.WRITABLE };
  const read = readSwap(
    compileBytes(
      withRoute(list, (one) => ({ ...one, accounts: [...(one.accounts ?? []), further] })),
    ),
    terms,
  );
  if (!read.ok) throw new Error(read.reason);
  const key = getAddressEncoder().encode(address(wallet.address));
  const naming = (at: number, bytes: number) => {
    const data = new Uint8Array(bytes).fill(key[0] ?? 0);
    data.set(key, at);
    return data;
  };
  const problem = (account: string, data: Uint8Array) =>
    problemOfAccounts(read.swap, new Map([[account, data]]));
  // A token account, a longer one, a stake and an order have the key at different offsets.
  for (const [at, bytes] of [
    [32, 165],
    [32, 300],
    [12, 200],
    [45, 3_228],
    [68, 100],
  ] as const)
    expect(problem(market, naming(at, bytes))).toContain(market);
  expect(
    problem(
      market,
      naming(32, 165).map((byte, at) => (at === 40 ? byte + 1 : byte)),
    ),
  ).toBe(undefined);
  expect(problem(read.swap.source, naming(32, 165))).toBe(undefined);
  expect(problem(read.swap.destination, naming(32, 165))).toBe(undefined);
});
