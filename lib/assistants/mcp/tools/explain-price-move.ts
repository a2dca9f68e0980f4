import { z } from "zod";
import { readMarketMove } from "#lib/catalysts/reads/read-known-move.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { Market } from "#lib/protocol/wire/market.ts";
import { PublicMove } from "#lib/protocol/wire/moves.ts";
import { instant } from "#lib/protocol/wire/values.ts";
import { marketData } from "#lib/trading/market-data/market-hub.ts";
import { ToolExplanation, toolExplanation, UNTRUSTED } from "./_catalysts.ts";
import { marketSymbol, moment, READS, timeOf } from "./_fields.ts";
import { defineTool } from "./define-tool.ts";

export const explainPriceMove = defineTool({
  name: "explain_price_move",
  title: "Explain Price Move",
  description: `Explains why the price of one market moved: the last significant move, a verdict, a probability and the rival causes. Use it for "why did … move". "unexplained" is a valid answer: do not invent a cause. move null: nothing significant moved in the six hours before time. ${UNTRUSTED}`,
  scope: "read:market",
  annotations: READS,
  input: z.strictObject({
    market: marketSymbol,
    time: instant
      .optional()
      .describe("Finds the last move that began by this time, ISO 8601; by default now"),
  }),
  output: z.strictObject({
    known_at: moment,
    move: PublicMove.nullable().describe("Null: no significant move in the six hours before time"),
    explanation: ToolExplanation.nullable().describe("Null: not made yet, or no move"),
  }),
  run: async ({ now }, { market, time }) => {
    const at = time === undefined ? now : Date.parse(time);
    try {
      const { known_at, move, explanation } = await readMarketMove(market, at);
      return { known_at, move, explanation: explanation && toolExplanation(explanation) };
    } catch (thrown) {
      const isQuiet = thrown instanceof ServiceError && thrown.code === "MOVE_NOT_FOUND";
      if (!isQuiet) throw thrown;
      // Quiet is an answer, unless there is no such market.
      await requireListed(market);
      return { known_at: timeOf(now), move: null, explanation: null };
    }
  },
});

/** While the venue cannot be asked, the market is taken as it was given. @throws MARKET_NOT_FOUND */
async function requireListed(market: string): Promise<void> {
  const listed = await readListed();
  if (listed?.every(({ symbol }) => symbol !== market)) {
    throw new ServiceError("MARKET_NOT_FOUND", { market });
  }
}

async function readListed(): Promise<readonly Market[] | undefined> {
  try {
    return await marketData().markets();
  } catch {
    return undefined;
  }
}
