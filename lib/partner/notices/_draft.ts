/** Notices before they are written: their event, its time, and whether they are mailed. */

import type { LevelFall } from "#lib/partner/reads/level-history.ts";
import { thresholdOf } from "#lib/partner/reads/statement.ts";
import type { partnerNoticeMarks, partnerSettlements } from "#lib/partner/schema/partner.ts";
import { formatDecimal } from "#lib/protocol/decimal.ts";
import { DAY_MS, HOUR_MS } from "#lib/protocol/durations.ts";
import type { NoticeKind } from "#lib/protocol/partner/enumerations.ts";
import { FEE_DECIMALS, LEVELS, PAYOUT_DECIMALS } from "#lib/protocol/partner/partner-levels.ts";
import type { PartnerNotice } from "#lib/protocol/wire/partner.ts";
import type { LevelChange } from "./walk-levels.ts";

/** Older events are shown but not mailed. */
export const NEWS_MS = 7 * DAY_MS;

export type Draft = {
  /** Identifies the event among those of its kind and partner. */
  key: string;
  kind: NoticeKind;
  /** Unix milliseconds: when it happened, or when it became certain that it will. */
  at: number;
  data: PartnerNotice["data"];
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

/** By kind and level. */
export type SentNotices = (typeof partnerNoticeMarks.$inferSelect)["told"];

export type DecideOptions = {
  now: number;
  sent: SentNotices;
  /** The partner wants mail and has an address. */
  canMail: boolean;
};

export type Decided = { notices: (Draft & { wantsMail: boolean })[]; sent: SentNotices };

/**
 * A partner whose window is near a threshold changes level many times a day: each change gets a notice, and the same one is mailed once
 * in 24 h. A level's fall is announced once in 7 days, or once in 24 h when the level changed in between.
 */
export function decide(
  drafts: readonly Draft[],
  since: number,
  { now, sent: before, canMail }: DecideOptions,
): Decided {
  const sent = { ...before };
  const notices = drafts.flatMap((draft) => {
    const { at, kind, level } = draft;
    const last = sent[`${kind}:${level}`] ?? { told: 0, mailed: 0 };
    if (isWarning(draft) && !mayWarn(at, last.told, since)) return [];
    const isNews = now - at <= NEWS_MS;
    const isRepeated = level !== undefined && at - last.mailed < DAY_MS;
    const wantsMail = canMail && isNews && !isRepeated;
    if (level !== undefined) {
      sent[`${kind}:${level}`] = { told: at, mailed: wantsMail ? at : last.mailed };
    }
    return [{ ...draft, wantsMail }];
  });
  return { notices, sent };
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
