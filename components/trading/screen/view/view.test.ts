import { describe, expect, it } from "vitest";
import { formatView, parseView, withView } from "./view.ts";

describe("a view in the address", () => {
  it("is read as far as it is known", () => {
    expect(parseView("?interval=15m&layout=focus&bars=fills")).toEqual({
      interval: "15m",
      layout: "focus",
      bars: "fills",
    });
    expect(parseView("interval=7m&layout=&bars=FILLS&x=1")).toEqual({});
    expect(parseView("")).toEqual({});
  });

  it("uses the first of a duplicate name", () => {
    expect(parseView("interval=5m&interval=1h")).toEqual({ interval: "5m" });
  });

  it("ignores names that every object has", () => {
    expect(parseView("interval=constructor&layout=toString&bars=__proto__")).toEqual({});
  });

  it("survives writing and reading", () => {
    const view = { interval: "1h", layout: "ladder", bars: "mark" } as const;
    expect(parseView(formatView(view))).toEqual(view);
    expect(formatView({})).toBe("");
  });

  it("leaves the rest of the address alone", () => {
    expect(withView("?x=1&interval=1m", { interval: "5m", layout: "focus" })).toBe(
      "x=1&interval=5m&layout=focus",
    );
  });
});
