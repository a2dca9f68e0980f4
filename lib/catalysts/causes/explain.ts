/** Why a price moved, as far as the known catalysts say: a softmax over them and over "none of them". */
import type { TrackedCatalyst } from "#lib/catalysts/events/tracked-catalyst.ts";
import type { MoveVerdict } from "#lib/protocol/enumerations.ts";
import type { CauseCandidate, MoveExplanation } from "#lib/protocol/wire/catalysts.ts";
import type { ExplainedMove, MoveSeen } from "./explained-move.ts";
import { CAUSE_PARAMETERS as P } from "./parameters.ts";
import { logitOf, termsOf } from "./terms.ts";

/** @param at Unix milliseconds. @returns `undefined` when it says what was said before */
export function explainAgain(
  { move, explanation: before }: ExplainedMove,
  catalysts: readonly TrackedCatalyst[],
  at: number,
): MoveExplanation | undefined {
  const revision = (before?.revision ?? 0) + 1;
  const recordedAt = new Date(at).toISOString();
  const now = { ...explain(move, catalysts, at), revision, recorded_at: recordedAt };
  return before === null || isNews(before, now) ? now : undefined;
}

function explain(
  move: MoveSeen,
  catalysts: readonly TrackedCatalyst[],
  at: number,
): Omit<MoveExplanation, "revision" | "recorded_at"> {
  const { candidates, none } = weigh(move, catalysts);
  const mechanics: MoveExplanation["mechanics"] = [];
  if (move.cascade) mechanics.push("liquidations");
  if (move.fundingFlip) mechanics.push("funding");
  const isPending = at < move.openedAt + P.pendingMs;
  const first = candidates[0]?.probability ?? null;
  return {
    verdict: isPending ? "pending" : verdictOf(first ?? 0, mechanics.length > 0),
    probability: isPending ? null : first,
    none_probability: isPending ? null : none,
    candidates,
    mechanics,
  };
}

function verdictOf(probability: number, isMechanical: boolean): MoveVerdict {
  if (probability >= P.verdict.attributed) return "attributed";
  if (probability >= P.verdict.possible) return "possible";
  return isMechanical ? "mechanical" : "unexplained";
}

function weigh(
  move: MoveSeen,
  catalysts: readonly TrackedCatalyst[],
): { candidates: CauseCandidate[]; none: number } {
  const found = catalysts.flatMap((catalyst) => {
    const terms = termsOf(catalyst, move);
    return terms === undefined
      ? []
      : [{ catalyst, terms, weight: Math.exp(logitOf(terms) / P.temperature) }];
  });
  const none = Math.exp(P.none / P.temperature);
  const sum = found.reduce((total, { weight }) => total + weight, none);
  const candidates = found
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, P.shown)
    .map(({ catalyst: { event }, terms, weight }) => ({
      catalyst_id: event.id,
      headline: event.headline,
      type: event.type,
      probability: toShare(weight / sum),
      terms,
    }));
  return { candidates, none: toShare(none / sum) };
}

function isNews(before: MoveExplanation, now: MoveExplanation): boolean {
  const isSame =
    before.verdict === now.verdict &&
    before.candidates[0]?.catalyst_id === now.candidates[0]?.catalyst_id &&
    before.mechanics.join() === now.mechanics.join();
  if (!isSame || (before.probability === null) !== (now.probability === null)) return true;
  const change = Math.abs((before.probability ?? 0) - (now.probability ?? 0));
  return change >= P.toldProbability;
}

/** Four decimals: what differs beyond them is rounding. */
function toShare(probability: number): number {
  return Math.round(probability * 10_000) / 10_000;
}
