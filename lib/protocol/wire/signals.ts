/**
 * Signals as the app publishes them (docs/api/signals.md). Times are ISO 8601; prices are exact decimals on the market's tick. A
 * signal is a statement that is measured. It places no order.
 */
import { z } from "zod";
import {
  CALENDAR_KINDS,
  SIGNAL_DIRECTIONS,
  SIGNAL_RULES,
  SIGNAL_STATES,
} from "#lib/protocol/market-knowledge.ts";
import { calendarId } from "./calendar.ts";
import { catalystId } from "./catalysts.ts";
import { moveId } from "./moves.ts";
import { decimal, instant } from "./values.ts";

const moment = z.iso.datetime({ precision: 3 });
const share = z.number().min(0).max(1);
const count = z.int().min(0);
export const signalId = z
  .string()
  .regex(/^sig_[0-9a-f]{24}$/, "must be the id of a signal, sig_ and 24 hex characters");
const market = z.string().regex(/^[A-Z0-9]{1,32}$/);

/** Why there is a signal, and what its conviction rests on, by its code. */
export const SIGNAL_REASONS = {
  attributed_move: z.strictObject({
    code: z.literal("attributed_move"),
    move_id: moveId,
    catalyst_id: catalystId,
    probability: share.describe("Probability that the catalyst caused the move"),
    size: z.number().describe("Signed fraction of the price before the move"),
  }),
  cascade: z.strictObject({
    code: z.literal("cascade"),
    move_id: moveId,
    size: z.number().describe("Signed fraction of the price before the move"),
    liquidated_share: share.nullable().describe("Liquidations as a part of the move's volume"),
  }),
  surprise: z.strictObject({
    code: z.literal("surprise"),
    calendar_id: calendarId,
    kind: z.enum(CALENDAR_KINDS),
    period: z.string().nullable(),
    value: z.string().describe("Number minus forecast, an exact decimal"),
    unit: z.string().nullable(),
    z: z.number().describe("Surprise in standard deviations of earlier ones"),
  }),
  record: z.strictObject({
    code: z.literal("record"),
    ended: count.describe(
      "Signals of this rule that had ended by then: simulated ones for a simulated signal, real ones for a real one",
    ),
    hits: count.describe("Of these, signals with a gain"),
  }),
};
const reason = z.discriminatedUnion("code", [
  SIGNAL_REASONS.attributed_move,
  SIGNAL_REASONS.cascade,
  SIGNAL_REASONS.surprise,
  SIGNAL_REASONS.record,
]);
export type SignalReason = z.output<typeof reason>;

export const Signal = z
  .strictObject({
    id: signalId,
    market,
    direction: z.enum(SIGNAL_DIRECTIONS),
    rule: z.enum(SIGNAL_RULES),
    horizon: z.int().min(1).describe("Life in minutes from `priced_at`"),
    conviction: share.describe(
      "(hits + 8) / (ended + 16) of the rule when the signal was made. Simulated signals do not count for real ones",
    ),
    shadow: z
      .boolean()
      .describe(
        "Its rule is still being measured: fewer than 30 of its signals had ended, or the 95% lower bound of its hit rate (Wilson) was not above 0.5. It is judged like the others, but never sent to webhooks",
      ),
    entry: decimal.describe("Close of the minute before the signal"),
    invalidation: decimal.describe("A minute that closes beyond it ends the signal as a miss"),
    target: decimal.describe("A minute that closes beyond it ends the signal as a hit"),
    reasons: z.array(reason),
    catalyst_ids: z.array(catalystId),
    move_id: moveId.nullable(),
    calendar_id: calendarId.nullable(),
    simulated: z.boolean().describe("It follows from simulated data"),
    state: z.enum(SIGNAL_STATES),
    created_at: moment,
    priced_at: moment.describe("End of the minute of `entry`; only later minutes count"),
    expires_at: moment,
    outcome: z
      .strictObject({
        ended_at: moment.describe("End of the minute that ended it"),
        close: decimal,
        result: z
          .number()
          .describe("Gain in units of the risk, the distance from entry to invalidation"),
      })
      .nullable()
      .describe("How it ended; null while it is active"),
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
    .describe("Only signals in this state; `ended`: all but active ones"),
  rule: z.enum(SIGNAL_RULES).optional(),
  shadow: z
    .enum(["true", "false"])
    .transform((text) => text === "true")
    .optional()
    .describe("true: only signals in shadow. false: only the others. Default: both"),
  from: instant.optional().describe("Start: priced at this time or later"),
  to: instant.optional().describe("End: priced before"),
  limit: z.coerce.number().int().min(1).max(500).default(100),
  cursor: signalId.optional(),
});
export const SignalList = z.strictObject({
  judged_until: moment.nullable().describe("Minutes that ended by then were judged; null: none"),
  results: z.array(Signal),
  next: signalId.nullable(),
});
export type SignalList = z.output<typeof SignalList>;

const figures = {
  ended: count,
  hit_rate: share.nullable().describe("Part of the ended signals with a gain"),
  mean_result: z.number().nullable().describe("Mean gain in units of the risk"),
  brier: share
    .nullable()
    .describe("Mean squared distance of the conviction from the result, 1 or 0; less is better"),
};

/** Convictions of five hundredths, beside what came true. */
const CalibrationBin = z.strictObject({
  from: share.describe("Lowest conviction of the bin"),
  to: share.describe("End of the bin; the last one includes it"),
  conviction: share.describe("Mean conviction of its signals"),
  ended: z.int().min(1).describe("Ended signals with such a conviction"),
  hits: count.describe("Of these, signals with a gain"),
});
export type CalibrationBin = z.output<typeof CalibrationBin>;

const CurvePoint = z.strictObject({
  ended_at: moment.describe("End of the minute that ended the signal"),
  total: z.number().describe("Sum of all results until then, in units of the risk"),
});
export type CurvePoint = z.output<typeof CurvePoint>;

/** The most points of a curve. */
export const MAX_CURVE = 200;

/** Figures are null while nothing has ended. */
export const SignalFigures = z
  .strictObject({
    rule: z.enum(SIGNAL_RULES),
    simulated: z.boolean().describe("Signals that follow from simulated data"),
    shadow: z.boolean(),
    active: count,
    ...figures,
    baselines: z.strictObject({
      coin: z
        .strictObject({ hit_rate: share, mean_result: z.number(), brier: share })
        .describe("What a fair coin is expected to have; target and invalidation are equally far"),
      momentum: z
        .strictObject(figures)
        .describe("The direction of the hour before each signal, with the same levels and end"),
    }),
    calibration: z
      .array(CalibrationBin)
      .describe("Stated conviction against what came true, the lowest first; no empty bins"),
    curve: z
      .array(CurvePoint)
      .max(MAX_CURVE)
      .describe("The sum of the results after each ended signal, the newest 200, oldest first"),
  })
  .meta({ id: "SignalFigures" });
export type SignalFigures = z.output<typeof SignalFigures>;

/** `GET /api/public/signals/record` */
export const SignalRecord = z.strictObject({
  judged_until: moment.nullable(),
  parameters_hash: z.string().regex(/^[0-9a-f]{64}$/),
  results: z
    .array(SignalFigures)
    .describe("Four rows for each rule: real and simulated signals, in shadow and not"),
});
export type SignalRecord = z.output<typeof SignalRecord>;
