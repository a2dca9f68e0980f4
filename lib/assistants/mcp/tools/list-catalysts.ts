import { z } from "zod";
import { listCatalysts as readList } from "#lib/catalysts/reads/read-catalysts.ts";
import { CATALYST_TYPES } from "#lib/protocol/enumerations.ts";
import { CatalystListQuery } from "#lib/protocol/wire/catalysts.ts";
import { ToolCatalyst, toolCatalyst, UNTRUSTED } from "./_catalysts.ts";
import { moment, READS } from "./_fields.ts";
import { defineTool } from "./define-tool.ts";

const MOST = 100;

export const listCatalysts = defineTool({
  name: "list_catalysts",
  title: "List Catalysts",
  description: `What happened in the world that can move prices (listings, regulation, hacks, macro figures, partnerships, unlocks), the newest first, with magnitude, sentiment and sources. ${UNTRUSTED}`,
  scope: "read:market",
  annotations: READS,
  input: z.strictObject({
    asset: z
      .string()
      .regex(/^[A-Z0-9]{2,12}$/)
      .optional()
      .describe("Symbol of an asset, such as BTC"),
    type: z.enum(CATALYST_TYPES).optional(),
    min_magnitude: z.int().min(1).max(5).optional(),
    known_at: moment.optional().describe("The answer is what the service would have said then"),
    limit: z.int().min(1).max(MOST).default(20),
    cursor: z.string().max(200).optional().describe("next of the page before"),
  }),
  output: z.strictObject({
    known_at: moment,
    catalysts: z.array(ToolCatalyst),
    next: z.string().nullable(),
  }),
  run: async (_context, args) => {
    const query = CatalystListQuery.parse(args);
    const { known_at, results, next } = await readList({ input: { query } });
    return { known_at, catalysts: results.map(toolCatalyst), next };
  },
});
