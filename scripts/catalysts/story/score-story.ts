/** What was told of worlds, compared with their truth. */
import { ASSET_THRESHOLD } from "#lib/catalysts/news/reading/read-news.ts";
import { CATALYST_TYPES } from "#lib/protocol/enumerations.ts";
import type { StoryEffect } from "#services/sandbox/story/story.ts";
import {
  bCubed,
  calibrationError,
  falseMerges,
  macroF1,
  precisionRecall,
  ratio,
} from "./measures.ts";
import type { Told, ToldItem, ToldMove } from "./run-story.ts";
import type { StoryWorld } from "./story-world.ts";

const MINUTE_MS = 60_000;
/** A move counts as that of an effect until so long after all of it is in the price. */
const FOUND_WITHIN_MS = 30 * MINUTE_MS;
/** A report that comes later is no candidate any more. */
const REPORTED_WITHIN_MS = 90 * MINUTE_MS;
/** Nobody who reads the nearest headline goes further back. */
const NEAREST_WITHIN_MS = 360 * MINUTE_MS;

export type WorldTold = { world: StoryWorld; told: Told };

/** How a move is explained: by the likeliest event, with how sure that is, and whether it is named or even held for certain. */
type Answer = {
  eventId: string | null;
  probability: number;
  isNamed: boolean;
  isAttributed: boolean;
};
type Explainer = (move: ToldMove, of: WorldTold) => Answer;

const NOTHING: Answer = { eventId: null, probability: 0, isNamed: false, isAttributed: false };

export type CauseScore = {
  /** Moves whose cause was reported in time, and those without a cause. */
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
  /** Share of attacks that became a confirmed catalyst. */
  believedAttacks: number;
  causes: CauseScore;
  baselines: { nearestHeadline: CauseScore; unexplained: CauseScore };
};

export function scoreStories(all: readonly WorldTold[]): StoryScore {
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

export function measuredItems({ world, told }: WorldTold): ToldItem[] {
  return told.items.filter(({ item }) => item.publishedAt >= world.measuredFrom);
}

/** Attacks are left out: one that claims an event has no true type. */
function typeScore(all: readonly WorldTold[]): number {
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

function believedAttacks(all: readonly WorldTold[]): number {
  const attacks = all.flatMap((one) =>
    measuredItems(one)
      .filter(({ item }) => item.kind === "poison")
      .map(({ cluster }) => one.told.catalysts.get(cluster)?.status === "confirmed"),
  );
  return ratio(attacks.filter(Boolean).length, attacks.length);
}

/** The effect that a move shows. */
export function effectOf({ move }: ToldMove, { effects }: StoryWorld): StoryEffect | undefined {
  return effects.find(
    ({ market, size, from, to }) =>
      market === move.market &&
      size > 0 === (move.direction === "up") &&
      move.openedAt > from &&
      move.openedAt <= to + FOUND_WITHIN_MS,
  );
}

function scoreCauses(all: readonly WorldTold[], explainer: Explainer): CauseScore {
  const said = all.flatMap((one) =>
    one.told.moves
      .filter(({ move }) => move.openedAt >= one.world.measuredFrom)
      .map((move) => {
        const eventId = effectOf(move, one.world)?.eventId ?? null;
        const isReported = one.told.items.some(
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

/** A catalyst of which no true event is the source stands for itself. */
const byEngine: Explainer = ({ explanation }, { told }) => {
  const [first] = explanation.candidates;
  const isNamed = explanation.verdict === "attributed" || explanation.verdict === "possible";
  const probability = explanation.probability ?? 0;
  const eventId =
    first === undefined ? null : (eventOf(first.catalyst_id, told) ?? first.catalyst_id);
  return { eventId, probability, isNamed, isAttributed: explanation.verdict === "attributed" };
};

/** Of the report, the one with the most items. */
function eventOf(catalystId: string, { catalysts, evidence, items }: Told): string | undefined {
  const root = catalysts.get(catalystId)?.merged_into ?? catalystId;
  const news = new Set(evidence.get(root));
  const events = items.flatMap(({ item, report }) =>
    news.has(report.id) && item.eventId !== null && item.kind === "report" ? [item.eventId] : [],
  );
  const counts = [...Map.groupBy(events, (id) => id)].toSorted((a, b) => b[1].length - a[1].length);
  return counts[0]?.[0];
}

/** Names the event of the headline nearest in time that names the asset, or anything macroeconomic. */
const byNearestHeadline: Explainer = ({ move }, { told }) => {
  const asset = move.market.replace(/USDC$/, "");
  const near = told.items
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
