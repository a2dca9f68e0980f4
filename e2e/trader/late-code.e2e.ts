/** The code of the account and of its orders loads with the session: these journeys delay or block it. */
import type { Page } from "@playwright/test";
import { holdBack, slowDown } from "#e2e/support/hold-back.ts";
import { expect, signButton, test } from "#e2e/support/orders.ts";
import { fillLimitBuy, MARKET_PATH, markMoves, ticket } from "#e2e/support/trading-page.ts";

test("an account whose code cannot be loaded is reported as unreadable, and loads by itself later", {
  tag: "@deep",
}, async ({ page, trader }) => {
  expect(trader.address).toBeTruthy();
  const letThrough = await holdBack(page, "/api/venue/positions");
  await page.goto(MARKET_PATH);
  const account = page.getByRole("region", { name: "Account", exact: true });
  await expect(account).toContainText("Trying again");
  await expect(ticket(page).getByRole("button", { name: "Try again" })).toBeVisible();
  letThrough();
  await expect(account).toContainText("10,000.00");
  await expect(ticket(page).getByRole("button", { name: /^Buy .*BTC/ })).toBeVisible();
});

test("a press whose code cannot be loaded sends nothing and says so; the next one signs", {
  tag: "@deep",
}, async ({ page, trader }) => {
  expect(trader.address).toBeTruthy();
  const letThrough = await holdBack(page, "svc-write-");
  await page.goto(MARKET_PATH);
  await expect(ticket(page).getByRole("button", { name: /^Buy .*BTC/ })).toBeVisible();
  await fillLimitBuy(page, 0.9);
  await ticket(page)
    .getByRole("button", { name: /^Buy .*BTC/ })
    .click();
  await expect(page.getByText("could not be loaded").first()).toBeVisible();
  await expect(page.getByTestId("digest")).toHaveCount(0);
  letThrough();
  await ticket(page)
    .getByRole("button", { name: /^Buy .*BTC/ })
    .click();
  await signButton(page).click();
  await expect(ticket(page).getByText("Order placed.")).toBeVisible();
});

test("fills whose code cannot be loaded leave the chart of the mark in place, and say so", {
  tag: "@deep",
}, async ({ page }) => {
  await page.goto(MARKET_PATH);
  await expect(page.locator("[data-last-bar]")).toBeAttached();
  const letThrough = await holdBack(page, "/api/perps-dex/fill-kline");
  const source = (name: string) => page.getByRole("radio", { name, exact: true });
  await source("Last trades").click();
  await expect(page.getByText("The trades could not be loaded.").first()).toBeVisible();
  await expect(source("Mark price")).toBeChecked();
  await expect(page.getByText("history could not be loaded")).toHaveCount(0);
  letThrough();
  await source("Last trades").click();
  await expect(page.getByRole("application", { name: /Last trades/ })).toBeVisible();
  await expect(source("Last trades")).toBeChecked();
});

/** The signed-in account in the top bar. */
const accountButton = (page: Page) => page.getByRole("button", { name: /^Account \S/ });
/** A text in the code of the account menu, and one in the code of every menu. */
const MENU_CODES = ["stop-key", "DropdownMenuTrigger"] as const;

for (const text of MENU_CODES) {
  test(`a press on the account menu before its code (${text}) opens the menu once the code is there`, {
    tag: "@deep",
  }, async ({ page, trader }) => {
    expect(trader.address).toBeTruthy();
    const letThrough = await slowDown(page, text);
    await page.goto(MARKET_PATH);
    await expect(page.locator("[data-last-bar]")).toBeAttached();
    await accountButton(page).click();
    await expect(accountButton(page)).toHaveAttribute("aria-busy", "true");
    await expect(page.getByRole("menu")).toHaveCount(0);
    letThrough();
    await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menu")).toHaveCount(0);
    await expect(accountButton(page)).toBeFocused();
  });
}

test("the same with the keyboard; a person who moves on meanwhile keeps the focus", {
  tag: "@deep",
}, async ({ page, trader }) => {
  expect(trader.address).toBeTruthy();
  for (const end of ["open", "Escape", "Tab"] as const) {
    const letThrough = await slowDown(page, "stop-key");
    await page.goto(MARKET_PATH);
    await expect(page.locator("[data-last-bar]")).toBeAttached();
    await accountButton(page).focus();
    await page.keyboard.press("Enter");
    await expect(accountButton(page)).toHaveAttribute("aria-busy", "true");
    if (end !== "open") {
      await page.keyboard.press(end);
      await expect(accountButton(page)).toHaveAttribute("aria-busy", "false");
    }
    const code = page.waitForEvent("requestfinished", (request) =>
      request.url().includes("/_next/static/chunks/"),
    );
    letThrough();
    await code;
    if (end === "open") {
      await expect(page.getByRole("menu")).toBeVisible();
      await page.keyboard.press("ArrowDown");
      await expect(page.getByRole("menuitem").first()).toBeFocused();
    } else {
      await markMoves(page, 1);
      await expect(page.getByRole("menu")).toHaveCount(0);
      if (end === "Escape") await expect(accountButton(page)).toBeFocused();
    }
    await page.unrouteAll({ behavior: "wait" });
  }
});

for (const isLast of [true, false]) {
  const [end, when] = isLast
    ? ["opens the menu", {}]
    : ["opens none after another press", { tag: "@deep" }];
  test(`a press before any code of the page ${end}`, when, async ({ page, trader }) => {
    expect(trader.address).toBeTruthy();
    const letThrough = await slowDown(page, "");
    await page.goto(MARKET_PATH, { waitUntil: "commit" });
    await accountButton(page).click();
    if (!isLast) await page.getByText("Mark price").first().click();
    letThrough();
    // All code of the page passes through this process at once.
    const slow = { timeout: 60_000 };
    if (isLast) await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeVisible(slow);
    else {
      await expect(page.locator("[data-last-bar]")).toBeAttached(slow);
      await markMoves(page, 1);
      await expect(page.getByRole("menu")).toHaveCount(0);
    }
  });
}

test("a menu whose code cannot be loaded says so, and opens at the next press", {
  tag: "@deep",
}, async ({ page, trader }) => {
  expect(trader.address).toBeTruthy();
  const letThrough = await holdBack(page, "stop-key");
  await page.goto(MARKET_PATH);
  await accountButton(page).click();
  await expect(page.getByText("could not be loaded").first()).toBeVisible();
  await expect(accountButton(page)).toHaveAttribute("aria-busy", "false");
  letThrough();
  await accountButton(page).click();
  await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeVisible();
});
