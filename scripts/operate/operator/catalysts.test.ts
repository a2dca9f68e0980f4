import { expect, test } from "vitest";
import { readCommand } from "./command.ts";
import { printed } from "./print.ts";

const ID = `evt_${"0a".repeat(12)}`;

test("catalysts split asks the app to part a catalyst, and says what happens", () => {
  expect(readCommand(["catalysts", "split", ID]).request).toEqual({
    name: "catalysts split",
    method: "POST",
    path: `/catalysts/${ID}/split`,
  });
  expect(printed("catalysts split", { catalyst_id: ID, merged_into: "evt_1" })).toBe(
    `${ID} is parted from evt_1 with the next pass.\n`,
  );
});

test.each([
  [["catalysts"], 'There is no command "catalysts "'],
  [["catalysts", "merge"], 'There is no command "catalysts merge"'],
  [["catalysts", "split"], "catalysts split needs a catalyst's id"],
  [["catalysts", "split", "mov_1"], '"mov_1" is no catalyst\'s id'],
])("%o is no command", (argv, message) => {
  expect(() => readCommand(argv)).toThrow(message);
});
