/** Nothing is in the way: no control is covered, no value lies below a sticky cell, and no toast is over a confirmation. */
import type { Locator, Page } from "@playwright/test";
import {
  buyButton,
  openTab,
  signButton,
  signPanel,
  test as tradingTest,
} from "#e2e/support/orders.ts";
import { expectNoOverlaps, expectToastInNoWay, overlapsIn, SIZES } from "#e2e/support/overlaps.ts";
import { signInByWallet } from "#e2e/support/sign-in.ts";
import { type botOf, installConnectedWallet } from "#e2e/support/trader.ts";
import {
  expect,
  fillLimitBuy,
  MARKET_PATH,
  markOf,
  seriousProblems,
  test,
  ticket,
} from "#e2e/support/trading-page.ts";
import { ORDER_FLAG } from "#lib/protocol/enumerations.ts";

const [WIDE, , PHONE] = SIZES;
const PAGES = [
  "/account",
  "/account/orders",
  "/account/fees",
  "/partner",
  "/developers",
  "/settings",
];

const live = (page: Page) => page.getByRole("button", { name: "Data: Live" });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
const toast = (page: Page) => page.locator("[data-sonner-toast]").first();

/** Opens something over the wide page, looks at it in every size, and closes it. */
async function checkLayer(page: Page, layer: Locator, open: () => Promise<void>): Promise<void> {
  await page.setViewportSize(WIDE);
  await open();
  await expect(layer).toBeVisible();
  const name = String(layer);
  expect.soft(await seriousProblems(page), name).toEqual([]);
  await expectNoOverlaps(page, name);
  await page.setViewportSize(WIDE);
  await page.keyboard.press("Escape");
  await expect(layer).toHaveCount(0);
}

test("what is planted is found: over a button, over a value, and a toast over a dialog and its button", async ({
  page,
}) => {
  await page.setContent(
    `<main><h1>Market</h1><button style="padding: 8px">Settings</button></main>`,
  );
  expect(await overlapsIn(page)).toEqual([]);
  const plant = (html: string) =>
    page.evaluate((text) => {
      document.querySelector("[data-planted]")?.remove();
      const planted = document.createElement("div");
      planted.dataset["planted"] = "";
      planted.innerHTML = text;
      document.body.append(planted);
    }, html);
  const settings = page.getByRole("button", { name: "Settings", exact: true });
  const { x, y, height } = (await settings.boundingBox())!;
  await plant(
    `<div style="position: fixed; z-index: 99; left: ${x + 1}px; top: ${y}px; width: 4px; height: ${height}px; overflow: hidden">In the way</div>`,
  );
  expect(await overlapsIn(page)).toEqual([
    expect.stringMatching(/^div 'In the way' covers button 'Settings' \(\d+,\d+ 4×\d+ over /),
  ]);

  const cell = "padding: 0; font-size: 10px";
  const value = `<span style="display: inline-block; width: 80px">61,000.5 USDC</span>`;
  const edit = `<button style="width: 32px; padding: 0; border: 0">Edit</button>`;
  const rows = `<tr><td style="${cell}">${value} ${edit}</td><td style="${cell}; min-width: 32px; position: sticky; right: 0; background: white">Close</td></tr>`;
  const table = (overflow: string) =>
    `<table style="position: fixed; z-index: 99; left: 300px; bottom: 100px; width: 115px; display: block; overflow: ${overflow}; white-space: nowrap">${rows}</table>`;
  await plant(table("hidden"));
  expect(await overlapsIn(page)).toEqual([
    expect.stringMatching(/^sticky cell 'Close' covers button 'Edit'/),
    expect.stringMatching(/^sticky cell 'Close' covers td '61,000\.5 USDC Edit'/),
  ]);
  // The person can scroll it into view.
  await plant(table("auto"));
  expect(await overlapsIn(page)).toEqual([]);

  const box = "position: fixed; left: 300px; bottom: 100px; width: 200px; height: 60px";
  await plant(
    `<div role="dialog" aria-label="Question" style="${box}; z-index: 99"><button type="submit">Yes</button></div>
     <div data-sonner-toast style="${box}; z-index: 100; pointer-events: none">Order placed</div>`,
  );
  expect(await overlapsIn(page)).toEqual([
    expect.stringMatching(/^toast 'Order placed' covers button 'Yes'/),
    expect.stringMatching(/^toast 'Order placed' covers dialog 'Question'/),
  ]);
});

test("a guest: the page, and everything that it opens", { tag: "@deep" }, async ({ page }) => {
  await page.goto(MARKET_PATH);
  await expect(live(page)).toBeVisible();
  await expectNoOverlaps(page, "a guest");
  await checkLayer(page, dialog(page, "Connect a wallet"), () =>
    ticket(page).getByRole("button", { name: "Connect wallet" }).click(),
  );
  await checkLayer(page, dialog(page, "Markets"), () =>
    page.getByRole("button", { name: /^Market BTCUSDC/ }).click(),
  );
  await checkLayer(page, dialog(page, "Notifications"), () =>
    page.getByRole("button", { name: /^Notifications/ }).click(),
  );
  await checkLayer(page, dialog(page, "Search commands"), () => page.keyboard.press("Control+k"));
  await checkLayer(page, dialog(page, "Keyboard shortcuts"), () => page.keyboard.press("?"));
});

test("a wallet that has only signed in: the page without rows, and the setup", {
  tag: "@deep",
}, async ({ page, context, endpoints, newWallet }) => {
  await signInByWallet(context, endpoints, newWallet);
  await installConnectedWallet(page, newWallet);
  await page.goto(MARKET_PATH);
  const enable = ticket(page).getByRole("button", { name: "Enable trading" });
  await expect(enable).toBeVisible();
  await expectNoOverlaps(page, "signed in");
  await checkLayer(page, dialog(page, "Set up trading"), () => enable.click());
});

type Bot = ReturnType<typeof botOf>;

/** A position with a take profit and a stop loss, and an order that rests: out of reach of the mark, all of them. */
async function fillAccount(bot: Bot, mark: number): Promise<void> {
  const order = { market: "BTCUSDC", size: "0.02" } as const;
  const priceAt = (share: number) => (mark * share).toFixed(1);
  await bot.place({ ...order, side: "BUY", order_type: "MARKET", time_in_force: "IOC" });
  const rest = { ...order, time_in_force: "GTC" } as const;
  for (const [order_type, share] of [
    ["TAKE_PROFIT_MARKET", 1.03],
    ["STOP_LOSS_MARKET", 0.97],
  ] as const) {
    const trigger = { trigger_price: priceAt(share), trigger_source: "MarkPrice" } as const;
    const flags = ORDER_FLAG.REDUCE_ONLY;
    await bot.place({ ...rest, ...trigger, order_type, flags, side: "SELL" });
  }
  await bot.place({ ...rest, side: "BUY", order_type: "LIMIT", price: priceAt(0.95) });
}

/** The page of such an account. The chart shows all its lines except the order's, which has a mark at the edge. */
async function openFilled(page: Page, bot: Bot): Promise<void> {
  await page.goto(MARKET_PATH);
  await expect(buyButton(page)).toBeVisible();
  await fillAccount(bot, await markOf(page));
  await expect(page.getByRole("tab", { name: /^Open orders\s*3/ })).toBeVisible();
  for (const name of ["TP", "SL"]) {
    const mark = page.locator("[data-outside-line]").filter({ hasText: name });
    const label = page.locator("[data-line-label]:not([data-unseen])").filter({ hasText: name });
    // The chart forgets it when it reads its bars again.
    await expect(async () => {
      if (await mark.isVisible()) await mark.click();
      await expect(label).toBeVisible({ timeout: 2_000 });
    }).toPass();
  }
}

tradingTest(
  "an account with a position, its protection and an order: tables, and what acts on them",
  { tag: "@deep" },
  async ({ page, trader, bot }) => {
    expect(trader.address).toBeTruthy();
    await openFilled(page, bot);
    await expect(page.getByRole("table", { name: "Positions" })).toContainText("BTCUSDC");
    await expectNoOverlaps(page, "positions");
    for (const name of [/^Open orders/, /^Order history/, /^Fills/, /^Balances/]) {
      await openTab(page, name);
      await expectNoOverlaps(page, String(name));
    }
    await page.setViewportSize(WIDE);
    const positions = await openTab(page, /^Positions/);
    await checkLayer(page, dialog(page, "Take profit and stop loss for BTCUSDC"), () =>
      positions.getByRole("button", { name: "TP/SL: BTCUSDC" }).click(),
    );
    await checkLayer(page, dialog(page, "Reverse BTCUSDC"), async () => {
      await positions.getByRole("button", { name: "More for BTCUSDC" }).click();
      await expectNoOverlaps(page, "the menu of a position", [WIDE]);
      await page.getByRole("menuitem", { name: "Reverse" }).click();
    });
    await fillLimitBuy(page, 0.99);
    await checkLayer(page, signPanel(page), () => buyButton(page).click());
  },
);

tradingTest(
  "a toast covers no control: of a cancelled order while it is shown, of a refused one until it is dismissed",
  async ({ page, trader, bot, faults }) => {
    const cancel = async () => {
      const price = ((await markOf(page)) * 0.94).toFixed(1);
      const terms = { market: "BTCUSDC", side: "BUY", size: "0.01", flags: 0 } as const;
      await bot.place({ ...terms, price, order_type: "LIMIT", time_in_force: "GTC" });
      const orders = await openTab(page, /^Open orders/);
      await orders
        .getByRole("button", { name: /^Cancel order/ })
        .first()
        .click();
      await signButton(page).click();
      await expect(toast(page)).toBeVisible();
      await openTab(page, /^Positions/);
    };
    const place = async () => {
      await fillLimitBuy(page, 0.94);
      await buyButton(page).click();
      await signButton(page).click();
      await expect(toast(page)).toBeVisible();
    };
    await openFilled(page, bot);
    for (const size of SIZES) {
      await page.setViewportSize(WIDE);
      // It leaves on its own, but not from under the pointer.
      await expect(async () => {
        if (!(await toast(page).isVisible())) await cancel();
        await page.setViewportSize(size);
        await toast(page).hover({ timeout: 3_000 });
      }).toPass();
      await expectToastInNoWay(page, `cancelled, at ${size.width}`, toastOptions(size));
    }
    await page.mouse.move(0, 0);
    await expect(toast(page)).toHaveCount(0);
    await page.setViewportSize(WIDE);
    const post = { method: "POST", path: "/v1/orders", account: trader.address } as const;
    await faults.add({ kind: "refuse", code: "POST_ONLY_WOULD_CROSS", ...post });
    await place();
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await expectToastInNoWay(page, `refused, at ${size.width}`, toastOptions(size));
    }
    await page.setViewportSize(WIDE);
    await buyButton(page).click();
    await expect(signPanel(page)).toBeVisible();
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await expectToastInNoWay(page, `refused, and the next one is signed, at ${size.width}`);
    }
  },
);

/** On a phone a toast is over the controls of the chart, because prices and orders have the rest of the screen. */
function toastOptions({ width }: { width: number }) {
  return width === PHONE.width ? { toastArea: "section[aria-label=Chart]" } : {};
}

test("a phone: each view, and the ticket", { tag: "@deep" }, async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto(MARKET_PATH);
  await expect(live(page)).toBeVisible();
  for (const view of ["Book", "Trades", "Account", "Chart"]) {
    await page.getByRole("radio", { name: view, exact: true }).click();
    await expectNoOverlaps(page, view, [PHONE]);
  }
  await page.getByRole("button", { name: "Sell", exact: true }).click();
  await expect(dialog(page, "Place an order")).toBeVisible();
  await expectNoOverlaps(page, "the ticket", [PHONE]);
});

/** `menu`: the last button of the top bar, which shows that the page knows who is signed in. */
async function checkPages(page: Page, menu: RegExp): Promise<void> {
  for (const path of PAGES) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
    const banner = page.getByRole("banner");
    const end = banner
      .getByRole("button", { name: menu })
      .or(banner.getByRole("link", { name: menu }));
    await expect(end.first()).toBeVisible();
    await expect(page.getByRole("status", { name: /^Loading/ })).toHaveCount(0);
    await expectNoOverlaps(page, path);
  }
}

test("the other pages, signed out", { tag: "@deep" }, async ({ page }) => {
  await checkPages(page, /^(Connect wallet|Sign in)$/);
});

tradingTest(
  "the other pages, with a position and orders",
  { tag: "@deep" },
  async ({ page, bot }) => {
    await page.goto(MARKET_PATH);
    await fillAccount(bot, await markOf(page));
    await checkPages(page, /^(Account|Signed in as) /);
  },
);
