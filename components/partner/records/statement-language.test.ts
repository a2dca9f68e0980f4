/** The PDF statement exists in English and German: a page in another language says so at the link. */
import { expect, test } from "vitest";
import ar from "#components/partner/messages/ar/partner-records.ts";
import de from "#components/partner/messages/de/partner-records.ts";
import en from "#components/partner/messages/en/partner-records.ts";

test("only the Arabic link names another language, and its text gives the reason", () => {
  expect([en.pdf, de.pdf]).toEqual(["PDF", "PDF"]);
  expect(ar.pdf).toContain("بالإنجليزية");
  expect(ar.statementText).toContain("بالإنجليزية");
});
