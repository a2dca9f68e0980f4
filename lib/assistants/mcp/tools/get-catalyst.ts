import { z } from "zod";
import { readCatalyst } from "#lib/catalysts/reads/read-catalysts.ts";
import { catalystId } from "#lib/protocol/wire/catalysts.ts";
import { PublicMove } from "#lib/protocol/wire/moves.ts";
import {
  ToolExplanation,
  toolCatalyst,
  toolEvidence,
  toolExplanation,
  toolRecord,
  UNTRUSTED,
} from "./_catalysts.ts";
import { moment, READS } from "./_fields.ts";
import { defineTool } from "./define-tool.ts";

export const getCatalyst = defineTool({
  name: "get_catalyst",
  title: "Get Catalyst",
  description: `One catalyst with its evidence, every revision of what was said of it, and the moves of prices of which it may be the cause. ${UNTRUSTED}`,
  scope: "read:market",
  annotations: READS,
  input: z.strictObject({
    id: catalystId.describe("evt_…; list_catalysts gives it"),
    known_at: moment.optional().describe("The answer is what the service would have said then"),
  }),
  output: z.strictObject({
    ...toolRecord,
    moves: z.array(z.strictObject({ move: PublicMove, explanation: ToolExplanation.nullable() })),
  }),
  run: async (_context, { id, known_at }) => {
    const record = await readCatalyst({ input: { params: { id }, query: { known_at } } });
    return {
      known_at: record.known_at,
      catalyst: toolCatalyst(record.event),
      revisions: record.revisions,
      evidence: record.evidence.map(toolEvidence),
      moves: record.moves.map(({ move, explanation }) => ({
        move,
        explanation: explanation && toolExplanation(explanation),
      })),
    };
  },
});
