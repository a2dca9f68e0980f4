/** Explains why a price moved: a softmax over the known catalysts and over "none of them". */
import type { TrackedCatalyst } from "#lib/catalysts/events/tracked-catalyst.ts";
import type { MoveVerdict } from "#lib/protocol/market-knowledge.ts";
import type { MoveExplanation } from "#lib/protocol/wire/catalysts.ts";
import { type Arrival, classifyArrival } from "./arrival.ts";
import { type CauseTerms, computeLogit, computeTerms } from "./cause-terms.ts";
import type { MoveSeen, TrackedMove } from "./explained-move.ts";
import { isCaused } from "./named-cause.ts";
import { CAUSE_PARAMETERS as P } from "./parameters.ts";

/**
 * @param at Unix milliseconds
 * @returns `undefined` when the explanation has not changed
 */
export function explainAgain(
  { move, explanation: before }: TrackedMove,
  catalysts: readonly TrackedCatalyst[],
  at: number,
): MoveExplanation | undefined {
  const revision = (before?.revision ?? 0) + 1;
  const found = weigh(move, catalysts);
  const said =
    before !== null && isHeld(before, found, move) ? held(before, move) : explain(move, found, at);
  const now = { ...said, revision, recorded_at: new Date(at).toISOString() };
  return before === null || isNews(before, now) ? now : undefined;
}

type Said = Omit<MoveExplanation, "revision" | "recorded_at">;
type Candidate = { catalyst: TrackedCatalyst; terms: CauseTerms; logit: number; arrival: Arrival };

/**
 * True when the earlier cause stays. While the move lasts, only a stronger cause replaces it;
 * losing probability to others is not enough. After the end no cause changes, and only a late
 * report can give a cause to a move that has none.
 */
function isHeld(
  { verdict, candidates }: MoveExplanation,
  found: readonly Candidate[],
  { endedAt }: MoveSeen,
): boolean {
  if (verdict === "pending") return false;
  const [first] = found;
  if (endedAt !== null) {
    const isFirstCause = !isCaused(verdict) && first?.arrival === "after the end";
    return !(isFirstCause && verdictOf(found, false) === "possible");
  }
  const [cause] = candidates;
  if (verdict !== "attributed" || cause === undefined || first === undefined) return false;
  const standing = found.find(({ catalyst }) => catalyst.event.id === cause.catalyst_id);
  // The earlier cause was merged into another catalyst, or is denied.
  if (standing === undefined || standing.catalyst.event.status === "disputed") return false;
  if (first === standing) return verdictOf(found, false) !== "attributed";
  return first.arrival !== "in time" || first.logit <= computeLogit(cause.terms);
}

/** The earlier explanation, with the market mechanics that were added since. */
function held(before: MoveExplanation, move: MoveSeen): Said {
  const { verdict, probability, none_probability, candidates } = before;
  const mechanics = mechanicsOf(move);
  const isMechanical = mechanics.length > 0;
  const now = isCaused(verdict) ? verdict : isMechanical ? "mechanical" : "unexplained";
  return { verdict: now, probability, none_probability, candidates, mechanics };
}

function explain(move: MoveSeen, found: readonly Candidate[], at: number): Said {
  const mechanics = mechanicsOf(move);
  const isPending = at < move.openedAt + P.pendingMs;
  const shares = sharesOf(found);
  const candidates = found.slice(0, P.shown).map(({ catalyst: { event }, terms }, index) => ({
    catalyst_id: event.id,
    headline: event.headline,
    type: event.type,
    probability: shares.candidates[index] ?? 0,
    terms,
  }));
  return {
    verdict: isPending ? "pending" : verdictOf(found, mechanics.length > 0),
    probability: isPending ? null : (candidates[0]?.probability ?? null),
    none_probability: isPending ? null : shares.none,
    candidates,
    mechanics,
  };
}

function mechanicsOf({ cascade, fundingFlip }: MoveSeen): MoveExplanation["mechanics"] {
  const mechanics: MoveExplanation["mechanics"] = [];
  if (cascade) mechanics.push("liquidations");
  if (fundingFlip) mechanics.push("funding");
  return mechanics;
}

/** A late report may have been written to fit the price, so its verdict is never `attributed`. */
function verdictOf(found: readonly Candidate[], isMechanical: boolean): MoveVerdict {
  const [first] = found;
  const probability = sharesOf(found).candidates[0] ?? 0;
  if (probability >= P.verdict.attributed && first?.arrival === "in time") return "attributed";
  if (probability >= P.verdict.possible) return "possible";
  return isMechanical ? "mechanical" : "unexplained";
}

/** Candidates, likeliest first. */
function weigh(move: MoveSeen, catalysts: readonly TrackedCatalyst[]): Candidate[] {
  return catalysts
    .flatMap((catalyst) => {
      const terms = computeTerms(catalyst, move);
      const arrival = classifyArrival(catalyst, move);
      return terms === undefined || arrival === undefined
        ? []
        : [{ catalyst, terms, logit: computeLogit(terms), arrival }];
    })
    .toSorted((one, other) => other.logit - one.logit);
}

/**
 * The probabilities of the candidates in their order, and of none of them: a softmax of their
 * logits.
 */
function sharesOf(found: readonly Candidate[]): { candidates: number[]; none: number } {
  const none = Math.exp(P.none / P.temperature);
  const weights = found.map(({ logit }) => Math.exp(logit / P.temperature));
  const sum = weights.reduce((total, weight) => total + weight, none);
  return { candidates: weights.map((weight) => toShare(weight / sum)), none: toShare(none / sum) };
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

/** Four decimals: differences beyond them are rounding. */
function toShare(probability: number): number {
  return Math.round(probability * 10_000) / 10_000;
}
