/** The steps that journeys on the trading page share. */
import type { Page } from "@playwright/test";
import { Wallet } from "#lib/kernel/wallet.ts";
import { stackEndpoints } from "./endpoints.ts";
import { test as base, expect } from "./test.ts";
import { prepareTrader } from "./trader.ts";

export { pageProblems, seriousProblems } from "./accessibility.ts";
export { expect } from "./test.ts";

/**
 * A page on which any console error, uncaught error or refused resource fails the journey. A read that a busy venue did
 * not answer in time (502, 503) is not an error when the page repeats it successfully; nor is what a page loads of the next
 * one over the limit of the address that all journeys share, which only makes following a link slower.
 */
export const test = base.extend<{ quietPage: Page }>({
  quietPage: async ({ page }, use) => {
    const problems: { text: string; url: string }[] = [];
    const unanswered = new Map<string, string>();
    page.on("console", (message) => {
      if (message.type() !== "error") return;
      const { url } = message.location();
      if (/status of 50[23]/.test(message.text())) unanswered.set(url, `${message.text()}: ${url}`);
      else problems.push({ text: message.text(), url });
    });
    page.on("response", (response) => {
      if (response.ok()) unanswered.delete(response.url());
    });
    page.on("pageerror", ({ message }) => problems.push({ text: message, url: "" }));
    await use(page);
    await expect
      .poll(() => [
        ...problems.filter(({ text, url }) => !(text.includes("429") && url.includes("_rsc="))),
        ...unanswered.values(),
      ])
      .toEqual([]);
  },
});

export const MARKET_PATH = "/trade/BTCUSDC";
export const ticket = (page: Page) => page.getByRole("form", { name: "Order ticket" });
export const demoPrompt = (page: Page) => page.getByRole("dialog", { name: "Demo wallet" });

/** Has the server refuse the account on the page's stream: then the page polls what it shows of the account. */
export async function refuseAccountStream(page: Page): Promise<void> {
  await page.route(/\/api\/perps-dex\/stream\?.*account=/, (route) =>
    route.fulfill({ status: 403, body: "" }),
  );
}

export async function markOf(page: Page): Promise<number> {
  const mark = page.getByTestId("mark-price");
  await expect(mark).toHaveAttribute("data-mark", /\d/);
  return Number(await mark.getAttribute("data-mark"));
}

/** Waits until the mark has moved this many times, so that the page has completed its own pending work. */
export async function markMoves(page: Page, times: number): Promise<void> {
  await page.getByTestId("mark-price").evaluate(
    (element, moves) =>
      new Promise<void>((resolve) => {
        let left = moves;
        const observer = new MutationObserver(() => {
          left -= 1;
          if (left > 0) return;
          observer.disconnect();
          resolve();
        });
        observer.observe(element, { attributeFilter: ["data-mark"] });
      }),
    times,
  );
}

/**
 * The time that a finger holds a key, in ms. The page treats a second press sooner than this as a bounce of the key.
 */
export const PRESS_MS = 150;

/** A link of a demo persona signs in without a press, and leads to what is missing. */
export async function signIn(page: Page, seed: string): Promise<void> {
  await page.goto(`${MARKET_PATH}#demo=${seed}`);
  await page
    .getByRole("dialog", { name: "Set up trading" })
    .getByRole("button", { name: "Later" })
    .click();
  // The message waits until the dialog has closed.
  await expect(page.getByText(/^Signed in with the demo account/).first()).toBeAttached();
  await expect(page.getByRole("banner").getByRole("button", { name: /^Account/ })).toBeVisible();
}

/** Compares the digest in the panel with the text in the wallet, then answers the wallet. */
export async function answerWallet(page: Page, answer: "Approve" | "Reject"): Promise<void> {
  await page.getByRole("button", { name: /^Sign with|^Sign again/ }).click();
  const digest = await page.getByTestId("digest").getAttribute("data-digest");
  expect(digest).toMatch(/^[0-9a-f]{64}$/);
  await expect(demoPrompt(page).getByRole("region", { name: "Text to sign" })).toHaveText(digest!);
  await demoPrompt(page).getByRole("button", { name: answer }).click();
}

/** Signed in with the demo wallet, able to trade, with money; other journeys take these steps as a person does. */
export async function becomeReady(page: Page, seed: string): Promise<void> {
  const { address } = Wallet.ofHex(seed);
  await prepareTrader(page.context(), stackEndpoints(), { persona: { seed, address } });
  await page.addInitScript(() => localStorage.setItem("svc.wallet", "Demo wallet"));
  await page.goto(`${MARKET_PATH}#demo=${seed}`);
  await expect(ticket(page).getByRole("button", { name: /^Buy .*BTC/ })).toBeVisible();
  await expect(page.getByRole("region", { name: "Account", exact: true })).toContainText(
    "10,000.00",
  );
}

export async function fillLimitBuy(page: Page, share: number): Promise<string> {
  const price = ((await markOf(page)) * share).toFixed(1);
  await ticket(page).getByLabel("Price", { exact: true }).fill(price);
  await ticket(page).getByLabel("Size", { exact: true }).fill("0.05");
  return price;
}

/** Buys 0.02 BTC at the market and waits for the fill. */
export async function buyAtMarket(page: Page): Promise<void> {
  await ticket(page).getByRole("radio", { name: "Market" }).click();
  await ticket(page).getByLabel("Size", { exact: true }).fill("0.02");
  await ticket(page)
    .getByRole("button", { name: /^Buy .*BTC/ })
    .click();
  await answerWallet(page, "Approve");
  await expect(ticket(page).getByText(/^Bought 0\.02 BTC at/)).toBeVisible();
}
