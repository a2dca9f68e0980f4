/** Failures that any endpoint can answer say nothing of the venue or of orders. */

import { expect, test } from "vitest";
import { featureText } from "#components/i18n/feature-text.testing.ts";
import { LOCALES } from "#components/i18n/locales.ts";
import { PAGE_FAULTS } from "./errors/error-text.ts";
import { ownText } from "./failure-text.ts";

const TEXTS = LOCALES.map((locale) => featureText("settingsFrame", locale));
const ABOUT_TRADING = /venue|order|Handelsplatz|المنصة|أوامر/i;

const say = (text: (typeof TEXTS)[number], code: string, status = 400, message = "x") =>
  ownText(text as never, { code, status, message });

test.each([
  ...PAGE_FAULTS,
  "INVALID_FIELD",
  "ACCOUNT_MISMATCH",
  "SIGN_IN_REQUIRED",
  "NUMBER_TOO_LARGE",
  "RATE_LIMITED",
  "NETWORK",
  "DRAINING",
  "NOT_READY",
])("%s has a sentence of its own in each language", (code) => {
  for (const text of TEXTS) {
    const sentence = say(text, code) ?? "";
    expect(sentence).not.toBe("");
    expect(sentence).not.toMatch(ABOUT_TRADING);
  }
});

test.each(["INTERNAL", "DATABASE_UNAVAILABLE", "VENUE_NEWER_CODE"])(
  "%s with a status of 500 and above asks only to try again",
  (code) => {
    for (const text of TEXTS) expect(say(text, code, 503)).not.toMatch(ABOUT_TRADING);
  },
);

test("a value that is not valid comes with the service's own reason", () => {
  const reason = "url is not valid: it must begin with https://.";
  for (const text of TEXTS) expect(say(text, "INVALID_FIELD", 400, reason)).toContain(reason);
});

test("a code of the venue is left to the texts of the trading page", () => {
  expect(say(TEXTS[0]!, "PRICE_BAND")).toBeUndefined();
});
