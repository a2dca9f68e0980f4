/**
 * A bot key from creation to revocation: the snippets on the page work as pasted, and stop working at the revocation.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Locator, Page } from "@playwright/test";
import { stackFolder } from "#e2e/support/endpoints.ts";
import { send, sendSigned } from "#e2e/support/signed-call.ts";
import { newPersona } from "#e2e/support/test.ts";
import { prepareTrader } from "#e2e/support/trader.ts";
import { expect, pageProblems, seriousProblems, test } from "#e2e/support/trading-page.ts";
import { AppVisitor } from "#scripts/dev/clients/wallet-session.ts";

const PAGE = "/settings/bot-keys";
const WHOAMI = "/api/bot/v1/whoami";
const CLIENTS = fileURLToPath(new URL("../../clients/", import.meta.url));

type Key = { id: string; secret: string };
type Run = { code: number | null; output: string };

function run(command: string, parameters: string[], key: Key): Promise<Run> {
  const { PATH = "", HOME = "" } = process.env;
  const variables = { PATH, HOME, BOT_KEY_ID: key.id, BOT_KEY_SECRET: key.secret };
  // Next's types require NODE_ENV in every environment.
  const child = spawn(command, parameters, { env: variables as unknown as NodeJS.ProcessEnv });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (data: Buffer) => {
      output += data.toString();
    });
  }
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output }));
  });
}

/** The text to copy in the tab of this name. */
async function pasted(dialog: Locator, name: string): Promise<string> {
  await dialog.getByRole("tab", { name, exact: true }).click();
  return (await dialog.getByRole("tabpanel", { name }).locator("pre").textContent()) ?? "";
}

const newKeyDialog = (page: Page) => page.getByRole("dialog", { name: "New bot key" });
const madeDialog = (page: Page) => page.getByRole("dialog", { name: "Your bot key" });

test("a key is made for tested addresses, reads with the calls that were shown, and is dead once it is revoked", async ({
  quietPage: page,
  endpoints,
  newWallet,
}) => {
  await prepareTrader(page.context(), endpoints, { persona: newWallet });
  await page.goto(PAGE);
  await expect(page.getByText("It cannot sign an order")).toBeVisible();
  await expect(page.getByText("No bot keys yet.")).toBeVisible();
  expect(await pageProblems(page)).toEqual([]);

  // By keyboard: the button, the name, the list.
  await page.getByRole("button", { name: "New bot key" }).focus();
  await page.keyboard.press("Enter");
  const dialog = newKeyDialog(page);
  await dialog.getByRole("textbox", { name: "Name" }).focus();
  await page.keyboard.type("Grid on BTC");
  await page.keyboard.press("Tab");
  await page.keyboard.type("192.0.2.7\nbot.example\n10.1.2.3/16\n0.0.0.0/0");
  await expect(dialog.getByText(/Line 2, .*bot\.example.*not an address/)).toBeVisible();
  await expect(dialog.getByText(/Line 3, .*10\.1\.2\.3\/16.*10\.1\.0\.0\/16/)).toBeVisible();
  await expect(dialog.getByText(/0\.0\.0\.0\/0.* covers every address of its kind/)).toBeVisible();
  expect(await seriousProblems(page)).toEqual([]);
  const create = dialog.getByRole("button", { name: "Create key" });
  await expect(create).toBeDisabled();
  await expect(create).toHaveAccessibleDescription("Correct the list of addresses first.");
  await create.click({ force: true });
  const list = dialog.getByRole("textbox", { name: "Allowed addresses" });
  await expect(list).toBeFocused();

  await list.fill("0.0.0.0/0");
  await expect(create).toHaveAccessibleDescription(/^Confirm that the key may be used from any/);
  await dialog.getByRole("checkbox", { name: /^I accept that the secret alone/ }).check();
  await expect(create).toBeEnabled();
  await list.fill("10.1.0.0/16");
  await dialog.getByRole("button", { name: /^Add my address/ }).click();
  await expect(dialog.getByText("2 valid entries.")).toBeVisible();
  const tester = dialog.getByRole("textbox", { name: "Test an address" });
  await tester.fill("::ffff:10.1.255.255");
  await expect(dialog.getByText(/10\.1\.255\.255.* is allowed by .*10\.1\.0\.0\/16/)).toBeVisible();
  await tester.fill("10.2.0.0");
  await expect(dialog.getByText(/10\.2\.0\.0.* is refused/)).toContainText(
    /The nearest entry is .*10\.1\.0\.0\/16/,
  );
  await tester.fill("10.2.0.0/16");
  await expect(dialog.getByText("This is not a single address.")).toBeVisible();
  await expect(dialog.getByText(newWallet.address)).toBeVisible();
  await expect(dialog.getByRole("checkbox", { name: "May propose orders" })).not.toBeChecked();
  await create.click();

  const made = madeDialog(page);
  const id = (await made.getByLabel("Id", { exact: true }).textContent()) ?? "";
  const secret = (await made.getByLabel("Secret", { exact: true }).textContent()) ?? "";
  expect(id).toMatch(/^tbk_[0-9a-f]{24}$/);
  expect(secret).toMatch(/^tbs_[0-9a-f]{64}$/);
  expect(await seriousProblems(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(made.getByText("Save it first and tick the box")).toBeVisible();
  await made.getByRole("button", { name: "Test the key" }).click();
  await expect(made.getByText(/^It works\. The call came from .*Read only$/)).toBeVisible();
  expect(await pasted(made, "Variables")).toBe(
    `export BOT_KEY_ID=${id}\nexport BOT_KEY_SECRET=${secret}\n`,
  );
  const folder = mkdtempSync(join(tmpdir(), "bot-calls-"));
  const file = (name: string, text: string) => {
    expect(text).not.toContain(secret.slice(4));
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  const typescript = file("bot.ts", await pasted(made, "TypeScript"));
  const python = file("bot.py", await pasted(made, "Python"));
  const shell = file("bot.sh", await pasted(made, "curl"));
  await made.getByRole("checkbox", { name: "I have saved it" }).check();
  await made.locator("button", { hasText: "Close" }).click();
  await expect(made).toBeHidden();

  const key = { id, secret };
  const commands: [string, string[]][] = [
    [process.execPath, ["--no-warnings", typescript]],
    ["python3", ["-B", python]],
    ["bash", [shell]],
  ];
  for (const [command, parameters] of commands) {
    const { code, output } = await run(command, parameters, key);
    expect([command, code, output]).toEqual([command, 0, expect.stringContaining("{")]);
    expect(JSON.parse(output)).toMatchObject({ keyId: id, account: newWallet.address });
  }
  const clients: [string, string[]][] = [
    [process.execPath, ["--no-warnings", `${CLIENTS}typescript/src/bot-client.ts`, endpoints.app]],
    ["python3", ["-B", `${CLIENTS}python/svc_client/bot_client.py`, endpoints.app]],
  ];
  for (const [command, parameters] of clients) {
    const { code, output } = await run(command, parameters, key);
    expect([command, code]).toEqual([command, 0]);
    const [whoAmI = "", orders = ""] = output.trim().split("\n");
    expect(JSON.parse(whoAmI)).toMatchObject({ keyId: id });
    expect(JSON.parse(orders)).toMatchObject({ results: [] });
  }

  // Shown at another endpoint: refused with the address of its own, and reported to the owner.
  const wrong = await sendSigned(endpoints.app, key, { target: "/api/v1/mcp/keys/validate" });
  expect([wrong.status, wrong.text]).toEqual([401, expect.stringContaining("/api/bot/v1")]);

  await expect
    .poll(async () => (await page.request.get("/api/v1/bot/keys")).text(), { timeout: 20_000 })
    .toMatch(/"lastUsedAgent":"[^"]*(Python-urllib|bot|node)/);
  await page.reload();
  const row = page.getByRole("listitem").filter({ hasText: id }).last();
  await expect(row).toContainText("Grid on BTC");
  await expect(row).toContainText("10.1.0.0/16");
  await expect(row).toContainText("/api/v1/mcp/keys/validate");
  await expect(row).toContainText(/Python-urllib|bot|node/);
  expect(await seriousProblems(page)).toEqual([]);
  await secretIsNowhere(page, secret);

  await row.getByRole("button", { name: "Revoke Grid on BTC" }).click();
  const confirm = page.getByRole("dialog", { name: "Revoke Grid on BTC?" });
  await expect(confirm).toContainText("The next call with this key fails");
  await confirm.getByRole("button", { name: "Revoke" }).click();
  await expect(row).toContainText("Revoked");
  const dead = await sendSigned(endpoints.app, key, { target: WHOAMI });
  expect([dead.status, JSON.parse(dead.text).error]).toEqual([401, "REVOKED_KEY"]);
  const { code, output } = await run(process.execPath, ["--no-warnings", typescript], key);
  expect([code, output]).toEqual([1, expect.stringContaining("REVOKED_KEY")]);
});

/**
 * After its one answer, the secret is not in pages, payloads, the browser's storage, other answers,
 * database or logs.
 */
async function secretIsNowhere(page: Page, secret: string): Promise<void> {
  const hex = secret.slice(4);
  const sources: [string, string][] = [["the page", await page.content()]];
  for (const headers of [{}, { RSC: "1" }]) {
    const answer = await page.request.get(PAGE, { headers });
    sources.push([`the page with ${JSON.stringify(headers)}`, await answer.text()]);
  }
  for (const path of ["/api/v1/bot/keys", "/api/v1/audit", "/api/auth/session"]) {
    sources.push([path, await (await page.request.get(path)).text()]);
  }
  const stored = await page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name);
    return JSON.stringify([
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      names,
      location.href,
      history.state,
    ]);
  });
  sources.push(["storage", stored]);
  for (const [name, text] of sources) expect(text.includes(hex), name).toBe(false);
  const files = readdirSync(stackFolder(), { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile(),
  );
  expect(files.length).toBeGreaterThan(10);
  const holding = files
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(hex));
  expect(holding).toEqual([]);
}

async function makeKey(visitor: AppVisitor, allowlist: string[]): Promise<Key> {
  const answer = await visitor.request("/api/v1/bot/keys", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ allowlist }),
  });
  expect(answer.status).toBe(201);
  return (await answer.json()) as Key;
}

test("on the wire: the service checks a request byte for byte as it was sent, and the address that sent it", {
  tag: "@deep",
}, async ({ endpoints }) => {
  const { app } = endpoints;
  const visitor = new AppVisitor(app);
  const persona = newPersona();
  await visitor.signIn(persona);
  const key = await makeKey(visitor, ["127.0.0.0/8", "::1"]);
  // An address of its own, because refusals are counted by address.
  const from = "127.0.0.77";
  const outcome = async (target: string, signed = target, method = "GET") => {
    const { status, text } = await sendSigned(app, key, { method, target, signed, from });
    return [
      status,
      text.startsWith("{") ? ((JSON.parse(text) as { error?: string }).error ?? "ok") : text,
    ];
  };
  const untouched = "MALFORMED_QUERY";
  for (const [target, ...expected] of [
    [WHOAMI, 200, "ok"],
    // Signed and sent alike, so the endpoint refuses the unknown parameter, not the signature.
    [`${WHOAMI}?a=+&b=%20&c=%2B&d=`, 400, untouched],
    [`${WHOAMI}?a=1&a=1&a=2`, 400, untouched],
    [`${WHOAMI}?%C3%A4=%E7%81%AB&a='()!*`, 400, untouched],
    [`${WHOAMI}?a=%2f&b=%2F&c=b/c:d@e`, 400, untouched],
    [`${WHOAMI}?b=1&a=1`, 401, "INVALID_BOT_SIGNATURE"],
  ] as const) {
    expect([target, ...(await outcome(target))]).toEqual([target, ...expected]);
  }
  expect(await outcome(`${WHOAMI}?`, WHOAMI)).toEqual([200, "ok"]);
  for (const [target, signed] of [
    [`${WHOAMI}?a=2`, `${WHOAMI}?a=1`],
    [`${WHOAMI}?b=1&a=1`, `${WHOAMI}?a=1&b=1`],
    [`${WHOAMI}?a=%41`, `${WHOAMI}?a=A`],
    [WHOAMI, "/api/bot/v1/account"],
  ] as const) {
    expect([target, ...(await outcome(target, signed))]).toEqual([
      target,
      401,
      "INVALID_BOT_SIGNATURE",
    ]);
  }
  const slash = await sendSigned(app, key, { target: `${WHOAMI}/`, from });
  expect([slash.status, slash.headers.location]).toEqual([308, WHOAMI]);

  // A header that claims another address is ignored.
  const claimed = await sendSigned(app, key, {
    target: `${WHOAMI}?a=1`,
    signed: WHOAMI,
    headers: { "x-request-target": WHOAMI },
    from,
  });
  expect(claimed.status).toBe(401);
  const forged = { "x-forwarded-for": "203.0.113.5", forwarded: "for=203.0.113.5" };
  const own = await sendSigned(app, key, { target: WHOAMI, headers: forged, from });
  expect(JSON.parse(own.text)).toMatchObject({ address: from, account: persona.address });
  const elsewhere = await makeKey(visitor, ["203.0.113.0/24"]);
  const refused = await sendSigned(app, elsewhere, { target: WHOAMI, headers: forged, from });
  expect([refused.status, JSON.parse(refused.text)]).toMatchObject([
    403,
    { error: "ip_not_allowed", message: expect.stringContaining(from) as unknown },
  ]);
});

test("the signed API: public market reads, an account that does not trade yet, and unknown paths", {
  tag: "@deep",
}, async ({ endpoints }) => {
  const { app } = endpoints;
  const visitor = new AppVisitor(app);
  await visitor.signIn(newPersona());
  const key = await makeKey(visitor, ["127.0.0.0/8", "::1"]);
  const from = "127.0.0.78";
  const markets = await sendSigned(app, key, { target: "/api/bot/v1/markets", from });
  expect(markets.headers["cache-control"]).toBe("no-store");
  expect(markets.headers["ratelimit-limit"]).toBe("240");
  const everybody = await fetch(`${app}/api/perps-dex/markets`);
  expect(JSON.parse(markets.text)).toEqual(await everybody.json());
  for (const name of ["account", "orders", "positions"]) {
    const { status, text } = await sendSigned(app, key, { target: `/api/bot/v1/${name}`, from });
    expect([status, JSON.parse(text).error]).toEqual([403, "TRADING_NOT_ENABLED"]);
  }
  const head = await sendSigned(app, key, { method: "HEAD", target: WHOAMI, from });
  expect([head.status, head.text]).toEqual([200, ""]);
  const options = await send(app, { method: "OPTIONS", target: WHOAMI, from });
  expect([options.status, options.headers.allow]).toEqual([204, expect.stringContaining("GET")]);
  for (const [method, target, status, code] of [
    ["GET", WHOAMI, 401, "MISSING_CREDENTIAL"],
    ["GET", "/api/bot/v1/nothing", 404, "NOT_FOUND"],
    ["GET", "/api/bot/v1", 404, "NOT_FOUND"],
    ["POST", WHOAMI, 405, "METHOD_NOT_ALLOWED"],
  ] as const) {
    const answer = await send(app, { method, target, from });
    expect([target, answer.status, JSON.parse(answer.text).error]).toEqual([target, status, code]);
  }
  const unsigned = await visitor.request(WHOAMI);
  expect([unsigned.status, (await unsigned.json()).error]).toEqual([401, "MISSING_CREDENTIAL"]);
});
