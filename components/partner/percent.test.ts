import { expect, it } from "vitest";
import type { MessageFile } from "#components/i18n/message-types.ts";
import signInAr from "#components/identity/sign-in/messages/ar.ts";
import signInDe from "#components/identity/sign-in/messages/de.ts";
import signInEn from "#components/identity/sign-in/messages/en.ts";
import pageAr from "./earnings/messages/ar.ts";
import pageDe from "./earnings/messages/de.ts";
import pageEn from "./earnings/messages/en.ts";
import linkAr from "./link/messages/ar.ts";
import linkDe from "./link/messages/de.ts";
import linkEn from "./link/messages/en.ts";
import recordsAr from "./records/messages/ar.ts";
import recordsDe from "./records/messages/de.ts";
import recordsEn from "./records/messages/en.ts";

/** The one form of a percentage in each language, as `Intl.NumberFormat` writes it. */
const FORMS = [
  ["en", /(?<=[}\d])%/g, [linkEn, pageEn, recordsEn, signInEn]],
  ["de", /(?<=[}\d])\u00a0%/g, [linkDe, pageDe, recordsDe, signInDe]],
  ["ar", /(?<=\u2066\{\w+\})%(?=\u2069)/g, [linkAr, pageAr, recordsAr, signInAr]],
] as const;

/** The card has English words in every language, and its description quotes them. */
const QUOTED = "cardAlt";

function textsOf(file: MessageFile): string[] {
  return Object.entries(file)
    .filter(([key]) => key !== QUOTED)
    .flatMap(([, message]) => (typeof message === "string" ? [message] : Object.values(message)));
}

it.each(FORMS)(
  "every percentage of the partner pages and of the sign-in has the form of its language: %s",
  (_, form, files) => {
    const texts = files
      .flatMap((file) => textsOf(file as MessageFile))
      .filter((text) => text.includes("%"));
    expect(texts.length).toBeGreaterThan(10);
    expect(texts.filter((text) => text.replaceAll(form, "").includes("%"))).toEqual([]);
  },
);
