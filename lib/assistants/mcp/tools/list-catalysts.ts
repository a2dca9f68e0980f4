import { z } from "zod";
import { listCatalysts as readList } from "#lib/catalysts/reads/read-catalysts.ts";
import { CATALYST_TYPES } from "#lib/protocol/market-knowledge.ts";
import { CatalystListQuery } from "#lib/protocol/wire/catalysts.ts";
import { instant } from "#lib/protocol/wire/values.ts";
import { ToolCatalyst, toolCatalyst, UNTRUSTED } from "./_catalysts.ts";
import { assetSymbol, moment, READS } from "./_fields.ts";
import { defineTool } from "./define-tool.ts";

const MOST = 100;

export const listCatalysts = defineTool({
  name: "list_catalysts",
  title: "List Catalysts",
  description: `Lists events that can move prices (listings, regulation, hacks, macro figures, partnerships, unlocks), the newest first, with magnitude, sentiment and sources. To explain one price move use explain_price_move. ${UNTRUSTED}`,
  scope: "read:market",
  annotations: READS,
  input: z.strictObject({
    asset: assetSymbol.optional().describe("Only about this asset, by symbol, such as BTC"),
    type: z.enum(CATALYST_TYPES).optional().describe("Only of this type"),
    min_magnitude: z
      .int()
      .min(1)
      .max(5)
      .optional()
      .describe("Only of this magnitude or more, 1 to 5"),
    known_at: instant
      .optional()
      .describe("Answers what was known at this time, ISO 8601; by default now"),
    limit: z.int().min(1).max(MOST).default(20).describe("Most catalysts of a page"),
    cursor: z.string().max(200).optional().describe("The next of the page before"),
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
