/** The level in a page: the reason of its share, and the way to that of each fee. */
import { createElement, useSyncExternalStore } from "react";
import { afterEach, expect, test, vi } from "vitest";
import {
  find,
  followAddress,
  goTo,
  press,
  type Shown,
  show,
} from "#components/partner/page.testing.ts";
import { summaryOf } from "./earnings.testing.ts";
import { LevelCard } from "./level-card.tsx";

vi.mock("next/navigation", () => ({
  usePathname: () => "/partner",
  useSearchParams: () =>
    new URLSearchParams(useSyncExternalStore(followAddress, () => window.location.search)),
}));

let shown: Shown;
afterEach(() => {
  shown.leave();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("says why the next fee earns its share, with the zone of its times, and leads to each fee", () => {
  goTo("?referral=ref_a");
  shown = show(createElement(LevelCard, { summary: summaryOf() }));
  const why = find("details", "Why this rate?").textContent;
  expect(why).toContain(
    "From Fri, 30 Jan 2026, 09:00 UTC to Sun, 1 Mar 2026, 09:00 UTC your referrals paid 1,240.55 USD.",
  );
  expect(why).toContain("Level 3 starts at 1,000.00 USD, so the next fee earns you 15%.");
  press("details button", "See each fee with its rate");
  expect(window.location.search).toBe("?fees=1");
});

test("says when the next level is reached, with the year", () => {
  goTo("");
  const { next_level: next, ...summary } = summaryOf();
  if (next === null) throw new Error("There is no next level.");
  const pace = { fees_7d: "900", reached_at: "2027-01-08T12:00:00.000Z" };
  const given = summaryOf({ ...summary, next_level: { ...next, pace } });
  shown = show(createElement(LevelCard, { summary: given }));
  expect(document.body.textContent).toContain("you will reach it on 8 Jan 2027.");
});
