/** The order book, the tape and the market list, by mouse, by keys and for a screen reader. */
import type { Locator, Page } from "@playwright/test";
import { fund } from "#e2e/support/test.ts";
import { botOf } from "#e2e/support/trader.ts";
import {
  expect,
  fillLimitBuy,
  MARKET_PATH,
  markMoves,
  seriousProblems,
  test,
  ticket,
} from "#e2e/support/trading-page.ts";

const bestBid = (page: Page) => page.locator('[data-row="bid-0"]');
const field = (page: Page, name: string) => ticket(page).getByLabel(name, { exact: true });

/** The figures of a row without their thousands separators: price, size, total. */
async function figures(row: Locator): Promise<string[]> {
  const text = (await row.textContent()) ?? "";
  return text.replaceAll(",", "").match(/\d+(\.\d+)?/g) ?? [];
}

async function openList(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: /^Market / }).click();
  const grid = page.getByRole("grid", { name: "Markets" });
  await expect(grid.getByRole("link")).toHaveCount(3);
  return grid;
}

test("book and market list by keys and mouse: names and states for a screen reader, a row fills price and size, the list is searched, starred and sorted, and the choices are remembered", async ({
  quietPage: page,
}) => {
  await page.goto(MARKET_PATH);
  await expect(page.getByRole("button", { name: "Data: Live" })).toBeVisible();

  await test.step("the ticket: each field has a name, each choice its state", async () => {
    await expect(ticket(page)).toMatchAriaSnapshot(`
      - form "Order ticket":
        - radiogroup "Side":
          - radio "Buy / Long" [checked]
          - radio "Sell / Short"
        - radiogroup "Order type":
          - radio "Limit" [checked]
          - radio "Market"
          - radio "Take profit"
          - radio "Stop loss"
        - textbox "Price"
        - textbox "Size"
    `);
    const size = ticket(page).getByLabel("Size", { exact: true });
    await fillLimitBuy(page, 0.99);
    await size.fill("0.00001");
    await size.blur();
    // The error is announced, and belongs to its field.
    await expect(size).toHaveAttribute("aria-invalid", "true");
    const described = await size.evaluate((field) =>
      (field.getAttribute("aria-describedby") ?? "")
        .split(" ")
        .map((id) => document.getElementById(id)?.textContent ?? "")
        .join(" "),
    );
    expect(described).toContain("at least 10 USDC");
  });
  await test.step("the book: rows are buttons that say side, price, size and total", async () => {
    const book = page.getByRole("region", { name: "Order book" });
    await expect(book.getByRole("list", { name: "Asks, highest first" })).toBeVisible();
    const bids = book.getByRole("list", { name: "Bids, highest first" }).getByRole("button");
    await expect(bids.first()).toHaveAccessibleName(/^Bid [\d,.]+ size [\d,.]+ total [\d,.]+/);
    // One stop for the Tab key, arrow keys inside.
    expect(await book.locator('[data-row][tabindex="0"]').count()).toBe(1);
    await book.locator('[data-row][tabindex="0"]').focus();
    await page.keyboard.press("ArrowDown");
    const chosen = page.locator("[data-row]:focus");
    const name = (await chosen.textContent()) ?? "";
    await page.keyboard.press("Enter");
    const price = /[\d,]+\.\d+/.exec(name)?.[0]?.replaceAll(",", "") ?? "";
    await expect(ticket(page).getByLabel("Price", { exact: true })).toHaveValue(price);
  });

  await test.step("a row of the book fills price and size, and stays in place meanwhile", async () => {
    await bestBid(page).focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    const row = page.locator('[data-row="bid-2"]');
    await expect(row).toBeFocused();
    // The book may change between the reading and the keys.
    await expect(async () => {
      const [price, , total] = await figures(row);
      await page.keyboard.press("Enter");
      await page.keyboard.press("Shift+Enter");
      expect([
        await field(page, "Price").inputValue(),
        await field(page, "Size").inputValue(),
      ]).toEqual([price, total]);
    }).toPass();
    // The focus stays, so that the next row is one key away.
    await expect(row).toBeFocused();

    const ask = page.locator('[data-row="ask-3"]');
    await ask.hover();
    const seen = new Set<string>();
    for (let move = 0; move < 3; move += 1) {
      await ask.hover({ position: { x: 20 + move * 4, y: 9 } });
      await markMoves(page, 1);
      seen.add((await figures(ask)).join(" "));
    }
    expect(seen.size).toBe(1);
    await expect(page.getByRole("tooltip").filter({ hasText: "Average price" })).toBeVisible();
    const [askPrice, , askTotal] = await figures(ask);
    await ask.click();
    await ask.click({ modifiers: ["Shift"] });
    await expect(field(page, "Price")).toHaveValue(askPrice!);
    await expect(field(page, "Size")).toHaveValue(askTotal!);
  });

  await test.step("grouping and the unit of the totals are chosen", async () => {
    await page.getByRole("button", { name: /^Group prices by/ }).click();
    await page.getByRole("menuitemradio", { name: "10", exact: true }).click();
    await page.getByRole("button", { name: "Total (BTC)" }).click();
  });

  await test.step("the market list is searched, starred and sorted by keys, and opens the chosen market", async () => {
    const grid = await openList(page);
    const search = page.getByRole("combobox", { name: "Search markets" });
    await expect(search).toBeFocused();
    await expect(grid.locator("td:nth-child(3) path")).toHaveCount(3);
    expect(await seriousProblems(page)).toEqual([]);

    await search.fill("nothing like it");
    await expect(page.getByText("No market matches “nothing like it”.")).toBeVisible();
    await search.fill("sl");
    await expect(grid.getByRole("link")).toHaveText(["SOLUSDC"]);
    await page.keyboard.press("Alt+Enter");
    await search.fill("");
    await expect(grid.getByRole("link").first()).toHaveText("SOLUSDC");

    await grid.getByRole("button", { name: "Market" }).click();
    await expect(grid.getByRole("columnheader", { name: "Market" })).toHaveAttribute(
      "aria-sort",
      "ascending",
    );
    await expect(grid.getByRole("link")).toHaveText(["SOLUSDC", "BTCUSDC", "ETHUSDC"]);
    await search.focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/trade\/ETHUSDC/);
  });

  await test.step("the next visit has the same choices", async () => {
    await page.goto(MARKET_PATH);
    await expect(page.getByRole("button", { name: "Group prices by 10" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Total (USDC)" })).toBeVisible();
    await expect.poll(async () => Number((await figures(bestBid(page)))[0]) % 10).toBe(0);
    await expect((await openList(page)).getByRole("link").first()).toHaveText("SOLUSDC");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: /^Market BTCUSDC/ })).toBeFocused();
  });

  await test.step("on a phone the list fills the screen", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openList(page);
    const box = await page.getByRole("dialog", { name: "Markets" }).boundingBox();
    expect([box?.width, box?.height]).toEqual([390, 844]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await seriousProblems(page)).toEqual([]);
  });
});

test("the tape pauses under the pointer, says so, and fills in its price", {
  tag: "@deep",
}, async ({ quietPage: page, endpoints, newWallet }) => {
  await fund(endpoints, newWallet.address);
  const bot = botOf(endpoints, newWallet.seed);
  // The simulated traders may do nothing for half a minute.
  const trade = () => {
    const order = { market: "BTCUSDC", size: "0.001", order_type: "MARKET" } as const;
    return bot.place({ ...order, side: "BUY", time_in_force: "IOC" });
  };
  await trade();
  await page.goto(MARKET_PATH);
  const first = page.locator("[data-trade-id]").first();
  await expect(first).toBeVisible();
  await first.hover();
  const id = await first.getAttribute("data-trade-id");
  await expect(page.getByText(/^Paused/)).toBeVisible();
  await trade();
  await expect(page.getByText(/^Paused · \d+ new/)).toBeVisible();
  await expect(first).toHaveAttribute("data-trade-id", id!);
  const [price] = await figures(first);
  await first.click();
  await expect(field(page, "Price")).toHaveValue(new RegExp(`^${Number(price)}(\\.0+)?$`));
  await first.blur();
  await page.mouse.move(10, 10);
  await expect(page.getByText(/^Paused/)).toBeHidden();
  await expect(first).not.toHaveAttribute("data-trade-id", id!);
});
