/** Writes what a pass said, what it read, and its place: all in one transaction, and only from where the place was read. */
import { and, eq, inArray } from "drizzle-orm";
import type { Revised, TrackedCatalyst } from "#lib/catalysts/events/tracked-catalyst.ts";
import type { CountedDetector } from "#lib/catalysts/moves/counted-moves.ts";
import type { Database } from "#lib/platform/db/client.ts";
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
} from "#lib/platform/db/schema/catalysts.ts";
import type { Announce } from "#lib/platform/events/announcing.ts";
import { type Change, emitting } from "#lib/platform/events/emitting.ts";
import { WEBHOOK_LIMITS } from "#lib/protocol/webhooks.ts";
import type { Catalyst } from "#lib/protocol/wire/catalysts.ts";
import { ENGINE_HASH, type PassInputs } from "./engine-state.ts";
import { isEmpty, type PassOutputs } from "./run-pass.ts";
import { WATERMARK, type Watermark } from "./watermark.ts";

/** Rows of a statement: far below the limit of its parameters. */
const ROWS_PER_STATEMENT = 500;

export type MadePass = {
  from: Watermark;
  to: Watermark;
  inputs: PassInputs;
  outputs: PassOutputs;
  /** Whose moves count from it on, if it is another detector than before. */
  detector: CountedDetector | undefined;
};

/** @returns false, with nothing written, when another replica made the pass */
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
    for (const revised of outputs.revisions) await tell(announce, revised, to.at);
    return true;
  });
}

export function isIdle({ reports, moves, splits }: PassInputs, outputs: PassOutputs): boolean {
  return reports.length + moves.length + splits.length === 0 && isEmpty(outputs);
}

/** Nothing counted by a detector that began at the same minute: it was replaced before the next one. */
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

function rowOf({ event, nextDueAt, ...kept }: TrackedCatalyst): typeof catalysts.$inferInsert {
  const { sent, isSplit, isConfirmedByMove } = kept;
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
 * Webhooks of all accounts: who wants the type, and whose filter it passes. A filter looks at confidence and assets, so a change of them
 * can make a catalyst new to a webhook: it is detected for each one when its filter first lets it through.
 */
async function tell(announce: Announce, { announced, changed, catalyst }: Revised, now: number) {
  const { event } = catalyst;
  if (event.merged_into !== null) return;
  const told = {
    userId: null,
    subject: event.id,
    now,
    data: withinLimit(event),
    conviction: event.sentiment.confidence,
    ...(event.assets.length > 0 ? { assets: event.assets } : {}),
  };
  if (changed.includes("sentiment") || changed.includes("assets")) {
    await announce({ ...told, type: "catalyst.detected", version: "1", again: true });
  }
  if (announced === "catalyst.updated") {
    await announce({ ...told, type: announced, version: String(event.revision) });
  }
}

/** Addresses of sources can be long: further ones are among the evidence. */
function withinLimit(event: Catalyst): Catalyst {
  let told = event;
  while (Buffer.byteLength(JSON.stringify(told)) > WEBHOOK_LIMITS.dataBytes) {
    if (told.sources.length === 0) break;
    told = { ...told, sources: told.sources.slice(0, -1) };
  }
  return told;
}

function* inParts<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let first = 0; first < rows.length; first += ROWS_PER_STATEMENT) {
    yield rows.slice(first, first + ROWS_PER_STATEMENT);
  }
}
