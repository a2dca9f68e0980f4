/**
 * Swaps along routes of Jupiter, from the aggregator's answer to points. Executor and intake run on
 * a separate chain.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { address, createNoopSigner } from "@solana/kit";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { WalletActor } from "#lib/platform/actor.ts";
import { tokenAccountOf } from "#lib/protocol/solana/find-token-account.ts";
import { TOKENS, type TokenSymbol } from "#lib/protocol/solana/tokens.ts";
import { MAX_TRANSACTION_BYTES } from "#lib/protocol/solana/wire-transaction.ts";
import { compile } from "#lib/protocol/swaps/pools/build-swap.ts";
import { swapTerms } from "#lib/swaps/chain/show-terms.ts";
import { swaps } from "#lib/swaps/schema/swaps.ts";
import { hasVm } from "#services/chain/testing/chain.testing.ts";
import { transferInstructions } from "#services/sandbox/chain/token-transfer.ts";
import { type RoutedChange, routedSwap } from "./routed-quote.testing.ts";
import { catchRefusal, SwapService } from "./swap-service.testing.ts";
import type { Swapper } from "./swap-world.testing.ts";

const USDC = 1_000_000n;
const SOL = 1_000_000_000n;
/** All but the large USDC pools, so that routes lead over SOL. */
const OVER_SOL = ["pool:SOL-USDC", "pool:SOL-BTC", "pool:SOL-ETH", "pool:THIN-USDC"];
const ROUTES_URL = "https://routes.example";

describe.skipIf(!hasVm)("swaps along routes of Jupiter", () => {
  let service: SwapService;
  let wallet: Swapper;
  let actor: WalletActor;

  beforeAll(async () => {
    vi.stubEnv("SWAP_ROUTES_URL", ROUTES_URL);
    service = await SwapService.open();
    wallet = await service.world.wallet(
      { USDC: 1_000_000n * USDC, THIN: 10n ** 12n, BTC: 10n ** 8n },
      1_000_000_000_000,
    );
    actor = await service.user(wallet);
  });
  afterAll(() => service.close());

  const made = (pair: readonly [TokenSymbol, TokenSymbol], amount: bigint, change?: RoutedChange) =>
    routedSwap({ world: service.world, wallet }, pair, amount, change);
  const held = (symbol: TokenSymbol) => service.world.held(wallet.address, symbol);

  async function settled(signature: string) {
    expect(await service.world.landed(signature)).toBeNull();
    const intake = await service.intake();
    for (;;) {
      await intake.run(Date.now());
      const [row] = await service.db.select().from(swaps).where(eq(swaps.signature, signature));
      if (row?.status === "finalized") return row;
      await sleep(20);
    }
  }

  test("the terms name the source", async () => {
    expect((await swapTerms()).swaps).toMatchObject({ routes_url: ROUTES_URL });
  });

  test.each([
    [["USDC", "SOL"], 100n * USDC, 1, undefined],
    [["SOL", "USDC"], 2n * SOL, 1, undefined],
    [["USDC", "BTC"], 100n * USDC, 1, undefined],
    [["THIN", "SOL"], 10n ** 9n, 2, undefined],
    [["SOL", "THIN"], SOL / 100n, 2, undefined],
    [["BTC", "ETH"], 10n ** 5n, 2, undefined],
    [["THIN", "ETH"], 10n ** 9n, 2, undefined],
    [["BTC", "ETH"], 10n ** 5n, 2, OVER_SOL],
    [["THIN", "ETH"], 10n ** 9n, 3, OVER_SOL],
    [["BTC", "THIN"], 10n ** 4n, 3, OVER_SOL],
  ] as const)(
    "%j lands, and the tape has what the wallet gave and got",
    async (pair, amount, hops, passes) => {
      const [assetIn, assetOut] = pair;
      const swap = await made(pair, amount, passes && { passes });
      expect(swap.quote.hops).toHaveLength(hops);
      expect(swap.bytes.length).toBeLessThanOrEqual(MAX_TRANSACTION_BYTES);
      const before = [await held(assetIn), await held(assetOut)];
      expect(await service.execute(actor, swap)).toMatchObject({ status: "submitted" });
      const row = await settled(swap.signature);
      expect(row).toMatchObject({
        wallet: wallet.address,
        userId: actor.userId,
        assetIn,
        assetOut,
        unitsIn: amount,
        // There are no other swaps here, so the route gives the quoted output.
        unitsOut: swap.quote.out,
        fee: amount / 1_000n,
        feeGross: amount / 1_000n,
        route: ["jupiter"],
      });
      const after = [await held(assetIn), await held(assetOut)];
      // The wallet's own account of wrapped SOL is unchanged too: it does not exist.
      if (assetIn !== "SOL") expect((before[0] ?? 0n) - (after[0] ?? 0n)).toBe(amount + row.fee);
      if (assetOut !== "SOL") expect((after[1] ?? 0n) - (before[1] ?? 0n)).toBe(row.unitsOut);
      expect(await held("SOL")).toBe(0n);
    },
  );

  test("the wallet's own wrapped SOL stays where it is", async () => {
    const owner = createNoopSigner(address(wallet.address));
    const wrapping = await transferInstructions({
      payer: owner,
      owner,
      recipient: wallet.address,
      token: TOKENS.SOL,
      units: 5n * SOL,
    });
    const life = await service.world.life();
    const wrapped = wallet.sign(compile({ payer: wallet.address, ...life }, wrapping));
    expect(await service.world.landed(await service.world.send(wrapped))).toBeNull();
    for (const [pair, amount, change] of [
      [["SOL", "USDC"], SOL, {}],
      [["USDC", "SOL"], 10n * USDC, {}],
      [["BTC", "ETH"], 10n ** 5n, { passes: OVER_SOL }],
    ] as const) {
      const swap = await made(pair, amount, change);
      await service.execute(actor, swap);
      expect(await settled(swap.signature)).toMatchObject({
        unitsIn: amount,
        unitsOut: swap.quote.out,
      });
      expect(await held("SOL")).toBe(5n * SOL);
    }
  });

  test("a fresh intake of the chain gives the same rows", async () => {
    const shown = async () => {
      const rows = await service.db.select().from(swaps).orderBy(swaps.signature);
      return rows.map(
        ({ signature, slot, assetIn, assetOut, unitsIn, unitsOut, fee, route, usd, status }) => ({
          signature,
          slot,
          assetIn,
          assetOut,
          unitsIn,
          unitsOut,
          fee,
          route,
          usd,
          status,
        }),
      );
    };
    const rows = await shown();
    expect(rows.length).toBeGreaterThan(7);
    await service.db.execute(sql`truncate swaps, point_entries, swap_intake, webhook_events`);
    const intake = await service.intake();
    for (let count = 0; count < rows.length; ) {
      await intake.run(Date.now());
      count = (await service.rows()).filter(({ status }) => status === "finalized").length;
    }
    expect(await shown()).toEqual(rows);
  });

  describe("the executor refuses", () => {
    const refusal = async (
      change: RoutedChange,
      pair: readonly [TokenSymbol, TokenSymbol] = ["USDC", "BTC"],
    ) => catchRefusal(service.execute(actor, await made(pair, 100n * USDC, change)));

    test("a route that gets another account of the wallet", async () => {
      const other = await tokenAccountOf(wallet.address, TOKENS.THIN.mint);
      const further = { address: other, isSigner: false, isWritable: true };
      const quote: RoutedChange["quote"] = (given) => ({
        ...given,
        instruction: { ...given.instruction, accounts: [...given.instruction.accounts, further] },
      });
      expect(await refusal({ quote })).toContain(`another account of the wallet: ${other}`);
    });

    test("a plan with names that are not Jupiter's, and one of pools with Jupiter's names", async () => {
      const renamed: RoutedChange["plan"] = (plan) => ({
        ...plan,
        route: plan.route.map((hop) => ({ ...hop, venue: "pool:BTC-USDC" })),
      });
      const reason = "TRANSACTION_MISMATCH: its route is not the one of its plan";
      expect(await refusal({ plan: renamed })).toBe(reason);
      const { plan } = await made(["USDC", "SOL"], 100n * USDC);
      const { transaction } = await service.world.quote(wallet, ["USDC", "SOL"], 100n * USDC);
      expect(await catchRefusal(service.execute(actor, { plan, transaction }))).toContain(
        "TRANSACTION_MISMATCH",
      );
    });

    test("a minimum or an amount that is not the plan's", async () => {
      expect(await refusal({ order: { minOut: 1n } })).toContain(
        "its minimum is not the one of its plan",
      );
      expect(await refusal({ order: { amountIn: 99n * USDC } })).toContain(
        "another amount than its plan",
      );
    });

    test("a plan that states less impact than the loss against the marks", async () => {
      const amount = 500_000n * USDC;
      const stating =
        (impact_bps: number) => (plan: Parameters<NonNullable<RoutedChange["plan"]>>[0]) => ({
          ...plan,
          route: plan.route.map((hop) => ({ ...hop, impact_bps })),
        });
      const big = (impact: number) => made(["USDC", "BTC"], amount, { plan: stating(impact) });
      expect(await catchRefusal(service.execute(actor, await big(100)))).toBe("QUOTE_EXPIRED");
      // The pool has 6 million on each side, and 500,000 move it by less than 9 %.
      const stated = await service.execute(actor, await big(900));
      expect(await service.world.landed(stated.signature)).toBeNull();
    });

    test("more than the wallet has", async () => {
      const swap = await made(["USDC", "BTC"], 999_990n * USDC);
      expect(await catchRefusal(service.execute(actor, swap))).toBe("INSUFFICIENT_BALANCE");
    });

    test("a route that gives less than when it was planned", async () => {
      const swap = await made(["THIN", "USDC"], 10n ** 9n);
      const other = await service.world.wallet({ THIN: 10n ** 11n });
      const moving = await service.world.quote(other, ["THIN", "USDC"], 10n ** 10n);
      expect(await service.world.landed(await service.world.send(moving.bytes))).toBeNull();
      expect(await catchRefusal(service.execute(actor, swap))).toBe("IMPACT_EXCEEDED");
    });

    test("a table that does not exist, and an index that a table does not have", async () => {
      const swap = await made(["USDC", "BTC"], 100n * USDC);
      const bytes = Uint8Array.from(swap.bytes);
      // The table's key is followed by two lists of indexes at the end of the message.
      const last = bytes.length - 1;
      const far = wallet.sign(bytes.with(last, 255));
      const transaction = Buffer.from(far).toString("base64");
      expect(await catchRefusal(service.execute(actor, { ...swap, transaction }))).toContain(
        "lookup tables do not have",
      );
    });

    test("a route of Jupiter where the service offers none", async () => {
      const swap = await made(["USDC", "BTC"], 100n * USDC);
      const { requireSwaps } = await import("#lib/swaps/chain/swap-settings.ts");
      const { checkSwap } = await import("#lib/swaps/execute/kinds/pools.ts");
      const { loadTables } = await import("#lib/swaps/execute/kinds/jupiter.ts");
      const settings = { ...(await requireSwaps()), routesUrl: undefined };
      const facts = { settings, account: wallet.address, isReferred: false, now: Date.now() };
      const loaded = await loadTables(swap.bytes, wallet.address);
      expect(await catchRefusal(checkSwap(facts, swap.plan, { bytes: swap.bytes, loaded }))).toBe(
        "ROUTE_UNAVAILABLE",
      );
    });
  });
});
