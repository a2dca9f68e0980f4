import { expect, test } from "vitest";
import { withUnit } from "./with-unit.ts";

test("percent is written as the language does, and equals what Intl writes", () => {
  expect(withUnit("4.21", "%", "en-US")).toBe("4.21%");
  expect(withUnit("4,21", "%", "de-DE")).toBe("4,21\u00a0%");
  const arabic = new Intl.NumberFormat("ar-u-nu-latn", { style: "percent" }).format(0.04);
  expect(withUnit(arabic.slice(0, 1), "%", "ar-u-nu-latn")).toBe(arabic);
});

test("other units follow at once or after a space that does not break", () => {
  expect(withUnit("178", "K", "de-DE")).toBe("178K");
  expect(withUnit("48.2", "points", "en-US")).toBe("48.2\u00a0points");
  expect(withUnit("48.2", null, "en-US")).toBe("48.2");
  expect(withUnit("48.2", "", "en-US")).toBe("48.2");
});
