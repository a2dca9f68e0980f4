/** A failed invariant stops the venue, so no action of a trader may look like a violation. */
import { expect, test } from "vitest";
import { TestEngine } from "./engine.testing.ts";

test("an order that filled, and changed its price in the same millisecond, is sound", () => {
  const engine = new TestEngine().deposit("maker", "100000").deposit("taker", "100000");
  const order = engine.buy("maker", "2", "99");
  engine.sell("taker", "1", "99", { tif: "IOC" });
  // The fill at 99 is worse than the new limit of 98; it was not when it happened.
  expect(engine.modify("maker", order, "2", "98").kind).toBe("order");
  expect(() => engine.tick()).not.toThrow();
});
