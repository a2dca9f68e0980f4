/** Moves of prices as the app tells them. Times are ISO 8601. A cause is told beside a move: statistics find only the move. */
import { z } from "zod";
import {
  CATALYST_TYPES,
  MOVE_DIRECTIONS,
  MOVE_ENDS,
  MOVE_RULES,
  MOVE_SCOPES,
  MOVE_VERDICTS,
} from "#lib/protocol/enumerations.ts";
import { decimal, instant } from "./values.ts";

const moment = z.iso.datetime({ precision: 3 });
export const moveId = z.string().regex(/^mov_[0-9a-f]{24}$/);

export const PublicMove = z
  .strictObject({
    id: moveId,
    incident_id: z.string().describe("The same for moves of a market that are one incident"),
    market: z.string(),
    direction: z.enum(MOVE_DIRECTIONS),
    rule: z.enum(MOVE_RULES).describe("Which rule opened it"),
    scope: z.enum(MOVE_SCOPES).describe("`market_wide`: most markets moved the same way"),
    opened_at: moment.describe("End of the minute at which it could first be known"),
    onset: moment.describe("When the price left its start"),
    from_price: decimal,
    extreme_price: decimal,
    extreme_at: moment,
    ended_at: moment.nullable().describe("Null while it goes on"),
    ended_by: z.enum(MOVE_ENDS).nullable(),
    size: z.number().describe("Signed fraction of `from_price` at the extreme"),
    z: z.number().describe("In standard deviations of `horizon_minutes`, when it opened"),
    horizon_minutes: z.int().min(1),
    facts: z
      .strictObject({
        volume_ratio: z.number().nullable().describe("A multiple of the mean volume of the day"),
        open_interest_change: z.number().nullable().describe("A signed fraction"),
        liquidated_share: z.number().nullable().describe("Of the volume"),
        cascade: z.boolean().describe("At least 30 % of the volume was liquidations"),
        funding_flip: z.boolean().describe("The funding rate changed its sign"),
      })
      .describe("What happened beside the price; null: not observed"),
    revision: z.int().min(1).describe("How often it has been told, with this one"),
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
    from: instant.optional().describe("Opened then or later"),
    to: instant.optional().describe("Opened before"),
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
    probability: z.number().min(0).max(1).nullable().describe("Of the catalyst"),
    catalyst_id: z
      .string()
      .regex(/^evt_[0-9a-f]{24}$/)
      .nullable()
      .describe("The likeliest one; null: there is none"),
    headline: z.string().max(500).nullable().describe("Of the catalyst, written by its source"),
    type: z.enum(CATALYST_TYPES).nullable().describe("Of the catalyst"),
  })
  .meta({ id: "MoveCause" });
export type MoveCause = z.output<typeof MoveCause>;

export const ListedMove = PublicMove.extend({
  cause: MoveCause.nullable().describe("Null: it was not looked for yet"),
}).meta({ id: "ListedMove" });
export type ListedMove = z.output<typeof ListedMove>;

export const MoveList = z.strictObject({
  results: z.array(ListedMove),
  next: moveId.nullable().describe("Give it as `cursor` for the next page"),
});
export type MoveList = z.output<typeof MoveList>;

function isBefore(from: string, to: string): boolean {
  return Date.parse(from) < Date.parse(to);
}
