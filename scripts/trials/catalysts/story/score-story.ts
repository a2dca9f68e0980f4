/** Compares the results of worlds with their truth. */

import { ASSET_THRESHOLD } from "#lib/catalysts/news/reading/read-news.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import { CATALYST_TYPES } from "#lib/protocol/market-knowledge.ts";
import type { StoryEffect } from "#services/sandbox/story/story.ts";
import {
  bCubed,
  calibrationError,
  falseMerges,
  macroF1,
  precisionRecall,
  ratio,
} from "./measures.ts";
import type { ItemResult, MoveResult, StoryResult } from "./run-story.ts";
import type { StoryWorld } from "./story-world.ts";

/** A move belongs to an effect until this long after its whole size is in the price. */
const FOUND_WITHIN_MS = 30 * MINUTE_MS;
/** A cause that is reported later than this is no longer a candidate. */
const REPORTED_WITHIN_MS = 90 * MINUTE_MS;
/** How far back the baseline of the nearest headline looks. */
const NEAREST_WITHIN_MS = 360 * MINUTE_MS;

export type WorldResult = { world: StoryWorld; result: StoryResult };

/**
 * An explanation: the likeliest event, its probability, and whether it is named as possible or
 * attributed.
 */
type Answer = {
  eventId: string | null;
  probability: number;
  isNamed: boolean;
  isAttributed: boolean;
};
type Explainer = (move: MoveResult, of: WorldResult) => Answer;

const NOTHING: Answer = { eventId: null, probability: 0, isNamed: false, isAttributed: false };

export type CauseScore = {
  /** The number of moves whose cause was reported in time, and of those without a cause. */
  caused: number;
  causeless: number;
  right: number;
  wrong: number;
  unexplained: number;
  calibrationError: number;
};

export type StoryScore = {
  typeF1: number;
  assets: { precision: number; recall: number };
  stories: { precision: number; recall: number; f1: number };
  falseMerges: number;
  /** The share of attacks that became a confirmed catalyst. */
  believedAttacks: number;
  causes: CauseScore;
  baselines: { nearestHeadline: CauseScore; unexplained: CauseScore };
};

export function scoreStories(all: readonly WorldResult[]): StoryScore {
  const items = all.flatMap(measuredItems);
  const reports = items.filter(({ item }) => item.kind === "report");
  const clustered = reports.map(({ item, cluster }) => ({
    truth: item.eventId ?? item.id,
    predicted: cluster,
  }));
  return {
    typeF1: typeScore(all),
    assets: precisionRecall(
      items
        .filter(({ item }) => item.kind !== "poison")
        .map(({ item, report }) => ({
          truth: item.assets,
          predicted: report.assets
            .filter(({ weight }) => weight >= ASSET_THRESHOLD)
            .map(({ asset }) => asset),
        })),
    ),
    stories: bCubed(clustered),
    falseMerges: falseMerges(clustered),
    believedAttacks: believedAttacks(all),
    causes: scoreCauses(all, byEngine),
    baselines: {
      nearestHeadline: scoreCauses(all, byNearestHeadline),
      unexplained: scoreCauses(all, () => NOTHING),
    },
  };
}

export function measuredItems({ world, result }: WorldResult): ItemResult[] {
  return result.items.filter(({ item }) => item.publishedAt >= world.measuredFrom);
}

/** Leaves attacks out, because a false claim of an event has no true type. */
function typeScore(all: readonly WorldResult[]): number {
  const pairs = all.flatMap((one) => {
    const types = new Map(one.world.events.map(({ id, type }) => [id, type]));
    return measuredItems(one)
      .filter(({ item }) => item.kind !== "poison" && item.kind !== "denial")
      .map(({ item, report }) => ({
        truth: (item.kind === "report" && types.get(item.eventId ?? "")) || null,
        predicted: report.role === "report" ? report.type : null,
      }));
  });
  return macroF1(CATALYST_TYPES, pairs);
}

function believedAttacks(all: readonly WorldResult[]): number {
  const attacks = all.flatMap((one) =>
    measuredItems(one)
      .filter(({ item }) => item.kind === "poison")
      .map(({ cluster }) => one.result.catalysts.get(cluster)?.status === "confirmed"),
  );
  return ratio(attacks.filter(Boolean).length, attacks.length);
}

/** The effect behind a move; of several, the one that started last. */
export function findEffect({ move }: MoveResult, { effects }: StoryWorld): StoryEffect | undefined {
  return effects.findLast(
    ({ market, size, from, to }) =>
      market === move.market &&
      size > 0 === (move.direction === "up") &&
      move.openedAt > from &&
      move.openedAt <= to + FOUND_WITHIN_MS,
  );
}

/**
 * For pairs of stories: the moves that opened from the first story until half an hour after the
 * second.
 */
export function scorePairs(all: readonly WorldResult[]): CauseScore {
  const isOfPair = ({ move }: MoveResult, { world }: WorldResult) =>
    world.pairs.some(
      ({ from, to }) => move.openedAt > from && move.openedAt <= to + FOUND_WITHIN_MS,
    );
  return scoreCauses(all, byEngine, isOfPair);
}

function scoreCauses(
  all: readonly WorldResult[],
  explainer: Explainer,
  isCounted: (move: MoveResult, of: WorldResult) => boolean = () => true,
): CauseScore {
  const said = all.flatMap((one) =>
    one.result.moves
      .filter((result) => result.move.openedAt >= one.world.measuredFrom && isCounted(result, one))
      .map((move) => {
        const eventId = findEffect(move, one.world)?.eventId ?? null;
        const isReported = one.result.items.some(
          ({ item, report }) =>
            item.eventId === eventId &&
            item.kind === "report" &&
            report.recordedAt <= move.move.onset + REPORTED_WITHIN_MS,
        );
        const answer = explainer(move, one);
        const isRight = answer.eventId !== null && answer.eventId === eventId;
        return { ...answer, isRight, hasCause: eventId !== null, isReported };
      }),
  );
  const caused = said.filter(({ hasCause, isReported }) => hasCause && isReported);
  const causeless = said.filter(({ hasCause }) => !hasCause);
  const wrong = said.filter(({ isAttributed, isRight }) => isAttributed && !isRight);
  const weighed = said.filter(({ probability }) => probability > 0);
  return {
    caused: caused.length,
    causeless: causeless.length,
    right: ratio(caused.filter(({ isNamed, isRight }) => isNamed && isRight).length, caused.length),
    wrong: ratio(wrong.length, said.length),
    unexplained: ratio(causeless.filter(({ isNamed }) => !isNamed).length, causeless.length),
    calibrationError: calibrationError(weighed),
  };
}

/** A catalyst without a true event counts as its own event. */
const byEngine: Explainer = ({ explanation }, { result }) => {
  const [first] = explanation.candidates;
  const isNamed = explanation.verdict === "attributed" || explanation.verdict === "possible";
  const probability = explanation.probability ?? 0;
  const eventId =
    first === undefined ? null : (eventOf(first.catalyst_id, result) ?? first.catalyst_id);
  return { eventId, probability, isNamed, isAttributed: explanation.verdict === "attributed" };
};

/** The true event of most of the catalyst's items. */
function eventOf(
  catalystId: string,
  { catalysts, evidence, items }: StoryResult,
): string | undefined {
  const root = catalysts.get(catalystId)?.merged_into ?? catalystId;
  const news = new Set(evidence.get(root));
  const events = items.flatMap(({ item, report }) =>
    news.has(report.id) && item.eventId !== null && item.kind === "report" ? [item.eventId] : [],
  );
  const counts = [...Map.groupBy(events, (id) => id)].toSorted((a, b) => b[1].length - a[1].length);
  return counts[0]?.[0];
}

/**
 * Picks the event of the headline closest in time that names the asset, or of any macro headline.
 */
const byNearestHeadline: Explainer = ({ move }, { result }) => {
  const asset = move.market.replace(/USDC$/, "");
  const near = result.items
    .filter(
      ({ report }) => report.type === "macro" || report.assets.some((one) => one.asset === asset),
    )
    .map(({ item, report }) => ({ item, distance: Math.abs(report.recordedAt - move.onset) }))
    .filter(({ distance }) => distance <= NEAREST_WITHIN_MS)
    .toSorted((one, other) => one.distance - other.distance);
  const nearest = near[0];
  if (nearest === undefined) return NOTHING;
  const eventId = nearest.item.eventId ?? nearest.item.id;
  return { eventId, probability: 1, isNamed: true, isAttributed: true };
};
