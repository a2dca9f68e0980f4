/**
 * The page's code in a test. Its requests reach the app's own routes and functions, and a chain
 * that runs the programs.
 */
import { vi } from "vitest";
import { POST as rpc } from "#app/api/chain/rpc/route.ts";
import { GET as readTerms } from "#app/api/v1/swaps/terms/route.ts";
import type { ConnectedWallet } from "#components/identity/wallet/wallet-state.ts";
import type { PreparedSwap, SwapAsk } from "#components/swaps/kinds/preparation.ts";
import { swapTracker } from "#components/swaps/progress/browser-swap-tracker.ts";
import { type SignSwap, signSwap } from "#components/swaps/review/sign-swap.ts";
import {
  readWalletBalances,
  type WalletBalances,
} from "#components/swaps/sources/read-balances.ts";
import type { SwapTerms } from "#components/swaps/sources/read-pools.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { WalletActor } from "#lib/platform/actor.ts";
import { setHttpRuntime } from "#lib/platform/http/runtime.ts";
import { decodePublicKey } from "#lib/protocol/signing/signing.ts";
import type { TokenSymbol } from "#lib/protocol/solana/tokens.ts";
import { DEFAULT_FEE_PPM } from "#lib/protocol/swaps/assets.ts";
import type { RoutePlan, SwapTermsAnswer } from "#lib/protocol/wire/swaps.ts";
import { showSwapFee } from "#lib/swaps/chain/show-terms.ts";
import { readOwnSwaps } from "#lib/swaps/tape/read-own-swaps.ts";
import { PRICES, type SwapService } from "./swap-service.testing.ts";
import type { Pair, Swapper } from "./swap-world.testing.ts";

const ORIGIN = "http://localhost:3000";
const SOL = 10n ** 9n;
export const USDC = 10n ** 6n;

/** About 15 USD of each, which the thin pool can take too. */
export const AMOUNTS: Record<TokenSymbol, bigint> = {
  USDC: 15n * USDC,
  SOL: SOL / 10n,
  BTC: 23_000n,
  ETH: 470_000n,
  THIN: 300n * 10n ** 6n,
};
type Pass = () => Promise<Response>;

/** The page sends JSON. */
const bodyOf = ({ body }: RequestInit): string => (typeof body === "string" ? body : "");

/** Changes the bytes that a hostile wallet signs. */
type Alter = (bytes: Uint8Array) => Uint8Array;

/** The page for one wallet after another. */
export class SwapPage {
  readonly service: SwapService;
  readonly terms: SwapTerms;
  swapper: Swapper;
  actor: WalletActor;
  /** How often the wallet was asked to sign. */
  prompts = 0;
  /** Handles a request of the executor instead of sending it. */
  onExecute: ((pass: Pass) => Promise<Response>) | undefined;
  /** Answers a call of the chain instead of the node. */
  onRpc: ((call: Record<string, unknown>) => unknown) | undefined;
  /** Changes an answer of the aggregator on its way. */
  onRoutes: ((pass: Pass) => Promise<Response>) | undefined;

  private constructor(service: SwapService, terms: SwapTerms, first: [Swapper, WalletActor]) {
    this.service = service;
    this.terms = terms;
    [this.swapper, this.actor] = first;
  }

  static async open(service: SwapService): Promise<SwapPage> {
    vi.stubEnv("SESSION_SECRET", "s".repeat(32));
    vi.stubEnv("ENCRYPTION_SECRET", "e".repeat(32));
    vi.stubGlobal("document", { addEventListener: () => {}, visibilityState: "visible" });
    setHttpRuntime({});
    const answer = await answerOf(readTerms, "/api/v1/swaps/terms");
    const { swaps: terms } = (await answer.json()) as SwapTermsAnswer;
    if (terms === null) throw new Error("swaps are not available");
    const first = await service.world.wallet();
    const page = new SwapPage(service, terms, [first, await service.user(first)]);
    const outside = globalThis.fetch;
    vi.stubGlobal("fetch", (url: string, init: RequestInit = {}) => {
      if (url.startsWith("/")) return page.#fetch(url, init);
      const pass = () => outside(url, init);
      const isOfRoutes = terms.routes_url !== null && url.startsWith(terms.routes_url);
      return isOfRoutes && page.onRoutes !== undefined ? page.onRoutes(pass) : pass();
    });
    return page;
  }

  close(): void {
    setHttpRuntime();
    vi.unstubAllGlobals();
  }

  /** Starts with a new wallet with SOL and these tokens, in base units. */
  async begin(tokens: Partial<Record<TokenSymbol, bigint>>): Promise<void> {
    this.prompts = 0;
    this.swapper = await this.service.world.wallet(tokens);
    this.actor = await this.service.user(this.swapper);
    await swapTracker().setAccount(this.swapper.address);
  }

  async end(): Promise<void> {
    this.onExecute = undefined;
    this.onRpc = undefined;
    this.onRoutes = undefined;
    await swapTracker().setAccount(undefined);
  }

  async #fetch(url: string, init: RequestInit): Promise<Response> {
    if (url === "/api/v1/swaps/execute") {
      const pass = () => this.#execute(bodyOf(init));
      return this.onExecute === undefined ? pass() : this.onExecute(pass);
    }
    if (url === "/api/chain/rpc") {
      const result = this.onRpc?.(JSON.parse(bodyOf(init)) as Record<string, unknown>);
      if (result !== undefined) return Response.json({ jsonrpc: "2.0", id: 1, result });
    }
    if (url.startsWith("/api/v1/swaps?")) return Response.json(await this.#listed());
    if (url.startsWith("/api/perps-dex/kline?")) return Response.json(barsFor(url));
    return answerOf(url === "/api/chain/rpc" ? rpc : readTerms, url, init);
  }

  /** The swap as the service has read it from the chain. */
  async #listed() {
    await (await this.service.intake()).run(Date.now());
    return readOwnSwaps({ ctx: { actor: this.actor }, input: { query: { limit: 20 } } });
  }

  async #execute(body: string): Promise<Response> {
    const given = JSON.parse(body) as { plan: RoutePlan; transaction: string };
    try {
      return Response.json(await this.service.execute(this.actor, given), { status: 202 });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return Response.json({ error: error.code, message: error.message }, { status: 422 });
    }
  }

  askFor([assetIn, assetOut]: Pair, amountIn = AMOUNTS[assetIn]): SwapAsk<"pools"> {
    const fee = { feePpm: DEFAULT_FEE_PPM, isReferred: false };
    const { address: account } = this.swapper;
    return { kind: "pools", account, assetIn, assetOut, amountIn, slippageBps: 50, fee };
  }

  wallet(alter: Alter = (bytes) => bytes): ConnectedWallet {
    const { swapper } = this;
    const signTransaction = ({ transaction }: { transaction: Uint8Array }) => {
      this.prompts += 1;
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

  sign(swap: PreparedSwap, change: Partial<SignSwap> = {}) {
    return signSwap({
      terms: this.terms,
      prepared: swap,
      acknowledged: () => undefined,
      wallet: () => Promise.resolve(this.wallet()),
      isLeft: () => false,
      ...change,
    });
  }

  state(): string | undefined {
    return swapTracker().tracked().at(-1)?.state;
  }

  ended(wanted: string): Promise<void> {
    const check = () => {
      if (this.state() !== wanted) throw new Error(`it is ${this.state()}, and not ${wanted}`);
    };
    return vi.waitFor(check, { interval: 20 });
  }

  async held(): Promise<WalletBalances> {
    const { token_accounts: accounts } = await showSwapFee({ ctx: { actor: this.actor } });
    const read = await readWalletBalances(this.swapper.address, accounts);
    if (!read.ok) throw new Error(read.code);
    return read.body;
  }

  /** Signs and waits for the end. @returns what moved, and what the review said */
  async land(swap: PreparedSwap): Promise<{ moved: Moved; shown: Moved }> {
    const { ask, digest, shown } = swap;
    const { assetIn, assetOut } = ask;
    if (shown.kind === "cross") throw new Error(shown.kind);
    const before = await this.held();
    const notSent = await this.sign(swap, { acknowledged: () => digest });
    if (notSent !== undefined) throw new Error(notSent);
    await this.ended("finalized");
    const after = await this.held();
    swapTracker().dismiss(swapTracker().tracked()[0]?.signature ?? "");
    const { effect, swap: read } = shown;
    const lamports = read.networkLamports + effect.rent;
    const stated = { [assetIn]: -read.amountIn - read.fee, [assetOut]: effect.out };
    const symbols = Object.keys(after) as TokenSymbol[];
    const movedOf = (amountOf: (symbol: TokenSymbol) => bigint): Moved =>
      Object.fromEntries(symbols.map((symbol) => [symbol, amountOf(symbol)]));
    return {
      moved: movedOf((symbol) => after[symbol] - before[symbol]),
      shown: movedOf((symbol) => (stated[symbol] ?? 0n) - (symbol === "SOL" ? lamports : 0n)),
    };
  }
}

/** How much more a wallet has than before, by asset in base units. */
type Moved = Record<string, bigint>;

type Handler = typeof rpc;

function answerOf(handler: Handler, url: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set("origin", ORIGIN);
  const request = new Request(`${ORIGIN}${url}`, { ...init, headers });
  return handler(request, { params: Promise.resolve({}) });
}

/** The current second's bar. */
function barsFor(url: string) {
  const market = new URL(url, ORIGIN).searchParams.get("market") ?? "";
  const close = PRICES[market];
  return { results: [{ start: Date.now(), close, filled: false }] };
}
