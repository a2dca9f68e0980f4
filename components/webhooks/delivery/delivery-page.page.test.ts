/** One delivery in a page: its seven attempts, what was sent, and its actions. */
import { createElement } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { visited } from "#components/frame/navigation.testing.ts";
import {
  button,
  dialog,
  failing,
  find,
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
import {
  atTime,
  delivery,
  paused,
  run,
  webhook,
  withTexts,
} from "#components/webhooks/webhooks.testing.ts";
import type { Webhook, WebhookDelivery } from "#lib/protocol/wire/webhook.ts";
import { DeliveryPage } from "./delivery-page.tsx";

vi.mock(
  "next/navigation",
  async () => (await import("#components/frame/navigation.testing.ts")).navigation,
);

const WEBHOOK = "/api/v1/webhooks/whk_1";
const API = `${WEBHOOK}/deliveries/wh_evt_1`;

let page: OpenPage;
afterEach(() => page.leave());

const serviceOf = (of: WebhookDelivery | Response, owner: Webhook | Response, more: Service) => ({
  [`GET ${WEBHOOK}`]: owner,
  [`GET ${API}`]: of,
  ...more,
});
function open(
  of: WebhookDelivery | Response,
  owner: Webhook | Response = webhook(),
  more: Service = {},
): void {
  const element = createElement(DeliveryPage, { webhookId: "whk_1", id: "wh_evt_1" });
  page = openPage(withTexts(element), { service: serviceOf(of, owner, more) });
}
const slots = () => names("ol button");
const failure = (number: number) => run({ number, status: 500, failure: "status", response: "no" });

test("a successful delivery shows its attempt, the time of each step and the bytes, and is not read again", async () => {
  open(delivery());
  expect(names("output")).toContain("Loading webhooks");
  await until(() => expect(slots()).toHaveLength(7));
  expect(slots()[0]).toMatch(/^Attempt 1HTTP 204/);
  expect(slots().slice(1)).toEqual([2, 3, 4, 5, 6, 7].map((one) => `Attempt ${one}Not needed`));
  const details = find("section", "Attempt 1").textContent;
  expect(details).toMatch(/20 ms late.*Duration850 ms.*Connected to192\.0\.2\.1/);
  expect(details).toMatch(
    /DNS lookup: 5 ms.*Connection: 20 ms.*First byte: 800 ms.*Rest of response: 25 ms/,
  );
  expect(details).toContain("The response had no body.");
  expect(find("pre", "Body").textContent).toBe(
    JSON.stringify({ id: "wh_evt_1", data: {} }, null, 2),
  );
  expect(find("pre", "curl").textContent).toContain("https://hooks.example/in");
  const before = page.sent.filter(({ path }) => path === API).length;
  await pass(3_000);
  expect(page.sent.filter(({ path }) => path === API)).toHaveLength(before);
});

test("after seven failures each attempt can be chosen, with its response and a remedy", async () => {
  const runs = [1, 2, 3, 4, 5, 6, 7].map(failure);
  open(delivery({ state: "dead", attempts: 7, runs }), webhook(paused()));
  await until(() => expect(slots().filter((one) => one.includes("HTTP 500"))).toHaveLength(7));
  expect(names("h3")).toEqual(["Attempt 7: HTTP 500"]);
  press(button(/^Attempt 3/));
  expect(names("h3")).toEqual(["Attempt 3: HTTP 500"]);
  const details = find("section", "Attempt 3");
  expect(details.textContent).toContain("Only a status from 200 to 299 counts as delivered.");
  expect(find("pre, [role=group]", "Response", details).textContent).toBe("no");
  // The pause notice has no link to the page that is already open.
  expect(names("a")).not.toContain("See the delivery");
});

test.each([
  ["timeout", "No response within 5 s"],
  ["no_address", "Host name not found"],
  ["target_refused", "Address not allowed"],
  ["unreachable", "No connection"],
] as const)("a failure by %s says so without a status", async (kind, shownText) => {
  const phases = { resolve_ms: 5, connect_ms: null, answer_ms: null, read_ms: null };
  const failed = run({ status: null, failure: kind, response: null, address: null, phases });
  open(delivery({ state: "dead", runs: [failed] }));
  await until(() => expect(names("h3")).toEqual([`Attempt 1: ${shownText}`]));
  expect(shown()).toContain("Connection: not reached");
});

test("the attempts to come are planned; while the webhook is paused they wait for its end", async () => {
  const waiting = delivery({
    state: "pending",
    runs: [failure(1)],
    next_attempt_at: atTime("12:00:10"),
    to_come: [{ number: 2, at: atTime("12:00:10") }],
  });
  open(waiting);
  await until(() => expect(slots()[1]).toMatch(/^Attempt 2Planned./));
  page.answer(serviceOf(waiting, webhook(paused()), {}));
  await pass(4_000);
  await until(() => expect(slots()[1]).toBe("Attempt 2After you resume"));
  expect(button("Try again now").getAttribute("aria-disabled")).toBe("true");
  press(button("Try again now"));
  expect(page.bodies(`POST ${API}/retry`)).toEqual([]);
});

test("an attempt under way is followed until it ends; one that was repeated after a crash says so", async () => {
  open(delivery({ state: "sending", attempts: 1, runs: [] }));
  await until(() => expect(slots()[0]).toBe("Attempt 1In progress"));
  expect(shown()).toContain("No attempts yet.");
  const lost = run({ status: null, failure: "lost", response: null, phases: null });
  page.answer(serviceOf(delivery({ runs: [lost, run()] }), webhook(), {}));
  await pass(1_500);
  await until(() => expect(slots()[0]).toMatch(/^Attempt 1HTTP 204/));
  expect(shown()).toContain("The service stopped during this attempt and repeated it.");
});

test("a waiting delivery can be tried at once, or skipped after a confirmation", async () => {
  const waiting = delivery({ state: "pending", runs: [failure(1)] });
  open(waiting, webhook(), { [`POST ${API}/retry`]: {}, [`POST ${API}/skip`]: {} });
  await until(() => button("Try again now"));
  press(button("Try again now"));
  await until(() => expect(page.bodies(`POST ${API}/retry`)).toEqual([{}]));
  press(button("Skip"));
  await until(() => dialog("Skip this delivery?"));
  const skipped = delivery({ state: "canceled", runs: [] });
  page.answer(serviceOf(skipped, webhook(), { [`POST ${API}/skip`]: {} }));
  press(button("Skip", dialog("Skip this delivery?")));
  await until(() => expect(shown()).toContain("Skipped before the first attempt."));
  expect(names("[role=dialog]")).toEqual([]);
  expect(page.bodies(`POST ${API}/skip`)).toEqual([{}]);
});

test("an ended delivery is sent again under a new id, and the two pages link to each other", async () => {
  open(delivery({ replay_of: "wh_evt_0" }), webhook(), {
    [`POST ${WEBHOOK}/replay`]: {
      replayed: [{ delivery_id: "wh_evt_1", new_delivery_id: "wh_evt_2" }],
      refused: [],
    },
  });
  await until(() => button("Resend"));
  expect(link("wh_evt_0").getAttribute("href")).toBe(
    "/settings/webhooks/whk_1/deliveries/wh_evt_0",
  );
  press(button("Resend"));
  await until(() => expect(visited).toEqual(["/settings/webhooks/whk_1/deliveries/wh_evt_2"]));
  expect(page.bodies(`POST ${WEBHOOK}/replay`)).toEqual([{ delivery_ids: ["wh_evt_1"] }]);
});

test.each([
  ["delivery", failing(404, "DELIVERY_NOT_FOUND"), webhook()],
  ["webhook", delivery(), failing(404, "WEBHOOK_NOT_FOUND")],
] as const)("without its %s it is not found", async (_missing, of, owner) => {
  open(of, owner);
  await until(() => expect(names("[role=alert] h2")).toEqual(["Not found"]));
  expect(link("Webhook").getAttribute("href")).toBe("/settings/webhooks/whk_1");
});

test("a delivery that cannot be read says why", async () => {
  open(failing(503, "INTERNAL"));
  await until(() => expect(names("[role=alert] button")).toEqual(["Try again"]));
});

test("signed out, it asks for a sign-in and reads nothing", () => {
  const element = createElement(DeliveryPage, { webhookId: "whk_1", id: "wh_evt_1" });
  page = openPage(withTexts(element), { person: undefined });
  expect(shown()).toContain("You are not signed in.");
  expect(page.sent).toEqual([]);
});
