/** An active signal from which an order can be prepared. */
import type { Decimal } from "#lib/protocol/decimal.ts";
import type { Signal } from "#lib/protocol/wire/signals.ts";

export const SIGNAL: Signal = {
  id: "sig_0123456789abcdef01234567",
  market: "BTCUSDC",
  direction: "short",
  rule: "drift",
  horizon: 240,
  conviction: 0.6,
  shadow: false,
  entry: "64000.5" as Decimal,
  invalidation: "65000.5" as Decimal,
  target: "63000.5" as Decimal,
  reasons: [],
  catalyst_ids: [],
  move_id: null,
  calendar_id: null,
  simulated: true,
  state: "active",
  created_at: "2026-05-01T12:00:01.000Z",
  priced_at: "2026-05-01T12:00:00.000Z",
  expires_at: "2026-05-01T16:00:00.000Z",
  outcome: null,
  parameters_hash: "0".repeat(64),
};
