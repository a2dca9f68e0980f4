/** A signal as it is made: a pure function of its trigger, of bars, and of what the rule had earned until then. */
import { createHash } from "node:crypto";
import type { signals, signalTriggers } from "#lib/platform/db/schema/signals.ts";
import type { SignalDirection } from "#lib/protocol/enumerations.ts";
import { convictionOf, isShadow, type Trials } from "./conviction.ts";
import type { Ending, MinuteClose } from "./judge.ts";
import { compareDecimals, levelsOf } from "./levels.ts";
import { SIGNAL_PARAMETERS } from "./parameters.ts";
import { type Asked, propose } from "./rules.ts";

export type SignalRow = typeof signals.$inferSelect;
export type TriggerRow = typeof signalTriggers.$inferSelect;

export type Ended = { signal: SignalRow; ending: Ending; recordedAt: Date };

/** What is known of a rule when its signal is made. */
export type Earned = {
  trials: Trials;
  /** Of the hour's direction, at the same signals. */
  momentum: Trials;
};

/** Of one rule, by whether what its signals follow from is simulated: neither speaks for the other. */
export type EarnedByWorld = Readonly<Record<"real" | "simulated", Earned>>;

export const worldOf = (signal: Pick<SignalRow, "simulated">): keyof EarnedByWorld =>
  signal.simulated ? "simulated" : "real";

export type Making = {
  trigger: TriggerRow;
  asked: Asked;
  /** Of the market, in order, up to the end of the trigger's minute. */
  closes: readonly MinuteClose[];
  /** By its rule. */
  earned: EarnedByWorld;
};

const MINUTE_MS = 60_000;
const ID_CHARACTERS = 24;

function signalIdOf({
  rule,
  subject,
  parametersHash,
}: Pick<TriggerRow, "rule" | "subject" | "parametersHash">): string {
  const text = [rule, subject, parametersHash].join("\n");
  return `sig_${createHash("sha256").update(text).digest("hex").slice(0, ID_CHARACTERS)}`;
}

/** `undefined` where nothing follows from the trigger. */
export function makeSignal({ trigger, asked, closes, earned }: Making): SignalRow | undefined {
  const { rule, subject, market, minute, priceTick, recordedAt, parametersHash } = trigger;
  const last = closes.at(-1);
  const proposal = propose(asked, closes, minute);
  if (proposal === undefined || priceTick === null || last?.start !== minute - MINUTE_MS)
    return undefined;
  const { direction, horizon, risk, reason, ...follows } = proposal;
  const levels = levelsOf({ close: last.close, priceTick, direction, risk });
  if (levels === undefined) return undefined;
  const { trials, momentum: momentumTrials } = earned[worldOf(follows)];
  const conviction = convictionOf(trials);
  const momentum = momentumOf(closes, minute);
  return {
    id: signalIdOf(trigger),
    rule,
    subject,
    market,
    direction,
    horizon,
    conviction,
    shadow: isShadow(conviction),
    ...levels,
    priceTick,
    reasons: [reason, { code: "record", ...trials }],
    ...follows,
    momentum,
    momentumConviction: momentum === null ? null : convictionOf(momentumTrials),
    minute,
    expiresAt: minute + horizon * MINUTE_MS,
    recordedAt,
    parametersHash,
  };
}

/** Null: the price stood still, or one of its two minutes is not known. */
function momentumOf(closes: readonly MinuteClose[], minute: number): SignalDirection | null {
  const start = minute - MINUTE_MS;
  const before = closes.find((one) => one.start === start - SIGNAL_PARAMETERS.momentum * MINUTE_MS);
  const now = closes.at(-1);
  if (before === undefined || now === undefined) return null;
  const change = compareDecimals(now.close, before.close);
  return change === 0 ? null : change > 0 ? "long" : "short";
}
