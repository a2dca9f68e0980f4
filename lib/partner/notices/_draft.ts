/** Notices before they are written: their event, its time, and whether they are mailed. */

import type { LevelFall } from "#lib/partner/reads/level-history.ts";
import { thresholdOf } from "#lib/partner/reads/statement.ts";
import type { partnerNotices, partnerSettlements } from "#lib/platform/db/schema/partner.ts";
import { formatDecimal } from "#lib/protocol/decimal.ts";
import { FEE_DECIMALS, LEVELS, PAYOUT_DECIMALS } from "#lib/protocol/partner/partner-levels.ts";
import type { LevelChange } from "./walk-levels.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Older events are shown but not mailed. */
export const NEWS_MS = 7 * DAY_MS;

type Row = typeof partnerNotices.$inferSelect;

export type Draft = Pick<Row, "key" | "kind" | "at" | "data"> & {
  /** The level of the notice, to limit repetitions; undefined: not limited. */
  level: number | undefined;
};

export function draftOfChange({ at, from, to, seq }: LevelChange): Draft {
  return {
    key: `level:${seq}:${at}:${from}:${to}`,
    kind: to > from ? "level_up" : "level_down",
    at,
    data: { from, to, share_percent: shareOf(to) },
    level: to,
  };
}

type Settlement = Pick<
  typeof partnerSettlements.$inferSelect,
  "id" | "state" | "amount" | "signature" | "failure"
> & { endedAt: number };

export function draftOfSettlement(row: Settlement): Draft {
  const { id, state, amount, signature, failure, endedAt } = row;
  return {
    key: `settlement:${id}`,
    kind: state === "confirmed" ? "settlement_paid" : "settlement_failed",
    at: endedAt,
    data: {
      settlement_id: id,
      amount: formatDecimal(amount, PAYOUT_DECIMALS),
      signature,
      failure,
    },
    level: undefined,
  };
}

/** Warnings before a fall, the latest first. */
export const WARNINGS = [
  { kind: "level_falls_24h", aheadMs: 24 * HOUR_MS },
  { kind: "level_falls_72h", aheadMs: 72 * HOUR_MS },
] as const;

/** The warning that is due for a coming fall. `knownSince`: since when this fall is expected. */
export function draftOfFall(
  fall: LevelFall,
  { knownSince, now }: { knownSince: number; now: number },
): Draft | undefined {
  const { at, before: from, level: to, fees } = fall;
  const warning = WARNINGS.find(({ aheadMs }) => at - now <= aheadMs);
  if (warning === undefined || at <= now) return undefined;
  return {
    key: `${warning.kind}:${at}:${from}:${to}`,
    kind: warning.kind,
    at: Math.max(at - warning.aheadMs, knownSince),
    data: {
      at: new Date(at).toISOString(),
      from,
      to,
      share_percent: shareOf(to),
      to_hold: formatDecimal(thresholdOf(from) - fees, FEE_DECIMALS),
    },
    level: from,
  };
}

function shareOf(level: number): number {
  return Number(LEVELS.find((one) => one.level === level)?.percent ?? 0n);
}

/** When the last notice of the same kind and level was written, and when one was mailed. Unix milliseconds; 0: never. */
export type LastNotices = { told: number; mailed: number };
export type SentNotices = ReadonlyMap<string, LastNotices>;

export function subjectOf({ kind, level }: Pick<Draft, "kind" | "level">): string {
  return `${kind}:${level}`;
}

export type DecideOptions = {
  now: number;
  told: SentNotices;
  /** The partner wants mail and has an address. */
  canMail: boolean;
};

/**
 * A partner whose window is near a threshold changes level many times a day: each change gets a notice, and the same one is mailed once
 * in 24 h. A level's fall is announced once in 7 days, or once in 24 h when the level changed in between.
 */
export function decide(
  drafts: readonly Draft[],
  since: number,
  { now, told, canMail }: DecideOptions,
): (Draft & { wantsMail: boolean })[] {
  const known = new Map(told);
  return drafts.flatMap((draft) => {
    const last = known.get(subjectOf(draft)) ?? { told: 0, mailed: 0 };
    if (isWarning(draft) && !mayWarn(draft.at, last.told, since)) return [];
    const isNews = now - draft.at <= NEWS_MS;
    const isRepeated = draft.level !== undefined && draft.at - last.mailed < DAY_MS;
    const wantsMail = canMail && isNews && !isRepeated;
    known.set(subjectOf(draft), { told: draft.at, mailed: wantsMail ? draft.at : last.mailed });
    return [{ ...draft, wantsMail }];
  });
}

function isWarning({ kind }: Draft): boolean {
  return WARNINGS.some((warning) => warning.kind === kind);
}

function mayWarn(at: number, last: number, since: number): boolean {
  const waited = at - last;
  return waited >= NEWS_MS || (since > last && waited >= DAY_MS);
}

/** When the next notice is due without a new row: the next warning, or the fall itself. */
export function nextDue(
  fall: LevelFall | undefined,
  { now, settleMs }: { now: number; settleMs: number },
): number | null {
  if (fall === undefined) return null;
  const times = [...WARNINGS.map(({ aheadMs }) => fall.at - aheadMs), fall.at + settleMs];
  return Math.min(...times.filter((time) => time > now));
}
