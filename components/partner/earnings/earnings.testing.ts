/** Answers for tests: a partner at level 3, with the figures that a test changes. */
import { PRODUCTS } from "#lib/protocol/partner/partner-levels.ts";
import type { PartnerSummary } from "#lib/protocol/wire/partner.ts";

const LEVELS = [
  [1, "0", 10],
  [2, "250", 12],
  [3, "1000", 15],
  [4, "4000", 18],
  [5, "10000", 22],
  [6, "25000", 25],
] as const;

export function summaryOf(more: Partial<PartnerSummary> = {}): PartnerSummary {
  const copy = { fees_30d: "40.5", earned_30d: "6.075", fees_total: "40.5", earned_total: "6.075" };
  return {
    as_of: "2026-03-01T09:00:00.000Z",
    ledger_seq: 18_211,
    level: 3,
    share_percent: 15,
    referred_fees_30d: "1240.55",
    window: { from: "2026-01-30T09:00:00.000Z", to: "2026-03-01T09:00:00.000Z" },
    by_product: PRODUCTS.map((product) => ({
      product,
      fees_30d: product === "perp" ? "1240.55" : "0",
      earned_30d: product === "perp" ? "171.4325" : "0",
      fees_total: product === "perp" ? "3000.123456789" : "0",
      earned_total: product === "perp" ? "401.98765432101" : "0",
      of_which_copy: product === "perp" ? copy : null,
    })),
    next_level: {
      level: 4,
      share_percent: 18,
      threshold: "4000",
      remaining: "2759.45",
      progress: "0.3101",
      pace: { fees_7d: "420.1", reached_at: null },
    },
    rolloff: [
      {
        at: "2026-03-20T17:52:00.000Z",
        level: 2,
        share_percent: 12,
        fees_30d: "990.5",
        to_hold: "9.5",
      },
    ],
    forecast: [
      { at: "2026-03-01T09:00:00.000Z", fees_30d: "1240.55" },
      { at: "2026-03-20T17:52:00.000Z", fees_30d: "990.5" },
      { at: "2026-03-31T09:00:00.000Z", fees_30d: "0" },
    ],
    balances: {
      accrued: "401.98765432101",
      settled: "300",
      in_transit: "51.5",
      pending: "50.48765432101",
      reconciles: true,
    },
    first_accrued_at: "2026-01-02T03:04:05.678Z",
    referrals: 12,
    referral: { code: "ada", url: "https://svc.test/r/ada", discount_percent: 10 },
    ruleset: {
      id: "levels-1",
      window_hours: 720,
      levels: LEVELS.map(([level, threshold, share_percent]) => ({
        level,
        threshold,
        share_percent,
      })),
    },
    head_hash: "ab".repeat(32),
    simulated: false,
    ...more,
  };
}
