/**
 * Three languages, one from right to left, on a screen and on a phone: nothing is cut off and nothing is untranslated.
 */
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

/** The positions of the panels: from right to left the book and the ticket change sides. */
async function readLayout(page: Page): Promise<{ panels: number; isTicketFirst: boolean }> {
  const panels = await page.getByRole("main").locator("> section").count();
  const form = (await page.getByRole("form").first().boundingBox())!;
  const chart = (await page.locator("[role=application]").boundingBox())!;
  return { panels, isTicketFirst: form.x < chart.x };
}

test("in every language the page has its direction, is accessible, and fits a phone; prices and the chart keep theirs", {
  tag: "@deep",
}, async ({ quietPage: page, endpoints }) => {
  const seen: Awaited<ReturnType<typeof readLayout>>[] = [];
  for (const { locale, dir } of LANGUAGES) {
    await test.step(`${locale}, ${dir}`, async () => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await speak(page, endpoints.app, locale);
      await page.goto(MARKET_PATH);
      await expect(page.locator("html")).toHaveAttribute("lang", locale);
      await expect(page.locator("html")).toHaveAttribute("dir", dir);
      await page.locator("[data-last-bar]").waitFor();
      expect(await seriousProblems(page)).toEqual([]);
      expect(await overflow(page)).toBe(0);
      seen.push(await readLayout(page));
      // A figure and the chart look the same in every language.
      await expect(page.getByTestId("mark-price")).toHaveText(/[\d٠-٩]/);
      const surface = page.locator("[role=application]").locator("..");
      await expect(surface).toHaveCSS("direction", "ltr");
      for (const [width, height] of [
        [390, 844],
        [320, 700],
      ] as const) {
        await page.setViewportSize({ width, height });
        expect(await overflow(page), `${width} px`).toBe(0);
        const views = page.getByRole("radiogroup").last().getByRole("radio");
        for (let view = 0; view < (await views.count()); view += 1) {
          await views.nth(view).click();
          expect(await overflow(page), `view ${view} at ${width} px`).toBe(0);
        }
      }
      expect(await seriousProblems(page)).toEqual([]);
    });
  }
  const [english, german, arabic] = seen;
  expect(german).toEqual(english);
  expect(arabic).toEqual({ ...english, isTicketFirst: !english!.isTicketFirst });
});
