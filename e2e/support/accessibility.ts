/** The violations that axe finds on the current page. */
import { expect, type Page } from "@playwright/test";
import axe from "axe-core";

/** Rules about landmarks and headings: these count however mild axe rates them. */
const STRUCTURE = ["landmark-unique", "heading-order", "region"];

const LOOKS = 3;

type Found = { id: string; impact: string | null | undefined; nodes: string[] };

/** The violations that axe rates serious or critical, by all its rules or by the named ones. */
export async function seriousProblems(page: Page, rules?: string[]): Promise<string[]> {
  return (await violations(page, rules)).filter(isSerious).map(line);
}

/** The violations that axe rates serious or critical, and all violations in landmarks and headings. */
export async function pageProblems(page: Page): Promise<string[]> {
  const found = await violations(page);
  return found.filter((one) => isSerious(one) || STRUCTURE.includes(one.id)).map(line);
}

function isSerious({ impact }: Found): boolean {
  return impact === "serious" || impact === "critical";
}

function line({ id, nodes }: Found): string {
  return `${id}: ${nodes.map((html) => html.slice(0, 160)).join(" | ")}`;
}

/** What a page shows for a moment, such as a message on its way out, is looked at again: a violation stays. */
async function violations(page: Page, rules?: string[]): Promise<Found[]> {
  // A page that another one led to has its title some moments after its content.
  await expect(page).toHaveTitle(/\S/);
  for (let attempt = 1; ; attempt += 1) {
    const found = await violationsNow(page, rules);
    if (found.length === 0 || attempt === LOOKS) return found;
    await page.waitForTimeout(1_000);
  }
}

/**
 * Runs in the page itself and returns the violations alone, because axe's own adapter for Playwright takes five times
 * as long.
 */
async function violationsNow(page: Page, rules?: string[]): Promise<Found[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(async (values) => {
    const { axe: inPage } = window as unknown as { axe: typeof axe };
    // Text that is fading in or out has no measurable contrast.
    const passing = document
      .getAnimations()
      // One that follows a scroll position never finishes.
      .filter(({ timeline }) => timeline instanceof DocumentTimeline)
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(passing.map(({ finished }) => finished));
    const results = await inPage.run(document, {
      resultTypes: ["violations"],
      ...(values && { runOnly: { type: "rule", values } }),
    });
    return results.violations.map(({ id, impact, nodes }) => ({
      id,
      impact,
      nodes: nodes.map(({ html }) => html),
    }));
  }, rules);
}

/** Whether nothing makes the page scroll sideways. */
export function isFitting(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
}
