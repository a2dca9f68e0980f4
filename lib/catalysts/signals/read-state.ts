/** Reads from the stored signals which are active, and the trials of each rule. */
import { asc, eq, isNull, sql } from "drizzle-orm";
import { signalEvents, signals } from "#lib/catalysts/schema/signals.ts";
import type { Database } from "#lib/platform/db/client.ts";
import type { SignalRule } from "#lib/protocol/market-knowledge.ts";
import { NO_TRIALS, type Trials, withTrial } from "./conviction.ts";
import { SIGNALS_HASH } from "./parameters.ts";
import {
  type Earned,
  type EarnedByWorld,
  type EndedSignal,
  type SignalRow,
  worldOf,
} from "./signal.ts";

export type EarnedByRule = Readonly<Record<SignalRule, EarnedByWorld>>;

/** Of all parameters, because every signal is judged to its end. */
export async function readActive(db: Pick<Database, "select">): Promise<SignalRow[]> {
  const rows = await db
    .select({ signal: signals })
    .from(signals)
    .leftJoin(signalEvents, eq(signalEvents.signalId, signals.id))
    .where(isNull(signalEvents.signalId))
    .orderBy(asc(signals.minute), asc(signals.id));
  return rows.map(({ signal }) => signal);
}

const NO_EARNED: Earned = { trials: NO_TRIALS, momentum: NO_TRIALS };
const NO_WORLD: EarnedByWorld = { real: NO_EARNED, simulated: NO_EARNED };
export const NOTHING_EARNED: EarnedByRule = {
  drift: NO_WORLD,
  cascade: NO_WORLD,
  surprise: NO_WORLD,
};

/** Counts the signals of the current parameters, including those in shadow. */
export async function readEarned(db: Pick<Database, "execute">): Promise<EarnedByRule> {
  const isMomentumsHit = sql`(signal.momentum = signal.direction AND ended.result > 0)
    OR (signal.momentum <> signal.direction AND ended.result < 0)`;
  const { rows } = await db.execute<EarnedRow>(sql`
    SELECT signal.rule, signal.simulated, count(*) AS ended, count(*) FILTER (WHERE ended.result > 0) AS hits,
      count(signal.momentum) AS momentum_ended,
      count(*) FILTER (WHERE ${isMomentumsHit}) AS momentum_hits
    FROM ${signals} AS signal JOIN ${signalEvents} AS ended ON ended.signal_id = signal.id
    WHERE signal.parameters_hash = ${SIGNALS_HASH} GROUP BY signal.rule, signal.simulated`);
  const earned = { ...NOTHING_EARNED };
  for (const row of rows) {
    earned[row.rule] = {
      ...earned[row.rule],
      [worldOf(row)]: {
        trials: trialsOf(row.ended, row.hits),
        momentum: trialsOf(row.momentum_ended, row.momentum_hits),
      },
    };
  }
  return earned;
}

type EarnedRow = {
  rule: SignalRule;
  simulated: boolean;
  ended: string;
  hits: string;
  momentum_ended: string;
  momentum_hits: string;
};

function trialsOf(ended: string, hits: string): Trials {
  return { ended: Number(ended), hits: Number(hits) };
}

/** Adds one more end to what a rule has earned. */
export function withEnd(
  earned: EarnedByRule,
  { signal, ending: { result } }: Pick<EndedSignal, "signal" | "ending">,
): EarnedByRule {
  const { rule, direction, momentum, parametersHash } = signal;
  if (parametersHash !== SIGNALS_HASH) return earned;
  const world = worldOf(signal);
  const before = earned[rule][world];
  const momentumResult = momentum === direction ? result : -result;
  const after = {
    trials: withTrial(before.trials, result),
    momentum: momentum === null ? before.momentum : withTrial(before.momentum, momentumResult),
  };
  return { ...earned, [rule]: { ...earned[rule], [world]: after } };
}
