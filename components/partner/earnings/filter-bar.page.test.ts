/** The filters of the page, and amounts, in a page whose address is the view. */
import { createElement, useSyncExternalStore } from "react";
import { afterEach, expect, test, vi } from "vitest";
import {
  find,
  followAddress,
  goTo,
  press,
  type Shown,
  show,
  type,
} from "#components/partner/page.testing.ts";
import { FilterBar } from "./filter-bar.tsx";
import { Money } from "./money.tsx";

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

function open(search: string): void {
  goTo(search);
  shown = show(createElement(FilterBar));
}

const days = () => find("[data-days]").textContent;
const [FROM, TO] = [
  "label:first-child > input[type=date]",
  "label:last-of-type > input[type=date]",
];

test("a custom range begins with the days that are shown, which stand in words beside the fields", () => {
  open("?range=7d");
  press("input[type=radio][value=custom]");
  expect(window.location.search).toBe("?from=2026-02-23&to=2026-03-01&granularity=day");
  expect(find<HTMLInputElement>(FROM).value).toBe("2026-02-23");
  expect(days()).toMatch(/^23 Feb\s*–\s*1 Mar 2026$/);
});

test("days in the wrong order keep the last range and say why, and right ones change it", () => {
  open("?from=2026-02-01&to=2026-02-10");
  type(TO, "2026-01-31");
  expect(find("[role=alert]", "The last day is before the first day.")).toBeDefined();
  expect(window.location.search).toBe("?from=2026-02-01&to=2026-02-10");
  expect(days()).toMatch(/^1\s*–\s*10 Feb 2026$/);
  type(TO, "2026-02-05");
  expect(window.location.search).toBe("?from=2026-02-01&to=2026-02-05");
  expect(days()).toMatch(/^1\s*–\s*5 Feb 2026$/);
});

test("days of an address that are none keep the usual range and say why", () => {
  open("?from=2026-02-10&to=2026-02-01");
  expect(find("[role=alert]", "The days in this address are not valid")).toBeDefined();
  expect(find<HTMLInputElement>("input[type=radio]:checked").value).toBe("90d");
});

test.each([
  [false, "1,240.55 USD"],
  [true, "1,240.54843750001 USD"],
])("an amount has two decimals, or all digits on demand: %s", (showsAllDigits, text) => {
  shown = show(createElement(Money, { value: "1240.54843750001", figure: "a" }), {
    showsAllDigits,
  });
  const amount = find("[data-figure=a]");
  expect(amount.textContent).toBe(text);
  expect(amount.dataset["exact"]).toBe("1240.54843750001");
  expect(amount.title).toBe("1,240.54843750001 USD");
});
