/** Writes what a run made, what it read, and its place: all in one transaction, and only from where the place was read. */
import { and, eq } from "drizzle-orm";
import type { Database } from "#lib/platform/db/client.ts";
import {
  signalCursors,
  signalEvents,
  signals,
  signalTriggers,
} from "#lib/platform/db/schema/signals.ts";
import type { Announce } from "#lib/platform/events/announcing.ts";
import { type Change, emitting } from "#lib/platform/events/emitting.ts";
import type { Ended, SignalRow, TriggerRow } from "./signal.ts";
import { signalOf } from "./signal-record.ts";

/** One for all parameters: others hold from the next run on, and what was said stays. */
export const SIGNALS_CURSOR = "signals";

export type MadeRun = {
  /** Ends of the last minute that was taken, and of the last one of this run; without the first this is the first start. */
  from: number | undefined;
  until: number;
  ended: readonly Ended[];
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
      if (ending.kind === "invalidated") await tell(announce, signal, { ending, now: run.now });
    }
    for (const signal of run.signals) await tell(announce, signal, { ending: null, now: run.now });
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

/** A webhook of whichever account: who wants the type, and whose filter it passes. Of shadow signals nobody is told. */
async function tell(
  announce: Announce,
  signal: SignalRow,
  { ending, now }: { ending: Ended["ending"] | null; now: number },
): Promise<void> {
  if (signal.shadow) return;
  const type = ending === null ? "signal.created" : "signal.invalidated";
  await announce({
    type,
    userId: null,
    subject: signal.id,
    version: ending?.kind ?? "created",
    now,
    data: signalOf(signal, ending),
    conviction: signal.conviction,
    // A market's symbol is its base asset and USDC.
    assets: [signal.market.replace(/USDC$/, "")],
  });
}
