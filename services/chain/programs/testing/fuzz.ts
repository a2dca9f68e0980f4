/**
 * Sends random instructions to the pool program, and checks the rules of value after each
 * transaction.
 */
import { setImmediate } from "node:timers/promises";
import { chanceOf } from "#lib/kernel/random.testing.ts";
import { FuzzWorld } from "./fuzz-world.ts";
import { BalanceLedger, requireRule } from "./ledger.ts";
import { writeTransaction } from "./message.ts";
import { randomAttempt, type SwapAttempt } from "./random-swaps.ts";

/** After this many instructions with the same pools and accounts, all balances change. */
const WITH_SAME_BALANCES = 200;
/** After this many transactions, accounts that none of them named are compared too. */
const BETWEEN_FULL_CHECKS = 50;

/**
 * @returns how often each outcome happened: `landed`, or the name of an error
 * @throws Error with the seed, the transaction's number and its instructions when a rule breaks
 */
export async function fuzzPool(instructions: number, seed: number): Promise<Map<string, number>> {
  const chance = chanceOf(seed);
  const world = await FuzzWorld.create(chance);
  const ledger = new BalanceLedger(world);
  const outcomes = new Map<string, number>();
  let sent = 0;
  let shuffledAt = Number.NEGATIVE_INFINITY;
  for (let transaction = 0; sent < instructions; transaction += 1) {
    if (sent - shuffledAt >= WITH_SAME_BALANCES) {
      // The VM frees its objects only between turns of the event loop.
      await setImmediate();
      world.shuffleBalances();
      ledger.reload();
      shuffledAt = sent;
    }
    const attempt = randomAttempt(chance, world);
    const outcome = explained(`seed ${seed}, transaction ${transaction}`, attempt, () => {
      const name = tryOne(world, ledger, attempt);
      if (transaction % BETWEEN_FULL_CHECKS === 0) ledger.expectAllUnchanged();
      return name;
    });
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    sent += attempt.instructions.length;
  }
  ledger.expectAllUnchanged();
  return outcomes;
}

function tryOne(world: FuzzWorld, ledger: BalanceLedger, attempt: SwapAttempt): string {
  const { payer, instructions, expected } = attempt;
  const written = writeTransaction(payer, instructions);
  const { refused } = world.vm.send(written);
  const landed = refused === undefined;
  const destination = expected === undefined ? {} : { destination: expected.destination };
  const got = ledger.settle(written, instructions, { landed, payer, ...destination });
  if (expected !== undefined) {
    requireRule(
      landed === expected.out > 0n,
      `a right swap lands when it gives something, not ${refused}`,
    );
    requireRule(got === expected.out, `a right swap gives ${expected.out}, not ${got}`);
  }
  return refused ?? "landed";
}

function explained<T>(where: string, attempt: SwapAttempt, run: () => T): T {
  try {
    return run();
  } catch (cause) {
    const shown = attempt.instructions.map(({ accounts, data }) => ({
      accounts: accounts.map(({ address, role }) => `${address} ${role}`),
      data: Buffer.from(data).toString("hex"),
    }));
    const text = JSON.stringify({ payer: attempt.payer, instructions: shown }, null, 2);
    throw new Error(`${String(cause)} At ${where}: ${text}`, { cause });
  }
}
