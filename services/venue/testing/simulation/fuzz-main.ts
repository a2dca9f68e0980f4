/** `npm run fuzz -- 1000000 [seed]`: so many inputs of all kinds; ends with the first that is handled wrongly. */
import { fuzz } from "./fuzz.ts";

const [inputs = "1000000", seed = "1"] = process.argv.slice(2);
const began = performance.now();
const statuses = await fuzz(Number(inputs), Number(seed));
const seconds = Math.round((performance.now() - began) / 1_000);
for (const [status, times] of [...statuses].toSorted(([a], [b]) => a - b)) {
  process.stdout.write(`${String(times).padStart(10)}  ${status}\n`);
}
process.stdout.write(`${inputs} inputs of seed ${seed} in ${seconds} s\n`);
