import { describe, expect, it } from "vitest";
import { priceChange } from "./price-change.ts";

describe("the move of a price", () => {
  it("is a rate of six digits, and empty where a price is missing", () => {
    expect(priceChange("60000.0", "60600.0")).toBe("0.010000");
    expect(priceChange("60000.0", "59700.0")).toBe("-0.005000");
    expect(priceChange(null, "60000.0")).toBeUndefined();
    expect(priceChange("60000.0", undefined)).toBeUndefined();
    expect(priceChange("0", "60000.0")).toBeUndefined();
  });
});
