/** Moves of prices as the app sends them. Times are ISO 8601. A cause is a separate part of a move: statistics find only the move. */
import { z } from "zod";
import {
  CATALYST_TYPES,
  MOVE_DIRECTIONS,
  MOVE_ENDS,
  MOVE_RULES,
  MOVE_SCOPES,
  MOVE_VERDICTS,
} from "#lib/protocol/market-knowledge.ts";
import { decimal, instant } from "./values.ts";

const moment = z.iso.datetime({ precision: 3 });
export const moveId = z.string().regex(/^mov_[0-9a-f]{24}$/);

export const PublicMove = z
  .strictObject({
    id: moveId,
    incident_id: z.string(),
    market: z.string(),
    direction: z.enum(MOVE_DIRECTIONS),
    rule: z
      .enum(MOVE_RULES)
      .describe("z: unusual for this market today. storm: large in a market with large moves"),
    scope: z.enum(MOVE_SCOPES).describe("market_wide: most markets moved the same way"),
    opened_at: moment.describe("End of the minute in which it was found"),
    onset: moment.describe("When the price began to move"),
    from_price: decimal,
    extreme_price: decimal,
    extreme_at: moment,
    ended_at: moment.nullable().describe("When it ended; null while it goes on"),
    ended_by: z.enum(MOVE_ENDS).nullable(),
    size: z.number().describe("Signed fraction of `from_price` at the extreme"),
    z: z.number().describe("Size in standard deviations of `horizon_minutes`, when it opened"),
    horizon_minutes: z.int().min(1),
    facts: z
      .strictObject({
        volume_ratio: z.number().nullable().describe("Volume as a multiple of the day's mean"),
        open_interest_change: z
          .number()
          .nullable()
          .describe("Change of open interest as a signed fraction"),
        liquidated_share: z.number().nullable().describe("Liquidations as a part of the volume"),
        cascade: z.boolean().describe("At least 30 % of the volume was liquidations"),
        funding_flip: z.boolean().describe("The funding rate changed its sign"),
      })
      .describe("What else happened in the market; null: not observed"),
    revision: z.int().min(1).describe("Number of this revision"),
    parameters_hash: z.string().regex(/^[0-9a-f]{64}$/),
  })
  .meta({ id: "Move" });
export type PublicMove = z.output<typeof PublicMove>;

export const MoveListQuery = z
  .strictObject({
    market: z
      .string()
      .min(1, "it is empty")
      .max(32)
      .regex(/^\P{Cc}*$/u, "it has control characters")
      .optional(),
    from: instant.optional().describe("Start: opened at this time or later"),
    to: instant.optional().describe("End: opened before"),
    limit: z.coerce.number().int().min(1).max(500).default(100),
    cursor: moveId.optional(),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || isBefore(from, to), {
    path: ["from"],
    error: "it does not lie before to",
  });

/** What the service says of why a price moved, in short. */
export const MoveCause = z
  .strictObject({
    verdict: z.enum(MOVE_VERDICTS),
    probability: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe("Probability of the catalyst; null: none is named"),
    catalyst_id: z
      .string()
      .regex(/^evt_[0-9a-f]{24}$/)
      .nullable()
      .describe("The cause; null: the verdict is neither `attributed` nor `possible`"),
    headline: z.string().max(500).nullable(),
    type: z.enum(CATALYST_TYPES).nullable(),
  })
  .meta({ id: "MoveCause" });
export type MoveCause = z.output<typeof MoveCause>;

export const ListedMove = PublicMove.extend({
  cause: MoveCause.nullable(),
}).meta({ id: "ListedMove" });
export type ListedMove = z.output<typeof ListedMove>;

export const MoveList = z.strictObject({
  results: z.array(ListedMove),
  next: moveId.nullable(),
});
export type MoveList = z.output<typeof MoveList>;

function isBefore(from: string, to: string): boolean {
  return Date.parse(from) < Date.parse(to);
}
