/** The content of a link before any script runs. */
import { expect, test } from "#e2e/support/test.ts";

test("a link shows its interval and layout in the first render, before any script runs", async ({
  browser,
  endpoints,
}) => {
  const context = await browser.newContext({
    baseURL: endpoints.app,
    javaScriptEnabled: false,
    viewport: { width: 1440, height: 900 },
  });
  const page = await context.newPage();
  await page.goto("/trade/ETHUSDC?interval=15m&layout=focus");
  await expect(page.getByRole("main")).toHaveAttribute("data-layout", "focus");
  await expect(page.getByRole("radio", { name: "15m", exact: true })).toBeChecked();
  await expect(page.getByTestId("mark-price")).toHaveAttribute("data-mark", /\d/);
  await context.close();
});
