/**
 * Stores the outputs of a pass, its inputs and its watermark. It is one transaction, which succeeds
 * only if the watermark has not moved since it was read.
 */
import { and, eq, inArray } from "drizzle-orm";
import type { Revised, TrackedCatalyst } from "#lib/catalysts/events/tracked-catalyst.ts";
import type { CountedDetector } from "#lib/catalysts/moves/counted-moves.ts";
import {
  catalystDecisions,
  catalystDetectors,
  catalystEvidence,
  catalystMoves,
  catalystPasses,
  catalystRevisions,
  catalysts,
  catalystWatermarks,
  moveExplanations,
} from "#lib/catalysts/schema/catalysts.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { type Change, emitting } from "#lib/platform/events/emit-events.ts";
import type { Announce } from "#lib/platform/events/webhook-outbox.ts";
import { WEBHOOK_LIMITS } from "#lib/protocol/webhooks.ts";
import type { Catalyst } from "#lib/protocol/wire/catalysts.ts";
import { ENGINE_HASH, type PassInputs } from "./engine-state.ts";
import { isEmpty, type PassOutputs } from "./run-pass.ts";
import { WATERMARK, type Watermark } from "./watermark.ts";

/** Far below the database's limit of parameters. */
const ROWS_PER_STATEMENT = 500;

export type MadePass = {
  from: Watermark;
  to: Watermark;
  inputs: PassInputs;
  outputs: PassOutputs;
  /** The detector whose moves count from this pass on, if it changed. */
  detector: CountedDetector | undefined;
};

/** @returns false, with nothing written, when another replica made this pass */
export async function storePass(db: Database, pass: MadePass): Promise<boolean> {
  const { from, to, inputs, outputs, detector } = pass;
  const at = new Date(to.at);
  return emitting(db, async (change, _emit, announce) => {
    const moved = await change
      .update(catalystWatermarks)
      .set({ ...to, at })
      .where(
        and(eq(catalystWatermarks.name, WATERMARK), eq(catalystWatermarks.at, new Date(from.at))),
      )
      .returning({ at: catalystWatermarks.at });
    if (moved.length === 0) return false;
    if (detector !== undefined) await countDetector(change, detector);
    if (isIdle(inputs, outputs)) return true;
    const { newsSeq, moveMinute } = to;
    await change
      .insert(catalystPasses)
      .values({ at, newsSeq, moveMinute, parametersHash: ENGINE_HASH });
    await storeCatalysts(change, outputs.revisions, at);
    for (const part of inParts(outputs.evidence)) {
      await change
        .insert(catalystEvidence)
        .values(part.map((evidence) => ({ ...evidence, recordedAt: at })));
    }
    await storeExplanations(change, outputs, at);
    await carryOut(change, inputs, at);
    for (const revised of outputs.revisions) await announceRevised(announce, revised, to.at);
    return true;
  });
}

export function isIdle({ reports, moves, splits }: PassInputs, outputs: PassOutputs): boolean {
  return reports.length + moves.length + splits.length === 0 && isEmpty(outputs);
}

/**
 * A detector that started at the same minute counted nothing: it was replaced before its first
 * minute.
 */
async function countDetector(change: Change, detector: CountedDetector): Promise<void> {
  const target = catalystDetectors.fromMinute;
  await change
    .insert(catalystDetectors)
    .values(detector)
    .onConflictDoUpdate({ target, set: { parametersHash: detector.parametersHash } });
}

async function storeCatalysts(
  change: Change,
  revisions: readonly Revised[],
  recordedAt: Date,
): Promise<void> {
  for (const part of inParts(revisions)) {
    await change.insert(catalystRevisions).values(
      part.map(({ kind, dueAt, changed, catalyst: { event } }) => ({
        catalystId: event.id,
        revision: event.revision,
        kind,
        recordedAt,
        dueAt: dueAt === null ? null : new Date(dueAt),
        changed,
        event,
      })),
    );
  }
  const newest = new Map(revisions.map(({ catalyst }) => [catalyst.event.id, catalyst]));
  for (const part of inParts([...newest.values()])) {
    await change.delete(catalysts).where(
      inArray(
        catalysts.id,
        part.map(({ event }) => event.id),
      ),
    );
    await change.insert(catalysts).values(part.map(rowOf));
  }
}

function rowOf({ event, nextDueAt, ...rest }: TrackedCatalyst): typeof catalysts.$inferInsert {
  const { sent, isSplit, isConfirmedByMove } = rest;
  return {
    id: event.id,
    revision: event.revision,
    type: event.type,
    status: event.status,
    magnitude: event.magnitude,
    assets: event.assets,
    firstSeenAt: new Date(event.first_seen_at),
    changedAt: new Date(event.last_updated_at),
    trackedUntil: new Date(event.tracked_until),
    nextDueAt: nextDueAt === null ? null : new Date(nextDueAt),
    mergedInto: event.merged_into,
    event,
    sent,
    isSplit,
    isConfirmedByMove,
  };
}

async function storeExplanations(
  change: Change,
  { explanations, candidates }: PassOutputs,
  recordedAt: Date,
): Promise<void> {
  for (const part of inParts(explanations)) {
    await change.insert(moveExplanations).values(
      part.map(({ moveId, explanation }) => ({
        moveId,
        revision: explanation.revision,
        recordedAt,
        verdict: explanation.verdict,
        catalystId: explanation.candidates[0]?.catalyst_id ?? null,
        probability: explanation.probability,
        explanation,
      })),
    );
  }
  for (const part of inParts(candidates)) {
    await change.insert(catalystMoves).values(part.map((link) => ({ ...link, recordedAt })));
  }
}

async function carryOut(change: Change, { splits }: PassInputs, at: Date): Promise<void> {
  if (splits.length === 0) return;
  await change
    .update(catalystDecisions)
    .set({ carriedOutAt: at })
    .where(
      inArray(
        catalystDecisions.id,
        splits.map(({ id }) => id),
      ),
    );
}

/**
 * Announces to the webhooks of all accounts that want the type and whose filter it passes. A filter
 * checks confidence and assets, so a change of these can make a catalyst new to a webhook. Each
 * webhook gets `catalyst.detected` when its filter first matches.
 */
async function announceRevised(
  announce: Announce,
  { announced, changed, catalyst }: Revised,
  now: number,
) {
  const { event } = catalyst;
  if (event.merged_into !== null) return;
  const common = {
    userId: null,
    subject: event.id,
    now,
    data: withinLimit(event),
    conviction: event.sentiment.confidence,
    ...(event.assets.length > 0 ? { assets: event.assets } : {}),
  };
  if (changed.includes("sentiment") || changed.includes("assets")) {
    await announce({ ...common, type: "catalyst.detected", version: "1", again: true });
  }
  if (announced === "catalyst.updated") {
    await announce({ ...common, type: announced, version: String(event.revision) });
  }
}

/** Drops source addresses that exceed the limit of a webhook; the evidence has them all. */
function withinLimit(event: Catalyst): Catalyst {
  let limited = event;
  while (Buffer.byteLength(JSON.stringify(limited)) > WEBHOOK_LIMITS.dataBytes) {
    if (limited.sources.length === 0) break;
    limited = { ...limited, sources: limited.sources.slice(0, -1) };
  }
  return limited;
}

function* inParts<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let first = 0; first < rows.length; first += ROWS_PER_STATEMENT) {
    yield rows.slice(first, first + ROWS_PER_STATEMENT);
  }
}
