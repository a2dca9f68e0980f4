/**
 * `npm run house`: measures the code base, prints the measures and writes them to docs/house.md.
 * `npm run house -- sample [SEED]`: prints sentences from screens, documents and comments, drawn by chance.
 */

import { randomInt } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "#scripts/dev/root.ts";
import { houseDocument } from "./document.ts";
import { featureCosts, measureHouse } from "./measures.ts";
import { sampleDocument } from "./sample.ts";

const MAX_SEED = 1_000_000;

const [command, seed = String(randomInt(MAX_SEED))] = process.argv.slice(2);

if (command === "sample" && /^\d{1,9}$/.test(seed)) {
  console.log(sampleDocument(root, Number(seed)));
} else if (command === undefined) {
  const document = houseDocument(measureHouse(root), featureCosts(root));
  writeFileSync(join(root, "docs", "house.md"), document);
  console.log(document);
} else {
  console.error("npm run house, or npm run house -- sample [SEED], where SEED is a number.");
  process.exitCode = 1;
}
