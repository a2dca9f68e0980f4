/** The pools of a real chain follow the marks, because simulated traders swap in them. */
import { createKeyPairSignerFromPrivateKeyBytes } from "@solana/kit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLogger } from "#lib/kernel/log/log.ts";
import { systemClock } from "#lib/kernel/time/clock.ts";
import { POOLS } from "#lib/protocol/solana/pools.ts";
import type { TokenSymbol } from "#lib/protocol/solana/tokens.ts";
import { BASE_PRICES } from "#services/chain/genesis/build-genesis.ts";
import { hasVm, removeFolder, startTestChain } from "#services/chain/testing/chain.testing.ts";
import { TransactionSender } from "#services/sandbox/chain/transaction-sender.ts";
import { Treasury } from "#services/sandbox/chain/treasury.ts";
import { Random } from "#services/sandbox/seed/random.ts";
import { runRole } from "#services/sandbox/traders/role.ts";
import { Visitors } from "#services/sandbox/traders/visitors.ts";
import { keyOfRole } from "#services/sandbox/venue/roles.ts";
import { deviationPpm } from "./corrective-swap.ts";
import { poolArbitrageur, randomSwapper, worthByToken } from "./pool-roles.ts";
import { PoolTrader } from "./pool-trader.ts";
import { poolPrice, unitsWorth } from "./token-prices.ts";

const SEED = Buffer.alloc(32, 9);
const log = createLogger("sandbox", "silent");
const BILLION = 10n ** 9n;

/** Base prices, moved by parts of a thousand. */
let moved: Partial<Record<TokenSymbol, bigint>> = {};
const prices = (symbol: TokenSymbol) => {
  const [whole = "0", part = ""] = BASE_PRICES[symbol].split(".");
  const units = BigInt(whole) * BILLION + BigInt(part.padEnd(9, "0"));
  return (units * (moved[symbol] ?? 1_000n)) / 1_000n;
};
const refresh = () => Promise.resolve();

describe.skipIf(!hasVm)("the simulated traders of the pools", () => {
  let chain: Awaited<ReturnType<typeof startTestChain>>;
  let sender: TransactionSender;
  let treasury: Treasury;
  const open = (name: string) =>
    PoolTrader.open({ name, key: keyOfRole("test", name), sender, treasury, prices, log });

  beforeAll(async () => {
    const { address } = await createKeyPairSignerFromPrivateKeyBytes(SEED);
    chain = await startTestChain({ begin: { treasury: address } });
    sender = new TransactionSender(chain.url);
    treasury = await Treasury.open(SEED, sender);
  });
  afterAll(async () => {
    sender.close();
    await chain.stop();
    removeFolder(chain.folder);
  });

  /** Pools that are off by more than their fee. */
  const pendingOf = async (trader: PoolTrader) => {
    const { pools } = await trader.read();
    expect(pools).toHaveLength(POOLS.length);
    return pools.filter((pool) => {
      const price = poolPrice(pool.listing, prices);
      const deviation = price === undefined ? 0n : deviationPpm(pool, price);
      return deviation > pool.feePpm || deviation < -pool.feePpm;
    });
  };

  test("leave a pool alone whose price is within its fee of the marks", async () => {
    const trader = await open("still");
    const role = poolArbitrageur(trader, refresh);
    await role.prepare();
    moved = { SOL: 1_002n };
    const before = await trader.read();
    await role.step();
    expect((await trader.read()).pools).toEqual(before.pools);
    expect(await pendingOf(trader)).toEqual([]);
  });

  test.each<[string, typeof moved]>([
    ["one mark rises", { BTC: 1_050n }],
    ["all fall", { SOL: 900n, BTC: 930n, ETH: 870n }],
    ["a mark moves by more than one swap may correct", { SOL: 1_900n, BTC: 930n, ETH: 870n }],
    ["a token without a market is off", { THIN: 1_300n }],
    ["they return", {}],
  ])(
    "bring the pools back into the fee band after %s, by few swaps at a time",
    async (_, marks) => {
      moved = marks;
      const trader = await open("arbitrageur");
      const role = poolArbitrageur(trader, refresh);
      await role.prepare();
      expect(await pendingOf(trader)).not.toEqual([]);
      const before = (await trader.read()).pools;
      await role.step();
      const after = (await trader.read()).pools;
      const touched = after.filter(({ reserveA }, index) => reserveA !== before[index]?.reserveA);
      expect(touched.length).toBeGreaterThan(0);
      expect(touched.length).toBeLessThanOrEqual(2);
      for (let steps = 0; steps < 10; steps += 1) await role.step();
      expect(await pendingOf(trader)).toEqual([]);
    },
  );

  test("are funded by the treasury, and again when half of it is gone", async () => {
    moved = {};
    const trader = await open("funded");
    const worth = worthByToken(50n);
    await trader.keepFunded(worth);
    const { held } = await trader.read();
    for (const [symbol, usdc] of worth) {
      expect(held.get(symbol)).toBe(unitsWorth(symbol, usdc, prices(symbol)));
    }
    await trader.keepFunded(worth);
    expect((await trader.read()).held).toEqual(held);
    moved = { ETH: 400n };
    await trader.keepFunded(worth);
    expect((await trader.read()).held.get("ETH")).toBe(
      unitsWorth("ETH", worth.get("ETH") ?? 0n, prices("ETH")),
    );
    moved = {};
  });

  test("swap at random in every pool, either way", async () => {
    const trader = await open("swapper");
    const role = randomSwapper(trader, refresh, Random.fromSeed("pools:test"));
    await role.prepare();
    const before = (await trader.read()).pools;
    for (let steps = 0; steps < 80; steps += 1) await role.step();
    const after = (await trader.read()).pools;
    const changes = after.map(({ reserveA }, index) => reserveA - (before[index]?.reserveA ?? 0n));
    expect(changes).not.toContain(0n);
    expect(changes.some((change) => change > 0n)).toBe(true);
    expect(changes.some((change) => change < 0n)).toBe(true);
  });

  test("wait while the chain is away, and end when they are told to", async () => {
    const away = new TransactionSender("http://127.0.0.1:9");
    const trader = await PoolTrader.open({
      ...(await open("away")).parts,
      sender: away,
    });
    const stopping = new AbortController();
    let reads = 0;
    const role = poolArbitrageur(trader, () => {
      reads += 1;
      return Promise.resolve();
    });
    const running = runRole(role, { visitors: new Visitors(systemClock), signal: stopping.signal });
    await expect.poll(() => reads).toBeGreaterThan(1);
    stopping.abort();
    await expect(running).resolves.toBeUndefined();
  });
});
