/** With which lists of addresses a bot key can be created. */
import { expect, test } from "vitest";
import { blockOf, everyoneIn } from "./entries.ts";

test("an entry of every address is found in either family, and no other network", () => {
  const entries = ["192.0.2.7", "0.0.0.0/0", "10.0.0.0/8", "::/0", "2001:db8::/10"];
  expect(everyoneIn(entries)).toEqual(["0.0.0.0/0", "::/0"]);
});

test.each([
  [{ count: 0, refused: 0, isOpen: false }, undefined],
  [{ count: 64, refused: 0, isOpen: false }, undefined],
  [{ count: 65, refused: 0, isOpen: false }, "listWrong"],
  [{ count: 2, refused: 1, isOpen: true }, "listWrong"],
  [{ count: 1, refused: 0, isOpen: true }, "listOpen"],
] as const)("%j is blocked as %s", (list, reason) => {
  expect(blockOf(list)).toBe(reason);
});
