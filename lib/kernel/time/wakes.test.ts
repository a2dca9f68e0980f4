import { expect, test } from "vitest";
import { onWake, wakeLoops } from "./wakes.ts";

test("a loop is woken by each of its channels, and by no other, until it has left", () => {
  let wakes = 0;
  const leave = onWake(["swaps", "purchases"], () => {
    wakes += 1;
  });
  wakeLoops("swaps");
  wakeLoops("purchases");
  wakeLoops("pushes");
  expect(wakes).toBe(2);
  leave();
  wakeLoops("swaps");
  expect(wakes).toBe(2);
});
