/** A finger on a phone: no control is too small for it, and no page wider than the phone. */
import type { Page } from "@playwright/test";
import { causeEvent, openNewestMove } from "#e2e/support/catalysts.ts";
import { openMarket } from "#e2e/support/orders.ts";
import { FIXED_PAGES, person, SETTINGS_PAGES } from "#e2e/support/people.ts";
import { scrollTo } from "#e2e/support/scroll.ts";
import { signInByMail, signInByWallet } from "#e2e/support/sign-in.ts";
import { amount } from "#e2e/support/swap.ts";
import { expect, test } from "#e2e/support/test.ts";
import { botOf, installConnectedWallet, prepareTrader } from "#e2e/support/trader.ts";
import { turnOnTradingKey } from "#e2e/support/trading-key.ts";
import { seriousProblems } from "#e2e/support/trading-page.ts";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Controls that are smaller than a finger, with their size in pixels. Empty when there are none. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea, summary")]
      .filter((element) => element.checkVisibility() && !element.matches(".not-focus\\:sr-only"))
      .map((element) => {
        // A box inside a label can be pressed anywhere on the label.
        const isBox = element.matches("[type=checkbox], [type=radio]");
        const target = (isBox && element.closest("label")) || element;
        return { element, box: target.getBoundingClientRect() };
      })
      .filter(({ box }) => Math.min(box.width, box.height) < 43.9)
      .map(
        ({ element, box }) =>
          `${element.ariaLabel ?? element.textContent ?? ""} ${box.width}×${box.height}`,
      ),
  );
}

const PHONE_WIDTHS = [320, 360, 390, 412, 430];

/** The widths at which the page is wider than the phone: a browser then lays it out for a wider one, with nothing in its place. */
async function tooWideAt(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of PHONE_WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    const wide = await page.evaluate(
      () =>
        new Promise<number>((resolve) =>
          requestAnimationFrame(() =>
            requestAnimationFrame(() =>
              resolve(Math.max(document.documentElement.scrollWidth, window.innerWidth)),
            ),
          ),
        ),
    );
    if (wide > width) found.push(`${wide} at ${width}`);
  }
  return found;
}

const FIRST_PAGES = ["/account", "/swap"];
const OTHER_PAGES = [
  ...FIXED_PAGES.filter((path) => !FIRST_PAGES.includes(path)),
  "/docs/webhooks",
  "/nowhere",
];

for (const [which, tag, pages] of [
  ["the account and the swap page", [], FIRST_PAGES],
  ["every other page", ["@deep"], OTHER_PAGES],
] as const) {
  test(`a phone is as wide as the trading page, ${which}, with a finger and a trading key`, {
    tag: [...tag],
  }, async ({ browser, endpoints, newWallet }) => {
    const context = await browser.newContext({ hasTouch: true, isMobile: true });
    const page = await context.newPage();
    await prepareTrader(context, endpoints, { persona: newWallet });
    await installConnectedWallet(page, newWallet);
    await openMarket(page);
    await turnOnTradingKey(page);
    expect(await tooWideAt(page), "the trading page").toEqual([]);
    for (const path of pages) {
      await page.goto(path);
      await expect(page.getByRole("status", { name: /^Loading/ })).toHaveCount(0);
      expect(await tooWideAt(page), path).toEqual([]);
    }
    await context.close();
  });
}

test("with a finger on a phone, everything is large enough to be pressed, and no field zooms the page", {
  tag: "@deep",
}, async ({ browser, endpoints }) => {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  for (const path of [
    "/sign-in",
    "/sign-in/email",
    "/settings",
    "/connect",
    "/partner",
    "/partner/programme",
    "/nowhere",
    "/catalysts",
    "/signals",
    "/calendar",
  ]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("status", { name: /^Loading/ })).toHaveCount(0);
    if (path === "/calendar") await expect(page.getByRole("radiogroup")).toBeVisible();
    expect(await smallTargets(page), `${path}, signed out`).toEqual([]);
  }
  await page.goto("/sign-in");
  await expect(page.getByLabel("Email address")).toHaveCSS("font-size", "16px");
  await signInByMail(context, endpoints);
  for (const path of [
    ...SETTINGS_PAGES,
    "/settings/mcp-keys",
    "/settings/webhooks/new",
    "/partner",
  ]) {
    await page.goto(path);
    await expect(person(page)).toBeVisible();
    await expect(page.getByRole("status", { name: /^Loading/ })).toHaveCount(0);
    expect(await smallTargets(page), path).toEqual([]);
  }
  await page.getByRole("button", { name: "Join the programme" }).tap();
  await page.getByRole("button", { name: "Join with this code" }).tap();
  await expect(page.getByRole("heading", { name: "Earnings over time" })).toBeVisible();
  await scrollTo(page, page.getByRole("heading", { name: "Payouts" }));
  await page.locator("summary", { hasText: "Notices" }).tap();
  await expect(page.getByRole("checkbox", { name: "Also by email" })).toBeVisible();
  expect(await smallTargets(page), "a partner").toEqual([]);
  await page.goto("/settings/sessions");
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page.getByRole("dialog").getByRole("button", { name: "Cancel" })).toBeFocused();
  expect(await smallTargets(page), "a question").toEqual([]);
  await context.close();
});

test("with a finger on a phone, a catalyst and a move are large enough to be pressed", {
  tag: "@deep",
}, async ({ browser, endpoints }) => {
  const quiet = { size_percent: 0, report_after_seconds: 1, second_after_seconds: null };
  await causeEvent(endpoints, { kind: "hack", asset: "BTC", ...quiet });
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  await page.goto("/catalysts");
  const link = page.locator("[data-catalyst]").first().getByRole("link");
  await expect(link).toBeVisible({ timeout: 120_000 });
  await link.tap();
  await expect(page.locator("[data-record]")).toBeVisible();
  expect(await smallTargets(page), "a catalyst").toEqual([]);
  await openNewestMove(page, endpoints);
  expect(await smallTargets(page), "a move").toEqual([]);
  await context.close();
});

test("a finger asks what a figure of a swap means", { tag: "@deep" }, async ({ browser }) => {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  await page.goto("/swap");
  await amount(page).fill("250");
  await expect(page.locator("[data-impact]")).toBeVisible();
  const help = page.getByRole("tooltip").filter({ hasText: "Paid on top of the amount" });
  await expect(help).toBeHidden();
  await page.getByRole("button", { name: "Service fee" }).tap();
  await expect(help).toBeVisible();
  expect(await smallTargets(page)).toEqual([]);
  await context.close();
});

const list = (page: Page) => page.getByRole("navigation", { name: "Settings pages" });
const line = (page: Page) => list(page).locator("summary");

test("on a phone one line shows the current page, and opens the list of pages in groups", async ({
  browser,
  endpoints,
}) => {
  const context = await browser.newContext(PHONE);
  await signInByWallet(context, endpoints);
  const page = await context.newPage();
  await page.goto("/settings/sessions");
  await expect(line(page)).toHaveText("Account Sessions");
  await expect(list(page).getByRole("link")).toHaveCount(0);
  const content = (await page.getByRole("heading", { level: 1 }).boundingBox())!;
  expect(content.y).toBeLessThan(844 / 4);
  await line(page).tap();
  await expect(list(page).getByRole("link")).toHaveCount(15);
  const assistants = list(page).getByRole("list", { name: "Assistants" });
  await expect(assistants.getByRole("link")).toHaveCount(4);
  await expect(list(page).getByRole("link", { name: "Sessions" })).toHaveAttribute(
    "aria-current",
    "page",
  );
  expect(await smallTargets(page)).toEqual([]);
  expect(await seriousProblems(page)).toEqual([]);
  await assistants.getByRole("link", { name: "Connect an assistant" }).tap();
  await expect(page).toHaveURL(/\/connect$/);
  await expect(line(page)).toHaveText("Assistants Connect an assistant");
  await expect(list(page).getByRole("link")).toHaveCount(0);
  // By keys: closing returns the focus to the control that opened it.
  await line(page).focus();
  await page.keyboard.press("Enter");
  await expect(list(page).getByRole("link")).toHaveCount(15);
  await page.keyboard.press("Tab");
  await expect(list(page).getByRole("link").first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(line(page)).toBeFocused();
  await expect(list(page).getByRole("link")).toHaveCount(0);
  await context.close();
});

test("the list of pages opens before any code of the page has loaded", { tag: "@deep" }, async ({
  browser,
  endpoints,
}) => {
  const context = await browser.newContext({ ...PHONE, javaScriptEnabled: false });
  await signInByWallet(context, endpoints);
  const page = await context.newPage();
  await page.goto("/connect");
  await line(page).tap();
  await list(page).getByRole("link", { name: "Bot keys" }).tap();
  await expect(page).toHaveURL(/\/settings\/bot-keys$/);
  await page.getByRole("banner").getByRole("button", { name: "Menu" }).tap();
  await page.getByRole("banner").getByRole("link", { name: "Developers" }).tap();
  await expect(page).toHaveURL(/\/developers$/);
  await context.close();
});

test("with a finger on a phone of 360 by 640: orders, positions, deposits and withdrawals are in reach", async ({
  browser,
  endpoints,
  newWallet,
}) => {
  const context = await browser.newContext({ ...PHONE, viewport: { width: 360, height: 640 } });
  const page = await context.newPage();
  await prepareTrader(context, endpoints, { persona: newWallet });
  await installConnectedWallet(page, newWallet);
  const bot = botOf(endpoints, newWallet.seed);
  const terms = { market: "BTCUSDC", side: "BUY", size: "0.02" } as const;
  await bot.place({ ...terms, order_type: "MARKET", time_in_force: "IOC" });
  await page.goto("/trade/BTCUSDC");
  const bar = page.getByRole("region", { name: "Trade and view" });
  await bar.getByRole("radio", { name: "Account" }).check();
  const strip = page.getByRole("region", { name: "Account figures" });
  const card = page.getByRole("list", { name: "Positions" }).getByRole("listitem");
  const close = card.getByRole("button", { name: /^Close the BTCUSDC position/ });
  const controls = [
    strip.getByRole("button", { name: "Deposit" }),
    strip.getByRole("button", { name: "Withdraw" }),
    close,
  ];
  const top = (await bar.boundingBox())!.y;
  for (const control of controls) {
    const { y, width, height } = (await control.boundingBox())!;
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(43.9);
    expect(y + height).toBeLessThanOrEqual(top);
  }
  // The count lies on its bell.
  const bell = page.getByRole("button", { name: /^Notifications, \d+ unread/ });
  const icon = (await bell.locator("svg").boundingBox())!;
  const count = (await bell.locator("span").boundingBox())!;
  expect(count.y + count.height).toBeGreaterThan(icon.y);
  expect(count.x).toBeLessThan(icon.x + icon.width);
  await close.tap();
  await expect(page.getByRole("dialog", { name: /^Close the BTCUSDC position/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await bar.getByRole("button", { name: "Buy" }).tap();
  const send = page
    .getByRole("form", { name: "Order ticket" })
    .getByRole("button", { name: /^Buy / });
  await expect(send).toBeInViewport({ ratio: 1 });
  await context.close();
});
