import { expect, test } from "vitest";
import { isHeldEnter } from "./ticket.tsx";

test("an Enter that is held down presses the button once", () => {
  expect(isHeldEnter({ key: "Enter", repeat: false })).toBe(false);
  expect(isHeldEnter({ key: "Enter", repeat: true })).toBe(true);
  expect(isHeldEnter({ key: "ArrowUp", repeat: true })).toBe(false);
});
