/**
 * `npm run fuzz:pool -- 100000 [seed]`: sends this many random instructions, and stops at the first
 * that breaks a rule.
 */
import { fuzzPool } from "./fuzz.ts";

const [instructions = "100000", seed = "1"] = process.argv.slice(2);
const began = performance.now();
const outcomes = await fuzzPool(Number(instructions), Number(seed));
const seconds = Math.round((performance.now() - began) / 1_000);
for (const [outcome, times] of [...outcomes].toSorted(([, a], [, b]) => b - a)) {
  process.stdout.write(`${String(times).padStart(10)}  ${outcome}\n`);
}
process.stdout.write(`${instructions} instructions of seed ${seed} in ${seconds} s\n`);
