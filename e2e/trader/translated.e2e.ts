/** A page that a translator of the browser has changed still shows the market as it is. */
import { expect, openMarket, test } from "#e2e/support/orders.ts";

test("in a translated page every figure goes on moving", async ({ page, trader, bot }) => {
  expect(trader.address).toBeTruthy();
  const order = { market: "BTCUSDC", size: "0.02", order_type: "MARKET" } as const;
  await bot.place({ ...order, side: "BUY", time_in_force: "IOC" });
  await openMarket(page);
  await expect(page.getByRole("region", { name: "Account", exact: true })).toContainText("Equity");
  await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (text.data.trim() === "" || text.parentElement?.closest("script, style")) continue;
      const font = document.createElement("font");
      font.textContent = text.data;
      text.replaceWith(font);
    }
  });
  // The page answers with code that it loads for this.
  const isAnswered = () => page.evaluate(() => Object.hasOwn(Text.prototype, "nodeValue"));
  await expect.poll(isAnswered).toBe(true);
  // React's writes to texts that are not in the page: each is a figure that no longer updates.
  await page.evaluate(() => {
    const lost: string[] = [];
    Object.assign(globalThis, { lost });
    const value = Object.getOwnPropertyDescriptor(Text.prototype, "nodeValue");
    Object.defineProperty(Text.prototype, "nodeValue", {
      ...value,
      set(this: Text, text: string) {
        value?.set?.call(this, text);
        if (!this.isConnected) lost.push(text);
      },
    });
  });
  const rows = page.locator("[data-row]");
  const mark = page.getByTestId("mark-price");
  const before = { book: await rows.allTextContents(), mark: await mark.textContent() };
  await expect.poll(() => rows.allTextContents()).not.toEqual(before.book);
  await expect(mark).not.toHaveText(before.mark ?? "");
  // What is drawn is what is taken: the row says the price that it puts into the ticket.
  const best = page.locator('[data-row="bid-0"]');
  const shown = await best.evaluate((row) => {
    (row as HTMLElement).click();
    return row.textContent;
  });
  const price = await page.getByLabel("Price", { exact: true }).inputValue();
  expect(shown?.replaceAll(",", "")).toContain(price);
  expect(await page.evaluate(() => (globalThis as unknown as { lost: string[] }).lost)).toEqual([]);
});
