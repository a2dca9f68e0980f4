/** Copies of a module share the values that a process has once. */
import { expect, test, vi } from "vitest";
import { processSlot } from "./process-slot.ts";

test("each copy of the module finds the same slot of a name, and no other", async () => {
  vi.resetModules();
  const copy = await import("./process-slot.ts");
  expect(copy.processSlot).not.toBe(processSlot);
  const slot = processSlot<string>("test.shared");
  expect(slot.value).toBeUndefined();
  copy.processSlot<string>("test.shared").value = "set by the copy";
  expect(slot.value).toBe("set by the copy");
  expect(processSlot("test.other").value).toBeUndefined();
});
