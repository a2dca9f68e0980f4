/** *Close* of a row: one press never ends a position, unless its owner chose so. */
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closesAtOnce } from "#components/frame/preferences/order-preferences.ts";
import { I18nProvider } from "#components/i18n/i18n-provider.tsx";
import { everyPage as english } from "#components/messages/en.ts";
import type { PositionRecord } from "#lib/protocol/wire/account.ts";
import { PositionActions } from "./position-actions.tsx";
import { positionRequest } from "./position-request.ts";

const sent = vi.fn<() => Promise<void>>(() => Promise.resolve());
vi.mock("./use-close-position.ts", () => ({
  useClosePosition: () => ({ close: sent, busy: false }),
}));
vi.mock("./sending-lock.ts", () => ({
  useSendingLock: () => ({ locked: false, reason: undefined }),
}));

const position = { market: "BTCUSDC", size: "0.5" } as PositionRecord;
let root: Root;

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  root = createRoot(document.body.appendChild(document.createElement("div")));
});
afterEach(() => {
  act(() => root.unmount());
  closesAtOnce.set(false);
  positionRequest.set(undefined);
  vi.clearAllMocks();
  vi.unstubAllGlobals();
});

function pressClose(compact: boolean): HTMLButtonElement {
  const actions = createElement(PositionActions, { position, compact });
  const whole = { locale: "en" as const, messages: english, children: actions };
  act(() => root.render(createElement(I18nProvider, whole)));
  const button = [...document.querySelectorAll("button")].find(
    (one) => one.textContent === "Close",
  );
  act(() => button!.click());
  return button!;
}

test.each([false, true])(
  "it opens the dialog of the position, named in words (compact: %s)",
  (compact) => {
    const button = pressClose(compact);
    expect(button.getAttribute("aria-label")).toBe("Close the BTCUSDC position");
    expect(positionRequest.get()).toEqual({ kind: "part", position });
    expect(sent).not.toHaveBeenCalled();
  },
);

test("it sends at once when its owner chose so", () => {
  closesAtOnce.set(true);
  const button = pressClose(false);
  expect(button.getAttribute("aria-label")).toBe("Close at market: BTCUSDC");
  expect(sent).toHaveBeenCalledWith(position);
  expect(positionRequest.get()).toBeUndefined();
});
