/** A code is typed before the sign-up, and for a day after it in the settings. */
import { act, createElement, type ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Frame, FrameContext } from "#components/data/frame-context.ts";
import { I18nProvider } from "#components/i18n/i18n-provider.tsx";
import ReferralSection from "#components/identity/account/referral-section.tsx";
import { ReferralCode } from "#components/identity/referral/referral-code.tsx";
import * as en from "#components/messages/en.ts";
import { wholeLanguage } from "#components/messages/whole-language.testing.ts";
import { until } from "#components/ui/until.testing.ts";
import type { OwnReferral } from "#lib/protocol/wire/partner.ts";

const FRAME: Frame = {
  person: { id: "usr_1", account: undefined, label: "ada@example.com" },
  hasEnded: false,
  noteSessionEnd: () => undefined,
  prove: () => Promise.resolve(false),
  question: { isOpen: false, settle: () => undefined },
  cover: () => undefined,
};

const english = await wholeLanguage(en);

let root: Root;
let sent: { path: string; body: unknown }[];
let answer: () => Response;

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  sent = [];
  vi.stubGlobal("fetch", (path: string, { body }: { body?: string } = {}) => {
    sent.push({ path, body: JSON.parse(body ?? "null") });
    return Promise.resolve(answer());
  });
  const container = document.createElement("div");
  document.body.replaceChildren(container);
  root = createRoot(container);
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

function open(part: ReactNode): void {
  const page = createElement(FrameContext, { value: FRAME }, part);
  const texts = { locale: "en" as const, messages: english, children: page };
  act(() => root.render(createElement(I18nProvider, texts)));
}

const field = () => document.querySelector<HTMLInputElement>("input[name=referral-code]");
const button = (name: string) =>
  [...document.querySelectorAll("button")].find(({ textContent }) => textContent === name);
const page = () => document.body.textContent;

async function enter(code: string): Promise<void> {
  await until(() => expect(field()).not.toBeNull());
  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
  act(() => {
    value?.set?.call(field(), code);
    field()?.dispatchEvent(new Event("input", { bubbles: true }));
  });
  act(() => button("Use code")?.click());
}

test("a visitor without a link types a code, and sees what it gives", async () => {
  open(createElement(ReferralCode, { followed: undefined }));
  act(() => button("I have a referral code")?.click());
  answer = () => Response.json({ error: "REFERRAL_CODE_UNKNOWN", message: "no" }, { status: 404 });
  await enter("adda-1");
  await until(() => expect(page()).toContain("No partner has this code. Check its spelling."));
  expect(document.activeElement).toBe(field());
  answer = () => Response.json({ code: "ada-1" });
  await enter(" Ada-1 ");
  await until(() => expect(page()).toMatch(/Code .ada-1.: a new account gets 10% off/));
  expect(sent.at(-1)).toEqual({ path: "/api/auth/referral", body: { code: "ada-1" } });
  expect(field()).toBeNull();
});

test("a followed link is shown, and another code can replace it", async () => {
  open(createElement(ReferralCode, { followed: "bob-1" }));
  expect(page()).toMatch(/You followed the partner link .bob-1.:/);
  act(() => button("Use another code")?.click());
  answer = () => Response.json({ code: "ada-1" });
  await enter("ada-1");
  await until(() => expect(page()).toContain("ada-1"));
  expect(page()).not.toContain("bob-1");
});

const OPEN: OwnReferral = {
  referral: null,
  open_until: "2026-01-02T00:00:00.000Z",
  discount_percent: 10,
};

test("a new account enters a code in the settings", async () => {
  answer = () => Response.json(OPEN);
  open(createElement(ReferralSection));
  await until(() => expect(page()).toContain("Did a partner recommend us?"));
  answer = () =>
    Response.json({
      ...OPEN,
      referral: { code: "ada-1", since: "2026-01-01T00:00:00.000Z" },
      open_until: null,
    });
  await enter("ada-1");
  await until(() => expect(page()).toMatch(/You came by the partner link .ada-1.: 10% off/));
  expect(field()).toBeNull();
});

test("an older account without a partner sees nothing", async () => {
  answer = () => Response.json({ ...OPEN, open_until: null });
  open(createElement(ReferralSection));
  await until(() => expect(sent).toHaveLength(1));
  expect(page()).toBe("");
});
