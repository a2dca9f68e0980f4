/** The pages with a service that answers from a few signals. */
import { act, createElement, type ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Frame, FrameContext } from "#components/data/frame-context.ts";
import { I18nProvider } from "#components/i18n/i18n-provider.tsx";
import { english } from "#components/messages/en.ts";
import { until } from "#components/ui/until.testing.ts";
import type { Signal, SignalFigures } from "#lib/protocol/wire/signals.ts";
import messages from "./messages/en.ts";
import { SignalPage } from "./signal-page.tsx";
import { endedSignal, figures, signal, signalIdOf } from "./signals.testing.ts";
import { SignalsPage } from "./signals-page.tsx";
import { SignalTexts } from "./texts.tsx";

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
/** Behind the first page of ended ones. */
let older: Signal[];
let record: SignalFigures[];

function show(page: ReactNode): void {
  const own = { messages, children: page };
  const texts = createElement(SignalTexts, own);
  const framed = createElement(FrameContext.Provider, { value: FRAME }, texts);
  const whole = { locale: "en" as const, messages: english, children: framed };
  act(() => root.render(createElement(I18nProvider, whole)));
}

function answerTo(url: URL): unknown {
  if (url.pathname.endsWith("/record")) {
    return { judged_until: JUDGED, parameters_hash: "0".repeat(64), results: record };
  }
  if (url.pathname !== "/api/public/signals") return active[0];
  const isActive = url.searchParams.get("state") === "active";
  if (url.searchParams.has("cursor")) return { judged_until: JUDGED, results: older, next: null };
  const results = isActive ? active : ended;
  const next = !isActive && older.length > 0 ? (ended.at(-1)?.id ?? null) : null;
  return { judged_until: JUDGED, results, next };
}

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  active = [signal()];
  ended = [endedSignal()];
  older = [];
  record = [
    figures(),
    figures({ rule: "cascade", shadow: true, active: 0, ended: 0, hit_rate: null }),
  ];
  vi.stubGlobal("fetch", (path: string) => {
    const said = answerTo(new URL(path, "http://app.example"));
    const refusal = { error: "SIGNAL_NOT_FOUND", message: "There is no such signal." };
    return Promise.resolve(
      said === undefined ? Response.json(refusal, { status: 404 }) : Response.json(said),
    );
  });
  const place = document.createElement("div");
  document.body.replaceChildren(place);
  root = createRoot(place);
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

const text = () => document.body.textContent;
const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
const LIST = createElement(SignalsPage);

test("an active signal has its levels, why there is one, and a link that prepares an order", async () => {
  show(LIST);
  await until(() => expect(all("[data-signal]")).toHaveLength(2));
  const [card] = all(`[data-signal=${signalIdOf(1)}]`);
  for (const part of ["Short", "SOLUSDC", "Drift", "141.2", "144.1", "138.3", "58%", "4 hours"]) {
    expect(card?.textContent).toContain(part);
  }
  expect(card?.textContent).toContain("explains it with a probability of 91%");
  expect(card?.textContent).toContain("14 of 22 earlier signals of this rule were right.");
  const links = [...(card?.querySelectorAll("a") ?? [])].map((link) => link.getAttribute("href"));
  expect(links).toEqual([
    `/signals/${signalIdOf(1)}`,
    `/catalysts/moves/mov_${"0".repeat(23)}1`,
    `/catalysts/evt_${"0".repeat(23)}1`,
    `/trade/SOLUSDC?signal=${signalIdOf(1)}`,
  ]);
});

test("an ended one has its result, and no order is prepared from it", async () => {
  show(LIST);
  await until(() => expect(all(`[data-signal=${signalIdOf(2)}]`)).toHaveLength(1));
  const [card] = all(`[data-signal=${signalIdOf(2)}]`);
  expect(card?.querySelector("[data-state]")?.textContent).toBe("Wrong");
  expect(card?.querySelector("[data-result]")?.textContent).toContain("-1.07 R");
  expect(card?.textContent).not.toContain("Prepare order");
});

test("a signal in shadow is shown as one, with what that means", async () => {
  active = [signal({ shadow: true, conviction: 0.5 })];
  show(LIST);
  await until(() => expect(all("[data-signal] [data-shadow]")).toHaveLength(1));
  expect(all("[data-shadow] [title]")[0]?.title).toContain("has not been right often enough");
});

test("without any signal the page says how they come about, and has no figures", async () => {
  [active, ended, record] = [[], [], [figures({ active: 0, ended: 0 })]];
  show(LIST);
  await until(() => expect(text()).toContain("No signals yet"));
  expect(text()).toContain("its cause was found");
  expect(text()).toContain("There are no figures before a signal has ended.");
  expect(all("table")).toHaveLength(0);
});

test("the record has the figures beside momentum and a coin; a rule without signals has no table", async () => {
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

test("figures of simulated signals stand apart, and say what they are", async () => {
  record = [figures(), figures({ simulated: true, ended: 3, hit_rate: 1 })];
  show(LIST);
  await until(() => expect(all("[data-figures]")).toHaveLength(2));
  const captionOf = (name: string) => all(`[data-figures="${name}"] caption`)[0]?.textContent;
  expect(captionOf("drift emitted")).not.toContain("simulated");
  expect(captionOf("drift simulated emitted")).toContain("simulated");
});

test("older ones are loaded behind the others, once", async () => {
  older = [endedSignal({ id: signalIdOf(3), priced_at: "2026-04-30T12:00:00.000Z" })];
  show(LIST);
  await until(() => expect(text()).toContain("Load older ones"));
  act(() =>
    all("button")
      .find((one) => one.textContent === "Load older ones")
      ?.click(),
  );
  await until(() => expect(all(`[data-signal=${signalIdOf(3)}]`)).toHaveLength(1));
  expect(text()).not.toContain("Load older ones");
});

test("one signal has a page of its own, and an unknown one is said so", async () => {
  show(createElement(SignalPage, { id: signalIdOf(1) }));
  await until(() => expect(all("[data-signal]")).toHaveLength(1));
  act(() => root.unmount());
  root = createRoot(document.body.appendChild(document.createElement("div")));
  active = [];
  show(createElement(SignalPage, { id: signalIdOf(9) }));
  await until(() => expect(text()).toContain("No such signal"));
});
