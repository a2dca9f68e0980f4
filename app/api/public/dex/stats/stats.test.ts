/** The totals with a vault: what is locked is what custody proves, and a proof of another vault proves nothing. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { GET as readTerms } from "#app/api/chain/vault/route.ts";
import { setHttpRuntime } from "#lib/platform/http/runtime.ts";
import { USDC_MINT } from "#lib/protocol/solana.ts";
import type { RouteHandler } from "#lib/server/route.ts";
import { TestHub } from "#lib/trading/market-data/market-hub.testing.ts";
import { setMarketData } from "#lib/trading/market-data/market-hub.ts";
import { GET as readTotals } from "./route.ts";

const AUTHORITY = "9dVoKCQjWfy9cRZN81ApLHzhTbLWydhu9nQov1yHd7XQ";
const OTHER = "5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1";

let custody: Server;
let hub: TestHub;
let vaultAddress: string;
let proof: Record<string, unknown> | undefined;

async function read(handler: RouteHandler) {
  const request = new Request("http://localhost:3000/api");
  const response = await handler(request, { params: Promise.resolve({}) });
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
}

const proofOf = (authority: string) => ({
  network: "simulated",
  vault_address: vaultAddress,
  authority,
  mint: USDC_MINT,
  threshold: 2,
  signers: [{ name: "One", public_key: OTHER, reachable: true, simulated: true }],
  balance: "1500.25",
  liabilities: "1400",
  reserved: "10",
  unattributed: "0.25",
  difference: "100.25",
  slot: 77,
  read_at: 1_800_000_000_000,
  paying: true,
});

beforeAll(async () => {
  custody = createServer((request, response) => {
    response.statusCode = request.url === "/v1/vault" && proof !== undefined ? 200 : 503;
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(proof ?? { error: "NOT_READY", message: "starting" }));
  });
  await new Promise<void>((resolve) => custody.listen(0, "127.0.0.1", resolve));
  vi.stubEnv("SESSION_SECRET", "s".repeat(32));
  vi.stubEnv("ENCRYPTION_SECRET", "e".repeat(32));
  vi.stubEnv("SOLANA_RPC_URL", "http://127.0.0.1:9");
  vi.stubEnv("SOLANA_NETWORK", "simulated");
  vi.stubEnv("VAULT_AUTHORITY", AUTHORITY);
  vi.stubEnv("CUSTODY_URL", `http://127.0.0.1:${(custody.address() as AddressInfo).port}`);
});
afterAll(() => {
  custody.closeAllConnections();
  custody.close();
});
beforeEach(async () => {
  hub = await TestHub.open();
  setHttpRuntime({
    baseUrl: "http://localhost:3000",
    clock: { now: hub.timers.now },
    log: { error: () => {}, warn: () => {} },
  });
  await hub.start();
  setMarketData(hub.data);
  await hub.ready();
  const { vault } = (await read(readTerms)).json as { vault: { address: string } };
  vaultAddress = vault.address;
});
afterEach(async () => {
  setMarketData(undefined);
  setHttpRuntime();
  await hub.close();
});

test("nothing is claimed before custody has proved the configured vault; then its figures are the answer", async () => {
  proof = undefined;
  expect((await read(readTotals)).json["error"]).toBe("MARKET_DATA_UNAVAILABLE");
  await vi.waitFor(async () => {
    proof = proofOf(OTHER);
    expect((await read(readTotals)).json["error"]).toBe("MARKET_DATA_UNAVAILABLE");
  });
  proof = proofOf(AUTHORITY);
  await vi.waitFor(async () => expect((await read(readTotals)).status).toBe(200), {
    interval: 200,
  });
  const { json } = await read(readTotals);
  expect(json).toEqual({
    ...hub.venue.totals,
    value_locked: "1500.25",
    vault_address: vaultAddress,
    liabilities: "1400",
    unattributed: "0.25",
    difference: "100.25",
  });
});

test("the vault's account is the one that the multisig has of USDC by the usual rule", async () => {
  const { json } = await read(readTerms);
  expect(json).toEqual({
    vault: {
      network: "simulated",
      mint: USDC_MINT,
      authority: AUTHORITY,
      address: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/),
      // The sandbox gives tokens away and serves the explorer; without it there is neither.
      sandbox_url: null,
      gives_tokens: false,
      has_addresses: false,
    },
  });
});
