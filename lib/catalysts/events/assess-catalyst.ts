/** Assesses a catalyst from its evidence at a time: its status, magnitude, sentiment and texts. */
import { findCap } from "#lib/catalysts/news/reading/asset-graph.ts";
import type { CatalystStatus, CatalystType } from "#lib/protocol/market-knowledge.ts";
import type { Catalyst } from "#lib/protocol/wire/catalysts.ts";
import { EVENT_PARAMETERS as P } from "./parameters.ts";
import { currentReports, independentReports, newestVersions, type Report } from "./report.ts";

/** The fields that no assessment changes. */
export type CatalystFrame = Pick<
  Catalyst,
  "id" | "type" | "dedup_key" | "first_seen_at" | "follows" | "merged_into" | "tracked_until"
>;
export type Assessment = Omit<Catalyst, "revision" | "last_updated_at">;

const SIGN = { negative: -1, neutral: 0, positive: 1 } as const;

/**
 * @param evidence in the order in which the service learned of it, with at least one report
 * @param wasConfirmed whether it was confirmed before: a confirmed catalyst stays so until it is
 * denied
 */
export function assess(
  frame: CatalystFrame,
  evidence: readonly Report[],
  { at, wasConfirmed }: { at: number; wasConfirmed: boolean },
): Assessment {
  const items = newestVersions(evidence);
  const reports = currentReports(evidence);
  const voices = independentReports(evidence);
  const lead = reports.reduce((best, one) => (one.authority > best.authority ? one : best));
  const status = statusOf(frame, { items, voices, wasConfirmed });
  const parts = magnitudeParts(frame, { evidence, reports, voices });
  return {
    ...frame,
    status,
    magnitude: magnitudeOf(frame.type, parts),
    magnitude_parts: parts,
    sentiment: sentimentOf(items, status, at),
    headline: lead.headline,
    summary: lead.summary,
    ...findAssets(reports),
    sources: voices.slice(0, P.most.sources).map(({ url, publisher, recordedAt }) => ({
      url,
      publisher,
      fetched_at: new Date(recordedAt).toISOString(),
    })),
    simulated: items.every(({ simulated }) => simulated),
  };
}

/** The subjects and the less directly affected assets, each by weight, then by name. */
export function findAssets(
  reports: readonly Report[],
): Pick<Catalyst, "assets" | "related_assets"> {
  const weights = new Map<string, number>();
  for (const { asset, weight } of reports.flatMap(({ assets }) => assets)) {
    weights.set(asset, Math.max(weight, weights.get(asset) ?? 0));
  }
  const sorted = [...weights].toSorted(
    ([one, first], [other, second]) => second - first || (one < other ? -1 : 1),
  );
  const named = (isSubject: boolean) =>
    sorted.filter(([, weight]) => weight >= P.subjectWeight === isSubject).map(([asset]) => asset);
  return { assets: named(true), related_assets: named(false) };
}

type Seen = { items: readonly Report[]; voices: readonly Report[]; wasConfirmed: boolean };

/**
 * A denial counts when its source has enough authority, or as much as the best report. It holds
 * until a source of enough authority reports the event again.
 */
function statusOf(frame: CatalystFrame, { items, voices, wasConfirmed }: Seen): CatalystStatus {
  if (frame.merged_into !== null) return "merged";
  const isStrong = ({ authority }: Report) => authority >= P.confirmingAuthority;
  const most = Math.max(...voices.map(({ authority }) => authority));
  const denied = items.findLast((item) => {
    return item.role === "denial" && (isStrong(item) || item.authority >= most);
  })?.seq;
  const isAgain = ({ role, seq }: Report) =>
    role === "report" && denied !== undefined && seq > denied;
  if (denied !== undefined && !items.some((item) => isAgain(item) && isStrong(item))) {
    return "disputed";
  }
  return wasConfirmed || voices.length > 1 || voices.some(isStrong) ? "confirmed" : "unconfirmed";
}

function magnitudeParts(
  { type, first_seen_at: firstSeen }: CatalystFrame,
  { evidence, reports, voices }: Record<"evidence" | "reports" | "voices", readonly Report[]>,
): Catalyst["magnitude_parts"] {
  const until = Date.parse(firstSeen) + P.velocity.windowMs;
  const early = voices.filter(({ recordedAt }) => recordedAt <= until).length;
  return {
    authority: Math.max(...reports.map(({ authority }) => authority)),
    market_cap: largestCap(type, findAssets(reports).assets),
    social_velocity: Math.min(1, early / P.velocity.voices),
    onchain_anomaly: larger(largestFlow(evidence), largestAmount(type, reports)),
  };
}

function largestCap(type: CatalystType, assets: readonly string[]): number | null {
  if (assets.length === 0) return type === "macro" ? 1 : null;
  return Math.max(...assets.map((asset) => findCap(asset) ?? P.unknownCap));
}

/** Each version of a report keeps the anomaly of its time, so the largest one stays. */
function largestFlow(evidence: readonly Report[]): number | null {
  const flows = evidence.flatMap(({ details }) => details.onchain ?? []);
  return flows.length === 0 ? null : Math.max(...flows);
}

/** The largest amount that a report names, on a scale of powers of ten; null: none names one, or it says nothing of its type. */
function largestAmount(type: CatalystType, reports: readonly Report[]): number | null {
  const { types, least, most } = P.amount;
  const amounts = reports.flatMap(({ details }) => details.amounts);
  if (amounts.length === 0 || !types.some((one) => one === type)) return null;
  const share = Math.log10(Math.max(...amounts) / least) / Math.log10(most / least);
  return Math.round(100 * Math.min(1, Math.max(0, share))) / 100;
}

function larger(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}

/** Its rank among catalysts of its type: an ordinary listing is not as large as an ordinary theft. */
function magnitudeOf(type: CatalystType, parts: Catalyst["magnitude_parts"]): number {
  const weighted = [
    [P.magnitude.authority, parts.authority],
    [P.magnitude.cap, parts.market_cap],
    [P.magnitude.velocity, parts.social_velocity],
    [P.magnitude.anomaly, parts.onchain_anomaly],
  ] as const;
  let sum = 0;
  let weights = 0;
  for (const [weight, part] of weighted) {
    if (part === null) continue;
    sum += weight * part;
    weights += weight;
  }
  if (weights === 0) return 1;
  return 1 + P.magnitudeFrom[type].filter((from) => sum / weights >= from).length;
}

/**
 * The direction is the mean of the items' directions, weighted by authority, voice and age. The
 * confidence is the probability that at least one voice is right. Disagreement and a long silence
 * lower it.
 */
function sentimentOf(
  items: readonly Report[],
  status: CatalystStatus,
  at: number,
): Catalyst["sentiment"] {
  const voices = new Set<string>();
  const heardAt = Math.max(0, ...items.map(({ recordedAt }) => recordedAt));
  let sum = 0;
  let weights = 0;
  let isWrong = 1;
  for (const item of items) {
    const share = voices.has(item.voiceId) ? P.sentiment.sameVoice : 1;
    voices.add(item.voiceId);
    // All weights halve at the same rate. Measured from the newest item, the passing of time alone
    // does not change the mean, not even by rounding.
    const weight = item.authority * share * halved(heardAt - item.recordedAt);
    sum += weight * SIGN[item.direction] * item.directionScore;
    weights += weight;
    isWrong *= 1 - item.authority * share * item.directionScore;
  }
  const mean = weights === 0 ? 0 : sum / weights;
  const direction =
    Math.abs(mean) < P.sentiment.neutralBelow ? "neutral" : mean > 0 ? "positive" : "negative";
  const agreement = direction === "neutral" ? 0.5 : 0.5 + Math.abs(mean) / 2;
  const trust =
    status === "unconfirmed"
      ? P.sentiment.unconfirmed
      : status === "disputed"
        ? P.sentiment.disputed
        : 1;
  const confidence = (1 - isWrong) * agreement * trust * halved(at - heardAt);
  return { direction, confidence: Math.round(Math.min(1, confidence) * 100) / 100 };
}

function halved(age: number): number {
  return 2 ** (-Math.max(0, age) / P.sentiment.halfLifeMs);
}
