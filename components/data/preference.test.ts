import { afterEach, describe, expect, it, vi } from "vitest";
import { createPreference } from "./preference.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

const numbers = (name: string) =>
  createPreference(name, 0, (stored) => (typeof stored === "number" ? stored : undefined));

/** Storage that can be full or denied. */
function stubStorage() {
  const texts = new Map<string, string>();
  const state = { full: false, closed: false };
  const refuse = (name: string) => {
    throw new DOMException("", name);
  };
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => (state.closed ? refuse("SecurityError") : (texts.get(key) ?? null)),
    setItem: (key: string, text: string) => {
      if (state.closed) refuse("SecurityError");
      if (state.full) refuse("QuotaExceededError");
      texts.set(key, text);
    },
  });
  return { texts, state };
}

describe("a preference", () => {
  it("is what was chosen last, and the first value for what is no such choice", () => {
    const { texts } = stubStorage();
    const preference = numbers("plain");
    expect(preference.get()).toBe(0);
    preference.set(3);
    expect(preference.get()).toBe(3);
    texts.set("svc.preference.plain", '"three"');
    expect(preference.get()).toBe(0);
  });

  it("holds for this page when storage is full, over an older choice too", () => {
    const { state } = stubStorage();
    const preference = numbers("full");
    preference.set(1);
    state.full = true;
    preference.set(2);
    expect(preference.get()).toBe(2);
    preference.set(4);
    expect(preference.get()).toBe(4);
    state.full = false;
    preference.set(5);
    expect(preference.get()).toBe(5);
  });

  it("gives way to what another tab could keep", () => {
    const { state, texts } = stubStorage();
    const preference = numbers("other-tab");
    state.full = true;
    preference.set(2);
    texts.set("svc.preference.other-tab", "7");
    expect(preference.get()).toBe(7);
  });

  it("holds for this page when storage is closed to it", () => {
    const { state } = stubStorage();
    state.closed = true;
    const preference = numbers("closed");
    preference.set(2);
    expect(preference.get()).toBe(2);
  });
});
