import { describe, expect, it } from "vitest";
import arabicCalendar from "#components/catalysts/calendar/messages/ar.ts";
import germanCalendar from "#components/catalysts/calendar/messages/de.ts";
import englishCalendar from "#components/catalysts/calendar/messages/en.ts";
import arabicHighlights from "#components/catalysts/highlights/messages/ar.ts";
import germanHighlights from "#components/catalysts/highlights/messages/de.ts";
import englishHighlights from "#components/catalysts/highlights/messages/en.ts";
import arabicCatalysts from "#components/catalysts/messages/ar.ts";
import germanCatalysts from "#components/catalysts/messages/de.ts";
import englishCatalysts from "#components/catalysts/messages/en.ts";
import arabicNotices from "#components/frame/notifications/notice-texts/ar.ts";
import germanNotices from "#components/frame/notifications/notice-texts/de.ts";
import englishNotices from "#components/frame/notifications/notice-texts/en.ts";
import type { Message } from "#components/i18n/message-types.ts";
import { textOf } from "#components/i18n/translate.ts";
import arabicPushes from "#components/pushes/messages/ar.ts";
import germanPushes from "#components/pushes/messages/de.ts";
import englishPushes from "#components/pushes/messages/en.ts";
import arabicSignals from "#components/signals/messages/ar.ts";
import germanSignals from "#components/signals/messages/de.ts";
import englishSignals from "#components/signals/messages/en.ts";
import arabicBuy from "#components/swaps/buy/messages/ar.ts";
import germanBuy from "#components/swaps/buy/messages/de.ts";
import englishBuy from "#components/swaps/buy/messages/en.ts";
import arabicSwaps from "#components/swaps/messages/ar.ts";
import germanSwaps from "#components/swaps/messages/de.ts";
import englishSwaps from "#components/swaps/messages/en.ts";
import arabicPrepared from "#components/trading/ticket/signal/messages/ar.ts";
import germanPrepared from "#components/trading/ticket/signal/messages/de.ts";
import englishPrepared from "#components/trading/ticket/signal/messages/en.ts";
import arabicVault from "#components/trading/vault/messages/ar.ts";
import germanVault from "#components/trading/vault/messages/de.ts";
import englishVault from "#components/trading/vault/messages/en.ts";
import arabicWebhooks from "#components/webhooks/messages/ar.ts";
import germanWebhooks from "#components/webhooks/messages/de.ts";
import englishWebhooks from "#components/webhooks/messages/en.ts";
import { arabic as arabicOfAll } from "./ar.ts";
import { german as germanOfAll } from "./de.ts";
import { english as englishOfAll } from "./en.ts";

// These pages and dialogs load their own texts.
const english = {
  ...englishOfAll,
  webhooks: englishWebhooks,
  vault: englishVault,
  swaps: englishSwaps,
  buy: englishBuy,
  catalysts: englishCatalysts,
  signals: englishSignals,
  preparedOrder: englishPrepared,
  highlights: englishHighlights,
  calendar: englishCalendar,
  pushes: englishPushes,
  notices: englishNotices,
};
const german = {
  ...germanOfAll,
  webhooks: germanWebhooks,
  vault: germanVault,
  swaps: germanSwaps,
  buy: germanBuy,
  catalysts: germanCatalysts,
  signals: germanSignals,
  preparedOrder: germanPrepared,
  highlights: germanHighlights,
  calendar: germanCalendar,
  pushes: germanPushes,
  notices: germanNotices,
};
const arabic = {
  ...arabicOfAll,
  webhooks: arabicWebhooks,
  vault: arabicVault,
  swaps: arabicSwaps,
  buy: arabicBuy,
  catalysts: arabicCatalysts,
  signals: arabicSignals,
  preparedOrder: arabicPrepared,
  highlights: arabicHighlights,
  calendar: arabicCalendar,
  pushes: arabicPushes,
  notices: arabicNotices,
};

type File = Readonly<Record<string, Message>>;
type Catalogue = Readonly<Record<string, File>>;

const templates = (message: Message): string[] =>
  typeof message === "string" ? [message] : Object.values(message);

const holes = (template: string): string[] =>
  [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "").toSorted();

const entries = (catalogue: Catalogue) =>
  Object.entries(catalogue).flatMap(([feature, file]) =>
    Object.entries(file).map(([key, message]) => ({ feature, key, message })),
  );

describe.each([
  ["de", german as Catalogue, ["one", "other"]],
  ["ar", arabic as Catalogue, ["zero", "one", "two", "few", "many", "other"]],
] as const)("messages in %s", (_locale, catalogue, categories) => {
  it("have the keys of the English ones and no empty text", () => {
    const names = (of: Catalogue) => entries(of).map(({ feature, key }) => `${feature}.${key}`);
    expect(names(catalogue).toSorted()).toEqual(names(english).toSorted());
    const empty = entries(catalogue).filter(({ message }) => templates(message).includes(""));
    expect(empty).toEqual([]);
  });

  it("use the parameters of the English ones", () => {
    for (const { feature, key, message } of entries(english)) {
      const wanted = new Set(templates(message).flatMap(holes));
      const translated = catalogue[feature]?.[key] ?? "";
      // A plural form may omit its count: "one order".
      const given = new Set(templates(translated).flatMap(holes));
      if (typeof message !== "string") wanted.delete("count");
      if (typeof message !== "string") given.delete("count");
      expect([...given].toSorted(), `${feature}.${key}`).toEqual([...wanted].toSorted());
    }
  });

  it("have every plural form of the language", () => {
    const plural = entries(catalogue).filter(({ message }) => typeof message !== "string");
    for (const { feature, key, message } of plural) {
      expect(Object.keys(message).toSorted(), `${feature}.${key}`).toEqual(
        [...categories].toSorted(),
      );
    }
  });
});

/** Other words for the terms of the glossary; words that are right elsewhere are left to the reader. */
const NOT_SAID = [
  ["de", german as Catalogue, ["Mark-Preis", "Mark-Kurs", "Börse", "Orderformular", "Ordermaske"]],
  ["de", german as Catalogue, ["Marktorder", "Market-Order", "Limit-Order", "as Wallet"]],
  ["ar", arabic as Catalogue, ["سعر العلامة", "البورصة", "تذكرة الأمر", "جني الربح", "تخفيض فقط"]],
] as const;

it.each(NOT_SAID)("messages in %s use the words of the glossary", (_locale, catalogue, words) => {
  const wrong = entries(catalogue).filter(({ message }) =>
    templates(message).some((text) => words.some((word) => text.includes(word))),
  );
  expect(wrong).toEqual([]);
});

describe("a message", () => {
  const count = { one: "{count} order", other: "{count} orders" };
  const text = textOf<{ count: typeof count; name: "Hello {name}" }>(
    { count, name: "Hello {name}" },
    "en",
  );

  it("fills in its parameters and its plural form", () => {
    expect(text("name", { name: "Ada" })).toBe("Hello Ada");
    expect(text("count", { count: 1 })).toBe("1 order");
    expect(text("count", { count: 1200 })).toBe("1,200 orders");
  });

  it("fills in a parameter unchanged, whatever its text", () => {
    expect(text("name", { name: "{name} $1" })).toBe("Hello {name} $1");
  });
});
