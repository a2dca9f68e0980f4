/**
 * Journeys that need a frozen mark. Journeys of one file run one after the other, and no other file freezes
 * this market.
 */
import type { Page } from "@playwright/test";
import { expect, linesOf, signButton, test, watchWrites } from "#e2e/support/orders.ts";
import { freezeMark, fund, newPersona, steerMark } from "#e2e/support/test.ts";
import { countWalletRequests, setWallet } from "#e2e/support/test-wallet.ts";
import { botOf } from "#e2e/support/trader.ts";
import { markOf, ticket } from "#e2e/support/trading-page.ts";
import type { AccountRecord, PositionRecord } from "#lib/protocol/wire/account.ts";

/** No other journey trades here. */
const MARKET = "SOLUSDC";
const SIZE = "3";
const HOLD_SECONDS = 120;

type Results<Row> = { results: Row[] };
type Fill = { price: string; size: string; fee: string; liquidity: string };

const row = (page: Page, name: string) =>
  page.locator(`[data-row="${name}"] dd`).filter({ visible: true });

/** The figure in a row of the preview, with the number of decimals that it shows. */
async function shown(page: Page, name: string): Promise<{ value: number; decimals: number }> {
  const text = await row(page, name).innerText();
  const figure = /-?[\d,]+(\.\d+)?/.exec(text.split("→").at(-1) ?? "")?.[0] ?? "";
  return {
    value: Number(figure.replaceAll(",", "")),
    decimals: figure.split(".")[1]?.length ?? 0,
  };
}

/** Equal in every digit that is shown. */
function expectSame(name: string, shown: { value: number; decimals: number }, venue: string): void {
  const difference = Math.abs(shown.value - Number(venue));
  const half = 0.5 * 10 ** -shown.decimals;
  expect(difference, `${name}: shown ${shown.value}, venue ${venue}`).toBeLessThanOrEqual(
    half + 1e-9,
  );
}

async function read<Row>(page: Page, path: string): Promise<Row[]> {
  return ((await (await page.request.get(path)).json()) as Results<Row>).results;
}

test("while the mark stands still the preview equals the venue after the fill; a mark that stays so is called stale, and locks ticket and panel until it moves", async ({
  page,
  trader,
  endpoints,
}) => {
  await page.addInitScript(() => {
    localStorage.setItem("svc.preference.ticket.more-figures", "true");
  });
  await page.goto(`/trade/${MARKET}`);
  const submit = ticket(page).getByRole("button", { name: /^Buy .*SOL/ });
  await expect(submit).toBeEnabled();
  await expect(page.getByRole("button", { name: /^Ask / }).first()).toBeVisible();

  await test.step("fee, entry, margin and liquidation price", async () => {
    // While the mark is frozen, so are the makers' prices and every figure of the preview.
    const mark = await markAt(endpoints.venue);
    await steerMark(endpoints, MARKET, String(mark), HOLD_SECONDS);
    // A price inside the spread, which only this maker has, so that the fill is with this maker and at one price.
    const persona = newPersona();
    await fund(endpoints, persona.address, "100000");
    const maker = botOf(endpoints, persona.seed);
    await ticket(page).getByLabel("Size", { exact: true }).fill(SIZE);
    await ticket(page).getByRole("radio", { name: "IOC" }).click();
    let price = "";
    // The other makers may still follow the last move of the mark.
    await expect(async () => {
      for (const order of await maker.openOrders()) await maker.cancel(order);
      const [bid, ask] = await bestOf(endpoints.venue);
      price = (bid + (ask - bid) / 2).toFixed(2);
      await maker.place({
        market: MARKET,
        side: "SELL",
        size: "200",
        price,
        order_type: "LIMIT",
        time_in_force: "GTC",
        flags: 0,
      } as Parameters<typeof maker.place>[0]);
      await ticket(page).getByLabel("Price", { exact: true }).fill(price);
      await expect(row(page, "averageFill")).toContainText(price, { timeout: 3_000 });
    }).toPass();

    await expect.poll(() => markOf(page)).toBe(mark);
    const displayed = {
      fee: await shown(page, "feeNow"),
      margin: await shown(page, "marginRequired"),
      freeMargin: await shown(page, "freeAfter"),
      liquidation: await shown(page, "liquidation"),
      entry: await shown(page, "entryAfter"),
    };
    await submit.click();
    await signButton(page).click();
    await expect(ticket(page).getByText(/^(Bought|Sold) 3/)).toBeVisible();
    const [account] = await read<AccountRecord>(page, "/api/venue/accounts");
    const [position] = await read<PositionRecord>(page, "/api/venue/positions");
    const [fill] = await read<Fill>(page, "/api/venue/fills");
    expect(await markAt(endpoints.venue)).toBe(mark);

    expect(fill).toMatchObject({ size: SIZE, liquidity: "TAKER" });
    expect(Number(fill!.price)).toBe(Number(price));
    expectSame("fee", displayed.fee, fill!.fee);
    expectSame("entry", displayed.entry, position!.average_entry_price);
    expectSame("margin", displayed.margin, position!.initial_margin);
    expectSame("free margin", displayed.freeMargin, account!.free_collateral);
    if (position!.liquidation_price !== null) {
      expectSame("liquidation", displayed.liquidation, position!.liquidation_price);
    }
    expect(account!.account).toBe(trader.address);
    for (const order of await maker.openOrders()) await maker.cancel(order);
    await steerMark(endpoints, MARKET, String(mark));
  });

  await fillBuy(page);
  try {
    await test.step("the ticket", async () => {
      await freezeMark(endpoints, MARKET, 60);
      await expect(page.getByRole("button", { name: "Data: Stale" })).toBeVisible();
      await expect(submit).toBeDisabled();
      await freezeMark(endpoints, MARKET, 0);
      await expect(page.getByRole("button", { name: "Data: Live" })).toBeVisible();
      await expect(submit).toBeEnabled();
    });
    await test.step("a panel whose wallet answers meanwhile", async () => {
      await fillBuy(page);
      const writes = watchWrites(page);
      const before = await countWalletRequests(page);
      await setWallet(page, "hold");
      await submit.click();
      await signButton(page).click();
      await expect.poll(() => countWalletRequests(page)).toBe(before + 1);
      await freezeMark(endpoints, MARKET, 60);
      await expect(page.getByRole("banner").getByText("Stale")).toBeAttached();
      await page.evaluate(() => window.testWallet.release());
      await expect(page.getByRole("dialog")).toContainText("The mark is out of date");
      await expect(signButton(page)).toHaveAttribute("aria-disabled", "true");
      expect(linesOf(writes)).toEqual([]);
    });
  } finally {
    await freezeMark(endpoints, MARKET, 0);
  }
  await expect(signButton(page)).toHaveAttribute("aria-disabled", "false");
});

async function markAt(venue: string): Promise<number> {
  const answer = await fetch(`${venue}/v1/markets/stats?market=${MARKET}`);
  const { results } = (await answer.json()) as { results: { mark_price: string }[] };
  return Number(results[0]?.mark_price);
}

async function bestOf(venue: string): Promise<[bid: number, ask: number]> {
  const answer = await fetch(`${venue}/v1/markets/bbo/${MARKET}`);
  const { bid, ask } = (await answer.json()) as { bid: string; ask: string };
  return [Number(bid), Number(ask)];
}

async function fillBuy(page: Page): Promise<void> {
  const price = ((await markOf(page)) * 0.99).toFixed(1);
  await ticket(page).getByLabel("Price", { exact: true }).fill(price);
  await ticket(page).getByLabel("Size", { exact: true }).fill(SIZE);
}
