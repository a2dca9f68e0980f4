/** Every language has each banner in its own words. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { LOCALES } from "#components/i18n/locales.ts";
import { bannersIn } from "./banners.ts";

test.each(LOCALES)("%s", (locale) => {
  const words = { en: "Sign up", de: "Registrieren", ar: "التسجيل" }[locale];
  for (const { file, width, height } of bannersIn(locale)) {
    const svg = readFileSync(`public/partner/${file}`, "utf8");
    expect(svg).toContain(`width="${width}" height="${height}"`);
    expect(svg).toContain(`>${words}</text>`);
  }
});
