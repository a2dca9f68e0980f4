/** Money that enters and leaves through the vault, with every process of custody running. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tokenAccountOf } from "#lib/protocol/solana/find-token-account.ts";
import { depositMemo } from "#lib/protocol/solana/vault.ts";
import type { CustodyTransfer } from "#lib/protocol/wire/custody.ts";
import { hasVm } from "#services/chain/testing/chain.testing.ts";
import { deriveKeyPair } from "#services/custody/vault/key-pair.ts";
import type { TestTrader } from "#services/venue/venue.testing.ts";
import {
  type CustodyStack,
  FEE_SEED,
  OPENING,
  PAYING,
  startCustodyStack,
} from "./custody-stack.testing.ts";
import { drain } from "./drain.testing.ts";

const USDC = 1_000_000n;
const ROUNDS = 20;
const LAMPORTS_A_SOL = 1_000_000_000n;
/** The default prices cover a payment's cost up to 400 USDC for a SOL. */
const MICRO_USDC_A_SOL = 400n * USDC;
const SOON = { interval: 100 };

describe.skipIf(!hasVm)("a vault with its processes", () => {
  let stack: CustodyStack;
  let alice: TestTrader;
  beforeAll(async () => {
    stack = await startCustodyStack({ custody: { CUSTODY_FEE_ALERT: "0.02" } });
    alice = await stack.trader("alice");
  });
  afterAll(() => stack.stop());

  const transfers = async (): Promise<CustodyTransfer[]> =>
    (await stack.reader.transfers(undefined)).results;
  const withdrawal = async (id: string) => stack.reader.withdrawal(id);
  const feePayer = deriveKeyPair(FEE_SEED).publicKey;
  /** The fees that the fee account has received, in base units. */
  const fees = async () => {
    const account = await tokenAccountOf(feePayer, stack.vault.mint);
    return (await stack.chain.tokenBalance(account)).amount;
  };
  const lamportsOf = async (key: string) => (await stack.chain.account(key))?.lamports ?? 0n;
  const deposited = async (signature: string | undefined) =>
    (await transfers()).find((one) => one.tx_hash === signature);

  test("a deposit with a memo is credited once, to the account that the memo names", async () => {
    const signature = await stack.treasury.deposit(500n * USDC, depositMemo(alice.address));
    await expect
      .poll(() => deposited(signature), SOON)
      .toMatchObject({
        kind: "DEPOSIT",
        account: alice.address,
        amount: "500",
        reference: `solana:${signature}`,
        source: "chain",
      });
    await expect.poll(async () => (await stack.proof()).balance, SOON).toBe("500");
    expect((await transfers()).filter((one) => one.tx_hash === signature)).toHaveLength(1);
  });

  test("a deposit without a memo from a stranger belongs to no account, and the proof says so", async () => {
    const signature = await stack.treasury.deposit(7n * USDC);
    await expect.poll(async () => (await stack.proof()).unattributed, SOON).toBe("7");
    expect(await deposited(signature)).toBeUndefined();
    expect(await stack.proof()).toMatchObject({
      balance: "507",
      liabilities: "500",
      difference: "7",
    });
  });

  test("a withdrawal is paid to its owner's token account less its fee, and settled with the transaction", async () => {
    const answer = await alice.withdraw("120.25", Date.now(), OPENING);
    expect(answer.status).toBe(201);
    const { id } = answer.body["transfer"] as { id: string };
    await expect.poll(() => withdrawal(id), SOON).toMatchObject({ status: "SETTLED" });
    const paid = await withdrawal(id);
    expect(paid.attempts.map((one) => one.signature)).toContain(paid.tx_hash);
    const account = await tokenAccountOf(alice.address, stack.vault.mint);
    expect((await stack.chain.tokenBalance(account)).amount).toBe(119_150_000n);
    expect(await fees()).toBe(1_100_000n);
    await expect
      .poll(() => stack.proof(), SOON)
      .toMatchObject({
        balance: "386.75",
        liabilities: "379.75",
        reserved: "0",
        paying: true,
      });
  });

  test("the audit is clean", async () => {
    expect(await stack.audit()).toMatchObject({
      findings: [],
      deposits: 1,
      withdrawals: 1,
      payments: 3,
    });
  });

  test("a withdrawal to a wallet without a USDC account comes back, and costs the fee account nothing", async () => {
    const bob = await stack.trader("bob");
    await stack.treasury.deposit(5n * USDC, depositMemo(bob.address));
    await expect.poll(async () => (await stack.proof()).liabilities, SOON).toBe("384.75");
    const before = [await lamportsOf(feePayer), await fees()];
    const answer = await bob.withdraw("5", Date.now(), PAYING);
    const { id } = answer.body["transfer"] as { id: string };
    await expect.poll(() => withdrawal(id), SOON).toMatchObject({ status: "RETURNED" });
    expect(await withdrawal(id)).toMatchObject({ attempts: [] });
    expect([await lamportsOf(feePayer), await fees()]).toEqual(before);
  });

  test("a thief who withdraws, closes the account for its rent and deposits again, 20 times, has paid for it", async () => {
    const attack = await drain(stack, { rounds: ROUNDS, amount: 50n * USDC });
    const taken = 1_100_000n * BigInt(ROUNDS);
    expect(attack.fees).toBe(taken);
    expect(attack.lost).toBe(taken);
    // Each payment costs three signatures, and the rent that the thief then takes.
    expect(attack.lamports).toBe(BigInt(ROUNDS) * (15_000n + 2_039_280n));
    expect(attack.lamports * MICRO_USDC_A_SOL).toBeLessThan(attack.fees * LAMPORTS_A_SOL);
    expect(await stack.audit()).toMatchObject({ findings: [] });
    const metrics = await (await fetch(`${stack.url("custody")}/metrics`)).text();
    expect(metrics).toContain("vault_fee_account_falls_fast 1\n");
  });

  test("with one signer down, the other two pay", async () => {
    await stack.kill("signer-2");
    const answer = await alice.withdraw("10", Date.now(), PAYING);
    const { id } = answer.body["transfer"] as { id: string };
    await expect.poll(() => withdrawal(id), SOON).toMatchObject({ status: "SETTLED" });
  });

  test("a withdrawal stays reserved with two signers down, and is paid when one is back", async () => {
    await stack.kill("signer-1");
    await expect.poll(async () => (await stack.proof()).paying, SOON).toBe(false);
    const answer = await alice.withdraw("11", Date.now(), PAYING);
    const { id } = answer.body["transfer"] as { id: string };
    await expect.poll(async () => (await stack.proof()).reserved, SOON).toBe("11");
    expect(await withdrawal(id)).toMatchObject({ status: "RESERVED", attempts: [] });
    await stack.start("signer-1");
    await expect.poll(() => withdrawal(id), SOON).toMatchObject({ status: "SETTLED" });
    expect(await stack.audit()).toMatchObject({ findings: [] });
  });
});
