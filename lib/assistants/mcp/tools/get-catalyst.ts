import { z } from "zod";
import { readCatalyst } from "#lib/catalysts/reads/read-catalysts.ts";
import { catalystId } from "#lib/protocol/wire/catalysts.ts";
import { PublicMove } from "#lib/protocol/wire/moves.ts";
import { instant } from "#lib/protocol/wire/values.ts";
import {
  ToolExplanation,
  toolCatalyst,
  toolEvidence,
  toolExplanation,
  toolRecord,
  UNTRUSTED,
} from "./_catalysts.ts";
import { READS } from "./_fields.ts";
import { defineTool } from "./define-tool.ts";

export const getCatalyst = defineTool({
  name: "get_catalyst",
  title: "Get Catalyst",
  description: `Returns one catalyst with its evidence, its revisions, and the price moves that it may have caused. ${UNTRUSTED}`,
  scope: "read:market",
  annotations: READS,
  input: z.strictObject({
    id: catalystId.describe("Id of the catalyst, evt_…, from list_catalysts"),
    known_at: instant
      .optional()
      .describe("Answers what was known at this time, ISO 8601; by default now"),
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
