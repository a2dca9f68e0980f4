/** `npm run -s sbom > sbom.json`: what a production install consists of, with versions, hashes and licences. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { billOfMaterials } from "./bill-of-materials.ts";

const LOCK = fileURLToPath(new URL("../../../package-lock.json", import.meta.url));

process.stdout.write(`${JSON.stringify(billOfMaterials(readFileSync(LOCK, "utf8")), null, 2)}\n`);
