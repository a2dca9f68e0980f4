import { describe, expect, it } from "vitest";
import { hasModifier, type KeyPress, keyCaps, parseKeys, strokesOf } from "./keystrokes.ts";

const press = (key: string, rest: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: "",
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...rest,
});

describe("keys of a command", () => {
  it("are parsed from one notation", () => {
    expect(parseKeys("b")).toEqual(["b"]);
    expect(parseKeys("Shift+C")).toEqual(["Shift+c"]);
    expect(parseKeys("mod+K")).toEqual(["Mod+k"]);
    expect(parseKeys("g  o")).toEqual(["g", "o"]);
    expect(parseKeys("?")).toEqual(["?"]);
    expect(parseKeys("+")).toEqual(["+"]);
    expect(parseKeys("Mod+Shift+Enter")).toEqual(["Mod+Shift+Enter"]);
  });

  it("are shown as they are on the keyboard", () => {
    expect(keyCaps("Mod+k", false)).toEqual([["Ctrl", "K"]]);
    expect(keyCaps("Mod+k", true)).toEqual([["⌘", "K"]]);
    expect(keyCaps("g o", false)).toEqual([["G"], ["O"]]);
    expect(keyCaps("Shift+c", false)).toEqual([["Shift", "C"]]);
    expect(keyCaps("+", false)).toEqual([["+"]]);
  });
});

describe("a press is matched", () => {
  it("by its character, in either case", () => {
    expect(strokesOf(press("b", { code: "KeyB" }), false)).toEqual(["b"]);
    expect(strokesOf(press("B", { code: "KeyB" }), false)).toEqual(["b"]);
    expect(strokesOf(press("C", { code: "KeyC", shiftKey: true }), false)).toEqual(["Shift+c"]);
  });

  it("by its symbol, wherever the keyboard has it", () => {
    expect(strokesOf(press("?", { code: "Slash", shiftKey: true }), false)).toEqual(["?"]);
    expect(strokesOf(press("?", { code: "Minus", shiftKey: true }), false)).toEqual(["?"]);
    expect(strokesOf(press("/", { code: "Digit7", shiftKey: true }), false)).toEqual(["/"]);
  });

  it("by its position on a keyboard without Latin letters", () => {
    expect(strokesOf(press("لا", { code: "KeyB" }), false)).toContain("b");
    expect(strokesOf(press("ؤ", { code: "KeyC", shiftKey: true }), false)).toContain("Shift+c");
    expect(strokesOf(press("ن", { code: "KeyK", ctrlKey: true }), false)).toContain("Mod+k");
    expect(strokesOf(press("&", { code: "Digit1" }), false)).toEqual(["&", "1"]);
  });

  it("by its own letter on another Latin keyboard", () => {
    expect(strokesOf(press("a", { code: "KeyQ" }), false)).toEqual(["a"]);
  });

  it("with the system's modifier, and leaves the others to the system", () => {
    expect(strokesOf(press("k", { ctrlKey: true }), false)).toEqual(["Mod+k"]);
    expect(strokesOf(press("k", { metaKey: true }), true)).toEqual(["Mod+k"]);
    expect(strokesOf(press("k", { metaKey: true }), false)).toEqual([]);
    expect(strokesOf(press("k", { ctrlKey: true }), true)).toEqual([]);
    expect(strokesOf(press("k", { altKey: true }), false)).toEqual([]);
    expect(strokesOf(press("Shift", { shiftKey: true }), false)).toEqual([]);
  });

  it("only without further modifiers", () => {
    expect(hasModifier("Mod+k")).toBe(true);
    expect(hasModifier("Shift+c")).toBe(false);
  });
});
