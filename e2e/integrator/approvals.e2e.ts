/**
 * An order that an assistant proposes: every page announces it; its owner reads, signs or declines it, and no other
 * account can.
 */
import type { Page } from "@playwright/test";
import { openMarket, signButton, signPanel } from "#e2e/support/orders.ts";
import { countWalletRequests, setWallet } from "#e2e/support/test-wallet.ts";
import { botOf, installConnectedWallet, prepareTrader } from "#e2e/support/trader.ts";
import { confirmButton, showWhatYouSign, turnOnTradingKey } from "#e2e/support/trading-key.ts";
import {
  test as base,
  expect,
  MARKET_PATH,
  pageProblems,
  seriousProblems,
} from "#e2e/support/trading-page.ts";
import { Assistant, type Proposed } from "#scripts/dev/clients/assistant.ts";
import type { AppVisitor, Persona } from "#scripts/dev/clients/wallet-session.ts";
import type { TradingClient } from "#services/sandbox/venue/trading-client.ts";

const NAME = "Research assistant";
const REASON = "The funding rate turned negative.\nIgnore all earlier warnings and sign.";
const MARKET_ORDER = { market: "BTCUSDC", side: "BUY", size: "0.02", order_type: "MARKET" };

type Fixtures = {
  owner: { persona: Persona; visitor: AppVisitor; assistant: Assistant; bot: TradingClient };
};

/** Signed in with a wallet that approves, 10,000 USDC, and an assistant that may propose. */
const test = base.extend<Fixtures>({
  owner: async ({ context, page, endpoints, newWallet }, use) => {
    const visitor = await prepareTrader(context, endpoints, { persona: newWallet });
    await installConnectedWallet(page, newWallet);
    const assistant = await Assistant.of(endpoints.app, visitor, NAME);
    await use({ persona: newWallet, visitor, assistant, bot: botOf(endpoints, newWallet.seed) });
  },
});

const badge = (page: Page) =>
  page.getByRole("banner").getByRole("link", { name: /for your approval$/ });
const decision = (page: Page) => page.getByRole("region", { name: "Your decision" });
const approveButton = (page: Page) =>
  decision(page).getByRole("button", { name: "Approve & sign" });
const state = (page: Page) => page.getByRole("region", { name: "State" });
const pathOf = ({ id }: Proposed) => `/approvals/${id}`;

async function fitsPhone(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
}

test("a proposed order is announced while trading, read with its effects, signed by the wallet and placed at the venue; the assistant reads the outcome", async ({
  quietPage: page,
  owner,
}) => {
  const { assistant, bot } = owner;
  await openMarket(page);
  await expect(badge(page)).toBeHidden();
  const staged = await assistant.stage({ ...MARKET_ORDER, reason: REASON });

  await test.step("a badge and one message with a link", async () => {
    await expect(badge(page)).toHaveAccessibleName("1 order is waiting for your approval");
    const toast = page.getByRole("listitem").filter({ hasText: `${NAME}` });
    await expect(toast).toContainText("Buy 0.02 BTCUSDC at market");
    await toast.getByRole("link", { name: "Review" }).click();
    await expect(page).toHaveURL(new RegExp(`${pathOf(staged)}$`));
    await expect(toast).toBeHidden();
  });

  await test.step("the panel shows what the order is, who proposes it, and what it would do", async () => {
    const order = page.getByRole("region", { name: "The order" });
    await expect(order.getByRole("heading", { level: 2 })).toHaveText(/Buy.*0\.02.*BTCUSDC/i);
    await expect(order.locator("[data-row=cost]")).toContainText(/\d.* USDC.*of margin/);
    await expect(order.locator("[data-row=feeNow]")).toContainText(/\d.* USDC/);
    await expect(order.locator("[data-row=position]")).toContainText(/none → .*0\.02/);
    await expect(order.locator("[data-row=liquidation]")).toBeVisible();
    await expect(order.locator("[data-row=markNow]")).toBeHidden();
    await order.getByText("All figures and terms").click();
    await expect(order.locator("[data-row=markNow]")).toContainText(/\d/);
    await expect(order).toContainText(owner.persona.address);
    const proposer = page.getByRole("region", { name: "Proposed by" });
    await expect(proposer).toContainText(NAME);
    await expect(proposer.locator("blockquote")).toHaveText(REASON);
    await expect(proposer).toContainText("Written by a machine");
    await expect(decision(page).getByRole("timer")).toContainText(/^[0-4]:\d\d$/);
    expect(await pageProblems(page)).toEqual([]);
  });

  await test.step("after the wallet refuses, nothing happens and the order still waits", async () => {
    await approveButton(page).click();
    await expect(signPanel(page)).toContainText("place_order");
    await expect(signPanel(page)).toContainText("0.02");
    await setWallet(page, "reject");
    await signButton(page).click();
    await expect(page.getByRole("dialog")).toContainText("Not signed");
    await page.getByRole("button", { name: "Cancel", exact: true }).click();
    await expect(decision(page)).toContainText("Not signed. The order is still waiting.");
    await expect(approveButton(page)).toBeFocused();
    expect((await assistant.read(staged.id)).state).toBe("waiting");
  });

  await test.step("signed by keyboard, it is placed once", async () => {
    await setWallet(page, "approve");
    await page.keyboard.press("Enter");
    await expect(signButton(page)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(state(page)).toContainText("The venue accepted your order.");
    await expect(state(page).locator("[data-row=filled]")).toContainText("0.02 BTC");
    await expect(state(page).locator("[data-row=fillPrice]")).toContainText(/\d,\d{3}/);
    await expect(state(page).locator("[data-row=feePaid]")).toContainText(/\d USDC/);
    await expect(state(page).getByRole("heading")).toBeFocused();
    await expect(badge(page)).toBeHidden();
    expect(await seriousProblems(page)).toEqual([]);
  });

  const end = await assistant.read(staged.id);
  expect(end.state).toBe("placed");
  expect(end.result?.order_id).toMatch(/^\d+$/);
  const [position] = await bot.positions();
  expect(position).toMatchObject({ market: "BTCUSDC", size: "0.02" });
  await state(page).getByRole("link", { name: "See the order" }).click();
  await expect(page).toHaveURL(/\/account\/orders$/);
});

test("with a live trading key the panel still comes first, and the wallet is not asked", {
  tag: "@deep",
}, async ({ page, owner }) => {
  const { assistant, bot } = owner;
  await openMarket(page);
  await turnOnTradingKey(page);
  const staged = await assistant.stage(MARKET_ORDER);
  await page.goto(pathOf(staged));
  await expect(decision(page)).toContainText("Your trading key signs");
  const signRequests = await countWalletRequests(page);
  await approveButton(page).click();
  await showWhatYouSign(page);
  await expect(signPanel(page)).toContainText("0.02");
  expect((await assistant.read(staged.id)).state).toBe("waiting");
  await confirmButton(page).click();
  await expect(state(page)).toContainText("The venue accepted your order.");
  expect(await countWalletRequests(page)).toBe(signRequests);
  expect(await bot.positions()).toHaveLength(1);
});

test("an order signed in two windows at once is placed once, and both windows say so", async ({
  page,
  context,
  owner,
}) => {
  const { assistant, bot } = owner;
  const staged = await assistant.stage(MARKET_ORDER);
  const other = await context.newPage();
  await installConnectedWallet(other, owner.persona);
  const windows = [page, other];
  for (const one of windows) {
    await one.goto(pathOf(staged));
    await approveButton(one).click();
    await expect(signPanel(one)).toBeVisible();
  }
  // Neither answer arrives before both have asked: a window that learns of the other's signature has nothing
  // left to sign.
  const waiting: (() => void)[] = [];
  await context.route("**/api/v1/approvals/*/approve", async (route) => {
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (waiting.length === windows.length) for (const goOn of waiting) goOn();
    });
    await route.continue();
  });
  for (const one of windows) {
    await one.bringToFront();
    await signButton(one).click();
  }
  for (const one of windows) {
    await one.bringToFront();
    await expect(state(one)).toContainText("The venue accepted your order.");
  }
  const [position, ...more] = await bot.positions();
  expect(position).toMatchObject({ size: "0.02" });
  expect(more).toEqual([]);
});

test("when the five minutes are over nothing can be signed, in the panel either", {
  tag: "@deep",
}, async ({ page, owner }) => {
  const staged = await owner.assistant.stage(MARKET_ORDER);
  // Moves the page's own clock forward, as if the person had thought for so long; the service's answer is real.
  await page.clock.install();
  await page.goto(pathOf(staged));
  await approveButton(page).click();
  await expect(signPanel(page)).toBeVisible();
  const signRequests = await countWalletRequests(page);
  await page.route("**/api/venue/time", (route) => route.abort());
  await page.clock.fastForward(5 * 60_000 + 1_000);
  await expect(page.getByRole("dialog")).toContainText("The five minutes are over.");
  await expect(signButton(page)).toHaveAttribute("aria-disabled", "true");
  await signButton(page).click({ force: true });
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(decision(page)).toContainText("The five minutes are over.");
  await expect(approveButton(page)).toHaveAttribute("aria-disabled", "true");
  expect(await countWalletRequests(page)).toBe(signRequests);
  expect((await owner.assistant.read(staged.id)).state).toBe("waiting");
});

test("an order that the account cannot afford is reported to the assistant and to the owner, and cannot be signed until the account can", {
  tag: "@deep",
}, async ({ quietPage: page, owner }) => {
  const { assistant } = owner;
  const staged = await assistant.stage({ ...MARKET_ORDER, size: "4.5" });
  expect(staged.warnings[0]).toMatchObject({ code: "INSUFFICIENT_MARGIN" });
  await page.goto("/approvals");
  const row = page.getByRole("region", { name: "Waiting for your approval" }).getByRole("link");
  await expect(row).toContainText(/the account needed [\d,]+\.\d\d USDC more margin/);
  expect(await seriousProblems(page)).toEqual([]);
  await row.click();
  const order = page.getByRole("region", { name: "The order" });
  await expect(order.getByRole("alert")).toContainText(
    /The account needs [\d,]+\.\d\d USDC more margin for this order\./,
  );
  await expect(order).toContainText(/ask for at most \d\.\d+ BTC\./);
  await expect(order.getByRole("link", { name: "Deposit" })).toHaveAttribute(
    "href",
    "/account/transfers",
  );
  await expect(order.locator("[data-row=freeNow]")).toContainText(/[\d,]+\.\d\d USDC/);
  for (const name of ["leverageAfter", "liquidation", "freeAfter"]) {
    await expect(order.locator(`[data-row=${name}]`)).toHaveCount(0);
  }
  await expect(approveButton(page)).toHaveAttribute("aria-disabled", "true");
  await expect(approveButton(page)).toHaveAccessibleDescription(
    "Not enough free margin for this order.",
  );
  await approveButton(page).click({ force: true });
  await expect(decision(page)).toContainText("Not enough free margin for this order.");
  await expect(signPanel(page)).toBeHidden();
  expect(await countWalletRequests(page)).toBe(0);
  expect(await seriousProblems(page)).toEqual([]);
  await order.getByRole("button", { name: "Get 10,000 simulated USDC" }).click();
  await expect(order.getByRole("alert")).toBeHidden();
  await expect(order.locator("[data-row=leverageAfter]")).toContainText("×");
  await expect(approveButton(page)).toHaveAttribute("aria-disabled", "false");
  await approveButton(page).click();
  await signButton(page).click();
  await expect(state(page)).toContainText("The venue accepted your order.");
});

test("the pages fit a phone, in dark Arabic and in German", { tag: "@deep" }, async ({
  page,
  context,
  endpoints,
  owner,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const staged = await owner.assistant.stage({ ...MARKET_ORDER, reason: REASON });
  for (const [locale, colorScheme] of [
    ["ar", "dark"],
    ["de", "light"],
  ] as const) {
    await context.addCookies([{ name: "svc.locale", value: locale, url: endpoints.app }]);
    await page.emulateMedia({ colorScheme });
    await page.goto(MARKET_PATH);
    await expect(page.getByRole("banner").locator('a[href="/approvals"]')).toBeVisible();
    await fitsPhone(page);
    for (const path of ["/approvals", pathOf(staged)]) {
      await page.goto(path);
      await expect(page.getByRole("timer").first()).toContainText(/\d:\d\d/);
      await fitsPhone(page);
      expect(await seriousProblems(page), `${path}, ${locale}`).toEqual([]);
    }
  }
});
