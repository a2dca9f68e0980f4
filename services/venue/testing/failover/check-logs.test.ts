/** The checker finds each way in which two venues could contradict each other. */
import { expect, test } from "vitest";
import { problemsOf, type Story } from "./check-logs.ts";
import type { LogEntry } from "./client.ts";

/** Blocks of one command each: the first three of a, the others of b. */
const STORY: Story = {
  orders: new Map([["d1", "1"]]),
  epochs: [
    { epoch: 1, node: "a" },
    { epoch: 2, node: "b" },
  ],
  writerOf: (seq) => ({ node: seq <= 3 ? "a" : "b", height: seq }),
};

const order = (given: Partial<Extract<LogEntry, { kind: "order" }>>): LogEntry => ({
  kind: "order",
  node: "a",
  sentAt: 1,
  answeredAt: 2,
  digest: "d1",
  id: "1",
  seq: 2,
  ...given,
});
const height = (node: string, sentAt: number, shown: number): LogEntry => ({
  kind: "height",
  node,
  sentAt,
  answeredAt: sentAt + 1,
  height: shown,
});

test("what holds has no problems", () => {
  const known = { kind: "known", node: "b", sentAt: 9, answeredAt: 10, digest: "d1", id: "1" };
  const logs = [
    [order({}), height("b", 4, 4)],
    [height("a", 1, 1), known as LogEntry],
  ];
  expect(problemsOf(logs, STORY)).toEqual([]);
});

test.each<[string, LogEntry[], RegExp]>([
  ["an order that is not in the journal", [order({ digest: "d2" })], /the journal has none/],
  ["an order of another id", [order({ id: "9" })], /order 9 was acknowledged; the journal has 1/],
  [
    "an answer of a node that did not write the block",
    [order({ node: "b" })],
    /b acknowledged command 2 of a/,
  ],
  [
    "a read that shows less than an earlier answer",
    [height("b", 1, 5), height("a", 3, 3)],
    /a showed block 3 after block 5/,
  ],
])("%s is found", (_, entries, problem) => {
  expect(problemsOf([entries], STORY)).toEqual([expect.stringMatching(problem)]);
});

test("a read that was sent before the other was answered may show less", () => {
  expect(problemsOf([[height("b", 3, 5)], [height("a", 3, 3)]], STORY)).toEqual([]);
});
