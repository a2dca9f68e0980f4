/** The track record of the signals by rule, and of baselines at the same moments. */
import "server-only";
import { type SQL, sql } from "drizzle-orm";
import { signalEvents, signals } from "#lib/catalysts/schema/signals.ts";
import { database } from "#lib/platform/db/client.ts";
import { SIGNAL_RULES } from "#lib/protocol/market-knowledge.ts";
import type { SignalFigures, SignalRecord } from "#lib/protocol/wire/signals.ts";
import { SIGNALS_HASH } from "./parameters.ts";
import { type RecordGroup, readRecordLines } from "./read-record-lines.ts";
import { readJudgedUntil } from "./read-signals.ts";

/**
 * The expected figures of a fair coin. Target and invalidation have the same distance, so half of
 * its guesses are right.
 */
const COIN = { hit_rate: 0.5, mean_result: 0, brier: 0.25 } as const;

/** Real and simulated signals never share a row. */
const GROUPS = [false, true].flatMap((simulated) =>
  [false, true].map((shadow) => ({ simulated, shadow })),
);

/** Only signals of the current parameters count. */
export async function readFigures(): Promise<SignalRecord> {
  const db = await database();
  const { rows } = await db.execute<FiguresRow>(sql`
    SELECT rule, simulated, shadow, count(*) FILTER (WHERE result IS NULL) AS active,
      count(result) AS ended, avg(hit) AS hit_rate, avg(result) AS mean_result,
      avg((conviction - hit) * (conviction - hit)) AS brier,
      count(other_result) AS other_ended, avg(other_hit) AS other_hit_rate,
      avg(other_result) AS other_mean_result,
      avg((momentum_conviction - other_hit) * (momentum_conviction - other_hit)) AS other_brier
    FROM (
      SELECT *, ${hitOf(sql`result`)} AS hit, ${hitOf(sql`other_result`)} AS other_hit FROM (
        SELECT signal.rule, signal.simulated, signal.shadow, signal.conviction, signal.momentum_conviction, ended.result,
          CASE signal.momentum WHEN signal.direction THEN ended.result
            WHEN 'long' THEN -ended.result WHEN 'short' THEN -ended.result END AS other_result
        FROM ${signals} AS signal LEFT JOIN ${signalEvents} AS ended ON ended.signal_id = signal.id
        WHERE signal.parameters_hash = ${SIGNALS_HASH}
      ) AS judged
    ) AS counted GROUP BY rule, simulated, shadow`);
  const lines = await readRecordLines(db);
  const results = SIGNAL_RULES.flatMap((rule) =>
    GROUPS.map((group) => {
      const which = { rule, ...group };
      const isOf = (row: FiguresRow) =>
        row.rule === rule && row.simulated === group.simulated && row.shadow === group.shadow;
      return { ...figuresOf(which, rows.find(isOf)), ...lines(which) };
    }),
  );
  return { judged_until: await readJudgedUntil(db), parameters_hash: SIGNALS_HASH, results };
}

/** 1 for a gain, 0 otherwise, null while the signal is active. */
function hitOf(result: SQL) {
  return sql`CASE WHEN ${result} IS NULL THEN NULL WHEN ${result} > 0 THEN 1.0 ELSE 0.0 END::double precision`;
}

type FiguresRow = RecordGroup & {
  active: string;
  ended: string;
  hit_rate: number | null;
  mean_result: number | null;
  brier: number | null;
  other_ended: string;
  other_hit_rate: number | null;
  other_mean_result: number | null;
  other_brier: number | null;
};

function figuresOf(
  which: RecordGroup,
  row: FiguresRow | undefined,
): Omit<SignalFigures, "calibration" | "curve"> {
  return {
    ...which,
    active: Number(row?.active ?? 0),
    ended: Number(row?.ended ?? 0),
    hit_rate: row?.hit_rate ?? null,
    mean_result: row?.mean_result ?? null,
    brier: row?.brier ?? null,
    baselines: {
      coin: COIN,
      momentum: {
        ended: Number(row?.other_ended ?? 0),
        hit_rate: row?.other_hit_rate ?? null,
        mean_result: row?.other_mean_result ?? null,
        brier: row?.other_brier ?? null,
      },
    },
  };
}
