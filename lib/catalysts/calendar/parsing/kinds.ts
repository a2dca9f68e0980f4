/**
 * Reads from a title: the kind of the release, its series within the kind, its country and its
 * period.
 */
import { CALENDAR_KINDS, type CalendarKind } from "#lib/protocol/market-knowledge.ts";

/** The first match counts, so a speech about prices is a speech. */
const RULES: readonly (readonly [CalendarKind, RegExp])[] = [
  ["fomc", /\b(?:FOMC|fed)\b.*\b(?:press conference|minutes|projections|statement)\b/i],
  [
    "central_bank_speech",
    /\b(?:ECB|BOE|BOJ|SNB|RBA|RBNZ|BOC|PBOC|central bank)\b.*\bpress conference\b/i,
  ],
  [
    "central_bank_speech",
    /\b(?:speaks|speech|speeches|speaking|testif(?:y|ies)|testimony|testifies|remarks)\b/i,
  ],
  [
    "regulator_crypto",
    /\b(?:SEC|CFTC|ESMA|FCA|BaFin|MAS|regulator\w*)\b.*\b(?:ETFs?|ETPs?|crypto\w*|bitcoin|ether(?:eum)?|solana|stablecoins?|tokens?|digital assets?|MiCA)\b/i,
  ],
  [
    "regulator_crypto",
    /\b(?:crypto\w*|bitcoin|ether(?:eum)?|solana|stablecoins?|MiCA)\b.*\b(?:decision|deadline|ruling|vote|hearing)\b/i,
  ],
  ["fomc", /\b(?:FOMC|fed(?:eral)? funds? rate|federal open market|fed (?:interest )?rate)\b/i],
  [
    "rate_decision",
    /\b(?:(?:interest )?rate decision|(?:main )?refinancing (?:operations )?rate|policy (?:interest )?rate|(?:official )?(?:bank|cash) rate|overnight rate|deposit (?:facility|interest) rate|loan prime rate|repo rate|monetary policy (?:decision|meeting|statement|report)|zinsentscheid|governing council (?:decision|meeting))\b/i,
  ],
  [
    "nfp",
    /^(?!.*\b(?:ADP|veterans|metropolitan|state|county|youth|youths|college)\b).*\b(?:non-?farm (?:payrolls?|employment change)|NFP|payrolls|employment situation)\b/i,
  ],
  ["pce", /\b(?:PCE|personal consumption expenditures?|personal income and outlays)\b/i],
  ["ppi", /\b(?:PPI|producer prices?)\b/i],
  [
    "cpi",
    /\b(?:CPI|HICP|consumer prices?|(?<!expected |expectations? |breakeven )inflation rate)\b/i,
  ],
  ["ism", /\b(?:ISM|institute for supply)\b/i],
  ["gdp", /\b(?:GDP|gross domestic product)\b/i],
];

/** @param given the kind as the source names it; undefined: it names none */
export function findKind(given: unknown, title: string): CalendarKind | undefined {
  const named = CALENDAR_KINDS.find((kind) => kind === given);
  return named ?? RULES.find(([, rule]) => rule.test(title))?.[0];
}

const QUALIFIERS: readonly (readonly [string, RegExp])[] = [
  ["core", /\bcore\b/i],
  ["month", /\bm\/m\b|\bmom\b|\bmonth(?:ly|[ -](?:over|on)[ -]month)\b/i],
  ["year", /\by\/y\b|\byoy\b|\bannual\b|\byear[ -](?:over|on)[ -]year\b/i],
  ["quarter", /\bq\/q\b|\bqoq\b/i],
  ["first", /\b(?:flash|advance|preliminary|prelim|1st|first)\b/i],
  ["second", /\b(?:2nd|second)\b/i],
  ["final", /\b(?:final|3rd|third)\b/i],
  ["services", /\b(?:services|non-?manufacturing)\b/i],
  ["manufacturing", /(?<!non-?)\bmanufacturing\b/i],
  ["talk", /\b(?:minutes|press conference|projections|statement)\b/i],
  ["sample", /\bsample\b/i],
];

/** Words that separate series of one kind, such as `core year`. Empty: the title has none. */
export function findQualifiers(title: string): string {
  return QUALIFIERS.flatMap(([name, rule]) => (rule.test(title) ? [name] : [])).join(" ");
}

/** False for speeches and crypto regulation, and for minutes, press conferences and projections. */
export function hasNumber(kind: CalendarKind, title: string): boolean {
  if (kind === "central_bank_speech" || kind === "regulator_crypto") return false;
  return !/\b(?:minutes|press conference|projections)\b/i.test(title);
}

const COUNTRIES: ReadonlyMap<string, string> = new Map([
  ...["US", "USA", "USD", "UNITED STATES"].map((name) => [name, "US"] as const),
  ...["EU", "EA", "EUR", "EMU", "EURO AREA", "EURO ZONE", "EUROZONE", "EUROPEAN UNION"].map(
    (name) => [name, "EU"] as const,
  ),
  ...["GB", "UK", "GBP", "UNITED KINGDOM"].map((name) => [name, "GB"] as const),
  ...["JP", "JPY", "JAPAN"].map((name) => [name, "JP"] as const),
  ...["CN", "CNY", "CHINA"].map((name) => [name, "CN"] as const),
  ...["CA", "CAD", "CANADA"].map((name) => [name, "CA"] as const),
  ...["CH", "CHF", "SWITZERLAND"].map((name) => [name, "CH"] as const),
  ...["AU", "AUD", "AUSTRALIA"].map((name) => [name, "AU"] as const),
  ...["NZ", "NZD", "NEW ZEALAND"].map((name) => [name, "NZ"] as const),
  ...["DE", "GERMANY"].map((name) => [name, "DE"] as const),
  ...["FR", "FRANCE"].map((name) => [name, "FR"] as const),
]);

/** Whose rate a title is about when it names no country. */
const BANKS: readonly (readonly [country: string, form: RegExp])[] = [
  ["EU", /\b(?:ECB|EZB|main refinancing|deposit facility)\b/i],
  ["GB", /\b(?:BOE|bank of england|official bank rate|MPC)\b/i],
  ["JP", /\b(?:BOJ|bank of japan)\b/i],
  ["CH", /\b(?:SNB|swiss national bank)\b/i],
  ["AU", /\b(?:RBA|reserve bank of australia)\b/i],
  ["NZ", /\b(?:RBNZ|official cash rate)\b/i],
  ["CA", /\b(?:BOC|bank of canada)\b/i],
  ["CN", /\b(?:PBOC|loan prime rate|people's bank)\b/i],
  ["US", /\b(?:fed|FOMC)\b/i],
];

/** Only the United States publish figures of these names. */
const OF_THE_US: ReadonlySet<CalendarKind> = new Set(["fomc", "nfp", "ism", "pce"]);

/**
 * ISO 3166 code or `EU`; null: unknown. Accepts the name of a country, its currency or its code.
 */
export function findCountry(given: unknown, kind: CalendarKind, title: string): string | null {
  const name = typeof given === "string" ? given.trim().toUpperCase() : "";
  const known = COUNTRIES.get(name) ?? (/^[A-Z]{2}$/.test(name) ? name : undefined);
  if (known !== undefined) return known;
  if (/^(?:US|U\.S\.)(?=\s)/.test(title)) return "US";
  const bank = BANKS.find(([, form]) => form.test(title))?.[0];
  if (bank !== undefined) return bank;
  return OF_THE_US.has(kind) ? "US" : null;
}

const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const MONTH = new RegExp(`\\b(${MONTHS.join("|")})[a-z]*\\.?,?[ /-]+(20\\d\\d|\\d\\d)\\b`, "i");
const MAX_PERIOD = 20;

/**
 * Writes months and quarters as `2026-04` and `2026-Q1`, and anything else as given; null: unknown.
 */
export function findPeriod(given: unknown, title: string): string | null {
  const text = typeof given === "string" ? given.trim() : "";
  if (text !== "") return monthOrQuarter(text) ?? (text.length > MAX_PERIOD ? null : text);
  return monthOrQuarter(title);
}

/** A month or quarter with its year, as `2026-04` or `2026-Q1`; otherwise undefined. */
export function findDatedPeriod(given: unknown): string | undefined {
  const period = findPeriod(given, "") ?? "";
  return /^20\d\d-(?:0[1-9]|1[0-2]|Q[1-4])$/.test(period) ? period : undefined;
}

function monthOrQuarter(text: string): string | null {
  const [, quarter, ofYear] = /\bQ([1-4])[ /-]*(20\d\d)\b/i.exec(text) ?? [];
  if (quarter !== undefined) return `${ofYear}-Q${quarter}`;
  const [, month = "", year = ""] = MONTH.exec(text) ?? [];
  if (month === "") return null;
  const number = MONTHS.indexOf(month.toLowerCase()) + 1;
  return `${year.length === 2 ? `20${year}` : year}-${String(number).padStart(2, "0")}`;
}
