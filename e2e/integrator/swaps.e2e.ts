/** A program swaps by the documented interface: it plans, builds and signs the swap, and reads the result. */
import { setTimeout as sleep } from "node:timers/promises";
import { createKeyPairSignerFromPrivateKeyBytes, signBytes } from "@solana/kit";
import { z } from "zod";
import { signInByWallet } from "#e2e/support/sign-in.ts";
import { expect, test } from "#e2e/support/test.ts";
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import { withWireSignature } from "#lib/protocol/solana/wire-transaction.ts";
import {
  makeSwapPlan,
  parseExpiry,
  planDigest,
  venueOfPool,
} from "#lib/protocol/swaps/plan/swap-plan.ts";
import { buildSwap } from "#lib/protocol/swaps/pools/build-swap.ts";
import { findBestRoute, type LivePool } from "#lib/protocol/swaps/pools/find-best-route.ts";
import { accountsOfPools, livePools } from "#lib/protocol/swaps/pools/live-pools.ts";
import { swapFee } from "#lib/protocol/swaps/swap-fee.ts";
import {
  type ExecuteSwap,
  OwnSwap,
  Points,
  PointsHistory,
  SubmittedSwap,
  SwapFeeAnswer,
  SwapTape,
  SwapTermsAnswer,
} from "#lib/protocol/wire/swaps.ts";
import type { AppVisitor } from "#scripts/dev/clients/wallet-session.ts";

const AMOUNT = 150_000_000n;

class Program {
  readonly #visitor: AppVisitor;
  readonly #seed: string;

  constructor(visitor: AppVisitor, seed: string) {
    this.#visitor = visitor;
    this.#seed = seed;
  }

  async get<Answer>(path: string, schema: z.ZodType<Answer>): Promise<Answer> {
    const answer = await this.#visitor.request(path);
    return schema.parse(await answer.json());
  }

  post(path: string, body: unknown): Promise<Response> {
    return this.#visitor.request(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  }

  async chain<Answer>(method: string, params: unknown[], schema: z.ZodType<Answer>) {
    const answer = await this.post("/api/chain/rpc", { jsonrpc: "2.0", id: 1, method, params });
    return z.object({ result: z.looseObject({ value: schema }) }).parse(await answer.json()).result
      .value;
  }

  async pools(): Promise<{ terms: NonNullable<SwapTermsAnswer["swaps"]>; pools: LivePool[] }> {
    const { swaps: terms } = await this.get("/api/v1/swaps/terms", SwapTermsAnswer);
    if (terms === null) throw new Error("swaps are not available");
    const pools = terms.pools.map(({ address, vault_a, vault_b }) => ({
      address,
      vaultA: vault_a,
      vaultB: vault_b,
    }));
    const keys = accountsOfPools(pools);
    const account = z.looseObject({ data: z.tuple([z.string(), z.string()]) });
    const found = await this.chain(
      "getMultipleAccounts",
      [
        keys,
        { encoding: "base64", commitment: "confirmed", dataSlice: { offset: 0, length: 166 } },
      ],
      z.array(account.nullable()),
    );
    const data = keys.flatMap((key, index) => {
      const text = found[index]?.data[0];
      return text === undefined
        ? []
        : [[key, Uint8Array.from(Buffer.from(text, "base64"))] as const];
    });
    return { terms, pools: livePools(pools, new Map(data)) };
  }

  /** A swap of 150 USDC into SOL, planned and signed now. */
  async signedSwap(wallet: string): Promise<z.output<typeof ExecuteSwap>> {
    const { terms, pools } = await this.pools();
    const mints = { mintIn: TOKENS.USDC.mint, mintOut: TOKENS.SOL.mint };
    const route = findBestRoute(pools, { ...mints, amountIn: AMOUNT, maxHops: 2 });
    if (route === undefined) throw new Error("there is no route");
    const plan = makeSwapPlan(route, route.hops.map(venueOfPool), {
      assetIn: "USDC",
      assetOut: "SOL",
      amountIn: AMOUNT,
      slippageBps: 50,
      priorityFeeLamports: 0n,
      expiresAt: Math.floor(Date.now() / 1_000) + 25,
    });
    const fee = await this.get("/api/v1/swaps/fee", SwapFeeAnswer);
    const life = await this.chain(
      "getLatestBlockhash",
      [{ commitment: "confirmed" }],
      z.object({ blockhash: z.string(), lastValidBlockHeight: z.number() }),
    );
    const transaction = await buildSwap(
      {
        payer: wallet,
        hops: route.hops,
        decimals: TOKENS.USDC.decimals,
        amountIn: AMOUNT,
        minOut: BigInt(plan.out.units_min),
        fee: swapFee(AMOUNT, BigInt(fee.fee_ppm), fee.is_referred).charged,
        memo: { digest: await planDigest(plan), expiresAt: parseExpiry(plan) },
        seed: Date.now().toString(36),
        units: 300_000,
        price: 0n,
        blockhash: life.blockhash,
        lastValidHeight: life.lastValidBlockHeight,
      },
      { feeAccounts: terms.fee_accounts, reference: terms.reference },
    );
    return { plan, transaction: await this.#signed(transaction) };
  }

  async #signed(transaction: Uint8Array): Promise<string> {
    const signer = await createKeyPairSignerFromPrivateKeyBytes(Buffer.from(this.#seed, "hex"));
    const signature = await signBytes(signer.keyPair.privateKey, transaction.subarray(65));
    return Buffer.from(withWireSignature(transaction, 0, signature)).toString("base64");
  }
}

test("a program swaps once, and tape, points and an assistant's tool show it", {
  tag: "@deep",
}, async ({ context, endpoints, newWallet }) => {
  const visitor = await signInByWallet(context, endpoints, newWallet);
  const program = new Program(visitor, newWallet.seed);
  expect((await program.post("/api/chain/newcomer", {})).status).toBe(200);

  const given = await test.step("the wallet has its tokens", async () => {
    for (;;) {
      const swap = await program.signedSwap(newWallet.address);
      const answer = await program.post("/api/v1/swaps/execute", swap);
      if (answer.status === 202) return { swap, answer: SubmittedSwap.parse(await answer.json()) };
      expect(await answer.json()).toMatchObject({ error: "INSUFFICIENT_BALANCE" });
      await sleep(300);
    }
  });
  const { signature } = given.answer;

  await test.step("the same bytes are the same swap", async () => {
    const again = await program.post("/api/v1/swaps/execute", given.swap);
    expect(again.status).toBe(202);
    expect(await again.json()).toMatchObject({ signature });
  });

  await test.step("it is finalized, and on the public tape", async () => {
    const own = () => program.get(`/api/v1/swaps/${signature}`, OwnSwap);
    await expect.poll(async () => (await own()).status).toBe("finalized");
    const record = await own();
    expect(record).toMatchObject({ in: { asset: "USDC", amount: "150" }, simulated: true });
    const answer = await fetch(`${endpoints.app}/api/v1/swaps/recent?limit=100`);
    const { results } = SwapTape.parse(await answer.json());
    const shown = results.filter((swap) => swap.signature === signature);
    expect(shown).toMatchObject([{ status: "finalized", out: record.out }]);
    expect(JSON.stringify(shown)).not.toContain(newWallet.address);
  });

  await test.step("it has earned points, once, with the reason", async () => {
    const points = await program.get("/api/v1/points", Points);
    expect(points.balance).toBe(Math.floor(Number(points.week.usd) / 2));
    expect(points.week.points).toBe(points.balance);
    const { results } = await program.get("/api/v1/points/history", PointsHistory);
    expect(results).toMatchObject([
      { kind: "credit", points: points.balance, swap: { signature, reversed_usd: "0" } },
    ]);
    const key = await program.post("/api/v1/mcp/keys", {});
    const { secret } = (await key.json()) as { secret: string };
    const tool = await fetch(`${endpoints.app}/api/v1/mcp`, {
      method: "POST",
      headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "get_points" },
      }),
    });
    const { result } = (await tool.json()) as { result: { structuredContent: unknown } };
    expect(Points.parse(result.structuredContent).balance).toBe(points.balance);
  });
});

test("the tape streams simulated swaps as they land and become final", { tag: "@deep" }, async ({
  endpoints,
}) => {
  const response = await fetch(`${endpoints.app}/api/v1/swaps/stream`);
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  let text = "";
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  while (!/event: swap\n[^]*event: swap_finalized\n/.test(text)) {
    const { value, done } = await reader.read();
    if (done) break;
    text += value;
  }
  await reader.cancel();
  expect(text).toContain('"simulated":true');
});
