import { expect, it } from "vitest";
import type { MessageFile } from "#components/i18n/message-types.ts";
import signInAr from "#components/identity/messages/ar/sign-in.ts";
import signInDe from "#components/identity/messages/de/sign-in.ts";
import signInEn from "#components/identity/messages/en/sign-in.ts";
import pageAr from "./messages/ar/partner.ts";
import linkAr from "./messages/ar/partner-link.ts";
import recordsAr from "./messages/ar/partner-records.ts";
import pageDe from "./messages/de/partner.ts";
import linkDe from "./messages/de/partner-link.ts";
import recordsDe from "./messages/de/partner-records.ts";
import pageEn from "./messages/en/partner.ts";
import linkEn from "./messages/en/partner-link.ts";
import recordsEn from "./messages/en/partner-records.ts";

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
