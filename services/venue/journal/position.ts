/** A place in the journal: the last block that was read, and where the next one goes. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { GENESIS_HASH } from "./block.ts";

export type JournalPosition = {
  /** The height of the last block; 0 before the first. */
  height: number;
  /** Lowercase hex SHA-256 of that block. */
  hash: string;
  /** The engine's hash after it. */
  stateHash: string;
  /** Sequence number of its last command. */
  seq: number;
  /** 0 for a row of a table, which begins and ends at its height. */
  segment: number;
  /** Bytes of the segment at which that block begins and ends. */
  start: number;
  end: number;
};

export const JOURNAL_START: JournalPosition = {
  height: 0,
  hash: GENESIS_HASH,
  stateHash: GENESIS_HASH,
  seq: 0,
  segment: 1,
  start: 0,
  end: 0,
};

export function segmentPath(folder: string, segment: number): string {
  return join(folder, `${String(segment).padStart(8, "0")}.journal`);
}

/** @throws Error when one is missing between the first and the last. */
export function segmentNumbers(folder: string): number[] {
  const numbers = readdirSync(folder)
    .map((name) => /^(\d{8})\.journal$/.exec(name)?.[1])
    .filter((digits) => digits !== undefined)
    .map(Number)
    .toSorted((a, b) => a - b);
  for (const [index, number] of numbers.entries()) {
    if (number !== index + 1) throw new Error(`${folder}: segment ${index + 1} is missing`);
  }
  return numbers;
}
