/** What is drawn and said of a key's use. */

export type UsageDay = {
  /** UTC, `2026-01-31`. */
  day: string;
  /** Requests by `ok` or the code of their refusal. */
  outcomes: Readonly<Record<string, number>>;
};

type Bar = {
  day: string;
  ok: number;
  refused: number;
  /** Of the busiest day, 0 to 1. */
  okShare: number;
  refusedShare: number;
};

export type UsageTotals = {
  total: number;
  refused: number;
  /** What was answered first, then refusals, the most frequent first. */
  outcomes: readonly (readonly [outcome: string, count: number])[];
  bars: readonly Bar[];
};

/** A day with any request is seen, however busy another one was. */
const LEAST_SHARE = 0.06;

export function totalsOf(days: readonly UsageDay[]): UsageTotals {
  const sums = new Map<string, number>();
  for (const { outcomes } of days) {
    for (const [outcome, count] of Object.entries(outcomes)) {
      sums.set(outcome, (sums.get(outcome) ?? 0) + count);
    }
  }
  const plain = days.map(({ day, outcomes }) => {
    const all = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
    const ok = outcomes["ok"] ?? 0;
    return { day, ok, refused: all - ok };
  });
  const busiest = Math.max(1, ...plain.map(({ ok, refused }) => ok + refused));
  const share = (count: number) => (count === 0 ? 0 : Math.max(LEAST_SHARE, count / busiest));
  const total = plain.reduce((sum, { ok, refused }) => sum + ok + refused, 0);
  return {
    total,
    refused: total - (sums.get("ok") ?? 0),
    outcomes: [...sums].toSorted(
      ([one, many], [other, more]) => Number(other === "ok") - Number(one === "ok") || more - many,
    ),
    bars: plain.map((bar) => {
      const okShare = Math.min(share(bar.ok), 1 - share(bar.refused) || 0);
      return { ...bar, okShare, refusedShare: share(bar.refused) };
    }),
  };
}
