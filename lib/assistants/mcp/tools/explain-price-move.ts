import { z } from "zod";
import { readMoveOf } from "#lib/catalysts/reads/read-known-move.ts";
import { PublicMove } from "#lib/protocol/wire/moves.ts";
import { ToolExplanation, toolExplanation, UNTRUSTED } from "./_catalysts.ts";
import { marketSymbol, moment, READS } from "./_fields.ts";
import { defineTool } from "./define-tool.ts";

export const explainPriceMove = defineTool({
  name: "explain_price_move",
  title: "Explain Price Move",
  description: `The last significant move of one market by a time, and why it happened as far as the known catalysts say: a verdict, a probability and the rival causes. "unexplained" is an answer: do not invent a cause. MOVE_NOT_FOUND means that nothing significant moved in the six hours before. ${UNTRUSTED}`,
  scope: "read:market",
  annotations: READS,
  input: z.strictObject({
    market: marketSymbol,
    time: moment.optional().describe("The move began by then; without it, now"),
  }),
  output: z.strictObject({
    known_at: moment,
    move: PublicMove,
    explanation: ToolExplanation.nullable().describe("Null: its cause was not looked for yet"),
  }),
  run: async ({ now }, { market, time }) => {
    const at = time === undefined ? now : Date.parse(time);
    const { known_at, move, explanation } = await readMoveOf(market, at);
    return { known_at, move, explanation: explanation && toolExplanation(explanation) };
  },
});
