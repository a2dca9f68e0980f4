/** `npm run house`: measures the code base, prints the measures and writes them to docs/house.md. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { houseDocument } from "./document.ts";
import { featureCosts, measureHouse } from "./measures.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const document = houseDocument(measureHouse(root), featureCosts(root));
writeFileSync(join(root, "docs", "house.md"), document);
console.log(document);
