/** The signals pages with a service that answers from a few signals. */

import { act, createElement, type ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import pictures from "#components/catalysts/messages/en/pictures.ts";
import { minuteBars } from "#components/catalysts/pictures/bars.testing.ts";
import { type Frame, FrameContext } from "#components/data/frame-context.ts";
import { I18nProvider } from "#components/i18n/i18n-provider.tsx";
import { PageTexts } from "#components/i18n/page-texts.tsx";
import { everyPage as english } from "#components/messages/en.ts";
import { until } from "#components/ui/until.testing.ts";
import type { Bar } from "#lib/protocol/wire/market.ts";
import type { Signal, SignalFigures } from "#lib/protocol/wire/signals.ts";
import signals from "./messages/en/signals.ts";
import { SignalPage } from "./signal-page.tsx";
import { endedSignal, figures, makeSignalId, signal } from "./signals.testing.ts";
import { SignalsPage } from "./signals-page.tsx";

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
const JUDGED = "2026-05-01T12:50:00.000Z";

let root: Root;
let active: Signal[];
let ended: Signal[];
/** The page after the first one of ended signals. */
let older: Signal[];
let record: SignalFigures[];
let bars: Bar[];

function show(page: ReactNode): void {
  const own = { messages: { signals, pictures }, children: page };
  const texts = createElement(PageTexts, own);
  const framed = createElement(FrameContext.Provider, { value: FRAME }, texts);
  const whole = { locale: "en" as const, messages: english, children: framed };
  act(() => root.render(createElement(I18nProvider, whole)));
}

function answerTo(url: URL): unknown {
  if (url.pathname.endsWith("/kline")) return { results: bars };
  if (url.pathname.endsWith("/record")) {
    return { judged_until: JUDGED, parameters_hash: "0".repeat(64), results: record };
  }
  if (url.pathname !== "/api/public/signals") return active[0];
  const isActive = url.searchParams.get("state") === "active";
  if (url.searchParams.has("cursor")) return { judged_until: JUDGED, results: older, next: null };
  const isShadow = url.searchParams.get("shadow") === "true";
  const results = isActive ? active.filter(({ shadow }) => shadow === isShadow) : ended;
  const next = !isActive && older.length > 0 ? (ended.at(-1)?.id ?? null) : null;
  return { judged_until: JUDGED, results, next };
}

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  active = [signal()];
  ended = [endedSignal()];
  older = [];
  bars = [];
  record = [
    figures(),
    figures({
      rule: "cascade",
      shadow: true,
      active: 0,
      ended: 0,
      hit_rate: null,
      calibration: [],
      curve: [],
    }),
  ];
  vi.stubGlobal("fetch", (path: string) => {
    const said = answerTo(new URL(path, "http://app.example"));
    const refusal = { error: "SIGNAL_NOT_FOUND", message: "There is no such signal." };
    return Promise.resolve(
      said === undefined ? Response.json(refusal, { status: 404 }) : Response.json(said),
    );
  });
  const container = document.createElement("div");
  document.body.replaceChildren(container);
  root = createRoot(container);
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

const text = () => document.body.textContent;
const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
const LIST = createElement(SignalsPage);

test("an active signal shows its levels, its reasons and a link that prepares an order", async () => {
  show(LIST);
  await until(() => expect(all("[data-signal]")).toHaveLength(2));
  const [card] = all(`[data-signal=${makeSignalId(1)}]`);
  for (const part of ["Short", "SOLUSDC", "Drift", "141.2", "144.1", "138.3", "58%", "4 hours"]) {
    expect(card?.textContent).toContain(part);
  }
  expect(card?.textContent).toContain("explains the move with 91% probability");
  expect(card?.textContent).toContain("14 of 22 earlier signals of this rule were right.");
  const links = [...(card?.querySelectorAll("a") ?? [])].map((link) => link.getAttribute("href"));
  expect(links).toEqual([
    `/signals/${makeSignalId(1)}`,
    `/catalysts/moves/mov_${"0".repeat(23)}1`,
    `/catalysts/evt_${"0".repeat(23)}1`,
    `/trade/SOLUSDC?signal=${makeSignalId(1)}`,
  ]);
});

test("a signal's picture has its levels, where it began and how it ended, in words too", async () => {
  bars = minuteBars("SOLUSDC", "2026-05-01T12:00:00.000Z", ["141", "144.3"]);
  show(LIST);
  await until(() => expect(all("[data-signal] [data-picture=prices]")).toHaveLength(2));
  const of = (number: number) => all(`[data-signal=${makeSignalId(number)}]`)[0];
  const spoken = of(2)?.querySelector("svg[role=img]")?.getAttribute("aria-label") ?? "";
  expect(spoken).toContain(
    "Entry \u2068141.2\u2069, target \u2068138.3\u2069, invalidation \u2068144.1\u2069.",
  );
  expect(spoken).toMatch(/Invalidated at .*: close \u2068144\.3\u2069, \u2068-1\.07 R\u2069\./);
  const dots = (number: number) =>
    [...(of(number)?.querySelectorAll<HTMLElement>("[data-dot]") ?? [])].map(
      ({ dataset }) => dataset["dot"],
    );
  expect([dots(1), dots(2)]).toEqual([["begin"], ["begin", "invalidated"]]);
});

test("a signal without stored prices says so", async () => {
  show(LIST);
  await until(() => expect(all("[data-signal] [data-picture=empty]")).toHaveLength(2));
});

test("the record shows what convictions were worth and how results added up", async () => {
  show(LIST);
  await until(() => expect(all("[data-calibration]")).toHaveLength(1));
  const spoken = all("[data-figures] svg").map((one) => one.getAttribute("aria-label"));
  expect(spoken).toEqual([
    "At \u206852%\u2069: 6 of 10 signals were right. At \u206857%\u2069: 8 of 12 signals were right.",
    "After 3 signals: \u2068+4.62 R\u2069. Between \u2068-0.50 R\u2069 and \u2068+4.62 R\u2069.",
  ]);
  expect(all("[data-bin]")).toHaveLength(2);
});

test("an ended signal shows its result and offers no order", async () => {
  show(LIST);
  await until(() => expect(all(`[data-signal=${makeSignalId(2)}]`)).toHaveLength(1));
  const [card] = all(`[data-signal=${makeSignalId(2)}]`);
  expect(card?.querySelector("[data-state]")?.textContent).toBe("Invalidated");
  expect(card?.querySelector("[data-result]")?.textContent).toContain("-1.07 R");
  expect(card?.textContent).not.toContain("Prepare order");
});

const sectionOf = (card: HTMLElement | undefined) =>
  card?.closest("section")?.querySelector("h2")?.textContent;

test("a signal in shadow is shown as being measured, with an explanation and without an order", async () => {
  active = [signal(), signal({ id: makeSignalId(4), shadow: true, conviction: 0.5 })];
  show(LIST);
  await until(() => expect(all("[data-signal] [data-shadow]")).toHaveLength(1));
  const [card] = all(`[data-signal=${makeSignalId(4)}]`);
  expect(sectionOf(card)).toBe("In testing");
  expect(sectionOf(all(`[data-signal=${makeSignalId(1)}]`)[0])).toBe("Active signals");
  expect(all("[data-signal]").at(-1)).toBe(card);
  expect(card?.textContent).not.toContain("Prepare order");
  expect(all("[data-shadow] [title]")[0]?.title).toContain("not yet beaten a coin");
});

test("its own page offers no order either", async () => {
  active = [signal({ shadow: true })];
  show(createElement(SignalPage, { id: makeSignalId(1) }));
  await until(() => expect(all("[data-signal] [data-shadow]")).toHaveLength(1));
  expect(text()).not.toContain("Prepare order");
});

test("without any signal the page explains how they come about, and shows no figures", async () => {
  [active, ended, record] = [[], [], [figures({ active: 0, ended: 0 })]];
  show(LIST);
  await until(() => expect(text()).toContain("No signals yet"));
  expect(text()).toContain("the cause is found");
  expect(text()).toContain("No figures yet: no signal has ended.");
  expect(all("table")).toHaveLength(0);
});

test("the record shows the figures beside momentum and a coin toss; a rule without signals has no table", async () => {
  record.push(figures({ rule: "surprise", active: 0, ended: 0 }));
  record = record.map((row) => (row.rule === "cascade" ? { ...row, active: 1, brier: null } : row));
  show(LIST);
  await until(() => expect(all("[data-figures]")).toHaveLength(2));
  const cells = (row: string) =>
    all(`[data-figures="drift emitted"] [data-row=${row}] [data-cell]`).map(
      (cell) => cell.textContent,
    );
  expect(cells("signals")).toEqual(["22", "64%", "+0.21 R", "0.231"]);
  expect(cells("momentum")).toEqual(["20", "45%", "-0.08 R", "0.261"]);
  expect(cells("coin")).toEqual(["", "50%", "0.00 R", "0.250"]);
  const shadow = all('[data-figures="cascade shadow"] [data-row=signals] [data-cell]');
  expect(shadow.map((cell) => cell.textContent)).toEqual(["0", "–", "+0.21 R", "–"]);
});

test("figures of simulated signals are separate and labelled", async () => {
  record = [figures(), figures({ simulated: true, ended: 3, hit_rate: 1 })];
  show(LIST);
  await until(() => expect(all("[data-figures]")).toHaveLength(2));
  const captionOf = (name: string) => all(`[data-figures="${name}"] caption`)[0]?.textContent;
  expect(captionOf("drift emitted")).not.toContain("simulated");
  expect(captionOf("drift simulated emitted")).toContain("simulated");
});

test("older signals are appended, each once", async () => {
  older = [endedSignal({ id: makeSignalId(3), priced_at: "2026-04-30T12:00:00.000Z" })];
  show(LIST);
  await until(() => expect(text()).toContain("Load older"));
  act(() =>
    all("button")
      .find((one) => one.textContent === "Load older")
      ?.click(),
  );
  await until(() => expect(all(`[data-signal=${makeSignalId(3)}]`)).toHaveLength(1));
  expect(text()).not.toContain("Load older");
});

test("one signal has its own page, and an unknown one is reported as not found", async () => {
  show(createElement(SignalPage, { id: makeSignalId(1) }));
  await until(() => expect(all("[data-signal]")).toHaveLength(1));
  act(() => root.unmount());
  root = createRoot(document.body.appendChild(document.createElement("div")));
  active = [];
  show(createElement(SignalPage, { id: makeSignalId(9) }));
  await until(() => expect(text()).toContain("Signal not found"));
});
