/**
 * Swaps as a wallet makes them, on the chain: what is read equals what was built, and what arrives
 * equals the plan.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TOKENS, type TokenSymbol } from "#lib/protocol/solana/tokens.ts";
import { MAX_TRANSACTION_BYTES } from "#lib/protocol/solana/wire-transaction.ts";
import { findBestRoute } from "#lib/protocol/swaps/pools/find-best-route.ts";
import { swapFee } from "#lib/protocol/swaps/swap-fee.ts";
import { TOKEN_ACCOUNT_LAMPORTS } from "#lib/protocol/swaps/swap-rules.ts";
import { isSameSwap, readSwap } from "#lib/protocol/swaps/verify/swap-transaction.ts";
import { hasVm, removeFolder } from "#services/chain/testing/chain.testing.ts";
import { type Swapper, SwapWorld } from "./swap-world.testing.ts";

const MEMO = { digest: "d".repeat(43), expiresAt: 1_800_000_000 };
const FEE_PPM = 1_000n;

const AMOUNTS: Record<TokenSymbol, bigint> = {
  USDC: 250_000_000n,
  SOL: 2_000_000_000n,
  BTC: 300_000n,
  ETH: 8_000_000n,
  THIN: 90_000_000n,
};

const PAIRS = Object.keys(TOKENS).flatMap((from) =>
  Object.keys(TOKENS).flatMap((to) =>
    from === to ? [] : [[from as TokenSymbol, to as TokenSymbol] as const],
  ),
);

describe.skipIf(!hasVm)("a swap on the chain", () => {
  let world: SwapWorld;
  let wallet: Swapper;

  beforeAll(async () => {
    world = await SwapWorld.open();
    wallet = await world.wallet({
      USDC: 10_000_000_000n,
      BTC: 10_000_000n,
      ETH: 100_000_000n,
      THIN: 1_000_000_000n,
    });
  });
  afterAll(async () => {
    await world.close();
    removeFolder(world.chain.folder);
  });

  /** The wallet's balance. Lamports count as SOL. */
  async function holds(symbol: TokenSymbol): Promise<bigint> {
    return symbol === "SOL" ? world.lamports(wallet.address) : world.held(wallet.address, symbol);
  }

  async function order(from: TokenSymbol, to: TokenSymbol, amountIn = AMOUNTS[from]) {
    const [mintIn, mintOut] = [TOKENS[from].mint, TOKENS[to].mint];
    const route = findBestRoute(await world.livePools(), { mintIn, mintOut, amountIn });
    if (route === undefined) throw new Error("no route");
    const { charged: fee } = swapFee(amountIn, FEE_PPM, false);
    const terms = { decimals: TOKENS[from].decimals, amountIn, minOut: route.out, fee };
    return { payer: wallet.address, hops: route.hops, memo: MEMO, ...terms };
  }

  test.each(PAIRS)("from %s to %s moves what was planned, to the unit", async (from, to) => {
    const made = await order(from, to);
    const bytes = await world.build(made);
    expect(bytes.length).toBeLessThanOrEqual(MAX_TRANSACTION_BYTES);
    const read = readSwap(bytes, world.terms);
    if (!read.ok) throw new Error(read.reason);
    expect(read.swap).toMatchObject({
      payer: wallet.address,
      mintIn: TOKENS[from].mint,
      mintOut: TOKENS[to].mint,
      amountIn: made.amountIn,
      minOut: made.minOut,
      fee: made.fee,
      hops: made.hops.map(({ pool }) => ({ pool: pool.address })),
      memo: MEMO,
      networkLamports: 5_000n,
      guards: 0,
    });
    const before = { in: await holds(from), out: await holds(to), sol: await holds("SOL") };
    const signed = wallet.sign(bytes);
    expect(await world.landed(await world.send(signed))).toBeNull();
    const [paid, got] = [before.in - (await holds(from)), (await holds(to)) - before.out];
    const network = 5_000n;
    expect(paid).toBe(made.amountIn + made.fee + (from === "SOL" ? network : 0n));
    expect(got).toBe(made.minOut - (to === "SOL" ? network : 0n));
    // The rent of temporary accounts has come back.
    if (from !== "SOL" && to !== "SOL") expect(before.sol - (await holds("SOL"))).toBe(network);
  });

  test("opens the wallet's account for the output, once", async () => {
    const made = await order("SOL", "BTC");
    const poor = await world.wallet();
    const sol = await world.lamports(poor.address);
    for (const rent of [TOKEN_ACCOUNT_LAMPORTS, 0n]) {
      const bytes = poor.sign(await world.build({ ...made, payer: poor.address, minOut: 1n }));
      const before = await world.lamports(poor.address);
      expect(await world.landed(await world.send(bytes))).toBeNull();
      const spent = before - (await world.lamports(poor.address));
      expect(spent).toBe(made.amountIn + made.fee + 5_000n + rent);
    }
    expect(sol).toBe(10_000_000_000n);
  });

  test("below its minimum fails on the chain and moves nothing but the network's fee", async () => {
    const made = await order("USDC", "SOL");
    const bytes = wallet.sign(await world.build(made, { minOut: made.minOut + 1n }));
    const before = { usdc: await holds("USDC"), sol: await holds("SOL") };
    expect(await world.landed(await world.send(bytes, true))).toEqual({
      InstructionError: [expect.any(Number), { Custom: 6001 }],
    });
    expect(await holds("USDC")).toBe(before.usdc);
    expect(before.sol - (await holds("SOL"))).toBe(5_000n);
  });

  test("leaves the wallet's balance of the token between two hops unchanged", async () => {
    const before = await world.held(wallet.address, "USDC");
    const made = await order("THIN", "BTC");
    expect(made.hops.map(({ mintOut }) => mintOut)).toEqual([TOKENS.USDC.mint, TOKENS.BTC.mint]);
    const bytes = wallet.sign(await world.build(made));
    expect(await world.landed(await world.send(bytes))).toBeNull();
    expect(await world.held(wallet.address, "USDC")).toBe(before);
  });

  test("is the same swap with added guards only, and another with any other change", async () => {
    const made = await order("USDC", "SOL");
    const life = await world.life();
    const swapOf = async (change: object) => {
      const read = readSwap(
        await world.build(made, { seed: "same", ...life, ...change }),
        world.terms,
      );
      if (!read.ok) throw new Error(read.reason);
      return read.swap;
    };
    const shown = await swapOf({});
    expect(isSameSwap(shown, { ...(await swapOf({})), guards: 2 })).toBe(true);
    for (const change of [
      { minOut: made.minOut - 1n },
      { amountIn: made.amountIn + 1n },
      { fee: made.fee + 1n },
      { memo: { ...MEMO, expiresAt: MEMO.expiresAt + 1 } },
      { price: 1n },
      { seed: "other" },
    ])
      expect(isSameSwap(shown, await swapOf(change)), JSON.stringify(Object.keys(change))).toBe(
        false,
      );
  });
});
