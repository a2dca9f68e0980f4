/**
 * Highlights in the browser with a service that answers from a list: tags of guests and accounts,
 * expiry, and the strip above the chart.
 */

import { setTimeout as sleep } from "node:timers/promises";
import { act, createElement, type ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { makeId } from "#components/catalysts/catalysts.testing.ts";
import highlights from "#components/catalysts/messages/en/highlights.ts";
import { type Frame, FrameContext } from "#components/data/frame-context.ts";
import { heldMarkets } from "#components/data/held-markets.ts";
import { I18nProvider } from "#components/i18n/i18n-provider.tsx";
import { PageTexts } from "#components/i18n/page-texts.tsx";
import type { PageSources } from "#components/i18n/sources.ts";
import { textOf } from "#components/i18n/translate.ts";
import { WalletProvider } from "#components/identity/wallet/wallet-provider.tsx";
import { everyPage as english } from "#components/messages/en.ts";
import { until } from "#components/ui/until.testing.ts";
import { HOUR_MS } from "#lib/protocol/durations.ts";
import type { Highlight } from "#lib/protocol/wire/highlights.ts";
import { FirstStrip } from "./first-strip.tsx";
import { TAGS_COOKIE } from "./guest-tags.ts";
import { HighlightSection } from "./highlight-section.tsx";
import { HighlightSlot } from "./highlight-slot.tsx";

const messages = { highlights };
const text = textOf<PageSources["highlights"]>(highlights, "en", textOf(english.shared, "en"));
const PERSON = { id: "usr_1", account: undefined, label: "ada" };
const frameOf = (person: Frame["person"]): Frame => ({
  person,
  hasEnded: false,
  noteSessionEnd: () => {},
  prove: () => Promise.resolve(false),
  question: { isOpen: false, settle: () => {} },
  cover: () => {},
});

const NOW = Date.UTC(2026, 4, 1, 12);
const iso = (time: number) => new Date(time).toISOString();

const card = (number: number, change: Partial<Highlight> = {}): Highlight => ({
  catalyst_id: makeId("evt", number),
  type: "hack",
  status: "confirmed",
  direction: "negative",
  confidence: 0.8,
  magnitude: 3,
  text: `Card ${number}`,
  headline: "<b>Drained</b>",
  assets: ["SOL"],
  simulated: true,
  pinned: false,
  first_seen_at: iso(NOW - HOUR_MS),
  counted_from: iso(NOW - HOUR_MS),
  expires_at: iso(NOW + HOUR_MS),
  matters: [makeId("evt", number)],
  ...change,
});

let root: Root;
let listed: Highlight[];
let requested: URL[];
let puts: unknown[];
/** The account's choices. A promise that never resolves means that they are not known yet. */
let ofAccount: () => Promise<object> | object;
let isRefused: boolean;
let isFailing: boolean;

function show(page: ReactNode, person?: Frame["person"]): void {
  const given = { messages, children: page };
  const texts = createElement(PageTexts, given);
  const framed = createElement(FrameContext.Provider, { value: frameOf(person) }, texts);
  const whole = { locale: "en" as const, messages: english, children: framed };
  act(() => root.render(createElement(I18nProvider, whole)));
}
const SECTION = createElement(HighlightSection);

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  listed = [card(1), card(2, { type: "macro", assets: ["BTC"] })];
  requested = [];
  puts = [];
  ofAccount = () => ({ muted: [], pinned: [], updated_at: iso(NOW) });
  isRefused = false;
  isFailing = false;
  setCookie("");
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    const url = new URL(path, "http://app.example");
    if (url.pathname === "/api/v1/highlights/tags" && init.method === "PUT") {
      if (isRefused) return Response.json({ error: "INTERNAL", message: "" }, { status: 500 });
      const body = JSON.parse(init.body as string) as object;
      puts.push(body);
      ofAccount = () => ({ ...body, updated_at: iso(NOW) });
      return Response.json(ofAccount());
    }
    if (url.pathname === "/api/v1/highlights/tags") return Response.json(await ofAccount());
    const isKnown = url.pathname === "/api/public/highlights";
    if (isKnown) requested.push(url);
    if (!isKnown || isFailing)
      return Response.json({ error: "INTERNAL", message: "" }, { status: 500 });
    return Response.json({ known_at: iso(Date.now()), results: listed });
  });
  const container = document.createElement("div");
  document.body.replaceChildren(container);
  root = createRoot(container);
});
afterEach(() => {
  act(() => root.unmount());
  heldMarkets.set("");
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function setCookie(tags: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the page reads it there
  document.cookie = `${TAGS_COOKIE}=${encodeURIComponent(tags)}; Path=/`;
}

const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
const shown = () =>
  all("[data-highlight]").map((one) => Number(one.dataset["highlight"]?.slice(4)));
const named = (name: string) => {
  const found = all("button, [role=menuitem]").find(
    (one) => one.textContent === name || one.getAttribute("aria-label") === name,
  );
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found;
};
const press = (name: string) => act(() => named(name).click());

async function choose(entry: string, of: string): Promise<void> {
  press(`Mute or pin: ${of}`);
  await until(() => named(entry));
  press(entry);
}
const bare = (text: string) => text.replaceAll(/[\u2068\u2069]/g, "");

describe("a guest", () => {
  test("sees the cards, whose headline is text", async () => {
    show(SECTION);
    await until(() => expect(shown()).toEqual([1, 2]));
    const [first] = all("[data-highlight]");
    expect(first?.textContent).toContain("<b>Drained</b>");
    expect(first?.textContent).toContain("Magnitude 3 of 5");
    expect(first?.textContent).toContain("simulated");
    expect(first?.querySelector("a")?.getAttribute("href")).toBe(`/catalysts/${makeId("evt", 1)}`);
    expect(requested[0]?.search).toBe("?locale=en&limit=50");
  });

  test("never sees a muted card, even when the service sends it", async () => {
    setCookie("hack|");
    const seen = new Set<number>();
    const watch = new MutationObserver(() => {
      for (const number of shown()) seen.add(number);
    });
    watch.observe(document.body, { childList: true, subtree: true });
    show(SECTION);
    await until(() => expect(shown()).toEqual([2]));
    watch.disconnect();
    expect([...seen]).toEqual([2]);
    expect(requested.at(-1)?.searchParams.get("mute")).toBe("hack");
  });

  test("mutes a tag at once, can undo it, and the browser remembers", async () => {
    show(SECTION);
    await until(() => expect(shown()).toEqual([1, 2]));
    await choose("Mute Hack", "Card 1");
    expect(shown()).toEqual([2]);
    expect(document.cookie).toContain(`${TAGS_COOKIE}=hack%7C`);
    await until(() => expect(document.activeElement?.textContent).toBe("Undo"));
    press("Undo");
    expect(shown()).toEqual([1, 2]);
    await choose("Pin \u2068BTC\u2069", "Card 2");
    expect(shown()).toEqual([2, 1]);
    expect(bare(document.body.textContent)).toContain("BTC is pinned.");
    press("Unpin \u2068BTC\u2069");
    expect(shown()).toEqual([1, 2]);
    expect(puts).toEqual([]);
  });

  test("sees an expired card disappear without another answer", async () => {
    listed = [card(1), card(2, { expires_at: iso(NOW + 60_000) })];
    show(SECTION);
    await until(() => expect(shown()).toEqual([1, 2]));
    const answers = requested.length;
    vi.setSystemTime(NOW + 60_000);
    await until(() => expect(shown()).toEqual([1]));
    expect(requested).toHaveLength(answers);
  });

  test("sees nothing when nothing can be read", async () => {
    isFailing = true;
    show(SECTION);
    await until(() => expect(document.body.textContent).toBe(""));
  });
});

describe("an account", () => {
  test("sees nothing before its tags are known, and then no muted card", async () => {
    let answer: (choices: object) => void = () => {};
    ofAccount = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    show(SECTION, PERSON);
    await act(() => sleep(60));
    expect([shown(), requested]).toEqual([[], []]);
    answer({ muted: ["SOL"], pinned: [], updated_at: iso(NOW) });
    await until(() => expect(shown()).toEqual([2]));
  });

  test("keeps its choice, and gets the old one back when the write is refused", async () => {
    show(SECTION, PERSON);
    await until(() => expect(shown()).toEqual([1, 2]));
    await choose("Mute Hack", "Card 1");
    await until(() => expect(puts).toEqual([{ muted: ["hack"], pinned: [] }]));
    expect(shown()).toEqual([2]);
    isRefused = true;
    press("Unmute Hack");
    expect(shown()).toEqual([1, 2]);
    await until(() => expect(shown()).toEqual([2]));
    expect(document.cookie).not.toContain("hack");
  });

  test("that has never chosen takes over the browser's tags once", async () => {
    setCookie("hack|BTC");
    ofAccount = () => ({ muted: [], pinned: [], updated_at: null });
    show(SECTION, PERSON);
    await until(() => expect(puts).toEqual([{ muted: ["hack"], pinned: ["BTC"] }]));
    expect(shown()).toEqual([2]);
  });

  test("has its own tags, whatever the browser's are", async () => {
    setCookie("hack|");
    ofAccount = () => ({ muted: ["macro"], pinned: [], updated_at: iso(NOW) });
    show(SECTION, PERSON);
    await until(() => expect(shown()).toEqual([1]));
    expect(puts).toEqual([]);
  });

  test("sees cards about its own positions first", async () => {
    heldMarkets.set("BTCUSDC");
    show(SECTION, PERSON);
    await until(() => expect(shown()).toEqual([2, 1]));
  });
});

describe("the strip", () => {
  /** The server rendered two cards. */
  const LIST = { known_at: iso(NOW), results: [card(1), card(2, { type: "macro" })] };
  function showStrip(): void {
    const given = { messages, isOpen: true };
    const first = createElement(FirstStrip, { isOpen: true, text, list: LIST, locale: "en" });
    const ofSlot = { ...given, children: first };
    const slot = createElement(HighlightSlot, ofSlot);
    const ofWallet = { initialAddress: undefined, withoutWallet: false, children: slot };
    show(createElement(WalletProvider, ofWallet));
  }
  /** The first key of the reader. */
  const beActive = () =>
    act(() => {
      window.dispatchEvent(new KeyboardEvent("keydown"));
    });
  const strips = () => all("[data-highlights]").map((one) => one.dataset["highlights"]);

  test("is visible at once, and the live one takes over without losing the focus", async () => {
    listed = [card(1), card(3)];
    showStrip();
    expect([shown(), requested]).toEqual([[1, 2], []]);
    act(() => document.querySelector<HTMLElement>(`#highlight-${makeId("evt", 1)}`)?.focus());
    beActive();
    await until(() => expect(shown()).toEqual([1, 3]));
    expect(strips()).toEqual(["open"]);
    expect(document.activeElement?.id).toBe(`highlight-${makeId("evt", 1)}`);
  });

  test("closes on a press before its code is loaded, and stays closed", async () => {
    showStrip();
    press("Highlights");
    beActive();
    await until(() => expect(strips()).toEqual(["closed"]));
    expect(shown()).toEqual([]);
    expect(document.cookie).toContain("svc.highlights=closed");
    press("Highlights2");
    expect([strips(), shown()]).toEqual([["open"], [1, 2]]);
  });

  test("opens the menu that was pressed before its code was loaded", async () => {
    showStrip();
    press("Mute or pin: Card 2");
    beActive();
    await until(() => named("Mute Macro"));
    press("Mute Macro");
    await until(() => expect(shown()).toEqual([1]));
  });

  test("says so when there is no card, and stays in its place", async () => {
    listed = [];
    showStrip();
    beActive();
    await until(() => expect(document.body.textContent).toContain("No highlights right now"));
    expect(strips()).toEqual(["open"]);
  });

  test("stays as the server rendered it while nothing can be read, so that the chart does not move", async () => {
    isFailing = true;
    showStrip();
    beActive();
    await until(() => expect(requested.length).toBeGreaterThan(0));
    expect(strips()).toEqual(["open"]);
  });
});
