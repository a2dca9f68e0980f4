/**
 * Random instructions to the pool program. The product of reserves never falls and each mint's
 * supply stays. Only the source, the destination and two vaults change, and a failed transaction
 * changes nothing. `npm run fuzz:pool` tries more.
 */
import { describe, expect, test } from "vitest";
import { POOL_ERROR } from "#lib/protocol/solana/pool.ts";
import { fuzzPool } from "./fuzz.ts";
import { HAS_VM, VM_NOTE } from "./vm.ts";

const SEED = 1;
/** This error needs more tokens than a supply can have. `pool-refusals.test.ts` makes them up. */
const UNREACHABLE = ["OVERFLOW"];

describe.skipIf(!HAS_VM)(`the pool program${VM_NOTE}`, () => {
  test(`keeps all value in 5,000 random instructions (seed ${SEED})`, async () => {
    const outcomes = await fuzzPool(5_000, SEED);
    expect(outcomes.get("landed")).toBeGreaterThan(800);
    for (const error of Object.keys(POOL_ERROR).filter((name) => !UNREACHABLE.includes(name))) {
      expect(outcomes.get(error), error).toBeGreaterThan(0);
    }
  });
});
