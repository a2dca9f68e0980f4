/** The list of proposed orders in a page. */
import { act, createElement } from "react";
import { afterEach, expect, test, vi } from "vitest";
import {
  button,
  failing,
  field,
  fill,
  find,
  link,
  names,
  type OpenPage,
  openPage,
  press,
  type Service,
  shown,
  until,
} from "#components/frame/page.testing.ts";
import type { StagedOrder, WaitingOrders } from "#lib/protocol/wire/staged-order.ts";
import { ApprovalsPage } from "./approvals-page.tsx";
import { stagedOrder } from "./staged-order.testing.ts";

vi.mock(
  "next/navigation",
  async () => (await import("#components/frame/navigation.testing.ts")).navigation,
);
const { waiting, follow, notify } = vi.hoisted(() => {
  const followers = new Set<() => void>();
  const state: { now: WaitingOrders } = { now: { count: 0, newest: null, has_proposers: true } };
  return {
    waiting: state,
    follow: (follower: () => void) => {
      followers.add(follower);
      return () => followers.delete(follower);
    },
    notify: () => {
      for (const follower of followers) follower();
    },
  };
});
vi.mock("#components/frame/waiting-approvals/use-waiting.ts", async () => {
  const { useSyncExternalStore } = await import("react");
  return {
    useWaiting: () => useSyncExternalStore(follow, () => waiting.now),
    refreshWaiting: () => {},
  };
});

const API = "/api/v1/approvals";

let page: OpenPage;
afterEach(() => page.leave());

const serviceOf = (
  open: StagedOrder[],
  all: StagedOrder[],
  next: string | null = null,
): Service => ({
  [`GET ${API}?state=waiting`]: { orders: open, next: null },
  [`GET ${API}?state=all`]: { orders: all, next },
});
function open(service: Service): void {
  waiting.now = { count: 0, newest: null, has_proposers: true };
  page = openPage(createElement(ApprovalsPage), { address: "/approvals", service });
}
const rows = (title: string) => names("a", find("section", title));
const decided = (id: string, change: Partial<StagedOrder>) =>
  stagedOrder({ id, decided_at: "2026-05-01T11:00:00.000Z", ...change });

test("while there are none it says what they are, and leads to the ways to connect an assistant", async () => {
  open(serviceOf([], []));
  await until(() => expect(shown()).toContain("No proposed orders yet"));
  expect(link("Connect an assistant").getAttribute("href")).toBe("/connect");
  expect(link("Be notified by email or in your browser").getAttribute("href")).toBe(
    "/settings/notifications#approvals",
  );
});

test("waiting ones come first, each with its time left; a new one appears by itself", async () => {
  const first = stagedOrder();
  open(serviceOf([first], [first, decided("sto_0", { state: "withdrawn" })]));
  await until(() =>
    expect(rows("Waiting for your approval")).toEqual([
      expect.stringMatching(/^Buy 0\.02 BTCUSDC at market.*5:00$/),
    ]),
  );
  expect(rows("Decided")).toEqual([expect.stringMatching(/^Buy 0\.02 BTCUSDC.*Withdrawn$/)]);
  expect(shown()).toContain("stay here for 90 days");
  const second = stagedOrder({ id: "sto_2" });
  page.answer(serviceOf([second, first], [second, first]));
  waiting.now = { count: 2, newest: second, has_proposers: true };
  act(notify);
  await until(() => expect(rows("Waiting for your approval")).toHaveLength(2));
});

test("decided ones are filtered by what became of them", async () => {
  open(
    serviceOf(
      [],
      [
        decided("sto_1", { state: "placed" }),
        decided("sto_2", { state: "unknown" }),
        decided("sto_3", { state: "expired" }),
      ],
    ),
  );
  await until(() => expect(rows("Decided")).toHaveLength(3));
  for (const [chosen, listed] of [
    ["placed", /Placed$/],
    ["open", /Unknown$/],
    ["not", /Expired$/],
  ] as const) {
    fill(field("Show"), chosen);
    expect(rows("Decided")).toEqual([expect.stringMatching(listed)]);
  }
});

test("older ones are loaded at a press, and none is listed twice", async () => {
  const one = decided("sto_1", { state: "placed" });
  const two = decided("sto_2", { state: "declined" });
  open({
    ...serviceOf([], [one], "older"),
    [`GET ${API}?state=all&cursor=older`]: { orders: [one, two], next: null },
  });
  await until(() => expect(rows("Decided")).toHaveLength(1));
  press(button(/^Load/));
  await until(() => expect(rows("Decided")).toHaveLength(2));
});

test("an order for which the account lacked margin says so in its row", async () => {
  const staged = stagedOrder();
  const short: StagedOrder = {
    ...staged,
    snapshot: { ...staged.snapshot, margin_missing: "1200.5" },
    warnings: [{ code: "INSUFFICIENT_MARGIN", message: "…" }],
  };
  open(serviceOf([short], [short]));
  await until(() =>
    expect(rows("Waiting for your approval")[0]).toMatch(
      /the account needed 1,200\.50 USDC more margin/,
    ),
  );
});

test("lists that cannot be read say why, and are read again at a press", async () => {
  open({ ...serviceOf([], []), [`GET ${API}?state=all`]: failing(503, "INTERNAL") });
  await until(() => expect(names("[role=alert] button")).toEqual(["Try again"]));
  page.answer(serviceOf([], []));
  press(button("Try again"));
  await until(() => expect(shown()).toContain("No proposed orders yet"));
});
