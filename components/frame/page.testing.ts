/** A page in a document, with a service of its own and a stopped clock, for tests. */
import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import { act, createElement, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { vi } from "vitest";
import { type Frame, FrameContext, type Person } from "#components/data/frame-context.ts";
import { I18nProvider } from "#components/i18n/i18n-provider.tsx";
import * as language from "#components/messages/en.ts";
import { wholeLanguage } from "#components/messages/whole-language.testing.ts";
import { notificationCount, raisedAfter } from "#components/ui/notify.ts";
import { visit } from "./navigation.testing.ts";

export const ADA: Person = { id: "usr_1", account: undefined, label: "ada" };

/** All English texts, as if one page gave them all to its components. */
const english = await wholeLanguage(language);

/** When a page is opened. */
export const NOW = Date.parse("2026-05-01T12:00:00.000Z");

/** A request of the page; `path` has its query. */
export type Sent = { method: string; path: string; body: unknown };

type Reply = object | ((sent: Sent) => object | Promise<object>);

/** Replies by method and path, such as `GET /api/v1/webhooks`: a `Response`, or a body. */
export type Service = Record<string, Reply>;

export function failing(status: number, code: string, message = "…"): Response {
  return Response.json({ error: code, message }, { status });
}

type PageOptions = {
  service?: Service;
  /** `undefined`: no one is signed in. */
  person?: Person | undefined;
  /** The page's own address. */
  address?: string;
};

export type OpenPage = {
  /** All that the page asked of the service, in order. */
  sent: readonly Sent[];
  /** The bodies that were sent there, in order. */
  bodies: (request: string) => unknown[];
  /** The text of each toast. */
  toasts: () => string[];
  /** The service from now on. */
  answer: (service: Service) => void;
  /** Closes the page and lets the clock go on. */
  leave: () => void;
};

/** Shows a page. A request for which its service has no reply fails as without a network. */
export function openPage(page: ReactNode, options: PageOptions = {}): OpenPage {
  const { person = "person" in options ? undefined : ADA, address = "/" } = options;
  let service = options.service ?? {};
  const sent: Sent[] = [];
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.useFakeTimers({
    now: NOW,
    toFake: ["Date", "setTimeout", "clearTimeout", "setInterval", "clearInterval"],
  });
  vi.stubGlobal("fetch", async (url: string, init: { method?: string; body?: string } = {}) => {
    const { method = "GET", body } = init;
    const { pathname, search } = new URL(url, "http://localhost:3000");
    const request = { method, path: pathname + search, body: body && JSON.parse(body) };
    sent.push(request);
    const reply = service[`${method} ${pathname}${search}`] ?? service[`${method} ${pathname}`];
    if (reply === undefined) throw new Error(`The service has no ${method} ${pathname}${search}.`);
    const answer = typeof reply === "function" ? await reply(request) : reply;
    return answer instanceof Response ? answer.clone() : Response.json(answer);
  });
  visit(address);
  const raised = notificationCount();
  const main = document.createElement("main");
  document.body.replaceChildren(main);
  const root = createRoot(main);
  const value: Frame = {
    person,
    hasEnded: false,
    noteSessionEnd: () => {},
    prove: () => Promise.resolve(false),
    question: { isOpen: false, settle: () => {} },
    cover: () => {},
  };
  const framed = createElement(FrameContext, { value }, page);
  const whole = { locale: "en" as const, messages: english, children: framed };
  act(() => root.render(createElement(I18nProvider, whole)));
  return {
    sent,
    bodies: (request) =>
      sent.filter(({ method, path }) => `${method} ${path}` === request).map(({ body }) => body),
    toasts: () => raisedAfter(raised).map(({ text }) => text),
    answer: (next) => {
      service = next;
    },
    leave: () => {
      act(() => root.unmount());
      vi.useRealTimers();
      vi.unstubAllGlobals();
    },
  };
}

/** Most pages are there after a few turns of the event loop; what is imported meanwhile takes longer. */
const QUICK_ATTEMPTS = 200;
const MAX_ATTEMPTS = 700;

/** Looks until the check passes. All waiting is in acts: whatever arrives meanwhile is rendered when one ends. @throws its last error */
export async function until(check: () => void): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await act(() => (attempt < QUICK_ATTEMPTS ? turn() : sleep(20)));
    try {
      check();
      return;
    } catch (error) {
      if (attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/** Lets time pass for the page. */
export const pass = (milliseconds: number): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(milliseconds);
  });

/** The name that a screen reader reads: a label, or the text of the element. */
function nameOf(element: Element): string {
  const label = element.getAttribute("aria-label");
  const labelledBy = element.getAttribute("aria-labelledby");
  const labels = "labels" in element ? [...((element.labels as NodeList | null) ?? [])] : [];
  const text =
    label ??
    (labelledBy === null
      ? labels.length > 0
        ? labels.map(({ textContent }) => textContent).join(" ")
        : element.textContent
      : labelledBy
          .split(" ")
          .map((id) => document.getElementById(id)?.textContent)
          .join(" "));
  return (text ?? "").replaceAll(/\s+/g, " ").trim();
}

/** The names of all elements that match, in the order of the page. */
export const names = (selector: string, within: ParentNode = document): string[] =>
  [...within.querySelectorAll(selector)].map(nameOf);

/** The first element of that name. @throws without one */
export function find<Kind extends HTMLElement = HTMLElement>(
  selector: string,
  name: string | RegExp,
  within: ParentNode = document,
): Kind {
  const found = [...within.querySelectorAll<Kind>(selector)].find((element) =>
    typeof name === "string" ? nameOf(element) === name : name.test(nameOf(element)),
  );
  if (found !== undefined) return found;
  const there = names(selector, within).join(", ");
  throw new Error(`There is no ${selector} named ${String(name)}, but: ${there}.`);
}

const FIELDS = "input, textarea, select";

export const button = (name: string | RegExp, within?: ParentNode): HTMLButtonElement =>
  find<HTMLButtonElement>("button", name, within);
export const link = (name: string | RegExp, within?: ParentNode): HTMLAnchorElement =>
  find<HTMLAnchorElement>("a[href]", name, within);
export const field = (name: string | RegExp, within?: ParentNode): HTMLInputElement =>
  find<HTMLInputElement>(FIELDS, name, within);
export const dialog = (name: string | RegExp): HTMLElement => find("[role=dialog]", name);

/** What the page says. */
export const shown = (): string => document.body.textContent ?? "";

/** Presses an element as a pointer does. */
export function press(element: HTMLElement): void {
  act(() => {
    element.focus();
    element.click();
  });
}

/** Fills a field as typing does, or chooses an option of a list. */
export function fill(element: HTMLElement, value: string): void {
  const property = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), "value");
  act(() => {
    property?.set?.call(element, value);
    const event = element instanceof HTMLSelectElement ? "change" : "input";
    element.dispatchEvent(new Event(event, { bubbles: true }));
  });
}

/** The note below a field: what is wrong with it, or a hint. */
export function noteOf(element: HTMLElement): string | undefined {
  const id = element.getAttribute("aria-describedby");
  return id === null ? undefined : (document.getElementById(id)?.textContent ?? undefined);
}
