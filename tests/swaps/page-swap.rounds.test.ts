/** A swap from the page to the chain: the page's code, the app's routes, and a chain that runs the programs. */
import { base58 } from "@scure/base";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { isUnseen } from "#components/chain/signed-record.ts";
import type { PreparedSwap, SwapAsk } from "#components/swaps/kinds/preparation.ts";
import { prepareSwap } from "#components/swaps/kinds/prepare-swap.ts";
import { swapTracker } from "#components/swaps/progress/browser-swap-tracker.ts";
import { unitsUnderWay } from "#components/swaps/progress/swap-record.ts";
import { TOKENS, type TokenSymbol } from "#lib/protocol/solana/tokens.ts";
import { MAX_TRANSACTION_BYTES } from "#lib/protocol/solana/wire-transaction.ts";
import { swaps } from "#lib/swaps/schema/swaps.ts";
import { hasVm } from "#services/chain/testing/chain.testing.ts";
import { SwapPage, USDC } from "./swap-page.testing.ts";
import { SwapService } from "./swap-service.testing.ts";
import type { Pair } from "./swap-world.testing.ts";

const SYMBOLS = Object.keys(TOKENS) as TokenSymbol[];
/** How many others each token is swapped into: the next one by default, and all in the deep set. */
const OTHERS = Number(process.env["SWAP_OTHERS"] ?? 1);
const CIRCLE = [...SYMBOLS, ...SYMBOLS];
const PAIRS = SYMBOLS.flatMap((one, index) =>
  CIRCLE.slice(index + 1, index + 1 + OTHERS).map((other) => [one, other] as const),
);

const isFinal = ({ state }: { state: string }) => state === "finalized";

describe.skipIf(!hasVm)("a swap of the page", () => {
  let service: SwapService;
  let page: SwapPage;

  beforeAll(async () => {
    service = await SwapService.open();
    page = await SwapPage.open(service);
  });
  afterAll(async () => {
    page.close();
    await service.close();
  });
  beforeEach(() =>
    page.begin({ USDC: 10_000n * USDC, BTC: 10_000_000n, ETH: 100_000_000n, THIN: 10n ** 10n }),
  );
  afterEach(() => page.end());

  const askFor = (pair: Pair, amountIn?: bigint) => page.askFor(pair, amountIn);
  const sign: SwapPage["sign"] = (swap, change) => page.sign(swap, change);

  async function prepared(ask: SwapAsk): Promise<PreparedSwap> {
    const made = await prepareSwap(page.terms, ask);
    if (made.state !== "ready") throw new Error(JSON.stringify(made));
    return made.prepared;
  }

  test(`of ${PAIRS.length} pairs moves what its review says, to the unit, as executor, chain and intake see it`, async () => {
    const intake = await service.intake();
    for (const pair of PAIRS) {
      const swap = await prepared(askFor(pair));
      expect(swap.bytes.length, pair.join()).toBeLessThanOrEqual(MAX_TRANSACTION_BYTES);
      const { moved, shown } = await page.land(swap);
      expect(moved, pair.join()).toEqual(shown);
    }
    await vi.waitFor(
      async () => {
        await intake.run(Date.now());
        const own = (await service.rows()).filter(({ wallet: of }) => of === page.swapper.address);
        expect(own.filter(({ status }) => status === "finalized")).toHaveLength(PAIRS.length);
      },
      { interval: 100 },
    );
  });

  test("above 1 % impact opens no wallet before that very plan is acknowledged", async () => {
    const ask = askFor(["USDC", "THIN"], 100n * USDC);
    const first = await prepared(ask);
    const second = await prepared({ ...ask, slippageBps: 100 });
    expect(await sign(first)).toBe("notAcknowledged");
    expect(await sign(first, { acknowledged: () => second.digest })).toBe("notAcknowledged");
    expect(page.prompts).toBe(0);
    expect(await sign(first, { acknowledged: () => first.digest })).toBe(undefined);
    expect(page.prompts).toBe(1);
    await page.ended("finalized");
  });

  test("that the wallet alters is not sent", async () => {
    const swap = await prepared(askFor(["USDC", "SOL"]));
    const other = await prepared(askFor(["USDC", "SOL"], 16n * USDC));
    const altering = () => Promise.resolve(page.wallet(() => other.bytes));
    await expect(sign(swap, { wallet: altering })).rejects.toThrow("walletChangedIt");
    expect(swapTracker().tracked()).toEqual([]);
  });

  test("whose plan has expired is not signed, and not sent when it expires during the prompt", async () => {
    const swap = await prepared(askFor(["USDC", "SOL"]));
    const over = new Date(0).toISOString();
    expect(await sign({ ...swap, plan: { ...swap.plan, expires_at: over } })).toBe("expired");
    expect(page.prompts).toBe(0);
    const plan = { ...swap.plan };
    const slow = page.wallet((bytes) => {
      plan.expires_at = over;
      return bytes;
    });
    const late = { ...swap, plan };
    expect(await sign(late, { wallet: () => Promise.resolve(slow) })).toBe("expired");
    expect([page.prompts, swapTracker().tracked()]).toEqual([1, []]);
  });

  test("without an answer is sent again, and is not signed twice meanwhile; swaps of other assets are", async () => {
    page.onExecute = () => Promise.reject(new TypeError("the request was dropped"));
    const swap = await prepared(askFor(["USDC", "SOL"]));
    const next = await prepared(askFor(["USDC", "SOL"]));
    expect(await sign(swap)).toBe(undefined);
    expect(page.state()).toBe("unknown");
    expect(await sign(next)).toBe("sameUnderWay");
    expect(page.prompts).toBe(1);
    expect(unitsUnderWay(swapTracker().tracked(), "USDC")).toBe(BigInt(swap.plan.in.units));
    expect(await sign(await prepared(askFor(["ETH", "USDC"])))).toBe(undefined);
    page.onExecute = async (pass) => {
      await pass();
      throw new TypeError("the answer was dropped");
    };
    await vi.waitFor(() => expect(swapTracker().tracked().every(isFinal)).toBe(true), {
      interval: 20,
    });
    expect(unitsUnderWay(swapTracker().tracked(), "USDC")).toBe(0n);
    expect(
      (await service.rows()).filter(({ wallet: of }) => of === page.swapper.address),
    ).toHaveLength(2);
  });

  test("of the same assets is signed as soon as a confirmed block shows the one before", async () => {
    expect(await sign(await prepared(askFor(["USDC", "SOL"])))).toBe(undefined);
    await vi.waitFor(() => expect(isUnseen(swapTracker().tracked()[0]!)).toBe(false), {
      interval: 5,
    });
    expect(await sign(await prepared(askFor(["USDC", "SOL"])))).toBe(undefined);
    expect(page.prompts).toBe(2);
    await vi.waitFor(() => expect(swapTracker().tracked().every(isFinal)).toBe(true), {
      interval: 20,
    });
  });

  test("that never reached the service is dead only when its last valid height is final", async () => {
    page.onExecute = () => Promise.reject(new TypeError("no network"));
    const swap = await prepared(askFor(["USDC", "SOL"]));
    const before = await page.held();
    expect(await sign(swap)).toBe(undefined);
    expect(await sign(await prepared(askFor(["USDC", "SOL"])))).toBe("sameUnderWay");
    await page.ended("expired");
    const { lastValidHeight } = await service.world.life();
    expect(lastValidHeight - 150).toBeGreaterThan(swap.lastValidHeight);
    expect(await page.held()).toEqual(before);
  });

  test.each(["IMPACT_EXCEEDED", "ORACLE_STALE", "QUOTE_EXPIRED"])(
    "that the service refuses with %s was not sent, and the next one may be signed",
    async (code) => {
      page.onExecute = () =>
        Promise.resolve(Response.json({ error: code, message: "" }, { status: 422 }));
      expect(await sign(await prepared(askFor(["USDC", "SOL"])))).toBe(undefined);
      expect(swapTracker().tracked()).toMatchObject([{ state: "refused", refusal: { code } }]);
      page.onExecute = undefined;
      expect(await sign(await prepared(askFor(["USDC", "SOL"])))).toBe(undefined);
      await page.ended("finalized");
    },
  );

  test("is not signed while the service has another swap of the wallet that may still land", async () => {
    const { bytes, plan, transaction } = await service.world.quote(
      page.swapper,
      ["USDC", "SOL"],
      16n * USDC,
    );
    service.world.clock.hold();
    try {
      const row = {
        network: "simulated",
        wallet: page.swapper.address,
        userId: page.actor.userId,
      } as const;
      await service.db.insert(swaps).values({
        ...row,
        signature: base58.encode(bytes.subarray(1, 65)),
        status: "submitted",
        assetIn: "USDC",
        assetOut: "SOL",
        unitsIn: 16n * USDC,
        unitsOut: 1n,
        fee: 1n,
        feeGross: 1n,
        route: [],
        plan,
        transaction,
        submittedAt: Date.now(),
      });
    } finally {
      service.world.clock.release();
    }
    expect(await sign(await prepared(askFor(["USDC", "SOL"])))).toBe("sameUnderWay");
    expect(page.prompts).toBe(0);
  });

  test("is not signed when its acknowledgement is withdrawn while the wallet connects", async () => {
    const swap = await prepared(askFor(["USDC", "THIN"], 100n * USDC));
    let acknowledged: string | undefined = swap.digest;
    const connecting = () => {
      acknowledged = undefined;
      return Promise.resolve(page.wallet());
    };
    const change = { acknowledged: () => acknowledged, wallet: connecting };
    expect(await sign(swap, change)).toBe("notAcknowledged");
    expect(page.prompts).toBe(0);
  });

  test("whose priority fee does not fit into a packet is sent without one", async () => {
    page.onRpc = (call) =>
      call["method"] === "getRecentPrioritizationFees"
        ? [{ slot: 1, prioritizationFee: 1_000 }]
        : undefined;
    const long = await prepared(askFor(["SOL", "THIN"]));
    expect([long.plan.priority_fee_lamports, long.bytes.length <= MAX_TRANSACTION_BYTES]).toEqual([
      0,
      true,
    ]);
    const short = await prepared(askFor(["USDC", "SOL"]));
    expect(short.plan.priority_fee_lamports).toBeGreaterThan(0);
    expect(short.shown.swap.networkLamports).toBe(BigInt(5_000 + short.plan.priority_fee_lamports));
    expect(await sign(short)).toBe(undefined);
    await page.ended("finalized");
  });

  test("that the wallet cannot pay is not signed", async () => {
    const { SOL: lamports } = await page.held();
    expect(await prepareSwap(page.terms, askFor(["USDC", "SOL"], 10_000n * USDC))).toMatchObject({
      state: "refused",
      problem: "tooLittle",
    });
    const nearlyAll = askFor(["SOL", "USDC"], (lamports * 999n) / 1_000n);
    expect(await prepareSwap(page.terms, nearlyAll)).toMatchObject({
      state: "refused",
      problem: "tooLittleSol",
    });
  });
});
