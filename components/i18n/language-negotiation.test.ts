import { describe, expect, it } from "vitest";
import { chooseLocale } from "./language-negotiation.ts";

describe("the language of a page", () => {
  it("is the person's choice, then the browser's preference, then English", () => {
    expect(chooseLocale("ar", "de")).toBe("ar");
    expect(chooseLocale("xx", "de-AT,de;q=0.9,en;q=0.8")).toBe("de");
    expect(chooseLocale(undefined, "fr,en;q=0.3,ar;q=0.7")).toBe("ar");
    expect(chooseLocale(undefined, "de;q=0,en")).toBe("en");
    expect(chooseLocale(undefined, "fr")).toBe("en");
    expect(chooseLocale(undefined, null)).toBe("en");
  });
});
