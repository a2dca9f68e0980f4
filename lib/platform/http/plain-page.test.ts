/** Pages without a script, and the language that they use. */
import { expect, test } from "vitest";
import { pageLanguage } from "./plain-page.ts";

test.each([
  ["a=1; svc.locale=de", "ar", "de"],
  ["svc.locale=xx", "de-AT,de;q=0.9,en;q=0.8", "de"],
  [null, "fr,ar;q=0.7", "ar"],
  [undefined, "de;q=0,en", "en"],
  [undefined, "de;q=0.1, en;q=0.9", "en"],
  [undefined, "de;q=x,ar;q=0.2", "ar"],
  [undefined, "den,ar-EG", "ar"],
  ["", null, "en"],
])("cookie %j and Accept-Language %j give %s", (cookie, acceptLanguage, language) => {
  expect(pageLanguage({ cookie, acceptLanguage })).toBe(language);
});
