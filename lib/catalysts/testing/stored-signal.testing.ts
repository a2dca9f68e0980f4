/** A stored signal for tests of those who read it. */
import { SIGNALS_HASH } from "#lib/catalysts/signals/parameters.ts";
import type { SignalRow } from "#lib/catalysts/signals/signal.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { signals } from "#lib/platform/db/schema/signals.ts";

const MINUTE = 60_000;

/** A drift signal on BTCUSDC whose minute ended then (Unix milliseconds); each number has its own id. */
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
    expiresAt: minute + 240 * MINUTE,
    recordedAt: new Date(minute + 1_000),
    parametersHash: SIGNALS_HASH,
    ...change,
  };
  await db.insert(signals).values(row);
  return row;
}
