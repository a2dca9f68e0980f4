/**
 * The rules: pure functions of stored rows, without a clock. Each gives a direction, a horizon, the
 * distance of the invalidation, and the reasons. They use only + − × ÷ and sqrt on doubles, so
 * every machine has the same results.
 */
import type { calendarRevisions } from "#lib/catalysts/schema/calendar.ts";
import type { moveRevisions } from "#lib/catalysts/schema/catalysts.ts";
import type { SignalDirection } from "#lib/protocol/market-knowledge.ts";
import type { MoveExplanation } from "#lib/protocol/wire/catalysts.ts";
import type { SignalReason } from "#lib/protocol/wire/signals.ts";
import type { MinuteClose } from "./judge-signal.ts";
import { SIGNAL_PARAMETERS } from "./parameters.ts";

type MoveRow = typeof moveRevisions.$inferSelect;
type CalendarRow = typeof calendarRevisions.$inferSelect;

/** A trigger, with the rows that its rule reads. */
export type RuleInput =
  | { rule: "drift"; move: MoveRow; explanation: MoveExplanation; simulated: boolean }
  | { rule: "cascade"; move: MoveRow }
  | { rule: "surprise"; item: CalendarRow };

export type SignalProposal = {
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
 * @returns `undefined` when there is no signal
 */
export function propose(
  input: RuleInput,
  closes: readonly MinuteClose[],
  minute: number,
): SignalProposal | undefined {
  const entry = Number(closes.at(-1)?.close);
  if (!(entry > 0)) return undefined;
  switch (input.rule) {
    case "drift":
      return drift(input, minute);
    case "cascade":
      return reversal(input, entry);
    case "surprise":
      return surprise(input, closes, entry);
  }
}

/** A move with a known cause continues. */
function drift(
  { move, explanation, simulated }: Extract<RuleInput, { rule: "drift" }>,
  minute: number,
): SignalProposal | undefined {
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

/** After a cascade of liquidations has stopped, the price comes back. */
function reversal(
  { move }: Extract<RuleInput, { rule: "cascade" }>,
  entry: number,
): SignalProposal | undefined {
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

/** A surprising number moves the price for an hour. */
function surprise(
  { item }: Extract<RuleInput, { rule: "surprise" }>,
  closes: readonly MinuteClose[],
  entry: number,
): SignalProposal | undefined {
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

/** The standard deviation of the returns from close to close, around zero. */
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
