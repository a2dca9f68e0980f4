/** The tape: recent fills by id, newest first. Times collide inside a millisecond; ids do not. */
import type { Trade } from "#lib/protocol/orders.ts";

const TAPE_LENGTH = 100;

/** Adds fills to the tape, each id once, and keeps the newest hundred. Returns the same array when nothing is new. */
export function mergeTrades(tape: readonly Trade[], added: readonly Trade[]): readonly Trade[] {
  const known = new Set(tape.map((trade) => trade.id));
  const fresh = added.filter((trade) => !known.has(trade.id));
  if (fresh.length === 0) return tape;
  const unique = new Map([...fresh, ...tape].map((trade) => [trade.id, trade]));
  return [...unique.values()].toSorted((a, b) => b.id - a.id).slice(0, TAPE_LENGTH);
}
