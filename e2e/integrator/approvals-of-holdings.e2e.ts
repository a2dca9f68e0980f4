/**
 * An assistant proposes to edit an order, to cancel one and to close a position: the owner reads before and after, and signs. Limits
 * and the pause of the owner stop it.
 */
import type { Page } from "@playwright/test";
import { signButton, signPanel } from "#e2e/support/orders.ts";
import { botOf, installConnectedWallet, prepareTrader } from "#e2e/support/trader.ts";
import { test as base, expect, pageProblems } from "#e2e/support/trading-page.ts";
import { Assistant, type Proposed } from "#scripts/dev/clients/assistant.ts";
import type { TradingClient } from "#services/sandbox/venue/trading-client.ts";

type Fixtures = { owner: { assistant: Assistant; bot: TradingClient } };

const test = base.extend<Fixtures>({
  owner: async ({ context, page, endpoints, newWallet }, use) => {
    const visitor = await prepareTrader(context, endpoints, { persona: newWallet });
    await installConnectedWallet(page, newWallet);
    const assistant = await Assistant.of(endpoints.app, visitor, "Risk assistant");
    await use({ assistant, bot: botOf(endpoints, newWallet.seed) });
  },
});

const order = (page: Page) => page.getByRole("region", { name: "The order" });
const state = (page: Page) => page.getByRole("region", { name: "State" });
const row = (page: Page, name: string) => order(page).locator(`[data-row=${name}]`);
const LOW = { market: "BTCUSDC", side: "BUY", order_type: "LIMIT", time_in_force: "GTC" } as const;

/** Below the mark, within the market's band, in whole dollars: such an order rests. */
async function lowPrice(venue: string): Promise<number> {
  const answer = await fetch(`${venue}/v1/markets/stats?market=BTCUSDC`);
  const { results } = (await answer.json()) as { results: { mark_price: string }[] };
  return Math.round(Number(results[0]?.mark_price) * 0.98);
}

async function open(page: Page, { id }: Proposed): Promise<void> {
  await page.goto(`/approvals/${id}`);
  await expect(page.getByRole("button", { name: "Approve & sign" })).toBeEnabled();
  expect(await pageProblems(page)).toEqual([]);
}

async function sign(page: Page, operation: string): Promise<void> {
  await page.getByRole("button", { name: "Approve & sign" }).click();
  await expect(signPanel(page)).toContainText(operation);
  await signButton(page).click();
}

test("an edit, a cancellation and the end of a position are read before and after, signed, and take effect", async ({
  quietPage: page,
  owner: { assistant, bot },
  endpoints,
}) => {
  const price = await lowPrice(endpoints.venue);
  const { id } = await bot.place({ ...LOW, size: "0.02", price: `${price}` });

  await test.step("an edit", async () => {
    const staged = await assistant.modify(id, { size: "0.03", price: `${price - 100}` });
    await open(page, staged);
    await expect(order(page)).toContainText("Edit an open order");
    await expect(row(page, "size")).toContainText("0.02 → 0.03 BTC");
    await expect(row(page, "price")).toContainText("→");
    await sign(page, "modify_order");
    await expect(state(page)).toContainText("The venue changed your order.");
    const [changed] = await bot.openOrders();
    expect(changed).toMatchObject({ id, size: "0.03", price: `${price - 100}` });
    expect((await assistant.read(staged.id)).state).toBe("placed");
  });

  await test.step("a cancellation", async () => {
    const staged = await assistant.cancel(id);
    await open(page, staged);
    await expect(order(page)).toContainText("Cancel an open order");
    await sign(page, "cancel_order");
    await expect(state(page)).toContainText("The venue cancelled your order.");
    expect(await bot.openOrders()).toEqual([]);
  });

  await test.step("the end of a position", async () => {
    await bot.place({
      market: "BTCUSDC",
      side: "BUY",
      size: "0.01",
      order_type: "MARKET",
      time_in_force: "IOC",
    });
    const staged = await assistant.closePosition("BTCUSDC");
    await open(page, staged);
    await expect(order(page)).toContainText("Close the position");
    await expect(row(page, "position")).toContainText(/0\.01.*→/);
    await sign(page, "place_order");
    await expect(state(page)).toContainText("The venue accepted your order.");
    expect(await bot.positions()).toEqual([]);
  });

  await page.goto("/approvals");
  const list = page.getByRole("region", { name: "Decided" });
  await expect(list).toContainText("Close position: Sell 0.01 BTCUSDC at market");
  await expect(list).toContainText("Cancel: Buy 0.03 BTCUSDC");
});

test("limits that the owner sets on the page of the key refuse a proposal, and a pause refuses all", async ({
  quietPage: page,
  owner: { assistant },
}) => {
  await page.goto("/settings/mcp-keys");
  await page.getByText("Set limits").click();
  await page.getByLabel("Largest proposal, USDC").fill("100");
  await page.getByRole("button", { name: "Save limits" }).click();
  await expect(page.getByRole("main")).toContainText("at most 100.00 USDC each");
  const BUY = { market: "BTCUSDC", side: "BUY", size: "0.02", order_type: "MARKET" };
  await expect(assistant.stage(BUY)).rejects.toThrow(/PROPOSAL_LIMIT: .*at most 100 USDC/);

  await page.goto("/settings/connected-apps");
  await page.getByRole("button", { name: "Pause all" }).click();
  await expect(page.getByRole("main")).toContainText("All assistants are paused");
  expect(await pageProblems(page)).toEqual([]);
  await expect(assistant.stage(BUY)).rejects.toThrow(/ASSISTANTS_PAUSED/);
  await page.goto("/settings/mcp-keys");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("All assistants are paused")).toBeHidden();
  await expect(assistant.stage(BUY)).rejects.toThrow(/PROPOSAL_LIMIT/);
});
