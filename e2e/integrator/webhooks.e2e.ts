/** A webhook from its first delivery to a pause, and back: at a receiver that fails on demand. */
import type { Locator, Page } from "@playwright/test";
import { linkTo, mailsTo } from "#e2e/support/mailbox.ts";
import { askForLink, newAddress } from "#e2e/support/people.ts";
import { signInByWallet } from "#e2e/support/sign-in.ts";
import { prepareTrader } from "#e2e/support/trader.ts";
import { expect, pageProblems, seriousProblems, test } from "#e2e/support/trading-page.ts";
import { Assistant } from "#scripts/checks/assistant.ts";
import type { AppVisitor } from "#scripts/checks/wallet-session.ts";

const PAGE = "/settings/webhooks";
const API = "/api/v1/webhooks";
const ORDER = { market: "BTCUSDC", side: "BUY", size: "0.01", order_type: "MARKET" };
const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
] as const;

const rows = (page: Page) => page.locator("[data-delivery]");
const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });
const paused = (page: Page) => page.getByRole("group", { name: "Paused", exact: true });
const answerWith = (page: Page, label: string) =>
  page.getByRole("radiogroup", { name: "The simulated receiver answers:" }).getByText(label);

type Kept = { signature: string; body: string; is_signed: boolean };

/** What the simulated receiver got, the oldest first. */
async function receivedBy(visitor: AppVisitor, url: string): Promise<Kept[]> {
  const name = new URL(url).pathname.split("/").at(-1) ?? "";
  const answer = await visitor.request(`/api/sandbox/hooks/${name}`);
  const { deliveries } = (await answer.json()) as { deliveries: Kept[] };
  return deliveries.toReversed();
}

async function linkAddress(page: Page, email: string, link: (email: string) => Promise<string>) {
  await page.goto("/settings");
  await page.getByRole("button", { name: "Link an email address" }).click();
  await askForLink(page, email);
  await page.goto(await link(email));
  await page.getByRole("button", { name: "Link the address" }).click();
  await expect(page.getByRole("heading", { name: "The address is linked" })).toBeVisible();
}

async function confirm(dialog: Locator, action: string): Promise<void> {
  await dialog.getByRole("button", { name: action, exact: true }).click();
  await expect(dialog).toBeHidden();
}

test("a newcomer sees a delivery at once; a receiver that fails pauses its webhook, by mail and on the page; all that waited arrives after it is resumed", async ({
  quietPage: page,
  endpoints,
  newWallet,
}) => {
  test.setTimeout(240_000);
  const email = newAddress();
  const visitor = await prepareTrader(page.context(), endpoints, { persona: newWallet });
  const assistant = await Assistant.of(endpoints.app, visitor, "Journey");
  await linkAddress(page, email, (address) => linkTo(endpoints, address));

  await test.step("the first delivery, without a server", async () => {
    await page.goto("/settings");
    await page.getByRole("link", { name: "Webhooks", exact: true }).click();
    await expect(page.getByText("No webhooks yet")).toBeVisible();
    expect(await pageProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Send a delivery to the simulated receiver" }).click();
    await expect(page).toHaveURL(/\/deliveries\/wh_evt_[0-9a-f]{24}$/);
    await expect(page.getByRole("button", { name: /Attempt 1 HTTP 204/ })).toBeVisible();
    await page.getByRole("link", { name: "Webhook", exact: true }).click();
  });
  const id = /whk_[0-9a-f]+/.exec(page.url())?.[0] ?? "";
  const webhook = async () => {
    const answer = await visitor.request(`${API}/${id}`);
    return (await answer.json()) as { url: string; waiting: number; status: string };
  };
  const { url } = await webhook();

  await test.step("seven failures pause it, and one mail says so", async () => {
    await answerWith(page, "500, it fails").click();
    await expect(answerWith(page, "500, it fails")).toHaveAttribute("data-state", "on");
    await assistant.stage(ORDER);
    await expect(paused(page)).toContainText("a delivery failed seven times");
    await expect(paused(page)).toContainText("HTTP 500");
    const subjects = async () => (await mailsTo(endpoints, email)).map(({ subject }) => subject);
    const { origin } = new URL(url);
    await expect
      .poll(subjects, { timeout: 60_000 })
      .toContainEqual(`Your webhook at ${origin} is paused`);
    expect((await subjects()).filter((subject) => subject.includes("is paused"))).toHaveLength(1);
    await paused(page).getByRole("link", { name: "See the delivery" }).click();
    await expect(page.getByRole("button", { name: /^Attempt \d HTTP 500/ })).toHaveCount(7);
    await page.getByRole("button", { name: /^Attempt 3/ }).click();
    await expect(page.getByRole("heading", { name: "Attempt 3: HTTP 500" })).toBeVisible();
    expect(await pageProblems(page)).toEqual([]);
  });

  await test.step("what happens meanwhile waits", async () => {
    await assistant.stage(ORDER);
    await assistant.stage(ORDER);
    await page.goto(PAGE);
    await expect(page.getByRole("link", { name: /^Webhooks.*1 webhook is paused$/ })).toBeVisible();
    await expect(paused(page)).toContainText("2 deliveries wait");
    expect(await pageProblems(page)).toEqual([]);
  });

  await test.step("after it is resumed, the dead one and all that waited are sent, the oldest first", async () => {
    await page.locator(`[data-webhook=${id}]`).getByRole("link", { name: /hooks/ }).click();
    await answerWith(page, "204, it works").click();
    await expect(answerWith(page, "204, it works")).toHaveAttribute("data-state", "on");
    await paused(page).getByRole("button", { name: "Resume" }).click();
    const dialog = page.getByRole("dialog", { name: "Resume this webhook?" });
    await expect(dialog).toContainText("2 deliveries are waiting");
    await expect(dialog.getByLabel("Also send the dead delivery again")).toBeChecked();
    expect(await pageProblems(page)).toEqual([]);
    await confirm(dialog, "Resume");
    await expect(paused(page)).toBeHidden();
    await expect(rows(page).getByText("Delivered")).toHaveCount(4);
    await expect(rows(page).getByText("Dead")).toHaveCount(1);
    const received = await receivedBy(visitor, url);
    const bodies = received.map(({ body }) => JSON.parse(body) as Record<string, string>);
    expect(received.every((one) => one.is_signed)).toBe(true);
    // The two that waited, and the replay of the dead one, which happened first.
    const last = bodies.slice(-3).map(({ created_at: at }) => at ?? "");
    const [replayed = "", ...waited] = last.toSorted((one, other) => (one < other ? -1 : 1));
    expect(last.filter((at) => at !== replayed)).toEqual(waited);
  });

  await test.step("a delivery is sent again on request, under a new id", async () => {
    await rows(page).first().getByRole("checkbox").check();
    await page.getByRole("button", { name: "Replay 1 selected" }).click();
    await confirm(page.getByRole("dialog", { name: "Send 1 delivery again?" }), "Send again");
    await expect(rows(page)).toHaveCount(6);
    await page.getByRole("button", { name: "Recover a period" }).click();
    const dialog = page.getByRole("dialog", { name: "Recover a period" });
    await dialog.getByLabel("Delivered ones").check();
    await dialog.getByRole("button", { name: "Count" }).click();
    await expect(dialog).toContainText(/\d deliver(y|ies) would be sent/);
    expect(await pageProblems(page)).toEqual([]);
    await page.keyboard.press("Escape");
  });

  await test.step("the debugger says what is wrong with a body, and shows no signature", async () => {
    const { signature, body } = (await receivedBy(visitor, url)).at(-1)!;
    await tab(page, "Debug").click();
    await expect(page).toHaveURL(/\?tab=debug$/);
    const say = async (text: string) => {
      await page.getByLabel("X-Svc-Signature").fill(signature);
      await page.getByLabel("Body").fill(text);
      await page.getByRole("button", { name: "Check" }).click();
    };
    await say(body);
    await expect(page.getByText("The signature is right, and not too old.")).toBeVisible();
    await say(JSON.stringify(JSON.parse(body), null, 2));
    await expect(page.getByText("The body was parsed and written again.")).toBeVisible();
    await say(`${body}\n`);
    await expect(page.getByText("A line break was added to the body.")).toBeVisible();
    await say(body.replace("agentic", "aaentic"));
    const finding = page.getByRole("status").filter({ hasText: "No live secret fits this body." });
    await expect(finding).toBeVisible();
    await expect(finding).not.toContainText(/[0-9a-f]{64}/);
    expect(await pageProblems(page)).toEqual([]);
  });

  await test.step("the schedule shows that no attempt began early", async () => {
    await tab(page, "Schedule").click();
    await expect(page.getByText(/^0 of \d+$/)).toBeVisible();
    expect(await pageProblems(page)).toEqual([]);
  });
});

test("a webhook is registered by keyboard, its secret is shown once and rotated, and it is changed, paused and deleted", async ({
  quietPage: page,
  endpoints,
  newWallet,
}) => {
  await signInByWallet(page.context(), endpoints, newWallet);
  await page.goto(`${PAGE}/new`);
  const address = page.getByLabel("Address", { exact: true });
  await test.step("an address that is refused says why while it is typed", async () => {
    await page.getByRole("button", { name: "Create webhook" }).click();
    await expect(page.getByText("Enter the address of your server.")).toBeVisible();
    await expect(address).toBeFocused();
    await address.fill("https://192.168.1.1/in");
    await expect(page.getByText("This address is not public.")).toBeVisible();
    await address.fill("https://hooks.example/in");
    await expect(page.getByText("This address is not public.")).toBeHidden();
    expect(await pageProblems(page)).toEqual([]);
  });
  await test.step("the secret is shown once", async () => {
    await address.press("Enter");
    const made = page.getByRole("dialog", { name: "Your new webhook" });
    const secret = await made.getByLabel("Signing secret", { exact: true }).textContent();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    await made.getByRole("checkbox", { name: "I have saved it" }).check();
    await made.locator("button", { hasText: "Close" }).click();
    await expect(page).toHaveURL(/\?tab=test$/);
    expect(await page.content()).not.toContain(secret ?? "");
  });
  await test.step("a second secret signs beside the first, which then ends", async () => {
    await tab(page, "Secrets").click();
    await page.getByRole("button", { name: "Add a secret" }).click();
    const dialog = page.getByRole("dialog", { name: "Add a secret" });
    await dialog.getByText("Use my own").click();
    await dialog.getByLabel("Your secret").fill("my-own-secret-0123456");
    await confirm(dialog, "Add a secret");
    await expect(page.getByText("signs until")).toBeVisible();
    await page
      .getByRole("button", { name: /^End secret/ })
      .last()
      .click();
    await confirm(page.getByRole("dialog", { name: "End this secret?" }), "End now");
    await expect(page.getByText("signs until")).toBeHidden();
  });
  await test.step("changes are saved; paused, it waits; deleted, it is gone", async () => {
    await tab(page, "Settings").click();
    await page.getByText("Filter and rate").click();
    await page.getByLabel("Assets").fill("btc, eth");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("BTC", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Pause" }).click();
    await expect(paused(page)).toContainText("by you or one of your keys");
    await page.getByRole("button", { name: "Delete" }).click();
    await confirm(page.getByRole("dialog", { name: "Delete this webhook?" }), "Delete");
    await expect(page).toHaveURL(/\/settings\/webhooks$/);
    await expect(page.getByText("No webhooks yet")).toBeVisible();
  });
});

for (const locale of ["en", "de", "ar"] as const) {
  test(`every page fits every screen and is accessible in ${locale}`, async ({
    quietPage: page,
    endpoints,
    newWallet,
  }) => {
    test.setTimeout(240_000);
    const visitor = await signInByWallet(page.context(), endpoints, newWallet);
    await page.context().addCookies([{ name: "svc.locale", value: locale, url: endpoints.app }]);
    const post = async (path: string, body: object) => {
      const answer = await visitor.request(path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      return (await answer.json()) as Record<string, string>;
    };
    const { id } = await post(API, { url: "https://hooks.example/in", events: ["agentic.intent"] });
    await post(`${API}/${id}/pause`, {});
    const { delivery_id: did } = await post(`${API}/${id}/test`, {});
    const tabs = ["deliveries", "schedule", "secrets", "test", "debug", "settings"];
    const paths = [
      PAGE,
      `${PAGE}/new`,
      ...tabs.map((name) => `${PAGE}/${id}?tab=${name}`),
      `${PAGE}/${id}/deliveries/${did}`,
    ];
    for (const path of paths) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.locator("main output.animate-pulse, main .animate-pulse")).toHaveCount(0);
      for (const size of SIZES) {
        await page.setViewportSize(size);
        const wide = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(wide, `${path} at ${size.width}`).toBe(0);
      }
      await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
      expect(await pageProblems(page), `${path} dark`).toEqual([]);
      await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
      expect(await seriousProblems(page, ["color-contrast"]), `${path} light`).toEqual([]);
    }
  });
}

test("a webhook of nobody is not found", async ({ page, endpoints, newWallet }) => {
  await signInByWallet(page.context(), endpoints, newWallet);
  for (const path of [`${PAGE}/whk_none`, `${PAGE}/whk_none/deliveries/wh_evt_none`]) {
    await page.goto(path);
    await expect(page.getByRole("alert").getByRole("heading", { name: "Not found" })).toBeVisible();
    expect(await pageProblems(page)).toEqual([]);
  }
});

test("signed out, the pages say what they need", async ({ quietPage: page }) => {
  for (const path of [PAGE, `${PAGE}/new`, `${PAGE}/whk_1`, `${PAGE}/whk_1/deliveries/wh_evt_1`]) {
    await page.goto(path);
    await expect(page.getByText("You are not signed in.")).toBeVisible();
  }
});
