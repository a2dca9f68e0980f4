/**
 * A person's notes for assistants, and the ways to connect an assistant.
 */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { isFitting } from "#e2e/support/accessibility.ts";
import { signInByWallet } from "#e2e/support/sign-in.ts";
import { expect, pageProblems, seriousProblems, test } from "#e2e/support/trading-page.ts";
import type { AppVisitor } from "#scripts/dev/clients/wallet-session.ts";

const run = promisify(execFile);
const NOTES = "/settings/assistant";

/** Makes a key of the visitor's account. */
async function keyOf(visitor: AppVisitor): Promise<string> {
  const made = await visitor.request("/api/v1/mcp/keys", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  return ((await made.json()) as { secret: string }).secret;
}

/** The answer of a tool to an assistant with this key or access token. */
async function callTool(app: string, token: string, name: string): Promise<unknown> {
  const answer = await fetch(`${app}/api/v1/mcp`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name } }),
  });
  if (!answer.ok) return answer.status;
  const { result } = (await answer.json()) as { result: { structuredContent: unknown } };
  return result.structuredContent;
}

/** Texts to paste that overlap with their copy button. */
const coveredTexts = (page: Page) =>
  page.locator("[data-code]").evaluateAll((blocks) =>
    blocks
      .filter((block) => {
        const button = block.parentElement?.querySelector("button")?.getBoundingClientRect();
        const text = block.getBoundingClientRect();
        return (
          button === undefined ||
          Math.max(button.left, text.left) < Math.min(button.right, text.right)
        );
      })
      .map((block) => block.getAttribute("data-code")),
  );

const row = (page: Page, text: string) => page.getByRole("listitem").filter({ hasText: text });

test("a note is added, changed and deleted; an assistant reads what the preview shows", {
  tag: "@deep",
}, async ({ quietPage: page, endpoints, newWallet }) => {
  const { app } = endpoints;
  const visitor = await signInByWallet(page.context(), endpoints, newWallet);
  const key = await keyOf(visitor);
  await page.goto(NOTES);
  await expect(page.getByText("No notes yet")).toBeVisible();
  expect(await pageProblems(page)).toEqual([]);
  const field = page.getByRole("textbox", { name: "New note" });

  await test.step("a note is added by keyboard, but not when it is empty", async () => {
    await page.getByRole("button", { name: "Add note" }).click();
    await expect(page.getByText("The note is empty.")).toBeVisible();
    await expect(field).toBeFocused();
    await page.keyboard.type("I trade BTC only.");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(row(page, "I trade BTC only.")).toBeVisible();
    await expect(field).toHaveValue("");
    await expect(field).toBeFocused();
    await field.fill("Never before noon.");
    await page.getByRole("button", { name: "Add note" }).click();
    await expect(row(page, "Never before noon.")).toBeVisible();
    await expect(page.getByText("2 of 100 notes")).toBeVisible();
  });

  await test.step("a note is changed in its place; Escape leaves it unchanged", async () => {
    const edit = page.getByRole("button", { name: "Edit the note “I trade BTC only.”" });
    const changed = page.getByRole("textbox", { name: "Edit note" });
    await edit.click();
    await expect(changed).toBeFocused();
    await changed.fill("Something else.");
    await page.keyboard.press("Escape");
    await expect(edit).toBeFocused();
    await edit.click();
    await changed.fill("I trade BTC and ETH.");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(row(page, "I trade BTC and ETH.")).toBeVisible();
    await expect(
      page.getByRole("button", { name: "Edit the note “I trade BTC and ETH.”" }),
    ).toBeFocused();
  });

  await test.step("preferences are kept", async () => {
    await page.getByLabel("Language").selectOption({ label: "German" });
    await page.getByRole("radio", { name: "Brief" }).check({ force: true });
    await page.getByLabel("Your risk tolerance").fill("At most 2 % a trade");
    await page.getByRole("button", { name: "Save preferences" }).click();
    await expect(page.getByText("The preferences were saved.")).toBeVisible();
  });

  const context = page.locator("[data-context]");
  await test.step("an assistant reads exactly the text of the preview", async () => {
    await page.getByText("What an assistant sees").click();
    await expect(context).toContainText("I trade BTC and ETH.");
    const shown: unknown = JSON.parse((await context.textContent()) ?? "");
    expect(await callTool(app, key, "get_user_context")).toEqual(shown);
    expect(shown).toMatchObject({
      preferences: { language: "de", detail: "brief", risk: "At most 2 % a trade" },
      notes: [{ text: "Never before noon." }, { text: "I trade BTC and ETH." }],
      wallets: [`${newWallet.address.slice(0, 4)}…${newWallet.address.slice(-4)}`],
    });
    expect(await seriousProblems(page)).toEqual([]);
  });

  await test.step("a note is deleted after a question, also for the assistant", async () => {
    await page.getByRole("button", { name: "Delete the note “Never before noon.”" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete this note?" });
    await expect(dialog).toContainText("Never before noon.");
    expect(await seriousProblems(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(row(page, "Never before noon.")).toHaveCount(0);
    await expect(context).not.toContainText("Never before noon.");
    const read = await callTool(app, key, "get_user_context");
    expect(read).toMatchObject({ notes: [{ text: "I trade BTC and ETH." }] });
  });

  await page.reload();
  await expect(row(page, "I trade BTC and ETH.")).toBeVisible();
  await expect(page.getByLabel("Language")).toHaveValue("de");
  await page.goto("/settings/activity");
  await expect(page.getByText("A note for assistants was deleted.")).toBeVisible();
  expect(await page.locator("main").textContent()).not.toContain("BTC and ETH");
});

test("the notes fit a phone, also in Arabic", { tag: "@deep" }, async ({
  quietPage: page,
  endpoints,
  newWallet,
}) => {
  const visitor = await signInByWallet(page.context(), endpoints, newWallet);
  await visitor.request("/api/v1/assistant/notes", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ text: `A long word: ${"x".repeat(300)}` }),
  });
  await page.setViewportSize({ width: 390, height: 844 });
  for (const locale of ["en", "ar"]) {
    await page.context().addCookies([{ name: "svc.locale", value: locale, url: endpoints.app }]);
    await page.goto(NOTES);
    await expect(row(page, "A long word")).toBeVisible();
    await page.getByRole("main").locator("summary").click();
    await expect(page.locator("[data-context]")).toContainText("A long word");
    expect(await isFitting(page), locale).toBe(true);
    expect(await seriousProblems(page), locale).toEqual([]);
  }
});

test("how to connect is public, accessible in both themes, and fits a phone", {
  tag: "@deep",
}, async ({ quietPage: page, endpoints }) => {
  // Without animations axe measures no colour in transition. A theme changes only colours.
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await page.goto("/connect");
  await expect(page.getByRole("heading", { level: 1, name: "Connect an assistant" })).toBeVisible();
  await expect(page.locator("[data-code=address]")).toHaveText(`${endpoints.app}/api/v1/mcp`);
  // The stack of these journeys runs at a loopback address.
  await expect(page.getByText("remote services, such as claude.ai, cannot")).toBeVisible();
  for (const fold of await page.getByRole("main").locator("summary").all()) await fold.click();
  expect(await pageProblems(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  expect(await seriousProblems(page, ["color-contrast"]), "light").toEqual([]);
  for (const width of [1024, 390]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await isFitting(page), `${width} px`).toBe(true);
    expect(await coveredTexts(page), `${width} px`).toEqual([]);
  }
});

test("the shown text is copied by keyboard and contains no key, and curl works as pasted", async ({
  page,
  endpoints,
  newWallet,
}) => {
  const { app } = endpoints;
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: app });
  const visitor = await signInByWallet(page.context(), endpoints, newWallet);
  const env = { ...process.env, SVC_MCP_KEY: await keyOf(visitor) };
  await page.goto("/connect");
  for (const fold of await page.getByRole("main").locator("summary").all())
    await fold.press("Enter");
  const blocks = await page.locator("[data-code]").all();
  expect(blocks.length).toBeGreaterThan(10);
  for (const block of blocks) {
    const text = (await block.textContent()) ?? "";
    const kind = (await block.getAttribute("data-code")) ?? "";
    expect(text, kind).not.toContain("svc_sk_");
    expect(text, kind).toContain(`${app}/api/v1/mcp`);
    const button = block.locator("xpath=..").getByRole("button");
    await button.focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText()), kind).toBe(text);
    if (!kind.startsWith("curl-")) continue;
    const { stdout } = await run("bash", ["-c", text], { env });
    expect(stdout, kind).toContain(kind === "curl-list" ? '"get_price"' : '"structuredContent"');
  }
  const link = page.getByRole("link", { name: "Add to Cursor" });
  await expect(link).toHaveAttribute("href", /^cursor:\/\/anysphere\.cursor-deeplink\//);
});

test("the account menu of the trading page leads to the approvals, also when none waits", {
  tag: "@deep",
}, async ({ page, endpoints, newWallet }) => {
  await signInByWallet(page.context(), endpoints, newWallet);
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Data: Live" })).toBeVisible();
  await page
    .getByRole("banner")
    .getByRole("button", { name: /^Account/ })
    .click();
  await page.getByRole("menuitem", { name: "Approvals" }).click();
  await expect(page).toHaveURL(/\/approvals$/);
  await expect(page.getByText("No proposed orders yet")).toBeVisible();
});
