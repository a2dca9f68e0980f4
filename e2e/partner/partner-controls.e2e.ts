/** What a partner does on the page by keyboard and pointer, where only a browser can show it. */

import { expectToastInNoWay } from "#e2e/support/overlaps.ts";
import { scrollTo } from "#e2e/support/scroll.ts";
import { signInByMail, signInByWallet } from "#e2e/support/sign-in.ts";
import { expect, test } from "#e2e/support/trading-page.ts";

// A slow computer takes four times as long.
test.describe.configure({ timeout: 300_000 });

test("what the chart shows at a bar is announced while arrow keys move", { tag: "@deep" }, async ({
  quietPage: page,
  context,
  endpoints,
}) => {
  await signInByWallet(context, endpoints, endpoints.personas.partner);
  await page.goto("/partner?range=all&granularity=month");
  const region = page.getByRole("region", { name: "Earnings over time" });
  const chart = region.getByRole("application");
  await region.scrollIntoViewIfNeeded();
  await expect(chart).toBeVisible();
  await expect(region.getByRole("status")).toHaveText("");
  await chart.focus();
  await page.keyboard.press("ArrowRight");
  await expect(region.getByRole("status")).toContainText(/Earned.*USD.*Referred fees/);
  const first = (await region.getByRole("status").textContent()) ?? "";
  await page.keyboard.press("ArrowRight");
  await expect(region.getByRole("status")).not.toHaveText(first);
});

test("a toast lies below a dialog, and covers none of its controls", async ({
  page,
  context,
  endpoints,
}) => {
  await signInByWallet(context, endpoints, endpoints.personas.partner);
  await page.goto("/partner");
  const qr = page.getByRole("button", { name: "QR code" });
  const exports = page.getByRole("button", { name: "Export" });
  await scrollTo(page, qr);
  await scrollTo(page, exports);
  // The first toast loads the code of toasts.
  await page.getByRole("button", { name: "Pin", exact: true }).click();
  await expect(page.locator("[data-sonner-toast]").first()).toBeVisible();
  // A failure to load stays until it is dismissed.
  await page.route(/\/_next\/static\/.*\.js/, (route) => route.abort());
  await qr.click();
  const failed = page.locator("[data-sonner-toast]").filter({ hasText: "could not be loaded" });
  await expect(failed).toBeVisible();
  await page.unrouteAll({ behavior: "wait" });
  await exports.click();
  await expect(page.getByRole("dialog", { name: "Export" })).toBeVisible();
  await expectToastInNoWay(page, "the export");
});

test("amounts have two decimals, and all digits on demand", { tag: "@deep" }, async ({
  quietPage: page,
  context,
  endpoints,
}) => {
  await signInByWallet(context, endpoints, endpoints.personas.partner);
  await page.goto("/partner");
  const fees = page.locator("[data-figure='referred_fees_30d']");
  await expect(fees).toHaveText(/^[\d,]+\.\d\d$/);
  await page.getByRole("checkbox", { name: "All digits" }).click();
  await expect(page).toHaveURL(/digits=all/);
  const isWhole = () =>
    fees.evaluate(
      ({ dataset, textContent }) => textContent?.replaceAll(",", "") === dataset["exact"],
    );
  await expect.poll(isWhole).toBe(true);
});

test("the list of settings pages can be skipped by keyboard", { tag: "@deep" }, async ({
  page,
  context,
  endpoints,
}) => {
  await signInByMail(context, endpoints);
  await page.goto("/settings");
  const skip = page
    .getByRole("navigation", { name: "Settings pages" })
    .getByRole("link", { name: "Skip the list of pages" });
  await skip.focus();
  await expect(skip).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});
