/** Keys of an account at the venue: their details, and their revocation. */
import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { holdBack } from "#e2e/support/hold-back.ts";
import { expect, linesOf, signButton, signPanel, test, watchWrites } from "#e2e/support/orders.ts";
import { signInByMail } from "#e2e/support/sign-in.ts";
import { prepareTrader } from "#e2e/support/trader.ts";
import { pageProblems, seriousProblems } from "#e2e/support/trading-page.ts";
import { requestOf, Wallet } from "#lib/kernel/wallet.ts";
import type { Persona } from "#scripts/dev/clients/wallet-session.ts";

const PATH = "/account/keys";
const venueKeys = (page: Page) =>
  page.getByRole("region", { name: "Keys for requests", exact: true });
const signers = (page: Page) =>
  page.getByRole("region", { name: "Keys that may sign for this account" });
const revokeVenueKey = (page: Page, label: string) =>
  venueKeys(page).getByRole("button", { name: `Revoke the venue key ${label}` });

/** A key that the owner's own program made without the app. */
async function ownKey(venue: string, { seed }: Persona, label: string): Promise<string> {
  const write = Wallet.ofHex(seed).createKey(label, Date.now());
  const answer = await fetch(venue + write.path, requestOf(write));
  return ((await answer.json()) as { key: string }).key;
}

const opens = async (venue: string, key: string): Promise<number> =>
  (await fetch(`${venue}/v1/accounts`, { headers: { authorization: `Bearer ${key}` } })).status;

async function actions(page: Page): Promise<string[]> {
  const answer = await page.request.get("/api/v1/audit");
  const { entries } = (await answer.json()) as { entries: { action: string }[] };
  return entries.map(({ action }) => action);
}

test("a key of another program is revoked by the wallet's signature; a trading key is created, stopped and revoked on the page itself", async ({
  page,
  trader,
  endpoints,
}) => {
  await test.step("a key of another program is listed, and refused at its next request once it is revoked", async () => {
    const label = `Own bot ${randomBytes(2).toString("hex")}`;
    const key = await ownKey(endpoints.venue, trader, label);
    expect(await opens(endpoints.venue, key)).toBe(200);
    await page.goto(PATH);
    await expect(
      venueKeys(page).getByRole("listitem").filter({ hasText: "held here" }),
    ).toHaveCount(1);
    await expect(venueKeys(page)).not.toContainText("apikey_");
    await revokeVenueKey(page, label).focus();
    await page.keyboard.press("Enter");
    await expect(signPanel(page)).toContainText("revoke_api_key");
    await signButton(page).click();
    await expect(page.getByText("The venue key was revoked.").first()).toBeVisible();
    await expect(revokeVenueKey(page, label)).toHaveCount(0);
    expect(await opens(endpoints.venue, key)).toBe(401);
    expect(await actions(page)).toContain("venue_key.revoked");
  });

  await test.step("a trading key, whose permissions the list shows", async () => {
    const row = page.getByRole("region", { name: "One-click trading", exact: true });
    await row.getByRole("button", { name: "Turn on" }).click();
    await page.getByRole("button", { name: /^Create (trading|new) key/ }).click();
    await signButton(page).click();
    await expect(row).toContainText("One-click on");
    await expect(signers(page).getByRole("listitem")).toContainText("this browser");
    await page.reload();
    await expect(row).toContainText("One-click on");
    await expect(page.getByRole("main")).toContainText("cannot move funds");
    await row.getByRole("button", { name: "Stop now" }).click();
    await expect(row).toContainText("One-click off");
    await expect(signers(page).getByRole("listitem")).toContainText("stopped in this browser");
    await signers(page)
      .getByRole("button", { name: /^Revoke the key/ })
      .click();
    await signButton(page).click();
    await expect(page.getByText(/^Key revoked/).first()).toBeVisible();
    await expect(signers(page)).toContainText("Only the wallet may sign for this account");
  });
});

test("without the app's venue key trading stops, until it is enabled again", {
  tag: "@deep",
}, async ({ page, trader }) => {
  expect(trader.address).toBeTruthy();
  await page.goto(PATH);
  await revokeVenueKey(page, "journey").click();
  await expect(page.getByRole("dialog")).toContainText("until you enable trading again");
  await signButton(page).click();
  await expect(venueKeys(page)).toContainText("There is no venue key yet");
  expect((await page.request.get("/api/venue/signers")).status()).toBe(403);
  await venueKeys(page).getByRole("button", { name: "Enable trading" }).click();
  await signButton(page).click();
  await expect(venueKeys(page).getByRole("listitem").filter({ hasText: "held here" })).toHaveCount(
    1,
  );
  expect((await page.request.get("/api/venue/signers")).status()).toBe(200);
  const log = await actions(page);
  expect(log.filter((action) => action === "venue_key.created")).toHaveLength(2);
});

test("the page loads no signing code before a press, and stays as it is during a signature request, which may stay unanswered", {
  tag: "@deep",
}, async ({ page, trader }) => {
  expect(trader.address).toBeTruthy();
  const codes: Promise<string>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") codes.push(response.text());
  });
  await page.goto(PATH);
  await expect(revokeVenueKey(page, "journey")).toBeVisible();
  await page.waitForLoadState("networkidle").catch(() => undefined);
  const all = (await Promise.all(codes)).join("\n");
  for (const own of ["QueryClient", "wallet-standard:register-wallet", "svc-write-"])
    expect(all.includes(own), own).toBe(false);
  await revokeVenueKey(page, "journey").click();
  await expect(signPanel(page)).toBeVisible();
  await expect(page.locator("[inert] main")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(page.locator("[inert] main")).toHaveCount(0);
  // A missing signature revokes nothing.
  await expect(signPanel(page)).toHaveCount(0);
  await expect(revokeVenueKey(page, "journey")).toBeFocused();
  await expect(revokeVenueKey(page, "journey")).toBeVisible();
});

test("the page says when code cannot be loaded, sends nothing, and the next press works", {
  tag: "@deep",
}, async ({ page, trader }) => {
  expect(trader.address).toBeTruthy();
  await page.goto(PATH);
  await expect(revokeVenueKey(page, "journey")).toBeVisible();
  const writes = watchWrites(page);
  const letThrough = await holdBack(page, "/api/sandbox/faucet");
  await revokeVenueKey(page, "journey").click();
  await expect(page.getByText(/could not be loaded/).first()).toBeVisible();
  await expect(revokeVenueKey(page, "journey")).toHaveText("Revoke");
  expect(linesOf(writes)).toEqual([]);
  letThrough();
  await revokeVenueKey(page, "journey").click();
  await expect(signPanel(page)).toBeVisible();
});

test("an account without a wallet reads so, and is led to linking one", { tag: "@deep" }, async ({
  page,
  endpoints,
}) => {
  await signInByMail(page.context(), endpoints);
  await page.goto(PATH);
  const main = page.getByRole("main");
  await expect(main).toContainText("This account has no wallet.");
  expect(await pageProblems(page)).toEqual([]);
  await main.getByRole("link", { name: "Link a wallet" }).click();
  await expect(page).toHaveURL(/\/settings$/);
});

test("a signed-out visitor is led to the sign-in and back; the settings lead here", {
  tag: "@deep",
}, async ({ page, context, endpoints, newWallet }) => {
  await page.goto(PATH);
  await expect(page.getByText("You are not signed in.")).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Sign in" })).toHaveAttribute(
    "href",
    `/sign-in?next=${encodeURIComponent(PATH)}`,
  );
  await prepareTrader(context, endpoints, { persona: newWallet });
  await page.goto("/settings");
  const pages = page.getByRole("navigation", { name: "Settings pages" });
  await pages.getByRole("link", { name: "Venue keys" }).click();
  await expect(page).toHaveURL(/\/account\/keys$/);
  await expect(pages.getByRole("link", { name: "Venue keys" })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await expect(revokeVenueKey(page, "journey")).toBeVisible();
});

test("the page is accessible in both themes and fits a phone", { tag: "@deep" }, async ({
  page,
  context,
  endpoints,
  newWallet,
}) => {
  // Without animations axe measures no colour in transition. A theme changes only colours.
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await prepareTrader(context, endpoints, { persona: newWallet });
  await ownKey(endpoints.venue, newWallet, "x".repeat(64));
  await page.goto(PATH);
  await expect(venueKeys(page).getByRole("listitem").filter({ hasText: "held here" })).toHaveCount(
    1,
  );
  expect(await pageProblems(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  expect(await seriousProblems(page, ["color-contrast"])).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
});
