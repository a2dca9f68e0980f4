/** Steps of people who sign in, and the pages of their accounts. */
import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { ALL_PAGES } from "#components/frame/pages/pages.ts";
import type { Endpoints } from "#scripts/dev/data-dir.ts";
import { linkTo } from "./mailbox.ts";
import { expect } from "./test.ts";

/** Every page with a fixed address that shows something of its own. */
export const FIXED_PAGES: readonly string[] = ALL_PAGES.filter(
  ({ budgetKb, example }) => budgetKb !== undefined && example === undefined,
).map(({ path }) => path);

/** The pages of an account that has no keys, apps or orders. */
export const SETTINGS_PAGES: readonly string[] = [
  ...ALL_PAGES.filter(({ group }) => group === "groupAccount" || group === "groupSwaps").map(
    ({ path }) => path,
  ),
  "/settings/assistant",
];

export const newAddress = (): string => `person-${randomBytes(6).toString("hex")}@example.com`;
export const person = (page: Page) =>
  page.getByRole("banner").getByRole("button", { name: /^Signed in as/ });

/** A text typed into a field before React has hydrated the page is lost. */
export async function fillAddress(page: Page, email: string): Promise<void> {
  const field = page.getByLabel("Email address");
  const isReactField = (element: HTMLElement | SVGElement) =>
    Object.keys(element).some((name) => name.startsWith("__reactProps"));
  await expect.poll(() => field.evaluate(isReactField)).toBe(true);
  await field.fill(email);
}

export async function askForLink(page: Page, email: string): Promise<void> {
  await fillAddress(page, email);
  await page.getByRole("button", { name: /^Send (me )?a link$/ }).click();
  await expect(page.getByText("Check your inbox")).toBeVisible();
}

/** Links an address to the account that is signed in. */
export async function linkAddress(page: Page, endpoints: Endpoints, email: string): Promise<void> {
  await page.goto("/settings");
  await page.getByRole("button", { name: "Link an email address" }).click();
  await askForLink(page, email);
  await page.goto(await linkTo(endpoints, email));
  await page.getByRole("button", { name: "Link the address" }).click();
  await expect(page.getByRole("heading", { name: "The address is linked" })).toBeVisible();
}
