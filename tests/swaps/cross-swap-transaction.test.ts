/**
 * How page and service read a swap to another network: exactly the bytes that are built, and
 * nothing different.
 */
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { type Instruction } from "@solana/kit";
import { getTransferSolInstruction } from "@solana-program/system";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listen } from "#lib/kernel/http/http-server.ts";
import { systemClock } from "#lib/kernel/time/clock.ts";
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import { crossMemo, readCrossMemo } from "#lib/protocol/swaps/cross/cross-memo.ts";
import {
  type CrossQuestion,
  quoteAddress,
  readCrossQuote,
} from "#lib/protocol/swaps/cross/cross-quote.ts";
import { readCrossSwap } from "#lib/protocol/swaps/cross/cross-swap-transaction.ts";
import { planDigest } from "#lib/protocol/swaps/plan/swap-plan.ts";
import { compile } from "#lib/protocol/swaps/pools/build-swap.ts";
import { hasVm } from "#services/chain/testing/chain.testing.ts";
import { RelaySite } from "#services/sandbox/relay/relay-site.ts";
import { type CrossChange, CrossWorld, NETWORK } from "./cross-world.testing.ts";
import { Swapper } from "./swap-world.testing.ts";

const USDC = 1_000_000n;
const SAME = ["USDC", "USDC"] as const;

describe("the memo of an order", () => {
  const order = {
    digest: "d".repeat(43),
    expiresAt: 1_800_000_000,
    network: NETWORK,
    asset: "BTC" as const,
    minOut: 2n ** 64n - 1n,
    address: TOKENS.USDC.mint,
  };
  test("is read as it was written", () => {
    expect(readCrossMemo(crossMemo(order))).toEqual(order);
  });
  test.each([
    ["another asset", { asset: "SOL" as never }],
    ["more than a token can hold", { minOut: 2n ** 64n }],
    ["no minimum", { minOut: 0n }],
    ["a wallet that is no key", { address: "1".repeat(44) }],
    ["another digest", { digest: "d".repeat(42) }],
  ])("with %s is none", (_, change) => {
    expect(readCrossMemo(crossMemo({ ...order, ...change }))).toBeUndefined();
  });
  test("with anything after it is not a memo", () => {
    expect(readCrossMemo(`${crossMemo(order)} `)).toBeUndefined();
  });
});

describe.skipIf(!hasVm)("between two chains", () => {
  let world: CrossWorld;
  let wallet: Swapper;
  beforeAll(async () => {
    world = await CrossWorld.open();
    wallet = await world.source.wallet({ USDC: 1_000n * USDC });
  });
  afterAll(() => world.close());

  test("a swap is read as it was planned", async () => {
    const { plan, bytes } = await world.quote(wallet, SAME, 100n * USDC);
    const read = readCrossSwap(bytes, world.terms);
    expect(read).toMatchObject({
      ok: true,
      swap: {
        payer: wallet.address,
        mintIn: TOKENS.USDC.mint,
        amountIn: 100n * USDC,
        fee: USDC / 10n,
        deposit: world.terms.depositAccounts[TOKENS.USDC.mint],
        networkLamports: 5_000n,
        guards: 0,
        memo: {
          digest: await planDigest(plan),
          network: NETWORK,
          asset: "USDC",
          minOut: BigInt(plan.out.units_min),
          address: wallet.address,
        },
      },
    });
    expect(bytes.length).toBeLessThan(1_232 - 400);
  });

  test("the digest of a plan is that of its documented text; without another network the text is that of a swap on one network", async () => {
    const change = { expiresAt: 1_800_000_000, address: TOKENS.BTC.mint };
    const { plan } = await world.quote(wallet, SAME, 100n * USDC, change);
    const fields = `"USDC",100,"100000000","USDC",99.6003,"99600300",[["relay:${NETWORK}",10]],30,0,"2027-01-15T08:00:00.000Z"`;
    const hash = (text: string) => createHash("sha256").update(text).digest("base64url");
    expect(await planDigest(plan)).toBe(
      hash(`["svc:cross:1",${fields},"${NETWORK}","${TOKENS.BTC.mint}"]`),
    );
    const { destination: _other, ...plain } = plan;
    expect(await planDigest(plain)).toBe(hash(`["svc:swap:1",${fields}]`));
  });

  test.each<[string, CrossChange, string]>([
    [
      "a deposit elsewhere",
      { terms: { depositAccounts: { [TOKENS.USDC.mint]: TOKENS.BTC.mint } } },
      "its deposit goes to another account than the relay's",
    ],
    [
      "a fee elsewhere",
      { terms: { feeAccounts: { [TOKENS.USDC.mint]: TOKENS.BTC.mint } } },
      "its fee goes to another account",
    ],
    [
      "another reference key",
      { terms: { reference: TOKENS.BTC.mint } },
      "its fee does not name the reference key",
    ],
    ["no deposit", { order: () => ({ amountIn: 0n }) }, "it deposits nothing"],
    [
      "a memo that is no order",
      { order: ({ memo }) => ({ memo: { ...memo, minOut: 0n } }) },
      "its memo is no order for the relay",
    ],
  ])("%s is refused", async (_, change, reason) => {
    const { bytes } = await world.quote(wallet, SAME, 100n * USDC, change);
    expect(readCrossSwap(bytes, world.terms)).toEqual({ ok: false, reason });
  });

  async function withMore(instruction: (payer: string) => Instruction): Promise<Uint8Array> {
    const life = await world.source.life();
    return compile({ payer: wallet.address, ...life }, [instruction(wallet.address)]);
  }

  test("an unknown program is refused by its name", async () => {
    const programAddress = TOKENS.BTC.mint as never;
    const bytes = await withMore(() => ({ programAddress, data: new Uint8Array([1]) }));
    expect(readCrossSwap(bytes, world.terms)).toEqual({
      ok: false,
      reason: `it has an unknown instruction of ${TOKENS.BTC.mint}`,
    });
  });

  test("a transfer of SOL is refused", async () => {
    const bytes = await withMore((payer) =>
      getTransferSolInstruction({
        source: { address: payer } as never,
        destination: TOKENS.BTC.mint as never,
        amount: 1n,
      }),
    );
    expect(readCrossSwap(bytes, world.terms)).toEqual({ ok: false, reason: "it transfers SOL" });
  });

  describe("a quote of the relay", () => {
    const server = createServer();
    let base: string;
    let question: CrossQuestion & { network: string };
    beforeAll(async () => {
      const relay = world.relay();
      const site = new RelaySite(() => relay, { clock: systemClock, log: { warn: () => {} } });
      server.on("request", (request, response) => {
        const url = new URL(request.url ?? "/", "http://sandbox");
        void site.handle(request, response, url);
      });
      const { port } = await listen(server, { host: "127.0.0.1", port: 0, setting: "" });
      base = `http://127.0.0.1:${port}/relay/v1`;
      question = {
        fromChain: "simulated",
        toChain: NETWORK,
        network: NETWORK,
        assetIn: "USDC",
        assetOut: "USDC",
        amountIn: 100n * USDC,
        payer: wallet.address,
        address: new Swapper().address,
        slippageBps: 30,
      };
    });
    afterAll(() => server.close());

    const ask = (change: Partial<CrossQuestion> = {}) =>
      fetch(quoteAddress(base, { ...question, ...change }));

    test("has LiFi's form, and any page may read it", async () => {
      const response = await ask();
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
      const answer: unknown = await response.json();
      expect(answer).toMatchObject({
        type: "lifi",
        tool: "relay",
        action: {
          fromChainId: 4300,
          toChainId: 4310,
          fromToken: { address: TOKENS.USDC.mint, symbol: "USDC", decimals: 6, priceUSD: "1" },
          slippage: 0.003,
        },
        estimate: {
          fromAmount: "100000000",
          toAmount: "99900000",
          toAmountMin: "99600300",
          feeCosts: [{ amount: "100000", amountUSD: "0.1", included: true }],
        },
      });
      expect(readCrossQuote(answer, question, world.terms)).toEqual({
        ok: true,
        quote: {
          id: expect.any(String),
          tool: "relay",
          out: 99_900_000n,
          impactBps: 10,
          seconds: 8,
        },
      });
    });

    test("is refused when it answers another question, or deposits elsewhere", async () => {
      const answer: unknown = await (await ask()).json();
      const read = (change: Partial<typeof question>, accounts = world.terms.depositAccounts) =>
        readCrossQuote(answer, { ...question, ...change }, { depositAccounts: accounts });
      expect(read({ amountIn: 1n })).toMatchObject({ reason: "it answers another question" });
      expect(read({ address: wallet.address })).toMatchObject({
        reason: "it answers another question",
      });
      expect(read({ network: "elsewhere" })).toMatchObject({
        reason: "its order is not the one that was asked for",
      });
      expect(read({}, { [TOKENS.USDC.mint]: TOKENS.BTC.mint })).toMatchObject({
        reason: "its deposit is not the one that was asked for",
      });
      for (const broken of [null, [], {}, { ...(answer as object), transactionRequest: {} }])
        expect(readCrossQuote(broken, question, world.terms).ok).toBe(false);
    });

    test("through an unknown bridge program is refused", async () => {
      const answer = (await (await ask()).json()) as object;
      const programAddress = TOKENS.BTC.mint as never;
      const bytes = await withMore(() => ({ programAddress, data: new Uint8Array([1]) }));
      const data = Buffer.from(bytes).toString("base64");
      const altered = { ...answer, transactionRequest: { data } };
      expect(readCrossQuote(altered, question, world.terms)).toMatchObject({
        reason: `it has an unknown instruction of ${TOKENS.BTC.mint}`,
      });
    });

    test("does not exist for more than the relay holds, nor for another chain", async () => {
      for (const change of [{ amountIn: 10n ** 13n }, { toChain: "137" }]) {
        const response = await ask(change);
        expect([response.status, await response.json()]).toEqual([
          404,
          { code: 1002, message: "No quote is available for this transfer." },
        ]);
      }
      const response = await fetch(`${base}/quote?fromAmount=x`);
      expect([response.status, await response.json()]).toMatchObject([400, { code: 1011 }]);
    });

    test("can be signed unchanged, and the relay carries it out", async () => {
      const address = new Swapper().address;
      const answer = (await (await ask({ address })).json()) as {
        transactionRequest: { data: string };
      };
      const bytes = wallet.sign(Buffer.from(answer.transactionRequest.data, "base64"));
      const { source, destination } = world;
      const signature = await source.send(bytes);
      expect(await source.landed(signature, "finalized")).toBeNull();
      const relay = world.relay();
      await expect
        .poll(async () => {
          await relay.run(Date.now());
          return relay.parts.journal.end(signature)?.kind;
        })
        .toBe("payment");
      expect(await destination.held(address, "USDC")).toBe(99_900_000n);
    });
  });
});
