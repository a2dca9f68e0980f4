/**
 * Stores the outputs of a run, its inputs and its cursor. It is one transaction, which succeeds
 * only if the cursor has not moved since it was read.
 */
import { and, eq } from "drizzle-orm";
import {
  signalCursors,
  signalEvents,
  signals,
  signalTriggers,
} from "#lib/catalysts/schema/signals.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { type Change, emitting } from "#lib/platform/events/emit-events.ts";
import type { Announce } from "#lib/platform/events/webhook-outbox.ts";
import type { EndedSignal, SignalRow, TriggerRow } from "./signal.ts";
import { toSignal } from "./signal-record.ts";

/**
 * One cursor for all parameters: new parameters hold from the next run on, and earlier signals
 * stay.
 */
export const SIGNALS_CURSOR = "signals";

export type MadeRun = {
  /**
   * The end of the last minute that was taken before, and of the last one of this run. Without the
   * former this is the first start.
   */
  from: number | undefined;
  until: number;
  ended: readonly EndedSignal[];
  triggers: readonly TriggerRow[];
  signals: readonly SignalRow[];
  /** Unix milliseconds. */
  now: number;
};

/** @returns false, with nothing written, when another replica took these minutes */
export async function storeRun(db: Database, run: MadeRun): Promise<boolean> {
  return emitting(db, async (change, _emit, announce) => {
    if (!(await moveCursor(change, run))) return false;
    if (run.ended.length > 0) {
      await change.insert(signalEvents).values(
        run.ended.map(({ signal, ending, recordedAt }) => ({
          signalId: signal.id,
          ...ending,
          recordedAt,
        })),
      );
    }
    if (run.triggers.length > 0) await change.insert(signalTriggers).values([...run.triggers]);
    if (run.signals.length > 0) await change.insert(signals).values([...run.signals]);
    for (const { signal, ending } of run.ended) {
      if (ending.kind === "invalidated")
        await announceSignal(announce, signal, { ending, now: run.now });
    }
    for (const signal of run.signals)
      await announceSignal(announce, signal, { ending: null, now: run.now });
    return true;
  });
}

async function moveCursor(change: Change, { from, until: minute }: MadeRun): Promise<boolean> {
  const rows =
    from === undefined
      ? await change
          .insert(signalCursors)
          .values({ name: SIGNALS_CURSOR, minute })
          .onConflictDoNothing()
          .returning({ minute: signalCursors.minute })
      : await change
          .update(signalCursors)
          .set({ minute })
          .where(and(eq(signalCursors.name, SIGNALS_CURSOR), eq(signalCursors.minute, from)))
          .returning({ minute: signalCursors.minute });
  return rows.length > 0;
}

/**
 * Announces to the webhooks of all accounts that want the type and whose filter it passes. Signals
 * in shadow are not announced.
 */
async function announceSignal(
  announce: Announce,
  signal: SignalRow,
  { ending, now }: { ending: EndedSignal["ending"] | null; now: number },
): Promise<void> {
  if (signal.shadow) return;
  const type = ending === null ? "signal.created" : "signal.invalidated";
  await announce({
    type,
    userId: null,
    subject: signal.id,
    version: ending?.kind ?? "created",
    now,
    data: toSignal(signal, ending),
    conviction: signal.conviction,
    // The symbol of a market is its base asset followed by USDC.
    assets: [signal.market.replace(/USDC$/, "")],
    markets: [signal.market],
  });
}
