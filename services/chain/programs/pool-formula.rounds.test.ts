/**
 * The pool program and the plan's formula against exact fractions, for amounts of all magnitudes,
 * in LiteSVM.
 */

import { base58 } from "@scure/base";
import { type Address, address } from "@solana/kit";
import { TOKEN_PROGRAM_ADDRESS } from "@solana-program/token";
import { describe, expect, test } from "vitest";
import { type Chance, chanceOf } from "#lib/kernel/random.testing.ts";
import { POOL_OFFSET, swapInstruction } from "#lib/protocol/solana/pool.ts";
import { outputByProduct } from "#lib/protocol/swaps/pools/fraction.testing.ts";
import { type Reserves, swapOutput } from "#lib/protocol/swaps/pools/pool-math.ts";
import { poolAccounts, tokenAccount } from "./pool-accounts.ts";
import { poolProgram } from "./pool-program.ts";
import { TOKEN_ACCOUNT } from "./runtime-layout.ts";
import { anyAmount, randomBytes, U64_MAX } from "./testing/amounts.ts";
import { writeTransaction } from "./testing/message.ts";
import { type RawOutcome, RawVm } from "./testing/raw-vm.ts";
import { HAS_VM, VM_NOTE } from "./testing/vm.ts";

const SEED = 7;
/** The deep set says ten thousand. */
const LANDED = Number(process.env.POOL_SWAPS ?? "2000");
/**
 * Each 1 bit of a quotient costs two units, so 128 of them make the most expensive swap: about
 * 4,340 units.
 */
const MAX_UNITS = 4_400n;

type Attempt = Reserves & { amountIn: bigint; minOut: bigint; feePpm: bigint };
type Amounts = { source: bigint; vaultIn: bigint; vaultOut: bigint; destination: bigint };

const newAddress = (chance: Chance): Address => address(base58.encode(randomBytes(chance, 32)));

/** A pool whose reserves and fee are set anew for each attempt. */
async function createPool(chance: Chance) {
  const [program, user] = [newAddress(chance), newAddress(chance)];
  const [mintA, mintB] = [newAddress(chance), newAddress(chance)];
  const vm = await RawVm.create();
  vm.addProgram(program, poolProgram());
  vm.fund(user, 10n ** 15n);
  const mints = { mintA, mintB };
  const empty = { feePpm: 0n, reserveA: 0n, reserveB: 0n };
  const { pool, vaultA, vaultB } = await poolAccounts({
    programAddress: program,
    ...mints,
    ...empty,
  });
  const give = (mint: Address) =>
    tokenAccount({ address: newAddress(chance), owner: user, mint, amount: 0n });
  const [userA, userB] = [give(mintA), give(mintB)];
  for (const account of [pool, vaultA, vaultB, userA, userB]) vm.put(account);
  const common = { user, pool: pool.address, tokenProgram: TOKEN_PROGRAM_ADDRESS };
  const fromA = { source: userA, vaultIn: vaultA, vaultOut: vaultB, destination: userB };
  const fromB = { source: userB, vaultIn: vaultB, vaultOut: vaultA, destination: userA };

  return (attempt: Attempt): RawOutcome & Amounts => {
    const { source, vaultIn, vaultOut, destination } = chance.is(0.5) ? fromA : fromB;
    const at = {
      source: source.address,
      vaultIn: vaultIn.address,
      vaultOut: vaultOut.address,
      destination: destination.address,
    };
    vm.setU64(pool.address, POOL_OFFSET.feePpm, attempt.feePpm);
    vm.setU64(at.source, TOKEN_ACCOUNT.amount, attempt.amountIn);
    vm.setU64(at.vaultIn, TOKEN_ACCOUNT.amount, attempt.reserveIn);
    vm.setU64(at.vaultOut, TOKEN_ACCOUNT.amount, attempt.reserveOut);
    vm.setU64(at.destination, TOKEN_ACCOUNT.amount, 0n);
    const instruction = swapInstruction(program, { ...common, ...at }, attempt);
    return {
      ...vm.send(writeTransaction(user, [instruction])),
      source: vm.amount(at.source),
      vaultIn: vm.amount(at.vaultIn),
      vaultOut: vm.amount(at.vaultOut),
      destination: vm.amount(at.destination),
    };
  };
}

function randomAttempt(chance: Chance): Attempt {
  const reserveIn = anyAmount(chance, U64_MAX - 2n) + 1n;
  const amountIn = anyAmount(chance, U64_MAX - reserveIn - 1n) + 1n;
  const reserveOut = anyAmount(chance, U64_MAX - 1n) + 1n;
  const feePpm = BigInt(
    chance.is(0.5) ? chance.pick([0, 1, 3_000, 999_999]) : chance.below(1_000_000),
  );
  return { reserveIn, reserveOut, amountIn, feePpm, minOut: 0n };
}

describe.skipIf(!HAS_VM)(`the pool program${VM_NOTE}`, () => {
  test(`lands ${LANDED} swaps that all agree with fractions (seed ${SEED})`, async () => {
    const chance = chanceOf(SEED);
    const attempt = await createPool(chance);
    let landed = 0;
    for (let round = 0; landed < LANDED; round += 1) {
      const terms = randomAttempt(chance);
      const expected = outputByProduct(terms, terms.amountIn, terms.feePpm);
      expect(swapOutput(terms, terms.amountIn, terms.feePpm)).toEqual(expected);
      const tooMuch = expected.out > 0n && round % 10 === 0 ? 1n : 0n;
      const { units, refused, ...amounts } = attempt({
        ...terms,
        minOut: expected.out + tooMuch,
      });
      const lands = expected.out > 0n && tooMuch === 0n;
      const moved = lands ? { paid: terms.amountIn, got: expected.out } : { paid: 0n, got: 0n };
      const label = `round ${round}`;
      expect(refused, label).toBe(lands ? undefined : tooMuch > 0n ? "SLIPPAGE" : "ZERO_OUTPUT");
      expect(amounts, label).toEqual({
        source: terms.amountIn - moved.paid,
        vaultIn: terms.reserveIn + moved.paid,
        vaultOut: terms.reserveOut - moved.got,
        destination: moved.got,
      });
      expect(units, label).toBeLessThanOrEqual(MAX_UNITS);
      if (lands) landed += 1;
    }
  });
});
