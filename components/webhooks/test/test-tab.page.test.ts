/** The test of a webhook in a page: the sample or the user's own data, and the outcome. */
import { afterEach, expect, test } from "vitest";
import {
  button,
  failing,
  field,
  fill,
  link,
  names,
  noteOf,
  type OpenPage,
  openPage,
  pass,
  press,
  type Service,
  shown,
  until,
} from "#components/frame/page.testing.ts";
import {
  delivery,
  paused,
  run,
  tabElement,
  webhook,
} from "#components/webhooks/webhooks.testing.ts";
import TestTab from "./test-tab.tsx";

const API = "/api/v1/webhooks/whk_1";
const SEND = `POST ${API}/test`;
const SENT = `GET ${API}/deliveries/wh_evt_1`;
const types = ["agentic.intent", "points.credited"].map((type) => ({
  type,
  description: "",
  schema: {},
  sample: { of: type },
}));

let page: OpenPage;
afterEach(() => page.leave());

async function open(service: Service = {}, of = webhook()): Promise<void> {
  page = openPage(tabElement(TestTab, of), {
    service: {
      "GET /api/v1/webhooks/event-types": { event_types: types },
      [SEND]: { delivery_id: "wh_evt_1" },
      ...service,
    },
  });
  await until(() => expect(field("Data").value).toContain("agentic.intent"));
}

test("the service's sample is sent unchanged, and the outcome is followed until it ends", async () => {
  await open({ [SENT]: delivery({ state: "sending", runs: [] }) });
  press(button("Send test"));
  await until(() => expect(names("output")[0]).toContain("Sending"));
  page.answer({ [SENT]: delivery({ livemode: false }) });
  await pass(700);
  await until(() => expect(names("output")[0]).toMatch(/DeliveredTestHTTP 204 · 850 ms/));
  expect(page.bodies(SEND)).toEqual([{ type: "agentic.intent" }]);
  expect(link("See the delivery").getAttribute("href")).toBe(
    "/settings/webhooks/whk_1/deliveries/wh_evt_1",
  );
  const sentBefore = page.sent.length;
  await pass(7_000);
  expect(page.sent).toHaveLength(sentBefore);
});

test("each event has its own sample; the user's own data is sent if it is a JSON object", async () => {
  const failed = run({ status: 500, failure: "status" });
  await open({ [SENT]: delivery({ state: "pending", runs: [failed] }) });
  fill(field("Event"), "points.credited");
  expect(JSON.parse(field("Data").value)).toEqual({ of: "points.credited" });
  for (const wrong of ["{", "[]", "1", "null"]) {
    fill(field("Data"), wrong);
    press(button("Send test"));
    expect(noteOf(field("Data"))).toBe("This is not a JSON object.");
  }
  expect(page.bodies(SEND)).toEqual([]);
  fill(field("Data"), '{"points": 5}');
  press(button("Send test"));
  await until(() => expect(names("output")[0]).toContain("HTTP 500"));
  expect(page.bodies(SEND)).toEqual([{ type: "points.credited", data: { points: 5 } }]);
});

test("a test of a paused webhook says that it waits", async () => {
  await open({}, webhook(paused()));
  expect(shown()).toContain("This webhook is paused: the test waits until you resume it.");
});

test("a test that is refused says why", async () => {
  await open({ [SEND]: failing(503, "INTERNAL") });
  press(button("Send test"));
  await until(() => expect(names("[role=alert]")).toEqual([expect.stringMatching(/\S/)]));
});
