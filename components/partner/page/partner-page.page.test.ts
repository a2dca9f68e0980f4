/** The order of the page's parts for a partner who has just joined. */
import { createElement } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { summaryOf } from "#components/partner/earnings/earnings.testing.ts";
import { followAddress, goTo, type Shown, show } from "#components/partner/page.testing.ts";
import { until } from "#components/ui/until.testing.ts";
import type { PartnerProfile, PayoutTerms } from "#lib/protocol/wire/partner.ts";
import { PartnerPage } from "./partner-page.tsx";

vi.mock("next/navigation", async () => {
  const { useSyncExternalStore } = await import("react");
  return {
    usePathname: () => "/partner",
    useSearchParams: () =>
      new URLSearchParams(useSyncExternalStore(followAddress, () => window.location.search)),
  };
});

const PAYOUTS: PayoutTerms = {
  available: true,
  day: null,
  next_at: null,
  minimum: "10",
  wallet_wait_hours: 48,
};
const NONE = { accrued: "0", settled: "0", in_transit: "0", pending: "0", reconciles: true };

let shown: Shown;
beforeEach(() => {
  vi.stubGlobal("fetch", () => new Promise(() => {}));
});
afterEach(() => {
  shown.leave();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function open(payoutAddress: string | null): void {
  goTo("");
  const profile: PartnerProfile = {
    partner: {
      id: "prt_1",
      code: "ada",
      url: "https://svc.test/r/ada",
      joined_at: "2026-03-01T08:59:00.000Z",
      payout_address: payoutAddress,
      payout_next: null,
      payout_choices: payoutAddress === null ? [] : [payoutAddress],
      mail_notices: true,
      payout_schedule: "every_run" as const,
      payout_minimum: "10",
      payout_minimum_is_own: false,
      payout_requested_at: null,
      payout_at: null,
      in_preparation: [],
      last_paid: null,
      payee: null,
    },
    payouts: PAYOUTS,
  };
  const summary = summaryOf({ referrals: 0, referred_fees_30d: "0", balances: NONE });
  const first = { userId: "usr_1", profile, summary };
  shown = show(createElement(PartnerPage, { first, payouts: PAYOUTS }));
}

const titles = () => [...document.querySelectorAll("h2")].map((one) => one.textContent);

test("without a wallet begins with what to do to be paid, and then has the link to share", async () => {
  open(null);
  await until(() => expect(titles()).toContain("Your referral link"));
  expect(titles().slice(0, 3)).toEqual([
    "One step before you can be paid",
    "Your referral link",
    "Your level",
  ]);
});

test("with a wallet begins with the link to share", async () => {
  open("So11111111111111111111111111111111111111112");
  await until(() => expect(titles()).toContain("Your referral link"));
  expect(titles().slice(0, 3)).toEqual(["Your referral link", "Your level", "Next payout"]);
});
