import { z } from "zod";
import { readMarketMove } from "#lib/catalysts/reads/read-known-move.ts";
import { PublicMove } from "#lib/protocol/wire/moves.ts";
import { instant } from "#lib/protocol/wire/values.ts";
import { ToolExplanation, toolExplanation, UNTRUSTED } from "./_catalysts.ts";
import { marketSymbol, moment, READS } from "./_fields.ts";
import { defineTool } from "./define-tool.ts";

export const explainPriceMove = defineTool({
  name: "explain_price_move",
  title: "Explain Price Move",
  description: `Explains why the price of one market moved: the last significant move, a verdict, a probability and the rival causes. Use it for "why did … move". "unexplained" is a valid answer: do not invent a cause. MOVE_NOT_FOUND: no significant move in the six hours before. ${UNTRUSTED}`,
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
    move: PublicMove,
    explanation: ToolExplanation.nullable().describe("Null: not made yet"),
  }),
  run: async ({ now }, { market, time }) => {
    const at = time === undefined ? now : Date.parse(time);
    const { known_at, move, explanation } = await readMarketMove(market, at);
    return { known_at, move, explanation: explanation && toolExplanation(explanation) };
  },
});
