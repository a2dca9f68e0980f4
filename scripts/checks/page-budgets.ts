/** The budget of JavaScript for the first visit of a page, gzipped, including what it loads after the first paint. */
export type PageBudget = {
  path: string;
  limitKb: number;
  needsSession: boolean;
  /** A selector that matches only after the page's last script has run. */
  complete?: string;
};

/** Both fonts together; most pages load only the first. */
export const FONTS_KB = 32;
const TRADE_KB = 270;
/**
 * 137 KB are the framework; the reading of records, the wallet and the trading key of a session are most of the rest.
 */
const ACCOUNT_KB = 210;
const ACCOUNT_PAGES = ["", "/orders", "/fills", "/funding", "/transfers", "/fees"];

/** These pages load neither the wallet nor the signing code; those load at a press. */
const SETTINGS_KB = 180;
const SETTINGS_PAGES = [
  "/settings",
  "/settings/sessions",
  "/settings/activity",
  "/settings/notifications",
  "/settings/delete",
  "/settings/connected-apps",
  "/settings/mcp-keys",
  "/settings/bot-keys",
  "/settings/webhooks",
  "/settings/webhooks/new",
  "/approvals",
  "/settings/assistant",
  "/account/keys",
  "/account/swaps",
  "/account/points",
  // A partner who has joined gets figures, and the charts load with them.
  "/partner",
];
/** The stream of its market and the arithmetic of the ticket are most of it; the wallet loads at a press. */
const APPROVAL_KB = 210;
/** Planning, the pools, and the derivation of a wallet's accounts are most of it; building and signing load with the review. */
const SWAP_KB = 190;
/** Stands for the id of an order that an assistant has just proposed. */
export const PROPOSED = "{proposed}";
/** Stands for the authorization that an app has just begun. */
export const ASKED = "/oauth/consent/{asked}";
/** The scripts that every page loads: this one has no script of its own. */
const CONSENT_KB = 150;
const PUBLIC_PAGES = [
  "/sign-in",
  "/sign-in/email",
  "/developers",
  "/docs",
  "/docs/venue",
  "/docs/reference/trading",
  "/connect",
  "/vault",
  "/partner/programme",
  "/catalysts",
  "/calendar",
  // One that nobody knows has the scripts of every one.
  "/catalysts/evt_none",
  "/catalysts/moves/mov_none",
  "/signals",
  "/signals/sig_none",
];

export const PAGE_BUDGETS: readonly PageBudget[] = [
  // Visited first, because the order waits for five minutes only.
  {
    path: `/approvals/${PROPOSED}`,
    limitKb: APPROVAL_KB,
    needsSession: true,
    complete: "[data-row=cost]",
  },
  { path: "/trade/BTCUSDC", limitKb: TRADE_KB, needsSession: false, complete: "[data-bars]" },
  ...ACCOUNT_PAGES.map((page) => ({
    path: `/account${page}`,
    limitKb: ACCOUNT_KB,
    needsSession: true,
  })),
  { path: "/swap", limitKb: SWAP_KB, needsSession: true, complete: "[data-tape=live]" },
  { path: ASKED, limitKb: CONSENT_KB, needsSession: true },
  ...SETTINGS_PAGES.map((path) => ({ path, limitKb: SETTINGS_KB, needsSession: true })),
  ...PUBLIC_PAGES.map((path) => ({ path, limitKb: SETTINGS_KB, needsSession: false })),
];
