/** Drawings as a file, and the reading of one, which may come from anywhere. */
import { isRecord } from "#lib/protocol/is-record.ts";
import { type Drawing, MAX_DRAWINGS, parseDrawing } from "./drawing.ts";

const FORMAT = "svc-drawings";
const VERSION = 1;
/** Far more than the largest file that is written here. */
export const MAX_FILE_BYTES = 1_000_000;

/** Why a file is refused; `at` counts drawings from 1. */
export type FileProblem =
  | { problem: "notJson" | "notDrawings" | "otherVersion" | "tooLarge" | "tooMany" | "empty" }
  | { problem: "otherMarket"; market: string }
  | { problem: "badDrawing"; at: number };

export function writeFile(market: string, drawings: readonly Drawing[]): string {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, market, drawings }, null, 2)}\n`;
}

/** All drawings of a file, or why there are none: a file is taken as a whole or not at all. */
export function readFile(text: string, market: string): readonly Drawing[] | FileProblem {
  if (text.length > MAX_FILE_BYTES) return { problem: "tooLarge" };
  const file = parsed(text);
  if (file === undefined) return { problem: "notJson" };
  if (!isRecord(file) || file["format"] !== FORMAT || !Array.isArray(file["drawings"]))
    return { problem: "notDrawings" };
  if (file["version"] !== VERSION) return { problem: "otherVersion" };
  if (file["market"] !== market)
    return { problem: "otherMarket", market: String(file["market"]).slice(0, 20) };
  const stored: readonly unknown[] = file["drawings"];
  if (stored.length === 0) return { problem: "empty" };
  if (stored.length > MAX_DRAWINGS) return { problem: "tooMany" };
  const drawings = stored.map(parseDrawing);
  const bad = drawings.indexOf(undefined);
  return bad < 0 ? drawings.flatMap((one) => one ?? []) : { problem: "badDrawing", at: bad + 1 };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
