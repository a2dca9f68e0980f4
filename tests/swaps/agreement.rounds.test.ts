/**
 * Page, executor, program and intake agree to the unit, on random pools. SWAP_AGREEMENT_ROUNDS sets
 * the number of swaps. 10,000 take three minutes.
 */
import { address, type EncodedAccount } from "@solana/kit";
import { expect, test } from "vitest";
import { type Chance, chanceOf } from "#lib/kernel/random.testing.ts";
import { SWAP_ASSETS } from "#lib/protocol/enumerations.ts";
import { decodeTransaction } from "#lib/protocol/solana/decode-transaction.ts";
import { tokenAccountOf } from "#lib/protocol/solana/find-token-account.ts";
import { POOL_PROGRAM, POOLS } from "#lib/protocol/solana/pools.ts";
import { readTokenHolding } from "#lib/protocol/solana/token-account.ts";
import { TOKENS, type TokenSymbol } from "#lib/protocol/solana/tokens.ts";
import { DEFAULT_FEE_PPM } from "#lib/protocol/swaps/assets.ts";
import { venueOfPool } from "#lib/protocol/swaps/plan/swap-plan.ts";
import { buildSwap } from "#lib/protocol/swaps/pools/build-swap.ts";
import {
  findBestRoute,
  type LivePool,
  outputAlong,
} from "#lib/protocol/swaps/pools/find-best-route.ts";
import { referenceKey } from "#lib/protocol/swaps/reference-key.ts";
import { swapFee } from "#lib/protocol/swaps/swap-fee.ts";
import { readSwap } from "#lib/protocol/swaps/verify/swap-transaction.ts";
import { readLandedSwap } from "#lib/swaps/intake/read-landed-swap.ts";
import { BASE_PRICES, buildGenesis } from "#services/chain/genesis/build-genesis.ts";
import { poolAccounts, tokenAccount } from "#services/chain/programs/pool-accounts.ts";
import { hasVm } from "#services/chain/testing/chain.testing.ts";
import { Vm } from "#services/chain/vm/vm.ts";
import { parseTransaction } from "#services/chain/vm/wire-transaction.ts";
import { Swapper } from "./swap-world.testing.ts";

const ROUNDS = Number(process.env["SWAP_AGREEMENT_ROUNDS"] ?? 100);
const SEED = Number(process.env["SWAP_AGREEMENT_SEED"] ?? 20_261_126);
const BLOCKHASH = "7dVoKCQjWfy9cRZN81ApLHzhTbLWydhu9nQov1yHd7XQ";
const HELD = 10n ** 15n;
const LAMPORTS = 10n ** 15n;
const MEMO = { digest: "d".repeat(43), expiresAt: 1_800_000_000 };

class Bench {
  readonly vm: Vm;
  readonly wallet = new Swapper();
  readonly owner = new Swapper();
  readonly #chance: Chance;

  constructor(vm: Vm, chance: Chance) {
    this.vm = vm;
    this.#chance = chance;
  }

  /** From 1 to 10^12 units, with equally many of each magnitude. */
  amount(most = 40): bigint {
    const bits = 1 + this.#chance.below(most);
    return 1n + BigInt(Math.floor(this.#chance.next() * 2 ** bits));
  }

  put(account: EncodedAccount): void {
    this.vm.setAccount(account.address, {
      lamports: account.lamports,
      data: Uint8Array.from(account.data),
      owner: account.programAddress,
      executable: account.executable,
    });
  }

  async give(owner: string, symbol: TokenSymbol, amount: bigint): Promise<string> {
    const { mint } = TOKENS[symbol];
    const key = await tokenAccountOf(owner, mint);
    this.put(tokenAccount({ address: key, owner: address(owner), mint: address(mint), amount }));
    return key;
  }

  held(key: string): bigint {
    const state = this.vm.account(key);
    return state === null ? 0n : (readTokenHolding(state.data)?.amount ?? 0n);
  }

  async randomPools(): Promise<LivePool[]> {
    return Promise.all(
      POOLS.map(async ({ a, b, feePpm }) => {
        const [mintA, mintB] = [TOKENS[a].mint, TOKENS[b].mint];
        const [reserveA, reserveB] = [this.amount(50), this.amount(50)];
        const mints = { mintA: address(mintA), mintB: address(mintB) };
        const program = address(POOL_PROGRAM);
        const terms = { programAddress: program, ...mints, feePpm, reserveA, reserveB };
        const made = await poolAccounts(terms);
        for (const one of [made.pool, made.vaultA, made.vaultB]) this.put(one);
        const vaults = { vaultA: made.vaultA.address, vaultB: made.vaultB.address };
        const poolAddress = { address: made.address, bump: made.bump, ...vaults };
        return { ...poolAddress, mintA, mintB, feePpm, reserveA, reserveB };
      }),
    );
  }
}

test.skipIf(!hasVm)(
  `${ROUNDS} swaps on random pools are what was planned (seed ${SEED})`,
  { timeout: 240_000 + ROUNDS * 1_000 },
  async () => {
    const chance = chanceOf(SEED);
    const vm = await Vm.create();
    const bench = new Bench(vm, chance);
    const { wallet, owner } = bench;
    await buildGenesis(
      vm,
      {
        created_at: 0,
        slot_ms: 400,
        final_slots: 5,
        treasury: owner.address,
        vault: null,
        prices: BASE_PRICES,
        faucet_seed: "",
      },
      owner.address,
    );
    vm.verifySignatures(false);
    const feeAccounts: Record<string, string> = {};
    for (const symbol of SWAP_ASSETS)
      feeAccounts[TOKENS[symbol].mint] = await bench.give(owner.address, symbol, 0n);
    const terms = { feeAccounts, reference: await referenceKey(owner.address) };
    let landed = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const assetIn = chance.pick(SWAP_ASSETS);
      const assetOut = chance.pick(SWAP_ASSETS.filter((symbol) => symbol !== assetIn));
      const pools = await bench.randomPools();
      const amountIn = bench.amount();
      const [mintIn, mintOut] = [TOKENS[assetIn].mint, TOKENS[assetOut].mint];
      const route = findBestRoute(pools, { mintIn, mintOut, amountIn, maxHops: 2 });
      if (route === undefined) continue;
      const own = {
        in: await bench.give(wallet.address, assetIn, HELD),
        out: await bench.give(wallet.address, assetOut, 0n),
      };
      vm.setAccount(wallet.address, {
        lamports: LAMPORTS,
        data: new Uint8Array(),
        owner: "11111111111111111111111111111111",
        executable: false,
      });
      const { charged: fee } = swapFee(amountIn, DEFAULT_FEE_PPM, chance.is(0.3));
      const order = {
        payer: wallet.address,
        hops: route.hops,
        decimals: TOKENS[assetIn].decimals,
        amountIn,
        minOut: route.out,
        fee,
        memo: MEMO,
        seed: `r${round}`,
        units: 400_000,
        price: 0n,
        blockhash: BLOCKHASH,
        lastValidHeight: 150,
      };
      const bytes = await buildSwap(order, terms);
      const read = readSwap(bytes, terms);
      if (!read.ok) throw new Error(read.reason);
      const { accounts } = decodeTransaction(bytes);
      const balances = () =>
        accounts.flatMap((key, accountIndex) => {
          const state = vm.account(key);
          const holding = state === null ? undefined : readTokenHolding(state.data);
          if (holding === undefined) return [];
          return [{ accountIndex, uiTokenAmount: { amount: String(holding.amount) } }];
        });
      const before = { tokens: balances(), fee: bench.held(feeAccounts[mintIn] ?? "") };
      const { error } = vm.execute(parseTransaction(bytes));
      const said = `round ${round}: ${amountIn} ${assetIn} to ${assetOut}`;
      expect(error, said).toBeNull();
      landed += 1;
      // The wallet's payment and what it received.
      const spent = LAMPORTS - (vm.account(wallet.address)?.lamports ?? 0n) - 5_000n;
      const paid = assetIn === "SOL" ? spent : HELD - bench.held(own.in);
      const got = assetOut === "SOL" ? -spent : bench.held(own.out);
      expect({ paid, got }, said).toEqual({ paid: amountIn + fee, got: route.out });
      expect(bench.held(feeAccounts[mintIn] ?? "") - before.fee, said).toBe(fee);
      // The reads of executor and intake.
      const path = route.hops.map(({ pool }) => pool);
      expect(outputAlong(path, mintIn, amountIn)?.out, said).toBe(route.out);
      const settings = {
        ...terms,
        network: "simulated" as const,
        feePpm: DEFAULT_FEE_PPM,
        routesUrl: undefined,
        cross: undefined,
        venues: pools.map((pool) => ({ ...pool, name: venueOfPool({ pool }) })),
      };
      const seen = readLandedSwap(
        {
          slot: round,
          blockTime: 1_800_000_000,
          transaction: [Buffer.from(bytes).toString("base64"), "base64"],
          meta: {
            err: null,
            fee: 0,
            preBalances: [],
            postBalances: [],
            preTokenBalances: before.tokens,
            postTokenBalances: balances(),
          },
        },
        settings,
      );
      expect(seen, said).toMatchObject({
        wallet: wallet.address,
        assetIn,
        assetOut,
        unitsIn: amountIn,
        unitsOut: route.out,
        fee,
        route: route.hops.map(venueOfPool),
      });
    }
    expect(landed).toBeGreaterThan(ROUNDS / 2);
  },
);
