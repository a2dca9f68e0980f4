import { describe, expect, it } from "vitest";
import { sinceThen } from "./since-then.ts";

describe("how far a price has moved", () => {
  it("is a rate of six digits, and nothing where a price is missing", () => {
    expect(sinceThen("60000.0", "60600.0")).toBe("0.010000");
    expect(sinceThen("60000.0", "59700.0")).toBe("-0.005000");
    expect(sinceThen(null, "60000.0")).toBeUndefined();
    expect(sinceThen("60000.0", undefined)).toBeUndefined();
    expect(sinceThen("0", "60000.0")).toBeUndefined();
  });
});
