/** The frame around the panels: the view in the address, keys and palette, messages, settings, languages. */
import type { Page } from "@playwright/test";
import {
  answerWallet,
  becomeReady,
  expect,
  fillLimitBuy,
  MARKET_PATH,
  PRESS_MS,
  seriousProblems,
  test,
  ticket,
} from "#e2e/support/trading-page.ts";

const armed = (page: Page) => page.getByTestId("armed");

/** The page takes keys once its scripts run, which shows in its moving data. */
async function open(page: Page, path = MARKET_PATH): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("button", { name: /^(Data|Daten|البيانات): / })).toHaveAttribute(
    "data-freshness",
    "live",
  );
}

async function chooseCommand(page: Page, name: string): Promise<void> {
  await page.keyboard.press("Control+k");
  // Typed at once, before the code of the palette has loaded.
  await page.keyboard.type(name);
  await expect(page.getByRole("combobox", { name: "Type a command or a market" })).toHaveValue(
    name,
  );
  await page.keyboard.press("Enter");
}

test("a link shows the view of its sender, from the first request of the stream on", {
  tag: "@deep",
}, async ({ quietPage: page }) => {
  const streams: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/stream?")) streams.push(request.url());
  });
  await open(page, `${MARKET_PATH}?interval=5m&layout=focus&bars=nonsense`);
  await expect(page.getByRole("radio", { name: "5m", exact: true })).toBeChecked();
  await expect(page.getByRole("main")).toHaveAttribute("data-layout", "focus");
  await expect(page.getByRole("region", { name: "Order book", exact: true })).toBeHidden();
  expect(streams[0]).toContain("kline=5m");
  await page.keyboard.press("v");
  await expect(page).toHaveURL(/interval=5m&layout=ladder/);
  await expect(page.getByRole("region", { name: "Order book", exact: true })).toBeVisible();
  // The next address without a view shows the last choice.
  await open(page);
  await expect(page.getByRole("main")).toHaveAttribute("data-layout", "ladder");
});

test("the palette finds a command and copies a link to this view; keys can be switched off; the server renders the chosen palette, and a language changes in place", async ({
  quietPage: page,
}) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page);
  await chooseCommand(page, "copy link");
  await expect(page.getByText("Link copied.").first()).toBeAttached();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/\/trade\/BTCUSDC\?interval=1m&layout=standard&bars=mark$/);
  await page.getByRole("button", { name: "Notifications, 1 unread" }).click();
  const centre = page.getByRole("dialog", { name: "Notifications" });
  await expect(centre.getByRole("listitem")).toContainText("Link copied.");
  expect(await seriousProblems(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Notifications", exact: true })).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: "Notifications", exact: true }).click();
  await expect(centre.getByRole("listitem")).toHaveCount(1);
  await centre.getByRole("button", { name: "Clear all" }).click();
  await expect(centre).toContainText("No notifications.");
  await page.keyboard.press("Escape");

  await test.step("keys without a modifier can be switched off", async () => {
    await page.keyboard.press("?");
    const map = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await expect(map).toContainText("Next layout");
    expect(await seriousProblems(page)).toEqual([]);
    await map.getByRole("checkbox").uncheck();
    await page.keyboard.press("Escape");
    await page.keyboard.press("v");
    await expect(page.getByRole("main")).toHaveAttribute("data-layout", "standard");
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("dialog", { name: "Search commands" })).toBeVisible();
    await page.keyboard.press("Escape");
    // In a field, a key types its letter.
    await ticket(page).getByLabel("Size", { exact: true }).focus();
    await page.keyboard.press("?");
    await expect(map).toBeHidden();
  });

  await page.getByRole("button", { name: "Settings", exact: true }).click();
  const settings = page.getByRole("dialog", { name: "Settings" });
  expect(await seriousProblems(page)).toEqual([]);

  await test.step("a palette holds for the next visit", async () => {
    await settings.getByRole("radio", { name: "Blue and orange" }).click();
    await settings.getByRole("radio", { name: "Orange", exact: true }).click();
    await expect(page.locator("html")).toHaveAttribute("data-palette", "colour-blind");
    const html = await (await page.request.get(MARKET_PATH)).text();
    expect(html).toMatch(/<html[^>]*data-palette="colour-blind"[^>]*data-up="red"/);
    expect(await seriousProblems(page)).toEqual([]);
    await page.keyboard.press("Escape");
  });

  await test.step("typed text survives a change of language", async () => {
    await ticket(page).getByLabel("Size", { exact: true }).fill("0.05");
    await page.getByRole("button", { name: "Settings", exact: true }).click();
    await settings.getByRole("radio", { name: "العربية" }).click();
    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
    await page.keyboard.press("Escape");
    await expect(page.locator("form input[value='0.05']")).toBeVisible();
    const chart = await page.getByRole("region", { name: "الرسم البياني" }).boundingBox();
    const form = await page.locator("form").first().boundingBox();
    expect(chart!.x).toBeGreaterThan(form!.x);
    for (const width of [1024, 390]) {
      await page.setViewportSize({ width, height: 844 });
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, `at ${width}`).toBe(0);
    }
  });
});

test("the key that cancels all orders arms first, and Escape disarms it", { tag: "@deep" }, async ({
  quietPage: page,
  newWallet,
}) => {
  await becomeReady(page, newWallet.seed);
  await fillLimitBuy(page, 0.99);
  await ticket(page)
    .getByRole("button", { name: /^Buy .*BTC/ })
    .click();
  await answerWallet(page, "Approve");
  await expect(page.getByRole("tab", { name: /^Open orders\s*1/ })).toBeVisible();
  await page.getByRole("heading", { name: "Trade BTCUSDC" }).evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
  // The key works once the page has the orders. The next try starts disarmed.
  await expect(async () => {
    await page.keyboard.press("Shift+C");
    await expect(armed(page)).toContainText("again within 3 s", { timeout: 4_000 });
  }).toPass();
  await page.keyboard.press("Escape");
  await expect(armed(page)).toBeHidden();
  await page.keyboard.press("Shift+C");
  await expect(armed(page)).toBeVisible();
  // The key disarms on its own.
  await expect(armed(page)).toBeHidden();
  await expect(page.getByRole("region", { name: "What you sign" })).toHaveCount(0);
  await page.keyboard.press("Shift+C", { delay: PRESS_MS });
  await expect(armed(page)).toBeVisible();
  await page.keyboard.press("Shift+C");
  await expect(page.getByRole("region", { name: "What you sign" })).toContainText("cancel_all");
});
