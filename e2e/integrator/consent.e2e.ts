/** The page on which a person lets an app act for them: each answer, each error, and the disconnection. */
import { type Locator, type Page, request as playwrightRequest } from "@playwright/test";
import { isFitting } from "#e2e/support/accessibility.ts";
import { linkTo } from "#e2e/support/mailbox.ts";
import {
  ALL_SCOPES,
  type Landing,
  OauthClient,
  openLoopback,
  openSite,
} from "#e2e/support/oauth-client.ts";
import { askForLink, newAddress } from "#e2e/support/people.ts";
import { signInByWallet } from "#e2e/support/sign-in.ts";
import { newPersona } from "#e2e/support/test.ts";
import { test as base, expect, pageProblems, seriousProblems } from "#e2e/support/trading-page.ts";
import { AppVisitor } from "#scripts/dev/clients/wallet-session.ts";

const test = base.extend<{ loopback: Landing; site: Landing }>({
  loopback: async ({}, use) => {
    const landing = await openLoopback();
    await use(landing);
    await landing.close();
  },
  site: async ({}, use) => {
    const landing = await openSite();
    await use(landing);
    await landing.close();
  },
});
test.use({ ignoreHTTPSErrors: true });

const scope = (page: Page, name: string) => page.getByRole("checkbox", { name });
const approve = (page: Page) => page.getByRole("button", { name: "Approve" });
const deny = (page: Page) => page.getByRole("button", { name: "Deny" });

/** The names of its scopes as the consent page last showed them. */
async function grants(
  visitor: AppVisitor,
): Promise<{ name: string; state: string; scopes: string[] }[]> {
  const answer = await visitor.request("/api/v1/grants");
  const { grants: all } = (await answer.json()) as {
    grants: { name: string; state: string; scopes: string[] }[];
  };
  return all;
}

test("an app asks, gets what stays ticked, is listed with its use, then disconnected, and refused at its next call", async ({
  quietPage: page,
  endpoints,
  newWallet,
  site,
}) => {
  const visitor = await signInByWallet(page.context(), endpoints, newWallet);
  await page.goto("/settings/connected-apps");
  await expect(page.getByRole("heading", { name: "No connected apps" })).toBeVisible();
  await expect(
    page.getByRole("main").getByRole("link", { name: "Connect an assistant" }),
  ).toHaveCount(2);
  expect(await pageProblems(page)).toEqual([]);

  const client = await OauthClient.register(endpoints.app, `${site.origin}/callback`, "Orchard");
  await test.step("the page shows the app, its address, the account and the permissions", async () => {
    const answer = await page.goto(client.ask());
    const headers = answer?.headers() ?? {};
    expect(headers["x-frame-options"]).toBe("DENY");
    expect(headers["cache-control"]).toContain("no-store");
    expect(headers["referrer-policy"]).toBe("no-referrer");
    const policy = headers["content-security-policy"] ?? "";
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy.split("; ")).toContain(`form-action 'self' ${site.origin} https:`);

    await expect(page.getByRole("heading", { name: /^Connect .*Orchard/ })).toBeVisible();
    const main = page.getByRole("main");
    await expect(main).toContainText("Unverified");
    await expect(main).toContainText("This app is not verified");
    await expect(main).toContainText(`The site \u2066${new URL(site.origin).host}\u2069`);
    await expect(main).toContainText(newWallet.address);
    await expect(scope(page, "See the markets")).toBeChecked();
    await expect(scope(page, "See your points")).not.toBeChecked();
    await expect(scope(page, "Propose orders to you")).not.toBeChecked();
    await expect(scope(page, "Propose orders to you")).toHaveAccessibleDescription(
      /Nothing is placed unless you approve and sign it/,
    );
    await expect(main).toContainText("You can disconnect it at any time in Connected apps");
    await expect(main).toContainText("at most 30 days");
    await expect(page.getByRole("link", { name: "Connected apps" })).toHaveAttribute(
      "href",
      "/settings/connected-apps",
    );
    await expect(main.locator("code")).toHaveText([
      "read:market",
      "trade:execute",
      "read:chat",
      "read:points",
    ]);
    expect(await pageProblems(page)).toEqual([]);
  });

  const tokens = await test.step("only ticked scopes are granted", async () => {
    await page.getByText("Read your balances").click();
    await expect(scope(page, "Read your balances")).toBeChecked();
    await approve(page).click();
    await page.waitForURL(`${site.origin}/callback?**`);
    await expect(page.getByText("Back in the app")).toBeVisible();
    const given = await client.exchange(client.answer(page.url()).code);
    expect(given.scope.split(" ").toSorted()).toEqual(["read:chat", "read:market"]);
    expect(await client.call(given.access_token)).toBe(200);
    expect(await grants(visitor)).toMatchObject([
      { name: "Orchard", state: "active", scopes: ["read:chat", "read:market"] },
    ]);
    return given;
  });

  await test.step("it is listed with its use, then disconnected, and refused at its next call", async () => {
    const isNoted = async () => (await page.request.get(`${endpoints.app}/api/v1/grants`)).text();
    await expect.poll(isNoted, { timeout: 20_000 }).toContain("journey-app/1");

    await page.goto("/settings/connected-apps");
    const card = page
      .getByRole("list", { name: "Connected", exact: true })
      .getByRole("listitem")
      .filter({ hasText: "Orchard" });
    await expect(card).toContainText("Unverified");
    await expect(card).toContainText("See the markets");
    await expect(card.getByText("Propose orders to you")).toBeHidden();
    await expect(card).toContainText("journey-app/1");
    await expect(card).toContainText("First used");
    await expect(card).toContainText(/1 request in 30 days, 0 refused/);
    expect(await pageProblems(page)).toEqual([]);

    await card.getByRole("button", { name: "Disconnect Orchard" }).click();
    const dialog = page.getByRole("dialog", { name: /^Disconnect “.?Orchard.?”\?$/ });
    await expect(dialog).toContainText("journey-app/1");
    expect(await seriousProblems(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Disconnect" }).click();
    await expect(dialog).toBeHidden();
    expect(await client.call(tokens.access_token)).toBe(401);
    const ended = page.getByRole("list", { name: "Recently disconnected" });
    await expect(ended).toContainText("Orchard");
    expect(await seriousProblems(page)).toEqual([]);
    await page.goto("/settings/activity");
    await expect(page.getByText(/Orchard.* was disconnected/)).toBeVisible();
  });
});

test("the answer is in sight at once, on a laptop and on a phone, and does not hide what has the focus", {
  tag: "@deep",
}, async ({ page, endpoints, site }) => {
  await signInByWallet(page.context(), endpoints);
  const client = await OauthClient.register(endpoints.app, `${site.origin}/callback`, "Orchard");
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport);
    await page.goto(client.ask());
    await expect(approve(page)).toBeInViewport({ ratio: 1 });
    await expect(deny(page)).toBeInViewport({ ratio: 1 });
    const last = scope(page, "See your points");
    await last.focus();
    const [box, bar] = await Promise.all([last.boundingBox(), deny(page).boundingBox()]);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  }
});

test("an app on this computer gets the answer, and the page says what that means", {
  tag: "@deep",
}, async ({ quietPage: page, endpoints, loopback }) => {
  await signInByWallet(page.context(), endpoints);
  const client = await OauthClient.register(endpoints.app, `${loopback.origin}/cb`, "Terminal");
  await page.goto(client.ask("read:market"));
  const main = page.getByRole("main");
  await expect(main).toContainText("This is a program on this computer");
  await expect(main).not.toContainText("Unverified");
  await expect(main).not.toContainText("less than a day ago");
  await expect(page.getByRole("checkbox")).toHaveCount(1);
  await approve(page).click();
  await page.waitForURL(`${loopback.origin}/cb?**`);
  const tokens = await client.exchange(client.answer(page.url()).code);
  expect(tokens.scope).toBe("read:market");
});

/** The addresses to which the page's browser was sent, with schemes that it knows no program for. */
async function navigations(page: Page): Promise<string[]> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Network.enable");
  const seen: string[] = [];
  cdp.on("Network.requestWillBeSent", ({ request }) => seen.push(request.url));
  return seen;
}

test("an app with its own scheme is opened by a page that shows the outcome and has a link", {
  tag: "@deep",
}, async ({ page, endpoints }) => {
  await signInByWallet(page.context(), endpoints);
  const client = await OauthClient.register(endpoints.app, "orchard-app://done/cb", "Orchard");
  const refused: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) refused.push(message.text());
  });
  const seen = await navigations(page);
  const opened = () => seen.filter((url) => url.startsWith("orchard-app:"));
  await page.goto(client.ask());
  const asking = page.url();
  await expect(page.getByRole("main")).toContainText("An app on this device that opens");
  await expect(page.getByRole("main")).toContainText(
    "Any app on this device can claim such links.",
  );
  await approve(page).click();
  await expect(page.getByRole("heading", { name: "Approved" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText(
    "Orchard should open now. You can close this tab.",
  );
  await expect(approve(page)).toHaveCount(0);
  expect(await pageProblems(page)).toEqual([]);

  await test.step("opens by itself and by the link, at the same address", async () => {
    await expect.poll(opened).toHaveLength(1);
    const link = page.getByRole("link", { name: "Open Orchard" });
    await expect(link).toHaveAttribute("href", opened()[0] ?? "");
    expect(refused).toEqual([]);
  });

  await test.step("the code is in no address of the history, and goes nowhere else", async () => {
    const [url = ""] = opened();
    const { code } = client.answer(url);
    const cdp = await page.context().newCDPSession(page);
    const history = await cdp.send("Page.getNavigationHistory");
    expect(JSON.stringify(history)).not.toContain(code);
    expect(seen.filter((one) => one.includes(code ?? "-"))).toEqual(opened());
    expect(await client.exchange(code)).toMatchObject({
      access_token: expect.stringMatching(/^svc_at_/),
    });
  });

  await test.step("going back or reloading shows that the request was answered", async () => {
    const over = page.getByRole("heading", { name: "You have already answered" });
    await page.reload();
    await expect(over).toBeVisible();
    await page.goto(asking);
    await expect(over).toBeVisible();
    await page.goBack();
    await expect(over).toBeVisible();
    expect(opened()).toHaveLength(1);
  });
});

test("a denial also opens an app with its own scheme, without JavaScript, on a phone and in the dark theme", {
  tag: "@deep",
}, async ({ browser, endpoints }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    baseURL: endpoints.app,
    viewport: { width: 390, height: 844 },
    colorScheme: "dark",
  });
  const visitor = await signInByWallet(context, endpoints);
  const page = await context.newPage();
  const seen = await navigations(page);
  const opened = () => seen.filter((url) => url.startsWith("orchard-app:"));
  const name = "X".repeat(60);
  const client = await OauthClient.register(endpoints.app, "orchard-app://done/cb", name);
  await page.goto(client.ask());
  await deny(page).click();
  await expect(page.getByRole("heading", { name: "Denied" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("Nothing was connected.");
  await expect.poll(opened).toHaveLength(1);
  expect(client.answer(opened()[0] ?? "")).toEqual({ code: null, error: "access_denied" });
  const link = page.getByRole("link", { name: /^Open X+$/ });
  await expect(link).toHaveAttribute("href", opened()[0] ?? "");
  expect(await grants(visitor)).toEqual([]);
  const box = await link.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 400)).toBeLessThanOrEqual(390);
  expect(box?.height).toBeGreaterThanOrEqual(44);
  await context.close();
});

test("an invalid request leads to an unknown site only after a press", { tag: "@deep" }, async ({
  page,
  endpoints,
  site,
}) => {
  const client = await OauthClient.register(endpoints.app, `${site.origin}/callback`, "Orchard");
  const answer = await page.goto(client.ask("read:everything"));
  expect([answer?.status(), new URL(page.url()).origin]).toEqual([400, endpoints.app]);
  await expect(page.getByText("invalid_scope")).toBeVisible();
  await expect(page.getByText("Go there only if you came from there")).toBeVisible();
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByRole("link", { name: `Go back to ${new URL(site.origin).host}` }).click();
  await page.waitForURL(`${site.origin}/callback?**`);
  expect(client.answer(page.url())).toEqual({ code: null, error: "invalid_scope" });
});

test("a policy without the app's site would block the answer, because the browser applies it to redirects behind a form", {
  tag: "@deep",
}, async ({ page, endpoints, site }) => {
  await signInByWallet(page.context(), endpoints);
  const client = await OauthClient.register(endpoints.app, `${site.origin}/callback`, "Orchard");
  await page.route("**/oauth/consent/*", async (route) => {
    const response = await route.fetch();
    const headers = response.headers();
    const policy = headers["content-security-policy"] ?? "";
    const narrow = policy.replace(/form-action [^;]*/, "form-action 'self'");
    await route.fulfill({ response, headers: { ...headers, "content-security-policy": narrow } });
  });
  await page.goto(await fetchConsent(page, client.ask()));
  const refused = page.waitForEvent("console", (message) => message.text().includes("form-action"));
  await approve(page).click();
  await refused;
  expect(new URL(page.url()).origin).toBe(endpoints.app);
});

/** The address to which an authorization leads the page's browser. */
async function fetchConsent(page: Page, url: string): Promise<string> {
  const answer = await page.context().request.get(url, { maxRedirects: 0 });
  return new URL(answer.headers()["location"] ?? "", url).href;
}

test("the page works without JavaScript, also when nothing is ticked", async ({
  browser,
  endpoints,
  loopback,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: endpoints.app });
  const visitor = await signInByWallet(context, endpoints);
  const page = await context.newPage();
  const client = await OauthClient.register(endpoints.app, `${loopback.origin}/cb`, "Plain");
  await page.goto(client.ask());
  for (const box of await page.getByRole("checkbox").all()) await box.uncheck();
  await expect(page.getByText("Select at least one, or deny.")).toBeVisible();
  await approve(page).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    "no permission was selected",
  );
  expect(await grants(visitor)).toEqual([]);
  for (const box of await page.getByRole("checkbox").all()) {
    await expect(box).not.toBeChecked();
    await box.check();
  }
  await approve(page).click();
  await page.waitForURL(`${loopback.origin}/cb?**`);
  const tokens = await client.exchange(client.answer(page.url()).code);
  expect(tokens.scope.split(" ").toSorted()).toEqual(ALL_SCOPES.split(" ").toSorted());

  await context.addCookies([{ name: "svc.locale", value: "de", url: endpoints.app }]);
  const over = page.getByRole("heading", { name: "Dieser Link ist abgelaufen" });
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Das ist schon beantwortet" })).toBeVisible();
  expect((await page.goto("/oauth/consent/nobody-knows-this"))?.status()).toBe(410);
  await expect(over).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await context.close();
});

test("a denial reaches the app, connects nothing, and appears in the activity", {
  tag: "@deep",
}, async ({ quietPage: page, endpoints, loopback }) => {
  const visitor = await signInByWallet(page.context(), endpoints);
  const client = await OauthClient.register(endpoints.app, `${loopback.origin}/cb`, "Unwanted");
  await page.goto(client.ask());
  await deny(page).click();
  await page.waitForURL(`${loopback.origin}/cb?**`);
  expect(client.answer(page.url())).toEqual({ code: null, error: "access_denied" });
  expect(await grants(visitor)).toEqual([]);
  await page.goto("/settings/activity");
  await expect(page.getByText(/The request of .*Unwanted.* was denied/)).toBeVisible();
});

test("a used link, an unknown link and a link of another browser show an error page, and no code leaves", {
  tag: "@deep",
}, async ({ browser, page, endpoints, loopback }) => {
  const visitor = await signInByWallet(page.context(), endpoints);
  const client = await OauthClient.register(endpoints.app, `${loopback.origin}/cb`, "Once");
  await page.goto(client.ask());
  const link = page.url();
  const over = page.getByRole("heading", { name: "You have already answered" });
  const expired = page.getByRole("heading", { name: "This link has expired" });

  await test.step("with two tabs, the second answer has no effect", async () => {
    const second = await page.context().newPage();
    await second.goto(link);
    await approve(page).click();
    await page.waitForURL(`${loopback.origin}/cb?**`);
    const { code } = client.answer(page.url());
    const answered = second.waitForResponse((response) => response.url().endsWith("/decision"));
    await deny(second).click();
    expect((await answered).status()).toBe(410);
    await expect(second.getByRole("heading", { name: "You have already answered" })).toBeVisible();
    expect(await seriousProblems(second)).toEqual([]);
    await second.close();
    expect((await client.exchange(code)).access_token).toMatch(/^svc_at_/);
    expect(await grants(visitor)).toHaveLength(1);
  });

  await test.step("going back to the page and answering again has no effect", async () => {
    await page.goBack();
    if (await approve(page).isVisible()) await approve(page).click();
    await expect(over).toBeVisible();
    expect(await grants(visitor)).toHaveLength(1);
  });

  await test.step("used, unknown, and from another browser", async () => {
    const used = await page.goto(link);
    expect(used?.status()).toBe(410);
    await expect(over).toBeVisible();
    expect(await seriousProblems(page)).toEqual([]);
    expect((await page.goto("/oauth/consent/nobody-knows-this"))?.status()).toBe(410);
    await expect(expired).toBeVisible();
    const fresh = await fetchConsent(page, client.ask());
    const other = await browser.newContext();
    await signInByWallet(other, endpoints);
    const theirs = await other.newPage();
    expect((await theirs.goto(fresh))?.status()).toBe(410);
    await other.close();
  });
});

test("a person who signs in as another account, or signs out, while the page is open is asked again and connects nothing", {
  tag: "@deep",
}, async ({ page, endpoints, loopback }) => {
  const [one, two] = [newPersona(), newPersona()];
  const first = await signInByWallet(page.context(), endpoints, one);
  const client = await OauthClient.register(endpoints.app, `${loopback.origin}/cb`, "Careful");
  await page.goto(client.ask());
  await expect(page.getByRole("main")).toContainText(one.address);

  const second = await signInByWallet(page.context(), endpoints, two);
  await approve(page).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    "another account has signed in",
  );
  await expect(page.getByRole("main")).toContainText(two.address);
  expect(await seriousProblems(page)).toEqual([]);

  // The same person in a session of another sign-in.
  await signInByWallet(page.context(), endpoints, two);
  await approve(page).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("you have signed in again");

  const cookies = await page.context().cookies(endpoints.app);
  const session = cookies.find(({ name }) => name.endsWith("session-token"));
  await page.context().clearCookies({ name: session?.name ?? "" });
  await approve(page).click();
  await expect(page).toHaveURL(/\/sign-in\?next=%2Foauth%2Fconsent%2F/);
  expect([...(await grants(first)), ...(await grants(second))]).toEqual([]);
});

/** A press before the page's code has loaded does nothing. */
async function pressUntil(button: Locator, shown: Locator): Promise<void> {
  await expect(async () => {
    if (await button.isEnabled({ timeout: 1_000 }).catch(() => false)) await button.click();
    await expect(shown).toBeVisible({ timeout: 5_000 });
  }).toPass();
}

test("a signed-out visitor signs in by mail or provider and returns to the page; another account can take over", async ({
  page,
  endpoints,
  loopback,
}) => {
  const client = await OauthClient.register(endpoints.app, `${loopback.origin}/cb`, "Patient");
  await page.goto(client.ask());
  const link = page.url();
  await expect(page.getByRole("heading", { name: "Sign in to continue" })).toBeVisible();
  await expect(page).toHaveTitle("Connect an app · svc");
  await expect(page.getByRole("main")).toContainText("Signing in connects nothing.");
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByRole("link", { name: "Sign in" }).click();
  const email = newAddress();
  await askForLink(page, email);
  await page.goto(await linkTo(endpoints, email));
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(link);
  await expect(page.getByRole("main")).toContainText(email);

  await page.getByRole("link", { name: "Use another account" }).click();
  const another = page.getByRole("button", { name: "Use another account" });
  const provider = page.getByRole("button", { name: "Continue with Simulated ID" });
  await expect(another).toBeVisible();
  await pressUntil(another, provider);
  await pressUntil(provider, page.getByText("Simulated identity provider"));
  const other = newAddress();
  await page.getByLabel(/^E-?mail address/).fill(other);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(link);
  await expect(page.getByRole("main")).toContainText(other);
  await approve(page).click();
  await page.waitForURL(`${loopback.origin}/cb?**`);
  expect(client.answer(page.url()).code).not.toBeNull();
});

test("another site can neither show the page in a frame nor answer for its user", async ({
  page,
  endpoints,
  site,
}) => {
  const { app } = endpoints;
  const visitor = await signInByWallet(page.context(), endpoints);
  const client = await OauthClient.register(app, `${site.origin}/callback`, "Victim");
  await page.goto(client.ask());
  const link = page.url();
  const fields = await page
    .locator("form input[type=hidden]")
    .evaluateAll((inputs) =>
      (inputs as HTMLInputElement[]).map(({ name, value }): [string, string] => [name, value]),
    );

  await test.step("in a frame", async () => {
    await page.goto(`${site.origin}/evil`);
    const refused = page.waitForEvent("console", (message) =>
      /frame-ancestors|X-Frame-Options/.test(message.text()),
    );
    await page.evaluate((src) => {
      const frame = document.createElement("iframe");
      frame.src = src;
      document.body.append(frame);
    }, link);
    await refused;
  });

  await test.step("posted by a page of another site, even with the token", async () => {
    const answered = page.waitForResponse((response) => response.url().endsWith("/decision"));
    await page.evaluate(
      ([action, given]) => {
        const form = document.createElement("form");
        form.method = "post";
        form.action = action as string;
        for (const [name, value] of [
          ...(given as [string, string][]),
          ["scope", "read:market"],
          ["decision", "approve"],
        ]) {
          const input = document.createElement("input");
          input.name = name as string;
          input.value = value as string;
          form.append(input);
        }
        document.body.append(form);
        form.submit();
      },
      [`${link}/decision`, fields] as const,
    );
    expect((await answered).status()).toBe(403);
    await expect(
      page.getByRole("heading", { name: "This answer did not come from our page" }),
    ).toBeVisible();
    expect(await seriousProblems(page)).toEqual([]);
  });

  await test.step("posted by a program with the cookies: with a wrong origin, without a token, with the token of another page", async () => {
    const state = await page.context().storageState();
    const program = await playwrightRequest.newContext({ storageState: state });
    const post = async (given: [string, string][], headers: Record<string, string> = {}) => {
      const form = new URLSearchParams([
        ...given,
        ["scope", "read:market"],
        ["decision", "approve"],
      ]);
      return program.post(`${link}/decision`, {
        data: form.toString(),
        headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
        maxRedirects: 0,
      });
    };
    expect((await post(fields, { origin: "https://evil.example" })).status()).toBe(403);
    expect((await post(fields, { "sec-fetch-site": "cross-site" })).status()).toBe(403);
    expect((await post(fields, { origin: "null" })).status()).toBe(403);
    const withoutToken = fields.filter(([name]) => name !== "token");
    expect((await post(withoutToken)).status()).toBe(400);
    const wrong = await post([...withoutToken, ["token", "x".repeat(43)]]);
    expect([wrong.status(), wrong.headers()["location"]]).toEqual([
      303,
      `${new URL(link).pathname}?again=session`,
    ]);
    await program.dispose();
  });
  expect(await grants(visitor)).toEqual([]);
});

test("an app that was connected twice is one card, on which one connection or all of them can be disconnected", {
  tag: "@deep",
}, async ({ quietPage: page, endpoints, loopback }) => {
  const visitor = await signInByWallet(page.context(), endpoints);
  const client = await OauthClient.register(endpoints.app, `${loopback.origin}/cb`, "Helper");
  const other = await OauthClient.register(endpoints.app, `${loopback.origin}/cb`, "Other");
  const scopes = ["See the markets", "See your points", "Read your balances", "Propose orders"];
  const connect = async (app: OauthClient, ticked: string) => {
    await page.goto(app.ask());
    for (const name of scopes) await scope(page, name).setChecked(name === ticked);
    await approve(page).click();
    await page.waitForURL(`${loopback.origin}/cb?**`);
    return (await app.exchange(app.answer(page.url()).code)).access_token;
  };
  const reading = await connect(client, "See the markets");
  const trading = await connect(client, "Propose orders");
  const others = await connect(other, "See the markets");

  await page.goto("/settings/connected-apps");
  const live = page.getByRole("list", { name: "Connected", exact: true });
  const card = live.locator(":scope > li").filter({ hasText: "Helper" });
  await expect(live.locator(":scope > li")).toHaveCount(2);
  await expect(card).toHaveCount(1);
  await expect(card).toContainText("Permissions of all its connections");
  await expect(card.getByText("See the markets").first()).toBeVisible();
  await expect(card.getByText("Propose orders to you").first()).toBeVisible();
  await expect(card.getByText("See your points")).toHaveCount(0);
  const one = card.getByRole("button", { name: /^Disconnect the connection from / });
  await expect(one).toHaveCount(0);
  await card.getByText("2 connections").last().click();
  await expect(one).toHaveCount(2);
  expect(await pageProblems(page)).toEqual([]);

  // The newest connection first: the one that may propose orders.
  await one.first().click();
  const single = page.getByRole("dialog", {
    name: /^Disconnect one connection of “.?Helper.?”\?$/,
  });
  await expect(single).toContainText("One other connection of this app stays");
  await expect(single).toContainText("are withdrawn");
  expect(await seriousProblems(page)).toEqual([]);
  await single.getByRole("button", { name: "Disconnect" }).click();
  await expect(single).toBeHidden();
  await expect(card).toContainText("1 ended connection");
  await expect(card.getByText("Propose orders to you")).toBeHidden();
  expect([await client.call(trading), await client.call(reading)]).toEqual([401, 200]);

  const again = await connect(client, "See the markets");
  await page.goto("/settings/connected-apps");
  await card.getByRole("button", { name: "Disconnect Helper" }).click();
  const all = page.getByRole("dialog", { name: /^Disconnect “.?Helper.?”\?$/ });
  await expect(all).toContainText("Its 2 connections all end at once.");
  await all.getByRole("button", { name: "Disconnect" }).click();
  await expect(all).toBeHidden();
  await expect(page.getByText("2 connections ended")).toBeVisible();
  const ended = page.getByRole("list", { name: "Recently disconnected" }).locator(":scope > li");
  await expect(ended).toHaveCount(1);
  await expect(ended).toContainText("3 ended connections");
  await expect(ended).toBeFocused();
  expect([await client.call(reading), await client.call(again)]).toEqual([401, 401]);
  expect(await other.call(others)).toBe(200);

  const path = "/api/v1/grants";
  const disconnect = (query: string, by: AppVisitor) =>
    by.request(`${path}${query}`, { method: "DELETE" });
  expect((await disconnect("", visitor)).status).toBe(400);
  const stranger = new AppVisitor(endpoints.app);
  await stranger.signIn(newPersona());
  expect((await disconnect(`?client_id=${other.id}`, stranger)).status).toBe(404);
  expect(await other.call(others)).toBe(200);
});

test("more connections than fit on a page load at a press", { tag: "@deep" }, async ({
  quietPage: page,
  endpoints,
  loopback,
}) => {
  await signInByWallet(page.context(), endpoints);
  for (const name of ["First", "Second", "Third"]) {
    const client = await OauthClient.register(endpoints.app, `${loopback.origin}/cb`, name);
    await page.goto(client.ask());
    await approve(page).click();
    await page.waitForURL(`${loopback.origin}/cb?**`);
  }
  await page.route("**/api/v1/grants?limit=50*", (route) =>
    route.continue({ url: route.request().url().replace("limit=50", "limit=2") }),
  );
  await page.goto("/settings/connected-apps");
  const cards = page.getByRole("list", { name: "Connected", exact: true }).locator(":scope > li");
  await expect(cards).toHaveCount(2);
  await page.getByRole("button", { name: "Show more" }).click();
  await expect(cards).toHaveCount(3);
  await expect(cards.last()).toContainText("First");
  await expect(page.getByRole("button", { name: "Show more" })).toHaveCount(0);
});

test("the page fits a phone, in Arabic and in the dark theme too", { tag: "@deep" }, async ({
  quietPage: page,
  endpoints,
  loopback,
}) => {
  await signInByWallet(page.context(), endpoints);
  await page.context().addCookies([{ name: "svc.locale", value: "ar", url: endpoints.app }]);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  const client = await OauthClient.register(endpoints.app, `${loopback.origin}/cb`, "X".repeat(60));
  await page.goto(client.ask());
  await expect(page.getByRole("button", { name: "موافقة" })).toBeVisible();
  expect(await isFitting(page)).toBe(true);
  expect(await seriousProblems(page)).toEqual([]);
  await page.goto("/settings/connected-apps");
  await expect(page.getByText("لا توجد تطبيقات متصلة")).toBeVisible();
  expect(await isFitting(page)).toBe(true);
  expect(await seriousProblems(page)).toEqual([]);
});
