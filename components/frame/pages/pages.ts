/**
 * Every page of the app: its title, its place in the list of settings pages, and what checks and tests know of it. A page file without a row
 * fails pages.test.ts. The server and scripts read it; the browser gets from it what a page shows, and imports no more than its types.
 */
import type { Route } from "next";
import type english from "#components/frame/messages/en/settings-frame.ts";

/** Messages without parameters. */
type TitleKey = {
  [Key in keyof typeof english]: (typeof english)[Key] extends `${string}{${string}` | object
    ? never
    : Key;
}[keyof typeof english];

export type PageRow = {
  /** A key of the texts `settings-frame.ts` in `components/frame/messages`. A page without one makes its title from its content. */
  title?: TitleKey;
  /** Where the list of settings pages has it. */
  group?: (typeof SETTINGS_GROUPS)[number];
  /** Checks open it with a session: without one it shows less, or only how to sign in. */
  needsSession?: true;
  /** An address of the page, for checks, because its path has parameters. */
  example?: string;
  /** JavaScript of a first visit, gzipped, with what it loads after the first paint. A page that only redirects has none. */
  budgetKb?: number;
  /** A selector that matches only after the page's last script has run. */
  complete?: string;
  /** Pictures of it in English, wide and dark; `e2e/pictures` has further ones. */
  pictures?: readonly { name: string; as?: "trader" | "partner" | "integrator" }[];
};

/** In this order; each is the key of its heading. */
const SETTINGS_GROUPS = ["groupAccount", "groupSwaps", "groupAssistants", "groupKeys"] as const;

const TRADE_KB = 270;
/** 137 KB are the framework; the reading of records, the wallet and the trading key of a session are most of the rest. */
const ACCOUNT_KB = 212;
/** These pages load neither the wallet nor the signing code; those load at a press. */
const SETTINGS_KB = 180;
/** The stream of its market and the arithmetic of the ticket are most of it; the wallet loads at a press. */
const APPROVAL_KB = 210;
/** Planning, the pools, and the derivation of a wallet's accounts are most of it; building and signing load with the review. */
const SWAP_KB = 190;
/** The scripts that every page loads: this one has no script of its own. */
const CONSENT_KB = 150;

/** Stands for the id of an order that an assistant has just proposed. */
export const PROPOSED = "{proposed}";
/** Stands for the authorization that an app has just begun. */
export const ASKED = "/oauth/consent/{asked}";

const ACCOUNT = { needsSession: true, budgetKb: ACCOUNT_KB } as const;
const SETTINGS = { needsSession: true, budgetKb: SETTINGS_KB } as const;
const PUBLIC = { budgetKb: SETTINGS_KB } as const;

export const PAGES = {
  // It waits for five minutes only, so it is visited first.
  "/approvals/[id]": {
    title: "approvals",
    needsSession: true,
    example: `/approvals/${PROPOSED}`,
    budgetKb: APPROVAL_KB,
    complete: "[data-row=cost]",
  },
  "/": {},
  "/trade": {},
  "/trade/[market]": {
    example: "/trade/BTCUSDC",
    budgetKb: TRADE_KB,
    complete: "[data-bars]",
    pictures: [{ name: "trade-guest-dark" }, { name: "trade-trader-dark", as: "trader" }],
  },
  "/account": { ...ACCOUNT, pictures: [{ name: "account-guest" }] },
  "/account/orders": { ...ACCOUNT, pictures: [{ name: "account-orders", as: "trader" }] },
  "/account/fills": ACCOUNT,
  "/account/funding": ACCOUNT,
  "/account/transfers": ACCOUNT,
  "/account/fees": ACCOUNT,
  "/swap": {
    title: "swap",
    needsSession: true,
    budgetKb: SWAP_KB,
    complete: "[data-tape=live]",
    pictures: [{ name: "swap-guest" }],
  },
  "/oauth/consent/[uid]": { needsSession: true, example: ASKED, budgetKb: CONSENT_KB },
  "/settings": {
    ...SETTINGS,
    title: "waysIn",
    group: "groupAccount",
    pictures: [{ name: "settings", as: "trader" }, { name: "settings-guest" }],
  },
  "/settings/sessions": {
    ...SETTINGS,
    title: "sessions",
    group: "groupAccount",
    pictures: [{ name: "settings-sessions", as: "trader" }],
  },
  "/settings/activity": { ...SETTINGS, title: "activity", group: "groupAccount" },
  "/settings/notifications": {
    ...SETTINGS,
    title: "notifications",
    group: "groupAccount",
    pictures: [{ name: "settings-notifications", as: "trader" }],
  },
  "/settings/delete": { ...SETTINGS, title: "deleteAccount", group: "groupAccount" },
  // A window that closes after a proof.
  "/settings/proved": { title: "proofTitle" },
  "/account/swaps": { ...SETTINGS, title: "swaps", group: "groupSwaps" },
  "/account/points": {
    ...SETTINGS,
    title: "points",
    group: "groupSwaps",
    pictures: [{ name: "account-points", as: "trader" }],
  },
  "/approvals": {
    ...SETTINGS,
    title: "approvals",
    group: "groupAssistants",
    pictures: [{ name: "approvals-empty", as: "trader" }],
  },
  "/connect": {
    ...PUBLIC,
    title: "connectAssistant",
    group: "groupAssistants",
    pictures: [{ name: "connect", as: "trader" }],
  },
  "/settings/connected-apps": { ...SETTINGS, title: "connectedApps", group: "groupAssistants" },
  "/settings/assistant": { ...SETTINGS, title: "assistantNotes", group: "groupAssistants" },
  "/account/keys": { ...SETTINGS, title: "venueKeys", group: "groupKeys" },
  "/settings/mcp-keys": { ...SETTINGS, title: "mcpKeys", group: "groupKeys" },
  "/settings/bot-keys": {
    ...SETTINGS,
    title: "botKeys",
    group: "groupKeys",
    pictures: [{ name: "settings-bot-keys", as: "integrator" }],
  },
  "/settings/webhooks": {
    ...SETTINGS,
    title: "webhooks",
    group: "groupKeys",
    pictures: [{ name: "settings-webhooks", as: "integrator" }],
  },
  "/settings/webhooks/new": { ...SETTINGS, title: "newWebhook" },
  // An unknown one shows that it is unknown.
  "/settings/webhooks/[id]": {
    title: "webhook",
    needsSession: true,
    example: "/settings/webhooks/whk_none",
  },
  "/settings/webhooks/[id]/deliveries/[did]": {
    title: "delivery",
    needsSession: true,
    example: "/settings/webhooks/whk_none/deliveries/wh_evt_none",
  },
  // A partner who has joined gets figures, and the charts load with them.
  "/partner": {
    ...SETTINGS,
    title: "partner",
    pictures: [{ name: "partner-guest" }, { name: "partner-dark", as: "partner" }],
  },
  "/partner/programme": { ...PUBLIC, title: "partner" },
  "/sign-in": { ...PUBLIC, title: "signIn", pictures: [{ name: "sign-in" }] },
  "/sign-in/email": { ...PUBLIC, title: "signIn" },
  "/developers": { ...PUBLIC, title: "developers", pictures: [{ name: "developers" }] },
  "/docs": { ...PUBLIC, pictures: [{ name: "docs" }] },
  "/docs/[page]": { ...PUBLIC, example: "/docs/venue", pictures: [{ name: "docs-venue" }] },
  "/docs/reference/[tag]": { ...PUBLIC, example: "/docs/reference/trading" },
  "/vault": { ...PUBLIC, pictures: [{ name: "vault" }] },
  "/catalysts": { ...PUBLIC, title: "catalysts", pictures: [{ name: "catalysts-dark" }] },
  "/calendar": { ...PUBLIC, title: "calendar", pictures: [{ name: "calendar-dark" }] },
  // An unknown one has the scripts of every one.
  "/catalysts/[id]": { ...PUBLIC, title: "catalyst", example: "/catalysts/evt_none" },
  "/catalysts/moves/[id]": { ...PUBLIC, title: "priceMove", example: "/catalysts/moves/mov_none" },
  "/signals": { ...PUBLIC, title: "signals", pictures: [{ name: "signals-dark" }] },
  "/signals/[id]": { ...PUBLIC, title: "signal", example: "/signals/sig_none" },
} as const satisfies Readonly<Record<string, PageRow>>;

/** The path of a page file below app/, without its route groups. */
export type PagePath = keyof typeof PAGES;

type WithValues<Path extends string> = Path extends `${infer Start}[${string}]${infer Rest}`
  ? `${Start}${string}${WithValues<Rest>}`
  : Path;
type PageAddress = WithValues<PagePath>;

/** The address of a page, with values for its parameters. An address of no page is an error. */
export type Href = Route | PageAddress | `${PageAddress}${"?" | "#"}${string}`;

type Page = PageRow & { path: PagePath };

export const ALL_PAGES: readonly Page[] = Object.entries<PageRow>(PAGES).map(([path, row]) => ({
  ...row,
  path: path as PagePath,
}));

/** A heading and the pages below it. All are keys of `settings-frame.ts` in `components/frame/messages`. */
export type SettingsGroup = {
  title: (typeof SETTINGS_GROUPS)[number];
  pages: readonly (readonly [path: Route, title: TitleKey])[];
};

/** The list of settings pages. The server hands it to the frame: in a script of the browser it would count against the budget of each page. */
export function settingsGroups(): SettingsGroup[] {
  return SETTINGS_GROUPS.map((title) => ({
    title,
    pages: ALL_PAGES.flatMap((page) =>
      page.group === title && page.title ? [[page.path as Route, page.title] as const] : [],
    ),
  }));
}
