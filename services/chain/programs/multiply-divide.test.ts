/** The product of 128 bits and its division, run in LiteSVM, against bigint. */

import { base58 } from "@scure/base";
import { describe, expect, test } from "vitest";
import { chanceOf } from "#lib/kernel/random.testing.ts";
import { BorshWriter } from "#lib/protocol/signing/borsh.ts";
import { Assembler } from "./assembler.ts";
import { elfFile } from "./elf.ts";
import { appendMultiplyDivide } from "./multiply-divide.ts";
import { anyAmount, randomBytes, U64_MAX } from "./testing/amounts.ts";
import { writeTransaction } from "./testing/message.ts";
import { RawVm } from "./testing/raw-vm.ts";
import { HAS_VM, VM_NOTE } from "./testing/vm.ts";

const SEED = 41;
/** In the input of an instruction without accounts, the data begins after two lengths. */
const DATA = 16;

/** Returns 0 when `data[0] × data[1] / data[2]` is `data[3]` with the remainder `data[4]`, and else 1. */
function checkingProgram(): Uint8Array {
  const a = new Assembler();
  a.move("r6", "r1")
    .load64("r1", "r6", DATA)
    .load64("r2", "r6", DATA + 8);
  a.load64("r3", "r6", DATA + 16).call("function");
  a.load64("r2", "r6", DATA + 24).jumpIf("r0", "!=", "r2", "wrong");
  a.load64("r2", "r6", DATA + 32).jumpIf("r1", "!=", "r2", "wrong");
  a.move("r0", 0).exit();
  a.label("wrong").move("r0", 2_000).exit();
  appendMultiplyDivide(a, "function");
  return elfFile(a.assemble());
}

describe.skipIf(!HAS_VM)(`multiply and divide${VM_NOTE}`, () => {
  test(`answers as bigint does, 5,000 times (seed ${SEED})`, async () => {
    const chance = chanceOf(SEED);
    const [program, payer] = [
      base58.encode(randomBytes(chance, 32)),
      base58.encode(randomBytes(chance, 32)),
    ];
    const vm = await RawVm.create();
    vm.addProgram(program, checkingProgram());
    vm.fund(payer, 10n ** 12n);
    const ask = (...figures: bigint[]): string | undefined => {
      const data = figures.reduce((writer, each) => writer.u64(each), new BorshWriter()).finish();
      const instruction = { programAddress: program, accounts: [], data };
      return vm.send(writeTransaction(payer, [instruction])).refused;
    };
    for (let round = 0; round < 5_000; round += 1) {
      const divisor = anyAmount(chance, U64_MAX - 1n) + 1n;
      const one = anyAmount(chance, divisor - 1n);
      const other = anyAmount(chance, U64_MAX);
      for (const [left, right] of [
        [one, other],
        [other, one],
      ] as const) {
        const [quotient, rest] = [(left * right) / divisor, (left * right) % divisor];
        expect(
          ask(left, right, divisor, quotient, rest),
          `${left} × ${right} / ${divisor}`,
        ).toBeUndefined();
      }
    }
    expect(ask(7n, 5n, 9n, 3n, 7n)).toBe("custom error 2000");
  });
});
