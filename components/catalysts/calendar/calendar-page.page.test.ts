/** The calendar page with a service that answers from a small calendar. */

import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { release } from "#components/catalysts/calendar/parts/calendar.testing.ts";
import calendar from "#components/catalysts/messages/en/calendar.ts";
import catalysts from "#components/catalysts/messages/en/catalysts.ts";
import { minuteBars } from "#components/catalysts/pictures/bars.testing.ts";
import { type Frame, FrameContext } from "#components/data/frame-context.ts";
import { ShownZone } from "#components/frame/preferences/shown-zone.tsx";
import { timeZone } from "#components/frame/preferences/time-zone.ts";
import { I18nProvider } from "#components/i18n/i18n-provider.tsx";
import { PageTexts } from "#components/i18n/page-texts.tsx";
import { everyPage as english } from "#components/messages/en.ts";
import { until } from "#components/ui/until.testing.ts";
import type { CalendarItem } from "#lib/protocol/wire/calendar.ts";
import type { Bar } from "#lib/protocol/wire/market.ts";
import { CalendarPage } from "./calendar-page.tsx";

vi.mock("next/navigation", () => ({
  usePathname: () => window.location.pathname,
  useSearchParams: () => new URLSearchParams(window.location.search),
}));

const FRAME: Frame = {
  person: undefined,
  hasEnded: false,
  noteSessionEnd: () => {},
  prove: () => Promise.resolve(false),
  question: { isOpen: false, settle: () => {} },
  cover: () => {},
};
/** In the future for every clock. */
const AT = "2126-05-12T12:30:00.000Z";
const ID = `cal_${"1".repeat(24)}`;
const SOURCE = {
  name: "agency",
  publisher: "agency.example",
  simulated: false,
  error: null,
  left_out: {},
};

const PAGE = { market: "BTCUSDC" };

let root: Root;
let requested: URL[];
let items: CalendarItem[];
let sources: object[];
let earlier: CalendarItem[];
let bars: Bar[];

function show(path = "/calendar"): void {
  window.history.replaceState(null, "", path);
  const own = { messages: { calendar, catalysts }, children: createElement(CalendarPage, PAGE) };
  const texts = createElement(PageTexts, own);
  const framed = createElement(FrameContext.Provider, { value: FRAME }, texts);
  const zoned = createElement(ShownZone, null, framed);
  const whole = { locale: "en" as const, messages: english, children: zoned };
  act(() => root.render(createElement(I18nProvider, whole)));
}

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  timeZone.set("UTC");
  requested = [];
  earlier = [];
  bars = [];
  items = [release({ scheduled_at: AT })];
  sources = [{ ...SOURCE, state: "fresh", last_read_at: AT, last_item_at: AT }];
  vi.stubGlobal("fetch", (path: string) => {
    const url = new URL(path, "http://app.example");
    requested.push(url);
    return Promise.resolve(Response.json(answerTo(url)));
  });
  const container = document.createElement("div");
  document.body.replaceChildren(container);
  root = createRoot(container);
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

function answerTo(url: URL): unknown {
  if (url.pathname.endsWith("/kline")) {
    const [from, to] = [url.searchParams.get("start_at"), url.searchParams.get("end_at")];
    return { results: bars.filter(({ start }) => start >= Number(from) && start <= Number(to)) };
  }
  const known = { known_at: AT };
  if (url.pathname.endsWith("/sources")) return { results: sources };
  if (url.pathname.endsWith(ID)) {
    const before = release({ scheduled_at: "2126-05-11T12:30:00.000Z", title: "CPI" });
    const after = release({ scheduled_at: AT, status: "moved", actual: "3.4" });
    const changed = ["scheduled_at", "status", "actual"];
    return {
      ...known,
      item: after,
      earlier,
      revisions: [
        { revision: 1, recorded_at: AT, changed: [], item: before },
        { revision: 2, recorded_at: AT, changed, item: after },
      ],
    };
  }
  const kind = url.searchParams.get("kind");
  const results = items.filter((item) => kind === null || item.kind === kind);
  return { ...known, from: AT, to: AT, results, next: null };
}

const text = () => document.body.textContent;
const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
const pressed = (name: string) => {
  const found = all("button").find((one) => one.textContent.startsWith(name));
  if (found === undefined) throw new Error(`there is no button ${name}`);
  act(() => found.click());
};

test("a release shows its day, its time, its forecast and the time until it", async () => {
  show();
  await until(() => expect(text()).toContain("Sunday 12 May"));
  const row = all("[data-release]")[0]?.textContent ?? "";
  expect(row).toContain("12:30");
  expect(row).toContain("CPI y/y");
  expect(row).toMatch(/Actualpending.*Forecast3\.1%.*Previous3\.0%/);
  expect(all("[data-next]")[0]?.textContent).toMatch(/in .*\d days? \d\d:\d\d:\d\d/);
  expect(text()).not.toContain("sample");
});

test("the actual number, its surprise and a corrected previous number are exact", async () => {
  items = [
    release({
      scheduled_at: AT,
      status: "released",
      actual: "1234.50",
      surprise: { value: "0.40", z: 1.44 },
      revised_previous: "2.9",
      unit: "K",
    }),
  ];
  show();
  await until(() => expect(all("[data-release]")).toHaveLength(1));
  const row = (all("[data-release]")[0]?.textContent ?? "").replace(/[\u2066-\u2069]/g, "");
  expect(row).toContain("1,234.50K");
  expect(row).toContain("+0.40K (1.4 standard deviations)");
  expect(row).toContain("2.9K (was 3.0K)");
});

test("moved, cancelled, overdue and sample releases are labelled, and a day without a time shows none", async () => {
  const named = (digit: string, change: Partial<CalendarItem>) =>
    release({ id: `cal_${digit.repeat(24)}`, scheduled_at: AT, ...change });
  items = [
    named("2", { status: "moved" }),
    named("3", { status: "cancelled" }),
    named("4", { status: "overdue", simulated: true }),
    named("5", { precision: "day", scheduled_at: "2126-05-12T00:00:00.000Z" }),
  ];
  show();
  await until(() => expect(all("[data-release]")).toHaveLength(4));
  const rows = all("[data-release]").map((row) => row.textContent);
  expect(rows[0]).toContain("No time given");
  expect(rows[0]).not.toContain("00:00");
  expect(rows[1]).toContain("Rescheduled");
  expect(rows[2]).toContain("Cancelled");
  expect(rows[3]).toContain("Overdue");
  expect(rows[3]).toContain("simulated");
  expect(text()).toContain("Sample data, not real events.");
});

test("the history is read when it is opened, and shows what changed", async () => {
  items = [release({ scheduled_at: AT, status: "moved" })];
  show();
  await until(() => expect(all("[data-release]")).toHaveLength(1));
  expect(requested.some(({ pathname }) => pathname.endsWith(ID))).toBe(false);
  pressed("History");
  await until(() => expect(all("[data-revision]")).toHaveLength(2));
  const [newest, first] = all("[data-revision]").map((one) =>
    one.textContent.replace(/[\u2066-\u2069]/g, ""),
  );
  expect(newest).toContain("Time: 11 May, 12:30 → 12 May, 12:30");
  expect(newest).toContain("Status: Scheduled → Rescheduled");
  expect(newest).toContain("Actual: – → 3.4%");
  expect(first).toContain("First announced");
  pressed("History");
  expect(all("[data-revision]")).toHaveLength(0);
});

test("a kind filters and stays in the address; loading more days keeps the shown ones", async () => {
  show("/calendar?kind=gdp");
  await until(() => expect(text()).toContain("No events of this kind"));
  expect(requested.some(({ searchParams }) => searchParams.get("kind") === "gdp")).toBe(true);
  const select = document.querySelector("select");
  act(() => {
    if (select === null) return;
    select.value = "cpi";
    select.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await until(() => expect(all("[data-release]")).toHaveLength(1));
  expect(window.location.search).toBe("?kind=cpi");
  const windowOf = () => {
    const last = requested.findLast(({ pathname }) => pathname === "/api/public/calendar");
    const at = (name: string) => Date.parse(last?.searchParams.get(name) ?? "");
    return (at("to") - at("from")) / 86_400_000;
  };
  expect(windowOf()).toBe(14);
  pressed("Show one earlier day");
  expect(all("[data-release]")).toHaveLength(1);
  await until(() => expect(windowOf()).toBe(15));
  pressed("Show two more weeks");
  await until(() => expect(windowOf()).toBe(29));
});

test("what a source has beyond the calendar is counted, with its reason", async () => {
  const counts = { unknown_kind: 12, damaged: 1 };
  sources = [{ ...SOURCE, state: "fresh", last_read_at: AT, last_item_at: AT, left_out: counts }];
  show();
  await until(() => expect(text()).toContain("Not read, or in part: 12 of other kinds, 1 damaged"));
});

test("the page says when sources do not answer and when there are none", async () => {
  items = [];
  sources = [
    {
      ...SOURCE,
      state: "failing",
      error: "timeout",
      http_status: null,
      last_read_at: null,
      last_item_at: null,
    },
  ];
  show();
  await until(() => expect(text()).toContain("No source is responding"));
  expect(text()).toContain("It did not respond in time.");
  expect(text()).toContain("Nothing scheduled in this period");
  sources = [];
  void act(() => window.dispatchEvent(new Event("online")));
  await until(() => expect(text()).toContain("No calendar sources"));
});

test("the week has the number of releases and the most important one, and leads to the day", async () => {
  const now = new Date(Date.now() + 60_000).toISOString();
  items = [
    release({ scheduled_at: now, kind: "gdp" }),
    release({ id: `cal_${"2".repeat(24)}`, scheduled_at: now, kind: "cpi" }),
  ];
  show();
  await until(() => expect(all("[data-strip-day]")).toHaveLength(7));
  const [link] = all("[data-strip-day] a");
  expect(all("[data-strip-day] a")).toHaveLength(1);
  expect(link?.textContent).toContain("2 events, high impact: \u2068Consumer prices (CPI)\u2069");
  const target = link?.getAttribute("href")?.slice(1) ?? "";
  expect(document.getElementById(target)?.querySelectorAll("[data-release]")).toHaveLength(2);
});

test("a release shows its series, and what the price did in the hour after each, where it is known", async () => {
  const id = (number: number) => `cal_${number.toString().repeat(24)}`;
  const time = "2126-04-12T12:30:00.000Z";
  earlier = [
    release({ id: id(2), scheduled_at: time, period: "2126-03", actual: "3.3" }),
    release({ id: id(3), period: "2126-02", actual: "2.9", forecast: null }),
  ];
  bars = minuteBars("BTCUSDC", "2126-04-12T12:29:00.000Z", [
    "100",
    ...Array.from({ length: 60 }, () => "98"),
  ]);
  show();
  await until(() => expect(all("[data-release]")).toHaveLength(1));
  pressed("History");
  await until(() => expect(all("[data-hour-after]")).toHaveLength(1));
  expect(all("[data-series] h4")[0]?.textContent).toBe("Last 3 releases");
  expect(all("[data-series] [role=img]")[0]?.getAttribute("aria-label")).toContain(
    "\u20682126-03\u2069: actual \u20683.3%\u2069, forecast \u20683.1%\u2069.",
  );
  expect(all("[data-earlier]").map((row) => row.textContent)).toEqual([
    "2026-043.4%3.1%no full hour stored",
    "2126-033.3%3.1%-2.00%",
    "2126-022.9%–no full hour stored",
  ]);
  expect(all("[data-point=forecast]")).toHaveLength(2);
});
