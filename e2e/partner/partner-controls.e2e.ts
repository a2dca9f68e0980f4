/** What a partner does on the page by keyboard and pointer: order, open, close, download, choose days, share. */

import { expectToastInNoWay } from "#e2e/support/overlaps.ts";
import { scrollTo } from "#e2e/support/scroll.ts";
import { signInByMail, signInByWallet } from "#e2e/support/sign-in.ts";
import { newPersona } from "#e2e/support/test.ts";
import { expect, pageProblems, test } from "#e2e/support/trading-page.ts";
import { parseSigned } from "#lib/protocol/decimal.ts";
import { EARNING_DECIMALS } from "#lib/protocol/partner/partner-levels.ts";

// A slow computer takes four times as long.
test.describe.configure({ timeout: 300_000 });

/** In 1e-11 USD. */
function units(amount: string | null): bigint {
  const parsed = parseSigned(amount ?? "", EARNING_DECIMALS);
  if (parsed === undefined) throw new Error(`${amount} is no amount.`);
  return parsed;
}

test("a column name orders the referrals, and a second press turns the order round", async ({
  quietPage: page,
  context,
  endpoints,
}) => {
  await signInByWallet(context, endpoints, endpoints.personas.partner);
  await page.goto("/partner?range=all");
  const table = page.getByRole("table", { name: "Referrals" });
  await scrollTo(page, table.first());
  const fees = async () => {
    const shown = await table
      .first()
      .locator("[data-figure$='.fees']")
      .evaluateAll((cells) => cells.map((cell) => cell.getAttribute("data-exact")));
    return shown.map(units);
  };
  const column = table.first().getByRole("columnheader", { name: "Fees" });
  const ascending = (amounts: bigint[]) =>
    amounts.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0));
  await column.getByRole("button").click();
  await expect(page).toHaveURL(/sort=fees$/);
  await expect(column).toHaveAttribute("aria-sort", "descending");
  await expect
    .poll(async () => String(await fees()))
    .toBe(String(ascending(await fees()).toReversed()));
  const [most] = await fees();
  await column.getByRole("button").click();
  await expect(column).toHaveAttribute("aria-sort", "ascending");
  await expect.poll(async () => (await fees())[0] !== most).toBe(true);
  await expect.poll(async () => String(await fees())).toBe(String(ascending(await fees())));
  expect(await pageProblems(page)).toEqual([]);
});

test("the fees of one referral are a file, which adds up to what is shown", async ({
  quietPage: page,
  context,
  endpoints,
}) => {
  const visitor = await signInByWallet(context, endpoints, endpoints.personas.partner);
  await page.goto("/partner?range=all");
  await scrollTo(page, page.getByRole("table", { name: "Referrals" }).first());
  await page
    .getByRole("button", { name: /^Open / })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  const earned = dialog.locator("[data-figure^='referral.'][data-figure$='.earned']").first();
  await expect(earned).toBeVisible();
  const path = await dialog.getByRole("link", { name: /^CSV: / }).getAttribute("href");
  expect(path).toContain("referral_id=ref_");
  const answer = await visitor.request(path ?? "");
  expect(answer.status).toBe(200);
  const [head = "", ...lines] = (await answer.text()).trimEnd().split("\r\n");
  const place = head.split(",").indexOf("earned");
  const sum = lines.reduce((total, line) => total + units(line.split(",")[place] ?? null), 0n);
  expect(sum).toBe(units(await earned.getAttribute("data-exact")));
});

test("a referral that the address opened gives the focus to its row when it is closed", async ({
  quietPage: page,
  context,
  endpoints,
}) => {
  await signInByWallet(context, endpoints, endpoints.personas.partner);
  await page.goto("/partner?range=all");
  await scrollTo(page, page.getByRole("table", { name: "Referrals" }).first());
  await page
    .getByRole("button", { name: /^Open / })
    .first()
    .click();
  await expect(page).toHaveURL(/referral=ref_/);
  const id = new URL(page.url()).searchParams.get("referral");
  await page.goto(page.url());
  const row = page.locator(`[data-referral='${id}']`);
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(row).toBeAttached();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(row.getByRole("button")).toBeFocused();
});

test("what the chart shows at a bar is announced while arrow keys move", async ({
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

test("chosen days stand in words beside their fields", async ({
  quietPage: page,
  context,
  endpoints,
}) => {
  await signInByWallet(context, endpoints, endpoints.personas.partner);
  await page.goto("/partner?from=2026-03-05&to=2026-04-01");
  const filters = page.getByRole("search", { name: "Filters" });
  await expect(filters.getByLabel("From", { exact: true })).toHaveValue("2026-03-05");
  await expect(filters.locator("[data-days]")).toHaveText(/^5 Mar\s*–\s*1 Apr 2026$/);
});

test("amounts have two decimals, and all digits on demand", async ({
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

test("the code is confirmed before joining, and another one can be chosen", async ({
  page,
  context,
  endpoints,
  newWallet,
}) => {
  await signInByWallet(context, endpoints, newWallet);
  await page.goto("/partner");
  const code = `sure-${newPersona().seed.slice(0, 8)}`;
  const field = page.getByLabel("Your code");
  await field.fill("not-this-one");
  await page.getByRole("button", { name: "Join the programme" }).click();
  await expect(page.getByRole("heading", { name: /Join with the code/ })).toBeFocused();
  expect(await pageProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Choose another code" }).click();
  await expect(field).toBeFocused();
  await field.fill(code);
  await page.getByRole("button", { name: "Join the programme" }).click();
  await expect(page.getByText(new RegExp(`/r/${code}`))).toBeVisible();
  await page.getByRole("button", { name: "Join with this code" }).click();
  await expect(page.locator("[data-figure='level']")).toHaveText(/1/);
  const link = page.getByRole("region", { name: "Your referral link" });
  await expect(link.getByRole("link", { name: "Share on X" })).toHaveAttribute(
    "href",
    new RegExp(`^https://x\\.com/intent/post\\?text=10%25.*%2Fr%2F${code}$`),
  );
});

test("an account without a wallet reads first what it must do to be paid", async ({
  page,
  context,
  endpoints,
}) => {
  await signInByMail(context, endpoints);
  await page.goto("/partner");
  await page.getByRole("button", { name: "Join the programme" }).click();
  await page.getByRole("button", { name: "Join with this code" }).click();
  const sections = page.getByRole("main").getByRole("heading", { level: 2 });
  await expect(sections.first()).toHaveText("One thing to do before you can be paid");
});

test("the list of settings pages can be skipped by keyboard", async ({
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

test("other sites preview the page of the programme", async ({ page }) => {
  await page.goto("/partner/programme");
  const preview = (name: string) => page.locator(`meta[property='og:${name}']`);
  await expect(preview("title")).toHaveAttribute(
    "content",
    "Earn from the fees of people you refer",
  );
  await expect(preview("description")).toHaveAttribute("content", /you earn 10% to 25%/);
  await expect(preview("url")).toHaveAttribute("content", /\/partner\/programme$/);
});
