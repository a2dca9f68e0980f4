/**
 * SIGKILL of the processes of custody between any two steps of a sweep. Each deposit is credited once, and the vault covers what the
 * venue owes at every slot. SWEEP_SIGKILL_ROUNDS sets how long.
 */
import { expect, test, vi } from "vitest";
import { deriveDepositAddress } from "#lib/kernel/deposit-key.ts";
import { hasVm } from "#services/chain/testing/chain.testing.ts";
import { venueAmount } from "#services/custody/vault/units.ts";
import {
  type CustodyStack,
  DEPOSIT_KEY,
  type ProcessName,
  startCustodyStack,
} from "./custody-stack.testing.ts";

const ROUNDS = Number(process.env["SWEEP_SIGKILL_ROUNDS"] ?? 2);
const USDC = 1_000_000n;
const FEE = 20_000n;
const SOON = { interval: 100 };
/** A sweep passes through all its steps within so many slots. */
const SWEEP_SLOTS = 19;
const VICTIMS: readonly ProcessName[] = ["custody", "signer-1", "signer-2", "signer-3"];

/** A seeded sequence, so that a failure can be reproduced. */
function randomOf(seed: number) {
  let state = seed >>> 0;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Waits for the chain, whose slots time each step of a sweep. */
async function slotsPass({ chain }: CustodyStack, count: number): Promise<void> {
  const height = async () => (await chain.life()).lastValidBlockHeight;
  const end = (await height()) + count;
  await vi.waitFor(async () => expect(await height()).toBeGreaterThanOrEqual(end), {
    interval: 10,
  });
}

async function creditsOf(stack: CustodyStack, account: string) {
  const { results } = await stack.reader.transfers(undefined);
  return results.filter((one) => one.kind === "DEPOSIT" && one.account === account);
}

test.skipIf(!hasVm)("deposits survive kills between any two steps of a sweep", async () => {
  const random = randomOf(20_261_130);
  const stack = await startCustodyStack();
  try {
    const traders = await Promise.all(["one", "two", "three"].map((name) => stack.trader(name)));
    const sent = new Map<string, bigint>();
    for (const { address } of traders) await stack.depositAddress(address);
    for (let round = 0; round < ROUNDS; round += 1) {
      const trader = traders[round % traders.length];
      if (trader === undefined) throw new Error("no trader");
      const units = 3n * USDC + BigInt(round);
      const owner = deriveDepositAddress(DEPOSIT_KEY, trader.address);
      const paid = await stack.treasury.land(await stack.treasury.transfer(owner, units));
      if (paid !== undefined) sent.set(trader.address, (sent.get(trader.address) ?? 0n) + units);
      await slotsPass(stack, random(SWEEP_SLOTS));
      const victims = new Set(Array.from({ length: 1 + random(2) }, () => VICTIMS[random(4)]));
      // Custody has each step but two, which are those of a signer.
      if (random(2) === 0) victims.add("custody");
      for (const name of victims) if (name !== undefined) await stack.kill(name);
      for (const name of victims) if (name !== undefined) await stack.start(name);
      expect((await stack.audit()).findings, `round ${round}`).toEqual([]);
    }
    for (const { address } of traders) await expectCreditedOnce(stack, address, sent.get(address));
    const audit = await stack.audit();
    expect(audit.findings).toEqual([]);
    // Credits and payments of the vault belong together one by one, and nothing else has entered it.
    expect(audit.balance).toBe(audit.liabilities);
    process.stdout.write(`${ROUNDS} rounds: ${audit.deposits} credits of ${sent.size} addresses\n`);
  } finally {
    await stack.stop();
  }
});

/** What was sent is in the balance, less the fee of each sweep. */
async function expectCreditedOnce(stack: CustodyStack, account: string, sent = 0n): Promise<void> {
  const missing = async () => {
    const credits = await creditsOf(stack, account);
    const sum = credits.reduce((total, one) => total + venueAmount(one.amount) / 1_000n, 0n);
    return sent - sum - FEE * BigInt(credits.length);
  };
  await expect.poll(missing, SOON).toBe(0n);
  expect((await stack.depositAddress(account)).waiting).toBe("0");
}
