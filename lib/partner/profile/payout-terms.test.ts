/** What partners read of payouts is what the operator has set. */
import { afterEach, expect, test } from "vitest";
import { restoreSettings, stubSettings } from "#lib/platform/config/config.testing.ts";
import { nextDay, payoutTerms } from "./payout-terms.ts";

afterEach(restoreSettings);

const day = (number: number, now: string) =>
  new Date(nextDay(number, Date.parse(now))).toISOString();

test("the next payout is the next beginning of its day, also after the year", () => {
  expect(day(1, "2026-11-27T03:00:00.000Z")).toBe("2026-12-01T00:00:00.000Z");
  expect(day(28, "2026-11-27T03:00:00.000Z")).toBe("2026-11-28T00:00:00.000Z");
  expect(day(15, "2026-12-15T00:00:00.000Z")).toBe("2027-01-15T00:00:00.000Z");
});

async function terms(settings: Record<string, string>) {
  stubSettings(settings);
  return payoutTerms(Date.UTC(2026, 10, 27));
}

test("without a day there is no next one, and the minimum is 10 USDC", async () => {
  expect(await terms({})).toEqual({
    available: false,
    day: null,
    next_at: null,
    minimum: "10",
    wallet_wait_hours: 48,
  });
});

test("a day and a minimum are those of the settings", async () => {
  expect(await terms({ PARTNER_PAYOUT_DAY: "5", PARTNER_PAYOUT_MINIMUM: "2.5" })).toMatchObject({
    day: 5,
    next_at: "2026-12-05T00:00:00.000Z",
    minimum: "2.5",
  });
});
