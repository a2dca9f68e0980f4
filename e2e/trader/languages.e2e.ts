/** Three languages, one from right to left, on a screen and on a phone: nothing is cut off, nothing is left unread. */
import type { Page } from "@playwright/test";
import { expect, MARKET_PATH, seriousProblems, test } from "#e2e/support/trading-page.ts";

const LANGUAGES = [
  { locale: "en", dir: "ltr" },
  { locale: "de", dir: "ltr" },
  { locale: "ar", dir: "rtl" },
] as const;

async function speak(page: Page, origin: string, locale: string): Promise<void> {
  await page.context().addCookies([{ name: "svc.locale", value: locale, url: origin }]);
}

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

for (const { locale, dir } of LANGUAGES) {
  test(`in ${locale} the page reads ${dir}, is accessible, and fits a phone`, async ({
    quietPage: page,
    endpoints,
  }) => {
    await speak(page, endpoints.app, locale);
    await page.goto(MARKET_PATH);
    await expect(page.locator("html")).toHaveAttribute("lang", locale);
    await expect(page.locator("html")).toHaveAttribute("dir", dir);
    await page.locator("[data-last-bar]").waitFor();
    expect(await seriousProblems(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await overflow(page)).toBe(0);
    const views = page.getByRole("radiogroup").last().getByRole("radio");
    for (let view = 0; view < (await views.count()); view += 1) {
      await views.nth(view).click();
      expect(await overflow(page), `view ${view}`).toBe(0);
    }
    await page.setViewportSize({ width: 320, height: 700 });
    for (let view = 0; view < (await views.count()); view += 1) {
      await views.nth(view).click();
      expect(await overflow(page), `view ${view} of a small phone`).toBe(0);
    }
    expect(await seriousProblems(page)).toEqual([]);
  });
}

test("from right to left the book stands on the other side, and prices and the chart do not turn", async ({
  quietPage: page,
  endpoints,
}) => {
  await page.goto(MARKET_PATH);
  const places = async () => {
    const panels = page.getByRole("main").locator("> section");
    const form = (await page.getByRole("form").first().boundingBox())!;
    const chart = (await page.locator("[role=application]").boundingBox())!;
    return { count: await panels.count(), ticketFirst: form.x < chart.x };
  };
  const before = await places();
  await speak(page, endpoints.app, "ar");
  await page.reload();
  const after = await places();
  expect(after).toEqual({ count: before.count, ticketFirst: !before.ticketFirst });
  // Left to right within: a figure reads the same in every language.
  const [direction, chart] = await page.evaluate(() => {
    const surface = document.querySelector("[role=application]")?.parentElement;
    const mark = document.querySelector("[data-mark]");
    const plain = mark?.textContent ?? "";
    return [plain, surface && getComputedStyle(surface).direction];
  });
  expect(direction).toMatch(/[\d٠-٩]/);
  expect(chart).toBe("ltr");
});
