/** Payments on the simulated chain, read through the sandbox by the client that reads a real one. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type ChainClient, createChainClient } from "#lib/kernel/chain-client/read-payment.ts";
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import { GENESIS_HASH, USDC_MINT } from "#lib/protocol/solana.ts";
import { type ChainServer, startChainServer } from "#services/sandbox/testing/chain-server.ts";

const START = Date.parse("2026-03-01T12:00:00Z");
const PARTNER = "9dVoKCQjWfy9cRZN81ApLHzhTbLWydhu9nQov1yHd7XQ";
const OTHER = "5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1";
const ETH_MINT = TOKENS.ETH.mint;
const TREASURY = randomBytes(32);

const folder = mkdtempSync(join(tmpdir(), "payments-"));
let server: ChainServer;
let client: ChainClient;
let now = START;
const start = async () => {
  server = await startChainServer(folder, { now: () => now }, TREASURY);
  client = createChainClient({ url: `${server.url}/solana` });
};
const stop = async () => {
  client.close();
  await server.stop();
};
beforeAll(start);
afterAll(async () => {
  await stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  // A block's time is in whole seconds.
  now = Math.ceil(now / 1_000) * 1_000;
});

type Paid = { signature: string; slot: number };

async function pay(order: Record<string, unknown>): Promise<Paid> {
  const response = await fetch(`${server.url}/solana/pay`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ recipient: PARTNER, ...order }),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as Paid;
}

const read = (signature: string, recipient = PARTNER, mint = USDC_MINT) =>
  client.readPayment({ signature, recipient, mint });

test("the chain says that it is the simulated one", async () => {
  expect(await client.readGenesisHash()).toBe(GENESIS_HASH.simulated);
});

test("a payment is unknown, then pending, and then final with exactly its amount", async () => {
  expect(await read("1".repeat(64))).toEqual({ state: "unknown" });
  const { signature, slot } = await pay({ amount: "9671.384623" });
  expect(await read(signature)).toEqual({ state: "pending" });
  now += 500;
  expect(await read(signature)).toEqual({ state: "pending" });
  now += 200;
  const final = { state: "final", slot, blockTime: START, amount: 9_671_384_623n };
  expect(await read(signature)).toEqual(final);
});

test("a second payment to the same wallet counts separately", async () => {
  const at = "2026-02-01T08:30:15.250Z";
  await pay({ amount: "100", at });
  const { signature, slot } = await pay({ amount: "0.000001", at });
  const blockTime = Date.parse("2026-02-01T08:30:15Z");
  expect(await read(signature)).toEqual({ state: "final", slot, blockTime, amount: 1n });
});

test.each([
  ["of the chain", {}, 5n * 10n ** 8n],
  ["of the archive", { at: "2026-02-01T00:00:00Z" }, 5n * 10n ** 6n],
])("a payment %s is not found for another recipient or another mint", async (_, target, amount) => {
  const { signature } = await pay({ amount: "5", mint: ETH_MINT, ...target });
  now += 2_000;
  expect(await read(signature)).toMatchObject({ state: "final", amount: 0n });
  expect(await read(signature, OTHER, ETH_MINT)).toMatchObject({ state: "final", amount: 0n });
  expect(await read(signature, PARTNER, ETH_MINT)).toMatchObject({ state: "final", amount });
});

test("a payment that failed on the chain is pending first, and then failed with its reason", async () => {
  const { signature, slot } = await pay({ amount: "5", fails: true });
  expect(await read(signature)).toEqual({ state: "pending" });
  now += 2_000;
  const reason = '{"InstructionError":[2,{"Custom":1}]}';
  expect(await read(signature)).toMatchObject({ state: "failed", slot, reason });
});

test("chain and archive still know a payment after a restart", async () => {
  const { signature } = await pay({ amount: "42" });
  now += 1_000;
  const final = { state: "final", amount: 42_000_000n };
  expect(await read(signature)).toMatchObject(final);
  const { signature: past } = await pay({ amount: "43", at: "2026-02-01T00:00:00Z" });
  await stop();
  await start();
  now += 2_000;
  expect(await read(signature)).toMatchObject(final);
  expect(await read(past)).toMatchObject({ state: "final", amount: 43_000_000n });
});
