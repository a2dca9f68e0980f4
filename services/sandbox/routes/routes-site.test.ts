/** The simulated aggregator over HTTP: what it answers, and what it refuses. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSolanaRpc } from "@solana/kit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "#lib/kernel/time/clock.ts";
import { Wallet } from "#lib/kernel/wallet.ts";
import { tokenAccountOf } from "#lib/protocol/solana/find-token-account.ts";
import { ROUTE_ACCOUNTS, ROUTE_HEADER } from "#lib/protocol/solana/jupiter-route.ts";
import { JUPITER_PROGRAM } from "#lib/protocol/solana/programs.ts";
import {
  ROUTE_TABLE,
  routeTableAddresses,
  STEP_ACCOUNTS,
} from "#lib/protocol/solana/simulated-route.ts";
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import { BASE_PRICES, buildGenesis } from "#services/chain/genesis/build-genesis.ts";
import { writeGenesis } from "#services/chain/genesis/genesis-file.ts";
import { hasVm, removeFolder, startTestChain } from "#services/chain/testing/chain.testing.ts";
import { Vm } from "#services/chain/vm/vm.ts";
import { type ChainServer, startChainServer } from "#services/sandbox/testing/chain-server.ts";
import { RouteChain } from "./route-chain.ts";

const { SOL, USDC, BTC, THIN } = TOKENS;
const TAKER = new Wallet(randomBytes(32)).address;
const ONE_SOL = "1000000000";
const USUAL = { inputMint: SOL.mint, outputMint: USDC.mint, amount: ONE_SOL, taker: TAKER };

describe.skipIf(!hasVm)("the simulated aggregator", () => {
  const folder = mkdtempSync(join(tmpdir(), "routes-"));
  let server: ChainServer;

  beforeAll(async () => {
    server = await startChainServer(folder, systemClock);
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function ask(change: Record<string, string | undefined> = {}) {
    const given = Object.entries({ ...USUAL, ...change }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    );
    const parameters = new URLSearchParams(given);
    const response = await fetch(`${server.url}/jupiter/swap/v2/build?${parameters}`);
    const body = (await response.json()) as Record<string, unknown>;
    return { status: response.status, headers: response.headers, body };
  }

  test("answers browsers of any origin in the form of Jupiter's API", async () => {
    const { status, headers, body } = await ask();
    expect([status, headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
    const outAmount = BigInt(body["outAmount"] as string);
    expect(body).toMatchObject({
      inputMint: SOL.mint,
      outputMint: USDC.mint,
      inAmount: ONE_SOL,
      otherAmountThreshold: String((outAmount * 9_950n) / 10_000n),
      swapMode: "ExactIn",
      slippageBps: 50,
      priceImpactPct: "0.0001",
      computeBudgetInstructions: [],
      otherInstructions: [],
      addressesByLookupTableAddress: { [ROUTE_TABLE]: await routeTableAddresses() },
      blockhashWithMetadata: { lastValidBlockHeight: expect.any(Number) },
    });
    expect(body["routePlan"]).toEqual([
      {
        swapInfo: {
          ammKey: expect.any(String),
          label: "Simulated pool SOL-USDC",
          inputMint: SOL.mint,
          outputMint: USDC.mint,
          inAmount: ONE_SOL,
          outAmount: String(outAmount),
        },
        percent: 100,
        bps: 10_000,
      },
    ]);
    const { blockhash } = body["blockhashWithMetadata"] as { blockhash: number[] };
    expect(blockhash).toHaveLength(32);
  });

  test("names the taker's accounts and writes the quote into the instruction", async () => {
    const { body } = await ask({ slippageBps: "125" });
    const swap = body["swapInstruction"] as {
      programId: string;
      accounts: { pubkey: string; isSigner: boolean; isWritable: boolean }[];
      data: string;
    };
    const [wsol, usdc] = await Promise.all(
      [SOL.mint, USDC.mint].map((mint) => tokenAccountOf(TAKER, mint)),
    );
    expect(swap.programId).toBe(JUPITER_PROGRAM);
    expect(swap.accounts).toHaveLength(ROUTE_ACCOUNTS.length + STEP_ACCOUNTS.length);
    expect(swap.accounts.slice(0, 3)).toEqual([
      { pubkey: TAKER, isSigner: true, isWritable: false },
      { pubkey: wsol, isSigner: false, isWritable: true },
      { pubkey: usdc, isSigner: false, isWritable: true },
    ]);
    const data = Buffer.from(swap.data, "base64");
    expect(String(data.readBigUInt64LE(ROUTE_HEADER.inAmount))).toBe(ONE_SOL);
    expect(String(data.readBigUInt64LE(ROUTE_HEADER.quotedOut))).toBe(body["outAmount"]);
    expect(data.readUInt16LE(ROUTE_HEADER.slippageBps)).toBe(125);
  });

  test("wraps SOL that goes in, and closes the account of SOL only where SOL is an end", async () => {
    const counts = async (inputMint: string, outputMint: string) => {
      const { body } = await ask({ inputMint, outputMint });
      const { setupInstructions: setup, cleanupInstruction: cleanup } = body;
      return [(setup as unknown[]).length, cleanup !== null];
    };
    expect(await counts(SOL.mint, USDC.mint)).toEqual([4, true]);
    expect(await counts(USDC.mint, SOL.mint)).toEqual([1, true]);
    expect(await counts(BTC.mint, USDC.mint)).toEqual([1, false]);
    expect(await counts(SOL.mint, THIN.mint)).toEqual([5, true]);
  });

  test.each([
    ["another mint as input", { inputMint: TAKER }],
    ["another mint as output", { outputMint: TAKER }],
    ["the same mint twice", { outputMint: SOL.mint }],
    ["no amount", { amount: undefined }],
    ["an amount of 0", { amount: "0" }],
    ["an amount with a point", { amount: "1.5" }],
    ["an amount above a u64", { amount: "18446744073709551616" }],
    ["a taker that is no key", { taker: "nobody" }],
    ["no taker", { taker: undefined }],
    ["a slippage above all", { slippageBps: "10001" }],
    ["more accounts than a transaction has", { maxAccounts: "65" }],
  ])("refuses %s", async (_, change) => {
    const { status, headers, body } = await ask(change);
    expect([status, headers.get("access-control-allow-origin")]).toEqual([400, "*"]);
    expect(body).toEqual({ error: expect.any(String) });
    expect(body["error"]).not.toBe("No routes found");
  });

  test("finds no route for an amount that gives nothing", async () => {
    const { status, body } = await ask({ inputMint: THIN.mint, outputMint: BTC.mint, amount: "1" });
    expect({ status, body }).toEqual({ status: 400, body: { error: "No routes found" } });
  });

  test("keeps to the number of accounts that is asked for", async () => {
    const two = { inputMint: SOL.mint, outputMint: THIN.mint };
    expect((await ask({ ...two, maxAccounts: "22" })).status).toBe(200);
    expect((await ask({ ...two, maxAccounts: "21" })).body).toEqual({ error: "No routes found" });
    expect((await ask({ maxAccounts: "16" })).status).toBe(200);
    expect((await ask({ maxAccounts: "15" })).body).toEqual({ error: "No routes found" });
  });

  test("has no other pages and takes no other method", async () => {
    const url = `${server.url}/jupiter/swap/v2/build`;
    expect((await fetch(`${server.url}/jupiter/swap/v2/order`)).status).toBe(404);
    expect((await fetch(url, { method: "POST" })).status).toBe(405);
  });
});

describe.skipIf(!hasVm)("a chain that began without the aggregator", () => {
  test.each([JUPITER_PROGRAM, ROUTE_TABLE])("has no routes: without %s", async (missing) => {
    const folder = mkdtempSync(join(tmpdir(), "routes-"));
    const vm = await Vm.create();
    const faucet = new Wallet(Buffer.alloc(32, 1)).address;
    const genesis = {
      created_at: Date.now(),
      slot_ms: 40,
      final_slots: 5,
      treasury: faucet,
      vault: null,
      prices: BASE_PRICES,
      faucet_seed: "01".repeat(32),
    };
    await buildGenesis(vm, genesis, faucet);
    vm.setAccount(missing, null);
    writeGenesis(folder, genesis, vm.snapshot());
    const chain = await startTestChain({ folder });
    expect(await new RouteChain(createSolanaRpc(chain.url)).read()).toBeUndefined();
    await chain.stop();
    removeFolder(folder);
  });
});
