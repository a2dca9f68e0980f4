/**
 * Figures and times in a person's language, by `Intl`. Decimal strings go in as they are: `Intl` rounds them exactly,
 * a half away from zero, and no money becomes a `number`.
 */
import { divideHalfUp, formatFixed } from "#lib/protocol/decimal.ts";
import { INTL_LOCALE, type Locale } from "./locales.ts";

type Decimals = string | null | undefined;

export type Format = {
  readonly locale: Locale;
  /** IANA name of the zone of all times; `undefined` is that of the browser. */
  readonly zone: string | undefined;
  /** All digits, with grouped thousands: `-64000.50` → `-64,000.50`. */
  grouped: (text: string) => string;
  /** Exactly `decimals` digits after the point; an em dash when there is no figure. */
  figure: (text: Decimals, decimals: number) => string;
  /** The same with a sign unless it is zero. */
  signedFigure: (text: Decimals, decimals: number) => string;
  /** Money in 1e-9 USDC as dollars and cents. */
  money: (scaled: bigint) => string;
  /** The same; from 10,000 on in whole dollars, which is as exact as five digits are. */
  shortMoney: (scaled: bigint) => string;
  /** Dollars and cents with a sign unless it is zero. */
  signedMoney: (scaled: bigint) => string;
  /** A rate such as `0.0123` as `+1.23%`; `decimals` are of the percent, 2 when absent. */
  percent: (rate: Decimals, decimals?: number) => string;
  /** A rate as a share, without a plus: `0.54` → `54%`; `decimals` are of the percent, 2 when absent. */
  ratio: (rate: Decimals, decimals?: number) => string;
  /** A large amount in three to five digits: `12345678.9` → `12.35M`. */
  compact: (text: Decimals) => string;
  integer: (value: number) => string;
  /** Hours, minutes and seconds, 24 hours, in the zone. Times are Unix milliseconds. */
  timeOfDay: (milliseconds: number) => string;
  /** Day and time of an event in a table. */
  dayAndTime: (milliseconds: number) => string;
  /** Day, month and year. */
  date: (milliseconds: number) => string;
};

const NONE = "—";
const DECIMAL = /^-?\d+(\.\d+)?$/;

const DOLLAR = 1_000_000_000n;

function isLarge(scaled: bigint): boolean {
  return scaled >= 10_000n * DOLLAR || scaled <= -10_000n * DOLLAR;
}

const made = new Map<string, Format>();

/** One object for a language and a zone. */
export function formatIn(locale: Locale, zone?: string): Format {
  const key = `${locale} ${zone ?? ""}`;
  const format = made.get(key) ?? makeFormat(locale, zone);
  made.set(key, format);
  return format;
}

function makeFormat(locale: Locale, zone: string | undefined): Format {
  const tag = INTL_LOCALE[locale];
  // English days before months and 24 hours, as the rest of the world writes them.
  const dates = locale === "en" ? "en-GB" : tag;
  const numbers = new Map<string, Intl.NumberFormat>();
  const number = (text: string, decimals: number, options: Intl.NumberFormatOptions = {}) => {
    const key = `${decimals} ${options.signDisplay ?? ""} ${options.style ?? ""}`;
    const format =
      numbers.get(key) ??
      new Intl.NumberFormat(tag, {
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
        signDisplay: "negative",
        ...options,
      });
    numbers.set(key, format);
    return format.format(text as `${number}`);
  };
  const dollars = (scaled: bigint) => formatFixed(divideHalfUp(scaled, 10_000_000n), 2);
  const short = new Intl.NumberFormat(tag, {
    notation: "compact",
    maximumFractionDigits: 2,
    minimumFractionDigits: 2,
  });
  const whole = new Intl.NumberFormat(tag);
  // Some languages have no short thousand: there the cents are left out instead.
  const compacted = (text: string) => {
    const parts = short.formatToParts(text as `${number}`);
    const isLong = digitsOf(parts) > 3;
    const isShort = parts.some(({ type }) => type === "compact");
    return isLong && !isShort ? number(text, 0) : parts.map(({ value }) => value).join("");
  };
  const inZone = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(dates, { timeZone: zone, ...options });
  const time = inZone({
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  });
  const day = inZone({ day: "2-digit", month: "short" });
  const date = inZone({ day: "numeric", month: "short", year: "numeric" });
  return {
    locale,
    zone,
    grouped: (text) => (DECIMAL.test(text) ? number(text, text.split(".")[1]?.length ?? 0) : text),
    figure: (text, decimals) => (isDecimal(text) ? number(text, decimals) : NONE),
    signedFigure: (text, decimals) =>
      isDecimal(text) ? number(text, decimals, { signDisplay: "exceptZero" }) : NONE,
    money: (scaled) => number(dollars(scaled), 2),
    shortMoney: (scaled) =>
      isLarge(scaled)
        ? number(formatFixed(divideHalfUp(scaled, DOLLAR), 0), 0)
        : number(dollars(scaled), 2),
    signedMoney: (scaled) => number(dollars(scaled), 2, { signDisplay: "exceptZero" }),
    percent: (rate, decimals = 2) =>
      isDecimal(rate)
        ? number(rate, decimals, { style: "percent", signDisplay: "exceptZero" })
        : NONE,
    ratio: (rate, decimals = 2) =>
      isDecimal(rate) ? number(rate, decimals, { style: "percent" }) : NONE,
    compact: (text) => (isDecimal(text) ? compacted(text) : NONE),
    integer: (value) => whole.format(value),
    timeOfDay: (milliseconds) => time.format(milliseconds),
    dayAndTime: (milliseconds) => `${day.format(milliseconds)} ${time.format(milliseconds)}`,
    date: (milliseconds) => date.format(milliseconds),
  };
}

/** Digits before the point. */
function digitsOf(parts: readonly Intl.NumberFormatPart[]): number {
  return parts.reduce((sum, { type, value }) => sum + (type === "integer" ? value.length : 0), 0);
}

function isDecimal(text: Decimals): text is string {
  return typeof text === "string" && DECIMAL.test(text);
}
