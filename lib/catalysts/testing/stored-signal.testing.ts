/** A stored signal for tests of its readers. */

import { signalEvents, signals } from "#lib/catalysts/schema/signals.ts";
import { SIGNALS_HASH } from "#lib/catalysts/signals/parameters.ts";
import type { SignalRow } from "#lib/catalysts/signals/signal.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";

/**
 * A drift signal on BTCUSDC for the minute that ended at this time (Unix milliseconds). Each number
 * has its own id.
 */
export async function storeSignal(
  db: Database,
  { minute, number, ...change }: Partial<SignalRow> & { minute: number; number: number },
): Promise<SignalRow> {
  const row: SignalRow = {
    id: `sig_${number.toString(16).padStart(24, "0")}`,
    rule: "drift",
    subject: `mov_${number.toString(16).padStart(24, "0")}`,
    market: "BTCUSDC",
    direction: "long",
    horizon: 240,
    conviction: 0.6,
    shadow: false,
    entry: "64000",
    invalidation: "63000",
    target: "65000",
    priceTick: "0.5",
    reasons: [{ code: "record", ended: 4, hits: 4 }],
    catalystIds: [],
    moveId: null,
    calendarId: null,
    simulated: false,
    momentum: "long",
    momentumConviction: 0.5,
    minute,
    expiresAt: minute + 240 * MINUTE_MS,
    recordedAt: new Date(minute + 1_000),
    parametersHash: SIGNALS_HASH,
    ...change,
  };
  await db.insert(signals).values(row);
  return row;
}

/** Ended drift signals with their results, of which `hits` gained. Their numbers start at 1,000. */
export async function storeRecord(
  db: Database,
  { minute, ended, hits }: { minute: number; ended: number; hits: number },
): Promise<void> {
  for (let index = 0; index < ended; index += 1) {
    const row = await storeSignal(db, { minute, number: 1_000 + index });
    const [kind, result] =
      index < hits ? (["reached", 1] as const) : (["invalidated", -1] as const);
    const close = kind === "reached" ? "65000.5" : "62999.5";
    await db.insert(signalEvents).values({
      signalId: row.id,
      kind,
      minute: minute + MINUTE_MS,
      close,
      result,
      recordedAt: new Date(minute + MINUTE_MS),
    });
  }
}
