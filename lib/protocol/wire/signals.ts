/**
 * Signals as the app tells them (spec 3, "Webhook event types"). Times are ISO 8601; prices are exact decimals on the market's tick. A
 * signal is a statement that is measured. It places no order.
 */
import { z } from "zod";
import {
  CALENDAR_KINDS,
  SIGNAL_DIRECTIONS,
  SIGNAL_RULES,
  SIGNAL_STATES,
} from "#lib/protocol/enumerations.ts";
import { calendarId } from "./calendar.ts";
import { catalystId } from "./catalysts.ts";
import { moveId } from "./moves.ts";
import { decimal, instant } from "./values.ts";

const moment = z.iso.datetime({ precision: 3 });
const share = z.number().min(0).max(1);
const count = z.int().min(0);
export const signalId = z.string().regex(/^sig_[0-9a-f]{24}$/);
const market = z.string().regex(/^[A-Z0-9]{1,32}$/);

/** Why there is a signal, and what its conviction rests on. */
const reason = z.discriminatedUnion("code", [
  z.strictObject({
    code: z.literal("attributed_move"),
    move_id: moveId,
    catalyst_id: catalystId,
    probability: share.describe("That the catalyst caused the move"),
    size: z.number().describe("Signed fraction of the price before the move"),
  }),
  z.strictObject({
    code: z.literal("cascade"),
    move_id: moveId,
    size: z.number().describe("Signed fraction of the price before the move"),
    liquidated_share: share.nullable().describe("Of the volume of the move"),
  }),
  z.strictObject({
    code: z.literal("surprise"),
    calendar_id: calendarId,
    kind: z.enum(CALENDAR_KINDS),
    period: z.string().nullable(),
    value: z.string().describe("The number minus its forecast, an exact decimal"),
    unit: z.string().nullable(),
    z: z.number().describe("In standard deviations of earlier surprises"),
  }),
  z.strictObject({
    code: z.literal("record"),
    ended: count.describe(
      "Signals of this rule that had ended by then: simulated ones for a simulated signal, real ones for a real one",
    ),
    hits: count.describe("Those of them that gained"),
  }),
]);
export type SignalReason = z.output<typeof reason>;

export const Signal = z
  .strictObject({
    id: signalId,
    market,
    direction: z.enum(SIGNAL_DIRECTIONS),
    rule: z.enum(SIGNAL_RULES),
    horizon: z.int().min(1).describe("Minutes from `priced_at`"),
    conviction: share.describe(
      "The rule's hit rate when the signal was made, shrunk towards 0.5 with the weight of 16 trials. Simulated signals do not count for real ones",
    ),
    shadow: z
      .boolean()
      .describe("Its conviction is under 0.55: it is judged like the others, and nobody is told"),
    entry: decimal.describe("Close of the minute before it was made"),
    invalidation: decimal.describe("A minute that closes beyond it ends the signal as wrong"),
    target: decimal.describe("A minute that closes beyond it ends the signal as right"),
    reasons: z.array(reason),
    catalyst_ids: z.array(catalystId),
    move_id: moveId.nullable(),
    calendar_id: calendarId.nullable(),
    simulated: z.boolean().describe("What it follows from is simulated"),
    state: z.enum(SIGNAL_STATES),
    created_at: moment.describe("When it was made"),
    priced_at: moment.describe("End of the minute of `entry`. Only later minutes judge it"),
    expires_at: moment,
    outcome: z
      .strictObject({
        ended_at: moment.describe("End of the minute whose close ended it"),
        close: decimal,
        result: z
          .number()
          .describe("Gain in units of the risk, the distance from entry to invalidation"),
      })
      .nullable()
      .describe("Null while it is active"),
    parameters_hash: z.string().regex(/^[0-9a-f]{64}$/),
  })
  .meta({ id: "Signal" });
export type Signal = z.output<typeof Signal>;

/** `GET /api/public/signals`: the newest first. */
export const SignalListQuery = z.strictObject({
  market: market.optional(),
  state: z
    .enum([...SIGNAL_STATES, "ended"])
    .optional()
    .describe("`ended`: all but active ones"),
  rule: z.enum(SIGNAL_RULES).optional(),
  shadow: z
    .enum(["true", "false"])
    .transform((text) => text === "true")
    .optional()
    .describe("Only those in shadow, or only the others. Default: both"),
  from: instant.optional().describe("Priced then or later"),
  to: instant.optional().describe("Priced before"),
  limit: z.coerce.number().int().min(1).max(500).default(100),
  cursor: signalId.optional(),
});
export const SignalList = z.strictObject({
  judged_until: moment.nullable().describe("Minutes that ended by then were judged; null: none"),
  results: z.array(Signal),
  next: signalId.nullable().describe("Give it as `cursor` for the next page"),
});
export type SignalList = z.output<typeof SignalList>;

const figures = {
  ended: count,
  hit_rate: share.nullable().describe("Part of the ended ones with a gain"),
  mean_result: z.number().nullable().describe("Mean gain in units of the risk"),
  brier: share
    .nullable()
    .describe("Mean squared distance of the conviction from what came, 1 or 0: less is better"),
};

/** Figures are null while nothing has ended. */
export const SignalFigures = z
  .strictObject({
    rule: z.enum(SIGNAL_RULES),
    simulated: z.boolean().describe("Of signals that follow from something simulated"),
    shadow: z.boolean(),
    active: count,
    ...figures,
    baselines: z.strictObject({
      coin: z
        .strictObject({ hit_rate: share, mean_result: z.number(), brier: share })
        .describe("What a fair coin is expected to have: target and invalidation are as far away"),
      momentum: z
        .strictObject(figures)
        .describe("The direction of the hour before each signal, with the same levels and end"),
    }),
  })
  .meta({ id: "SignalFigures" });
export type SignalFigures = z.output<typeof SignalFigures>;

/** `GET /api/public/signals/record` */
export const SignalRecord = z.strictObject({
  judged_until: moment.nullable(),
  parameters_hash: z.string().regex(/^[0-9a-f]{64}$/),
  results: z
    .array(SignalFigures)
    .describe("Four rows for each rule: of real and of simulated signals, told and in shadow"),
});
export type SignalRecord = z.output<typeof SignalRecord>;
