/** The documents in a browser: list, search, a page and its programs; without a script, in three languages, and on a phone. */
import { isFitting, pageProblems, seriousProblems } from "#e2e/support/accessibility.ts";
import { SIZES } from "#e2e/support/overlaps.ts";
import { expect, test } from "#e2e/support/trading-page.ts";

// A slow computer takes four times as long.
test.describe.configure({ timeout: 300_000 });

test("a developer finds how deliveries are signed, and reads it as text too", {
  tag: "@deep",
}, async ({ quietPage: page, endpoints }) => {
  await page.goto("/developers");
  await page.getByRole("link", { name: "Documentation", exact: true }).click();
  await page.getByRole("searchbox").fill("X-Svc-Signature");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/docs\?q=/);
  await page.locator("main ol a").first().click();
  await expect(page).toHaveURL(/\/docs\/webhooks/);
  await expect(page.getByRole("heading", { level: 1, name: "Webhooks" })).toBeVisible();
  await expect(page.locator("article")).toContainText("HMAC-SHA256");
  const text = await page.request.get("/docs/files/webhooks.md");
  expect(text.headers()["content-type"]).toBe("text/plain; charset=utf-8");
  expect(await text.text()).toContain("HMAC-SHA256");
  expect((await page.request.get("/docs/files/nothing.md")).status()).toBe(404);
  expect((await page.request.get("/docs/nothing")).status()).toBe(404);
  expect(await (await page.request.get("/llms.txt")).text()).toContain(
    `${endpoints.app}/docs/files/webhooks.md`,
  );
});

test("the reference shows a request and an answer of an operation, and sends it", async ({
  page,
}) => {
  await page.goto("/developers");
  await page.getByRole("link", { name: "Market data", exact: true }).click();
  await expect(page).toHaveURL(/\/docs\/reference\/market-data$/);
  const operation = page.locator("article").filter({ has: page.locator("#listMarkBars") });
  await expect(operation.locator("[data-code^=call]")).toContainText("resolution=60");
  await expect(operation.locator("[data-code^=answer]")).toContainText("{");
  const summary = operation.locator("summary", { hasText: "Try it" });
  await summary.focus();
  await page.keyboard.press("Enter");
  await operation.getByLabel("market").fill("ETHUSDC");
  await operation.getByRole("button", { name: "Send" }).press("Enter");
  await expect(operation.getByRole("region", { name: "Response", exact: true })).toContainText(
    "open",
  );
  await expect(operation.getByText("200 OK")).toBeVisible();
  await operation.getByLabel("resolution").fill("7");
  await operation.getByRole("button", { name: "Send" }).press("Enter");
  await expect(operation.getByRole("region", { name: "Response", exact: true })).toContainText(
    "MALFORMED_QUERY",
  );
  // A write is shown, and not sent from here.
  await page.goto("/docs/reference/trading");
  const write = page.locator("article").filter({ has: page.locator("#placeOrder") });
  await expect(write.locator("[data-code^=call]")).toContainText("-X POST");
  await expect(write.getByText("Try it", { exact: true })).toHaveCount(0);
  // The venue and OAuth have operations of the same kind, found by the search.
  await page.getByRole("searchbox").fill("exchangeToken");
  await page.keyboard.press("Enter");
  await page.locator("main ol a").first().click();
  await expect(page).toHaveURL(/\/docs\/reference\/oauth#exchangeToken$/);
  const token = page.locator("article").filter({ has: page.locator("#exchangeToken") });
  await expect(token.locator("[data-code^=call]")).toContainText("grant_type=refresh_token");
  // A field of the other form of the request, which the call does not show.
  await expect(token).toContainText("code_verifier");
  await expect(token.locator("[data-code^=answer]")).toContainText("svc_at_");
  await page.goto("/docs/reference/venue-orders");
  const order = page.locator("article").filter({ has: page.locator("#placeOrder") });
  await expect(order.locator("[data-code^=call]")).toContainText("X-Signature");
  await expect(order.getByText("Try it", { exact: true })).toHaveCount(0);
});

test("the pages are accessible and fit every size in three languages and both themes", {
  tag: "@deep",
}, async ({ quietPage: page, endpoints }) => {
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  for (const locale of ["en", "de", "ar"]) {
    await page.context().addCookies([{ name: "svc.locale", value: locale, url: endpoints.app }]);
    for (const path of [
      "/docs",
      "/docs?q=signature",
      "/docs/venue",
      "/docs/reference/catalysts",
      "/docs/reference/oauth",
      "/docs/reference/venue-orders",
    ]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      for (const size of SIZES) {
        await page.setViewportSize(size);
        expect(await isFitting(page), `${locale} ${path} ${size.width} px`).toBe(true);
      }
      expect(await pageProblems(page), `${locale} ${path}`).toEqual([]);
    }
  }
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  expect(await seriousProblems(page, ["color-contrast"]), "light").toEqual([]);
});
