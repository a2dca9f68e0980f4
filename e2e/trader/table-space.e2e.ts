/** The space of the tables, and where the focus goes in them after a press. */
import {
  expect,
  openMarket,
  openTab,
  placeRestingBuy,
  signButton,
  test,
} from "#e2e/support/orders.ts";

test("the edge above the tables is moved by pointer and keys, and stays where it was put", {
  tag: "@deep",
}, async ({ page, trader }) => {
  expect(trader.address).toBeTruthy();
  await openMarket(page);
  const tables = page.getByRole("region", { name: "Account tables" });
  const heightOf = async () => (await tables.boundingBox())!.height;
  const edge = page.getByRole("separator", { name: "Height of the account tables" });
  const usual = await heightOf();
  const { x, y, width, height } = (await edge.boundingBox())!;
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2, y + height / 2 - 100, { steps: 5 });
  await page.mouse.up();
  await expect.poll(heightOf).toBe(usual + 100);
  await edge.focus();
  await page.keyboard.press("ArrowDown");
  await expect.poll(heightOf).toBe(usual + 84);
  await page.reload();
  // In the first frame, before any script.
  expect(await heightOf()).toBe(usual + 84);
  await expect(edge).toHaveAttribute("aria-valuenow", String(usual + 84));
  await openMarket(page);
  await edge.dblclick();
  await expect.poll(heightOf).toBe(usual);
});

test("after a press with the pointer no ring surrounds the table that takes the focus", {
  tag: "@deep",
}, async ({ page, bot }) => {
  await openMarket(page);
  await placeRestingBuy(page);
  const panel = await openTab(page, /^Open orders/);
  await panel.getByRole("button", { name: "Cancel all", exact: true }).click();
  await signButton(page).click();
  await expect.poll(async () => (await bot.openOrders()).length).toBe(0);
  await expect(panel).toBeFocused();
  await expect(panel).toHaveAttribute("data-quiet-focus", "");
  await expect(panel).toHaveCSS("outline-style", "none");
});
