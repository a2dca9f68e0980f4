/** A partner looks at level and earnings, and every figure is the same in every place. */
import { execFile } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { linkTo } from "#e2e/support/mailbox.ts";
import { fillAddress, newAddress } from "#e2e/support/people.ts";
import { scrollTo } from "#e2e/support/scroll.ts";
import { signInByMail, signInByWallet } from "#e2e/support/sign-in.ts";
import { newPersona } from "#e2e/support/test.ts";
import { installTestWallet, TEST_WALLET } from "#e2e/support/test-wallet.ts";
import { expect, pageProblems, seriousProblems, test } from "#e2e/support/trading-page.ts";
import { parseSigned } from "#lib/protocol/decimal.ts";
import { EARNING_DECIMALS } from "#lib/protocol/partner/partner-levels.ts";
import type {
  EarningBuckets,
  PartnerLinks,
  PartnerSummary,
  ReferralPage,
  SettlementPage,
} from "#lib/protocol/wire/partner.ts";
import type { AppVisitor } from "#scripts/dev/clients/wallet-session.ts";

// A slow computer takes four times as long.
test.describe.configure({ timeout: 300_000 });

const run = promisify(execFile);

async function read(visitor: AppVisitor, path: string): Promise<unknown> {
  const answer = await visitor.request(`/api/v1/partner/${path}`);
  expect(answer.status, path).toBe(200);
  return answer.json();
}

async function readText(visitor: AppVisitor, path: string): Promise<string> {
  const answer = await visitor.request(`/api/v1/partner/${path}`);
  expect(answer.status, path).toBe(200);
  return answer.text();
}

const lastOf = (page: Page) => page.locator("[data-figure='settlements.totals.settled']");

/** Every figure on the screen by its name, exact. Two figures of one name have to be equal. */
async function figuresOf(page: Page): Promise<Map<string, string>> {
  const found = await page
    .locator("[data-figure]")
    .evaluateAll((elements) =>
      elements.map((element) => [
        element.getAttribute("data-figure") ?? "",
        element.getAttribute("data-exact") ?? element.textContent ?? "",
      ]),
    );
  const figures = new Map<string, string>();
  for (const [name = "", exact = ""] of found) {
    expect(figures.get(name) ?? exact, `two figures called ${name}`).toBe(exact);
    figures.set(name, exact);
  }
  return figures;
}

/** Amounts in an answer, by the names that the page gives them. */
function named(prefix: string, value: unknown, into: Map<string, string>): void {
  if (typeof value === "string" || typeof value === "number") into.set(prefix, String(value));
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    const product: unknown = (inner as { product?: unknown } | null)?.product;
    const name = typeof product === "string" ? product : key;
    named(prefix === "" ? name : `${prefix}.${name}`, inner, into);
  }
}

type Table = Record<string, string>[];

function parseCsv(text: string): Table {
  const [head = "", ...lines] = text.trimEnd().split("\r\n");
  const names = head.split(",");
  return lines.map((line) => {
    const cells = line.split(",");
    return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ""]));
  });
}

/** In 1e-11 USD. */
function units(amount: string): bigint {
  const parsed = parseSigned(amount, EARNING_DECIMALS);
  if (parsed === undefined) throw new Error(`${amount} is no amount.`);
  return parsed;
}

const sumOf = (amounts: readonly string[]) =>
  amounts.reduce((sum, amount) => sum + units(amount), 0n);

test("page, endpoints, CSV and PDF show the same figures of one snapshot; the address opens and closes the drill-down to the reason of a fee's share", async ({
  quietPage: page,
  context,
  endpoints,
}) => {
  const visitor = await signInByWallet(context, endpoints, endpoints.personas.partner);
  const { as_of, ledger_seq } = (await read(visitor, "summary")) as PartnerSummary;
  const at = `as_of=${as_of}&as_of_seq=${ledger_seq}`;

  await page.goto(`/partner?range=all&granularity=month&at=${as_of}&seq=${ledger_seq}`);
  await scrollTo(page, lastOf(page));
  await expect(page.locator("[data-figure='earnings.totals.earned']")).toBeVisible();
  await expect(page.locator("[data-figure='referrals.count']")).toBeVisible();
  const more = page.getByRole("button", { name: "Show more" });
  await expect(more.first()).toBeVisible();
  await expect(async () => {
    if ((await more.count()) > 0) await more.first().click();
    await expect(more).toHaveCount(0, { timeout: 1_000 });
    expect((await figuresOf(page)).size).toBeGreaterThan(80);
  }).toPass();
  const shown = await figuresOf(page);

  const tz = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const summary = (await read(visitor, `summary?${at}`)) as PartnerSummary;
  const earnings = (await read(
    visitor,
    `earnings?${at}&granularity=month&tz=${tz}`,
  )) as EarningBuckets;
  const referrals = (await read(visitor, `referrals?${at}&limit=1000`)) as ReferralPage;
  const settlements = (await read(visitor, `settlements?${at}&limit=1000`)) as SettlementPage;
  const expected = new Map<string, string>();
  named("", summary, expected);
  named("earnings.totals", earnings.totals, expected);
  named("settlements.totals", settlements.totals, expected);
  expected.set("referrals.count", String(referrals.count));
  for (const step of summary.rolloff) expected.set(`rolloff.${step.level}.to_hold`, step.to_hold);
  for (const one of referrals.results) {
    named(`referral.${one.id}`, one.figures, expected);
    named(`referral.${one.id}.total`, one.total, expected);
  }
  for (const one of settlements.results) expected.set(`settlement.${one.id}.amount`, one.amount);

  const differences = [...shown].filter(([name, exact]) => expected.get(name) !== exact);
  expect(differences).toEqual([]);
  expect(shown.size).toBeGreaterThan(80);
  for (const name of [
    "level",
    "share_percent",
    "referred_fees_30d",
    "balances.accrued",
    "balances.settled",
    "balances.in_transit",
    "balances.pending",
    "by_product.perp.earned_total",
    "by_product.perp.of_which_copy.fees_30d",
    "earnings.totals.earned",
  ])
    expect(shown.has(name), name).toBe(true);

  // The four endpoints add up among themselves, and the files contain the whole history.
  const { accrued } = summary.balances;
  expect(earnings.totals.earned).toBe(accrued);
  expect(sumOf(earnings.results.map(({ earned }) => earned))).toBe(units(accrued));
  expect(sumOf(referrals.results.map(({ total }) => total.earned))).toBe(units(accrued));
  expect(summary.balances.reconciles).toBe(true);
  expect(settlements.totals.settled).toBe(summary.balances.settled);
  const fees = parseCsv(await readText(visitor, `earnings?${at}&format=csv`));
  expect(fees.length).toBeGreaterThan(2_000);
  expect(sumOf(fees.map((row) => row["earned"] ?? ""))).toBe(units(accrued));
  const people = parseCsv(await readText(visitor, `referrals?${at}&format=csv`));
  expect(new Map(people.map((row) => [row["id"], row["earned"]]))).toEqual(
    new Map(referrals.results.map(({ id, figures }) => [id, figures.earned])),
  );
  const paid = parseCsv(await readText(visitor, `settlements?${at}&format=csv`));
  expect(paid.map((row) => row["amount"])).toEqual(settlements.results.map((one) => one.amount));

  // The statement: the same sums on paper, and a hash chain that anyone can recompute.
  const folder = mkdtempSync(join(tmpdir(), "svc-statement-"));
  const file = join(folder, "statement.csv");
  writeFileSync(file, await readText(visitor, `statement?${at}&format=csv`));
  const checked = await run(process.execPath, [
    "public/verify-statement.mjs",
    file,
    "--head",
    summary.head_hash,
    "--keys",
    new URL("/api/public/partner/statement-keys", page.url()).href,
  ]);
  expect(checked.stdout).toContain(accrued);
  expect(checked.stdout).toContain("SIGNED by");
  const pdf = await visitor.request(`/api/v1/partner/statement?${at}&format=pdf`);
  expect(pdf.headers.get("content-type")).toBe("application/pdf");
  expect(
    Buffer.from(await pdf.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe("%PDF-");

  await test.step("the address is the view", async () => {
    await page.goto("/partner?range=1y");
    await scrollTo(page, lastOf(page));
    await page
      .getByRole("button", { name: /^Open ref_/ })
      .first()
      .click();
    const dialog = page.getByRole("dialog", { name: /^Referral ref_/ });
    await expect(dialog).toBeVisible();
    await expect(page).toHaveURL(/referral=ref_/);
    await dialog.locator("[data-figure^='entry.']").first().click();
    const reason = page.getByRole("button", { name: "Copy link to this fee" });
    await expect(reason).toBeVisible();
    await expect(page).toHaveURL(/entry=\d+/);
    const view = page.url();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(page).not.toHaveURL(/referral=/);
    await page.goto(view);
    await expect(reason).toBeVisible();
  });
});

test("the whole history is shown, and the days can be typed", { tag: "@deep" }, async ({
  quietPage: page,
  context,
  endpoints,
}) => {
  await signInByWallet(context, endpoints, endpoints.personas.partner);
  await page.goto("/partner?range=all");
  // A year fits by weeks, though the partner has only just joined.
  await expect(page.getByLabel("Per", { exact: true })).toHaveValue("week");
  await expect(page.getByText("Not all bars fit")).toHaveCount(0);
  await page.getByRole("radio", { name: "Custom range" }).click();
  // The shown range is filled in, and its bars stay.
  await expect(page).toHaveURL(/\?from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d&granularity=week$/);
  const [from, to] = [
    page.getByLabel("From", { exact: true }),
    page.getByLabel("To", { exact: true }),
  ];
  await from.focus();
  await page.keyboard.type("03052026");
  await expect(page).toHaveURL(/\?from=2026-03-05&to=\d{4}-\d\d-\d\d&granularity=week$/);
  await to.focus();
  await page.keyboard.type("02012026");
  await expect(page.getByText("The last day is before the first day.")).toBeVisible();
  await expect(page).toHaveURL(/\?from=2026-03-05&to=\d{4}-\d\d-\d\d&granularity=week$/);
  await to.blur();
  await expect(page.getByText("The last day is before the first day.")).toBeVisible();
  await to.focus();
  await page.keyboard.type("04");
  await expect(page).toHaveURL(/\?from=2026-03-05&to=2026-04-01&granularity=week$/);
  await expect(page.getByText("The last day is before the first day.")).toHaveCount(0);
  await expect(page.locator("[data-figure='earnings.totals.earned']")).toBeVisible();
  // The records below name the range, and an address with days that are not in order says so.
  await expect(page.getByRole("region", { name: "Referrals" })).toContainText(
    /5 Mar\s*–\s*1 Apr 2026 · All products/,
  );
  await page.goto("/partner?range=custom&from=2026-04-01&to=2026-03-05");
  await expect(page.getByText("The days in this address are not valid")).toBeVisible();
  await expect(page.getByRole("radio", { name: "90 days" })).toBeChecked();
});

test("a referral gets an alias and a note, and is found by them", { tag: "@deep" }, async ({
  quietPage: page,
  context,
  endpoints,
}) => {
  await signInByWallet(context, endpoints, endpoints.personas.partner);
  await page.goto("/partner?sort=joined");
  const search = page.getByRole("searchbox", { name: "Search alias, note, id or wallet" });
  await scrollTo(page, search);
  await page
    .getByRole("button", { name: /^Open / })
    .first()
    .click();
  const alias = `Ada ${newPersona().seed.slice(0, 8)}`;
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Alias").fill(alias);
  await dialog.getByLabel("Note", { exact: true }).fill("met in Lisbon");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Saved.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: `Open ${alias}` })).toBeVisible();
  await search.fill(alias.toLowerCase());
  await expect(page).toHaveURL(/search=ada/);
  await expect(page.getByRole("button", { name: /^Open / })).toHaveCount(1);
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByText(/^All [\d,]+ figures match the partner API/)).toBeVisible();
});

test("a visitor reads what the programme pays, signs in and joins, shares the link, and sees who signs up with it", async ({
  quietPage: page,
  context,
  endpoints,
  newWallet,
  browser,
}) => {
  await test.step("signed out, what it pays and the way to signing in and back", async () => {
    await page.goto("/partner");
    const levels = page.getByRole("table", { name: "The six levels" });
    await expect(levels.getByRole("row")).toHaveCount(7);
    await expect(levels.getByRole("row").last()).toContainText(
      /from 25,000 USD\s*25%\s*25\.00 USD/,
    );
    await expect(page.getByRole("main")).toContainText("There is no fixed day");
    await expect(
      page
        .getByRole("main")
        .getByRole("link", { name: /sign in/i })
        .first(),
    ).toHaveAttribute("href", /next=%2Fpartner/);
  });

  const visitor = await signInByWallet(context, endpoints, newWallet);
  await page.goto("/partner");
  const code = `e2e-${newPersona().seed.slice(0, 8)}`;
  await page.getByLabel("Your code").fill(code);
  await page.getByRole("button", { name: "Join the programme" }).click();
  await page.getByRole("button", { name: "Join with this code" }).click();
  await expect(page.locator("[data-figure='level']")).toHaveText(/1/);
  await scrollTo(page, page.getByText("Nobody has signed up with your link yet"));
  expect(await pageProblems(page)).toEqual([]);

  // A second link, by which the guest comes.
  const link = page.getByRole("region", { name: "Your referral link" });
  await link.getByText("All links and their results").click();
  await link.getByLabel("Name of a new link").fill("Newsletter");
  await link.getByLabel("Code (optional)").fill(`${code}-n`);
  await link.getByRole("button", { name: "Add link" }).click();
  await expect(link.getByRole("row", { name: /^Newsletter/ })).toContainText(`${code}-n`);
  await expect(link.getByText(new RegExp(`^Code .?${code}-n`))).toBeVisible();

  const other = await browser.newContext();
  const guest = await other.newPage();
  await guest.goto(`${endpoints.app}/r/${code}-n`);
  // The page continues on its own.
  await expect(guest).not.toHaveURL(/\/r\//);
  await expect(guest.getByRole("button", { name: /^Data: / })).toHaveAttribute(
    "data-freshness",
    "live",
  );
  const offer = guest.getByRole("complementary", { name: "Partner offer" });
  await expect(offer).toContainText(code);
  await expect(offer).toContainText("10% off trading fees");
  expect(await pageProblems(guest)).toEqual([]);
  await guest.getByRole("button", { name: "Connect wallet" }).first().click();
  await expect(guest.getByRole("dialog").getByText(code)).toBeVisible();
  await guest.goto(`${endpoints.app}/sign-in?next=/settings`);
  await expect(guest.getByText(code)).toBeVisible();
  const email = newAddress();
  await fillAddress(guest, email);
  await guest.getByRole("button", { name: /^Send (me )?a link$/ }).click();
  // The mail is opened in another browser, which has not followed the link.
  const elsewhere = await browser.newContext();
  const opener = await elsewhere.newPage();
  await opener.goto(await linkTo(endpoints, email, 1));
  await expect(opener.getByText(code)).toBeVisible();
  await opener.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(opener).not.toHaveURL(/\/sign-in/);
  await Promise.all([other.close(), elsewhere.close()]);

  const { count, results } = (await read(visitor, "referrals")) as ReferralPage;
  expect(count).toBe(1);
  expect(results[0]?.id).toMatch(/^ref_[0-9a-f]{24}$/);
  const links = (await read(visitor, "links")) as PartnerLinks;
  expect(links.results.map(({ clicks, sign_ups }) => [clicks, sign_ups])).toEqual([
    [0, 0],
    [1, 1],
  ]);
  // No request or page reveals the referred account to the partner.
  expect(JSON.stringify(results)).not.toContain(email);
});

test("on a phone the page is at most 4,000 px long, and its folded parts open", {
  tag: "@deep",
}, async ({ quietPage: page, context, endpoints }) => {
  await signInByWallet(context, endpoints, endpoints.personas.partner);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/partner");
  await scrollTo(page, lastOf(page));
  await expect(page.locator("[data-figure='referrals.count']")).toBeVisible();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height).toBeLessThanOrEqual(4_000);
  await expect(page.locator("[data-figure='balances.settled']")).toBeHidden();
  await page.locator("summary", { hasText: "Balance" }).click();
  await expect(page.locator("[data-figure='balances.settled']")).toBeVisible();
  await page.locator("summary", { hasText: "Filters" }).click();
  await page.getByRole("radio", { name: "30 days" }).click();
  await expect(page).toHaveURL(/range=30d/);
  expect(await pageProblems(page)).toEqual([]);
});

test("a partner reads what the next payout is, when, and what it depends on", {
  tag: "@deep",
}, async ({ page, context, endpoints }) => {
  await signInByWallet(context, endpoints, endpoints.personas.partner);
  await page.goto("/partner");
  const payout = page.getByRole("region", { name: "Next payout" });
  await expect(payout).toContainText(/[\d,.]+ USD earned and not paid yet/);
  await expect(payout).toContainText("There is no fixed day");
  await expect(payout).toContainText("The smallest payout is 10 USDC");
  await expect(payout.getByRole("button", { name: "Change" })).toBeVisible();
  await page.getByRole("link", { name: "How the programme works" }).click();
  await expect(page).toHaveURL(/\/partner\/programme$/);
  await expect(page.getByRole("table", { name: "The six levels" })).toBeVisible();
  await page.getByRole("link", { name: "To your partner page" }).click();
  await expect(payout).toBeVisible();
});

test("a partner who joined by mail links a wallet and chooses it for payouts", {
  tag: "@deep",
}, async ({ page, endpoints }) => {
  const { seed, address } = newPersona();
  await installTestWallet(page, { seeds: [seed] });
  await signInByMail(page.context(), endpoints);
  await page.goto("/partner");
  await page.getByRole("button", { name: "Join the programme" }).click();
  await page.getByRole("button", { name: "Join with this code" }).click();
  const toSettings = page.getByRole("link", { name: "Link a wallet" });
  await scrollTo(page, toSettings);
  await toSettings.click();
  await page.getByRole("button", { name: "Link a wallet" }).click();
  await page
    .getByRole("list", { name: "Wallets" })
    .getByRole("button", { name: TEST_WALLET })
    .click();
  await expect(page.getByRole("main")).toContainText(address);
  await page.goto("/partner");
  const choose = page.getByRole("button", { name: "Choose wallet" });
  await scrollTo(page, choose);
  await choose.click();
  const dialog = page.getByRole("dialog", { name: "Payout wallet" });
  await expect(dialog.getByRole("radio", { name: address })).toBeChecked();
  expect(await seriousProblems(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Use this wallet" }).click();
  await expect(dialog).toBeHidden();
  const ends = `${address.slice(0, 6)}…${address.slice(-6)}`;
  await expect(page.getByText(ends).first()).toBeVisible();
  const profile = await page.request.get("/api/v1/partner");
  expect(await profile.json()).toMatchObject({ partner: { payout_next: { address } } });
  await expect(page.getByRole("button", { name: "Change" })).toBeVisible();
});

test("deleting a partner's account names what is lost, and waits until the loss is accepted", {
  tag: "@deep",
}, async ({ page, context, endpoints }) => {
  await signInByWallet(context, endpoints, endpoints.personas.partner);
  await page.goto("/settings/delete");
  const partner = page.getByRole("region", { name: "Your partner earnings" });
  await expect(partner).toContainText(/[\d,.]+ USD\s*Not paid yet\. It will be forfeited/);
  await expect(partner).toContainText(/The next payout is planned|until the next payout/);
  await expect(partner.getByRole("link", { name: "Download statement (PDF)" })).toBeVisible();
  const erased = page.getByRole("region", { name: "What is erased" });
  await expect(erased).toContainText(/Your partner code .+ and all your links/);
  const button = page.getByRole("button", { name: "Delete my account" });
  await page.getByRole("textbox").fill("delete");
  await expect(button).toHaveAttribute("aria-disabled", "true");
  await button.click({ force: true });
  await expect(page.getByText("First confirm above what will be forfeited.")).toBeVisible();
  await partner.getByRole("checkbox", { name: /^I understand that .* will be forfeited/ }).check();
  await expect(button).toHaveAttribute("aria-disabled", "false");
  expect(await pageProblems(page)).toEqual([]);
});
