/** Planned and real times of attempts in a page. */
import { afterEach, expect, test } from "vitest";
import {
  failing,
  field,
  link,
  names,
  type OpenPage,
  openPage,
  press,
  shown,
  until,
} from "#components/frame/page.testing.ts";
import { atTime, tabElement, webhook } from "#components/webhooks/webhooks.testing.ts";
import { ATTEMPT_WAITS_S } from "#lib/protocol/webhook-retry-schedule.ts";
import type { WebhookAdherence } from "#lib/protocol/wire/webhook.ts";
import ScheduleTab from "./schedule-tab.tsx";

const API = "GET /api/v1/webhooks/whk_1/adherence";
const NONE = {
  attempts: 0,
  early: 0,
  held: 0,
  p50_ms: null,
  p95_ms: null,
  p99_ms: null,
  most_ms: null,
};
const ALL = { ...NONE, attempts: 8, p50_ms: 12, p95_ms: 900, p99_ms: 1_500, most_ms: 61_000 };

const adherence = (change: Partial<WebhookAdherence> = {}): WebhookAdherence => ({
  from: atTime("00:00:00"),
  to: atTime("12:00:00"),
  is_complete: true,
  all: ALL,
  by_attempt: ATTEMPT_WAITS_S.map((wait, index) => ({
    number: index + 1,
    wait_seconds: wait,
    ...(index === 0 ? ALL : NONE),
  })),
  late: [],
  ...change,
});

let page: OpenPage;
afterEach(() => page.leave());

function open(answer: WebhookAdherence | Response): void {
  page = openPage(tabElement(ScheduleTab, webhook()), { service: { [`${API}?hours=24`]: answer } });
}

test("it says that no attempt began early, and how late they began; each attempt has its wait", async () => {
  open(adherence());
  expect(names("output")).toEqual(["Loading webhooks"]);
  await until(() =>
    expect(names("dt")).toEqual([
      "Started early",
      "Median delay",
      "99th percentile",
      "Maximum delay",
    ]),
  );
  expect(names("dd")).toEqual(["0 of 8", "12 ms", "1.5 s", "1 min"]);
  expect(names("tbody td:nth-child(2)")).toEqual([
    "0 ms",
    "10 s",
    "1 min",
    "5 min",
    "15 min",
    "1 h",
    "4 h",
  ]);
  expect(names("tbody tr:first-child td:nth-child(n+5)")).toEqual(["12 ms", "900 ms", "1.5 s"]);
  expect(names("tbody tr:last-child td:nth-child(n+5)")).toEqual(["—", "—", "—"]);
  expect(shown()).toContain("No attempt started more than 100 ms late.");
});

test("late attempts say why, and link to their delivery", async () => {
  const reasons = ["pause", "lease", "rate", "slots", "busy"] as const;
  open(
    adherence({
      is_complete: false,
      all: { ...ALL, held: 2 },
      late: reasons.map((reason, index) => ({
        delivery_id: `wh_evt_${index}`,
        number: index + 1,
        due_at: atTime("11:00:00"),
        started_at: atTime("11:00:01"),
        late_ms: 1_000,
        reason,
      })),
    }),
  );
  await until(() => expect(names("section li")).toHaveLength(5));
  const late = names("section li");
  expect(late[0]).toContain("Attempt 1 started 1 s late. The webhook was paused.");
  expect(late[1]).toContain("The process that started it stopped, so it was repeated.");
  expect(late[2]).toContain("The limit of deliveries per second was reached.");
  expect(late[3]).toContain("The limit of simultaneous deliveries was reached.");
  expect(late[4]).toContain("The service was busy or not running.");
  expect(link("See the delivery").getAttribute("href")).toBe(
    "/settings/webhooks/whk_1/deliveries/wh_evt_0",
  );
  expect(shown()).toContain("2 attempts waited for a pause to end and are not included.");
  expect(shown()).toContain("Only the newest 5,000 deliveries are included.");
});

test("another period is read at a press; one without attempts says so", async () => {
  open(adherence());
  await until(() => expect(names("dd")).toHaveLength(4));
  page.answer({ [`${API}?hours=168`]: adherence({ all: NONE }) });
  press(field("7 days"));
  await until(() => expect(shown()).toContain("No attempts in this period"));
});

test("a read that fails says why", async () => {
  open(failing(503, "INTERNAL"));
  await until(() => expect(names("[role=alert] button")).toEqual(["Try again"]));
});
