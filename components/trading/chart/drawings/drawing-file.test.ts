import { describe, expect, test } from "vitest";
import { type Drawing, MAX_DRAWINGS, parseDrawings } from "./drawing.ts";
import { MAX_FILE_BYTES, readFile, writeFile } from "./drawing-file.ts";

const drawing: Drawing = {
  id: "a",
  kind: "trend",
  anchors: [
    { time: 1_764_000_000_000, price: 64_000.5 },
    { time: 1_764_000_060_000, price: 64_010 },
  ],
  colour: "teal",
  text: "",
};
const fileOf = (change: object) =>
  JSON.stringify({
    format: "svc-drawings",
    version: 1,
    market: "BTCUSDC",
    drawings: [drawing],
    ...change,
  });

test("what is exported is imported as it was", () => {
  const words: Drawing = {
    ...drawing,
    id: "b",
    kind: "text",
    anchors: drawing.anchors.slice(1),
    text: "مقاومة",
  };
  expect(readFile(writeFile("BTCUSDC", [drawing, words]), "BTCUSDC")).toEqual([drawing, words]);
});

describe("a file is refused", () => {
  test.each([
    ["{", { problem: "notJson" }],
    ["", { problem: "notJson" }],
    ["null", { problem: "notDrawings" }],
    ["[]", { problem: "notDrawings" }],
    [fileOf({ format: "other" }), { problem: "notDrawings" }],
    [fileOf({ drawings: {} }), { problem: "notDrawings" }],
    [fileOf({ version: 2 }), { problem: "otherVersion" }],
    [fileOf({ market: "ETHUSDC" }), { problem: "otherMarket", market: "ETHUSDC" }],
    [fileOf({ drawings: [] }), { problem: "empty" }],
    [
      fileOf({ drawings: Array.from({ length: MAX_DRAWINGS + 1 }, () => drawing) }),
      { problem: "tooMany" },
    ],
    [`${" ".repeat(MAX_FILE_BYTES)}{}`, { problem: "tooLarge" }],
  ])("%#", (text, problem) => {
    expect(readFile(text, "BTCUSDC")).toEqual(problem);
  });

  test.each([
    null,
    { ...drawing, kind: "circle" },
    { ...drawing, colour: "#fff" },
    { ...drawing, id: "" },
    { ...drawing, text: "x".repeat(500) },
    { ...drawing, anchors: drawing.anchors.slice(1) },
    { ...drawing, anchors: [{ time: 1.5, price: 1 }, drawing.anchors[0]] },
    { ...drawing, anchors: [{ time: 1, price: 0 }, drawing.anchors[0]] },
    { ...drawing, anchors: [{ time: 1, price: "1" }, drawing.anchors[0]] },
    { ...drawing, anchors: [null, drawing.anchors[0]] },
  ])("as a whole, when one drawing is not valid: %#", (bad) => {
    const problem = { problem: "badDrawing", at: 2 };
    expect(readFile(fileOf({ drawings: [drawing, bad] }), "BTCUSDC")).toEqual(problem);
  });
});

test("of stored drawings the valid ones are kept, each id once", () => {
  expect(
    parseDrawings([drawing, 7, { ...drawing, kind: "x" }, { ...drawing, colour: "up" }]),
  ).toEqual([{ ...drawing, colour: "up" }]);
  expect(parseDrawings("none")).toBeUndefined();
});
