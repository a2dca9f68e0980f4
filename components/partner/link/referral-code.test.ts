import { expect, test } from "vitest";
import { alternativeCode, codeProblem, normalizeCode, suggestCode } from "./referral-code.ts";

test("typed text becomes a code where that is unambiguous, and stays as it is where it is not", () => {
  expect(normalizeCode(" Ada Lovelace")).toBe("ada-lovelace");
  expect(normalizeCode("Ada_99")).toBe("ada-99");
  expect(normalizeCode("ada!")).toBe("ada!");
  expect(codeProblem(normalizeCode("Ada Lovelace"))).toBeUndefined();
});

test("an invalid code gets a reason", () => {
  expect(codeProblem("")).toBe("short");
  expect(codeProblem("ab")).toBe("short");
  expect(codeProblem("abc")).toBeUndefined();
  expect(codeProblem("x".repeat(24))).toBeUndefined();
  expect(codeProblem("x".repeat(25))).toBe("long");
  // Characters come first: the length of an invalid code is not informative.
  expect(codeProblem("ä")).toBe("signs");
  expect(codeProblem("a.b/c")).toBe("signs");
  for (const code of ["-abc", "abc-", "---"]) expect(codeProblem(code)).toBe("edge");
});

test("a proposed code is valid, whatever the random numbers", () => {
  for (const random of [0, 0.5, 0.999_999]) {
    expect(codeProblem(suggestCode(() => random))).toBeUndefined();
    for (const taken of ["abc", "x".repeat(24), `${"y".repeat(20)}-999`]) {
      const other = alternativeCode(taken, () => random);
      expect(codeProblem(other)).toBeUndefined();
      expect(other).not.toBe(taken);
    }
  }
});
