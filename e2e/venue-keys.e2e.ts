/** Keys of an account at the venue: what they are, and how they end. */
import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { encodeCreateApiKey } from "#lib/protocol/signing.ts";
import type { Persona } from "#scripts/stack/data-dir.ts";
import { Wallet } from "#services/sandbox/venue/wallet.ts";
import { expect, openMarket, signButton, signPanel, test } from "./support/orders.ts";
import { prepareTrader } from "./support/trader.ts";
import { turnOnTradingKey } from "./support/trading-key.ts";
import { seriousProblems, structureProblems } from "./support/trading-page.ts";

const PATH = "/account/keys";
const venueKeys = (page: Page) => page.getByRole("region", { name: "Venue keys", exact: true });
const signers = (page: Page) =>
  page.getByRole("region", { name: "Keys that may sign for this account" });
const revokeVenueKey = (page: Page, label: string) =>
  venueKeys(page).getByRole("button", { name: `Revoke the venue key ${label}` });

/** A key that a program of the owner's made, past the app. */
async function ownKey(venue: string, { seed }: Persona, label: string): Promise<string> {
  const timestamp = Date.now();
  const body = { label, signer: null, expires_at: 0 };
  const payload = encodeCreateApiKey({ ...body, expires_at: 0n }, BigInt(timestamp));
  const signed = new Wallet(Buffer.from(seed, "hex")).sign("create_api_key", payload, timestamp);
  const answer = await fetch(`${venue}/v1/keys`, {
    method: "POST",
    headers: { "content-type": "application/json", ...signed },
    body: JSON.stringify(body),
  });
  return ((await answer.json()) as { key: string }).key;
}

const opens = async (venue: string, key: string): Promise<number> =>
  (await fetch(`${venue}/v1/accounts`, { headers: { authorization: `Bearer ${key}` } })).status;

async function actions(page: Page): Promise<string[]> {
  const answer = await page.request.get("/api/v1/audit");
  const { entries } = (await answer.json()) as { entries: { action: string }[] };
  return entries.map(({ action }) => action);
}

test("a key of another program is listed, and ends with the wallet's signature at its next request", async ({
  page,
  trader,
  endpoints,
}) => {
  const label = `Own bot ${randomBytes(2).toString("hex")}`;
  const key = await ownKey(endpoints.venue, trader, label);
  expect(await opens(endpoints.venue, key)).toBe(200);
  await page.goto(PATH);
  await expect(venueKeys(page).getByRole("listitem").filter({ hasText: "held here" })).toHaveCount(
    1,
  );
  await expect(venueKeys(page)).not.toContainText("apikey_");
  await revokeVenueKey(page, label).focus();
  await page.keyboard.press("Enter");
  await expect(signPanel(page)).toContainText("revoke_api_key");
  await signButton(page).click();
  await expect(page.getByText("The venue key is revoked.").first()).toBeVisible();
  await expect(revokeVenueKey(page, label)).toHaveCount(0);
  expect(await opens(endpoints.venue, key)).toBe(401);
  expect(await actions(page)).toContain("venue_key.revoked");
});

test("without the key that is held here trading stops, until it is enabled again", async ({
  page,
  trader,
}) => {
  expect(trader.address).toBeTruthy();
  await page.goto(PATH);
  await revokeVenueKey(page, "journey").click();
  await expect(page.getByRole("dialog")).toContainText("until trading is enabled again");
  await signButton(page).click();
  await expect(venueKeys(page)).toContainText("There is no venue key yet");
  expect((await page.request.get("/api/venue/accounts")).status()).toBe(403);
  await venueKeys(page).getByRole("button", { name: "Enable trading" }).click();
  await signButton(page).click();
  await expect(venueKeys(page).getByRole("listitem").filter({ hasText: "held here" })).toHaveCount(
    1,
  );
  expect((await page.request.get("/api/venue/accounts")).status()).toBe(200);
  const log = await actions(page);
  expect(log.filter((action) => action === "venue_key.created")).toHaveLength(2);
});

test("a signature that is not given revokes nothing", async ({ page, trader }) => {
  expect(trader.address).toBeTruthy();
  await page.goto(PATH);
  await revokeVenueKey(page, "journey").click();
  await expect(signPanel(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(signPanel(page)).toHaveCount(0);
  await expect(revokeVenueKey(page, "journey")).toBeFocused();
  await expect(revokeVenueKey(page, "journey")).toBeVisible();
});

test("a trading key stands on the same page with what it may do, and is revoked there", async ({
  page,
  trader,
}) => {
  expect(trader.address).toBeTruthy();
  await openMarket(page);
  await turnOnTradingKey(page);
  await page.goto(PATH);
  await expect(page.getByRole("main")).toContainText("may not move funds");
  await signers(page)
    .getByRole("button", { name: /^Revoke the key/ })
    .click();
  await signButton(page).click();
  await expect(page.getByText(/^The key is revoked/).first()).toBeVisible();
  await expect(signers(page)).toContainText("No key may sign for this account");
});

for (const colorScheme of ["dark", "light"] as const) {
  test(`the page is accessible in the ${colorScheme} theme and fits a phone`, async ({
    page,
    context,
    endpoints,
    newWallet,
  }) => {
    await page.emulateMedia({ colorScheme });
    await prepareTrader(context, endpoints, { persona: newWallet });
    await ownKey(endpoints.venue, newWallet, "x".repeat(64));
    await page.goto(PATH);
    await expect(
      venueKeys(page).getByRole("listitem").filter({ hasText: "held here" }),
    ).toHaveCount(1);
    expect(await seriousProblems(page)).toEqual([]);
    expect(await structureProblems(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
  });
}
