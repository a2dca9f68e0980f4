/** The pages that have a budget of JavaScript for their first visit, in the order in which they are visited. */
import { ALL_PAGES } from "#components/frame/pages/pages.ts";

export type PageBudget = {
  path: string;
  limitKb: number;
  needsSession: boolean;
  /** A selector that matches only after the page's last script has run. */
  complete?: string | undefined;
};

/** Both fonts together; most pages load only the first. */
export const FONTS_KB = 32;

export const PAGE_BUDGETS: readonly PageBudget[] = ALL_PAGES.flatMap(
  ({ path, example = path, needsSession = false, budgetKb, complete }) =>
    budgetKb === undefined ? [] : [{ path: example, limitKb: budgetKb, needsSession, complete }],
);
