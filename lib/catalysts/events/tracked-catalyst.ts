/**
 * A catalyst while it is tracked: how it is opened and revised. Its revisions depend on the
 * evidence and the time only.
 */
import { createHash } from "node:crypto";
import type { CatalystRevisionKind, CatalystType } from "#lib/protocol/market-knowledge.ts";
import type { Catalyst } from "#lib/protocol/wire/catalysts.ts";
import { type Assessment, assess, type CatalystFrame, findAssets } from "./assess-catalyst.ts";
import { latestEvaluation, nextEvaluation } from "./evaluation-times.ts";
import { EVENT_PARAMETERS as P } from "./parameters.ts";
import type { Report } from "./report.ts";

export type TrackedCatalyst = {
  event: Catalyst;
  /** In the order in which the service learned of it. */
  evidence: readonly Report[];
  /** The next evaluation in Unix milliseconds; null: no further one. */
  nextDueAt: number | null;
  /** What was announced last. */
  sent: Announcement;
  /** The operator split it from another catalyst, so it is not merged again. */
  isSplit: boolean;
  /** A move agreed with it. This stays true while it is merged into another catalyst. */
  isConfirmedByMove: boolean;
};

export type Announcement = Catalyst["sentiment"] & Pick<Catalyst, "magnitude">;

/** An appended revision. */
export type Revised = {
  kind: CatalystRevisionKind;
  dueAt: number | null;
  changed: string[];
  /** The catalyst after the revision. */
  catalyst: TrackedCatalyst;
  /** The event that is announced with it. */
  announced: "catalyst.detected" | "catalyst.updated" | null;
};

/** @param report has a type */
export function openCatalyst(
  report: Report & { type: CatalystType },
  { at, follows }: { at: number; follows: string | null },
): Revised {
  const firstSeenAt = Math.min(report.recordedAt, at);
  const key = dedupKey(report);
  const frame: CatalystFrame = {
    id: `evt_${key.slice(0, 24)}`,
    type: report.type,
    dedup_key: key,
    first_seen_at: iso(firstSeenAt),
    follows,
    merged_into: null,
    tracked_until: iso(trackedUntil(report, firstSeenAt)),
  };
  const assessment = assess(frame, [report], { at, wasConfirmed: false });
  const event = { ...assessment, last_updated_at: iso(at), revision: 1 };
  const catalyst = {
    event,
    evidence: [report],
    nextDueAt: nextEvaluation(firstSeenAt, Date.parse(frame.tracked_until), firstSeenAt),
    sent: announcementOf(event),
    isSplit: false,
    isConfirmedByMove: false,
  };
  const changed = Object.keys(assessment);
  return { kind: "detected", dueAt: null, changed, catalyst, announced: "catalyst.detected" };
}

export type RevisionInput = {
  kind: Exclude<CatalystRevisionKind, "detected">;
  at: number;
  evidence?: readonly Report[];
  /** A matching move confirms the report of a weak source. */
  isConfirmed?: boolean;
  mergedInto?: string | null;
};

export function revise(before: TrackedCatalyst, revision: RevisionInput): Revised {
  const { kind, at } = revision;
  const { event: old } = before;
  const evidence = revision.evidence ?? before.evidence;
  const frame = {
    ...frameOf(old),
    ...(revision.mergedInto === undefined ? {} : { merged_into: revision.mergedInto }),
  };
  const isConfirmedByMove = before.isConfirmedByMove || revision.isConfirmed === true;
  // After a split, a catalyst has only its own reports again: a confirmation by the others no
  // longer counts.
  const wasConfirmed =
    kind === "split"
      ? isConfirmedByMove
      : old.status === "confirmed" || revision.isConfirmed === true;
  const assessment = assess(frame, evidence, { at, wasConfirmed });
  const changed = differences(old, assessment);
  const event: Catalyst = {
    ...assessment,
    last_updated_at: changed.length > 0 ? iso(at) : old.last_updated_at,
    revision: old.revision + 1,
  };
  const firstSeenAt = Date.parse(old.first_seen_at);
  const until = Date.parse(old.tracked_until);
  const dueAt = kind === "evaluated" ? latestEvaluation(firstSeenAt, until, at) : null;
  const isAnnounced = event.merged_into === null && isNews(before.sent, event);
  const catalyst = {
    event,
    evidence,
    nextDueAt:
      event.merged_into !== null
        ? null
        : kind === "evaluated"
          ? nextEvaluation(firstSeenAt, until, at)
          : // A merged catalyst had no evaluations.
            (before.nextDueAt ??
            (kind === "split" ? nextEvaluation(firstSeenAt, until, at) : null)),
    sent: isAnnounced ? announcementOf(event) : before.sent,
    isSplit: before.isSplit || kind === "split",
    isConfirmedByMove,
  };
  return { kind, dueAt, changed, catalyst, announced: isAnnounced ? "catalyst.updated" : null };
}

function announcementOf({
  sentiment,
  magnitude,
}: Pick<Catalyst, "sentiment" | "magnitude">): Announcement {
  return { ...sentiment, magnitude };
}

/** True when direction or magnitude changed, or the confidence by a tenth. */
function isNews(sent: Announcement, now: Pick<Catalyst, "sentiment" | "magnitude">): boolean {
  const { direction, confidence } = now.sentiment;
  // Confidences have two decimals: subtracting half a hundredth avoids rounding errors in the
  // comparison.
  const isFar = Math.abs(confidence - sent.confidence) > P.toldConfidence - 0.005;
  return direction !== sent.direction || now.magnitude !== sent.magnitude || isFar;
}

export function parseFirstSeen({ event }: TrackedCatalyst): number {
  return Date.parse(event.first_seen_at);
}

function frameOf(event: Catalyst): CatalystFrame {
  const { id, type, dedup_key, first_seen_at, follows, merged_into, tracked_until } = event;
  return { id, type, dedup_key, first_seen_at, follows, merged_into, tracked_until };
}

function differences(old: Catalyst, now: Assessment): string[] {
  return (Object.keys(now) as (keyof Assessment)[]).filter(
    (name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]),
  );
}

/** The same first report gives the same id in every replay. */
function dedupKey(report: Report): string {
  const { assets } = findAssets([report]);
  const text = [report.type, assets.toSorted().join(","), report.id, report.version].join("\n");
  return createHash("sha256").update(text).digest("hex");
}

function trackedUntil({ type, details }: Report & { type: CatalystType }, firstSeenAt: number) {
  const usual = firstSeenAt + P.trackedMs[type];
  if (type !== "unlock") return usual;
  const days = details.days.map((day) => Date.parse(day)).filter((day) => day > 0);
  const dayMs = 86_400_000;
  const named = Math.max(usual, ...days.map((day) => day + dayMs + P.unlock.afterMs));
  return Math.min(named, firstSeenAt + P.unlock.mostMs);
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
