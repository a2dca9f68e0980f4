/**
 * The rules: pure functions of stored rows, without a clock. Each says which way, for how long, how far away the signal is wrong, and why.
 * They use only + − × ÷ and sqrt on doubles, so they say the same everywhere.
 */
import type { calendarRevisions } from "#lib/platform/db/schema/calendar.ts";
import type { moveRevisions } from "#lib/platform/db/schema/catalysts.ts";
import type { SignalDirection } from "#lib/protocol/enumerations.ts";
import type { MoveExplanation } from "#lib/protocol/wire/catalysts.ts";
import type { SignalReason } from "#lib/protocol/wire/signals.ts";
import type { MinuteClose } from "./judge.ts";
import { SIGNAL_PARAMETERS } from "./parameters.ts";

type MoveRow = typeof moveRevisions.$inferSelect;
type CalendarRow = typeof calendarRevisions.$inferSelect;

/** What a rule was asked about, with the rows that it reads. */
export type Asked =
  | { rule: "drift"; move: MoveRow; explanation: MoveExplanation; simulated: boolean }
  | { rule: "cascade"; move: MoveRow }
  | { rule: "surprise"; item: CalendarRow };

export type Proposal = {
  direction: SignalDirection;
  /** Minutes. */
  horizon: number;
  /** Distance of the invalidation, in the quote asset. */
  risk: number;
  reason: SignalReason;
  catalystIds: string[];
  moveId: string | null;
  calendarId: string | null;
  simulated: boolean;
};

/**
 * @param closes of the market up to the entry, in order
 * @param minute end of the minute of the entry
 * @returns `undefined` where nothing follows
 */
export function propose(
  asked: Asked,
  closes: readonly MinuteClose[],
  minute: number,
): Proposal | undefined {
  const entry = Number(closes.at(-1)?.close);
  if (!(entry > 0)) return undefined;
  switch (asked.rule) {
    case "drift":
      return drift(asked, minute);
    case "cascade":
      return reversal(asked, entry);
    case "surprise":
      return surprise(asked, closes, entry);
  }
}

/** A price whose cause is known goes on. */
function drift(
  { move, explanation, simulated }: Extract<Asked, { rule: "drift" }>,
  minute: number,
): Proposal | undefined {
  const { horizon, ofMove, mostAgeMs } = SIGNAL_PARAMETERS.drift;
  const [cause] = explanation.candidates;
  if (cause === undefined || minute - move.openedAt > mostAgeMs) return undefined;
  return {
    direction: move.direction === "up" ? "long" : "short",
    horizon,
    risk: ofMove * Math.abs(Number(move.extremePrice) - Number(move.fromPrice)),
    reason: {
      code: "attributed_move",
      move_id: move.moveId,
      catalyst_id: cause.catalyst_id,
      probability: cause.probability,
      size: move.size,
    },
    catalystIds: [cause.catalyst_id],
    moveId: move.moveId,
    calendarId: null,
    simulated,
  };
}

/** After liquidations that pushed a price, and stopped, it comes back. */
function reversal(
  { move }: Extract<Asked, { rule: "cascade" }>,
  entry: number,
): Proposal | undefined {
  const { horizon, buffer } = SIGNAL_PARAMETERS.cascade;
  const extreme = Number(move.extremePrice);
  const length = Math.abs(extreme - Number(move.fromPrice));
  const isBeyond = move.direction === "up" ? entry > extreme : entry < extreme;
  if (isBeyond) return undefined;
  return {
    direction: move.direction === "up" ? "short" : "long",
    horizon,
    risk: Math.abs(extreme - entry) + buffer * length,
    reason: {
      code: "cascade",
      move_id: move.moveId,
      size: move.size,
      liquidated_share: move.liquidatedShare,
    },
    catalystIds: [],
    moveId: move.moveId,
    calendarId: null,
    simulated: false,
  };
}

/** A number that nobody expected moves the price for an hour. */
function surprise(
  { item }: Extract<Asked, { rule: "surprise" }>,
  closes: readonly MinuteClose[],
  entry: number,
): Proposal | undefined {
  const { horizon, directions, leastZ, country, volatilities } = SIGNAL_PARAMETERS.surprise;
  const { kind, surprise: value, surpriseZ: z } = item;
  const sign = directions[kind];
  if (sign === undefined || value === null || z === null) return undefined;
  const hourly = deviationOf(closes) * Math.sqrt(horizon);
  if (item.country !== country || Math.abs(z) < leastZ || !(hourly > 0)) return undefined;
  return {
    direction: z * sign > 0 ? "long" : "short",
    horizon,
    risk: volatilities * hourly * entry,
    reason: {
      code: "surprise",
      calendar_id: item.itemId,
      kind,
      period: item.period,
      value,
      unit: item.unit,
      z,
    },
    catalystIds: [],
    moveId: null,
    calendarId: item.itemId,
    simulated: item.simulated,
  };
}

/** Of the returns from each close to the next, around zero. */
function deviationOf(closes: readonly MinuteClose[]): number {
  let sum = 0;
  for (const [index, { close }] of closes.entries()) {
    const before = closes[index - 1];
    if (before === undefined) continue;
    const change = Number(close) / Number(before.close) - 1;
    sum += change * change;
  }
  return closes.length < 2 ? 0 : Math.sqrt(sum / (closes.length - 1));
}
