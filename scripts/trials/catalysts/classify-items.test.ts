import { describe, expect, test } from "vitest";
import { classifyItem, parseItems } from "./classify-items.ts";

const classify = (item: object): unknown => {
  const [first] = parseItems(JSON.stringify(item));
  return first && classifyItem(first);
};

describe("an item", () => {
  test("that reports an event has its type, direction and assets", () => {
    const item = {
      id: 7,
      title: "Kraken lists SOL for trading",
      published_at: "2026-03-01T00:00:00Z",
    };
    expect(classify(item)).toMatchObject({
      id: 7,
      type: "listing",
      direction: "positive",
      assets: ["SOL"],
      role: "report",
    });
  });

  test("that denies an event has no type and no direction, but its assets", () => {
    const item = { id: "b", title: "Binance denies rumours that it was hacked", summary: null };
    expect(classify(item)).toMatchObject({
      id: "b",
      type: "none",
      direction: null,
      role: "denial",
    });
  });

  test("without an event is `none`", () => {
    expect(classify({ id: "c", title: "How to store a seed phrase" })).toMatchObject({
      type: "none",
      direction: null,
      assets: [],
    });
  });
});

test("every item gives a line, in the order of the file, and other fields are ignored", () => {
  const text = [
    { id: 2, title: "A", url: "https://a.test" },
    { id: 1, title: "B" },
  ]
    .map((item) => JSON.stringify(item))
    .join("\n");
  const lines = parseItems(`${text}\n`).map(classifyItem);
  expect(lines.map(({ id }) => id)).toEqual([2, 1]);
});

describe("a file is refused, with the line and the field, when", () => {
  test.each([
    ["it is empty", "\n", /^the file has no items$/],
    ["a line is not JSON", '{"id":1,"title":"A"}\n{', /^line 2: not JSON$/],
    ["a title is missing", '{"id":1}', /^line 1: title /],
    ["an id is missing", '{"title":"A"}', /^line 1: id /],
    ["a summary is not a text", '{"id":1,"title":"A","summary":5}', /^line 1: summary /],
    ["a date is none", '{"id":1,"title":"A","published_at":"soon"}', /published_at is not a date$/],
    ["a line is not an object", "5", /^line 1: /],
  ])("%s", (_, text, message) => {
    expect(() => parseItems(text)).toThrow(message);
  });
});
