/** A data folder of before there was a chain gets a vault: the real processes, without the vault's signers. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { Wallet } from "#lib/kernel/wallet.ts";
import { VaultProof } from "#lib/protocol/wire/vault.ts";
import { hasVm } from "#services/chain/testing/chain.testing.ts";
import { Processes, until } from "#services/oracle/testing/processes.ts";

// The tests wait for other processes, and until() names the condition that failed.
vi.setConfig({ testTimeout: 400_000, hookTimeout: 400_000 });

const keyOf = (kind: string) => `${kind}_${randomBytes(32).toString("hex")}`;
const newAddress = () => new Wallet(randomBytes(32)).address;

const VENUE_CUSTODY_KEY = keyOf("custody");
const VENUE_READER_KEY = keyOf("reader");
const VAULT_AUTHORITY = newAddress();
const CUSTODY_FEE_SEED = randomBytes(32);
const WITH_VAULT = {
  VENUE_CUSTODY_KEY,
  VENUE_READER_KEY,
  VAULT_AUTHORITY,
  VAULT_SIGNER_KEYS: [newAddress(), newAddress(), newAddress()].join(","),
  CUSTODY_FEE_ACCOUNT: new Wallet(CUSTODY_FEE_SEED).address,
  CUSTODY_FEE_SEED: CUSTODY_FEE_SEED.toString("hex"),
  // Nothing is paid here.
  VAULT_SIGNERS: "http://127.0.0.1:9,http://127.0.0.1:9,http://127.0.0.1:9",
  SIGNER_ACCESS_KEY: keyOf("custody"),
  SOLANA_NETWORK: "simulated",
};

describe.skipIf(!hasVm)("a venue whose deposits the operator credited", () => {
  let processes: Processes;
  const account = newAddress();
  const give = async (amount: string) => {
    const response = await fetch(`${processes.urls.sandbox}/faucet`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ account, amount }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const proof = async () =>
    VaultProof.parse(await (await fetch(`${processes.urls.custody}/v1/vault`)).json());

  beforeAll(async () => {
    processes = await Processes.start();
  });
  afterAll(() => processes.stop());

  test("is covered by the treasury when it gets a vault, and credits transfers from then on", async () => {
    expect(await give("100.000001")).toMatchObject({
      status: 200,
      body: { transfer: { account, tx_hash: null } },
    });
    await Promise.all([processes.end("venue", "SIGTERM"), processes.end("sandbox", "SIGTERM")]);
    for (const name of ["venue", "chain", "custody", "sandbox"] as const) {
      processes.start(name, { ...WITH_VAULT, SOLANA_RPC_URL: processes.urls.chain });
    }
    await until("the sandbox is ready", () => processes.isReady("sandbox"));
    const { status, body } = await give("250.5");
    expect(status).toBe(200);
    expect(body.transfer).toMatchObject({
      account,
      amount: "250.5",
      kind: "DEPOSIT",
      source: "chain",
      tx_hash: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/),
    });
    await until("custody counts it", async () => {
      const { balance, liabilities, difference, unattributed } = await proof();
      expect(unattributed).toBe("0");
      return difference === "0" && balance === liabilities && Number(balance) > 350;
    });
    const transaction = String((body.transfer as { tx_hash: string }).tx_hash);
    const page = await fetch(`${processes.urls.sandbox}/solana/tx/${transaction}`);
    expect(await page.text()).toContain(`svc:deposit:${account}`);
    const vault = await fetch(`${processes.urls.sandbox}/solana/address/${VAULT_AUTHORITY}`);
    expect(await vault.text()).toContain("2 of these sign");
  });

  test("survives a sandbox that is killed while it pays in: nothing is credited twice", async () => {
    const before = Number((await proof()).balance);
    const lost = give("7").catch(() => undefined);
    await until(
      "the payment is in the vault",
      async () => Number((await proof()).balance) > before,
    );
    await processes.end("sandbox", "SIGKILL");
    await lost;
    processes.start("sandbox", { ...WITH_VAULT, SOLANA_RPC_URL: processes.urls.chain });
    await until("the sandbox is ready again", () => processes.isReady("sandbox"));
    await until("the books agree", async () => (await proof()).difference === "0");
    const { balance, liabilities } = await proof();
    expect(Number(liabilities)).toBeGreaterThan(before);
    expect(balance).toBe(liabilities);
  });
});
