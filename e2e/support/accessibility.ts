/** What axe finds on a page as it is. */
import type { Page } from "@playwright/test";
import axe from "axe-core";

/** Of landmarks and headings: these count however mild axe calls them. */
const STRUCTURE = ["landmark-unique", "heading-order", "region"];

type Found = { id: string; impact: string | null | undefined; nodes: string[] };

/** What axe calls serious or critical, by all its rules or by those that are named. */
export async function seriousProblems(page: Page, rules?: string[]): Promise<string[]> {
  return (await violations(page, rules)).filter(isSerious).map(line);
}

/** What axe calls serious or critical, and whatever it finds in landmarks and headings. */
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

/** Runs in the page itself, with an answer of the violations alone: axe's own adapter for Playwright takes five times as long. */
async function violations(page: Page, rules?: string[]): Promise<Found[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(async (values) => {
    const { axe: inPage } = window as unknown as { axe: typeof axe };
    // Half transparent text, on its way in or out, has no contrast to be measured.
    const passing = document
      .getAnimations()
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
