/**
 * SIGKILL of any process between any two steps, forks, and a node that lags, drops and reorders,
 * under load. No deposit is credited twice or lost, no withdrawal is paid twice or lost, and the
 * vault covers what the venue owes. CUSTODY_SIGKILL_ROUNDS sets how long.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { tokenAccountOf } from "#lib/protocol/solana/find-token-account.ts";
import { depositMemo } from "#lib/protocol/solana/vault.ts";
import type { CustodyTransfer } from "#lib/protocol/wire/custody.ts";
import { hasVm } from "#services/chain/testing/chain.testing.ts";
import { usdcText, venueAmount } from "#services/custody/vault/units.ts";
import { TestTrader } from "#services/venue/venue.testing.ts";
import {
  type CustodyStack,
  PAYING,
  PROCESSES,
  type ProcessName,
  startCustodyStack,
} from "./custody-stack.testing.ts";

const ROUNDS = Number(process.env["CUSTODY_SIGKILL_ROUNDS"] ?? 1);
const TRADERS = 4;
const USDC = 1_000_000n;
/** The fee of a withdrawal, in base units. */
const FEE = 100_000n;
const PAUSE_MS = 150;
const SOON = { interval: 100 };
/** Signers check all books before each signature, so that more withdrawals would only wait. */
const WITHDRAWALS_A_ROUND = 12;

/** A seeded sequence, so that a failure can be reproduced. */
function randomOf(seed: number) {
  let state = seed >>> 0;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

class Load {
  readonly deposits = new Map<string, string>();
  /** Withdrawals that the venue acknowledged. */
  readonly acknowledged = new Set<string>();
  readonly #stack: CustodyStack;
  readonly #traders: TestTrader[] = [];
  readonly #lanes: Promise<void>[] = [];
  #running = true;

  constructor(stack: CustodyStack) {
    this.#stack = stack;
  }

  get traders(): readonly TestTrader[] {
    return this.#traders;
  }

  async begin(): Promise<void> {
    for (let index = 0; index < TRADERS; index += 1) {
      const trader = await this.#stack.trader(`trader ${index}`);
      this.#traders.push(trader);
      const { treasury } = this.#stack;
      await treasury.land(await treasury.transfer(trader.address, 0n));
      await this.#deposit(trader);
    }
    // The rounds begin after the first credits, so that they contain withdrawals.
    await vi.waitUntil(async () => (await allTransfers(this.#stack)).length === TRADERS, SOON);
    for (const trader of this.#traders) {
      this.#lanes.push(this.#repeat(() => this.#deposit(trader)));
      this.#lanes.push(this.#repeat(() => this.#withdraw(trader)));
    }
  }

  async end(): Promise<void> {
    this.#running = false;
    await Promise.all(this.#lanes);
  }

  async #repeat(step: () => Promise<void>): Promise<void> {
    while (this.#running) await step();
  }

  async #deposit(trader: TestTrader): Promise<void> {
    const units = 20n * USDC + BigInt(this.deposits.size);
    const signature = await this.#stack.treasury.deposit(units, depositMemo(trader.address));
    if (signature !== undefined) this.deposits.set(signature, usdcText(units));
  }

  async #withdraw(trader: TestTrader): Promise<void> {
    await sleep(PAUSE_MS);
    if (this.acknowledged.size >= ROUNDS * WITHDRAWALS_A_ROUND) return;
    try {
      const answer = await trader.withdraw("3.5", Date.now(), PAYING);
      const transfer = answer.body["transfer"] as { id: string } | undefined;
      if (answer.status === 201 && transfer) this.acknowledged.add(transfer.id);
    } catch {
      // The venue was down. The feed shows later what it accepted.
    }
  }
}

async function allTransfers(stack: CustodyStack): Promise<CustodyTransfer[]> {
  const found: CustodyTransfer[] = [];
  for (let after: string | undefined; ; ) {
    const { results, next } = await stack.reader.transfers(after);
    found.push(...results);
    if (next === null) return found;
    after = next;
  }
}

/** Kills one or two processes at a random moment, and starts them again a little later. */
async function strike(stack: CustodyStack, random: (below: number) => number): Promise<void> {
  await sleep(200 + random(600));
  const victims = new Set<ProcessName>();
  for (let count = 1 + random(2); count > 0; count -= 1) {
    victims.add(PROCESSES[random(PROCESSES.length)] ?? "custody");
  }
  await Promise.all([...victims].map((name) => stack.kill(name)));
  await sleep(random(400));
  for (const name of PROCESSES) if (victims.has(name)) await stack.start(name);
  const fault = random(4);
  if (fault === 0) await stack.hook("testRollBack", [1 + random(3)]);
  const lag = fault === 1 ? 1 + random(8) : 0;
  await stack.hook("testFaults", [{ lag, drops: fault === 2 ? 2 : 0, reorders: fault === 3 }]);
}

/** A machine under load may not answer in time. Then the audit runs again. */
async function findingsOf(stack: CustodyStack) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return (await stack.audit()).findings;
    } catch (error) {
      if (attempt === 10) throw error;
      await sleep(500);
    }
  }
}

test.skipIf(!hasVm)("money survives kills, forks and bad nodes", async () => {
  const random = randomOf(20_261_126);
  const stack = await startCustodyStack();
  try {
    const load = new Load(stack);
    await load.begin();
    for (let round = 0; round < ROUNDS; round += 1) {
      await strike(stack, random);
      expect(await findingsOf(stack), `round ${round}`).toEqual([]);
    }
    await stack.hook("testFaults", [{ lag: 0, drops: 0, reorders: false }]);
    await load.end();
    await expectEveryCreditOnce(stack, load);
    await expectEveryPaymentOnce(stack, load);
    const audit = await stack.audit();
    expect(audit.findings).toEqual([]);
    process.stdout.write(
      `${ROUNDS} rounds: ${audit.deposits} deposits, ${audit.withdrawals} withdrawals, ${audit.payments} payments\n`,
    );
  } finally {
    await stack.stop();
  }
});

async function expectEveryCreditOnce(stack: CustodyStack, load: Load): Promise<void> {
  const credits = async () => (await allTransfers(stack)).filter(({ kind }) => kind === "DEPOSIT");
  await expect
    .poll(async () => (await credits()).length, { interval: 200 })
    .toBe(load.deposits.size);
  const byTransaction = new Map((await credits()).map((one) => [one.tx_hash, one.amount]));
  expect(byTransaction).toEqual(load.deposits);
}

async function expectEveryPaymentOnce(stack: CustodyStack, load: Load): Promise<void> {
  const withdrawals = async () =>
    (await allTransfers(stack)).filter((one) => one.kind === "WITHDRAWAL");
  await expect
    .poll(async () => (await withdrawals()).filter(({ status }) => status !== "SETTLED").length, {
      interval: 500,
    })
    .toBe(0);
  const settled = await withdrawals();
  const known = new Set(settled.map(({ id }) => id));
  expect([...load.acknowledged].filter((id) => !known.has(id))).toEqual([]);
  for (const trader of load.traders) {
    const own = settled.filter((one) => one.account === trader.address);
    const sum = own.reduce((total, one) => total + venueAmount(one.amount) / 1_000n - FEE, 0n);
    const account = await tokenAccountOf(trader.address, stack.vault.mint);
    const held = sum === 0n ? 0n : (await stack.chain.tokenBalance(account)).amount;
    expect(held).toBe(sum);
  }
}
