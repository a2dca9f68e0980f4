/** What an account was worth: shown to a wallet that has only signed in, and in figures that are the venue's. */
import { readFileSync } from "node:fs";
import { stackEndpoints } from "#e2e/support/endpoints.ts";
import { expect, test } from "#e2e/support/orders.ts";
import { signInByWallet } from "#e2e/support/sign-in.ts";
import { fund } from "#e2e/support/test.ts";

test("a wallet that has not enabled trading sees its portfolio, first empty and then its deposit", {
  tag: "@deep",
}, async ({ page, context, newWallet }) => {
  const endpoints = stackEndpoints();
  await signInByWallet(context, endpoints, newWallet);
  await page.goto("/account");
  const portfolio = page.getByRole("region", { name: "Portfolio" });
  await expect(portfolio).toContainText("Nothing here yet");
  await expect(portfolio.getByRole("link", { name: "Start trading" })).toBeVisible();
  await expect(page.getByText("No open positions.")).toBeVisible();
  await fund(endpoints, newWallet.address, "2500");
  await page.reload();
  await expect(portfolio).toContainText("2,500.00");
  await portfolio.getByRole("radio", { name: "Equity" }).check();
  await expect(portfolio.getByRole("application")).toHaveAccessibleName(
    /Equity from .*2,500\.00 USDC now/,
  );
});

test("a visitor sees a sample, which says that it is one, and the way to a portfolio of their own", async ({
  page,
}) => {
  await page.goto("/account");
  const sample = page.getByRole("region", { name: /^Sample/ });
  await expect(sample).toContainText("Invented figures.");
  await expect(sample.getByRole("application")).toHaveAccessibleName(/^PnL from/);
  await expect(
    page.getByRole("main").getByRole("button", { name: "Connect wallet" }),
  ).toBeVisible();
  await page.goto("/trade/BTCUSDC");
  await page.getByRole("button", { name: "Try it with 10,000 simulated USDC" }).click();
  await expect(page.getByRole("dialog", { name: "Connect a wallet" })).toBeVisible();
});

test("the portfolio shows what a trade cost, as chart, as table and as file", async ({
  page,
  trader,
  bot,
}) => {
  expect(trader.address).toBeTruthy();
  await bot.place({
    market: "BTCUSDC",
    side: "BUY",
    size: "0.01",
    order_type: "MARKET",
    time_in_force: "IOC",
  });
  await page.goto("/account");
  const portfolio = page.getByRole("region", { name: "Portfolio" });
  const markets = page.getByRole("region", { name: "By market" }).getByRole("table");
  await expect(markets.getByRole("rowheader", { name: "BTCUSDC" })).toBeVisible();
  const positions = page.getByRole("region", { name: "Positions" }).first();
  await expect(positions.getByRole("link", { name: "BTCUSDC" })).toHaveAttribute(
    "href",
    "/trade/BTCUSDC",
  );
  await expect(portfolio.getByRole("application")).toHaveAccessibleName(/^PnL from/);
  const calendar = portfolio.getByRole("table", { name: /^PnL by day/ });
  await expect(calendar.getByRole("row")).not.toHaveCount(0);
  await portfolio.getByRole("radio", { name: "Table" }).check();
  await expect(portfolio.getByRole("table").first()).toContainText("10,000.00");
  await portfolio.getByRole("radio", { name: "Day" }).check();
  const download = page.waitForEvent("download");
  await portfolio.getByRole("link", { name: "Export CSV" }).click();
  const lines = readFileSync(await (await download).path(), "utf8")
    .trimEnd()
    .split(/\r?\n/);
  expect(lines[0]).toMatch(/time,time_ms,equity,net_deposits,pnl$/);
  expect(lines.at(-1)).toContain(",10000,");
});
