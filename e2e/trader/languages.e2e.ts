/**
 * Three languages, one from right to left, on a screen and on a phone: nothing is cut off and nothing is untranslated.
 */
import type { Page } from "@playwright/test";
import { botOf, installConnectedWallet, prepareTrader } from "#e2e/support/trader.ts";
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

/**
 * Figures whose sign or unit would change sides in a text from right to left: neither an element nor a character isolates them.
 */
const mirrored = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const { parentElement: parent } = node;
      const text = (node.textContent ?? "").replaceAll(/[\u2066-\u2068][^\u2069]*\u2069/g, "");
      if (!parent?.checkVisibility() || parent.closest("script, style, canvas")) continue;
      if (getComputedStyle(parent).direction === "ltr") continue;
      if (/[+\-−]\d|\d\s?[×%]/.test(text)) found.push(text);
    }
    return found;
  });

test("from right to left a figure keeps its sign and its unit", {
  tag: "@deep",
}, async ({ quietPage: page, newWallet, endpoints }) => {
  await prepareTrader(page.context(), endpoints, { persona: newWallet, amount: "1000" });
  await installConnectedWallet(page, newWallet);
  const bot = botOf(endpoints, newWallet.seed);
  const order = { market: "BTCUSDC", side: "BUY", size: "0.01", order_type: "MARKET" } as const;
  await bot.place({ ...order, time_in_force: "IOC" });
  await speak(page, endpoints.app, "ar");
  await page.goto(MARKET_PATH);
  await page.getByRole("textbox", { name: "الكمية" }).fill("0.02");
  await expect(page.locator("tr[data-row]").first()).toContainText("BTCUSDC");
  await expect(page.getByRole("form").first()).toContainText(/= .*×/);
  expect(await mirrored(page)).toEqual([]);
  for (const path of ["/account", "/account/orders", "/account/funding"]) {
    await page.goto(path);
    await page.locator("main h1, main h2").first().waitFor();
    expect(await mirrored(page), path).toEqual([]);
  }
});

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
