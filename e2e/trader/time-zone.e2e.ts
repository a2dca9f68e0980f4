/** One choice of a time zone for chart, tape and calendar, in a browser far from the service. */
import type { Page } from "@playwright/test";
import { expect, MARKET_PATH, seriousProblems, test } from "#e2e/support/trading-page.ts";

test.use({ timezoneId: "America/New_York" });

const corner = (page: Page) => page.getByRole("button", { name: /^Time zone: / });
const spoken = (page: Page) => page.locator("[role=application] ~ output").first();

/** Hours and minutes of a moment in a zone, as the pages write them. */
function clock(at: number, timeZone: string): string {
  const options = { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  return new Intl.DateTimeFormat("en-GB", options).format(at);
}

function offsetOf(timeZone: string): string {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    timeZoneName: "shortOffset",
  }).formatToParts(Date.now());
  return parts.find(({ type }) => type === "timeZoneName")!.value.replace("GMT", "UTC");
}

/** The newest print's time is that of now in the zone, or of the minute before. */
async function expectTapeIn(page: Page, zone: string): Promise<void> {
  const newest = page
    .getByRole("region", { name: "Trades" })
    .getByText(/^\d\d:\d\d:\d\d$/)
    .first();
  await expect(async () => {
    const shown = (await newest.textContent())!.slice(0, 5);
    const now = Date.now();
    const recent = [0, 1, 2, 3, 4, 5].map((minutes) => clock(now - minutes * 60_000, zone));
    expect(recent).toContain(shown);
  }).toPass();
}

test("chart and tape are in the browser's time until another zone is chosen, which every page then keeps", async ({
  quietPage: page,
}) => {
  await page.goto(MARKET_PATH);
  const chart = page.getByRole("application", { name: /BTCUSDC/ });
  await expect(chart).toHaveAttribute("data-last-bar", /start/);
  const own = offsetOf("America/New_York");
  await expect(corner(page)).toHaveText(own);
  await expectTapeIn(page, "America/New_York");

  await test.step("a choice in the chart's corner", async () => {
    await corner(page).click();
    await page.getByRole("menuitemradio", { name: /^Tokyo/ }).click();
    await expect(corner(page)).toHaveText("UTC+9");
    await expectTapeIn(page, "Asia/Tokyo");
    await expect(chart).toHaveAttribute("data-last-bar", /start/);
    await chart.focus();
    await page.keyboard.press("End");
    await expect(spoken(page)).toContainText("UTC+9");
    expect(await seriousProblems(page)).toEqual([]);
  });

  await test.step("bars of a day are of UTC, and say so", async () => {
    await page.getByRole("radio", { name: "1d", exact: true }).click();
    await expect(corner(page)).toHaveText("UTC days");
    await page.getByRole("radio", { name: "1m", exact: true }).click();
  });

  await test.step("after a reload, and on the calendar, which chooses for the chart too", async () => {
    await page.reload();
    await expect(corner(page)).toHaveText("UTC+9");
    await page.goto("/calendar");
    const zone = page.getByLabel("Time zone");
    await expect(zone).toHaveValue("Asia/Tokyo");
    await zone.selectOption({ label: "UTC" });
    await page.goto(MARKET_PATH);
    await expect(corner(page)).toHaveText("UTC");
    await corner(page).click();
    await page.getByRole("menuitemradio", { name: /^Local: .*New_York/ }).click();
    await expect(corner(page)).toHaveText(own);
  });
});
