/** An owner who is elsewhere hears of a waiting order: by a mail that they chose, and in the list behind the bell. */
import { isFitting } from "#e2e/support/accessibility.ts";
import { mailsTo } from "#e2e/support/mailbox.ts";
import { linkAddress, newAddress } from "#e2e/support/people.ts";
import { installConnectedWallet, prepareTrader } from "#e2e/support/trader.ts";
import { expect, pageProblems, test } from "#e2e/support/trading-page.ts";
import { Assistant } from "#scripts/dev/clients/assistant.ts";

// A slow computer takes four times as long.
test.describe.configure({ timeout: 300_000 });

const ORDER = { market: "BTCUSDC", side: "BUY", size: "0.02", order_type: "MARKET" };
const REASON = "Only the page of the order may say this";
const SUBJECT = "A proposal is waiting for your approval: buy 0.02 BTCUSDC";

test("a mail is off until it is chosen; then it comes once, and leads to the order, which only the page can approve", {
  tag: "@deep",
}, async ({ quietPage: page, endpoints, newWallet }) => {
  const visitor = await prepareTrader(page.context(), endpoints, { persona: newWallet });
  await installConnectedWallet(page, newWallet);
  const assistant = await Assistant.of(endpoints.app, visitor, "Journey");
  await page.goto("/settings/notifications");
  const box = page.getByLabel("Also send me an email");
  await expect(box).toBeDisabled();
  await expect(page.getByRole("link", { name: "Add one" })).toHaveAttribute("href", "/settings");

  const email = newAddress();
  await linkAddress(page, endpoints, email);
  const orderMails = async () =>
    (await mailsTo(endpoints, email)).filter(({ subject }) => subject === SUBJECT);
  await page.goto("/approvals");
  await page.getByRole("link", { name: "Be notified by email or in your browser" }).click();
  await expect(page).toHaveURL(/\/settings\/notifications#approvals$/);
  await expect(box).toBeEnabled();
  await expect(box).not.toBeChecked();
  await box.check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("You have unsaved changes.")).toBeHidden();
  expect(await pageProblems(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await isFitting(page)).toBe(true);
  await page.setViewportSize({ width: 1440, height: 900 });

  const staged = await assistant.stage({ ...ORDER, reason: REASON });
  await expect.poll(async () => (await orderMails()).length).toBe(1);
  const [mail] = await orderMails();
  expect(mail?.text).toContain(`${endpoints.app}/approvals/${staged.id}`);
  expect(mail?.text).toMatch(/until \d\d:\d\d:\d\d/);
  expect(mail?.text).not.toContain(REASON);

  await page.goto(/https?:\S+\/approvals\/\S+/.exec(mail?.text ?? "")?.[0] ?? "");
  await expect(page.getByRole("region", { name: "Your decision" })).toBeVisible();
  await page.getByRole("button", { name: /^Notifications, / }).click();
  const centre = page.getByRole("dialog", { name: "Notifications" });
  await expect(centre).toContainText("Approve: buy 0.02 BTCUSDC?");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Decline" }).click();
  await expect(page.getByRole("region", { name: "State" })).toContainText("You declined");
  // The mail of the next order comes behind any that this one would still cause.
  await assistant.stage({ ...ORDER, size: "0.03" });
  const next = async () =>
    (await mailsTo(endpoints, email)).filter(({ subject }) => subject.includes("0.03"));
  await expect.poll(async () => (await next()).length).toBe(1);
  expect(await orderMails()).toHaveLength(1);
});
