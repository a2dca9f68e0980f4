/** Scrolls down a page whose lower parts load when they are near. */
import type { Locator, Page } from "@playwright/test";
import { expect } from "./test.ts";

/** Scrolls until `what` is visible. */
export async function scrollTo(page: Page, what: Locator): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect(what).toBeVisible({ timeout: 500 });
  }).toPass();
}
