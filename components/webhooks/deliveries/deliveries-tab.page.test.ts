/** The deliveries of a webhook in a page: filters, older pages, and what is sent again. */
import { afterEach, expect, test } from "vitest";
import {
  button,
  dialog,
  failing,
  field,
  fill,
  link,
  NOW,
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
  paused,
  summary,
  tabElement,
  webhook,
} from "#components/webhooks/webhooks.testing.ts";
import type { Webhook, WebhookDeliverySummary } from "#lib/protocol/wire/webhook.ts";
import { DeliveriesTab } from "./deliveries-tab.tsx";

const API = "/api/v1/webhooks/whk_1";
const FIRST = `GET ${API}/deliveries?limit=50`;

let page: OpenPage;
afterEach(() => page.leave());

function open(service: Service, of: Webhook = webhook()): void {
  page = openPage(tabElement(DeliveriesTab, of), { service });
}
const list = (deliveries: WebhookDeliverySummary[], next: string | null = null) => ({
  deliveries,
  next,
});
const rows = () =>
  [...document.querySelectorAll<HTMLElement>("[data-delivery]")].map(({ dataset, textContent }) => [
    dataset["delivery"],
    textContent,
  ]);
const ids = () => rows().map(([id]) => id);

test("it says that it loads, and that nothing was delivered yet", async () => {
  open({ [FIRST]: list([]) });
  expect(names("output")).toEqual(["Loading deliveries"]);
  await until(() => expect(shown()).toContain("No deliveries yet"));
  expect(shown()).toContain("Deliveries are kept for 30 days.");
});

test("a row says what was sent, its state, why it failed, its attempts and when the next one is", async () => {
  const failed = summary({
    id: "wh_evt_2",
    state: "pending",
    attempts: 2,
    next_attempt_at: atTime("12:05:00"),
    last_error: "HTTP 500",
  });
  const replayed = summary({ id: "wh_evt_3", livemode: false, replay_of: "wh_evt_1" });
  open({ [FIRST]: list([failed, replayed, summary({ state: "dead", attempts: 7 })]) });
  await until(() => expect(ids()).toEqual(["wh_evt_2", "wh_evt_3", "wh_evt_1"]));
  const [first, second, third] = rows().map(([, text]) => text);
  expect(first).toMatch(
    /Retrying\u2066HTTP 500\u2069.*attempt 2 of 7 · next attempt in 5 minutes$/,
  );
  expect(second).toMatch(/DeliveredTestResent.*attempt 1 of 7$/);
  expect(third).toMatch(/Failed.*attempt 7 of 7$/);
  expect(link("agentic.intent").getAttribute("href")).toBe(
    "/settings/webhooks/whk_1/deliveries/wh_evt_2",
  );
});

test("while the webhook is paused no next attempt is promised", async () => {
  const waiting = summary({ state: "pending", attempts: 2, next_attempt_at: atTime("12:05:00") });
  open({ [FIRST]: list([waiting]) }, webhook(paused()));
  await until(() => expect(rows()[0]?.[1]).toMatch(/attempt 2 of 7$/));
});

test("state and event filter the list and its file, and an empty result says so", async () => {
  open({
    [FIRST]: list([summary()]),
    [`GET ${API}/deliveries?state=dead&limit=50`]: list([]),
    [`GET ${API}/deliveries?state=dead&type=agentic.executed&limit=50`]: list([
      summary({ id: "wh_evt_5", type: "agentic.executed", state: "dead" }),
    ]),
  });
  await until(() => expect(ids()).toEqual(["wh_evt_1"]));
  expect(link("Export CSV").getAttribute("href")).toBe(`${API}/deliveries?format=csv`);
  fill(field("Status"), "dead");
  await until(() => expect(shown()).toContain("No deliveries match this filter"));
  fill(field("Event"), "agentic.executed");
  await until(() => expect(ids()).toEqual(["wh_evt_5"]));
  expect(link("Export CSV").getAttribute("href")).toBe(
    `${API}/deliveries?state=dead&type=agentic.executed&format=csv`,
  );
});

test("the first page updates live, until older ones are shown beside it", async () => {
  open({
    [FIRST]: list([summary()], "older"),
    [`GET ${API}/deliveries?limit=50&cursor=older`]: list([summary({ id: "wh_evt_0" })]),
  });
  await until(() => expect(ids()).toEqual(["wh_evt_1"]));
  const [before] = [page.sent.length];
  await pass(2_500);
  expect(page.sent).toHaveLength(before + 1);
  press(button("Load older deliveries"));
  await until(() => expect(ids()).toEqual(["wh_evt_1", "wh_evt_0"]));
  expect(names("button")).not.toContain("Load older deliveries");
  const still = page.sent.length;
  await pass(10_000);
  expect(page.sent).toHaveLength(still);
  press(button("Back to newest"));
  await until(() => expect(ids()).toEqual(["wh_evt_1"]));
  await pass(2_500);
  expect(page.sent).toHaveLength(still + 1);
});

test("chosen deliveries are sent again after a question, which says so when the webhook is paused", async () => {
  open(
    {
      [FIRST]: list([summary(), summary({ id: "wh_evt_2" })]),
      [`POST ${API}/replay`]: {
        replayed: [{ delivery_id: "wh_evt_2", new_delivery_id: "wh_evt_9" }],
        refused: [],
      },
    },
    webhook(paused()),
  );
  await until(() => button("Resend 0 selected"));
  press(button("Resend 0 selected"));
  expect(names("[role=dialog]")).toEqual([]);
  press(field("Select delivery wh_evt_2"));
  press(button("Resend 1 selected"));
  await until(() => dialog("Resend 1 delivery?"));
  const opened = dialog("Resend 1 delivery?");
  expect(opened.textContent).toContain("with a new delivery id");
  expect(opened.textContent).toContain("They will be sent after you resume it.");
  press(button("Resend", opened));
  await until(() => expect(names("[role=dialog]")).toEqual([]));
  expect(page.bodies(`POST ${API}/replay`)).toEqual([{ delivery_ids: ["wh_evt_2"] }]);
  expect(page.toasts()).toEqual(["1 delivery will be resent."]);
  expect(names("button")).toContain("Resend 0 selected");
});

test("a period is counted before it is sent, and another choice is counted again", async () => {
  open({
    [FIRST]: list([]),
    [`POST ${API}/recover`]: ({ body }) =>
      (body as { dry_run: boolean }).dry_run
        ? { dry_run: true, matched: 12, created: 0, left: 0 }
        : { dry_run: false, matched: 12, created: 10, left: 2 },
  });
  await until(() => button("Recover a period"));
  press(button("Recover a period"));
  await until(() => dialog("Recover a period"));
  const opened = dialog("Recover a period");
  press(button("Count deliveries", opened));
  await until(() => expect(names("output", opened)).toEqual(["12 deliveries found."]));
  press(field("Already delivered", opened));
  expect(names("output", opened)).toEqual([""]);
  press(button("Count deliveries", opened));
  await until(() => button("Send deliveries", opened));
  press(button("Send deliveries", opened));
  await until(() => expect(names("[role=dialog]")).toEqual([]));
  const period = {
    from: new Date(NOW - 86_400_000).toISOString(),
    to: new Date(NOW + 60_000).toISOString(),
  };
  const more = ["dead", "delivered", "missing"];
  expect(page.bodies(`POST ${API}/recover`)).toEqual([
    { ...period, states: ["dead", "missing"], dry_run: true },
    { ...period, states: more, dry_run: true },
    { ...period, states: more, dry_run: false },
  ]);
  expect(page.toasts()).toEqual(["10 deliveries will be sent."]);
});

test("a period that ends before it begins cannot be counted; one that holds nothing cannot be sent", async () => {
  const skipped = { events: 5, from: atTime("08:00:00"), to: atTime("09:00:00") };
  open(
    {
      [FIRST]: list([]),
      [`POST ${API}/recover`]: { dry_run: true, matched: 0, created: 0, left: 0 },
    },
    webhook({ skipped }),
  );
  await until(() => button("Recover a period"));
  press(button("Recover a period"));
  await until(() => dialog("Recover a period"));
  const opened = dialog("Recover a period");
  const to = field("To", opened).value;
  fill(field("To", opened), "2026-04-30T00:00");
  expect(opened.textContent).toContain("The end must be after the start.");
  press(button("Count deliveries", opened));
  expect(page.bodies(`POST ${API}/recover`)).toEqual([]);
  fill(field("To", opened), to);
  press(button("Count deliveries", opened));
  await until(() => expect(names("output", opened)).toEqual(["0 deliveries found."]));
  expect(page.bodies(`POST ${API}/recover`)).toMatchObject([
    { from: skipped.from, to: atTime("09:01:00") },
  ]);
  expect(button("Send deliveries", opened).getAttribute("aria-disabled")).toBe("true");
});

test("a failed read says why, and a press reads again", async () => {
  open({ [FIRST]: failing(503, "INTERNAL") });
  await until(() => button("Try again"));
  page.answer({ [FIRST]: list([summary()]) });
  press(button("Try again"));
  await until(() => expect(ids()).toEqual(["wh_evt_1"]));
});
