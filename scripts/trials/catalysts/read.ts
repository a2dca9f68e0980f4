/**
 * `npm run catalysts:read -- ITEMS.jsonl OUT.jsonl`: classifies each item of a file, and writes a line for each into another file.
 * It exits with 1 when a line of the file is not an item, and writes nothing then.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { READER } from "#lib/catalysts/news/reading/read-news.ts";
import { print } from "#scripts/bench/shared/report.ts";
import { classifyItem, parseItems } from "./classify-items.ts";

const [itemsFile, outFile, ...others] = process.argv.slice(2);
if (itemsFile === undefined || outFile === undefined || others.length > 0) {
  print("usage: npm run catalysts:read -- ITEMS.jsonl OUT.jsonl");
  process.exit(1);
}
try {
  const lines = parseItems(readFileSync(itemsFile, "utf8")).map(classifyItem);
  writeFileSync(outFile, `${lines.join("\n")}\n`);
  print(`${lines.length} items classified by ${READER.slice(0, 12)}`);
} catch (error) {
  print(`${itemsFile}: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
