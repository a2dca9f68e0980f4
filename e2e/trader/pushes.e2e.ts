/**
 * Web push without a third party: the page subscribes with real keys at a push service of the journey, which decrypts what the service
 * sends and checks its signature; the browser's developer protocol delivers the text to the service worker.
 */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { CDPSession, Page, Worker } from "@playwright/test";
import { isFitting } from "#e2e/support/accessibility.ts";
import { changeCalendar } from "#e2e/support/calendar.ts";
import { expectNoOverlaps, SIZES } from "#e2e/support/overlaps.ts";
import { signInByWallet } from "#e2e/support/sign-in.ts";
import { expect, pageProblems, test } from "#e2e/support/trading-page.ts";
import {
  decryptPush,
  newBrowser,
  readVapid,
  type TestBrowser,
} from "#lib/pushes/testing/browser.ts";
import { BROWSER_ARGUMENTS, findChromium } from "#scripts/dev/test/chromium.ts";

const executablePath = findChromium();
// The headless shell refuses every notification.
test.use({ launchOptions: { ...(executablePath && { executablePath }), args: BROWSER_ARGUMENTS } });
// A slow computer takes four times as long.
test.describe.configure({ timeout: 300_000 });

const PATH = "/settings/notifications";

type Received = { text: string; ttl: string; claims: { aud: string } };
type PushService = {
  url: string;
  received: Received[];
  publicKey: string;
  close: () => Promise<void>;
};

async function openPushService(browser: TestBrowser): Promise<PushService> {
  const service: PushService = { url: "", received: [], publicKey: "", close: async () => {} };
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      service.received.push({
        text: decryptPush(Buffer.concat(chunks), browser),
        ttl: String(request.headers["ttl"]),
        claims: readVapid(request.headers.authorization ?? "", service.publicKey),
      });
      response.writeHead(201).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/browser`;
  service.close = () => new Promise((resolve) => server.close(() => resolve()));
  return service;
}

/** Chromium's own push service is far away: the subscription leads to the journey's. All else is the browser's. */
async function subscribeAt(page: Page, endpoint: string, browser: TestBrowser): Promise<void> {
  await page.addInitScript(
    ({ to, keys }) => {
      const own = { endpoint: to, keys };
      let key: string | undefined = localStorage.getItem("test.push") ?? undefined;
      const subscription = () => ({
        endpoint: to,
        options: {
          applicationServerKey: Uint8Array.from(
            atob((key ?? "").replaceAll("-", "+").replaceAll("_", "/")),
            (one) => one.codePointAt(0) ?? 0,
          ).buffer,
        },
        toJSON: () => own,
        unsubscribe: async () => {
          key = undefined;
          localStorage.removeItem("test.push");
          return true;
        },
      });
      PushManager.prototype.getSubscription = async () =>
        key === undefined ? null : (subscription() as unknown as PushSubscription);
      PushManager.prototype.subscribe = async (options) => {
        key = options?.applicationServerKey as string;
        localStorage.setItem("test.push", key);
        return subscription() as unknown as PushSubscription;
      };
    },
    { to: endpoint, keys: browser.keys },
  );
}

/** Gives the service worker a push, as the browser does when one arrives. */
async function deliver(page: Page, cdp: CDPSession, data: string): Promise<void> {
  const found = new Promise<string>((resolve) => {
    cdp.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const one = registrations.find(({ isDeleted }) => !isDeleted);
      if (one) resolve(one.registrationId);
    });
  });
  await cdp.send("ServiceWorker.enable");
  const registrationId = await found;
  const origin = new URL(page.url()).origin;
  await cdp.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data });
}

type Shown = { title: string; body: string; tag: string };

const shown = (worker: Worker) =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
    const all = await registration.getNotifications();
    return all.map(({ title, body, tag }): Shown => ({ title, body, tag }));
  });

/** The browser shows a notification outside the page, where no journey can press it. */
const press = (worker: Worker) =>
  worker.evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration;
      clients: { openWindow: (url: string) => Promise<unknown> };
      dispatchEvent: (event: Event) => boolean;
    };
    const [notification] = await scope.registration.getNotifications();
    const opened: string[] = [];
    scope.clients.openWindow = async (url) => opened.push(url);
    const waited: Promise<unknown>[] = [];
    const event = Object.assign(new Event("notificationclick"), {
      notification,
      waitUntil: (work: Promise<unknown>) => waited.push(work),
    });
    scope.dispatchEvent(event);
    await Promise.all(waited);
    return { opened, left: (await scope.registration.getNotifications()).length };
  });

const own = (page: Page) => page.locator("[data-push-state]");

test("a browser is opted in at a press, gets a test, and is turned off; the list behind the bell shows what the service tells, and marks it as read", async ({
  quietPage: page,
  context,
  endpoints,
}) => {
  const browser = newBrowser();
  const service = await openPushService(browser);
  await context.grantPermissions(["notifications"]);
  await signInByWallet(context, endpoints);
  await subscribeAt(page, service.url, browser);
  await page.goto(PATH);
  await expect(own(page)).toHaveAttribute("data-push-state", "granted");
  await expect(page.getByText("No browser yet")).toBeVisible();
  const settings = await page.request.get("/api/v1/notifications/preferences");
  service.publicKey = ((await settings.json()) as { public_key: string }).public_key;

  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(own(page)).toHaveAttribute("data-push-state", "on");
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
  await page.getByRole("button", { name: "Send a test", exact: true }).click();
  await expect.poll(() => service.received.length).toBe(1);
  const [one] = service.received;
  expect(one).toMatchObject({ ttl: "900", claims: { aud: new URL(service.url).origin } });
  // The page keeps the message about the test, so the bell counts it from here on.
  await expect(page.getByRole("button", { name: "Notifications, 1 unread" })).toBeVisible();

  const cdp = await context.newCDPSession(page);
  await deliver(page, cdp, one?.text ?? "");
  await expect
    .poll(() => shown(worker))
    .toEqual([
      {
        title: "Test notification",
        body: "This browser receives notifications.",
        tag: "test",
      },
    ]);
  // A tab with the page is open: it gets the focus, which only a real press may give.
  await page.goto("/settings/sessions");
  expect(await press(worker)).toEqual({ opened: [`${endpoints.app}${PATH}`], left: 0 });

  await page.goto(PATH);
  await expect(own(page)).toHaveAttribute("data-push-state", "on");
  await page.getByRole("button", { name: "Turn off" }).click();
  await expect(own(page)).toHaveAttribute("data-push-state", "granted");
  await expect(page.getByText("No browser yet")).toBeVisible();
  await service.close();

  await test.step("the list behind the bell", async () => {
    const at = "2026-05-12T12:30:00.000Z";
    const data = {
      kind: "round_level",
      market: "BTCUSDC",
      asset: "BTC",
      direction: "up",
      price: "100012.5",
      closed_at: at,
      level: "100000",
      percent: null,
      minutes: null,
    };
    const notice = { id: "ntc_1", type: "push.market", at, data, read_at: null };
    let unread = 1;
    await page.route("**/api/v1/notifications", (route) =>
      route.fulfill({ json: { results: [notice], unread, next: null } }),
    );
    await page.route("**/api/v1/notifications/read", (route) => {
      expect(route.request().postDataJSON()).toEqual({ up_to: "ntc_1" });
      unread = 0;
      return route.fulfill({ status: 204 });
    });
    await page.goto("/settings/sessions");
    await page.getByRole("button", { name: "Notifications, 2 unread" }).click();
    const row = page.getByRole("dialog", { name: "Notifications" }).locator("[data-notice]");
    await expect(row).toContainText("BTC rose to 100,000");
    expect(await pageProblems(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Notifications", exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Notifications", exact: true }).click();
    await expect(row.getByRole("link")).toHaveAttribute("href", "/trade/BTCUSDC");
  });
});

test("a number goes to the browser and to the inbox, once, when the calendar has it", {
  tag: "@deep",
}, async ({ quietPage: page, context, endpoints }) => {
  const browser = newBrowser();
  const service = await openPushService(browser);
  await context.grantPermissions(["notifications"]);
  await signInByWallet(context, endpoints);
  await subscribeAt(page, service.url, browser);
  await page.goto(PATH);
  const settings = await page.request.get("/api/v1/notifications/preferences");
  service.publicKey = ((await settings.json()) as { public_key: string }).public_key;
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(own(page)).toHaveAttribute("data-push-state", "on");

  const title = `Payrolls ${Date.now().toString(36)}`;
  const numbers = { unit: "K", forecast: "180", previous: "170", actual: "250" };
  await changeCalendar(endpoints, { kind: "nfp", title, in_seconds: 15, ...numbers });
  const readPushes = () => service.received.filter(({ text }) => text.includes(title));
  await expect.poll(() => readPushes().length).toBe(1);
  expect(readPushes()[0]?.text).toContain("250");
  // The bell reads once a minute.
  await expect(page.getByRole("button", { name: /^Notifications, \d+ unread/ })).toBeVisible({
    timeout: 90_000,
  });
  await page.getByRole("button", { name: /^Notifications, / }).click();
  const centre = page.getByRole("dialog", { name: "Notifications" });
  await expect(centre.getByRole("listitem").filter({ hasText: title })).toHaveCount(1);
  expect(readPushes()).toHaveLength(1);
  await service.close();
});

test("choices are kept, and the page is for every size, language and reader", {
  tag: "@deep",
}, async ({ quietPage: page, context, endpoints }) => {
  await signInByWallet(context, endpoints);
  await page.goto(PATH);
  await page.getByLabel("Consumer prices (CPI): Browsers").uncheck();
  await page.getByLabel("Use quiet hours").check();
  await page.getByLabel("From").fill("23:30");
  await page.getByLabel("Time zone").selectOption("Asia/Tokyo");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("You have unsaved changes.")).toBeHidden();
  await page.reload();
  await expect(page.getByLabel("Consumer prices (CPI): Browsers")).not.toBeChecked();
  await expect(page.getByLabel("Consumer prices (CPI): In app")).toBeChecked();
  await expect(page.getByLabel("From")).toHaveValue("23:30");
  await expect(page.getByLabel("Time zone")).toHaveValue("Asia/Tokyo");
  for (const locale of ["en", "de", "ar"]) {
    await context.addCookies([{ name: "svc.locale", value: locale, url: endpoints.app }]);
    await page.reload();
    await expect(own(page)).toBeVisible();
    expect(await pageProblems(page), locale).toEqual([]);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      expect(await isFitting(page), `${locale}, ${size.width} px`).toBe(true);
    }
    await expectNoOverlaps(page, locale);
  }
});
