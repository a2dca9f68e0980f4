/** The app's half of swaps on a separate chain. Executor and intake run by hand, step by step. */

import { vi } from "vitest";
import { Secret } from "#lib/kernel/env.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { makeUser } from "#lib/partner/partner.testing.ts";
import type { WalletActor } from "#lib/platform/actor.ts";
import { type Database, openDatabase, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { setLimits } from "#lib/platform/http/rate-limits.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import { swapNode } from "#lib/swaps/chain/swap-node.ts";
import { requireSwaps } from "#lib/swaps/chain/swap-settings.ts";
import { executeSwap } from "#lib/swaps/execute/execute-swap.ts";
import { followSubmitted } from "#lib/swaps/execute/follow-submitted.ts";
import { ChainIntake } from "#lib/swaps/intake/follow-chain.ts";
import { swaps } from "#lib/swaps/schema/swaps.ts";
import { type MarketData, setMarketData } from "#lib/trading/market-data/market-hub.ts";
import { markBars } from "#lib/trading/schema/market-data.ts";
import { removeFolder } from "#services/chain/testing/chain.testing.ts";
import { type SignedQuote, type Swapper, SwapWorld } from "./swap-world.testing.ts";

export const PRICES: Readonly<Record<string, string>> = {
  SOLUSDC: "150",
  BTCUSDC: "64000",
  ETHUSDC: "3200",
};

export class SwapService {
  readonly world: SwapWorld;
  readonly db: Database;
  /** The time of each market's mark, in Unix milliseconds. */
  markAt: (market: string) => number = () => Date.now();

  private constructor(world: SwapWorld, db: Database) {
    this.world = world;
    this.db = db;
  }

  /** @param databaseUrl of a Postgres database; an embedded one if absent */
  static async open(
    options: Parameters<typeof SwapWorld.open>[0] = {},
    databaseUrl?: string,
  ): Promise<SwapService> {
    const world = await SwapWorld.open(options);
    vi.stubEnv("SOLANA_RPC_URL", world.chain.url);
    vi.stubEnv("SOLANA_NETWORK", "simulated");
    vi.stubEnv("SWAP_FEE_OWNER", world.feeOwner.address);
    const db =
      databaseUrl === undefined
        ? await testDatabase()
        : await openDatabase({ dataDir: "unused", databaseUrl: new Secret(databaseUrl) });
    setDatabase(db);
    const limit = {
      take: () => Promise.resolve(NO_QUOTA),
      spent: () => Promise.resolve(undefined),
    };
    setLimits({ of: () => limit, close: async () => {} });
    const service = new SwapService(world, db);
    setMarketData({
      snapshot: (market: string) => ({
        mark: { market, mark_price: PRICES[market] ?? "1", timestamp: service.markAt(market) },
      }),
    } as unknown as MarketData);
    await service.#storeBars();
    return service;
  }

  async close(): Promise<void> {
    setMarketData(undefined);
    setDatabase(undefined);
    vi.unstubAllEnvs();
    await this.db.$client.end();
    await this.world.close();
    removeFolder(this.world.chain.folder);
  }

  /** A user who is signed in with the wallet. */
  async user(wallet: Swapper): Promise<WalletActor> {
    const actor = await makeUser(this.db, wallet.address);
    return { ...actor, sessionId: `${actor.userId}.external`, account: wallet.address };
  }

  execute(actor: WalletActor, { plan, transaction }: Pick<SignedQuote, "plan" | "transaction">) {
    return executeSwap({ actor, quotas: [], now: Date.now() }, { plan, transaction });
  }

  async intake(): Promise<ChainIntake> {
    return new ChainIntake({
      db: this.db,
      node: await swapNode(),
      settings: await requireSwaps(),
    });
  }

  async follow(now = Date.now()): Promise<void> {
    await followSubmitted(this.db, await swapNode(), now);
  }

  rows() {
    return this.db.select().from(swaps);
  }

  /** Stores closed minutes around now, so that every block has a price. */
  async #storeBars(): Promise<void> {
    const minute = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
    for (const [market, close] of Object.entries(PRICES)) {
      const bars = Array.from({ length: 60 }, (_, index) => ({
        market,
        interval: "1m",
        start: minute + (index - 30) * MINUTE_MS,
        open: close,
        high: close,
        low: close,
        close,
        volume: "0",
        trades: 0,
        filled: false,
      }));
      await this.db.insert(markBars).values(bars);
    }
  }
}

const NO_QUOTA = { limit: 1_000, remaining: 999, resetSeconds: 60, allowed: true };

/** The code and reason of a refusal. Other errors are thrown. */
export async function catchRefusal(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => new Error("it was accepted"),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ServiceError)) throw error;
  const { reason } = error.context as { reason?: string };
  return reason === undefined ? error.code : `${error.code}: ${reason}`;
}
