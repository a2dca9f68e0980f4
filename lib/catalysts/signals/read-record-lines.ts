/** How far the convictions of the signals came true, and the sum of their results over time. */
import "server-only";
import { sql } from "drizzle-orm";
import { signalEvents, signals } from "#lib/catalysts/schema/signals.ts";
import type { Database } from "#lib/platform/db/client.ts";
import type { SignalRule } from "#lib/protocol/market-knowledge.ts";
import { MAX_CURVE, type SignalFigures } from "#lib/protocol/wire/signals.ts";
import { SIGNALS_HASH } from "./parameters.ts";
import { isoOf } from "./signal-record.ts";

/** Real and simulated signals, in shadow and not, never share figures. */
export type RecordGroup = { rule: SignalRule; simulated: boolean; shadow: boolean };

type Lines = Pick<SignalFigures, "calibration" | "curve">;

/** A bin is five hundredths. */
const BINS = 20;

/** Only signals of the current parameters count. @returns the lines of each group */
export async function readRecordLines(
  db: Pick<Database, "execute">,
): Promise<(group: RecordGroup) => Lines> {
  const bins = await readBins(db);
  const points = await readPoints(db);
  return (group) => ({
    calibration: bins.filter((row) => isOf(row, group)).map(toBin),
    curve: points
      .filter((row) => isOf(row, group))
      .map(({ minute, total }) => ({ ended_at: isoOf(Number(minute)), total })),
  });
}

function isOf(row: RecordGroup, { rule, simulated, shadow }: RecordGroup): boolean {
  return row.rule === rule && row.simulated === simulated && row.shadow === shadow;
}

const ENDED = sql`${signals} AS signal JOIN ${signalEvents} AS ended ON ended.signal_id = signal.id
  WHERE signal.parameters_hash = ${SIGNALS_HASH}`;

type BinRow = RecordGroup & { bin: number; conviction: number; ended: string; hits: string };

async function readBins(db: Pick<Database, "execute">): Promise<BinRow[]> {
  const { rows } = await db.execute<BinRow>(sql`
    SELECT signal.rule, signal.simulated, signal.shadow,
      least(width_bucket(signal.conviction, 0, 1, ${BINS}), ${BINS}) - 1 AS bin,
      avg(signal.conviction) AS conviction, count(*) AS ended,
      count(*) FILTER (WHERE ended.result > 0) AS hits
    FROM ${ENDED} GROUP BY 1, 2, 3, 4 ORDER BY bin`);
  return rows;
}

function toBin({ bin, conviction, ended, hits }: BinRow): Lines["calibration"][number] {
  const [from, to] = [bin / BINS, (bin + 1) / BINS];
  return { from, to, conviction, ended: Number(ended), hits: Number(hits) };
}

type PointRow = RecordGroup & { minute: string; total: number };

async function readPoints(db: Pick<Database, "execute">): Promise<PointRow[]> {
  const { rows } = await db.execute<PointRow>(sql`
    SELECT * FROM (
      SELECT signal.rule, signal.simulated, signal.shadow, ended.minute,
        sum(ended.result) OVER (same ORDER BY ended.minute, signal.id) AS total,
        row_number() OVER (same ORDER BY ended.minute DESC, signal.id DESC) AS age
      FROM ${ENDED} WINDOW same AS (PARTITION BY signal.rule, signal.simulated, signal.shadow)
    ) AS points WHERE age <= ${MAX_CURVE} ORDER BY age DESC`);
  return rows;
}
