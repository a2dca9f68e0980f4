import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { ALL_PAGES } from "#components/frame/pages/pages.ts";
import { openNewestMove } from "#e2e/support/catalysts.ts";
import { AppVisitor } from "#scripts/dev/clients/wallet-session.ts";
import type { Personas } from "#scripts/dev/data-dir.ts";
import { runningStack } from "#scripts/dev/stack/running-stack.ts";
import { stillOf } from "./still.ts";

const DESKTOP = { width: 1440, height: 900 };
const TABLET = { width: 1024, height: 768 };
const PHONE = { width: 390, height: 844 };

type Picture = {
  name: string;
  path: string;
  as?: keyof Personas;
  viewport?: { width: number; height: number };
  theme?: "light" | "dark";
  locale?: string;
  /** Brings the page into the state that is photographed. */
  prepare?: (page: Page) => Promise<void>;
};

const click = (role: "button" | "tab" | "link", name: string | RegExp) => async (page: Page) => {
  await page.getByRole(role, { name }).first().click();
};
const opened =
  (open: (page: Page) => Promise<void>, role: "dialog" | "menu") => async (page: Page) => {
    await open(page);
    await expect(page.getByRole(role)).toBeVisible();
  };
const press = (key: string) => async (page: Page) => page.keyboard.press(key);

const openNewest = async (page: Page) => {
  await page.locator("[data-catalyst] a").first().click();
  await expect(page.locator("[data-record]")).toBeVisible();
};

const { endpoints } = runningStack();
const openMove = (page: Page) => openNewestMove(page, endpoints);

/** The pictures that the registry of pages names, and other sizes, colours, languages and states. */
const PICTURES: readonly Picture[] = [
  ...ALL_PAGES.flatMap(({ path, example = path, pictures = [] }) =>
    pictures.map((picture) => ({ ...picture, path: example })),
  ),
  { name: "trade-guest-light", path: "/trade/BTCUSDC", theme: "light" },
  { name: "trade-guest-tablet", path: "/trade/ETHUSDC", viewport: TABLET },
  { name: "trade-guest-phone", path: "/trade/BTCUSDC", viewport: PHONE },
  { name: "trade-guest-arabic", path: "/trade/BTCUSDC", locale: "ar" },
  {
    name: "trade-trader-phone-light",
    path: "/trade/BTCUSDC",
    as: "trader",
    viewport: PHONE,
    theme: "light",
  },
  { name: "trade-shortcuts", path: "/trade/BTCUSDC", prepare: opened(press("?"), "dialog") },
  { name: "trade-palette", path: "/trade/BTCUSDC", prepare: opened(press("Control+k"), "dialog") },
  {
    name: "trade-account-menu",
    path: "/trade/BTCUSDC",
    as: "trader",
    prepare: opened(click("button", /^Account /), "menu"),
  },
  { name: "sign-in-light-phone", path: "/sign-in", theme: "light", viewport: PHONE },
  { name: "account-fees-light", path: "/account/fees", as: "trader", theme: "light" },
  { name: "swap-phone-light", path: "/swap", as: "trader", viewport: PHONE, theme: "light" },
  { name: "catalysts-arabic", path: "/catalysts", locale: "ar" },
  { name: "catalysts-phone-light", path: "/catalysts", viewport: PHONE, theme: "light" },
  { name: "catalyst-dark", path: "/catalysts", prepare: openNewest },
  { name: "signals-phone-light", path: "/signals", viewport: PHONE, theme: "light" },
  {
    name: "catalyst-tablet-arabic",
    path: "/catalysts",
    viewport: TABLET,
    locale: "ar",
    prepare: openNewest,
  },
  {
    name: "catalyst-phone-light",
    path: "/catalysts",
    viewport: PHONE,
    theme: "light",
    prepare: openNewest,
  },
  { name: "move-dark", path: "/catalysts", prepare: openMove },
  {
    name: "move-phone-light",
    path: "/catalysts",
    viewport: PHONE,
    theme: "light",
    prepare: openMove,
  },
  { name: "calendar-arabic", path: "/calendar", locale: "ar" },
  { name: "calendar-phone-light", path: "/calendar", viewport: PHONE, theme: "light" },
  { name: "docs-phone-light", path: "/docs/webhooks", viewport: PHONE, theme: "light" },
  { name: "developers-phone-light", path: "/developers", viewport: PHONE, theme: "light" },
  { name: "settings-mcp-keys-light", path: "/settings/mcp-keys", as: "integrator", theme: "light" },
  {
    name: "settings-new-webhook-phone",
    path: "/settings/webhooks/new",
    as: "integrator",
    viewport: PHONE,
  },
  { name: "partner-guest-phone", path: "/partner/programme", viewport: PHONE, theme: "light" },
  { name: "partner-phone-light", path: "/partner", as: "partner", viewport: PHONE, theme: "light" },
  { name: "not-found", path: "/nothing-is-here" },
];

const cookies = new Map<keyof Personas, Promise<[name: string, value: string][]>>();

/** One session per persona, because each sign-in would add a row to the page of sessions. */
async function signIn(context: BrowserContext, as: keyof Personas): Promise<void> {
  if (!cookies.has(as)) cookies.set(as, signedInCookies(as));
  const pairs = (await cookies.get(as)) ?? [];
  await context.addCookies(pairs.map(([name, value]) => ({ name, value, url: endpoints.app })));
}

async function signedInCookies(as: keyof Personas): Promise<[name: string, value: string][]> {
  const visitor = new AppVisitor(endpoints.app);
  await visitor.signIn(endpoints.personas[as]);
  return visitor.cookies();
}

/** The chart has drawn its candles, and the market has moved: two trades or marks came since the page was opened. */
async function untilLive(page: Page): Promise<void> {
  await expect(page.locator("canvas").first()).toBeVisible();
  const readText = () => page.locator("body").innerText();
  const first = await readText();
  await expect.poll(readText).not.toBe(first);
  const second = await readText();
  await expect.poll(readText).not.toBe(second);
}

for (const { name, path, as, viewport, theme = "dark", locale = "en", prepare } of PICTURES) {
  test(name, async ({ browser }) => {
    const context = await browser.newContext({
      viewport: viewport ?? DESKTOP,
      colorScheme: theme,
      locale,
      reducedMotion: "reduce",
    });
    try {
      if (as !== undefined) await signIn(context, as);
      const page = await context.newPage();
      await page.goto(endpoints.app + path);
      await expect(page.locator("h1").first()).toBeAttached();
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      await page.waitForLoadState("networkidle", { timeout: 3_000 }).catch(() => undefined);
      if (path.startsWith("/trade/")) await untilLive(page);
      await prepare?.(page);
      // The last part of a state loads its own code.
      await page.waitForTimeout(2_000);
      expect(await stillOf(page)).toMatchSnapshot(`${name}.png`);
    } finally {
      await context.close();
    }
  });
}
