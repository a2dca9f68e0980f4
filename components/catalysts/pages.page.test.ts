/**
 * The pages with a service that answers from a small history: a fall, a report two minutes later,
 * and its cause a second after that.
 */

import { act, createElement, type ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Frame, FrameContext } from "#components/data/frame-context.ts";
import { I18nProvider } from "#components/i18n/i18n-provider.tsx";
import { PageTexts } from "#components/i18n/page-texts.tsx";
import { everyPage as english } from "#components/messages/en.ts";
import { until } from "#components/ui/until.testing.ts";
import type { Catalyst, MoveExplanation } from "#lib/protocol/wire/catalysts.ts";
import type { Bar } from "#lib/protocol/wire/market.ts";
import {
  at,
  candidate,
  catalyst,
  evidence,
  explanation,
  knownMove,
  makeId,
  record,
  revision,
} from "./catalysts.testing.ts";
import { CatalystPage } from "./detail/catalyst-page.tsx";
import { CatalystsPage } from "./list/catalysts-page.tsx";
import catalysts from "./messages/en/catalysts.ts";
import pictures from "./messages/en/pictures.ts";
import { MovePage } from "./move/move-page.tsx";
import { minuteBars } from "./pictures/bars.testing.ts";

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

const MARKETS = [
  { asset: "BTC", symbol: "BTCUSDC" },
  { asset: "SOL", symbol: "SOLUSDC" },
];

let root: Root;
let requested: URL[];
let listed: Catalyst[];
let sources: unknown;
let bars: Bar[];

/** The service's answer to an address; undefined: not found. */
let answers: Record<string, (url: URL) => unknown>;

function show(page: ReactNode, path: string): void {
  window.history.replaceState(null, "", path);
  const own = { messages: { catalysts, pictures }, children: page };
  const texts = createElement(PageTexts, own);
  const framed = createElement(FrameContext.Provider, { value: FRAME }, texts);
  const whole = { locale: "en" as const, messages: english, children: framed };
  act(() => root.render(createElement(I18nProvider, whole)));
}

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  requested = [];
  listed = [catalyst()];
  sources = [];
  bars = [];
  answers = {
    "/api/public/catalysts": () => ({ known_at: at("12:10:00"), results: listed, next: null }),
    "/api/perps-dex/kline": () => ({ results: bars }),
    "/api/public/catalysts/sources": () => ({ results: sources }),
    [`/api/public/catalysts/${makeId("evt", 1)}`]: theCatalyst,
    [`/api/public/moves/${makeId("mov", 1)}`]: theMove,
  };
  vi.stubGlobal("fetch", (path: string) => {
    const url = new URL(path, "http://app.example");
    requested.push(url);
    const said = answers[url.pathname]?.(url);
    const code = url.pathname.includes("moves") ? "MOVE_NOT_FOUND" : "CATALYST_NOT_FOUND";
    const isId = /_[0-9a-f]{24}$/.test(url.pathname);
    const refusal = { error: isId ? code : "MALFORMED_PATH", message: "There is none." };
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

/** The requested instant; without one, a time after all events. */
const instantOf = (url: URL) => url.searchParams.get("known_at") ?? at("12:10:00");

function theCatalyst(url: URL) {
  const instant = instantOf(url);
  if (instant < at("12:04:00")) return undefined;
  return record({
    known_at: instant,
    evidence: [evidence({ url: "javascript:alert(1)", headline: "<b>Drained</b>" })],
    moves: instant < at("12:04:01") ? [] : record().moves,
  });
}

function theMove(url: URL) {
  const instant = instantOf(url);
  if (instant < at("12:02:01")) return undefined;
  const said = (change: Partial<MoveExplanation>) =>
    explanation({ candidates: [], probability: null, none_probability: null, ...change });
  return knownMove({
    known_at: instant,
    explanation:
      instant < at("12:04:00")
        ? said({ verdict: "pending", revision: 1 })
        : instant < at("12:04:01")
          ? said({ verdict: "unexplained", revision: 2 })
          : explanation({ candidates: [candidate()] }),
  });
}

const text = () => document.body.textContent;
const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
const button = (name: string) => {
  const found = all("button").find(
    (one) => one.textContent === name || one.getAttribute("aria-label") === name,
  );
  if (found === undefined) throw new Error(`there is no button ${name}`);
  return found;
};
const press = (name: string) => act(() => button(name).click());
const pollAgain = () => act(() => window.dispatchEvent(new Event("online")));

function slide(index: number): void {
  const slider = document.querySelector<HTMLInputElement>("input[type=range]");
  if (slider === null) throw new Error("there is no slider");
  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
  act(() => {
    value?.set?.call(slider, index.toString());
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  });
}
const picture = () => all("[data-picture] svg")[0]?.getAttribute("aria-label");
const LEFT = { key: "ArrowLeft", bubbles: true };
const OLD = "2026-04-30T12:00:00.000Z";
const spoken = () => document.querySelector("input[type=range]")?.getAttribute("aria-valuetext");

describe("the list", () => {
  const LIST = createElement(CatalystsPage, { markets: MARKETS.slice(0, 1) });

  test("shows what a catalyst is, and that its sources are simulated", async () => {
    listed = [catalyst({ status: "unconfirmed", headline: "<img src=x> drained" })];
    show(LIST, "/catalysts");
    await until(() => expect(text()).toContain("<img src=x> drained"));
    const [row] = all("[data-catalyst]");
    expect(row?.textContent).toContain("Hack");
    expect(row?.textContent).toContain("Unconfirmed");
    expect(row?.textContent).toContain("82% confidence");
    expect(row?.textContent).toContain("1 source");
    expect(row?.textContent).toContain("simulated");
    expect(row?.textContent).toContain("Magnitude 4 of 5");
    expect(row?.textContent).toContain("On-chain activity or amount: unknown");
    expect(row?.querySelector("a")?.getAttribute("href")).toBe(`/catalysts/${makeId("evt", 1)}`);
    expect(document.querySelector("img")).toBe(null);
  });

  test("marks the catalysts of the last day over the price, each with its type, time and headline", async () => {
    const other = catalyst({ id: makeId("evt", 2), type: "macro", first_seen_at: at("03:00:00") });
    listed = [catalyst(), other, catalyst({ id: makeId("evt", 3), first_seen_at: OLD })];
    bars = minuteBars("BTCUSDC", at("12:00:00"), ["100", "101", "99"]);
    show(LIST, "/catalysts");
    await until(() => expect(all("[data-mark]")).toHaveLength(2));
    expect(text()).toContain("Last 24 hours: \u2068BTCUSDC\u2069");
    expect(picture()).toContain("from \u2068100\u2069 to \u206899\u2069, \u2068-1.00%\u2069.");
    expect(picture()).toContain("2 catalysts are marked.");
    const [first, second] = all("[data-mark]");
    expect(first?.textContent).toMatch(/^Macro, .*: \u2068Bridge of Solana drained/);
    expect([first?.tabIndex, second?.tabIndex]).toEqual([-1, 0]);
    act(() => second?.focus());
    expect(all("[data-chosen]").map(({ dataset }) => dataset["chosen"])).toEqual([
      makeId("evt", 1),
    ]);
    act(() => {
      second?.dispatchEvent(new KeyboardEvent("keydown", LEFT));
    });
    expect(document.activeElement).toBe(first);
    expect(all("[data-chosen] a")[0]?.getAttribute("href")).toBe(`/catalysts/${makeId("evt", 2)}`);
  });

  test("says that no prices are stored, that they cannot be read, and that they are old", async () => {
    show(LIST, "/catalysts");
    await until(() => expect(all("[data-picture=empty]")).toHaveLength(1));
    expect(text()).toContain("No prices of \u2068BTCUSDC\u2069 are stored for this time.");
    bars = minuteBars("BTCUSDC", at("12:00:00"), ["100"]);
    await pollAgain();
    await until(() => expect(all("[data-picture=prices]")).toHaveLength(1));
    answers["/api/perps-dex/kline"] = () => undefined;
    await pollAgain();
    await until(() => expect(text()).toContain("They may be out of date."));
    expect(all("[data-picture=prices]")).toHaveLength(1);
  });

  test("announces a new catalyst, and shows it when the reader asks", async () => {
    show(LIST, "/catalysts");
    await until(() => expect(all("[data-catalyst]")).toHaveLength(1));
    listed = [catalyst({ id: makeId("evt", 2), first_seen_at: at("12:09:00") }), ...listed];
    await pollAgain();
    await until(() => expect(text()).toContain("Show 1 new catalyst"));
    expect(all("[data-catalyst]")).toHaveLength(1);
    press("Show 1 new catalyst");
    expect(all("[data-catalyst]").map((row) => row.dataset["catalyst"])).toEqual([
      makeId("evt", 2),
      makeId("evt", 1),
    ]);
  });

  test("requests what the address filters, and writes a choice to the address", async () => {
    show(LIST, "/catalysts?type=hack");
    await until(() => expect(all("[data-catalyst]")).toHaveLength(1));
    expect(requested.some(({ search }) => search === "?limit=30&type=hack")).toBe(true);
    const [asset] = all("select") as HTMLSelectElement[];
    expect([...(asset?.options ?? [])].map(({ value }) => value)).toEqual(["", "BTC", "SOL"]);
    listed = [];
    act(() => {
      if (asset !== undefined) asset.value = "BTC";
      asset?.dispatchEvent(new Event("change", { bubbles: true }));
    });
    expect(window.location.search).toBe("?asset=BTC&type=hack");
    await until(() => expect(text()).toContain("No catalysts match these filters"));
    press("Clear filters");
    await until(() => expect(text()).toContain("No catalysts yet"));
    expect(window.location.search).toBe("");
  });

  test("warns when the service stops advancing", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      show(LIST, "/catalysts");
      await act(() => vi.advanceTimersByTimeAsync(1_000));
      expect(text()).toContain("Updated");
      await act(() => vi.advanceTimersByTimeAsync(60_000));
      expect(text()).toContain("Not updated since");
    } finally {
      vi.useRealTimers();
    }
  });

  test("says that it could not be read, and keeps the earlier rows", async () => {
    show(LIST, "/catalysts");
    await until(() => expect(all("[data-catalyst]")).toHaveLength(1));
    vi.stubGlobal("fetch", () => Promise.reject(new Error("no line")));
    await pollAgain();
    await until(() =>
      expect(text()).toContain("The data shown is from the last successful update."),
    );
    expect(all("[data-catalyst]")).toHaveLength(1);
  });

  test("shows each source's state, and warns when none answers", async () => {
    const source = {
      name: "Wire",
      publisher: "wire.example",
      kind: "rss",
      simulated: true,
      state: "failing",
      last_read_at: null,
      last_item_at: null,
      items_per_day: 2,
      error: "http_status",
      http_status: 500,
    };
    const venue = { ...source, name: "venue", kind: "venue", state: "fresh", error: null } as const;
    sources = [source, venue];
    show(LIST, "/catalysts");
    await until(() => expect(text()).toContain("No source is responding right now."));
    const [row] = all("[data-source]");
    expect(row?.textContent).toContain("Failing");
    expect(row?.textContent).toContain("It responded with HTTP status 500.");
    expect(row?.textContent).toContain("never");
    sources = [
      source,
      { ...source, name: "Other", state: "fresh", error: null, http_status: null },
    ];
    await pollAgain();
    await until(() => expect(all("[data-source]")).toHaveLength(2));
    expect(text()).not.toContain("No source is responding right now.");
    sources = [venue];
    await pollAgain();
    await until(() => expect(text()).toContain("No news sources"));
    expect(all("[data-source]")).toHaveLength(1);
  });
});

describe("a catalyst", () => {
  const PATH = `/catalysts/${makeId("evt", 1)}`;
  const PAGE = createElement(CatalystPage, { id: makeId("evt", 1), markets: MARKETS });

  test("shows evidence as text, and links to web pages only", async () => {
    show(PAGE, PATH);
    await until(() => expect(all("[data-evidence]")).toHaveLength(1));
    expect(all("[data-evidence]")[0]?.textContent).toContain("<b>Drained</b>");
    expect(all("[data-evidence] a")).toEqual([]);
    expect(text()).toContain("Received");
  });

  test("shows the candidates of its move with their probabilities, and the probability of none", async () => {
    show(PAGE, PATH);
    await until(() => expect(all("[data-candidate]")).toHaveLength(2));
    expect(all("[data-probability]").map((one) => one.textContent)).toEqual(["91%", "6%"]);
    expect(text()).toContain("Cause found");
    expect(text()).toContain("this catalyst");
  });

  test("was not known before its first report: the slider says so, and the move has no explanation", async () => {
    show(PAGE, PATH);
    await until(() => expect(spoken()).toBe("Now"));
    await until(() =>
      expect(document.querySelector("input[type=range]")?.getAttribute("max")).toBe("4"),
    );
    slide(1);
    expect(spoken()).toContain("Cause pending: \u2068SOLUSDC\u2069");
    await until(() => expect(text()).toContain("Not known yet"));
    expect(new URLSearchParams(window.location.search).get("known_at")).toBe(at("12:02:01"));
    await until(() => expect(all("[data-verdict=pending]")).toHaveLength(1));
    slide(0);
    await until(() => expect(text()).toContain("This price move had not been detected yet."));
    const early = requested.filter((url) => instantOf(url) < at("12:02:00"));
    expect(early, "the page requests nothing from before the catalyst was known").toEqual([]);
    press("Now");
    await until(() => expect(all("[data-verdict=attributed]")).toHaveLength(1));
    expect(window.location.search).toBe("");
  });

  test("that was merged links to the older one", async () => {
    const merged = catalyst({ status: "merged", merged_into: makeId("evt", 7) });
    answers[`/api/public/catalysts/${makeId("evt", 1)}`] = () => record({ event: merged });
    show(PAGE, PATH);
    await until(() => expect(text()).toContain("Open the older catalyst"));
    const links = all("a").map((link) => link.getAttribute("href"));
    expect(links).toContain(`/catalysts/${makeId("evt", 7)}`);
  });

  test("shows the price around its first report, up to what was known", async () => {
    bars = minuteBars("SOLUSDC", at("11:04:00"), [
      ...Array.from({ length: 60 }, () => "100"),
      ...Array.from({ length: 6 }, () => "96"),
    ]);
    show(PAGE, PATH);
    await until(() => expect(all("[data-price-of=SOLUSDC] [data-picture=prices]")).toHaveLength(1));
    expect(picture()).toContain("First report at");
    expect(all("[data-move-note]")).toHaveLength(1);
    const values = all("[data-price-of] dd").map((one) => one.textContent);
    expect(values).toEqual(["0.00%", "unknown", "unknown", "unknown"]);
  });

  test.each([
    ["macro", ["BTCUSDC"]],
    ["regulatory", ["BTCUSDC"]],
    ["hack", []],
  ] as const)("about no asset, a %s, is shown beside %j", async (type, shown) => {
    answers[`/api/public/catalysts/${makeId("evt", 1)}`] = () =>
      record({ event: catalyst({ type, assets: [] }), moves: [] });
    show(PAGE, PATH);
    await until(() => expect(text()).toContain("Price before and after"));
    expect(all("[data-price-of]").map(({ dataset }) => dataset["priceOf"])).toEqual(shown);
  });

  test("whose assets are not traded here is shown beside those that it touches less directly", async () => {
    answers[`/api/public/catalysts/${makeId("evt", 1)}`] = () =>
      record({ event: catalyst({ assets: ["XMR"], related_assets: ["SOL"] }), moves: [] });
    show(PAGE, PATH);
    await until(() => expect(all("[data-price-of=SOLUSDC]")).toHaveLength(1));
  });

  test("whose assets are not traded here has no picture of a price", async () => {
    answers[`/api/public/catalysts/${makeId("evt", 1)}`] = () =>
      record({ event: catalyst({ assets: ["XMR"] }), moves: [] });
    show(PAGE, PATH);
    await until(() => expect(text()).toContain("It names no asset that is traded here."));
    expect(all("[data-price-of]")).toHaveLength(0);
  });

  test("that is disputed says why", async () => {
    const disputed = catalyst({ status: "disputed" });
    answers[`/api/public/catalysts/${makeId("evt", 1)}`] = () =>
      record({ event: disputed, revisions: [revision(), revision({ revision: 2 })] });
    show(PAGE, PATH);
    await until(() => expect(text()).toContain("At least one report denies it."));
    expect(text()).toContain("2 revisions");
  });

  test.each(["evt_none", makeId("evt", 9)])("%s that does not exist is said so", async (id) => {
    show(createElement(CatalystPage, { id, markets: MARKETS }), `/catalysts/${id}`);
    await until(() => expect(text()).toContain("Catalyst not found"));
  });
});

describe("a move", () => {
  const PATH = `/catalysts/moves/${makeId("mov", 1)}`;
  const PAGE = createElement(MovePage, { id: makeId("mov", 1) });

  test("shows its facts and its cause", async () => {
    show(PAGE, PATH);
    await until(() => expect(all("[data-verdict=attributed]")).toHaveLength(1));
    expect(text()).toContain("Fall of \u2068SOLUSDC\u2069");
    expect(text()).toContain("-4.00%");
    expect(text()).toContain("3.4 times the average");
    expect(all("[data-picture]")).toHaveLength(1);
    expect(all("[data-candidate] a")[0]?.getAttribute("href")).toBe(
      `/catalysts/${makeId("evt", 1)}`,
    );
  });

  test("was unexplained at the instant in the address, and the buttons step back and forth", async () => {
    show(PAGE, `${PATH}?known_at=${at("12:04:00")}`);
    await until(() => expect(all("[data-verdict=unexplained]")).toHaveLength(1));
    expect(spoken()).toContain("Unexplained: \u2068SOLUSDC\u2069");
    press("Later");
    await until(() => expect(all("[data-verdict=attributed]")).toHaveLength(1));
    expect(all("[data-candidate] a")[0]?.getAttribute("href")).toContain("known_at=");
    press("Earlier");
    await until(() => expect(all("[data-verdict=unexplained]")).toHaveLength(1));
    press("Back to now");
    await until(() => expect(spoken()).toBe("Now"));
  });

  test.each([
    [0.12, "+12.00%"],
    [-0.5, "-50.00%"],
    [14.8429, "15.8 times as much as before"],
    [4_000, "more than 100 times as much as before"],
  ])("with open interest changed by %d says %s", async (change, said) => {
    const known = knownMove();
    answers[`/api/public/moves/${makeId("mov", 1)}`] = () => ({
      ...known,
      move: { ...known.move, facts: { ...known.move.facts, open_interest_change: change } },
    });
    show(PAGE, PATH);
    await until(() => expect(text()).toContain(said));
  });

  test("an invalid instant in the address counts as now", async () => {
    show(PAGE, `${PATH}?known_at=yesterday`);
    await until(() => expect(all("[data-verdict=attributed]")).toHaveLength(1));
    expect(spoken()).toBe("Now");
  });
});
