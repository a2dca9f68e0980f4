import { expect, it, vi } from "vitest";
import { chooseTable, chosenSide, chosenTable } from "./chosen-table.ts";

it("keeps the table and its side for the page, and gives up the side with the table", () => {
  expect(chosenTable.get()).toBe("positions");
  const listener = vi.fn<() => void>();
  const off = chosenTable.subscribe(listener);
  chooseTable("orders");
  chosenSide.set("SELL");
  chooseTable("orders");
  expect([chosenTable.get(), chosenSide.get()]).toEqual(["orders", "SELL"]);
  chooseTable("fills");
  expect([chosenTable.get(), chosenSide.get()]).toEqual(["fills", undefined]);
  expect(listener).toHaveBeenCalled();
  off();
  expect(chosenTable.initial).toBe("positions");
});
