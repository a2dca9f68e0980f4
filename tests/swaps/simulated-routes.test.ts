/** Swaps that an outsider makes from the simulated aggregator's answer, without any of our code. */
import {
  AccountRole,
  address,
  appendTransactionMessageInstructions,
  blockhash,
  compileTransaction,
  compressTransactionMessageUsingAddressLookupTables,
  createTransactionMessage,
  getBase58Decoder,
  getTransactionEncoder,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from "@solana/kit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { ROUTE_ERROR } from "#lib/protocol/solana/jupiter-route.ts";
import { JUPITER_PROGRAM } from "#lib/protocol/solana/programs.ts";
import { ROUTE_TABLE } from "#lib/protocol/solana/simulated-route.ts";
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import { hasVm } from "#services/chain/testing/chain.testing.ts";
import { RoutesServer } from "./routes-server.testing.ts";
import { type Pair, type Swapper, SwapWorld } from "./swap-world.testing.ts";

const USDC = 1_000_000n;
const SOL = 1_000_000_000n;
const SIGNATURE_LAMPORTS = 5_000n;

const instruction = z.object({
  programId: z.string(),
  accounts: z.array(
    z.object({ pubkey: z.string(), isSigner: z.boolean(), isWritable: z.boolean() }),
  ),
  data: z.base64(),
});
const answer = z.object({
  outAmount: z.string(),
  routePlan: z.array(z.object({ swapInfo: z.object({ label: z.string() }) })),
  setupInstructions: z.array(instruction),
  swapInstruction: instruction,
  cleanupInstruction: instruction.nullable(),
  addressesByLookupTableAddress: z.record(z.string(), z.array(z.string())),
  blockhashWithMetadata: z.object({
    blockhash: z.array(z.number()).length(32),
    lastValidBlockHeight: z.number(),
  }),
});
type Answer = z.output<typeof answer>;

function instructionOf({ programId, accounts, data }: z.output<typeof instruction>): Instruction {
  return {
    programAddress: address(programId),
    accounts: accounts.map(({ pubkey, isSigner, isWritable }) => ({
      address: address(pubkey),
      role: roleOf(isSigner, isWritable),
    })),
    data: Buffer.from(data, "base64"),
  };
}

function roleOf(isSigner: boolean, isWritable: boolean): AccountRole {
  if (isSigner) return isWritable ? AccountRole.WRITABLE_SIGNER : AccountRole.READONLY_SIGNER;
  return isWritable ? AccountRole.WRITABLE : AccountRole.READONLY;
}

/** The bytes of a transaction that the wallet has signed. */
function transactionOf(wallet: Swapper, given: Answer): Uint8Array {
  const { setupInstructions, swapInstruction, cleanupInstruction } = given;
  const { blockhash: hash, lastValidBlockHeight } = given.blockhashWithMetadata;
  const tables = Object.fromEntries(
    Object.entries(given.addressesByLookupTableAddress).map(([table, keys]) => [
      address(table),
      keys.map((key) => address(key)),
    ]),
  );
  const instructions = [
    ...setupInstructions,
    swapInstruction,
    ...(cleanupInstruction === null ? [] : [cleanupInstruction]),
  ].map(instructionOf);
  const lifetime = {
    blockhash: blockhash(getBase58Decoder().decode(Uint8Array.from(hash))),
    lastValidBlockHeight: BigInt(lastValidBlockHeight),
  };
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (made) => setTransactionMessageFeePayer(address(wallet.address), made),
    (made) => setTransactionMessageLifetimeUsingBlockhash(lifetime, made),
    (made) => appendTransactionMessageInstructions(instructions, made),
    (made) => compressTransactionMessageUsingAddressLookupTables(made, tables),
  );
  const bytes = getTransactionEncoder().encode(compileTransaction(message));
  return wallet.sign(Uint8Array.from(bytes));
}

describe.skipIf(!hasVm)("an outsider with the aggregator's answer", () => {
  let world: SwapWorld;
  let site: RoutesServer;

  beforeAll(async () => {
    world = await SwapWorld.open();
    site = await RoutesServer.open(world.chain.url);
  });
  afterAll(async () => {
    await site.close();
    await world.close();
  });

  async function ask(wallet: Swapper, [from, to]: Pair, amount: bigint): Promise<Answer> {
    const parameters = new URLSearchParams({
      inputMint: TOKENS[from].mint,
      outputMint: TOKENS[to].mint,
      amount: String(amount),
      taker: wallet.address,
      slippageBps: "0",
    });
    const response = await fetch(`${site.url}/swap/v2/build?${parameters}`);
    return answer.parse(await response.json());
  }

  async function swap(wallet: Swapper, given: Answer): Promise<string> {
    const signature = await world.send(transactionOf(wallet, given));
    expect(await world.landed(signature)).toBeNull();
    return signature;
  }

  const labelsOf = ({ routePlan }: Answer) => routePlan.map(({ swapInfo }) => swapInfo.label);

  test("swaps SOL in one hop, and closes its account of wrapped SOL", async () => {
    const wallet = await world.wallet();
    const given = await ask(wallet, ["SOL", "USDC"], SOL);
    expect(labelsOf(given)).toEqual(["Simulated pool SOL-USDC"]);
    await swap(wallet, given);
    expect(await world.held(wallet.address, "USDC")).toBe(BigInt(given.outAmount));
    expect(await world.held(wallet.address, "SOL")).toBe(0n);
  });

  test("buys SOL, which arrives as lamports", async () => {
    const wallet = await world.wallet({ USDC: 1_000n * USDC });
    const given = await ask(wallet, ["USDC", "SOL"], 1_000n * USDC);
    const before = await world.lamports(wallet.address);
    await swap(wallet, given);
    const gained = (await world.lamports(wallet.address)) - before;
    expect(gained).toBe(BigInt(given.outAmount) - SIGNATURE_LAMPORTS);
    expect(await world.held(wallet.address, "USDC")).toBe(0n);
  });

  test("swaps along two hops, between SOL and tokens and between tokens", async () => {
    const wallet = await world.wallet({ BTC: 10n ** 6n });
    for (const [pair, amount] of [
      [["SOL", "THIN"], SOL / 100n],
      [["BTC", "ETH"], 10n ** 6n],
      [["THIN", "SOL"], 10n ** 6n],
    ] as const) {
      const given = await ask(wallet, pair, amount);
      expect(given.routePlan).toHaveLength(2);
      const [from, to] = pair;
      const before = to === "SOL" ? 0n : await world.held(wallet.address, to);
      const lamports = await world.lamports(wallet.address);
      await swap(wallet, given);
      const gained =
        to === "SOL"
          ? (await world.lamports(wallet.address)) - lamports + SIGNATURE_LAMPORTS
          : (await world.held(wallet.address, to)) - before;
      expect(gained, `${from} to ${to}`).toBe(BigInt(given.outAmount));
    }
  });

  test("swaps along three hops, and loads the accounts from the chain's table", async () => {
    const wallet = await world.wallet({ USDC: 10_000_000n * USDC });
    await world.push(wallet, ["USDC", "SOL"], 2_000_000n * USDC);
    await world.push(wallet, ["USDC", "BTC"], 2_000_000n * USDC);
    const given = await ask(wallet, ["USDC", "BTC"], 1_000n * USDC);
    expect(labelsOf(given)).toEqual([
      "Simulated pool ETH-USDC",
      "Simulated pool SOL-ETH",
      "Simulated pool SOL-BTC",
    ]);
    expect(Object.keys(given.addressesByLookupTableAddress)).toEqual([ROUTE_TABLE]);
    const before = await world.held(wallet.address, "BTC");
    const signature = await swap(wallet, given);
    expect((await world.held(wallet.address, "BTC")) - before).toBe(BigInt(given.outAmount));
    expect(await world.held(wallet.address, "ETH")).toBe(0n);
    const shape = z.object({
      meta: z.object({ loadedAddresses: z.object({ writable: z.array(z.string()) }) }),
    });
    const config = { commitment: "confirmed", maxSupportedTransactionVersion: 0 };
    const { meta } = await world.node.call("getTransaction", [signature, config], shape);
    const loadedCount = 2 * given.routePlan.length;
    expect(meta.loadedAddresses.writable).toHaveLength(loadedCount);
  });

  test("does not touch the earlier balance of the account between two hops", async () => {
    const wallet = await world.wallet({ BTC: 10n ** 6n, USDC: 77n * USDC });
    const given = await ask(wallet, ["BTC", "THIN"], 10n ** 4n);
    expect(labelsOf(given).at(-1)).toBe("Simulated pool THIN-USDC");
    await swap(wallet, given);
    expect(await world.held(wallet.address, "USDC")).toBe(77n * USDC);
    expect(await world.held(wallet.address, "THIN")).toBe(BigInt(given.outAmount));
  });

  test("is refused with the slippage error when the pool has moved", async () => {
    const wallet = await world.wallet({ USDC: 10_000n * USDC });
    const given = await ask(wallet, ["USDC", "BTC"], 1_000n * USDC);
    const labels = labelsOf(given);
    const mover = await world.wallet({ USDC: 100_000n * USDC });
    const moved = await ask(mover, ["USDC", "BTC"], 50_000n * USDC);
    expect(labelsOf(moved)).toEqual(labels);
    await swap(mover, moved);
    const sent = await world.send(transactionOf(wallet, given), true);
    const { SLIPPAGE_TOLERANCE_EXCEEDED: Custom } = ROUTE_ERROR;
    const at = given.setupInstructions.length;
    expect(given.swapInstruction.programId).toBe(JUPITER_PROGRAM);
    expect(await world.landed(sent)).toEqual({ InstructionError: [at, { Custom }] });
    expect(await world.held(wallet.address, "USDC")).toBe(10_000n * USDC);
  });
});
