import { expect, test } from "vitest";
import { classifyItem, parseItems } from "./classify-items.ts";
import { interval, judge } from "./judge-items.ts";

const label = (type: string, more: object = {}) => ({ type, certain: true, ...more });
const ITEMS = [
  {
    id: 1,
    title: "Kraken lists SOL",
    label: label("listing", { direction: "positive", assets: ["SOL"] }),
  },
  { id: 2, title: "Kraken lists ADA", label: label("none") },
  { id: 3, title: "A quiet day", label: label("hack", { direction: "negative" }) },
  { id: 4, title: "Kraken lists XRP", label: label("none", { certain: false }) },
  { id: 5, title: "Kraken lists LINK" },
];

test("precision and recall are of items with a certain label", () => {
  const items = parseItems(ITEMS.map((item) => JSON.stringify(item)).join("\n"));
  const judgement = judge(items, items.map(classifyItem));
  expect(judgement).toMatchObject({
    judged: 3,
    events: { precision: { hits: 1, all: 2 }, recall: { hits: 1, all: 2 } },
    direction: { hits: 1, all: 1 },
    assets: { precision: { hits: 1, all: 1 }, recall: { hits: 1, all: 1 } },
  });
  expect(judgement?.types.listing).toEqual({
    precision: { hits: 1, all: 2 },
    recall: { hits: 1, all: 1 },
  });
  expect(judgement?.types.hack.recall).toEqual({ hits: 0, all: 1 });
});

test("without labels nothing is judged", () => {
  const items = parseItems(JSON.stringify({ id: 5, title: "Kraken lists LINK" }));
  expect(judge(items, items.map(classifyItem))).toBeUndefined();
});

test("the interval of 9 of 10 is Wilson's", () => {
  const [from, to] = interval({ hits: 9, all: 10 }) ?? [];
  expect(from).toBeCloseTo(0.596, 3);
  expect(to).toBeCloseTo(0.982, 3);
  expect(interval({ hits: 0, all: 0 })).toBeUndefined();
});
