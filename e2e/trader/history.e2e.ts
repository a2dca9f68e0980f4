/** The account's history: as rows, and as a file that has every row in the venue's own figures. */
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, openMarket, openTab, test } from "#e2e/support/orders.ts";

const ORDERS = 12;

type Row = Record<string, unknown>;

/** Every row that the API has, page by page. */
async function allRows(page: Page, path: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const next: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const answer = await page.request.get(`${path}?page_size=5${next}`);
    const body = (await answer.json()) as { results: Row[]; next: string | null };
    rows.push(...body.results);
    cursor = body.next;
  }
  return rows;
}

/** Rows of a CSV file by the names in its first line; no cell of these files contains a comma or a quote. */
function parse(text: string): Record<string, string>[] {
  const [head = "", ...lines] = text.trimEnd().split(/\r?\n/);
  const names = head.replace(/^\uFEFF/, "").split(",");
  return lines.map((line) => {
    const cells = line.split(",");
    return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ""]));
  });
}

test("the file of the fills equals the API, in raw decimals", { tag: "@deep" }, async ({
  page,
  trader,
  bot,
}) => {
  expect(trader.address).toBeTruthy();
  for (let order = 0; order < ORDERS; order += 1) {
    await bot.place({
      market: "BTCUSDC",
      side: order % 2 === 0 ? "BUY" : "SELL",
      size: "0.01",
      order_type: "MARKET",
      time_in_force: "IOC",
    });
  }
  await openMarket(page);
  await openTab(page, /^Fills/);
  const download = page.waitForEvent("download");
  await page
    .getByRole("tabpanel", { name: /^Fills/ })
    .getByRole("link", { name: /CSV/ })
    .or(page.getByRole("tabpanel", { name: /^Fills/ }).getByRole("button", { name: /CSV/ }))
    .first()
    .click();
  const file = parse(readFileSync(await (await download).path(), "utf8"));
  const rows = await allRows(page, "/api/venue/fills");
  expect(rows.length).toBeGreaterThanOrEqual(ORDERS);
  expect(file).toHaveLength(rows.length);
  const byId = new Map(file.map((line) => [line["id"], line]));
  for (const row of rows) {
    const line = byId.get(String(row["id"]));
    for (const name of ["price", "size", "fee", "realized_pnl", "market", "side", "liquidity"]) {
      expect(line?.[name], `${name} of ${String(row["id"])}`).toBe(String(row[name]));
    }
    expect(line?.["created_at_ms"]).toBe(String(row["created_at"]));
  }
});
