/**
 * The statements of the developers' page hold: the journey runs every call on it as shown, against the real services.
 */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { tourCalls } from "#components/machines/developers/tour-calls.ts";
import { prepareTrader } from "#e2e/support/trader.ts";
import { expect, pageProblems, seriousProblems, test } from "#e2e/support/trading-page.ts";
import { requestOf, Wallet } from "#lib/kernel/wallet.ts";
import type { AppVisitor, Persona } from "#scripts/dev/clients/wallet-session.ts";
import type { Endpoints } from "#scripts/dev/data-dir.ts";

const run = promisify(execFile);

async function posted(visitor: AppVisitor, path: string, body: unknown): Promise<Response> {
  const answer = await visitor.request(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(201);
  return answer;
}

/** A key that belongs to the program, made at the venue by the account's signature. */
async function venueKey({ venue }: Endpoints, { seed }: Persona): Promise<string> {
  const write = Wallet.ofHex(seed).createKey("own program", Date.now());
  const answer = await fetch(venue + write.path, requestOf(write));
  return ((await answer.json()) as { key: string }).key;
}

/** One credential of each kind, under the names that the page gives them. */
async function credentials(
  visitor: AppVisitor,
  endpoints: Endpoints,
  persona: Persona,
): Promise<Record<string, string>> {
  const token = (await (await visitor.request("/api/auth/token")).json()) as { token: string };
  const mcp = await posted(visitor, "/api/v1/mcp/keys", { name: "first call" });
  const { secret: mcpKey } = (await mcp.json()) as { secret: string };
  const allowlist = ["127.0.0.1", "::1"];
  const bot = (await (await posted(visitor, "/api/v1/bot/keys", { allowlist })).json()) as {
    id: string;
    secret: string;
  };
  return {
    SVC_SESSION_TOKEN: token.token,
    SVC_MCP_KEY: mcpKey,
    BOT_KEY_ID: bot.id,
    BOT_KEY_SECRET: bot.secret,
    SVC_VENUE_KEY: await venueKey(endpoints, persona),
  };
}

async function shown(page: Page): Promise<{ kind: string; text: string }[]> {
  const blocks = await page.locator("[data-code]").all();
  return Promise.all(
    blocks.map(async (block) => ({
      kind: (await block.getAttribute("data-code")) ?? "",
      text: (await block.textContent()) ?? "",
    })),
  );
}

/** The output of each first call, the same for every program. */
const ANSWERS: Record<string, RegExp> = {
  public: /BTCUSDC/,
  session: /ses_[0-9a-f]{24}/,
  mcp: /mcp_[0-9a-f]{24}/,
  assistant: /get_price/,
  bot: /tbk_[0-9a-f]{24}/,
  venue: /free_collateral/,
};

test("every call on the page does what it says, as pasted", { tag: "@deep" }, async ({
  page,
  endpoints,
  newWallet,
}) => {
  const visitor = await prepareTrader(page.context(), endpoints, { persona: newWallet });
  const secrets = await credentials(visitor, endpoints, newWallet);
  await page.goto("/developers");
  const blocks = await shown(page);
  const env = { ...process.env, ...secrets };
  const folder = await mkdtemp(join(tmpdir(), "first-calls-"));
  const ran: string[] = [];
  try {
    for (const { kind, text } of blocks) {
      const [program = "", of = ""] = kind.split("-");
      const file = join(folder, `${kind}${program === "typescript" ? ".mts" : ""}`);
      await writeFile(file, text);
      const command = { curl: "bash", typescript: process.execPath, python: "python3" }[program];
      if (command === undefined) continue;
      const { stdout } = await run(command, [file], { env, timeout: 30_000 });
      expect(stdout, kind).toMatch(of === "stream" ? /^event: (?:mark|trades)$/m : ANSWERS[of]!);
      ran.push(kind);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  const kinds = Object.keys(ANSWERS).flatMap((of) =>
    ["curl", "typescript", "python"].map((program) => `${program}-${of}`),
  );
  expect(ran.toSorted()).toEqual([...kinds, "curl-stream"].toSorted());

  // The stage of clients of others runs the tour and the steps of OAuth, each in one shell.
  const sandboxUrl = endpoints.sandbox ?? "";
  const addresses = { baseUrl: endpoints.app, venueUrl: endpoints.venue, sandboxUrl };
  expect(blocks.filter(({ kind }) => kind.startsWith("tour-"))).toEqual(
    tourCalls(addresses).map(({ step, text }) => ({ kind: `tour-${step}`, text })),
  );
});

test("the page is accessible in both themes, fits a phone, works by keyboard, and its button copies a call", async ({
  quietPage: page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  // Without animations axe measures no colour in transition. A theme changes only colours.
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await page.goto("/developers");
  await expect(page.getByRole("heading", { level: 1, name: "Developers" })).toBeVisible();
  expect(await pageProblems(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  expect(await seriousProblems(page, ["color-contrast"]), "light").toEqual([]);

  const button = page.getByRole("button", { name: "Copy curl: Without a key" });
  await button.focus();
  await page.keyboard.press("Enter");
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^curl -sS .*\/api\/perps-dex\/markets'\n$/);

  for (const width of [1024, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `${width} px`).toBe(0);
    const names = page.getByRole("rowheader").locator("code");
    const name = names.filter({ hasText: "cancel_staged_order" });
    const lines = await name.evaluate((code) => code.getClientRects().length);
    expect(lines, `lines of a tool's name at ${width} px`).toBe(1);
  }
});

test("in Arabic the page runs from right to left, and calls do not", { tag: "@deep" }, async ({
  page,
  context,
  endpoints,
}) => {
  await context.addCookies([{ name: "svc.locale", value: "ar", url: endpoints.app }]);
  await page.goto("/developers");
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("المطورون");
  const call = page.locator("[data-code=curl-public]");
  expect(await call.evaluate((block) => getComputedStyle(block).direction)).toBe("ltr");
  const tools = page.getByRole("table").filter({ hasText: "cancel_staged_order" });
  const about = tools.locator("[lang=en]").first();
  expect(await about.evaluate((text) => getComputedStyle(text).direction)).toBe("ltr");
});
