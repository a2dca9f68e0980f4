import { expect, it } from "vitest";
import { summaryOf } from "./earnings.testing.ts";
import { nextShown } from "./live-summary.ts";

const SHOWN = summaryOf({ as_of: "2026-03-01T09:00:00.000Z" });

it("the page keeps its snapshot while nothing has changed", () => {
  expect(nextShown(undefined, SHOWN)).toBe(SHOWN);
  expect(nextShown(SHOWN, { ...SHOWN, as_of: "2026-03-01T09:00:15.000Z" })).toBe(SHOWN);
});

it("the page takes a new snapshot when a fee came, when one left the window, and when payments moved", () => {
  const later = { ...SHOWN, as_of: "2026-03-01T09:00:15.000Z" };
  for (const newest of [
    { ...later, ledger_seq: SHOWN.ledger_seq + 1 },
    { ...later, referred_fees_30d: "1" },
    { ...later, balances: { ...SHOWN.balances, in_transit: "1" } },
  ])
    expect(nextShown(SHOWN, newest)).toBe(newest);
});

it("the page takes a new snapshot after a minute, and when the clock of the service went back", () => {
  for (const as_of of ["2026-03-01T09:01:00.000Z", "2026-03-01T08:59:59.000Z"]) {
    const newest = { ...SHOWN, as_of };
    expect(nextShown(SHOWN, newest)).toBe(newest);
  }
});
