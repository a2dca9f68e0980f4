import { describe, expect, it } from "vitest";
import { parseTablesHeight } from "./tables-height.ts";

describe("the kept height of the tables", () => {
  it("is whole pixels within the limits", () => {
    expect(parseTablesHeight("300")).toBe(300);
    expect(parseTablesHeight("1")).toBe(120);
    expect(parseTablesHeight("9999")).toBe(720);
  });

  it.each([undefined, "", "-5", "1e3", "300px", "12345", "NaN"])("is not given by %j", (stored) => {
    expect(parseTablesHeight(stored)).toBeUndefined();
  });
});
