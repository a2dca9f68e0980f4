/** A swap from the page to the chain: the page's code, the app's routes, and a chain that runs the programs. */
import { base58 } from "@scure/base";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { POST as rpc } from "#app/api/chain/rpc/route.ts";
import { GET as readTerms } from "#app/api/v1/swaps/terms/route.ts";
import type { ConnectedWallet } from "#components/identity/wallet/wallet-state.ts";
import { swapTracker } from "#components/swaps/progress/browser-swap-tracker.ts";
import type { PreparedSwap, SwapAsk } from "#components/swaps/review/preparation.ts";
import { prepareSwap } from "#components/swaps/review/prepare-swap.ts";
import { type SignSwap, signSwap } from "#components/swaps/review/sign-swap.ts";
import { readBalances } from "#components/swaps/sources/read-balances.ts";
import type { SwapTerms } from "#components/swaps/sources/read-pools.ts";
import type { WalletActor } from "#lib/platform/actor.ts";
import { swaps } from "#lib/platform/db/schema/swaps.ts";
import { ServiceError } from "#lib/platform/errors.ts";
import { useHttpRuntime } from "#lib/platform/http/runtime.ts";
import { decodePublicKey } from "#lib/protocol/signing/signing.ts";
import { TOKENS, type TokenSymbol } from "#lib/protocol/solana/tokens.ts";
import { MAX_TRANSACTION_BYTES } from "#lib/protocol/solana/wire-transaction.ts";
import { DEFAULT_FEE_PPM } from "#lib/protocol/swaps/assets.ts";
import type { RoutePlan } from "#lib/protocol/wire/swaps.ts";
import { swapFeeOf } from "#lib/swaps/chain/show-terms.ts";
import { readOwnSwaps } from "#lib/swaps/tape/read-own-swaps.ts";
import { hasVm } from "#services/chain/testing/chain.testing.ts";
import { SwapService } from "./swap-service.testing.ts";
import type { Swapper } from "./swap-world.testing.ts";

const ORIGIN = "http://localhost:3000";
const SOL = 10n ** 9n;
const USDC = 10n ** 6n;
const SYMBOLS = Object.keys(TOKENS) as TokenSymbol[];
const PAIRS = SYMBOLS.flatMap((one) =>
  SYMBOLS.filter((other) => other !== one).map((other) => [one, other] as const),
);
/** About 15 USD of each: the thin pool takes it as well. */
const AMOUNTS: Record<TokenSymbol, bigint> = {
  USDC: 15n * USDC,
  SOL: SOL / 10n,
  BTC: 23_000n,
  ETH: 470_000n,
  THIN: 300n * 10n ** 6n,
};

/** The page writes JSON. */
const bodyOf = ({ body }: RequestInit): string => (typeof body === "string" ? body : "");

describe.skipIf(!hasVm)("a swap of the page", { timeout: 60_000 }, () => {
  let service: SwapService;
  let terms: SwapTerms;
  let swapper: Swapper;
  let actor: WalletActor;
  /** What happens to a request of the executor instead of an answer. */
  let onExecute: ((pass: () => Promise<Response>) => Promise<Response>) | undefined;
  /** Answers a call of the chain instead of the node. */
  let onRpc: ((call: Record<string, unknown>) => unknown) | undefined;
  let asked: number;

  beforeAll(async () => {
    service = await SwapService.open();
    vi.stubEnv("SESSION_SECRET", "s".repeat(32));
    vi.stubEnv("ENCRYPTION_SECRET", "e".repeat(32));
    vi.stubGlobal("document", { addEventListener: () => {}, visibilityState: "visible" });
    vi.stubGlobal("fetch", fetchOfPage);
    useHttpRuntime({});
    const answer = (await (await fetchOfPage("/api/v1/swaps/terms")).json()) as {
      swaps: SwapTerms;
    };
    terms = answer.swaps;
  }, 60_000);
  afterAll(async () => {
    useHttpRuntime();
    vi.unstubAllGlobals();
    await service.close();
  });
  beforeEach(async () => {
    asked = 0;
    swapper = await service.world.wallet({
      USDC: 10_000n * USDC,
      BTC: 10_000_000n,
      ETH: 100_000_000n,
      THIN: 10n ** 10n,
    });
    actor = await service.user(swapper);
    await swapTracker().setAccount(swapper.address);
  });
  afterEach(async () => {
    onExecute = undefined;
    onRpc = undefined;
    await swapTracker().setAccount(undefined);
  });

  const outside = globalThis.fetch;

  async function fetchOfPage(url: string, init: RequestInit = {}): Promise<Response> {
    if (!url.startsWith("/")) return outside(url, init);
    if (url === "/api/v1/swaps/execute") {
      const pass = () => execute(bodyOf(init));
      return onExecute === undefined ? pass() : onExecute(pass);
    }
    if (url === "/api/chain/rpc") {
      const result = onRpc?.(JSON.parse(bodyOf(init)) as Record<string, unknown>);
      if (result !== undefined) return Response.json({ jsonrpc: "2.0", id: 1, result });
    }
    if (url.startsWith("/api/v1/swaps?")) return Response.json(await listed());
    const handler = url === "/api/chain/rpc" ? rpc : readTerms;
    const headers = new Headers(init.headers);
    headers.set("origin", ORIGIN);
    const request = new Request(`${ORIGIN}${url}`, { ...init, headers });
    return handler(request, { params: Promise.resolve({}) });
  }

  /** As the service has read the chain. */
  async function listed() {
    await (await service.intake()).run(Date.now());
    return readOwnSwaps({ ctx: { actor }, input: { query: { limit: 20 } } });
  }

  async function execute(body: string): Promise<Response> {
    const given = JSON.parse(body) as { plan: RoutePlan; transaction: string };
    try {
      return Response.json(await service.execute(actor, given), { status: 202 });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return Response.json({ error: error.code, message: error.message }, { status: 422 });
    }
  }

  const askFor = (pair: readonly [TokenSymbol, TokenSymbol], amountIn?: bigint): SwapAsk => ({
    account: swapper.address,
    assetIn: pair[0],
    assetOut: pair[1],
    amountIn: amountIn ?? AMOUNTS[pair[0]],
    slippageBps: 50,
    fee: { feePpm: DEFAULT_FEE_PPM, isReferred: false },
  });

  async function prepared(ask: SwapAsk): Promise<PreparedSwap> {
    const made = await prepareSwap(terms, ask);
    if (made.state !== "ready") throw new Error(JSON.stringify(made));
    return made.prepared;
  }

  /** A wallet that signs what it is given; `alter` is what a bad one does to the bytes. */
  function wallet(alter = (bytes: Uint8Array): Uint8Array => bytes): ConnectedWallet {
    const signTransaction = ({ transaction }: { transaction: Uint8Array }) => {
      asked += 1;
      return Promise.resolve([{ signedTransaction: swapper.sign(alter(transaction)) }]);
    };
    return {
      wallet: {
        version: "1.0.0",
        name: "Test wallet",
        icon: "data:image/png;base64,",
        chains: ["solana:localnet"],
        features: { "solana:signTransaction": { signTransaction } },
        accounts: [],
      },
      account: {
        address: swapper.address,
        publicKey: decodePublicKey(swapper.address) ?? new Uint8Array(),
        chains: ["solana:localnet"],
        features: [],
      },
    };
  }

  const sign = (swap: PreparedSwap, change: Partial<SignSwap> = {}) =>
    signSwap({
      terms,
      prepared: swap,
      acknowledged: () => undefined,
      wallet: () => Promise.resolve(wallet()),
      isLeft: () => false,
      ...change,
    });
  const state = () => swapTracker().tracked().at(-1)?.state;
  const ended = (wanted: string) =>
    vi.waitFor(() => expect(state()).toBe(wanted), { timeout: 20_000, interval: 20 });
  const held = async () => {
    const { token_accounts: accounts } = await swapFeeOf({ ctx: { actor } });
    const read = await readBalances(swapper.address, accounts);
    if (!read.ok) throw new Error(read.code);
    return read.body;
  };

  test("of every pair moves what its review says, to the unit, as executor, chain and intake see it", async () => {
    const intake = await service.intake();
    for (const pair of PAIRS) {
      const before = await held();
      const swap = await prepared(askFor(pair));
      const { plan, digest, shown } = swap;
      if (shown.kind !== "pools") throw new Error(shown.kind);
      const { effect, swap: read } = shown;
      expect(swap.bytes.length, pair.join()).toBeLessThanOrEqual(MAX_TRANSACTION_BYTES);
      expect(await sign(swap, { acknowledged: () => digest }), pair.join()).toBe(undefined);
      await ended("finalized");
      const after = await held();
      const [assetIn, assetOut] = pair;
      const lamports = read.networkLamports + effect.rent;
      const paid = read.amountIn + read.fee + (assetIn === "SOL" ? lamports : 0n);
      const got = effect.out - (assetOut === "SOL" ? lamports : 0n);
      expect(before[assetIn] - after[assetIn], pair.join()).toBe(paid);
      expect(after[assetOut] - before[assetOut], pair.join()).toBe(got);
      expect(effect.out >= BigInt(plan.out.units_min)).toBe(true);
      swapTracker().dismiss(swapTracker().tracked()[0]?.signature ?? "");
    }
    await vi.waitFor(
      async () => {
        await intake.run(Date.now());
        const own = (await service.rows()).filter(({ wallet: of }) => of === swapper.address);
        expect(own.filter(({ status }) => status === "finalized")).toHaveLength(PAIRS.length);
      },
      { timeout: 20_000, interval: 100 },
    );
  }, 240_000);

  test("above 1 % of impact asks no wallet before that very plan is acknowledged", async () => {
    const ask = askFor(["USDC", "THIN"], 100n * USDC);
    const first = await prepared(ask);
    const second = await prepared({ ...ask, slippageBps: 100 });
    expect(await sign(first)).toBe("notAcknowledged");
    expect(await sign(first, { acknowledged: () => second.digest })).toBe("notAcknowledged");
    expect(asked).toBe(0);
    expect(await sign(first, { acknowledged: () => first.digest })).toBe(undefined);
    expect(asked).toBe(1);
    await ended("finalized");
  });

  test("that the wallet alters is not sent", async () => {
    const swap = await prepared(askFor(["USDC", "SOL"]));
    const other = await prepared(askFor(["USDC", "SOL"], 16n * USDC));
    const altering = () => Promise.resolve(wallet(() => other.bytes));
    await expect(sign(swap, { wallet: altering })).rejects.toThrow("walletChangedIt");
    expect(swapTracker().tracked()).toEqual([]);
  });

  test("whose plan is over is not signed, and not sent when it ends during the prompt", async () => {
    const swap = await prepared(askFor(["USDC", "SOL"]));
    const over = new Date(0).toISOString();
    expect(await sign({ ...swap, plan: { ...swap.plan, expires_at: over } })).toBe("expired");
    expect(asked).toBe(0);
    const plan = { ...swap.plan };
    const slow = wallet((bytes) => {
      plan.expires_at = over;
      return bytes;
    });
    const late = { ...swap, plan };
    expect(await sign(late, { wallet: () => Promise.resolve(slow) })).toBe("expired");
    expect([asked, swapTracker().tracked()]).toEqual([1, []]);
  });

  test("whose answers are dropped is sent again, and nothing else is signed meanwhile", async () => {
    onExecute = () => Promise.reject(new TypeError("the request was dropped"));
    const swap = await prepared(askFor(["USDC", "SOL"]));
    const next = await prepared(askFor(["USDC", "SOL"]));
    expect(await sign(swap)).toBe(undefined);
    expect(state()).toBe("unknown");
    expect(await sign(next)).toBe("oneAtATime");
    expect(asked).toBe(1);
    onExecute = async (pass) => {
      await pass();
      throw new TypeError("the answer was dropped");
    };
    await ended("finalized");
    expect((await service.rows()).filter(({ wallet: of }) => of === swapper.address)).toHaveLength(
      1,
    );
  });

  test("that never reached the service is dead only when its last valid height is final", async () => {
    onExecute = () => Promise.reject(new TypeError("no network"));
    const swap = await prepared(askFor(["USDC", "SOL"]));
    const before = await held();
    expect(await sign(swap)).toBe(undefined);
    expect(await sign(await prepared(askFor(["USDC", "SOL"])))).toBe("oneAtATime");
    await ended("expired");
    const { lastValidHeight } = await service.world.life();
    expect(lastValidHeight - 150).toBeGreaterThan(swap.lastValidHeight);
    expect(await held()).toEqual(before);
  });

  test.each(["IMPACT_EXCEEDED", "ORACLE_STALE", "QUOTE_EXPIRED"])(
    "that the service refuses with %s was not sent, and the next one may be signed",
    async (code) => {
      onExecute = () =>
        Promise.resolve(Response.json({ error: code, message: "" }, { status: 422 }));
      expect(await sign(await prepared(askFor(["USDC", "SOL"])))).toBe(undefined);
      expect(swapTracker().tracked()).toMatchObject([{ state: "refused", refusal: { code } }]);
      onExecute = undefined;
      expect(await sign(await prepared(askFor(["USDC", "SOL"])))).toBe(undefined);
      await ended("finalized");
    },
  );

  test("is not signed while the service has another one of the wallet that may still land", async () => {
    const { bytes, plan, transaction } = await service.world.quote(
      swapper,
      ["USDC", "SOL"],
      16n * USDC,
    );
    service.world.clock.hold();
    try {
      const row = { network: "simulated", wallet: swapper.address, userId: actor.userId } as const;
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
    expect(await sign(await prepared(askFor(["USDC", "SOL"])))).toBe("oneAtATime");
    expect(asked).toBe(0);
  });

  test("is not signed when its acknowledgement is withdrawn while the wallet is connected", async () => {
    const swap = await prepared(askFor(["USDC", "THIN"], 100n * USDC));
    let acknowledged: string | undefined = swap.digest;
    const connecting = () => {
      acknowledged = undefined;
      return Promise.resolve(wallet());
    };
    const change = { acknowledged: () => acknowledged, wallet: connecting };
    expect(await sign(swap, change)).toBe("notAcknowledged");
    expect(asked).toBe(0);
  });

  test("whose priority fee does not fit into a packet is sent without one", async () => {
    onRpc = (call) =>
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
    await ended("finalized");
  });

  test("that the wallet cannot pay is not signed", async () => {
    const { SOL: lamports } = await held();
    expect(await prepareSwap(terms, askFor(["USDC", "SOL"], 10_000n * USDC))).toMatchObject({
      state: "refused",
      problem: "tooLittle",
    });
    const nearlyAll = askFor(["SOL", "USDC"], (lamports * 999n) / 1_000n);
    expect(await prepareSwap(terms, nearlyAll)).toMatchObject({
      state: "refused",
      problem: "tooLittleSol",
    });
  });
});
