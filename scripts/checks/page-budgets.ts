/** How much JavaScript the first visit of a page may load, gzipped, whatever it loads after the first paint included. */
export type PageBudget = {
  path: string;
  limitKb: number;
  needsSession: boolean;
  /** What is on the page only when its last script has run. */
  complete?: string;
};

const TRADE_KB = 270;
/** 137 are the framework; the reading of records, the wallet and the trading key of a session are most of the rest. */
const ACCOUNT_KB = 210;
const ACCOUNT_PAGES = ["", "/orders", "/fills", "/funding", "/transfers", "/fees"];

/** Neither wallet nor what signs is part of these: they come with a press. */
const SETTINGS_KB = 180;
const SETTINGS_PAGES = [
  "/settings",
  "/settings/sessions",
  "/settings/activity",
  "/settings/delete",
  "/settings/mcp-keys",
  "/settings/bot-keys",
  "/account/keys",
];
const PUBLIC_PAGES = ["/sign-in", "/sign-in/email", "/developers"];

export const PAGE_BUDGETS: readonly PageBudget[] = [
  { path: "/trade/BTCUSDC", limitKb: TRADE_KB, needsSession: false, complete: "[data-bars]" },
  ...ACCOUNT_PAGES.map((page) => ({
    path: `/account${page}`,
    limitKb: ACCOUNT_KB,
    needsSession: true,
  })),
  ...SETTINGS_PAGES.map((path) => ({ path, limitKb: SETTINGS_KB, needsSession: true })),
  ...PUBLIC_PAGES.map((path) => ({ path, limitKb: SETTINGS_KB, needsSession: false })),
];
