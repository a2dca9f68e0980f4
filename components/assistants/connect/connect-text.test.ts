/** The pages about assistants name the same thing by the same word, and Arabic sentences leave a path whole. */
import { expect, test } from "vitest";
import arabic from "#components/assistants/messages/ar/connect.ts";
import german from "#components/assistants/messages/de/connect.ts";
import englishApprovals from "#components/assistants/messages/en/approvals.ts";
import english from "#components/assistants/messages/en/connect.ts";
import englishApps from "#components/assistants/messages/en/connected-apps.ts";
import englishConsent from "#components/assistants/messages/en/consent.ts";
import englishFrame from "#components/frame/messages/en/settings-frame.ts";
import englishWallet from "#components/identity/messages/en/wallet.ts";
import arabicBots from "#components/machines/messages/ar/bot-keys.ts";
import arabicDevelopers from "#components/machines/messages/ar/developers.ts";
import arabicKeys from "#components/machines/messages/ar/mcp-keys.ts";
import germanBots from "#components/machines/messages/de/bot-keys.ts";
import germanDevelopers from "#components/machines/messages/de/developers.ts";
import germanKeys from "#components/machines/messages/de/mcp-keys.ts";
import englishBots from "#components/machines/messages/en/bot-keys.ts";
import englishDevelopers from "#components/machines/messages/en/developers.ts";
import englishKeys from "#components/machines/messages/en/mcp-keys.ts";
import arabicSigning from "#components/trading/messages/ar/signing.ts";
import englishAccount from "#components/trading/messages/en/account.ts";
import englishShell from "#components/trading/messages/en/shell.ts";
import englishSigning from "#components/trading/messages/en/signing.ts";
import englishTicket from "#components/trading/messages/en/ticket.ts";
import englishKey from "#components/trading/messages/en/trading-key.ts";

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
