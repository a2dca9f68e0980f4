/** A release becomes known, is due, and its number comes; another one is moved and cancelled. */
import type { Page } from "@playwright/test";
import { isFitting } from "#e2e/support/accessibility.ts";
import { changeCalendar } from "#e2e/support/calendar.ts";
import { expectNoOverlaps, SIZES } from "#e2e/support/overlaps.ts";
import { expect, pageProblems, test } from "#e2e/support/trading-page.ts";

// A slow computer takes four times as long.
test.describe.configure({ timeout: 300_000 });

const KNOWN_WITHIN_MS = 30_000;
const DUE_SECONDS = 20;

const row = (page: Page, title: string) => page.locator("[data-release]", { hasText: title });

async function expectAccessible(page: Page): Promise<void> {
  expect(await pageProblems(page)).toEqual([]);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    expect(await isFitting(page), `${size.width} px`).toBe(true);
  }
  await expectNoOverlaps(page, "the calendar");
  await page.setViewportSize({ width: 1440, height: 900 });
}

test("a release is known before, its number comes without a reload, and changes are told", async ({
  quietPage: page,
  endpoints,
}) => {
  const mark = Date.now().toString(36);
  const [print, other] = [`CPI y/y ${mark}`, `GDP q/q ${mark}`];
  const numbers = { unit: "%", forecast: "3.1", previous: "3.0", actual: "3.4" };
  await changeCalendar(endpoints, {
    kind: "cpi",
    title: print,
    in_seconds: DUE_SECONDS,
    ...numbers,
  });
  const { id } = await changeCalendar(endpoints, {
    kind: "gdp",
    title: other,
    in_seconds: 7_200,
    ...numbers,
  });
  await page.goto("/calendar");
  await expect(row(page, other)).toBeVisible({ timeout: KNOWN_WITHIN_MS });
  await expect(page.getByText("Sample data, not real events.")).toBeVisible();
  await expect(row(page, print)).toContainText("3.1%");
  // Before its time, or just now.
  await expect(row(page, print)).toContainText("3.4%", { timeout: KNOWN_WITHIN_MS });
  await expect(row(page, print)).toContainText("+0.3%");
  await row(page, print)
    .getByRole("button", { name: /^History/ })
    .press("Enter");
  // One more where the vendor's forecast came after the agency's date.
  await expect(row(page, print).locator("[data-revision]").nth(1)).toBeVisible();
  await expect(row(page, print).locator("[data-series] [data-earlier]").first()).toBeVisible();
  const today = page.locator("[data-strip-day] a").first();
  await today.press("Enter");
  await expect(page).toHaveURL(/#day-\d{4}-\d\d-\d\d$/);
  await changeCalendar(endpoints, { in_seconds: 10_800 }, id);
  await expect(row(page, other)).toContainText("Rescheduled", { timeout: KNOWN_WITHIN_MS });
  await changeCalendar(endpoints, { cancelled: true }, id);
  await expect(row(page, other)).toContainText("Cancelled", { timeout: KNOWN_WITHIN_MS });
  await expectAccessible(page);
});

test("in German and Arabic the page says the same", { tag: "@deep" }, async ({
  quietPage: page,
  endpoints,
}) => {
  for (const [locale, title] of [
    ["de", "Kalender"],
    ["ar", "التقويم"],
  ] as const) {
    await page.context().addCookies([{ name: "svc.locale", value: locale, url: endpoints.app }]);
    await page.goto("/calendar");
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expectAccessible(page);
  }
});
