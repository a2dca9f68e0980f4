/** The partner page's parts in a document, with an address that follows `history`, and a service of their own. */
import { act, createElement, type ReactNode, useMemo } from "react";
import { createRoot } from "react-dom/client";
import { vi } from "vitest";
import { type Frame, FrameContext } from "#components/data/frame-context.ts";
import { I18nProvider } from "#components/i18n/i18n-provider.tsx";
import { english } from "#components/messages/en.ts";
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

function Snapshot({ children }: { children: ReactNode }) {
  const value = useMemo<PageSnapshot>(
    () => ({
      at: AT,
      tz: "UTC",
      hasZone: true,
      since: "2026-01-02T03:04:05.678Z",
      showsAllDigits: false,
      reads: new ShownReads(),
    }),
    [],
  );
  return createElement(SnapshotContext, { value }, children);
}

export type Shown = { leave: () => void };

/** Shows a part below `<main>`. */
export function show(part: ReactNode): Shown {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const main = document.createElement("main");
  main.tabIndex = -1;
  document.body.replaceChildren(main);
  const root = createRoot(main);
  const framed = createElement(
    FrameContext.Provider,
    { value: FRAME },
    createElement(Snapshot, null, part),
  );
  const whole = { locale: "en" as const, messages: english, children: framed };
  act(() => root.render(createElement(I18nProvider, whole)));
  return { leave: () => act(() => root.unmount()) };
}

/** The first element that matches. @throws without one */
export function find<Kind extends HTMLElement = HTMLElement>(selector: string, words = ""): Kind {
  const found = [...document.querySelectorAll<Kind>(selector)].find((element) =>
    `${element.getAttribute("aria-label") ?? ""} ${element.textContent}`.includes(words),
  );
  if (found === undefined) throw new Error(`There is no ${selector} with “${words}”.`);
  return found;
}

export function press(selector: string, words = ""): void {
  const found = find(selector, words);
  act(() => {
    found.focus();
    found.click();
  });
}
