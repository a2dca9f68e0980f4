/** Explains the rate of a fee from its own ledger row. */
import { divideHalfUp, formatDecimal, parseSigned } from "#lib/protocol/decimal.ts";
import {
  EARNING_DECIMALS,
  FEE_DECIMALS,
  LEVELS,
  type Level,
  RULESET,
  WINDOW_MS,
} from "#lib/protocol/partner/partner-levels.ts";
import type { EarningEntry, Figures } from "#lib/protocol/wire/partner.ts";

/** A fee that reached the ledger later than this is marked as late. */
const LATE_MS = 60_000;

export type RateExplanation = {
  /** ISO 8601: the window is (from, to], before the fee. */
  window: { from: string; to: string };
  /** The applied level; undefined for unknown rules. */
  level: Level | undefined;
  next: { level: Level /** 1e-9 USD. */; missing: bigint } | undefined;
  /** Positions on a bar, in thousandths of its length. */
  bar: { held: number; threshold: number } | undefined;
  isLate: boolean;
};

type Fee = Pick<EarningEntry, "accrued_at" | "occurred_at" | "level" | "window_fees" | "ruleset">;

export function explainRate(entry: Fee): RateExplanation {
  const counted = Date.parse(entry.accrued_at);
  const held = parseSigned(entry.window_fees, FEE_DECIMALS) ?? 0n;
  const levels = entry.ruleset === RULESET ? LEVELS : [];
  const level = levels.find((one) => one.level === entry.level);
  const above = levels.find((one) => one.level === entry.level + 1);
  return {
    window: { from: new Date(counted - WINDOW_MS).toISOString(), to: entry.accrued_at },
    level,
    next: above && { level: above, missing: above.threshold - held },
    bar: level && barOf(held, { from: level.threshold, to: above?.threshold }),
    isLate: counted - Date.parse(entry.occurred_at) >= LATE_MS,
  };
}

/** Earned of fees as a rate, such as `0.1432`; undefined without fees. Four digits, rounded half away from zero. */
export function averageShare({
  fees,
  earned,
}: Pick<Figures, "fees" | "earned">): string | undefined {
  const [of, part] = [parseSigned(fees, EARNING_DECIMALS), parseSigned(earned, EARNING_DECIMALS)];
  if (of === undefined || part === undefined || of <= 0n) return undefined;
  return formatDecimal(divideHalfUp(part * 10_000n, of), 4);
}

/** A bar from zero to the next threshold; at the highest level to slightly above the window's amount. */
function barOf(
  held: bigint,
  { from, to }: { from: bigint; to: bigint | undefined },
): RateExplanation["bar"] {
  const end = to ?? ((held > from ? held : from) * 11n) / 10n;
  const position = (amount: bigint) =>
    amount <= 0n || end <= 0n ? 0 : Math.min(1_000, Number((amount * 1_000n) / end));
  return { held: position(held), threshold: position(from) };
}
