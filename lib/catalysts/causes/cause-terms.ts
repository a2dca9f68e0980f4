/** Computes what each property of a catalyst adds to the logit that it caused a move. */
import { currentReports, independentReports } from "#lib/catalysts/events/report.ts";
import { parseFirstSeen, type TrackedCatalyst } from "#lib/catalysts/events/tracked-catalyst.ts";
import type { CauseCandidate } from "#lib/protocol/wire/catalysts.ts";
import { baseAsset, type MoveSeen, quoteAsset } from "./explained-move.ts";
import { CAUSE_PARAMETERS as P } from "./parameters.ts";

export type CauseTerms = CauseCandidate["terms"];
type Reach = "subject" | "quote" | "related" | "everyone";

/**
 * `undefined` when the catalyst cannot be the cause: it is outside the time window, concerns
 * another asset, or was merged into another catalyst.
 */
export function computeTerms(catalyst: TrackedCatalyst, move: MoveSeen): CauseTerms | undefined {
  const { event, evidence } = catalyst;
  if (!isInWindow(catalyst, move)) return undefined;
  const reach = reachOf(catalyst, move);
  if (event.merged_into !== null || reach === undefined) return undefined;
  const voices = independentReports(evidence).length;
  const terms: CauseTerms = {
    time: P.time.full - remoteness(catalyst, move),
    asset: P.asset[reach],
    scope: scopeTerm(reach, move),
    direction: directionTerm(catalyst, move),
    authority: authorityTerm(catalyst),
    voices: P.voices.each * Math.log2(Math.min(Math.max(1, voices), P.voices.most)),
    novelty: event.follows === null ? P.novelty.first : P.novelty.follows,
    surprise: P.surprise.each * (event.magnitude - P.surprise.middle),
  };
  return rounded(terms);
}

export function computeLogit(terms: CauseTerms): number {
  return Object.values(terms).reduce((sum, term) => sum + term, 0);
}

/**
 * True when the move agrees with a report that came before the onset. A later report may be made up
 * to fit the price.
 */
export function isConfirming(catalyst: TrackedCatalyst, move: MoveSeen): boolean {
  return (
    isInWindow(catalyst, move) &&
    parseFirstSeen(catalyst) <= move.onset &&
    reachOf(catalyst, move) === "subject" &&
    directionTerm(catalyst, move) === P.direction.same &&
    Math.exp(-remoteness(catalyst, move)) >= P.confirmingShare
  );
}

/**
 * True from six hours before the onset to 90 minutes after it, or to the opening if that is later.
 */
export function isInWindow(catalyst: TrackedCatalyst, { onset, openedAt }: MoveSeen): boolean {
  const seen = parseFirstSeen(catalyst);
  const { beforeMs, afterMs } = P.window;
  return seen >= onset - beforeMs && seen <= Math.max(onset + afterMs, openedAt);
}

/** The distance from the time of full weight to when it was first seen, in decay times. */
function remoteness(catalyst: TrackedCatalyst, { onset, openedAt }: MoveSeen): number {
  const { fullBeforeMs, fullAfterMs, decayBeforeMs, decayAfterMs } = P.time;
  const seen = parseFirstSeen(catalyst);
  const after = seen - onset;
  if (after < -fullBeforeMs) return (-fullBeforeMs - after) / decayBeforeMs;
  const fromOnset = Math.max(0, after - fullAfterMs) / decayAfterMs;
  const isBeforeOpening = seen <= openedAt && seen >= openedAt - P.time.beforeOpeningMs;
  return isBeforeOpening ? Math.min(fromOnset, P.time.beforeOpening) : fromOnset;
}

/** Macro events affect all markets. So does a regulatory event that names no asset. */
function reachOf({ event }: TrackedCatalyst, { market }: MoveSeen): Reach | undefined {
  const asset = baseAsset(market);
  if (event.assets.includes(asset)) return "subject";
  if (event.assets.includes(quoteAsset(market) ?? "")) return "quote";
  if (event.type === "macro") return "everyone";
  if (event.related_assets.includes(asset)) return "related";
  const namesNone = event.assets.length === 0 && event.related_assets.length === 0;
  return event.type === "regulatory" && namesNone ? "everyone" : undefined;
}

function scopeTerm(reach: Reach, { market, scope }: MoveSeen): number {
  const isLeader = P.leaders.includes(baseAsset(market));
  if (scope === "market_wide") {
    if (reach === "everyone") return P.scope.wideOfWide;
    return isLeader ? P.scope.leaderOfWide : P.scope.singleOfWide;
  }
  if (reach !== "everyone") return P.scope.singleOfSingle;
  return isLeader ? P.scope.wideOfLeader : P.scope.wideOfSingle;
}

function directionTerm(catalyst: TrackedCatalyst, move: MoveSeen): number {
  const { event } = catalyst;
  const { direction } = move;
  if (event.sentiment.direction === "neutral") return P.direction.unclear;
  const isGood = event.sentiment.direction === "positive";
  const isUp = reachOf(catalyst, move) === "quote" ? !isGood : isGood;
  return isUp === (direction === "up") ? P.direction.same : P.direction.against;
}

function authorityTerm({ event, evidence }: TrackedCatalyst): number {
  const best = Math.max(...currentReports(evidence).map(({ authority }) => authority));
  const doubt =
    event.status === "unconfirmed"
      ? P.authority.unconfirmed
      : event.status === "disputed"
        ? P.authority.disputed
        : 0;
  return P.authority.slope * (best - P.authority.middle) + doubt;
}

/** Three decimals, so that the displayed terms add up to the logit. */
function rounded(terms: CauseTerms): CauseTerms {
  const names = Object.keys(terms) as (keyof CauseTerms)[];
  const result = { ...terms };
  for (const name of names) result[name] = Math.round(terms[name] * 1_000) / 1_000;
  return result;
}
