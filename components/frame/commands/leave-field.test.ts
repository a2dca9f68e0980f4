import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { leaveField } from "./leave-field.ts";

/** A minimal element: `around` are the selectors that match an ancestor. */
class FakeElement {
  tabIndex = 0;
  type = "text";
  value = "";
  readonly attributes = new Set<string>();
  readonly listeners: (() => void)[] = [];
  readonly #tag: string;
  readonly #around: Readonly<Record<string, FakeElement>>;

  constructor(tag: string, around: Record<string, FakeElement> = {}) {
    this.#tag = tag;
    this.#around = around;
  }
  matches(selector: string): boolean {
    return selector.startsWith(this.#tag);
  }
  closest(selector: string): FakeElement | null {
    const found = Object.entries(this.#around).find(([name]) => selector.includes(name));
    return found?.[1] ?? null;
  }
  hasAttribute(): boolean {
    return false;
  }
  removeAttribute(name: string): void {
    this.attributes.delete(name);
  }
  addEventListener(_name: string, run: () => void): void {
    this.listeners.push(run);
  }
  focus(): void {
    document.activeElement = this;
  }
  blur(): void {
    document.activeElement = undefined;
  }
}

let document: { activeElement: unknown };

beforeEach(() => {
  document = { activeElement: undefined };
  vi.stubGlobal("document", document);
  vi.stubGlobal("HTMLElement", FakeElement);
  vi.stubGlobal("HTMLInputElement", FakeElement);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function press(target: FakeElement, rest: Partial<KeyboardEvent> = {}): void {
  document.activeElement = target;
  leaveField({
    key: "Escape",
    defaultPrevented: false,
    target,
    ...rest,
  } as unknown as KeyboardEvent);
}

const region = () => new FakeElement("section");

describe("Escape in a text field", () => {
  it("moves the focus to the surrounding region, which takes it from nothing else", () => {
    const around = region();
    press(new FakeElement("input", { "form[aria-label]": around }));
    expect(document.activeElement).toBe(around);
    expect([around.tabIndex, around.listeners.length]).toEqual([-1, 1]);
  });

  it("removes the focus where there is no region", () => {
    press(new FakeElement("input"));
    expect(document.activeElement).toBeUndefined();
  });

  it.each([
    ["another key", {}, { key: "b" }],
    ["a field that has used it, as an edited cell does", {}, { defaultPrevented: true }],
    ["a word that is being composed", {}, { isComposing: true }],
    ["a field of a dialog", { "[role=dialog]": region() }, {}],
    ["a field with its list open", { "[aria-expanded=true]": region() }, {}],
  ])("does nothing with %s", (_name, around, rest) => {
    const field = new FakeElement("input", { ...around, main: region() });
    press(field, rest);
    expect(document.activeElement).toBe(field);
  });

  it("does nothing in a button", () => {
    const button = new FakeElement("button", { main: region() });
    press(button);
    expect(document.activeElement).toBe(button);
  });

  it("lets the browser clear a search first", () => {
    const search = Object.assign(new FakeElement("input"), { type: "search", value: "ETH" });
    press(search);
    expect(document.activeElement).toBe(search);
    search.value = "";
    press(search);
    expect(document.activeElement).toBeUndefined();
  });

  it("leaves alone a focus that a handler has moved", () => {
    const field = new FakeElement("input", { main: region() });
    const row = new FakeElement("div");
    document.activeElement = row;
    leaveField({ key: "Escape", target: field } as unknown as KeyboardEvent);
    expect(document.activeElement).toBe(row);
  });
});
