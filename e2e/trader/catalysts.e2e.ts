/** A hack moves the price: the move is unexplained until the report comes, and the slider turns it back. */
import type { Page } from "@playwright/test";
import { isFitting } from "#e2e/support/accessibility.ts";
import { causeEvent } from "#e2e/support/catalysts.ts";
import { expectNoOverlaps, SIZES } from "#e2e/support/overlaps.ts";
import { expect, pageProblems, seriousProblems, test } from "#e2e/support/trading-page.ts";
import type { ListedMove, MoveList } from "#lib/protocol/wire/moves.ts";

const ASSET = "SOL";
/** Two minutes close before the move is known, and the service waits two more before it judges. */
const REPORT_AFTER_SECONDS = 270;
const MOVED_WITHIN_MS = 200_000;
const JUDGED_WITHIN_MS = 180_000;
const EXPLAINED_WITHIN_MS = 240_000;

/** The fall that began after an instant. */
async function fallSince(page: Page, since: number): Promise<ListedMove | undefined> {
  const answer = await page.request.get(`/api/public/moves?market=${ASSET}USDC&limit=20`);
  const { results } = (await answer.json()) as MoveList;
  return results.find(
    ({ direction, opened_at: opened }) => direction === "down" && Date.parse(opened) > since,
  );
}

const slider = (page: Page) => page.getByRole("slider");
const verdict = (page: Page, name: string) => page.locator(`main [data-verdict=${name}]`);
/** How sure the service is depends on what the other markets do at that time. */
const known = (page: Page) => verdict(page, "attributed").or(verdict(page, "possible"));

async function expectAccessible(page: Page, state: string): Promise<void> {
  expect(await pageProblems(page), state).toEqual([]);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    expect(await isFitting(page), `${state}, ${size.width} px`).toBe(true);
  }
  await expectNoOverlaps(page, state);
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** Goes back with the keyboard until the verdict is shown. */
async function turnBackTo(page: Page, name: string): Promise<void> {
  await slider(page).focus();
  await expect(async () => {
    await page.keyboard.press("ArrowLeft");
    await expect(verdict(page, name)).toBeVisible({ timeout: 2_000 });
  }).toPass();
}

const WORDS = {
  en: {
    unexplained: "Unexplained",
    found: /^(?:Cause found|Possible cause)$/,
    notKnown: "Not known yet",
  },
  de: {
    unexplained: "Ungeklärt",
    found: /^(?:Ursache gefunden|Mögliche Ursache)$/,
    notKnown: "Noch nicht bekannt",
  },
  ar: {
    unexplained: "بلا تفسير",
    found: /^(?:عُرف السبب|سبب محتمل)$/,
    notKnown: "لم يكن معروفًا بعد",
  },
} as const;

test("a move that nobody can explain gets its cause, and the slider turns it back", {
  tag: "@deep",
}, async ({ quietPage: page, endpoints }) => {
  test.setTimeout(MOVED_WITHIN_MS + JUDGED_WITHIN_MS + EXPLAINED_WITHIN_MS + 240_000);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(`/trade/${ASSET}USDC`);
  const menu = page.getByRole("button", { name: "More chart options" });
  await menu.click();
  await page.keyboard.press("Escape");
  const marks = page.locator("[data-moves]");
  await expect(marks).toHaveAttribute("data-moves", /\d/);

  const since = Date.now();
  await causeEvent(endpoints, {
    kind: "hack",
    asset: ASSET,
    report_after_seconds: REPORT_AFTER_SECONDS,
  });
  await expect
    .poll(() => fallSince(page, since), { timeout: MOVED_WITHIN_MS, intervals: [2_000] })
    .toBeDefined();
  const move = (await fallSince(page, since))!;
  await expect(marks).toHaveAttribute("data-moves", /^[1-9]/);

  await menu.click();
  await page.getByRole("menuitem", { name: "Price moves", exact: true }).click();
  const table = page.getByRole("dialog", { name: "Price moves" }).getByRole("table");
  const row = table.getByRole("row").filter({ has: page.locator(`a[href$="${move.id}"]`) });
  await expect(row.locator("[data-cause=unexplained]")).toBeVisible({ timeout: JUDGED_WITHIN_MS });
  expect(await seriousProblems(page), "the table").toEqual([]);
  await row.getByRole("link", { name: "Unexplained" }).click();

  await expect(page).toHaveURL(new RegExp(`/catalysts/moves/${move.id}$`));
  await expect(verdict(page, "unexplained")).toBeVisible();
  await expect(known(page)).toBeVisible({ timeout: EXPLAINED_WITHIN_MS });
  const cause = page.locator("[data-candidate^=evt_]").first();
  await expect(cause.locator("[data-probability]")).toHaveText(/^(?:[4-9]\d|100)%$/);
  await turnBackTo(page, "unexplained");
  await expect(slider(page)).toHaveAttribute("aria-valuetext", /Unexplained/);
  await expect(page).toHaveURL(/\?known_at=/);
  const back = page.url();

  for (const locale of ["en", "de", "ar"] as const) {
    const { unexplained, found, notKnown } = WORDS[locale];
    await page.context().addCookies([{ name: "svc.locale", value: locale, url: endpoints.app }]);
    await page.goto(back);
    await expect(verdict(page, "unexplained")).toHaveText(unexplained);
    await expectAccessible(page, `${locale}, unexplained`);
    await slider(page).focus();
    await page.keyboard.press("End");
    await expect(known(page)).toHaveText(found);
    await expectAccessible(page, `${locale}, its cause`);
    await cause.getByRole("link").first().click();
    await expect(page.locator("[data-evidence=report]").first()).toBeVisible();
    await expectAccessible(page, `${locale}, the catalyst`);
    await slider(page).focus();
    await page.keyboard.press("Home");
    await expect(page.getByText(notKnown, { exact: true })).toBeVisible();
    await expectAccessible(page, `${locale}, before the catalyst`);
  }
});

test("the list is public, filters by its address and leads to a catalyst", async ({
  quietPage: page,
  endpoints,
}) => {
  // It leaves the price where it is.
  const quiet = { asset: "BTC", size_percent: 0, second_after_seconds: null };
  await causeEvent(endpoints, { kind: "hack", ...quiet, report_after_seconds: 1 });
  await page.goto("/calendar");
  await page.getByRole("banner").getByRole("link", { name: "Catalysts" }).click();
  await expect(page).toHaveURL(/\/catalysts$/);
  await expect(page.locator("[data-source]").first()).toBeVisible();
  const rows = page.locator("[data-catalyst]");
  await expect(rows.first()).toBeVisible({ timeout: 120_000 });
  await expect(rows.first().getByText("simulated", { exact: true })).toBeVisible();
  const marks = page.getByRole("toolbar", { name: "Catalysts of the last 24 hours" });
  await marks.getByRole("button").last().focus();
  await expect(page.locator("[data-chosen]").first()).toBeVisible();

  await page.getByLabel("Type", { exact: true }).selectOption("hack");
  await expect(page).toHaveURL(/\?type=hack$/);
  await page.reload();
  await expect(page.getByLabel("Type", { exact: true })).toHaveValue("hack");
  await expect(page.locator("main output[aria-label=Loading]")).toHaveCount(0);
  await expect(rows.locator("[data-type]:not([data-type=hack])")).toHaveCount(0);
  await page.getByLabel("Type", { exact: true }).selectOption("");

  await expect(rows.first()).toBeVisible();
  await expectAccessible(page, "en");
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  expect(await seriousProblems(page, ["color-contrast"]), "light").toEqual([]);
  const hack = rows.filter({ has: page.locator("[data-type=hack]") }).first();
  await hack.getByRole("link").click();
  await expect(page.locator("[data-record]")).toBeVisible();
  await expect(page.locator("[data-price-of] [data-picture=prices]").first()).toBeVisible();
});

test("in German and Arabic the list is accessible and fits every size", { tag: "@deep" }, async ({
  quietPage: page,
  endpoints,
}) => {
  const quiet = { asset: "BTC", size_percent: 0, second_after_seconds: null };
  await causeEvent(endpoints, { kind: "hack", ...quiet, report_after_seconds: 1 });
  const rows = page.locator("[data-catalyst]");
  for (const locale of ["de", "ar"] as const) {
    await page.context().addCookies([{ name: "svc.locale", value: locale, url: endpoints.app }]);
    await page.goto("/catalysts");
    await expect(rows.first()).toBeVisible({ timeout: 120_000 });
    await expectAccessible(page, locale);
  }
});

test("an address that names nothing says so", { tag: "@deep" }, async ({ page }) => {
  await page.goto("/catalysts/evt_000000000000000000000000");
  await expect(page.getByText("Catalyst not found")).toBeVisible();
  await page.goto("/catalysts/moves/mov_000000000000000000000000");
  await expect(page.getByText("Price move not found")).toBeVisible();
});
