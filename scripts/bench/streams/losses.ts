/** What must never happen under any load that the server keeps up with. */
import type { Options } from "./options.ts";
import type { Round } from "./round.ts";

/** A client whose batch is on the way at the end of a window may be this many messages of one kind behind. */
const ON_THE_WAY = 2;

/** In words; empty when every client got every event. Under full load only clients that are gone count as lost. */
export function lossesOf(rounds: readonly Round[], { clients, smoke }: Options): string[] {
  return rounds.flatMap((round) => {
    const { peer, open, gaps, lostTrades, behind, events } = round;
    const losses: string[] = [];
    if (open < clients) losses.push(`${peer} kept ${open} of ${clients} clients`);
    if (events === 0) losses.push(`${peer} delivered nothing`);
    if (peer === "ours" && lostTrades > 0) losses.push(`${peer} lost ${lostTrades} fills`);
    if (!smoke) return losses;
    if (gaps > 0) losses.push(`${peer} left ${gaps} gaps in the best prices`);
    if (behind > ON_THE_WAY) losses.push(`a client of ${peer} is ${behind} messages behind`);
    return losses;
  });
}
