import { expect, test } from "vitest";
import { failureCause } from "./failure-cause.ts";

test.each([
  ['{"InstructionError":[1,{"Custom":1}]}', "funds"],
  ["InsufficientFundsForFee", "funds"],
  ['{"InstructionError":[0,{"Custom":17}]}', "refused"],
  ['{"InstructionError":[1,{"Custom":1', "refused"],
  ['{"InsufficientFundsForRent":{"account_index":2}}', "refused"],
  ["BlockhashNotFound", "refused"],
  ["sent to nobody", "operator"],
  ["The wallet was closed; paid again in December", "operator"],
  ["", "operator"],
] as const)("%j is described as %s", (failure, reason) => {
  expect(failureCause(failure)).toBe(reason);
});
