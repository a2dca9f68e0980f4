/** People who read: pages in every language, public data, their own lists, and sign-ins that end again. */
import { z } from "zod";
import { ALL_PAGES } from "#components/frame/pages/pages.ts";
import { LOCALE_COOKIE, LOCALES } from "#components/i18n/locales.ts";
import { type AppVisitor, newVisitor } from "#scripts/dev/clients/wallet-session.ts";
import { answered, inTurn } from "./tally.ts";

/** Pages without a budget redirect, or show something that a checked account does not have. */
const MEASURED = ALL_PAGES.filter(({ budgetKb }) => budgetKb !== undefined);
const PAGES = [
  ...MEASURED.filter((page) => !page.needsSession).map(({ path, example = path }) => example),
  "/trade/ETHUSDC",
  "/swap",
];
const OWN_PAGES = MEASURED.filter((page) => page.needsSession && !page.example).map(
  ({ path }) => path,
);
const DATA = [
  "/api/perps-dex/markets",
  "/api/perps-dex/kline?market=BTCUSDC&resolution=60",
  "/api/perps-dex/kline?market=ETHUSDC&resolution=1",
  "/api/perps-dex/fill-kline?market=BTCUSDC&resolution=60",
  "/api/perps-dex/trades?market=BTCUSDC",
  "/api/public/catalysts",
  "/api/public/moves",
  "/api/public/news",
  "/api/public/calendar",
  "/api/public/highlights",
  "/api/public/signals",
  "/api/public/dex/stats",
  "/api/v1/openapi.json",
] as const;
const OWN_DATA = [
  "/api/v1/account",
  "/api/v1/sessions",
  "/api/v1/approvals",
  "/api/v1/notifications",
  "/api/v1/webhooks",
  "/api/v1/points",
  "/api/v1/audit",
] as const;
const TRADER_DATA = [
  "/api/venue/orders",
  "/api/venue/positions",
  "/api/venue/portfolio",
  "/api/venue/fills",
  "/api/venue/transfers",
] as const;
const PARTNER_DATA = [
  "/api/v1/partner",
  "/api/v1/partner/summary",
  "/api/v1/partner/earnings",
  "/api/v1/partner/referrals",
  "/api/v1/partner/settlements",
] as const;

const Csrf = z.object({ csrfToken: z.string() });

type Round = () => Promise<void>;

/** Requests a page of a stranger, each time another one in the next language. */
export function publicPages(app: string): Round {
  const page = inTurn(PAGES);
  const locale = inTurn(LOCALES);
  return async () => {
    const path = page();
    const headers = { cookie: `${LOCALE_COOKIE}=${locale()}` };
    await answered(await fetch(`${app}${path}`, { headers, redirect: "manual" }), path);
  };
}

export function publicData(app: string): Round {
  const next = inTurn(DATA);
  return async () => {
    const path = next();
    await answered(await fetch(`${app}${path}`), path);
  };
}

export const ownPages = (visitors: readonly AppVisitor[]): Round => reads(visitors, OWN_PAGES);
export const ownData = (visitors: readonly AppVisitor[]): Round => reads(visitors, OWN_DATA);
export const traderData = (visitors: readonly AppVisitor[]): Round => reads(visitors, TRADER_DATA);
export const partnerData = (visitor: AppVisitor): Round => reads([visitor], PARTNER_DATA);

/** The visitors read the paths in turn. */
function reads(visitors: readonly AppVisitor[], paths: readonly string[]): Round {
  const visitor = inTurn(visitors);
  const next = inTurn(paths);
  return async () => {
    const path = next();
    await answered(await visitor().request(path), path);
  };
}

/** Signs one of the wallets in, reads as it, and signs it out. */
export function signIns(app: string, seeds: readonly string[]): Round {
  const seed = inTurn(seeds);
  return async () => {
    const visitor = await newVisitor(app, seed());
    await answered(await visitor.request("/api/v1/account"), "/api/v1/account");
    const csrf = await answered(await visitor.request("/api/auth/csrf"), "csrf");
    const { csrfToken } = Csrf.parse(JSON.parse(csrf));
    const body = new URLSearchParams({ csrfToken, json: "true", callbackUrl: app });
    const left = await visitor.request("/api/auth/signout", { method: "POST", body });
    await answered(left, "signout");
    await answered(await visitor.request("/api/v1/account"), "after signout", 401);
  };
}
