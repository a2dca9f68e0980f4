/** The pages about assistants name the same thing by the same word, and Arabic sentences leave a path whole. */
import { expect, test } from "vitest";
import englishApprovals from "#components/assistants/approvals/messages/en.ts";
import englishApps from "#components/assistants/apps/messages/en.ts";
import englishConsent from "#components/assistants/consent/messages/en.ts";
import englishFrame from "#components/frame/settings/messages/en.ts";
import englishWallet from "#components/identity/wallet/messages/en.ts";
import arabicBots from "#components/machines/bot-keys/messages/ar.ts";
import germanBots from "#components/machines/bot-keys/messages/de.ts";
import englishBots from "#components/machines/bot-keys/messages/en.ts";
import arabicDevelopers from "#components/machines/developers/messages/ar.ts";
import germanDevelopers from "#components/machines/developers/messages/de.ts";
import englishDevelopers from "#components/machines/developers/messages/en.ts";
import arabicKeys from "#components/machines/mcp-keys/messages/ar.ts";
import germanKeys from "#components/machines/mcp-keys/messages/de.ts";
import englishKeys from "#components/machines/mcp-keys/messages/en.ts";
import englishAccount from "#components/trading/account/messages/en.ts";
import englishShell from "#components/trading/screen/messages/en.ts";
import englishKey from "#components/trading/setup/messages/en.ts";
import arabicSigning from "#components/trading/signing/messages/ar.ts";
import englishSigning from "#components/trading/signing/messages/en.ts";
import englishTicket from "#components/trading/ticket/messages/en.ts";
import arabic from "./messages/ar.ts";
import german from "./messages/de.ts";
import english from "./messages/en.ts";

const PAGES = {
  en: [english, englishKeys, englishDevelopers, englishBots],
  de: [german, germanKeys, germanDevelopers, germanBots],
  ar: [arabic, arabicKeys, arabicDevelopers, arabicBots],
} as const;

type Message = string | Readonly<Record<string, string>>;

function sentences(pages: readonly Readonly<Record<string, Message>>[]): string[] {
  return pages
    .flatMap((page) => Object.values(page))
    .flatMap((message) => (typeof message === "string" ? [message] : Object.values(message)));
}

test('people read that orders are proposed; "staging" is a word of the interface only', () => {
  const other = {
    en: /\bstag(?:e|es|ed|ing)\b/i,
    de: /\bvor(?:zu)?(?:ge)?leg/i,
    ar: /تقديم أ|المقدَّم|يقدّمها/,
  };
  for (const language of ["en", "de", "ar"] as const) {
    const all = sentences(PAGES[language]);
    expect(all.length).toBeGreaterThan(100);
    expect(all.filter((sentence) => other[language].test(sentence))).toEqual([]);
  }
});

test("an app is disconnected, a key is revoked", () => {
  expect(english.end_1).toContain("disconnect it");
  expect(german.end_1).toContain("Verbundene Apps trennen");
  expect(arabic.end_1).toContain("وافصله");
});

test("“cannot” is one word", () => {
  const all = sentences([
    ...PAGES.en,
    englishApps,
    englishConsent,
    englishApprovals,
    englishSigning,
    englishAccount,
    englishTicket,
    englishFrame,
    englishShell,
    englishKey,
    englishWallet,
  ]);
  expect(all.filter((sentence) => /\bcan not\b/i.test(sentence))).toEqual([]);
});

test("in Arabic a path is between isolates, so that its dots and slashes keep their places", () => {
  const all = sentences([...PAGES.ar, arabicSigning]);
  const isBare = (sentence: string) =>
    /[./][a-z][a-z/.]*/.test(
      sentence.replaceAll(/\u2066[^\u2069]*\u2069/g, "").replaceAll("claude.ai", ""),
    );
  expect(all.some((sentence) => sentence.includes("\u2066.cursor/mcp.json\u2069"))).toBe(true);
  expect(all.filter(isBare)).toEqual([]);
});
