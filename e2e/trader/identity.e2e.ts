/** People: every way to sign in, several of them on one account, ending sessions, and deleting the account. */
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { linkTo } from "#e2e/support/mailbox.ts";
import {
  askForLink,
  fillAddress,
  newAddress,
  person,
  SETTINGS_PAGES,
} from "#e2e/support/people.ts";
import { signInByMail } from "#e2e/support/sign-in.ts";
import { newPersona } from "#e2e/support/test.ts";
import { installTestWallet, TEST_WALLET } from "#e2e/support/test-wallet.ts";
import { expect, pageProblems, seriousProblems, test } from "#e2e/support/trading-page.ts";
import { AppVisitor } from "#scripts/dev/clients/wallet-session.ts";

const rows = (page: Page) => page.getByRole("list", { name: "Sign-in methods" }).locator("li");

/** The provider's own page. */
async function passProvider(page: Page, email: string): Promise<void> {
  await expect(page.getByText("Simulated identity provider")).toBeVisible();
  await page.getByLabel(/^E-?mail address/).fill(email);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

async function chooseWallet(page: Page): Promise<void> {
  await page
    .getByRole("list", { name: "Wallets" })
    .getByRole("button", { name: TEST_WALLET })
    .click();
}

/** Another browser: of another person, or of the same one. */
async function anotherBrowser(browser: Browser): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext();
  return { context, page: await context.newPage() };
}

test("by mail: the link works at a press and once, and leads to where the person was going", async ({
  page,
  endpoints,
}) => {
  const email = newAddress();
  await page.goto("/settings/sessions");
  await expect(page.getByText("You are not signed in.")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
  await askForLink(page, email);
  await expect(page.getByRole("button", { name: /^Send another link in/ })).toBeVisible();
  const link = await linkTo(endpoints, email);
  await page.goto(link);
  await expect(page.getByRole("main")).toContainText(email);
  // The address bar does not show the token, and opening the page has not used the link.
  expect(page.url()).not.toContain("token");
  await page.goto("about:blank");
  await page.goto(link);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/settings\/sessions$/);
  await expect(page.getByText("This device")).toBeVisible();
  await expect(page.getByText("Email link")).toBeVisible();
  await page.goto("about:blank");
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "This link was already used" })).toBeVisible();
});

test("a mail's link that is opened in another browser signs that one in, and the page that asked notices only its own tabs", {
  tag: "@deep",
}, async ({ page, endpoints }) => {
  const email = newAddress();
  await page.goto("/sign-in");
  // An invalid address shows an error beside the field, in the page's language.
  await fillAddress(page, "nobody");
  await page.getByRole("button", { name: "Send me a link" }).click();
  await expect(page.getByLabel("Email address")).toBeFocused();
  await expect(page.getByLabel("Email address")).toHaveAccessibleDescription(/^Enter an email/);
  await askForLink(page, email);
  const other = await page.context().newPage();
  await other.goto(await linkTo(endpoints, email));
  await other.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { name: "You are signed in" })).toBeVisible();
});

test("by wallet, after declining at the provider; and a wallet, an address and a login open one account", async ({
  page,
  endpoints,
  browser,
}) => {
  const email = newAddress();
  const { seed, address } = newPersona();
  await installTestWallet(page, { seeds: [seed] });
  await page.goto("/sign-in?next=/settings");
  await page.getByRole("button", { name: "Continue with Simulated ID" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("The provider did not confirm the sign-in.")).toBeVisible();
  await page.goto("/sign-in?next=/settings");
  await page.getByRole("button", { name: "Choose a wallet" }).click();
  await chooseWallet(page);
  await expect(page).toHaveURL(/\/settings$/);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText([address]);
  await expect(rows(page)).toContainText(["Your only sign-in method cannot be unlinked."]);

  const linkMail = page.getByRole("button", { name: "Link an email address" });
  await linkMail.click();
  await expect(page.getByLabel("Email address")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByLabel("Email address")).toHaveCount(0);
  await expect(linkMail).toBeFocused();
  await linkMail.click();
  await askForLink(page, email);
  const link = await linkTo(endpoints, email);
  // In a browser that did not ask, the link links nothing and stays unused.
  const stranger = await anotherBrowser(browser);
  await stranger.page.goto(link);
  await expect(
    stranger.page.getByRole("heading", { name: "Open this link in your other browser" }),
  ).toBeVisible();
  await stranger.context.close();
  const mail = await page.context().newPage();
  await mail.goto(link);
  await mail.getByRole("button", { name: "Link the address" }).click();
  await expect(mail.getByRole("heading", { name: "The address is linked" })).toBeVisible();
  await mail.close();
  await expect(rows(page)).toHaveCount(2);

  await page.getByRole("button", { name: "Link Simulated ID" }).click();
  const login = newAddress();
  await passProvider(page, login);
  await expect(page).toHaveURL(/\/settings$/);
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page)).toContainText([login]);
  await expect(rows(page)).toContainText(["Simulated ID"]);

  const second = await anotherBrowser(browser);
  await signInByMail(second.context, endpoints, email);
  await second.page.goto("/settings");
  await expect(rows(second.page)).toHaveCount(3);
  await second.page.getByRole("button", { name: `Unlink ${email}` }).click();
  await second.page.getByRole("dialog").getByRole("button", { name: "Unlink" }).click();
  await expect(rows(second.page)).toHaveCount(2);
  // The row that had the focus is gone.
  await expect(second.page.getByRole("list", { name: "Sign-in methods" })).toBeFocused();
  await second.page.goto("/settings/activity");
  await expect(second.page.getByRole("main")).toContainText("was unlinked (email link).");
  await expect(second.page.getByRole("main")).toContainText("You, in the browser");
  const days = second.page.getByRole("main");
  await days.getByLabel("To", { exact: true }).fill("2020-01-31");
  await expect(days.getByText("No activity on these days.")).toBeVisible();
  await days.getByLabel("To", { exact: true }).fill("");
  await days.getByLabel("To", { exact: true }).press("Enter");
  await expect(days).toContainText("was unlinked (email link).");
  expect(await seriousProblems(second.page)).toEqual([]);
  await second.context.close();
});

test("a wallet that has an account cannot be taken over by another one", { tag: "@deep" }, async ({
  page,
  endpoints,
}) => {
  const { seed, address } = newPersona();
  await new AppVisitor(endpoints.app).signIn({ seed, address });
  await installTestWallet(page, { seeds: [seed] });
  await signInByMail(page.context(), endpoints);
  await page.goto("/settings");
  await page.getByRole("button", { name: "Link a wallet" }).click();
  await chooseWallet(page);
  await expect(page.getByText("This belongs to another account.")).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
});

test("without a wallet: the trading page says so, asks who owns a connected one, and links it", {
  tag: "@deep",
}, async ({ page, endpoints }) => {
  const email = newAddress();
  const { seed, address } = newPersona();
  await installTestWallet(page, { seeds: [seed] });
  await signInByMail(page.context(), endpoints, email);
  await page.goto("/trade/BTCUSDC");
  const banner = page.getByRole("banner");
  await expect(banner.getByRole("button", { name: "Signed in" })).toBeVisible();
  const main = page.getByRole("main");
  await expect(main).toContainText("Link a wallet to see your balances and orders.");
  await expect(main).toContainText("Link a wallet to see your positions, orders and history.");
  await expect(main.getByRole("button", { name: "Link a wallet" })).toBeVisible();
  await banner.getByRole("button", { name: "Connect wallet" }).click();
  await chooseWallet(page);
  await expect(
    page.getByRole("dialog", { name: "How do you want to use this wallet?" }),
  ).toBeVisible();
  const session = await page.request.get("/api/auth/session");
  expect(await session.json()).toMatchObject({ user: { address: null } });
  await page.getByRole("button", { name: "Link it to my account" }).click();
  await expect(banner.getByRole("button", { name: /^Account/ })).toBeVisible();
  await page.goto("/settings");
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page)).toContainText([email, address]);
});

test("signing out everywhere in a second browser ends the session of the first at its next request", {
  tag: "@deep",
}, async ({ page, endpoints, browser }) => {
  const email = newAddress();
  await signInByMail(page.context(), endpoints, email);
  await page.goto("/settings");
  await expect(rows(page)).toHaveCount(1);
  const second = await anotherBrowser(browser);
  await signInByMail(second.context, endpoints, email);
  await second.page.goto("/settings/sessions");
  await expect(second.page.getByRole("list", { name: "Sessions" }).locator("li")).toHaveCount(2);
  await second.page.getByRole("button", { name: "Sign out everywhere" }).click();
  await second.page
    .getByRole("dialog")
    .getByRole("button", { name: "Sign out everywhere" })
    .click();
  await expect(second.page.getByText("You are signed out on all devices.")).toBeVisible();
  await second.context.close();
  // The first page is still open: its next request is refused, and it shows the reason.
  await page.getByRole("link", { name: "Sessions" }).click();
  await expect(page.getByText("Your session has ended.")).toBeVisible();
  await page.reload();
  await expect(page.getByText("You are not signed in.")).toBeVisible();
});

test("one session is signed out from the list and stays out", { tag: "@deep" }, async ({
  page,
  endpoints,
  browser,
}) => {
  const email = newAddress();
  const second = await anotherBrowser(browser);
  await signInByMail(second.context, endpoints, email);
  await signInByMail(page.context(), endpoints, email);
  await page.goto("/settings/sessions");
  const list = page.getByRole("list", { name: "Sessions" }).locator("li");
  await expect(list).toHaveCount(2);
  await list.getByRole("button", { name: /^Sign out/ }).click();
  const question = page.getByRole("dialog");
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await question.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(list).toHaveCount(1);
  // The row that had the focus is gone.
  await expect(page.getByRole("list", { name: "Sessions" })).toBeFocused();
  await second.page.goto("/settings/sessions");
  await expect(second.page.getByText("You are not signed in.")).toBeVisible();
  await second.context.close();
});

test("an account is deleted by typing a word, after a fresh proof that continues by itself; a later sign-in finds a new, empty account", async ({
  page,
  endpoints,
}) => {
  const email = newAddress();
  await signInByMail(page.context(), endpoints, email);
  // The server's ten minutes are too long for a journey, so the network of this page makes its answer to a stale proof
  // once.
  let refused = 0;
  await page.route("**/api/v1/account", async (route) => {
    if (route.request().method() !== "DELETE" || refused > 0) return route.fallback();
    refused += 1;
    return route.fulfill({
      status: 403,
      json: { error: "FRESH_PROOF_REQUIRED", message: "Prove first that it is you." },
    });
  });

  await page.goto("/settings/delete");
  await expect(page.getByRole("main")).toContainText("1 sign-in method");
  const button = page.getByRole("button", { name: "Delete my account" });
  await expect(button).toHaveAttribute("aria-disabled", "true");
  await button.click({ force: true });
  await expect(page.getByText("Nothing was deleted.")).toBeVisible();
  await expect(page.getByRole("textbox")).toBeFocused();

  await page.getByRole("textbox").fill("delete");
  await page.getByRole("button", { name: "Delete my account" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm it is you" });
  await dialog.getByRole("button", { name: `With a link to ${email}` }).click();
  expect(await seriousProblems(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Send a link" }).click();
  await expect(dialog.getByText("Check your inbox")).toBeVisible();
  const mail = await page.context().newPage();
  await mail.goto(await linkTo(endpoints, email, 2));
  await mail.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("Your account was deleted, and you are signed out.")).toBeVisible();
  expect(refused).toBe(1);

  await signInByMail(page.context(), endpoints, email);
  await page.goto("/settings/activity");
  const log = page.getByRole("list", { name: "Activity" }).locator("li");
  await expect(log).toHaveCount(2);
  await expect(log).toContainText(["The account was created with the first sign-in (email link)."]);
});

test("by keyboard alone: from the first page to signed in, and out again", async ({
  page,
  endpoints,
}) => {
  const email = newAddress();
  await page.goto("/sign-in?next=/settings");
  const until = async (name: RegExp) => {
    for (let presses = 0; presses < 30; presses += 1) {
      await page.keyboard.press("Tab");
      const focused = page.locator(":focus");
      const [label, text] = await Promise.all([
        focused.getAttribute("aria-label").catch(() => null),
        focused.textContent().catch(() => ""),
      ]);
      const kind = await focused.getAttribute("name").catch(() => null);
      if (name.test(`${label ?? ""} ${text ?? ""} ${kind ?? ""}`)) return;
    }
    throw new Error(`Tab never came to ${name}.`);
  };
  await until(/email/);
  await page.keyboard.type(email);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Check your inbox")).toBeFocused();
  await expect(page.getByText("A link in an email signs you in.")).toHaveCount(0);
  await page.goto(await linkTo(endpoints, email));
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/settings$/);
  await until(/Signed in as/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menu")).toBeVisible();
  const entries = ["Account settings", "Approvals", "Partner programme", "Developers", "Sign out"];
  await expect(page.getByRole("menuitem")).toContainText(entries);
  await page.keyboard.press("End");
  await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("You are signed out.")).toBeVisible();
});

test("every page is accessible in both themes, signed in and out, and fits a phone", {
  tag: "@deep",
}, async ({ quietPage: page, endpoints }) => {
  const checkPath = async (path: string) => {
    // Without animations axe measures no colour in transition.
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
    expect(await pageProblems(page), `${path} dark`).toEqual([]);
    // A theme changes only colours.
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    expect(await seriousProblems(page, ["color-contrast"]), `${path} light`).toEqual([]);
    const wide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wide, path).toBe(0);
  };
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ["/sign-in", "/sign-in/email", ...SETTINGS_PAGES]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await checkPath(`${path}, signed out`);
  }
  await signInByMail(page.context(), endpoints);
  for (const path of ["/sign-in", ...SETTINGS_PAGES]) {
    await page.goto(path);
    await expect(person(page)).toBeVisible();
    await expect(page.getByRole("status", { name: /^Loading/ })).toHaveCount(0);
    await checkPath(path);
  }
});
