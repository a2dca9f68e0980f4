import { expect, test } from "vitest";
import { type MarketEvent, TopicBoard } from "./market-topics.ts";

function listener(board: TopicBoard, topics: Parameters<TopicBoard["listen"]>[0]) {
  const events: MarketEvent[] = [];
  const stop = board.listen(topics, (batch) => events.push(...batch));
  return { events, stop };
}

test("a changed state is delivered in one batch with other events, and kept for later subscribers", () => {
  const board = new TopicBoard();
  const { events } = listener(board, new Set(["mark", "trades"]));
  board.announceState("mark", "1");
  board.announceOnce("trades", "[]", 1);
  board.announceState("bbo", "{}");
  board.flush();
  board.announceState("mark", "1");
  board.flush();
  expect(events.map(({ topic, json }) => [topic, json])).toEqual([
    ["mark", "1"],
    ["trades", "[]"],
  ]);
  expect(board.state(["trades", "bbo", "mark"]).map(({ topic }) => topic)).toEqual(["bbo", "mark"]);
});

test("all subscribers get the same object of an event, so that it is serialized once", () => {
  const board = new TopicBoard();
  const [one, other] = [listener(board, new Set(["mark"])), listener(board, new Set(["mark"]))];
  board.announceState("mark", "1");
  board.flush();
  expect(one.events[0]).toBe(other.events[0]);
  expect(board.state(["mark"])[0]).toBe(one.events[0]);
});

test("a failing listener does not affect the others", () => {
  const board = new TopicBoard();
  board.listen(new Set(["trades"]), () => {
    throw new Error("broken");
  });
  const { events } = listener(board, new Set(["trades"]));
  board.announceOnce("trades", "[1]", 1);
  expect(() => board.flush()).toThrow("broken");
  expect(events.map(({ json }) => json)).toEqual(["[1]"]);
  board.flush();
  expect(events).toHaveLength(1);
});
