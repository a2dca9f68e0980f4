/** Losses that must not happen under any load that the server can handle. */
import type { Options } from "./options.ts";
import type { Round } from "./round.ts";

/**
 * One sentence per loss; empty when every client got every event. Under full load only disconnected clients count
 * as lost.
 */
export function lossesOf(rounds: readonly Round[], { clients, smoke }: Options): string[] {
  return rounds.flatMap((round) => {
    const { peer, open, missed, misplaced, lostTrades, behind, events } = round;
    const losses: string[] = [];
    if (open < clients) losses.push(`${peer} kept ${open} of ${clients} clients`);
    if (events === 0) losses.push(`${peer} delivered nothing`);
    if (peer === "ours" && lostTrades > 0) losses.push(`${peer} lost ${lostTrades} fills`);
    if (!smoke) return losses;
    if (missed > 0) losses.push(`${peer} left out ${missed} best prices that other clients got`);
    if (misplaced > 0) losses.push(`${peer} sent ${misplaced} best prices out of order`);
    if (behind > 0) losses.push(`${behind} clients of ${peer} never got the newest best prices`);
    return losses;
  });
}
