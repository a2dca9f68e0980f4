/** Actions of a wallet and of other tabs at the wrong moment. A signature settles its own request, or nothing. */
import type { Page } from "@playwright/test";
import { stackEndpoints } from "#e2e/support/endpoints.ts";
import { expect, fund, newPersona, test } from "#e2e/support/test.ts";
import {
  countWalletRequests,
  installTestWallet,
  setWallet,
  TEST_WALLET,
} from "#e2e/support/test-wallet.ts";
import { installConnectedWallet, prepareTrader } from "#e2e/support/trader.ts";
import { MARKET_PATH, markMoves, ticket } from "#e2e/support/trading-page.ts";
import type { OrderRecord } from "#lib/protocol/wire/account.ts";

const banner = (page: Page) => page.getByRole("banner");
const panel = (page: Page) => page.getByRole("dialog", { name: /^Sign the|^Enable trading/ });
const signButton = (page: Page) =>
  panel(page).getByRole("button", { name: /^Sign with|^Sign again/ });
const buyButton = (page: Page) => ticket(page).getByRole("button", { name: /^Buy .*BTC/ });

/** The writes that leave the page, method and path. */
function watchWrites(page: Page): string[] {
  const writes: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== "GET" && pathname.startsWith("/api/venue/"))
      writes.push(`${request.method()} ${pathname}`);
  });
  return writes;
}

async function chooseWallet(page: Page): Promise<void> {
  await banner(page).getByRole("button", { name: "Connect wallet" }).click();
  await page.getByRole("dialog").getByRole("button", { name: TEST_WALLET }).click();
}

/** Signed in, connected and with 10,000 USDC, as a returning person; the wallet has a second account. */
async function becomeReady(
  page: Page,
  signsTransactions = false,
  [persona, other] = [newPersona(), newPersona()] as const,
): Promise<void> {
  const otherSeeds = [other.seed];
  await prepareTrader(page.context(), stackEndpoints(), { persona });
  await installConnectedWallet(page, persona, { otherSeeds, signsTransactions });
  await page.goto(MARKET_PATH);
  await expect(buyButton(page)).toBeVisible();
}

async function fillBuy(page: Page): Promise<void> {
  const mark = page.getByTestId("mark-price");
  await expect(mark).toHaveAttribute("data-mark", /\d/);
  const price = (Number(await mark.getAttribute("data-mark")) * 0.99).toFixed(1);
  await ticket(page).getByLabel("Price", { exact: true }).fill(price);
  await ticket(page).getByLabel("Size", { exact: true }).fill("0.05");
}

/** Opens the panel of an order and asks the wallet, which holds the request. */
async function holdOrder(page: Page): Promise<void> {
  await setWallet(page, "hold");
  await fillBuy(page);
  const before = await countWalletRequests(page);
  await buyButton(page).click();
  await signButton(page).click();
  await expect.poll(() => countWalletRequests(page)).toBe(before + 1);
}

/**
 * Releases the held requests of the wallet. Anything that the page then sends has left before its next request is
 * answered.
 */
async function release(page: Page): Promise<void> {
  await page.evaluate(() => window.testWallet.release());
  for (let question = 0; question < 2; question += 1)
    await page.evaluate(async () => (await fetch("/api/auth/session")).text());
}

async function openOrders(page: Page): Promise<OrderRecord[]> {
  const answer = await page.request.get("/api/venue/orders?status=ALL");
  return ((await answer.json()) as { results: OrderRecord[] }).results;
}

test("a wallet that fails, signs for another account or never answers sends nothing, two requests cannot be mixed up, and a session that ends meanwhile keeps the draft", async ({
  page,
}) => {
  await becomeReady(page);
  const writes = watchWrites(page);

  await test.step("fails or signs for another account: the page says so", async () => {
    await fillBuy(page);
    await buyButton(page).click();
    for (const mode of ["fail", "wrong-account", "reject"] as const) {
      await setWallet(page, mode);
      await signButton(page).click();
      await expect(panel(page)).toContainText("Nothing was sent.");
    }
    await panel(page).getByRole("button", { name: "Cancel" }).click();
    expect(writes).toEqual([]);
    await expect(buyButton(page)).toBeFocused();
  });

  await test.step("never answers: Stop works, a late answer sends nothing, and the page stays usable", async () => {
    await holdOrder(page);
    await expect(panel(page).getByRole("timer")).toContainText(/\d+ s/);
    await panel(page).getByRole("button", { name: "Stop waiting" }).click();
    await expect(panel(page)).toContainText("Stopped. Nothing was sent.");
    await expect(signButton(page)).toBeFocused();
    await release(page);
    expect(writes).toEqual([]);

    await signButton(page).click();
    await page.keyboard.press("Escape");
    await expect(panel(page)).toHaveCount(0);
    await release(page);
    expect(writes).toEqual([]);
    expect(await openOrders(page)).toEqual([]);

    await setWallet(page, "approve");
    await buyButton(page).click();
    await signButton(page).click();
    await expect(ticket(page).getByText("Order placed.")).toBeVisible();
    expect(writes).toEqual(["POST /api/venue/orders"]);
  });

  await test.step("mixed up, by keyboard or by script", async () => {
    await page.getByRole("tab", { name: /^Open orders/ }).click();
    const cancelResting = page.getByRole("button", { name: /^Cancel order/ });
    await expect(cancelResting).toHaveCount(1);
    writes.length = 0;

    await setWallet(page, "hold");
    await fillBuy(page);
    await buyButton(page).focus();
    await page.keyboard.press("Enter");
    await expect(signButton(page)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(panel(page)).toContainText("Waiting for");
    for (let step = 0; step < 30; step += 1) {
      await page.keyboard.press("Tab");
      const inPage = await page.evaluate(
        () => document.activeElement?.closest("main, header") !== null,
      );
      expect(inPage).toBe(false);
    }
    // Inert elements take no key and no click, but a script still can.
    await page.locator('button[aria-label^="Cancel order"]').dispatchEvent("click");
    await setWallet(page, "approve");
    await release(page);
    await expect(ticket(page).getByText("Order placed.")).toBeVisible();
    expect(writes).toEqual(["POST /api/venue/orders"]);
    await expect(page.getByText("Order cancelled.")).toHaveCount(0);
    await expect(cancelResting).toHaveCount(2);
  });

  await test.step("the session ends while the wallet holds an order: no valid write is sent, and Sign in is offered", async () => {
    let refusals = 0;
    page.on("response", (response) => {
      if (response.status() === 401) refusals += 1;
    });
    await holdOrder(page);
    await page.evaluate(() =>
      fetch("/api/v1/sessions", {
        method: "DELETE",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ keepThis: false }),
      }),
    );
    await expect(panel(page)).toHaveCount(0);
    await expect(banner(page).getByRole("button", { name: "Sign in" })).toBeVisible();
    await expect(page.getByText("Your session has ended. Sign in again to trade.")).toBeVisible();
    await expect(page.getByText("The venue is not responding")).toHaveCount(0);
    await expect(page.getByRole("tabpanel")).toContainText(
      "Sign in to see your positions and orders.",
    );
    writes.length = 0;
    await release(page);
    expect(writes).toEqual([]);
    const before = refusals;
    await markMoves(page, 3);
    expect(refusals).toBe(before);
    await setWallet(page, "approve");
    await ticket(page).getByRole("button", { name: "Sign in" }).click();
    await expect(buyButton(page)).toBeVisible();
    await expect(ticket(page).getByLabel("Size", { exact: true })).toHaveValue("0.05");
  });
});

/** Wallets that sign transactions connect through the wallet adapter, others by the standard alone. */
const KINDS = [
  { kind: "by the standard", signsTransactions: false },
  { kind: "through the adapter", signsTransactions: true },
];

for (const { kind, signsTransactions } of KINDS)
  test(`a wallet that never connects or signs in ${kind} can be abandoned and asked again`, {
    tag: "@deep",
  }, async ({ page }) => {
    await installTestWallet(page, { seeds: [newPersona().seed], signsTransactions });
    await page.goto(MARKET_PATH);
    await setWallet(page, "hold");
    await chooseWallet(page);
    await page.getByRole("dialog").getByRole("button", { name: "Stop waiting" }).click();
    await page.keyboard.press("Escape");
    await release(page);
    await expect(banner(page).getByRole("button", { name: "Connect wallet" })).toBeVisible();

    await setWallet(page, "approve");
    await banner(page).getByRole("button", { name: "Connect wallet" }).click();
    await setWallet(page, "hold");
    await page.getByRole("dialog").getByRole("button", { name: TEST_WALLET }).click();
    await page.evaluate(() => window.testWallet.release());
    await banner(page).getByRole("button", { name: "Cancel sign-in" }).click();
    await release(page);
    const session = await page.request.get("/api/auth/session");
    expect(await session.json()).not.toHaveProperty("user.address");
    await setWallet(page, "approve");
    await banner(page).getByRole("button", { name: "Sign in" }).click();
    await expect(banner(page).getByRole("button", { name: /^Account/ })).toBeVisible();
  });

for (const [what, act, said] of [
  [
    "another account in the wallet",
    () => window.testWallet.choose(1),
    "changed to another account",
  ],
  ["a disconnect", () => window.testWallet.disconnect(), "The wallet disconnected."],
] as const)
  for (const { kind, signsTransactions } of KINDS)
    test(`${what} while signing ${kind} sends nothing and leaves nothing behind`, {
      tag: "@deep",
    }, async ({ page }) => {
      await becomeReady(page, signsTransactions);
      const writes = watchWrites(page);
      await holdOrder(page);
      await page.evaluate(act);
      await expect(panel(page)).toHaveCount(0);
      await expect(page.getByText(said).first()).toBeVisible();
      await release(page);
      expect(writes).toEqual([]);
      await expect(page.getByText("Sending…")).toHaveCount(0);
      expect(await page.evaluate(() => localStorage.getItem("svc.pending-writes") ?? "[]")).toBe(
        "[]",
      );
      // No silent connection brings the wallet back.
      const next = what === "a disconnect" ? "Connect wallet" : "Choose account";
      await expect(ticket(page).getByRole("button", { name: next })).toBeVisible();
    });

test("a declined sign-in leaves the wallet connected, names it, and lets it be changed or let go", async ({
  page,
}) => {
  const persona = newPersona();
  await installTestWallet(page, { seeds: [persona.seed], signsTransactions: true });
  await page.goto(MARKET_PATH);
  await banner(page).getByRole("button", { name: "Connect wallet" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("list", { name: "More wallets" })).toContainText("Get Phantom");
  await expect(dialog.getByRole("link", { name: "Sign in without a wallet" })).toBeVisible();
  await setWallet(page, "hold");
  await dialog.getByRole("button", { name: TEST_WALLET }).click();
  // The connection is approved, the signature is not.
  await expect.poll(() => countWalletRequests(page)).toBe(1);
  await page.evaluate(async () => {
    const released = window.testWallet.release();
    window.testWallet.mode = "reject";
    await released;
  });
  await expect(page.getByText("You declined the sign-in.")).toContainText(
    persona.address.slice(0, 4),
  );
  const menu = banner(page).getByRole("button", { name: "Connected wallet" });
  await menu.click();
  await expect(page.getByText(persona.address)).toBeVisible();
  await page.getByRole("menuitem", { name: "Use another wallet" }).click();
  await expect(dialog.getByRole("button", { name: TEST_WALLET })).toBeVisible();
  await page.keyboard.press("Escape");
  await menu.click();
  await page.getByRole("menuitem", { name: "Disconnect wallet" }).click();
  await expect(banner(page).getByRole("button", { name: "Connect wallet" })).toBeVisible();
  await page.reload();
  await expect(banner(page).getByRole("button", { name: "Connect wallet" })).toBeVisible();
});

test("a wallet that switches accounts without saying so sends nothing, names the account that is needed, and keeps the session", async ({
  page,
}) => {
  const [persona, other] = [newPersona(), newPersona()] as const;
  await becomeReady(page, false, [persona, other]);
  const account = banner(page).getByRole("button", { name: /^Account/ });
  await expect(account).toBeVisible();
  const addressNow = async () => {
    const session = await page.request.get("/api/auth/session");
    return ((await session.json()) as { user?: { address?: string } }).user?.address;
  };

  await test.step("a signature by the other account is not sent", async () => {
    const writes = watchWrites(page);
    await page.evaluate(() => window.testWallet.chooseSilently(1));
    await fillBuy(page);
    await buyButton(page).click();
    await signButton(page).click();
    await expect(panel(page)).toContainText("did not sign with the account");
    await expect(panel(page)).toContainText(persona.address.slice(0, 4));
    await expect(panel(page)).toContainText("Nothing was sent.");
    expect(writes).toEqual([]);
    expect(await addressNow()).toBe(persona.address);
    await panel(page).getByRole("button", { name: "Cancel" }).click();
  });

  await test.step("a connection that gives the other account signs nobody in", async () => {
    await account.click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await expect(banner(page).getByRole("button", { name: "Connect wallet" })).toBeVisible();
    await chooseWallet(page);
    // The wallet answers with its other account: that one signs in, by its own signature.
    await expect(account).toBeVisible();
    expect(await addressNow()).toBe(other.address);
  });
});

test("another account during the sign-in leaves nobody signed in", { tag: "@deep" }, async ({
  page,
}) => {
  await installTestWallet(page, { seeds: [newPersona().seed, newPersona().seed] });
  await page.goto(MARKET_PATH);
  await chooseWallet(page);
  await expect(banner(page).getByRole("button", { name: /^Account/ })).toBeVisible();
  await page.context().clearCookies();
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await setWallet(page, "hold");
  await banner(page).getByRole("button", { name: "Sign in" }).click();
  await expect.poll(() => countWalletRequests(page)).toBe(3);
  await page.evaluate(() => window.testWallet.choose(1));
  await release(page);
  await expect(banner(page).getByRole("button", { name: "Sign in" })).toBeVisible();
  const session = await page.request.get("/api/auth/session");
  expect(await session.json()).not.toHaveProperty("user.address");
});

test("with two accounts in two tabs, the first tab never shows the second's figures", async ({
  page,
  context,
  endpoints,
  newWallet,
}) => {
  // The worst case: the first tab gets no event, and finds out by its own reads.
  await page.addInitScript(() => {
    window.BroadcastChannel = class extends EventTarget {
      postMessage() {}
      close() {}
    } as unknown as typeof BroadcastChannel;
  });
  await becomeReady(page);
  await expect(page.getByRole("region", { name: "Account", exact: true })).toContainText("10,000");
  await page.evaluate(() => {
    const seen = { other: false };
    Object.assign(window, { seen });
    new MutationObserver(() => {
      if (document.body.textContent.includes("87,7")) seen.other = true;
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });

  // The second tab finds the wallet's name remembered: it is connected, but its account is not signed in.
  const second = await context.newPage();
  await installConnectedWallet(second, newWallet);
  await second.goto(MARKET_PATH);
  await banner(second)
    .getByRole("button", { name: /^Wallet on / })
    .click();
  await second.getByRole("button", { name: /^Sign in as .* instead$/ }).click();
  await ticket(second).getByRole("button", { name: "Enable trading" }).click();
  await second
    .getByRole("dialog", { name: "Set up trading" })
    .getByRole("button", { name: "Continue" })
    .click();
  // The faucet of the simulated market gives 10,000 to an empty account.
  await expect(second.getByRole("region", { name: "Account", exact: true })).toContainText(
    "10,000",
  );
  await fund(endpoints, newWallet.address, "77777");
  await expect(second.getByRole("region", { name: "Account", exact: true })).toContainText("87,7");

  await expect(banner(page).getByRole("button", { name: "Sign in" })).toBeVisible();
  await markMoves(page, 2);
  expect(await page.evaluate(() => (window as unknown as { seen: object }).seen)).toEqual({
    other: false,
  });
  await expect(banner(second).getByRole("button", { name: /^Account/ })).toBeVisible();
});

test("a wallet that signs neither text nor transactions is listed and cannot be chosen", {
  tag: "@deep",
}, async ({ page }) => {
  await installTestWallet(page, { seeds: [newPersona().seed], signsMessages: false });
  await page.goto(MARKET_PATH);
  await banner(page).getByRole("button", { name: "Connect wallet" }).click();
  const row = page.getByRole("dialog").getByRole("button", { name: TEST_WALLET });
  await expect(row).toBeDisabled();
  await expect(row).toContainText("sign neither text nor transactions");
});
