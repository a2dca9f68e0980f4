/** Signals in the form of the API. */
import type { signalEvents } from "#lib/catalysts/schema/signals.ts";
import type { Decimal } from "#lib/protocol/decimal.ts";
import type { Signal } from "#lib/protocol/wire/signals.ts";
import type { SignalRow } from "./signal.ts";

type EndRow = Pick<typeof signalEvents.$inferSelect, "kind" | "minute" | "close" | "result">;

/** @param ended null: the signal is active */
export function toSignal(row: SignalRow, ended: EndRow | null): Signal {
  return {
    id: row.id,
    market: row.market,
    direction: row.direction,
    rule: row.rule,
    horizon: row.horizon,
    conviction: row.conviction,
    shadow: row.shadow,
    entry: row.entry as Decimal,
    invalidation: row.invalidation as Decimal,
    target: row.target as Decimal,
    reasons: row.reasons,
    catalyst_ids: row.catalystIds,
    move_id: row.moveId,
    calendar_id: row.calendarId,
    simulated: row.simulated,
    state: ended?.kind ?? "active",
    created_at: row.recordedAt.toISOString(),
    priced_at: isoOf(row.minute),
    expires_at: isoOf(row.expiresAt),
    outcome: ended && {
      ended_at: isoOf(ended.minute),
      close: ended.close as Decimal,
      result: ended.result,
    },
    parameters_hash: row.parametersHash,
  };
}

export function isoOf(time: number): string {
  return new Date(time).toISOString();
}
