/** The partner page's parts in a document, with an address that follows `history`, and a service of their own. */
import { act, createElement, type ReactNode, useMemo } from "react";
import { createRoot } from "react-dom/client";
import { vi } from "vitest";
import { type Frame, FrameContext } from "#components/data/frame-context.ts";
import { I18nProvider } from "#components/i18n/i18n-provider.tsx";
import * as language from "#components/messages/en.ts";
import { wholeLanguage } from "#components/messages/whole-language.testing.ts";
import { ShownReads } from "#components/partner/earnings/shown-reads.ts";
import {
  type PageSnapshot,
  SnapshotContext,
} from "#components/partner/earnings/snapshot-context.ts";

export const AT = { as_of: "2026-03-01T09:00:00.000Z", ledger_seq: 18_211 };

const FRAME: Frame = {
  person: { id: "usr_1", account: undefined, label: "ada" },
  hasEnded: false,
  noteSessionEnd: () => {},
  prove: () => Promise.resolve(false),
  question: { isOpen: false, settle: () => {} },
  cover: () => {},
};

const english = await wholeLanguage(language);

type SnapshotProps = { showsAllDigits: boolean; children?: ReactNode };

function Snapshot({ showsAllDigits, children }: SnapshotProps) {
  const value = useMemo<PageSnapshot>(
    () => ({
      at: AT,
      tz: "UTC",
      hasZone: true,
      since: "2026-01-02T03:04:05.678Z",
      showsAllDigits,
      reads: new ShownReads(),
    }),
    [showsAllDigits],
  );
  return createElement(SnapshotContext, { value }, children);
}

export type Shown = { leave: () => void };

/** Shows a part below `<main>`. */
export function show(part: ReactNode, { showsAllDigits = false } = {}): Shown {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const main = document.createElement("main");
  main.tabIndex = -1;
  document.body.replaceChildren(main);
  const root = createRoot(main);
  const framed = createElement(
    FrameContext.Provider,
    { value: FRAME },
    createElement(Snapshot, { showsAllDigits }, part),
  );
  const whole = { locale: "en" as const, messages: english, children: framed };
  act(() => root.render(createElement(I18nProvider, whole)));
  return { leave: () => act(() => root.unmount()) };
}

/** The first element that matches. @throws without one */
export function find<Kind extends HTMLElement = HTMLElement>(selector: string, text = ""): Kind {
  const found = [...document.querySelectorAll<Kind>(selector)].find((element) =>
    `${element.getAttribute("aria-label") ?? ""} ${element.textContent}`.includes(text),
  );
  if (found === undefined) throw new Error(`There is no ${selector} with “${text}”.`);
  return found;
}

export function press(selector: string, text = ""): void {
  const found = find(selector, text);
  act(() => {
    found.focus();
    found.click();
  });
}

/** Fills a field as typing does. */
export function type(selector: string, value: string): void {
  const field = find<HTMLInputElement>(selector);
  const property = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
  act(() => {
    property?.set?.call(field, value);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

const followers = new Set<() => void>();

/** For a mock of `useSearchParams`: calls back when the address changes. */
export function followAddress(follower: () => void): () => void {
  followers.add(follower);
  return () => followers.delete(follower);
}

/** Goes to an address, and has changes of it followed until `vi.restoreAllMocks()`. */
export function goTo(search: string): void {
  for (const name of ["pushState", "replaceState"] as const) {
    const original = window.history[name].bind(window.history);
    vi.spyOn(window.history, name).mockImplementation((...given) => {
      original(...given);
      for (const follower of followers) follower();
    });
  }
  window.history.replaceState(null, "", `/partner${search}`);
}

/** The tags of a referral that followed an address without any. */
export const NO_TAGS = {
  sub: null,
  utm_source: null,
  utm_medium: null,
  utm_campaign: null,
  utm_content: null,
  utm_term: null,
};
