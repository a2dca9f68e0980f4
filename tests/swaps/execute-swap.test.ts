/** The executor: what it refuses, with the real cause of each code, and that a swap lands once. */
import { setTimeout as sleep } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makePartner, makeReferral } from "#lib/partner/partner.testing.ts";
import type { WalletActor } from "#lib/platform/actor.ts";
import type { TokenSymbol } from "#lib/protocol/solana/tokens.ts";
import { makeSwapPlan, parseExpiry, planDigest } from "#lib/protocol/swaps/plan/swap-plan.ts";
import type { RoutePlan } from "#lib/protocol/wire/swaps.ts";
import { swaps } from "#lib/swaps/schema/swaps.ts";
import { hasVm } from "#services/chain/testing/chain.testing.ts";
import { catchRefusal, SwapService } from "./swap-service.testing.ts";
import type { SignedQuote, Swapper } from "./swap-world.testing.ts";

const USDC = 1_000_000n;
const TO_SOL = ["USDC", "SOL"] as const satisfies readonly TokenSymbol[];

describe.skipIf(!hasVm)("the executor", () => {
  let service: SwapService;
  let wallet: Swapper;
  let actor: WalletActor;

  beforeAll(async () => {
    service = await SwapService.open();
    wallet = await service.world.wallet({ USDC: 1_000_000n * USDC, THIN: 10n ** 12n });
    actor = await service.user(wallet);
  });
  afterAll(() => service.close());

  const quote = (amount = 100n * USDC, change = {}) =>
    service.world.quote(wallet, TO_SOL, amount, change);
  const execute = (given: Pick<SignedQuote, "plan" | "transaction">) =>
    service.execute(actor, given);

  /** A plan with changed fields, in a transaction whose memo names it. */
  async function altered(change: (plan: RoutePlan) => RoutePlan) {
    const { route } = await quote();
    const original = makeSwapPlan(route, ["pool:SOL-USDC"], {
      assetIn: "USDC",
      assetOut: "SOL",
      amountIn: 100n * USDC,
      slippageBps: 50,
      priorityFeeLamports: 0n,
      expiresAt: Math.floor(Date.now() / 1_000) + 20,
    });
    const plan = change(original);
    const memo = { digest: await planDigest(plan), expiresAt: Date.parse(plan.expires_at) / 1_000 };
    const { transaction } = await quote(100n * USDC, { order: { memo } });
    return { plan, transaction };
  }

  test("stores a swap, sends it, and returns its state for the same bytes", async () => {
    const given = await quote();
    const answer = { signature: given.signature, status: "submitted" };
    expect(await execute(given)).toEqual(answer);
    expect(await execute(given)).toEqual(answer);
    expect(await service.world.landed(given.signature)).toBeNull();
    const [row] = await service.db.select().from(swaps).where(eq(swaps.signature, given.signature));
    expect(row).toMatchObject({
      userId: actor.userId,
      wallet: wallet.address,
      transaction: given.transaction,
      plan: given.plan,
      unitsIn: 100n * USDC,
      fee: USDC / 10n,
    });
  });

  describe("refuses as TRANSACTION_MISMATCH", () => {
    const mismatch = (reason: string) => `TRANSACTION_MISMATCH: ${reason}`;

    test("a transaction of another wallet, or with another signature", async () => {
      const other = await service.world.wallet({ USDC: 1_000n * USDC });
      const foreign = await service.world.quote(other, TO_SOL, 100n * USDC);
      expect(await catchRefusal(execute(foreign))).toBe(mismatch("another wallet pays it"));
      const own = await quote();
      const bytes = Uint8Array.from(own.bytes);
      bytes[1] = (bytes[1] ?? 0) ^ 1;
      const transaction = Buffer.from(bytes).toString("base64");
      const refusal = await catchRefusal(execute({ ...own, transaction }));
      expect(refusal).toBe(mismatch("its signature is not the wallet's"));
    });

    test.each([
      ["another plan than its memo names", { slippage_bps: 49 }, "its memo names another plan"],
      [
        "a plan with other amounts for people",
        { in: { asset: "USDC", amount: 99, units: "100000000" } },
        "the amounts of its plan are not those of its units",
      ],
    ] as const)("%s", async (_, change, reason) => {
      const given = await quote();
      const refusal = await catchRefusal(execute({ ...given, plan: { ...given.plan, ...change } }));
      expect(refusal).toBe(mismatch(reason));
    });

    test.each([
      [
        "a plan above the cap of its assets",
        (plan: RoutePlan) => ({ ...plan, slippage_bps: 101 }),
        "its slippage is above the 100 bps of these assets",
      ],
      [
        "a plan of another route",
        (plan: RoutePlan) => ({ ...plan, route: [{ venue: "pool:BTC-USDC", impact_bps: 1 }] }),
        "its route is not the one of its plan",
      ],
      [
        "a plan of another priority fee",
        (plan: RoutePlan) => ({ ...plan, priority_fee_lamports: 7 }),
        "its priority fee is not the one of its plan",
      ],
      [
        "a plan of other assets",
        (plan: RoutePlan) => ({
          ...plan,
          out: { asset: "BTC" as const, amount_min: 0.001, units_min: "100000" },
        }),
        "it swaps other assets than its plan",
      ],
      [
        "a plan that lives for minutes",
        (plan: RoutePlan) => ({
          ...plan,
          expires_at: new Date(Math.ceil(Date.now() / 1_000 + 90) * 1_000).toISOString(),
        }),
        "its plan lives longer than 30 s",
      ],
    ])("%s", async (_, change, reason) => {
      expect(await catchRefusal(execute(await altered(change)))).toBe(mismatch(reason));
    });

    test.each([
      ["too small a fee", { fee: 1n }, "its fee is 1 units and not 100000"],
      ["another amount", { amountIn: 99n * USDC }, "it swaps another amount than its plan"],
      ["a lower minimum", { minOut: 1n }, "its minimum is not the one of its plan"],
    ])("%s than the plan has", async (_, order, reason) => {
      expect(await catchRefusal(execute(await quote(100n * USDC, { order })))).toBe(
        mismatch(reason),
      );
    });

    test("a referred user's discounted fee from a user without a referral", async () => {
      const refusal = await catchRefusal(execute(await quote(100n * USDC, { isReferred: true })));
      expect(refusal).toBe(mismatch("its fee is 90000 units and not 100000"));
    });

    test("a swap that the chain would refuse for another reason", async () => {
      const refusal = await catchRefusal(
        execute(await quote(100n * USDC, { order: { units: 1_000 } })),
      );
      expect(refusal).toMatch(/^TRANSACTION_MISMATCH: the chain would refuse it: /);
    });
  });

  test("a referred user pays a tenth less, and not the full fee", async () => {
    const partner = await makePartner(service.db, "ann");
    const person = await service.world.wallet({ USDC: 1_000n * USDC });
    await makeReferral(service.db, partner, person.address);
    const referred = {
      ...(await service.user(await service.world.wallet())),
      account: person.address,
    };
    const full = await service.world.quote(person, TO_SOL, 100n * USDC);
    expect(await catchRefusal(service.execute(referred, full))).toMatch(/and not 90000$/);
    const less = await service.world.quote(person, TO_SOL, 100n * USDC, { isReferred: true });
    expect(await service.execute(referred, less)).toMatchObject({ status: "submitted" });
  });

  test("QUOTE_EXPIRED: the plan is too old", async () => {
    const expiresAt = Math.floor(Date.now() / 1_000) - 1;
    expect(await catchRefusal(execute(await quote(100n * USDC, { expiresAt })))).toBe(
      "QUOTE_EXPIRED",
    );
  });

  test("QUOTE_EXPIRED: the blockhash is too old", async () => {
    const order = { blockhash: "7dVoKCQjWfy9cRZN81ApLHzhTbLWydhu9nQov1yHd7XQ" };
    expect(await catchRefusal(execute(await quote(100n * USDC, { order })))).toBe("QUOTE_EXPIRED");
  });

  /** Another wallet swaps so much that the price moves. */
  async function move(pair: readonly [TokenSymbol, TokenSymbol], amount: bigint): Promise<void> {
    const whale = await service.world.wallet({ USDC: 1_000_000n * USDC }, 900_000_000_000);
    const large = await service.world.quote(whale, pair, amount, { slippageBps: 100 });
    expect(await service.world.landed(await service.world.send(large.bytes))).toBeNull();
  }

  test("QUOTE_EXPIRED: the price is so much better that the minimum protects nothing", async () => {
    const given = await quote();
    await move(["SOL", "USDC"], 800n * 10n ** 9n);
    expect(await catchRefusal(execute(given))).toBe("QUOTE_EXPIRED");
  });

  test("QUOTE_EXPIRED: the plan states less impact than the pools have", async () => {
    const pair = ["THIN", "USDC"] as const;
    const amount = 10n ** 11n;
    const honest = await service.world.quote(wallet, pair, amount, { slippageBps: 100 });
    const [hop] = honest.plan.route;
    expect(hop?.impact_bps).toBeGreaterThan(500);
    const stating = async (impact_bps: number) => {
      const route = [{ venue: hop?.venue ?? "", impact_bps }];
      const plan = { ...honest.plan, route };
      const memo = { digest: await planDigest(plan), expiresAt: parseExpiry(plan) };
      const change = { slippageBps: 100, order: { memo } };
      return {
        plan,
        transaction: (await service.world.quote(wallet, pair, amount, change)).transaction,
      };
    };
    const stated = hop?.impact_bps ?? 0;
    expect(await catchRefusal(execute(await stating(0)))).toBe("QUOTE_EXPIRED");
    expect(await catchRefusal(execute(await stating(stated - 51)))).toBe("QUOTE_EXPIRED");
    expect(await execute(await stating(stated - 50))).toMatchObject({ status: "submitted" });
  });

  test("IMPACT_EXCEEDED: the pool has moved beyond the slippage", async () => {
    const given = await quote();
    await move(TO_SOL, 200_000n * USDC);
    expect(await catchRefusal(execute(given))).toBe("IMPACT_EXCEEDED");
  });

  test("INSUFFICIENT_BALANCE: the wallet lacks the tokens, the fee, or SOL", async () => {
    const poor = await service.world.wallet({ USDC: 100n * USDC });
    const owner = await service.user(poor);
    const all = await service.world.quote(poor, TO_SOL, 100n * USDC);
    expect(await catchRefusal(service.execute(owner, all))).toBe("INSUFFICIENT_BALANCE");
    const without = await service.world.wallet();
    const nobody = await service.user(without);
    const none = await service.world.quote(without, TO_SOL, 50n * USDC);
    expect(await catchRefusal(service.execute(nobody, none))).toBe("INSUFFICIENT_BALANCE");
    const broke = await service.world.wallet({ USDC: 100n * USDC }, 1_000_000);
    const other = await service.user(broke);
    const half = await service.world.quote(broke, TO_SOL, 50n * USDC);
    expect(await catchRefusal(service.execute(other, half))).toBe("INSUFFICIENT_BALANCE");
  });

  test("ORACLE_STALE: an asset has no current price", async () => {
    service.markAt = () => Date.now() - 6_000;
    try {
      expect(await catchRefusal(execute(await quote()))).toBe("ORACLE_STALE");
    } finally {
      service.markAt = () => Date.now();
    }
  });

  test("ROUTE_UNAVAILABLE: a pool of the route is empty now", async () => {
    const given = await service.world.quote(wallet, ["THIN", "USDC"], 1_000_000n);
    const { requireSwaps } = await import("#lib/swaps/chain/swap-settings.ts");
    const { planAgain } = await import("#lib/swaps/execute/kinds/pools.ts");
    const { swapNode } = await import("#lib/swaps/chain/swap-node.ts");
    const { readSwap } = await import("#lib/protocol/swaps/verify/swap-transaction.ts");
    const settings = await requireSwaps();
    const read = readSwap(given.bytes, settings);
    if (!read.ok) throw new Error(read.reason);
    const venues = settings.venues.map((venue) =>
      venue.name === "pool:THIN-USDC" ? { ...venue, vaultA: venue.vaultB } : venue,
    );
    const again = planAgain(await swapNode(), { ...settings, venues }, read.swap, given.plan);
    expect(await catchRefusal(again)).toBe("ROUTE_UNAVAILABLE");
  });

  describe("a swap whose bytes were lost on their way", () => {
    test("is sent again, and lands once", async () => {
      const given = await quote();
      await service.world.setFaults({ drops: 1 });
      expect(await execute(given)).toMatchObject({ status: "submitted" });
      const before = await service.world.held(wallet.address, "USDC");
      await service.follow(Date.now() + 2_500);
      expect(await service.world.landed(given.signature)).toBeNull();
      await service.follow(Date.now() + 5_000);
      await sleep(200);
      const after = await service.world.held(wallet.address, "USDC");
      expect(before - after).toBe((1_001n * 100n * USDC) / 1_000n);
    });

    test("is unknown while no node has it, and expired only when its death is proved", async () => {
      const given = await quote();
      await service.world.setFaults({ drops: 1_000 });
      await execute(given);
      const stateOf = async () => {
        const [row] = await service.db
          .select()
          .from(swaps)
          .where(eq(swaps.signature, given.signature));
        return row;
      };
      await service.follow(Date.now() + 11_000);
      expect((await stateOf())?.status).toBe("unknown");
      const last = (await stateOf())?.lastValidHeight ?? 0;
      let height = 0;
      for (let round = 2; height <= last; round += 1) {
        await service.follow(Date.now() + round * 11_000);
        const { status } = (await stateOf()) ?? {};
        const node = await import("#lib/swaps/chain/swap-node.ts");
        ({ height } = await (await node.swapNode()).head("finalized"));
        if (height <= last) expect(status).toBe("unknown");
        await sleep(100);
      }
      await service.follow(Date.now() + 10_000_000);
      expect(await stateOf()).toMatchObject({ status: "expired", transaction: null });
      await service.world.setFaults({ drops: 0 });
    });
  });
});
