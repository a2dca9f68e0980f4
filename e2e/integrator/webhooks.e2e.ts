/** A webhook from its first delivery to a pause, and back: at a receiver that fails on demand. */
import type { Locator, Page } from "@playwright/test";
import { LOCALES } from "#components/i18n/locales.ts";
import { textOf } from "#components/i18n/translate.ts";
import english from "#components/webhooks/messages/en/webhooks.ts";
import { mailsTo } from "#e2e/support/mailbox.ts";
import { linkAddress, newAddress } from "#e2e/support/people.ts";
import { signInByWallet } from "#e2e/support/sign-in.ts";
import { prepareTrader } from "#e2e/support/trader.ts";
import { expect, pageProblems, seriousProblems, test } from "#e2e/support/trading-page.ts";
import { Assistant } from "#scripts/dev/clients/assistant.ts";
import type { AppVisitor } from "#scripts/dev/clients/wallet-session.ts";

const PAGE = "/settings/webhooks";
const API = "/api/v1/webhooks";
const ORDER = { market: "BTCUSDC", side: "BUY", size: "0.01", order_type: "MARKET" };
const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
] as const;

const label = textOf<typeof english>(english, "en");

const rows = (page: Page) => page.locator("[data-delivery]");
const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });
const paused = (page: Page) => page.getByRole("group", { name: label("paused"), exact: true });
const button = (from: Page | Locator, name: string) =>
  from.getByRole("button", { name, exact: true });

type ReceivedDelivery = { signature: string; body: string; is_signed: boolean };

/** The deliveries that the simulated receiver kept, the oldest first. */
async function receivedBy(visitor: AppVisitor, url: string): Promise<ReceivedDelivery[]> {
  const name = new URL(url).pathname.split("/").at(-1) ?? "";
  const answer = await visitor.request(`/api/sandbox/hooks/${name}`);
  const { deliveries } = (await answer.json()) as { deliveries: ReceivedDelivery[] };
  return deliveries.toReversed();
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
  const email = newAddress();
  const visitor = await prepareTrader(page.context(), endpoints, { persona: newWallet });
  const assistant = await Assistant.of(endpoints.app, visitor, "Journey");
  await linkAddress(page, endpoints, email);
  const answerWith = async (status: "204" | "500") => {
    const answer = page
      .getByRole("radiogroup", { name: label("receiverAnswers") })
      .getByText(label(`receiver_${status}`));
    await answer.click();
    await expect(answer).toHaveAttribute("data-state", "on");
  };

  await test.step("the first delivery, without a server", async () => {
    await page.goto("/settings");
    await page.getByRole("link", { name: label("title"), exact: true }).click();
    await expect(page.getByText(label("emptyTitle"))).toBeVisible();
    expect(await pageProblems(page)).toEqual([]);
    await button(page, label("try")).click();
    await expect(page).toHaveURL(/\/deliveries\/wh_evt_[0-9a-f]{24}$/);
    const first = page.getByRole("button", { name: label("attemptNumber", { number: 1 }) });
    await expect(first).toContainText("HTTP 204");
    await page.getByRole("link", { name: label("webhook"), exact: true }).click();
  });
  const id = /whk_[0-9a-f]+/.exec(page.url())?.[0] ?? "";
  const answer = await visitor.request(`${API}/${id}`);
  const { url } = (await answer.json()) as { url: string };

  await test.step("seven failures pause it, and one mail says so", async () => {
    await answerWith("500");
    await assistant.stage(ORDER);
    await expect(paused(page)).toContainText("HTTP 500");
    const { origin } = new URL(url);
    const mails = async () =>
      (await mailsTo(endpoints, email)).filter(({ subject }) => subject.includes(origin));
    await expect.poll(async () => (await mails()).length).toBe(1);
    expect((await mails())[0]?.text).toContain(`${endpoints.app}${PAGE}/${id}`);
    await paused(page)
      .getByRole("link", { name: label("seeDelivery") })
      .click();
    await expect(page.getByRole("listitem").getByRole("button").getByText("HTTP 500")).toHaveCount(
      7,
    );
    const third = label("attemptNumber", { number: 3 });
    await page.getByRole("button", { name: third }).click();
    await expect(page.getByRole("heading", { name: `${third}: HTTP 500` })).toBeVisible();
    expect(await pageProblems(page)).toEqual([]);
  });

  await test.step("what happens meanwhile waits", async () => {
    await assistant.stage(ORDER);
    await assistant.stage(ORDER);
    await page.goto(PAGE);
    await expect(paused(page)).toContainText(label("pausedWaiting", { count: 2 }));
    expect(await pageProblems(page)).toEqual([]);
  });

  await test.step("after it is resumed, the dead one and all that waited are sent, the oldest first", async () => {
    await page.locator(`[data-webhook=${id}]`).getByRole("link", { name: /hooks/ }).click();
    await answerWith("204");
    await button(paused(page), label("resume")).click();
    const dialog = page.getByRole("dialog", { name: label("resumeTitle") });
    await expect(dialog).toContainText(label("resumeWaiting", { count: 2 }));
    await expect(dialog.getByLabel(label("replayDead", { count: 1 }))).toBeChecked();
    expect(await pageProblems(page)).toEqual([]);
    await confirm(dialog, label("resume"));
    await expect(paused(page)).toBeHidden();
    await expect(rows(page).getByText(label("state_delivered"), { exact: true })).toHaveCount(4);
    await expect(rows(page).getByText(label("state_dead"), { exact: true })).toHaveCount(1);
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
    await button(page, label("replayChosen", { count: 1 })).click();
    const replayDialog = page.getByRole("dialog", { name: label("replayTitle", { count: 1 }) });
    await confirm(replayDialog, label("replay"));
    await expect(rows(page)).toHaveCount(6);
    await button(page, label("recover")).click();
    const dialog = page.getByRole("dialog", { name: label("recoverTitle") });
    await dialog.getByLabel(label("recover_delivered")).check();
    await button(dialog, label("recoverCount")).click();
    await expect(button(dialog, label("recoverAction"))).toBeVisible();
    expect(await pageProblems(page)).toEqual([]);
    await page.keyboard.press("Escape");
  });

  await test.step("the debugger says what is wrong with a body, and shows no signature", async () => {
    const { signature, body } = (await receivedBy(visitor, url)).at(-1)!;
    await tab(page, label("tab_debug")).click();
    await expect(page).toHaveURL(/\?tab=debug$/);
    const say = async (text: string) => {
      await page.getByLabel(label("debugSignature")).fill(signature);
      await page.getByLabel(label("debugBody"), { exact: true }).fill(text);
      await button(page, label("check")).click();
    };
    await say(body);
    await expect(page.getByText(label("debugOk"))).toBeVisible();
    await say(JSON.stringify(JSON.parse(body), null, 2));
    await expect(page.getByText(label("problem_reserialised"))).toBeVisible();
    await say(`${body}\n`);
    await expect(page.getByText(label("problem_newline_added"))).toBeVisible();
    await say(body.replace("agentic", "aaentic"));
    const finding = page.getByRole("status").filter({ hasText: label("problem_mismatch") });
    await expect(finding).toBeVisible();
    await expect(finding).not.toContainText(/[0-9a-f]{64}/);
    expect(await pageProblems(page)).toEqual([]);
  });

  await test.step("the schedule shows that no attempt began early", async () => {
    await tab(page, label("tab_schedule")).click();
    await expect(page.getByText(label("scheduleTitle"))).toBeVisible();
    const early = page
      .getByRole("term")
      .filter({ hasText: label("early") })
      .locator("xpath=..");
    await expect(early).toContainText(/(^|\D)0\D/);
    expect(await pageProblems(page)).toEqual([]);
  });
});

test("every page fits every screen and is accessible in every language", { tag: "@deep" }, async ({
  quietPage: page,
  endpoints,
  newWallet,
}) => {
  test.slow();
  const visitor = await signInByWallet(page.context(), endpoints, newWallet);
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
    `${PAGE}/whk_none`,
  ];
  for (const locale of LOCALES) {
    await page.context().addCookies([{ name: "svc.locale", value: locale, url: endpoints.app }]);
    for (const path of paths) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.locator("main output.animate-pulse, main .animate-pulse")).toHaveCount(0);
      for (const size of SIZES) {
        await page.setViewportSize(size);
        const wide = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(wide, `${locale} ${path} at ${size.width}`).toBe(0);
      }
      await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
      expect(await pageProblems(page), `${locale} ${path} dark`).toEqual([]);
      await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
      expect(await seriousProblems(page, ["color-contrast"]), `${locale} ${path} light`).toEqual(
        [],
      );
    }
  }
});
