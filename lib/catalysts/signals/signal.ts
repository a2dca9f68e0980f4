/**
 * Makes a signal: a pure function of its trigger, of bars, and of the rule's results until then.
 */

import { createHash } from "node:crypto";
import type { signals, signalTriggers } from "#lib/catalysts/schema/signals.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import type { SignalDirection } from "#lib/protocol/market-knowledge.ts";
import { computeConviction, isShadow, type Trials } from "./conviction.ts";
import type { MinuteClose, SignalEnding } from "./judge-signal.ts";
import { compareDecimals, computeLevels } from "./levels.ts";
import { SIGNAL_PARAMETERS } from "./parameters.ts";
import { propose, type RuleInput } from "./rules.ts";

export type SignalRow = typeof signals.$inferSelect;
export type TriggerRow = typeof signalTriggers.$inferSelect;

export type EndedSignal = { signal: SignalRow; ending: SignalEnding; recordedAt: Date };

/** What is known of a rule when its signal is made. */
export type Earned = {
  trials: Trials;
  /** The results of momentum (the direction of the last hour) at the same signals. */
  momentum: Trials;
};

/** The results of one rule, separately for real and simulated causes: neither affects the other. */
export type EarnedByWorld = Readonly<Record<"real" | "simulated", Earned>>;

export const worldOf = (signal: Pick<SignalRow, "simulated">): keyof EarnedByWorld =>
  signal.simulated ? "simulated" : "real";

export type Making = {
  trigger: TriggerRow;
  input: RuleInput;
  /** The closes of the market in order, up to the end of the trigger's minute. */
  closes: readonly MinuteClose[];
  /** The results of the trigger's rule. */
  earned: EarnedByWorld;
};

const ID_CHARACTERS = 24;

function signalIdOf({
  rule,
  subject,
  parametersHash,
}: Pick<TriggerRow, "rule" | "subject" | "parametersHash">): string {
  const text = [rule, subject, parametersHash].join("\n");
  return `sig_${createHash("sha256").update(text).digest("hex").slice(0, ID_CHARACTERS)}`;
}

/** `undefined` when the trigger gives no signal. */
export function makeSignal({ trigger, input, closes, earned }: Making): SignalRow | undefined {
  const { rule, subject, market, minute, priceTick, recordedAt, parametersHash } = trigger;
  const last = closes.at(-1);
  const proposal = propose(input, closes, minute);
  if (proposal === undefined || priceTick === null || last?.start !== minute - MINUTE_MS)
    return undefined;
  const { direction, horizon, risk, reason, ...follows } = proposal;
  const levels = computeLevels({ close: last.close, priceTick, direction, risk });
  if (levels === undefined) return undefined;
  const { trials, momentum: momentumTrials } = earned[worldOf(follows)];
  const momentum = momentumOf(closes, minute);
  return {
    id: signalIdOf(trigger),
    rule,
    subject,
    market,
    direction,
    horizon,
    conviction: computeConviction(trials),
    shadow: isShadow(trials),
    ...levels,
    priceTick,
    reasons: [reason, { code: "record", ...trials }],
    ...follows,
    momentum,
    momentumConviction: momentum === null ? null : computeConviction(momentumTrials),
    minute,
    expiresAt: minute + horizon * MINUTE_MS,
    recordedAt,
    parametersHash,
  };
}

/** Null: the price did not change, or a minute is missing. */
function momentumOf(closes: readonly MinuteClose[], minute: number): SignalDirection | null {
  const start = minute - MINUTE_MS;
  const before = closes.find((one) => one.start === start - SIGNAL_PARAMETERS.momentum * MINUTE_MS);
  const now = closes.at(-1);
  if (before === undefined || now === undefined) return null;
  const change = compareDecimals(now.close, before.close);
  return change === 0 ? null : change > 0 ? "long" : "short";
}
