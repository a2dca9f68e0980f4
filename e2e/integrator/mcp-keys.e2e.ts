/** An MCP key from creation to revocation, and a search for its secret in every place where it must not be. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Locator, Page, Response } from "@playwright/test";
import { isFitting } from "#e2e/support/accessibility.ts";
import { stackFolder } from "#e2e/support/endpoints.ts";
import { signInByWallet } from "#e2e/support/sign-in.ts";
import { expect, pageProblems, seriousProblems, test } from "#e2e/support/trading-page.ts";

const PAGE = "/settings/mcp-keys";
const API = "/api/v1/mcp/keys";
const SECRET = /^svc_sk_[0-9a-f]{64}$/;

const made = (page: Page) => page.getByRole("dialog", { name: "Your new MCP key" });
const close = (dialog: Locator) => dialog.locator("button", { hasText: "Close" });
const card = (page: Page, preview: string) =>
  page.getByRole("listitem").filter({ hasText: preview });

/** Reads the secret and leaves the dialog as a person does. */
async function takeSecret(page: Page): Promise<string> {
  const secret = (await made(page).getByLabel("Secret key", { exact: true }).textContent()) ?? "";
  expect(secret).toMatch(SECRET);
  await made(page).getByRole("checkbox", { name: "I have saved it" }).check();
  await close(made(page)).click();
  await expect(made(page)).toBeHidden();
  return secret;
}

async function createByPage(page: Page, name: string): Promise<string> {
  await page.getByRole("button", { name: "New key" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("button", { name: "Create key" }).click();
  return takeSecret(page);
}

async function validate(app: string, secret: string): Promise<string | number> {
  const headers = { authorization: `Bearer ${secret}`, "user-agent": "journey/1" };
  const response = await fetch(`${app}${API}/validate`, { headers });
  const { error } = (await response.json()) as { error?: string };
  return error ?? response.status;
}

test("a key is made, copied, tested, used as pasted, rotated with an overlap, and revoked with all others; its secret is in one answer and nowhere else", async ({
  quietPage: page,
  endpoints,
  newWallet,
}) => {
  const { app } = endpoints;
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: app });
  const visitor = await signInByWallet(page.context(), endpoints, newWallet);
  const heard = overhear(page);
  const answers: [string, string][] = [];
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await visitor.request(path, init);
    const headers = JSON.stringify([...response.headers]);
    answers.push([`${init.method ?? "GET"} ${path}`, headers + (await response.text())]);
  };
  await page.goto(PAGE);
  await expect(page.getByText("No MCP keys yet")).toBeVisible();
  await expect(page.getByRole("button", { name: "Revoke all" })).toBeHidden();
  expect(await pageProblems(page)).toEqual([]);

  await test.step("made by keyboard, with validated terms", async () => {
    await page.getByRole("button", { name: "New key" }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "New MCP key" });
    await expect(dialog.getByRole("textbox", { name: "Name" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(dialog.getByText("Enter a name")).toBeVisible();
    await page.keyboard.type("CI of the shop");
    await page.keyboard.press("Tab");
    const days = dialog.getByRole("textbox", { name: "Days until it expires" });
    await expect(days).toBeFocused();
    await days.fill("366");
    await expect(dialog.getByText("Enter whole days from 1 to 365.")).toBeVisible();
    await dialog.getByRole("radio", { name: "7 days" }).check({ force: true });
    await expect(days).toHaveValue("7");
    await expect(dialog.getByRole("checkbox", { name: "May propose orders" })).not.toBeChecked();
    expect(await seriousProblems(page)).toEqual([]);
    await days.press("Enter");
    await expect(made(page)).toBeVisible();
    expect(await seriousProblems(page)).toEqual([]);
  });

  const shown = made(page).getByLabel("Secret key", { exact: true });
  const secret = (await shown.textContent()) ?? "";
  await test.step("the secret survives Escape, a click beside the dialog, and Close without the tick", async () => {
    await page.keyboard.press("Escape");
    await page.mouse.click(5, 5);
    // The disabled button explains to the person who presses it why it is disabled.
    await close(made(page)).click({ force: true });
    await expect(made(page).getByText("Save it first and tick the box")).toBeVisible();
    await expect(made(page).getByRole("checkbox", { name: "I have saved it" })).toBeFocused();
    await expect(shown).toHaveText(secret);
    const dialogShown = page.waitForEvent("dialog");
    const leaving = page.close({ runBeforeUnload: true });
    await (await dialogShown).dismiss();
    await leaving;
    await expect(shown).toHaveText(secret);
  });

  await test.step("copied and tested", async () => {
    await made(page).getByRole("button", { name: "Copy Secret key" }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
    await made(page).getByRole("button", { name: "Test the key" }).click();
    await expect(
      made(page).getByText(/It works: Expires soon, .*read prices and markets/),
    ).toBeVisible();
    await expect(made(page).getByText(/^\d+ tools are available\.$/)).toBeVisible();
  });

  await test.step("pasted into a terminal or an environment it works; the file of a program names the place where the key is read from", async () => {
    const pasted = async (name: string) => {
      await made(page).getByRole("tab", { name, exact: true }).click();
      const panel = made(page).getByRole("tabpanel", { name });
      return (await panel.locator("pre").textContent()) ?? "";
    };
    const { stdout } = await promisify(execFile)("bash", ["-c", await pasted("curl")]);
    const { result } = JSON.parse(stdout) as { result: { tools: { name: string }[] } };
    expect(result.tools.map(({ name }) => name)).toContain("get_price");
    expect(await pasted(".env")).toContain(`SVC_MCP_KEY=${secret}`);
    for (const program of ["Claude Code", "Cursor", "VS Code"]) {
      const file = await pasted(program);
      expect(file, program).not.toContain("svc_sk_");
      expect(JSON.stringify(JSON.parse(file)), program).toContain(`${app}/api/v1/mcp`);
    }
  });
  await takeSecret(page);
  const preview = `svc_sk_…${secret.slice(-4)}`;
  await expect(card(page, preview)).toContainText("CI of the shop");
  await expect(card(page, preview)).toContainText("Expires soon");
  expect(await page.locator("main").textContent()).toContain("svc_sk_YOUR_KEY");

  await test.step("renamed, also in the activity log", async () => {
    await page.getByRole("button", { name: "Rename CI of the shop" }).click();
    const dialog = page.getByRole("dialog", { name: /Rename/ });
    await dialog.getByRole("textbox", { name: "Name" }).fill("Build server");
    expect(await seriousProblems(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await expect(card(page, preview)).toContainText("Build server");
    const log = await (await page.request.get("/api/v1/audit")).text();
    expect(log).toContain('"previous":"CI of the shop"');
  });

  await test.step("the page shows its use, and a use at a wrong endpoint", async () => {
    const wrong = await fetch(`${app}/api/bot/v1/whoami`, {
      headers: { authorization: `Bearer ${secret}` },
    });
    expect(wrong.status).toBe(401);
    expect(await validate(app, secret)).toBe(200);
    const isCounted = async () => (await page.request.get(API)).text();
    await expect.poll(isCounted, { timeout: 20_000 }).toContain("journey/1");
    await page.reload();
    await expect(card(page, preview)).toContainText("journey/1");
    await expect(card(page, preview)).toContainText("/api/bot/v1/whoami");
    await expect(card(page, preview)).toContainText(/4 requests in 30 days, 0 refused/);
    expect(await seriousProblems(page)).toEqual([]);
  });

  await test.step("used, mistyped and shown at wrong endpoints, so that every log and store gets its chance", async () => {
    const bearer = { authorization: `Bearer ${secret}` };
    for (const path of ["/api/bot/v1/whoami", "/api/venue/orders", API, PAGE, "/api/nowhere"]) {
      await ask(path, { headers: bearer });
    }
    await ask(`${API}/validate`, { headers: { authorization: `Bearer ${secret}0` } });
    await ask(`${API}/validate`, { headers: { authorization: `Basic ${secret}` } });
    const { keys } = (await (await visitor.request(API)).json()) as { keys: { id: string }[] };
    const [{ id } = { id: "" }] = keys;
    for (const path of [
      API,
      `${API}/${id}/usage`,
      "/api/v1/audit",
      "/api/auth/session",
      "/metrics",
      PAGE,
    ]) {
      await ask(path);
    }
    await ask(`${PAGE}?_rsc=1`, { headers: { RSC: "1" } });
  });

  const second =
    await test.step("rotated: the old key keeps working during the overlap", async () => {
      await card(page, preview).getByRole("button", { name: "Rotate Build server" }).click();
      await page.getByRole("radio", { name: "1 hour" }).check({ force: true });
      expect(await seriousProblems(page)).toEqual([]);
      await page.getByRole("button", { name: "Create the new key" }).click();
      const next = await takeSecret(page);
      expect([await validate(app, secret), await validate(app, next)]).toEqual([200, 200]);
      await expect(page.getByText(/^Replaces /).filter({ hasText: preview })).toBeVisible();
      const old = card(page, preview).filter({ hasNotText: "Replaces" });
      await expect(old).toContainText(/in (5\d minutes|1 hour)/);
      await expect(old).toContainText(/Replaced, ends (today|tomorrow) at \d\d:\d\d/);
      await expect(old.getByRole("button", { name: /^Rotate/ })).toHaveCount(0);
      await expect(old.getByRole("button", { name: /^Revoke now/ })).toBeVisible();
      await expect(page.getByText(/^in 1 minute/)).toHaveCount(0);
      return next;
    });
  const third = await createByPage(page, "Laptop");

  await test.step("one key is revoked, after a look at what uses it", async () => {
    await page.getByRole("button", { name: "Revoke Laptop" }).click();
    const dialog = page.getByRole("dialog", { name: /^Revoke “.?Laptop.?”\?$/ });
    await expect(dialog).toContainText("Nothing has used this key yet.");
    await dialog.getByRole("button", { name: "Revoke", exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("button", { name: "Revoke Laptop" })).toHaveCount(0);
    expect(await validate(app, third)).toBe("REVOKED_KEY");
  });

  await test.step("all keys are revoked, after a list of what breaks", async () => {
    await page.getByRole("button", { name: "Revoke all" }).click();
    const dialog = page.getByRole("dialog", { name: "Revoke all keys?" });
    await expect(dialog).toContainText("2 keys end at once");
    await expect(dialog.getByRole("listitem")).toHaveCount(2);
    await expect(dialog).toContainText("Build server: last used");
    expect(await seriousProblems(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Revoke all" }).click();
    await expect(dialog).toBeHidden();
    expect([await validate(app, secret), await validate(app, second)]).toEqual([
      "REVOKED_KEY",
      "REVOKED_KEY",
    ]);
    await expect(page.getByRole("heading", { name: "Inactive keys" })).toBeVisible();
  });

  const hex = secret.slice("svc_sk_".length);
  await ask(`${API}/validate`, { headers: { authorization: `Bearer ${secret}` } });
  await page.reload();
  await expect(page.getByRole("heading", { name: "Inactive keys" })).toBeVisible();

  const found = (answers: readonly (readonly [string, string])[]) =>
    answers.filter(([, text]) => holds(text, hex)).map(([name]) => name);
  await test.step("in no other answer of the service", () => {
    expect(answers.length).toBeGreaterThan(10);
    expect(found(answers)).toEqual([]);
  });
  await test.step("in neither HTML nor payload of the page", async () => {
    expect(found([["the page", await page.content()]])).toEqual([]);
    expect(found(answers.filter(([name]) => name.includes(PAGE)))).toEqual([]);
  });
  await test.step("in no address or referrer of a request, and not in the history", async () => {
    const state = await page.evaluate(() => JSON.stringify([location.href, history.state]));
    expect(found([...heard.urls, state].map((url) => [url, url]))).toEqual([]);
  });
  await test.step("not in the console", () => {
    expect(heard.said.filter((line) => holds(line, hex))).toEqual([]);
  });
  await test.step("in no storage of the browser", async () => {
    expect(found(await browserStorage(page))).toEqual([]);
  });
  await page.close();
  await test.step("the secret is in one answer to the browser: the one that made it", async () => {
    expect(found(await heard.bodies())).toEqual([`POST ${app}${API}`]);
  });
  await test.step("in no file of the service: logs, database", async () => {
    const hash = createHash("sha256").update(secret).digest("hex");
    const files = () => stackFiles().filter((path) => readFileSync(path).includes(hash));
    // The database contains the digest, so the search covers the row of this key.
    await expect.poll(() => files().length).toBeGreaterThan(0);
    const holding = stackFiles().filter((path) =>
      holds(readFileSync(path).toString("latin1"), hex),
    );
    expect(holding).toEqual([]);
  });
});

test("the page fits a phone, also in Arabic, with the secret in view", { tag: "@deep" }, async ({
  quietPage: page,
  endpoints,
  newWallet,
}) => {
  await signInByWallet(page.context(), endpoints, newWallet);
  await page.context().addCookies([{ name: "svc.locale", value: "ar", url: endpoints.app }]);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(PAGE);
  await page.getByRole("button", { name: "مفتاح جديد" }).click();
  await page.getByRole("textbox", { name: "الاسم" }).fill("متجر");
  await page.getByRole("button", { name: "إنشاء المفتاح" }).click();
  await expect(page.getByLabel("المفتاح السري", { exact: true })).toHaveText(SECRET);
  expect(await isFitting(page)).toBe(true);
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByRole("checkbox", { name: "حفظته" }).check();
  await page.locator("button", { hasText: "إغلاق" }).click();
  await expect(page.getByText("قراءة فقط")).toBeVisible();
  expect(await isFitting(page)).toBe(true);
  expect(await seriousProblems(page)).toEqual([]);
});

/** The requests that a page made and the answers that it got; `bodies` waits until the page is closed. */
function overhear(page: Page): {
  urls: string[];
  said: string[];
  bodies: () => Promise<[string, string][]>;
} {
  const urls: string[] = [];
  const said: string[] = [];
  const answers: Promise<[string, string]>[] = [];
  // A stream, or an answer that was in flight when its page was left, may never end.
  const closed = page.waitForEvent("close", { timeout: 0 }).then(() => "");
  const body = async (response: Response): Promise<[string, string]> => {
    const headers = JSON.stringify(response.headers());
    // Redirects have no body, and the answers of a page that was left are gone.
    const text = await Promise.race([response.text().catch(() => ""), closed]);
    return [`${response.request().method()} ${response.url()}`, headers + text];
  };
  page.on("request", (request) => urls.push(request.url(), request.headers()["referer"] ?? ""));
  page.on("console", (message) => said.push(message.text()));
  page.on("response", (response) => answers.push(body(response)));
  return { urls, said, bodies: () => Promise.all(answers) };
}

/** Also searches for halves of it, and for encoded forms: a fragment still reveals the secret. */
function holds(text: string, hex: string): boolean {
  const half = hex.slice(0, 32);
  const base64 = Buffer.from(`svc_sk_${hex}`).toString("base64").slice(0, 40);
  const bytes = Buffer.from(hex, "hex").toString("latin1");
  return [half, hex.slice(-32), half.toUpperCase(), base64, bytes].some((form) =>
    text.includes(form),
  );
}

function stackFiles(): string[] {
  return readdirSync(stackFolder(), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

async function browserStorage(page: Page): Promise<[string, string][]> {
  const cookies = JSON.stringify(await page.context().cookies());
  const stored = await page.evaluate(async () => {
    const databases: unknown[] = [];
    for (const { name = "" } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name);
        request.addEventListener("success", () => resolve(request.result));
        request.addEventListener("error", () => reject(request.error ?? new Error(name)));
      });
      for (const store of db.objectStoreNames) {
        const rows = await new Promise((resolve) => {
          const request = db.transaction(store).objectStore(store).getAll();
          request.addEventListener("success", () => resolve(request.result));
        });
        databases.push([name, store, rows]);
      }
      db.close();
    }
    const caches: string[] = [];
    if ("caches" in window) {
      for (const name of await window.caches.keys()) {
        const cache = await window.caches.open(name);
        for (const request of await cache.keys()) {
          caches.push(request.url, (await (await cache.match(request))?.text()) ?? "");
        }
      }
    }
    return {
      localStorage: JSON.stringify(Object.entries(localStorage)),
      sessionStorage: JSON.stringify(Object.entries(sessionStorage)),
      indexedDB: JSON.stringify(databases),
      caches: JSON.stringify(caches),
    };
  });
  return [...Object.entries(stored), ["cookies", cookies]];
}
