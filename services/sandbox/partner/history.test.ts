import { expect, test } from "vitest";
import { parseDecimal } from "#lib/protocol/decimal.ts";
import { FEE_DECIMALS, levelOf, WINDOW_MS } from "#lib/protocol/partner/partner-levels.ts";
import { partnerHistory } from "./history.ts";

const END = Date.UTC(2026, 10, 22, 15, 30);
const history = partnerHistory("1", END);
const fees = history.months.flatMap((month) => month.fees);
const at = (fee: (typeof fees)[number]) => Date.parse(fee.occurred_at);
const windowAt = (time: number) =>
  fees
    .filter((fee) => at(fee) > time - WINDOW_MS && at(fee) <= time)
    .reduce((sum, fee) => sum + (parseDecimal(fee.charged, FEE_DECIMALS) ?? 0n), 0n);

test("a history is the same for the same seed and end, and another for another seed", () => {
  expect(partnerHistory("1", END)).toEqual(history);
  expect(partnerHistory("2", END)).not.toEqual(history);
});

test("a history is in order, within its months, and no referral pays before it joined", () => {
  const since = new Map(history.referrals.map((one) => [one.account, Date.parse(one.since)]));
  expect(fees.map(at)).toEqual(fees.map(at).toSorted((a, b) => a - b));
  expect(new Set(fees.map(({ reference }) => reference)).size).toBe(fees.length);
  for (const fee of fees) expect(at(fee)).toBeGreaterThanOrEqual(since.get(fee.account) ?? END);
  for (const month of history.months) {
    for (const fee of month.fees) expect(at(fee)).toBeLessThan(Date.parse(month.until));
  }
});

test("a history leaves room after each month for its payment", () => {
  for (const { until } of history.months.slice(0, -1)) {
    const next = fees.find((fee) => at(fee) >= Date.parse(until));
    expect(next === undefined ? END : at(next)).toBeGreaterThan(Date.parse(until) + 300_000);
  }
});

test("a history covers all products, and the level rises and is about to fall", () => {
  expect(new Set(fees.map(({ source }) => source)).size).toBe(4);
  expect(levelOf(windowAt(END - 330 * 86_400_000)).level).toBeLessThan(3);
  const now = levelOf(windowAt(END)).level;
  expect(now).toBeGreaterThan(2);
  expect(levelOf(windowAt(END + 5 * 86_400_000)).level).toBeLessThan(now);
  expect(history.months.map(({ payment }) => payment)).toContain("failed");
});
