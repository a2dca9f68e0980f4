/** Signals as everybody reads them, and an order prepared from one: it fills the ticket, and nothing is sent. */
import type { Page } from "@playwright/test";
import { isFitting } from "#e2e/support/accessibility.ts";
import { expectNoOverlaps, SIZES } from "#e2e/support/overlaps.ts";
import { expect, pageProblems, seriousProblems, test } from "#e2e/support/trading-page.ts";
import type { Decimal } from "#lib/protocol/decimal.ts";
import type {
  Signal,
  SignalFigures,
  SignalList,
  SignalRecord,
} from "#lib/protocol/wire/signals.ts";

// A slow computer takes four times as long.
test.describe.configure({ timeout: 300_000 });

const HASH = "0".repeat(64);
const idOf = (prefix: string, number: number) =>
  `${prefix}_${number.toString(16).padStart(24, "0")}`;

/** A move with a cause takes longer than a journey may, so the service's answers stand here; its own are tested at their endpoint. */
const ACTIVE: Signal = {
  id: idOf("sig", 1),
  market: "BTCUSDC",
  direction: "long",
  rule: "drift",
  horizon: 240,
  conviction: 0.5833,
  shadow: false,
  entry: "64000.5" as Decimal,
  invalidation: "62000.5" as Decimal,
  target: "66000.5" as Decimal,
  reasons: [
    {
      code: "attributed_move",
      move_id: idOf("mov", 1),
      catalyst_id: idOf("evt", 1),
      probability: 0.91,
      size: 0.041,
    },
    { code: "record", ended: 8, hits: 6 },
  ],
  catalyst_ids: [idOf("evt", 1)],
  move_id: idOf("mov", 1),
  calendar_id: null,
  simulated: true,
  state: "active",
  created_at: new Date(Date.now() - 300_000).toISOString(),
  priced_at: new Date(Date.now() - 301_000).toISOString(),
  expires_at: new Date(Date.now() + 14_000_000).toISOString(),
  outcome: null,
  parameters_hash: HASH,
};
const ENDED: Signal = {
  ...ACTIVE,
  id: idOf("sig", 2),
  market: "SOLUSDC",
  direction: "short",
  rule: "surprise",
  shadow: true,
  conviction: 0.5,
  reasons: [
    {
      code: "surprise",
      calendar_id: idOf("cal", 1),
      kind: "cpi",
      period: "2026-04",
      value: "0.2",
      unit: "%",
      z: 2.5,
    },
    { code: "record", ended: 0, hits: 0 },
  ],
  state: "invalidated",
  outcome: { ended_at: ACTIVE.created_at, close: "144.3" as Decimal, result: -1.069 },
};
const FIGURES: SignalFigures = {
  rule: "drift",
  simulated: false,
  shadow: false,
  active: 1,
  ended: 8,
  hit_rate: 0.75,
  mean_result: 0.41,
  brier: 0.214,
  baselines: {
    coin: { hit_rate: 0.5, mean_result: 0, brier: 0.25 },
    momentum: { ended: 8, hit_rate: 0.375, mean_result: -0.2, brier: 0.262 },
  },
  calibration: [{ from: 0.5, to: 0.55, conviction: 0.52, ended: 8, hits: 6 }],
  curve: [
    { ended_at: ACTIVE.priced_at, total: 1 },
    { ended_at: ACTIVE.created_at, total: 3.28 },
  ],
};

async function answerSignals(page: Page): Promise<void> {
  const judged = { judged_until: ACTIVE.priced_at };
  const record: SignalRecord = {
    ...judged,
    parameters_hash: HASH,
    results: [FIGURES, { ...FIGURES, rule: "surprise", simulated: true, shadow: true, ended: 1 }],
  };
  const list = (...results: Signal[]): SignalList => ({ ...judged, results, next: null });
  await page.route(/\/api\/public\/signals/, (route) => {
    const { pathname, searchParams } = new URL(route.request().url());
    if (pathname.endsWith("/record")) return route.fulfill({ json: record });
    if (pathname.endsWith(ACTIVE.id)) return route.fulfill({ json: ACTIVE });
    if (pathname !== "/api/public/signals") return route.continue();
    if (searchParams.get("state") !== "active") return route.fulfill({ json: list(ENDED) });
    return route.fulfill({ json: searchParams.get("shadow") === "true" ? list() : list(ACTIVE) });
  });
}

test("the page is public and says how signals come about, or shows them", { tag: "@deep" }, async ({
  page,
}) => {
  await page.goto("/signals");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Signals");
  await expect(page.getByRole("banner").getByRole("link", { name: "Signals" })).toHaveAttribute(
    "aria-current",
    "page",
  );
  const shown = page.locator("[data-signal]").or(page.getByText("No signals yet"));
  await expect(shown.first()).toBeVisible();
  expect(await pageProblems(page)).toEqual([]);
  await page.goto(`/signals/${idOf("sig", 0)}`);
  await expect(page.getByText("Signal not found")).toBeVisible();
});

test("signals and their record fit every width, language and scheme", { tag: "@deep" }, async ({
  quietPage: page,
  endpoints,
}) => {
  await answerSignals(page);
  for (const locale of ["en", "de", "ar"] as const) {
    await page.context().addCookies([{ name: "svc.locale", value: locale, url: endpoints.app }]);
    await page.goto("/signals");
    await expect(page.locator("[data-signal]")).toHaveCount(2);
    await expect(page.locator("[data-figures] [data-row=coin]").first()).toBeVisible();
    await expect(page.locator("[data-figures] [data-calibration]").first()).toBeVisible();
    const picture = page.locator("[data-signal] [data-picture=prices]").first();
    await expect(picture.getByRole("img")).toHaveAttribute("aria-label", /BTCUSDC/);
    expect(await pageProblems(page), locale).toEqual([]);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      expect(await isFitting(page), `${locale}, ${size.width} px`).toBe(true);
    }
    await expectNoOverlaps(page, locale);
    await page.setViewportSize({ width: 1440, height: 900 });
  }
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  expect(await seriousProblems(page, ["color-contrast"]), "dark").toEqual([]);
});

test("an order prepared from a signal fills the ticket and sends nothing", {
  tag: "@deep",
}, async ({ quietPage: page }) => {
  await answerSignals(page);
  const writes: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET") writes.push(`${request.method()} ${request.url()}`);
  });
  await page.goto("/signals");
  await page.getByRole("link", { name: "Prepare order from this signal" }).click();
  await expect(page).toHaveURL(new RegExp(`/trade/BTCUSDC\\?signal=${ACTIVE.id}`));
  const notice = page.locator(`[data-prepared=${ACTIVE.id}]`);
  await expect(notice).toContainText("Nothing was sent");
  const ticket = page.getByRole("form", { name: "Order ticket" });
  await expect(ticket.getByRole("radio", { name: "Buy" })).toBeChecked();
  await expect(ticket.getByRole("textbox", { name: "Take profit" })).toHaveValue("66000.5");
  await expect(ticket.getByRole("textbox", { name: "Stop loss" })).toHaveValue("62000.5");
  expect(await seriousProblems(page), "the notice").toEqual([]);
  await notice.getByRole("button", { name: "Close" }).click();
  await expect(notice).toHaveCount(0);
  // What the browser reports about itself is not an order.
  expect(writes.filter((write) => /venue|orders|approvals/.test(write))).toEqual([]);
});
