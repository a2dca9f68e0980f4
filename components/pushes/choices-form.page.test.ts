/**
 * The notification settings on a page. Mails about waiting orders are off by default and need an
 * email address.
 */

import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Frame, FrameContext } from "#components/data/frame-context.ts";
import { I18nProvider } from "#components/i18n/i18n-provider.tsx";
import { PageTexts } from "#components/i18n/page-texts.tsx";
import { everyPage as english } from "#components/messages/en.ts";
import { until } from "#components/ui/until.testing.ts";
import pushTexts from "#lib/protocol/push-texts/en.ts";
import type { PushPreferences, PushSettings } from "#lib/protocol/wire/pushes.ts";
import pushes from "./messages/en/pushes.ts";
import { ChoicesForm } from "./page/choices-form.tsx";

const FRAME: Frame = {
  person: undefined,
  hasEnded: false,
  noteSessionEnd: () => {},
  prove: () => Promise.resolve(false),
  question: { isOpen: false, settle: () => {} },
  cover: () => {},
};
const SETTINGS: PushSettings = {
  preferences: { off: [], mail: [], locale: "en", quiet: null, time_zone: "Europe/Berlin" },
  caps: { calendar: 8, market: 8, approval: 50, trading: 300, alert: 200 },
  mail: "possible",
  quiet_now: false,
  public_key: "",
};

let root: Root;
let saved: PushPreferences | undefined;
beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  saved = undefined;
  vi.stubGlobal("fetch", (_path: string, { body }: { body: string }) => {
    saved = JSON.parse(body) as PushPreferences;
    return Promise.resolve(Response.json({ ...SETTINGS, preferences: saved }));
  });
  const container = document.createElement("div");
  document.body.replaceChildren(container);
  root = createRoot(container);
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

function show(mail: PushSettings["mail"]): void {
  const form = createElement(ChoicesForm, {
    settings: { ...SETTINGS, mail },
    kinds: pushTexts.kinds,
    address: "/api/v1/notifications/preferences",
    onSaved: () => {},
  });
  const texts = { messages: { pushes }, children: form };
  const framed = createElement(
    FrameContext.Provider,
    { value: FRAME },
    createElement(PageTexts, texts),
  );
  const page = { locale: "de" as const, messages: english, children: framed };
  act(() => root.render(createElement(I18nProvider, page)));
}
const labelled = (name: string) =>
  [...document.querySelectorAll("label")]
    .find((one) => one.textContent === name)
    ?.querySelector("input");
const press = (element: HTMLElement | null | undefined) => act(() => element?.click());

test("mail is off until chosen, and saved with the language of the page", async () => {
  show("possible");
  const box = labelled("Also send me an email");
  expect(box?.checked).toBe(false);
  press(box);
  press(document.querySelector<HTMLButtonElement>("button[type=submit]"));
  await until(() => expect(saved).toMatchObject({ mail: ["approval"], locale: "de", off: [] }));
});

test("without an email address the page links to adding one; without a mail server it offers no mail", () => {
  show("no_address");
  expect(labelled("Also send me an email")?.disabled).toBe(true);
  const links = [...document.querySelectorAll("a[href='/settings']")];
  expect(links.map(({ textContent }) => textContent)).toEqual(["Add one"]);
  show("not_offered");
  expect(labelled("Also send me an email")).toBeUndefined();
});

test("the list and the browsers can be switched off for waiting orders", async () => {
  show("possible");
  const kind = "An order is waiting for your approval";
  press(document.querySelector<HTMLInputElement>(`input[aria-label="${kind}: Browsers"]`));
  press(document.querySelector<HTMLButtonElement>("button[type=submit]"));
  await until(() => expect(saved?.off).toEqual([{ channel: "web", kind: "approval" }]));
});

test("mails about trading are chosen by kind, and leave those about waiting orders as they are", async () => {
  show("possible");
  press(labelled("Also send me an email"));
  const kind = "Margin is running low, liquidation";
  press(document.querySelector<HTMLInputElement>(`input[aria-label="${kind}: Email"]`));
  expect(document.querySelector("input[aria-label='Order filled: Email']")).toBeNull();
  press(document.querySelector<HTMLButtonElement>("button[type=submit]"));
  await until(() => expect(saved?.mail).toEqual(["approval", "margin"]));
});
