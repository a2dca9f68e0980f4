/** Fills parameters into messages. */
import { INTL_LOCALE, type Locale } from "./locales.ts";
import type { Message, MessageFile, Text } from "./message-types.ts";

type Values = Readonly<Record<string, string | number>>;

/**
 * The texts of one feature in one language; `shared` has those that it shares with others. A missing key, which the types
 * rule out, is returned as the text.
 */
export function textOf<Source extends MessageFile>(
  messages: Readonly<Record<string, Message>>,
  locale: Locale,
  shared: (key: never, values: never) => string = (key) => key,
): Text<Source> {
  return (key, values?: Values) => {
    const message = messages[key];
    return message === undefined
      ? shared(key as never, values as never)
      : fill(message, locale, values);
  };
}

/** The texts of several features. */
export function textsOf(
  messages: Readonly<Record<string, Readonly<Record<string, Message>>>>,
  locale: Locale,
  shared: (key: never, values: never) => string,
): object {
  return Object.fromEntries(
    Object.entries(messages).map(([feature, own]) => [feature, textOf(own, locale, shared)]),
  );
}

function fill(message: Message, locale: Locale, values: Values = {}): string {
  const template = typeof message === "string" ? message : pluralForm(message, locale, values);
  return template.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values[name];
    if (value === undefined) return placeholder;
    return typeof value === "number" ? integers(locale).format(value) : value;
  });
}

function pluralForm(message: Exclude<Message, string>, locale: Locale, { count }: Values): string {
  return message[plurals(locale).select(Number(count))] ?? message.other;
}

const integers = cachedByLocale((locale) => new Intl.NumberFormat(INTL_LOCALE[locale]));
const plurals = cachedByLocale((locale) => new Intl.PluralRules(INTL_LOCALE[locale]));

/** `Intl` objects are slow to construct: one per language. */
function cachedByLocale<Value>(make: (locale: Locale) => Value): (locale: Locale) => Value {
  const made = new Map<Locale, Value>();
  return (locale) => {
    const value = made.get(locale) ?? make(locale);
    made.set(locale, value);
    return value;
  };
}
