import { expect, test, vi } from "vitest";
import { createFollowers, createStore } from "./store.ts";

test("a store calls its followers when the value has changed, until they leave", () => {
  const store = createStore<{ open: boolean } | undefined>(undefined);
  const [one, other] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const leave = store.subscribe(one);
  store.subscribe(other);
  const open = { open: true };
  store.set(open);
  store.set(open);
  expect([store.get(), store.initial]).toEqual([open, undefined]);
  leave();
  store.set(undefined);
  expect([one.mock.calls.length, other.mock.calls.length]).toEqual([1, 2]);
});

test("a follower may leave while it is called", () => {
  const { subscribe, notify } = createFollowers();
  const last = vi.fn<() => void>();
  const leave = subscribe(() => leave());
  subscribe(last);
  notify();
  notify();
  expect(last).toHaveBeenCalledTimes(2);
});
