/** A finger on a phone: the pages of an account have nothing that is too small for it. */
import type { Page } from "@playwright/test";
import { newAddress, person, SETTINGS_PAGES, signInByMail } from "./support/people.ts";
import { expect, test } from "./support/test.ts";

/** What can be pressed and is smaller than a finger, with its size in pixels. Empty when nothing is. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea")]
      .filter((element) => element.checkVisibility() && !element.matches(".not-focus\\:sr-only"))
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => Math.min(box.width, box.height) < 43.9)
      .map(
        ({ element, box }) =>
          `${element.ariaLabel ?? element.textContent ?? ""} ${box.width}×${box.height}`,
      ),
  );
}

test("with a finger on a phone, everything is large enough to be pressed, and no field enlarges the page", async ({
  browser,
  endpoints,
}) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  for (const path of ["/sign-in", "/sign-in/email", "/settings", "/connect", "/nowhere"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await smallTargets(page), `${path}, signed out`).toEqual([]);
  }
  await page.goto("/sign-in");
  await expect(page.getByLabel("E-mail address")).toHaveCSS("font-size", "16px");
  await signInByMail(page, endpoints, newAddress());
  for (const path of [...SETTINGS_PAGES, "/settings/mcp-keys"]) {
    await page.goto(path);
    await expect(person(page)).toBeVisible();
    await expect(page.getByRole("status", { name: /^Loading/ })).toHaveCount(0);
    expect(await smallTargets(page), path).toEqual([]);
  }
  await page.goto("/settings/sessions");
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page.getByRole("dialog").getByRole("button", { name: "Cancel" })).toBeFocused();
  expect(await smallTargets(page), "a question").toEqual([]);
  await context.close();
});
