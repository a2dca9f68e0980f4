/** Finds the details that separate two stories: amounts in dollars, and days. Pure. */

const UNITS: readonly [RegExp, number][] = [
  [/^(?:k|thousand|tausend|ألف)$/i, 1e3],
  [/^(?:m|mn|mio|million|millions|millionen|مليون|ملايين)$/i, 1e6],
  [/^(?:b|bn|mrd|billion|billions|milliarden?|مليار|مليارات)$/i, 1e9],
];
const UNIT =
  "(?:\\s?(?:k|m|mn|mio|b|bn|mrd)\\b\\.?|\\s?(?:thousand|tausend|millions?|millionen|billions?|milliarden?|ألف|مليون|ملايين|مليارات?))";
const NUMBER = "(\\p{N}+(?:[.,]\\p{N}+)*)";
const DOLLAR = "(?:us[- ]?dollars?|dollars?|usd|دولار(?:ات)?)";
const WITH_SIGN = new RegExp(`(?:US)?\\$\\s?${NUMBER}(${UNIT})?`, "giu");
const WITH_WORD = new RegExp(`${NUMBER}(${UNIT})?[\\s-]?(?:${DOLLAR}|\\$)`, "giu");
const WORD_BEFORE = new RegExp(`\\bUSD\\s?${NUMBER}(${UNIT})?`, "giu");
/** Prices and small sums do not separate stories. */
const MIN_AMOUNT = 10_000;
const MAX_AMOUNTS = 4;
const MAX_DAYS = 4;

/** Amounts in USD in the order of the text, without duplicates. */
export function findAmounts(text: string): number[] {
  const latin = withLatinDigits(text);
  const found = new Set<number>();
  for (const pattern of [WITH_SIGN, WITH_WORD, WORD_BEFORE]) {
    for (const [, number = "", unit = ""] of latin.matchAll(pattern)) {
      const amount = numberOf(number) * factorOf(unit);
      if (amount >= MIN_AMOUNT && Number.isFinite(amount)) found.add(amount);
    }
  }
  return [...found].slice(0, MAX_AMOUNTS);
}

export function withLatinDigits(text: string): string {
  return text.replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660));
}

/** Parses `1,234.5` and `1.234,5`. With a single mark, three digits after it are thousands. */
function numberOf(text: string): number {
  const marks = text.replace(/\d/g, "");
  if (marks === "") return Number(text);
  const last = marks.at(-1) ?? "";
  const behind = text.length - text.lastIndexOf(last) - 1;
  const isDecimal = marks.indexOf(last) === marks.length - 1 && behind !== 3;
  if (!isDecimal) return Number(text.replace(/[.,]/g, ""));
  const whole = text.slice(0, text.lastIndexOf(last)).replace(/[.,]/g, "");
  return Number(`${whole}.${text.slice(text.lastIndexOf(last) + 1)}`);
}

function factorOf(unit: string): number {
  const plain = unit.trim().replace(/\.$/, "");
  return UNITS.find(([form]) => form.test(plain))?.[1] ?? 1;
}

const MONTHS: readonly string[][] = [
  ["january", "jan", "januar", "يناير"],
  ["february", "feb", "februar", "فبراير"],
  ["march", "mar", "märz", "مارس"],
  ["april", "apr", "أبريل"],
  ["may", "mai", "مايو"],
  ["june", "jun", "juni", "يونيو"],
  ["july", "jul", "juli", "يوليو"],
  ["august", "aug", "أغسطس"],
  ["september", "sep", "sept", "سبتمبر"],
  ["october", "oct", "oktober", "أكتوبر"],
  ["november", "nov", "نوفمبر"],
  ["december", "dec", "dezember", "ديسمبر"],
];
const MONTH = MONTHS.flat().join("|");
const MONTH_FIRST = new RegExp(
  `(?<!\\p{L})(${MONTH})\\.? (\\d{1,2})(?:st|nd|rd|th)?(?!\\p{N}|[.,]\\d)(?:,? (20\\d\\d))?`,
  "giu",
);
const DAY_FIRST = new RegExp(
  `(?<!\\p{N})(\\d{1,2})(?:\\.|st|nd|rd|th)? (?:of )?(${MONTH})(?!\\p{L})\\.?(?:,? (20\\d\\d))?`,
  "giu",
);
const ISO = /(?<!\d)(20\d\d)-(\d\d)-(\d\d)(?!\d)/g;

/**
 * Days as ISO dates. A day without a year is in the year that brings it closest to `now` (Unix
 * milliseconds).
 */
export function findDays(text: string, now: number): string[] {
  const latin = withLatinDigits(text);
  const found = new Set<string>();
  const add = (year: string | undefined, month: number, day: string) => {
    const date = dateOf({ year, month, day: Number(day) }, now);
    if (date !== undefined) found.add(date);
  };
  for (const [, year = "", month = "", day = ""] of latin.matchAll(ISO)) {
    add(year, Number(month) - 1, day);
  }
  for (const [, month = "", day = "", year] of latin.matchAll(MONTH_FIRST)) {
    add(year, monthOf(month), day);
  }
  for (const [, day = "", month = "", year] of latin.matchAll(DAY_FIRST)) {
    add(year, monthOf(month), day);
  }
  return [...found].toSorted().slice(0, MAX_DAYS);
}

function monthOf(name: string): number {
  return MONTHS.findIndex((names) => names.includes(name.toLowerCase()));
}

function dateOf(
  { year, month, day }: { year: string | undefined; month: number; day: number },
  now: number,
): string | undefined {
  const here = new Date(now).getUTCFullYear();
  const years = year === undefined ? [here - 1, here, here + 1] : [Number(year)];
  const times = years
    .map((one) => Date.UTC(one, month, day))
    .toSorted((one, other) => Math.abs(one - now) - Math.abs(other - now));
  const [time] = times;
  if (time === undefined || Number.isNaN(time)) return undefined;
  const date = new Date(time);
  return date.getUTCMonth() === month ? date.toISOString().slice(0, 10) : undefined;
}
