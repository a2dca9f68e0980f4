/**
 * Multiplies two u64 and divides the 128-bit product by a third. sBPF version 0 has no instruction
 * for that.
 */
import type { Assembler } from "./assembler.ts";

const HALF_BITS = 32;
const LOWER_HALF = 0xffff_ffffn;
const TOP_BIT = 63;

/**
 * Appends a function: `r0 = floor(r1 × r2 / r3)`, `r1` = the remainder.
 * The caller makes sure that the quotient is below 2^64 and `r3` is not zero.
 */
export function appendMultiplyDivide(a: Assembler, name: string): void {
  a.label(name);
  multiply(a);
  divide(a, name);
  a.exit();
}

/** The product of r1 and r2: its upper 64 bits to r4, its lower 64 bits to r0. Leaves r3 alone. */
function multiply(a: Assembler): void {
  a.constant("r5", LOWER_HALF);
  a.move("r6", "r1").and("r6", "r5").move("r7", "r1").shiftRight("r7", HALF_BITS);
  a.move("r8", "r2").and("r8", "r5").move("r9", "r2").shiftRight("r9", HALF_BITS);
  // Four products of halves: low × low, low × high, high × low, high × high.
  a.move("r0", "r6").multiply("r0", "r8");
  a.move("r1", "r6").multiply("r1", "r9");
  a.move("r2", "r7").multiply("r2", "r8");
  a.move("r4", "r7").multiply("r4", "r9");
  // r6 = the second half of the product. It has at most 34 bits, and the upper ones are carried.
  a.move("r6", "r0").shiftRight("r6", HALF_BITS);
  a.move("r7", "r1").and("r7", "r5").add("r6", "r7");
  a.move("r7", "r2").and("r7", "r5").add("r6", "r7");
  a.shiftRight("r1", HALF_BITS).add("r4", "r1");
  a.shiftRight("r2", HALF_BITS).add("r4", "r2");
  a.move("r7", "r6").shiftRight("r7", HALF_BITS).add("r4", "r7");
  a.and("r0", "r5").shiftLeft("r6", HALF_BITS).or("r0", "r6");
}

/**
 * Long division, bit by bit: r4 is the remainder. r0 holds the remaining bits, and the quotient's
 * bits enter from below. The remainder stays below the divisor r3. Doubled it exceeds 64 bits by at
 * most one, which r1 holds.
 */
function divide(a: Assembler, name: string): void {
  const [next, subtract, skip] = [`${name}: bit`, `${name}: subtract`, `${name}: skip`];
  a.move("r5", 64);
  a.label(next);
  a.move("r1", "r4").shiftRight("r1", TOP_BIT);
  a.move("r2", "r0").shiftRight("r2", TOP_BIT);
  a.shiftLeft("r4", 1).or("r4", "r2").shiftLeft("r0", 1);
  a.jumpIf("r1", "!=", 0, subtract).jumpIf("r4", "<", "r3", skip);
  a.label(subtract).subtract("r4", "r3").or("r0", 1);
  a.label(skip).subtract("r5", 1).jumpIf("r5", "!=", 0, next);
  a.move("r1", "r4");
}
