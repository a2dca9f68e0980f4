/**
 * `npm run catalysts:read -- ITEMS.jsonl OUT.jsonl [--cards 20 --seed 1]`: classifies each item of a file, and writes a line for
 * each into another file. Items with labels are judged. `--cards` prints what the cards of some events would say. It exits with
 * 1 when a line of the file is not an item, and writes nothing then.
 */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { cardText } from "#lib/catalysts/highlights/card-text.ts";
import { isShownByHeadline, READER } from "#lib/catalysts/news/reading/read-news.ts";
import { print, row } from "#scripts/bench/shared/report.ts";
import { type Classified, classifyItem, type Item, parseItems } from "./classify-items.ts";
import { interval, type Judgement, judge, type Share } from "./judge-items.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    cards: { type: "string", default: "0" },
    seed: { type: "string", default: "1" },
  },
});
const [itemsFile, outFile, ...others] = positionals;
if (itemsFile === undefined || outFile === undefined || others.length > 0) {
  print("usage: npm run catalysts:read -- ITEMS.jsonl OUT.jsonl [--cards 20 --seed 1]");
  process.exit(1);
}
try {
  const items = parseItems(readFileSync(itemsFile, "utf8"));
  const read = items.map(classifyItem);
  writeFileSync(outFile, `${read.map((one) => JSON.stringify(one)).join("\n")}\n`);
  print(`${read.length} items classified by ${READER.slice(0, 12)}`);
  const judgement = judge(items, read);
  if (judgement !== undefined) printJudgement(judgement);
  printCards(items, read);
} catch (error) {
  print(`${itemsFile}: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}

function printJudgement({ judged, types, events, direction, assets }: Judgement): void {
  print(`${judged} items with a certain label; 95 % intervals by Wilson`);
  row("", "precision", "recall");
  for (const [type, { precision, recall }] of Object.entries(types)) {
    row(type, shown(precision), shown(recall));
  }
  row("an event, type right", shown(events.precision), shown(events.recall));
  row("direction, of events found", shown(direction));
  row("assets, of events found", shown(assets.precision), shown(assets.recall));
}

function shown(share: Share): string {
  const bounds = interval(share);
  if (bounds === undefined) return "- (0)";
  const [from, to] = bounds.map((bound) => bound.toFixed(2));
  return `${(share.hits / share.all).toFixed(2)} (${from}-${to}, ${share.all})`;
}

/** Events in an order that only the seed decides. */
function printCards(items: readonly Item[], read: readonly Classified[]): void {
  const orderOf = ({ id }: Classified) =>
    createHash("sha256").update(`${values.seed} ${id}`).digest("hex");
  const cards = read.flatMap((one, index) => {
    const { title = "" } = items[index] ?? {};
    const isCard = one.type !== "none" && isShownByHeadline(title, one.type);
    return isCard ? [{ one, title, order: orderOf(one) }] : [];
  });
  cards.sort((first, second) => (first.order < second.order ? -1 : 1));
  for (const { one, title } of cards.slice(0, Number(values.cards))) {
    print(`${textOf(one)}\n    ${title}`);
  }
}

function textOf({ type, direction, assets }: Classified): string {
  if (type === "none") return "";
  const sentiment = { direction: direction ?? "neutral", confidence: 1 } as const;
  const event = { type, status: "confirmed", sentiment, assets, related_assets: [], magnitude: 3 };
  return cardText({ ...event, status: "confirmed" }, "en");
}
