/** One webhook in a page: its state, its tabs, changes, pausing and resuming, and deletion. */
import { createElement } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { visited } from "#components/frame/navigation.testing.ts";
import {
  button,
  dialog,
  failing,
  field,
  fill,
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
  check,
  paused,
  webhook,
  withTexts,
} from "#components/webhooks/webhooks.testing.ts";
import type { Webhook } from "#lib/protocol/wire/webhook.ts";
import { WebhookPage } from "./webhook-page.tsx";

vi.mock(
  "next/navigation",
  async () => (await import("#components/frame/navigation.testing.ts")).navigation,
);

const API = "/api/v1/webhooks/whk_1";
const NONE = { deliveries: [], next: null };

let page: OpenPage;
afterEach(() => page.leave());

function open(of: Webhook | Response, tab = "", service: Service = {}): void {
  page = openPage(withTexts(createElement(WebhookPage, { id: "whk_1" })), {
    address: `/settings/webhooks/whk_1${tab}`,
    service: serviceOf(of, service),
  });
}
const serviceOf = (of: Webhook | Response, more: Service = {}): Service => ({
  [`GET ${API}`]: of,
  [`GET ${API}/deliveries`]: NONE,
  "POST /api/v1/webhooks/check": check(),
  ...more,
});
const pauseNotice = () => document.querySelector("[role=group][aria-label=Paused]")?.textContent;
const tab = () => names("[role=tab][aria-selected=true]");

test("it shows its success, what waits and its events; a tab is part of the address", async () => {
  open(
    webhook({
      filter: { assets: ["BTC"], min_conviction: 0.7 },
      waiting: 3,
      oldest_waiting_at: atTime("11:50:00"),
      last_24h: { delivered: 9, dead: 1, failing: 0, last_error: "HTTP 500" },
    }),
  );
  expect(names("output")).toContain("Loading webhooks");
  await until(() => expect(names("dt")).toEqual(["Delivered in 24 h", "Waiting", "Events"]));
  expect(names("dd").map((one) => one.replaceAll(/\s/g, " "))).toEqual([
    "90.0% of 10 deliveries",
    "3 deliveries · oldest 10 minutes ago",
    "agentic.intentagentic.executedBTCconviction 0.7 or more",
  ]);
  expect(tab()).toEqual(["Deliveries"]);
  press(button("Debugger"));
  await until(() => expect(names("h2")).toContain("Why does my signature check fail?"));
  expect(window.location.search).toBe("?tab=debug");
  expect(tab()).toEqual(["Debugger"]);
});

test("a failed pause names the last error and links to the delivery; resuming says what will be sent, dead deliveries too", async () => {
  const halted = webhook({ ...paused(), waiting: 2, dead: 1 });
  open(halted, "", { [`POST ${API}/resume`]: { ...webhook() } });
  await until(() => expect(pauseNotice()).toContain("Last error: \u2066HTTP 500\u2069."));
  expect(link("See the delivery").getAttribute("href")).toBe(
    "/settings/webhooks/whk_1/deliveries/wh_evt_1",
  );
  press(button("Resume"));
  await until(() => dialog("Resume this webhook?"));
  const opened = dialog("Resume this webhook?");
  expect(opened.textContent).toContain("2 deliveries are waiting. All will be sent now");
  expect(field("Also resend the failed delivery", opened).checked).toBe(true);
  page.answer(serviceOf(webhook(), { [`POST ${API}/resume`]: webhook() }));
  press(button("Resume", opened));
  await until(() => expect(pauseNotice()).toBeUndefined());
  expect(page.bodies(`POST ${API}/resume`)).toEqual([{ replay_dead: true }]);
  expect(names("[role=dialog]")).toEqual([]);
  expect(page.toasts()).toEqual(["The webhook is active again."]);
});

test("dead deliveries are not sent when the box is unticked, and without any there is no box", async () => {
  open(webhook({ ...paused(), dead: 4 }), "", { [`POST ${API}/resume`]: webhook() });
  await until(() => button("Resume"));
  press(button("Resume"));
  await until(() => dialog("Resume this webhook?"));
  press(field("Also resend the 4 failed deliveries"));
  press(button("Resume", dialog("Resume this webhook?")));
  await until(() => expect(page.bodies(`POST ${API}/resume`)).toEqual([{ replay_dead: false }]));
  page.leave();
  open(webhook(paused({ reason: "owner" })));
  await until(() => button("Resume"));
  press(button("Resume"));
  await until(() => dialog("Resume this webhook?"));
  expect(dialog("Resume this webhook?").textContent).toContain("No events are waiting.");
  expect(names("input", dialog("Resume this webhook?"))).toEqual([]);
});

test.each([
  ["owner", /by you or one of your keys\./, ["Resume"]],
  ["secret", /can no longer read a secret.*Add a secret first/, ["Resume"]],
  ["operator", /by the operator of this service\. Only the operator can resume it\.“Too much”/, []],
] as const)("a pause by %s says so", async (reason, shownText, buttons) => {
  const note = reason === "operator" ? "Too much" : null;
  open(webhook(paused({ reason, delivery_id: null, last_error: null, note })));
  await until(() => expect(pauseNotice()).toMatch(shownText));
  expect(names("[role=group][aria-label=Paused] button")).toEqual(buttons);
});

test("skipped events are shown, and can be recovered", async () => {
  const skipped = { events: 2, from: atTime("08:00:00"), to: atTime("09:00:00") };
  open(webhook({ skipped }));
  await until(() => expect(shown()).toContain("2 more events were not queued"));
  press(button("Recover a period"));
  await until(() => dialog("Recover a period"));
});

test("a change is saved and shown; an invalid one is not sent", async () => {
  open(webhook(), "?tab=settings", { [`PATCH ${API}`]: webhook() });
  await until(() => button("Save"));
  expect(field("URL").value).toBe("https://hooks.example/in");
  fill(field("URL"), "");
  press(button("Save"));
  expect(document.activeElement).toBe(field("URL"));
  expect(page.bodies(`PATCH ${API}`)).toEqual([]);
  fill(field("URL"), "https://hooks.example/in");
  fill(field("Assets"), "btc, eth");
  const changed = webhook({ filter: { assets: ["BTC", "ETH"] } });
  page.answer(serviceOf(changed, { [`PATCH ${API}`]: changed }));
  press(button("Save"));
  await until(() => expect(names("dd").at(-1)).toMatch(/BTCETH$/));
  expect(page.bodies(`PATCH ${API}`)).toEqual([
    {
      url: "https://hooks.example/in",
      events: ["agentic.intent", "agentic.executed"],
      filter: { assets: ["BTC", "ETH"] },
      max_per_second: 50,
      name: null,
      format: "json",
      headers: {},
      receiver_may_stop: "header",
    },
  ]);
  expect(page.toasts()).toEqual(["Saved."]);
});

test("a stored header is named and never shown; it is replaced, removed, and said to be dropped with another origin", async () => {
  const headers = [
    { name: "Authorization", set_at: atTime("09:00:00") },
    { name: "X-Tenant", set_at: atTime("09:00:00") },
  ];
  const of = webhook({ headers });
  open(of, "?tab=settings", { [`PATCH ${API}`]: of });
  await until(() => button("Save"));
  expect(shown()).toContain("Authorization: ••••••••");
  expect(shown()).not.toContain("removed when you save");
  const value = () => field(/^New value of \W*Authorization/);
  expect([value().value, value().type]).toEqual(["", "password"]);
  fill(field("URL"), "https://elsewhere.example/in");
  expect(shown()).toMatch(/removed when you save.*Authorization, X-Tenant/);
  fill(field("URL"), "https://hooks.example/other");
  expect(shown()).not.toContain("removed when you save");
  fill(value(), "Bearer new");
  press(button(/^Remove \W*X-Tenant/));
  press(button("Save"));
  await until(() => expect(page.bodies(`PATCH ${API}`)).toHaveLength(1));
  expect(page.bodies(`PATCH ${API}`)).toMatchObject([
    { headers: { Authorization: "Bearer new", "X-Tenant": null } },
  ]);
  await until(() => expect(value().value).toBe(""));
});

test("a name, the format, the filters and the headers are in the summary", async () => {
  const filter = {
    markets: ["BTCUSDC"],
    accounts: ["9dVoKCQjWfy9cRZN81ApLHzhTbLWydhu9nQov1yHd7XQ"],
  };
  open(webhook({ name: "Orders to Slack", format: "slack", filter }));
  await until(() => expect(names("h2")).toContain("Orders to Slack"));
  for (const part of ["Slack", "BTCUSDC", "9dVo…d7XQ"]) expect(shown()).toContain(part);
});

test("a pause by the receiver says how it asked, and one for unreadable headers leads to them", async () => {
  const how = { reason: "receiver" as const, delivery_id: null };
  open(webhook(paused({ ...how, last_error: "HTTP 410" })));
  await until(() => expect(pauseNotice()).toMatch(/asked for no more deliveries.*HTTP 410/));
  page.leave();
  open(webhook(paused({ ...how, last_error: "disabled" })));
  await until(() => expect(pauseNotice()).toContain("webhook-delivery: disable"));
  page.leave();
  open(webhook(paused({ reason: "headers", delivery_id: null, last_error: null })));
  await until(() => expect(pauseNotice()).toContain("no longer read one of your own headers"));
  expect(link("Set your headers first").getAttribute("href")).toMatch(/tab=settings$/);
});

test("it is paused by its owner", async () => {
  open(webhook(), "?tab=settings");
  await until(() => button("Pause"));
  const halted = webhook(paused({ reason: "owner", delivery_id: null, last_error: null }));
  page.answer(serviceOf(halted, { [`POST ${API}/pause`]: halted }));
  press(button("Pause"));
  await until(() => expect(pauseNotice()).toContain("by you or one of your keys."));
  expect(names("button")).not.toContain("Pause");
});

test("it is deleted after a question that names what is lost; a refusal is shown in the question", async () => {
  open(webhook({ waiting: 2 }), "?tab=settings", {
    [`DELETE ${API}`]: failing(503, "INTERNAL"),
  });
  await until(() => button("Delete"));
  press(button("Delete"));
  await until(() => dialog("Delete this webhook?"));
  const opened = dialog("Delete this webhook?");
  expect(opened.textContent).toContain("2 waiting deliveries are deleted too.");
  press(button("Delete", opened));
  await until(() => expect(names("[role=alert]", opened)).toHaveLength(1));
  page.answer(serviceOf(webhook(), { [`DELETE ${API}`]: new Response(null, { status: 204 }) }));
  press(button("Delete", opened));
  await until(() => expect(visited).toEqual(["/settings/webhooks"]));
  expect(page.toasts()).toEqual(["The webhook was deleted."]);
});

test("an unknown webhook is not found, and is not read again", async () => {
  open(failing(404, "WEBHOOK_NOT_FOUND"));
  await until(() => expect(names("[role=alert] h2")).toEqual(["Not found"]));
  await pass(60_000);
  expect(page.sent).toHaveLength(1);
});

test("a failed read says why; the page keeps its content and recovers", async () => {
  open(failing(503, "INTERNAL"));
  await until(() => expect(names("[role=alert] button")).toEqual(["Try again"]));
  page.answer(serviceOf(webhook()));
  await pass(5_000);
  await until(() => expect(tab()).toEqual(["Deliveries"]));
  page.answer(serviceOf(failing(503, "INTERNAL"), { [`GET ${API}/deliveries`]: NONE }));
  await pass(5_000);
  await until(() => expect(names("[role=alert] button")).toEqual(["Try again"]));
  expect(tab()).toEqual(["Deliveries"]);
});

test("a new secret is shown once over the page, and disappears once it is saved", async () => {
  const secret = "whsec_bmV3ZXN0";
  open(webhook(), "?tab=secrets", { [`POST ${API}/secrets`]: { webhook: webhook(), secret } });
  await until(() => button("Add a secret"));
  press(button("Add a secret"));
  await until(() => dialog("Add a secret"));
  press(button("Add a secret", dialog("Add a secret")));
  await until(() => dialog("The new secret"));
  const shownOnce = dialog("The new secret");
  expect(shownOnce.querySelector("pre")?.textContent).toBe(secret);
  press(field("I have saved it", shownOnce));
  press([...shownOnce.querySelectorAll("button")].at(-1)!);
  await until(() => expect(names("[role=dialog]")).toEqual([]));
  expect(document.documentElement.outerHTML).not.toContain(secret);
});

test("the simulated receiver can be made to fail", async () => {
  const url = "http://localhost:4000/hooks/try-1";
  const receiver = "/api/sandbox/hooks/try-1";
  open(webhook({ url, target: "simulated" }), "", {
    [`GET ${receiver}`]: { status: 204 },
    [`PUT ${receiver}`]: { status: 500 },
  });
  await until(() => expect(field("204 (works)").disabled).toBe(false));
  expect(field("204 (works)").checked).toBe(true);
  press(field("500 (fails)"));
  await until(() => expect(field("500 (fails)").checked).toBe(true));
  expect(page.bodies(`PUT ${receiver}`)).toEqual([{ status: 500 }]);
});

test("signed out, it asks for a sign-in and reads nothing", () => {
  page = openPage(withTexts(createElement(WebhookPage, { id: "whk_1" })), { person: undefined });
  expect(shown()).toContain("You are not signed in.");
  expect(page.sent).toEqual([]);
});
