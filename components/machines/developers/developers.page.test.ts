/** The page shows what a developer pastes. It shows the tour only where there is simulated money for it. */
import { existsSync } from "node:fs";
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Frame, FrameContext } from "#components/data/frame-context.ts";
import { I18nProvider } from "#components/i18n/i18n-provider.tsx";
import { textOf } from "#components/i18n/translate.ts";
import arabic from "#components/machines/messages/ar/developers.ts";
import german from "#components/machines/messages/de/developers.ts";
import english from "#components/machines/messages/en/developers.ts";
import { everyPage as common } from "#components/messages/en.ts";
import { DevelopersPage } from "./developers-page.tsx";
import { oauthCalls } from "./oauth-calls.ts";
import { tourCalls } from "./tour-calls.ts";

vi.mock("next/navigation", () => ({
  usePathname: () => "/developers",
  useRouter: () => ({}),
  useSearchParams: () => new URLSearchParams(),
}));

const FRAME: Frame = {
  person: undefined,
  hasEnded: false,
  noteSessionEnd: () => {},
  prove: () => Promise.resolve(false),
  question: { isOpen: false, settle: () => {} },
  cover: () => {},
};
const ADDRESSES = { baseUrl: "https://svc.example", venueUrl: "https://venue.example" };
const SANDBOX = "https://sandbox.example";
const MESSAGES = { en: english, de: german, ar: arabic } as const;

let root: Root;

function show(locale: keyof typeof MESSAGES, sandboxUrl: string | undefined): void {
  const page = createElement(DevelopersPage, {
    addresses: ADDRESSES,
    sandboxUrl,
    document: { openapi: "3.1.0", info: {}, paths: {} } as never,
    reference: [],
    limits: [],
    tools: [],
    text: textOf<typeof english>(MESSAGES[locale], locale),
  });
  const framed = createElement(FrameContext.Provider, { value: FRAME }, page);
  const whole = { locale, messages: common, children: framed };
  act(() => root.render(createElement(I18nProvider, whole)));
}

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  root = createRoot(document.body.appendChild(document.createElement("div")));
});

afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const codes = (kind: string) =>
  [...document.querySelectorAll(`[data-code^=${kind}-]`)].map((block) => block.textContent);

test.each(["en", "de", "ar"] as const)("every step stands there in %s, in its order", (locale) => {
  show(locale, SANDBOX);
  const tour = tourCalls({ ...ADDRESSES, sandboxUrl: SANDBOX });
  expect(codes("tour")).toEqual(tour.map(({ text }) => text));
  expect(codes("oauth")).toEqual(oauthCalls(ADDRESSES.baseUrl).map(({ text }) => text));
  const titles = [...document.querySelectorAll("h3")].map((title) => title.textContent ?? "");
  expect(titles.filter((title) => /^\d\. /.test(title))).toHaveLength(17);
  // A name without a text is shown as it is.
  expect(document.body.textContent).not.toMatch(/tour_|oauth_(?!rotations)/);
});

test("without a sandbox there is no tour, and no link to it", () => {
  show("en", undefined);
  expect(codes("tour")).toEqual([]);
  expect(document.querySelector("[href='#tour']")).toBeNull();
  expect(codes("oauth")).toHaveLength(8);
});

test("every program that the page has downloaded is served", () => {
  const calls = [
    ...tourCalls({ ...ADDRESSES, sandboxUrl: SANDBOX }),
    ...oauthCalls(ADDRESSES.baseUrl),
  ];
  const files = calls.flatMap(({ text }) =>
    [...text.matchAll(/\/docs\/files\/([^'"\s]+)/g)].map(([, path = ""]) => path),
  );
  expect(files).toContain("javascript/demo-wallet.mjs");
  // Clients are served by their path in the repository, everything else by its path below docs/api.
  const isThere = (path: string) =>
    existsSync(path.startsWith("clients/") ? path : `docs/api/${path}`);
  expect(files.filter((path) => !isThere(path))).toEqual([]);
});
