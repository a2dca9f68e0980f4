/**
 * How the intake treats routed swaps that it cannot value, and transactions that the node does not
 * return.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { type SwapNode, swapNode } from "#lib/swaps/chain/swap-node.ts";
import { requireSwaps } from "#lib/swaps/chain/swap-settings.ts";
import { ChainIntake } from "#lib/swaps/intake/follow-chain.ts";
import { swapIntake, swaps } from "#lib/swaps/schema/swaps.ts";
import { markBars } from "#lib/trading/schema/market-data.ts";
import { hasVm } from "#services/chain/testing/chain.testing.ts";
import { routedSwap } from "./routed-quote.testing.ts";
import { SwapService } from "./swap-service.testing.ts";
import type { Swapper } from "./swap-world.testing.ts";

const USDC = 1_000_000n;

describe.skipIf(!hasVm)("the intake", () => {
  let service: SwapService;
  let wallet: Swapper;

  beforeAll(async () => {
    vi.stubEnv("SWAP_ROUTES_URL", "https://routes.example");
    service = await SwapService.open();
    wallet = await service.world.wallet({ USDC: 100_000n * USDC });
  });
  afterAll(() => service.close());

  async function landed(): Promise<string> {
    const pair = ["USDC", "ETH"] as const;
    const { bytes } = await routedSwap({ world: service.world, wallet }, pair, 100n * USDC);
    const signature = await service.world.send(bytes);
    expect(await service.world.landed(signature)).toBeNull();
    return signature;
  }
  const rowOf = async (signature: string) => {
    const [row] = await service.db.select().from(swaps).where(eq(swaps.signature, signature));
    return row;
  };
  const readTo = async (): Promise<number> => {
    const [progress] = await service.db.select().from(swapIntake);
    return progress?.slot ?? 0;
  };

  /** A node that does not return these transactions. */
  async function nodeWithout(hidden: ReadonlySet<string>): Promise<SwapNode> {
    const node = await swapNode();
    const give = node.transaction.bind(node);
    node.transaction = (signature) =>
      hidden.has(signature)
        ? Promise.reject(new ServiceError("CHAIN_UNREACHABLE"))
        : give(signature);
    return node;
  }

  test("a transaction that the node does not return delays no other, and is taken in once it does", async () => {
    const missing = await landed();
    const hidden = new Set([missing]);
    const transactionReads = vi.fn<() => void>();
    const node = await nodeWithout(hidden);
    const give = node.transaction.bind(node);
    node.transaction = (signature) => {
      if (signature === missing) transactionReads();
      return give(signature);
    };
    const intake = new ChainIntake({ db: service.db, node, settings: await requireSwaps() });
    let now = Date.now();
    await intake.run(now);
    const other = await landed();
    const before = await readTo();
    for (let passes = 0; passes < 20; passes += 1) await intake.run(now);
    // It is not requested again at the same moment, however many passes run.
    expect(transactionReads).toHaveBeenCalledTimes(1);
    expect(await rowOf(other)).toBeDefined();
    expect(await readTo()).toBeGreaterThan(before);
    for (let passes = 0; passes < 20; passes += 1) await intake.run((now += 1_000));
    // At growing intervals: after 0.3, 0.6, 1.2, 2.4 and 4.8 s.
    expect(transactionReads.mock.calls.length).toBeLessThan(8);
    expect(await rowOf(missing)).toBeUndefined();
    hidden.clear();
    await intake.run((now += 60_000));
    expect(await rowOf(missing)).toMatchObject({ route: ["jupiter"] });
  });

  test("along outside markets a swap has no value unless both of its sides have a price", async () => {
    await service.db.delete(markBars).where(eq(markBars.market, "ETHUSDC"));
    const routed = await landed();
    const pools = await service.world.quote(wallet, ["USDC", "ETH"], 100n * USDC);
    const plain = await service.world.send(pools.bytes);
    expect(await service.world.landed(plain)).toBeNull();
    const intake = await service.intake();
    const later = Date.now() + 30_000;
    for (;;) {
      await intake.run(later);
      const rows = [await rowOf(routed), await rowOf(plain)];
      if (rows.every((row) => row?.status === "finalized")) break;
      await sleep(20);
    }
    expect(await rowOf(routed)).toMatchObject({ usd: null });
    expect(await rowOf(plain)).toMatchObject({ usd: 100n * 10n ** 9n });
  });
});
