/** A report becomes a card over the chart; its tag is muted, the card is gone for good, and a pinned one comes first. */
import type { Page } from "@playwright/test";
import { isFitting } from "#e2e/support/accessibility.ts";
import { causeEvent } from "#e2e/support/catalysts.ts";
import { expectNoOverlaps } from "#e2e/support/overlaps.ts";
import { expect, pageProblems, seriousProblems, test } from "#e2e/support/trading-page.ts";
import type { HighlightList } from "#lib/protocol/wire/highlights.ts";

// A slow computer takes four times as long.
test.describe.configure({ timeout: 300_000 });

const TOLD_WITHIN_MS = 90_000;

async function cardsOf(page: Page, mute = ""): Promise<HighlightList["results"]> {
  const answer = await page.request.get(`/api/public/highlights?limit=50${mute}`);
  return ((await answer.json()) as HighlightList).results;
}

test("a card appears over the chart, its tag is muted, and another one is pinned", {
  tag: "@deep",
}, async ({ quietPage: page, endpoints }) => {
  // It leaves the price where it is. Two sources report it: one alone is not sure enough.
  const quiet = { size_percent: 0, second_after_seconds: 2, report_after_seconds: 1 };
  await causeEvent(endpoints, { kind: "hack", asset: "BTC", ...quiet });
  await expect
    .poll(async () => (await cardsOf(page)).some(({ type }) => type === "hack"), {
      timeout: TOLD_WITHIN_MS,
    })
    .toBe(true);

  await page.goto("/trade/BTCUSDC");
  const strip = page.getByRole("region", { name: "Highlights" });
  const hacks = strip.locator("[data-type=hack]");
  await expect(hacks.first()).toBeVisible();
  await expect(hacks.first().getByText("simulated", { exact: true })).toBeVisible();
  expect(await seriousProblems(page), "the strip of the server").toEqual([]);

  await hacks.first().getByRole("button").click();
  await page.getByRole("menuitem", { name: "Mute Hack" }).click();
  await expect(hacks).toHaveCount(0);
  await expect(strip.getByRole("button", { name: "Undo" })).toBeFocused();
  await page.reload();
  await expect(strip).toBeVisible();
  expect(await page.content()).not.toContain('data-type="hack"');
  await expect(hacks).toHaveCount(0);

  await page.goto("/catalysts");
  const section = page.getByRole("region", { name: "Highlights" });
  await section.getByRole("button", { name: "Unmute Hack" }).click();
  const hack = section.locator("[data-type=hack]").first();
  await hack.getByRole("button").click();
  await page.getByRole("menuitem", { name: "Pin Hack" }).click();
  await expect(section.locator("[data-highlight]").first()).toHaveAttribute("data-type", "hack");
  expect(await pageProblems(page), "the page of catalysts").toEqual([]);

  for (const locale of ["en", "de", "ar"] as const) {
    await page.context().addCookies([{ name: "svc.locale", value: locale, url: endpoints.app }]);
    await page.goto("/trade/BTCUSDC");
    await expect(page.locator("[data-highlights=open] [data-highlight]").first()).toHaveAttribute(
      "data-pinned",
      "true",
    );
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await isFitting(page), `${locale}, 390 px`).toBe(true);
    await page.setViewportSize({ width: 1440, height: 900 });
  }
  await page.locator("#highlights-toggle").click();
  await expect(page.locator("[data-highlight]")).toHaveCount(0);
  await page.reload();
  await expect(page.locator("[data-highlights]")).toHaveAttribute("data-highlights", "closed");
  await expectNoOverlaps(page, "closed");
});
