/** Moves of the price: found in the stored minutes, marked on the chart, and read as a table. */
import type { Page } from "@playwright/test";
import { expect, MARKET_PATH, seriousProblems, test } from "#e2e/support/trading-page.ts";
import type { MoveList } from "#lib/protocol/wire/moves.ts";

/** The first start goes through the stored past. */
const FOUND_WITHIN_MS = 240_000;

async function newestMoves(page: Page): Promise<MoveList["results"]> {
  const answer = await page.request.get("/api/public/moves?market=BTCUSDC&limit=200");
  return ((await answer.json()) as MoveList).results;
}

test("moves of the price are marked for somebody who uses the page, and are read as a table", {
  tag: "@deep",
}, async ({ quietPage: page }) => {
  test.setTimeout(FOUND_WITHIN_MS + 60_000);
  await expect
    .poll(async () => (await newestMoves(page)).length, { timeout: FOUND_WITHIN_MS })
    .toBeGreaterThan(0);
  const requests: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/public/moves")) requests.push(request.url());
  });
  await page.goto(MARKET_PATH);
  const chart = page.getByRole("application", { name: /BTCUSDC/ });
  await expect(chart).toHaveAttribute("data-last-bar", /start/);
  expect(requests, "nobody has touched the page").toEqual([]);

  const menu = page.getByRole("button", { name: "More chart options" });
  // A move is revised while the stored past is gone through, and the table reads anew.
  let newest: MoveList["results"][number] | undefined;
  page.on("response", async (response) => {
    if (!response.url().includes("/api/public/moves") || !response.ok()) return;
    const [first] = ((await response.json().catch(() => ({ results: [] }))) as MoveList).results;
    newest = first;
  });
  await menu.click();
  await expect(page.locator("[data-moves]")).toHaveAttribute("data-moves", /^[1-9]/);
  await expect(page.getByRole("menuitemcheckbox", { name: "Mark price moves" })).toBeChecked();
  await page.getByRole("menuitem", { name: "Price moves", exact: true }).click();
  const table = page.getByRole("dialog", { name: "Price moves" }).getByRole("table");
  await expect(async () => {
    const size = `${Math.abs((newest?.size ?? 0) * 100).toFixed(2)}%`;
    const way = newest?.direction === "up" ? "Rise" : "Fall";
    const row = await table.getByRole("row").nth(1).textContent();
    expect(row).toContain(size);
    expect(row).toContain(way);
  }).toPass();
  expect(await seriousProblems(page)).toEqual([]);
  await page.keyboard.press("Escape");

  await menu.click();
  await page.getByRole("menuitemcheckbox", { name: "Mark price moves" }).click();
  await expect(page.locator("[data-moves]")).toHaveCount(0);
  await page.reload();
  await menu.click();
  await expect(page.getByRole("menuitemcheckbox", { name: "Mark price moves" })).not.toBeChecked();
  await expect(page.locator("[data-moves]")).toHaveCount(0);
});
