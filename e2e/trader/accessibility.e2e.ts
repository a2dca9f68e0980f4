/** Contrast in every palette and theme, and the content for a screen reader: names, roles, and announcements. */

import { stackEndpoints } from "#e2e/support/endpoints.ts";
import {
  cancelButtons,
  openMarket,
  openTab,
  placeRestingBuy,
  test as tradingTest,
  widenPrices,
} from "#e2e/support/orders.ts";
import { scrollTo } from "#e2e/support/scroll.ts";
import { signInByMail } from "#e2e/support/sign-in.ts";
import {
  becomeReady,
  expect,
  MARKET_PATH,
  pageProblems,
  seriousProblems,
  test,
} from "#e2e/support/trading-page.ts";

/** Palette, colour of a rise, and the table beside it. */
const LOOKS = [
  ["default", "green", /^Positions/],
  ["default", "red", /^Open orders/],
  ["colour-blind", "green", /^Open orders/],
  ["colour-blind", "red", /^Positions/],
] as const;

tradingTest(
  "readable in both themes with every palette: position, open order, book and ticket",
  { tag: "@deep" },
  async ({ page, trader, bot }) => {
    expect(trader.address).toBeTruthy();
    // Without animations axe measures no colour in transition.
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
    const order = { market: "BTCUSDC", size: "0.02", order_type: "MARKET" } as const;
    await bot.place({ ...order, side: "BUY", time_in_force: "IOC" });
    await openMarket(page);
    await placeRestingBuy(page, 0.995);
    await widenPrices(page);
    await openTab(page, /^Open orders/);
    await expect(cancelButtons(page)).toHaveCount(1);
    expect(await seriousProblems(page), "open orders").toEqual([]);
    await openTab(page, /^Positions/);
    expect(await seriousProblems(page), "positions").toEqual([]);
    // Themes and palettes change only colours.
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      for (const [palette, up, tab] of LOOKS) {
        await page.evaluate(
          ([chosen, rise]) =>
            Object.assign(document.documentElement.dataset, { palette: chosen, up: rise }),
          [palette, up],
        );
        await openTab(page, tab);
        const problems = await seriousProblems(page, ["color-contrast"]);
        expect(problems, `${colorScheme}, ${palette}, a rise is ${up}`).toEqual([]);
      }
    }
  },
);

test("every account page is accessible and fits a phone, signed out too", { tag: "@deep" }, async ({
  quietPage: page,
}) => {
  for (const path of ["", "/orders", "/fills", "/funding", "/transfers", "/fees"]) {
    await page.goto(`/account${path}`);
    await expect(page.getByRole("main")).toBeVisible();
    expect(await seriousProblems(page), path).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, path).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
  }
});

test("the partner page is accessible and fits a phone: signed out, before joining, and just after joining", {
  tag: "@deep",
}, async ({ page }) => {
  const check = async (state: string) => {
    expect(await pageProblems(page), state).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, state).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
  };
  await page.goto("/partner");
  await expect(page.getByRole("heading", { name: "The six levels" })).toBeVisible();
  await check("signed out");
  await signInByMail(page.context(), stackEndpoints());
  await page.goto("/partner");
  const join = page.getByRole("button", { name: "Join the programme" });
  await expect(join).toBeVisible();
  await check("before joining");
  await join.click();
  await check("confirming the code");
  await page.getByRole("button", { name: "Join with this code" }).click();
  await expect(page.getByRole("heading", { name: "Earnings over time" })).toBeVisible();
  await expect(page.getByText("No earnings yet")).toBeVisible();
  await scrollTo(page, page.getByRole("heading", { name: "Payouts" }));
  await check("a partner of one minute");
});

test("landmarks have distinct names and headings are in order, signed in, and on a phone", {
  tag: "@deep",
}, async ({ page, newWallet }) => {
  await becomeReady(page, newWallet.seed);
  for (const [path, name] of [
    ["/account", "Portfolio"],
    ["/account/keys", "Keys that may sign for this account"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("region", { name })).toBeVisible();
    expect(await pageProblems(page), path).toEqual([]);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(MARKET_PATH);
  await page.getByRole("radio", { name: "Account", exact: true }).click();
  const tables = page.getByRole("region", { name: "Account tables" });
  await expect(tables).toContainText("No open positions.");
  expect(await pageProblems(page)).toEqual([]);
  // No control below it stays grey.
  const [panel, main] = [await tables.boundingBox(), await page.getByRole("main").boundingBox()];
  expect(panel!.y + panel!.height).toBeCloseTo(main!.y + main!.height, 0);
});
