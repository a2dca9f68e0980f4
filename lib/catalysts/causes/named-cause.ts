/** Decides whether an explanation names a catalyst as the cause. */
import type { MoveVerdict } from "#lib/protocol/market-knowledge.ts";

/** With any other verdict, the likeliest candidate is not the cause. */
export function isCaused(verdict: MoveVerdict): boolean {
  return verdict === "attributed" || verdict === "possible";
}
