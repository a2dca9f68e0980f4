/** The list of webhooks in a page: empty, failing, full, signed out, and a first delivery without a server. */
import { createElement } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { visited } from "#components/frame/navigation.testing.ts";
import {
  button,
  failing,
  link,
  names,
  type OpenPage,
  openPage,
  pass,
  press,
  type Service,
  shown,
  until,
} from "#components/frame/page.testing.ts";
import { atTime, paused, webhook, withTexts } from "#components/webhooks/webhooks.testing.ts";
import type { Webhook } from "#lib/protocol/wire/webhook.ts";
import { WebhooksPage } from "./webhooks-page.tsx";

vi.mock(
  "next/navigation",
  async () => (await import("#components/frame/navigation.testing.ts")).navigation,
);

const LIST = "GET /api/v1/webhooks";
const RECEIVER = "http://localhost:4000/hooks/";
const TRY = "Send a test to the simulated receiver";

let page: OpenPage;
afterEach(() => {
  page.leave();
  vi.restoreAllMocks();
});

function open(service: Service, receiverUrl: string | undefined = RECEIVER): void {
  page = openPage(withTexts(createElement(WebhooksPage, { receiverUrl })), {
    service,
    address: "/settings/webhooks",
  });
}
const listed = () =>
  [...document.querySelectorAll<HTMLElement>("[data-webhook]")].map(
    ({ dataset }) => dataset["webhook"],
  );
const of = (...webhooks: Webhook[]) => ({ [LIST]: { webhooks } });

test("before the answer the page says that it loads; without a webhook it explains what one is", async () => {
  open(of());
  expect(names("output")).toContain("Loading webhooks");
  await until(() => expect(names("h2")).toEqual(["No webhooks yet", "Try it without a server"]));
  expect(document.querySelectorAll("ol > li")).toHaveLength(3);
  expect(link("New webhook").getAttribute("href")).toBe("/settings/webhooks/new");
});

test("without a simulated receiver nothing offers one", async () => {
  page = openPage(withTexts(createElement(WebhooksPage, { receiverUrl: undefined })), {
    service: of(),
  });
  await until(() => expect(names("h2")).toEqual(["No webhooks yet"]));
});

test("a first delivery needs no server: it makes a webhook at the simulated receiver, gives it the secret, and sends a test", async () => {
  vi.spyOn(crypto, "randomUUID").mockReturnValue("1234abcd-0000-4000-8000-000000000000");
  open({
    ...of(),
    "POST /api/v1/webhooks": { ...webhook(), secret: "whsec_1" },
    "PUT /api/sandbox/hooks/try-1234abcd": { status: 204 },
    "POST /api/v1/webhooks/whk_1/test": { delivery_id: "wh_evt_9" },
  });
  await until(() => expect(names("button")).toEqual([TRY]));
  press(button(TRY));
  await until(() => expect(visited).toEqual(["/settings/webhooks/whk_1/deliveries/wh_evt_9"]));
  expect(page.sent.slice(1)).toEqual([
    {
      method: "POST",
      path: "/api/v1/webhooks",
      body: {
        url: `${RECEIVER}try-1234abcd`,
        events: ["agentic.intent", "agentic.executed"],
      },
    },
    {
      method: "PUT",
      path: "/api/sandbox/hooks/try-1234abcd",
      body: { secret: "whsec_1" },
    },
    {
      method: "POST",
      path: "/api/v1/webhooks/whk_1/test",
      body: { type: "agentic.intent" },
    },
  ]);
});

test("a first delivery that cannot be sent says why, and stays on the page", async () => {
  open({ ...of(), "POST /api/v1/webhooks": failing(503, "INTERNAL") });
  await until(() => expect(names("button")).toEqual([TRY]));
  press(button(TRY));
  await until(() => expect(names("[role=alert]")).toEqual([expect.stringMatching(/\S/)]));
  expect(page.sent).toHaveLength(2);
  expect(visited).toEqual([]);
});

test("paused webhooks come first, then failing ones; each says its state, its events, its success and why it fails", async () => {
  const quiet = webhook({ id: "whk_1" });
  const failed = webhook({
    id: "whk_2",
    last_24h: { delivered: 3, dead: 0, failing: 1, last_error: "timeout" },
    will_pause_at: atTime("15:00:00"),
  });
  const halted = webhook({
    id: "whk_3",
    ...paused(),
    waiting: 2,
    oldest_waiting_at: atTime("11:30:00"),
    target: "simulated",
  });
  open(of(quiet, failed, halted));
  await until(() => expect(listed()).toEqual(["whk_3", "whk_2", "whk_1"]));
  const [first, second, third] = [...document.querySelectorAll("[data-webhook]")].map(
    ({ textContent }) => textContent,
  );
  expect(first).toMatch(/PausedSimulated receiver/);
  expect(first).toContain("a delivery failed seven times. Last error: \u2066HTTP 500\u2069.");
  expect(first).toContain(
    "2 deliveries are waiting and will be sent when you resume, oldest first.",
  );
  expect(second).toMatch(/Failing.*75.0% of 4 deliveries.*Last failureNo response/);
  expect(second).toContain("If the next attempts fail too, the webhook pauses on");
  expect(third).toMatch(/Active.*agentic.intent, agentic.executed.*No deliveries/);
  expect(link("https://hooks.example/in").getAttribute("href")).toBe("/settings/webhooks/whk_3");
  expect(link("See the delivery").getAttribute("href")).toBe(
    "/settings/webhooks/whk_3/deliveries/wh_evt_1",
  );
});

test("it updates live", async () => {
  open(of());
  await until(() => expect(names("h2")).toContain("No webhooks yet"));
  page.answer(of(webhook()));
  await pass(10_000);
  await until(() => expect(listed()).toEqual(["whk_1"]));
});

test("at the limit of an account, none can be added", async () => {
  open(of(...Array.from({ length: 20 }, (_, index) => webhook({ id: `whk_${index}` }))));
  await until(() => expect(listed()).toHaveLength(20));
  expect(shown()).toContain("You have reached the limit of 20 webhooks.");
  expect(names("a")).not.toContain("New webhook");
});

test("a failed read says why, and a press reads again", async () => {
  open({ [LIST]: failing(503, "INTERNAL") });
  await until(() => expect(names("[role=alert] button")).toEqual(["Try again"]));
  page.answer(of(webhook()));
  press(button("Try again"));
  await until(() => expect(listed()).toEqual(["whk_1"]));
  expect(document.querySelector("[role=alert]")).toBeNull();
});

test("signed out, it asks for a sign-in and reads nothing", () => {
  page = openPage(withTexts(createElement(WebhooksPage, { receiverUrl: RECEIVER })), {
    person: undefined,
    address: "/settings/webhooks",
  });
  expect(shown()).toContain("You are not signed in.");
  expect(page.sent).toEqual([]);
  expect(visited).toEqual([]);
});
