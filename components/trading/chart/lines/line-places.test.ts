import { expect, it } from "vitest";
import { outsideOf } from "./line-places.ts";

const line = (id: string, y: number | undefined, pinned = false) => ({ id, y, pinned });

it("lines beyond the edges of the pane are named, the nearest first", () => {
  const lines = [line("far", -90), line("near", -2), line("seen", 40), line("low", 130)];
  expect(outsideOf(lines, 100)).toEqual({ above: ["near", "far"], below: ["low"] });
});

it("a line at an edge, one that is being moved, and one without a pixel are not beyond an edge", () => {
  const lines = [
    line("top", 0),
    line("bottom", 100),
    line("moved", -5, true),
    line("no", undefined),
  ];
  expect(outsideOf(lines, 100)).toEqual({ above: [], below: [] });
  expect(outsideOf([line("hidden", 40)], 0)).toEqual({ above: [], below: [] });
});
