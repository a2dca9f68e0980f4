/** Signals and figures for tests of pages. */
import type { Decimal } from "#lib/protocol/decimal.ts";
import type { Signal, SignalFigures } from "#lib/protocol/wire/signals.ts";

/** An id `sig_…` from a small number. */
export const makeSignalId = (number: number): string =>
  `sig_${number.toString(16).padStart(24, "0")}`;

export function signal(change: Partial<Signal> = {}): Signal {
  return {
    id: makeSignalId(1),
    market: "SOLUSDC",
    direction: "short",
    rule: "drift",
    horizon: 240,
    conviction: 0.58,
    shadow: false,
    entry: "141.2" as Decimal,
    invalidation: "144.1" as Decimal,
    target: "138.3" as Decimal,
    reasons: [
      {
        code: "attributed_move",
        move_id: `mov_${"0".repeat(23)}1`,
        catalyst_id: `evt_${"0".repeat(23)}1`,
        probability: 0.91,
        size: -0.041,
      },
      { code: "record", ended: 22, hits: 14 },
    ],
    catalyst_ids: [`evt_${"0".repeat(23)}1`],
    move_id: `mov_${"0".repeat(23)}1`,
    calendar_id: null,
    simulated: true,
    state: "active",
    created_at: "2026-05-01T12:00:01.000Z",
    priced_at: "2026-05-01T12:00:00.000Z",
    expires_at: "2026-05-01T16:00:00.000Z",
    outcome: null,
    parameters_hash: "0".repeat(64),
    ...change,
  };
}

export function endedSignal(change: Partial<Signal> = {}): Signal {
  return signal({
    id: makeSignalId(2),
    state: "invalidated",
    outcome: {
      ended_at: "2026-05-01T12:42:00.000Z",
      close: "144.3" as Decimal,
      result: -1.069,
    },
    ...change,
  });
}

export function figures(change: Partial<SignalFigures> = {}): SignalFigures {
  return {
    rule: "drift",
    simulated: false,
    shadow: false,
    active: 1,
    ended: 22,
    hit_rate: 0.636,
    mean_result: 0.21,
    brier: 0.2312,
    baselines: {
      coin: { hit_rate: 0.5, mean_result: 0, brier: 0.25 },
      momentum: { ended: 20, hit_rate: 0.45, mean_result: -0.08, brier: 0.261 },
    },
    calibration: [
      { from: 0.5, to: 0.55, conviction: 0.52, ended: 10, hits: 6 },
      { from: 0.55, to: 0.6, conviction: 0.57, ended: 12, hits: 8 },
    ],
    curve: [
      { ended_at: "2026-05-01T10:00:00.000Z", total: 1 },
      { ended_at: "2026-05-01T11:00:00.000Z", total: -0.5 },
      { ended_at: "2026-05-01T12:00:00.000Z", total: 4.62 },
    ],
    ...change,
  };
}
