/** Reads the dates of feeds as the web has them. Without a zone a date is in UTC, on every machine. */
import { type LocalTime, toUtc, zonedTime } from "#lib/catalysts/sources/zoned-time.ts";

const LONGEST = 80;

/** Hours ahead of UTC. `IST` is India's: feeds of Ireland and Israel give offsets. */
const ZONES: Readonly<Record<string, number>> = {
  Z: 0,
  UT: 0,
  UTC: 0,
  GMT: 0,
  WET: 0,
  WEST: 1,
  BST: 1,
  CET: 1,
  MEZ: 1,
  MET: 1,
  CEST: 2,
  MESZ: 2,
  MEST: 2,
  EET: 2,
  SAST: 2,
  EEST: 3,
  MSK: 3,
  TRT: 3,
  GST: 4,
  PKT: 5,
  IST: 5.5,
  WIB: 7,
  ICT: 7,
  SGT: 8,
  HKT: 8,
  PHT: 8,
  AWST: 8,
  JST: 9,
  KST: 9,
  ACST: 9.5,
  AEST: 10,
  ACDT: 10.5,
  AEDT: 11,
  NZST: 12,
  NZDT: 13,
  ART: -3,
  BRT: -3,
  ADT: -3,
  NDT: -2.5,
  NST: -3.5,
  AST: -4,
  EDT: -4,
  EST: -5,
  CDT: -5,
  CST: -6,
  MDT: -6,
  MST: -7,
  PDT: -7,
  PST: -8,
  AKDT: -8,
  AKST: -9,
  HST: -10,
};

/** Months by the first letters of their names in the languages of feeds. */
const MONTHS: readonly RegExp[] = [
  /^(?:jan|ene|gen|янв)/u,
  /^(?:feb|fev|fév|фев)/u,
  /^(?:mar|mär|mrz|maa|мар)/u,
  /^(?:apr|abr|avr|апр)/u,
  /^(?:may|mai|maj|mei|mag|май|мая)/u,
  /^(?:jun|juin|giu|июн)/u,
  /^(?:jul|juil|lug|июл)/u,
  /^(?:aug|ago|aoû|aou|авг)/u,
  /^(?:sep|set|сен)/u,
  /^(?:oct|okt|out|ott|окт)/u,
  /^(?:nov|ноя)/u,
  /^(?:dec|dez|dic|déc|des|дек)/u,
];

const CLOCK = "(\\d{1,2}):?(\\d\\d)(?::?(\\d\\d)(?:[.,]\\d+)?)?";
const ZONE = "\\s*([ap]\\.?m\\.?)?\\s*(.*)";
const ISO = new RegExp(`^(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})(?:[T ,]+${CLOCK}${ZONE})?$`, "iu");
const DAY_FIRST = new RegExp(
  `^(\\d{1,2})(?:\\.|st|nd|rd|th)?[ -]+(?:of |de )?(\\p{L}+)\\.?,?[ -]+(?:de )?(\\d{4}|\\d\\d)(?:[ ,T]+(?:at |um )?${CLOCK}${ZONE})?$`,
  "iu",
);
const MONTH_FIRST = new RegExp(
  `^(\\p{L}+)\\.? (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})(?:[ ,T]+(?:at )?${CLOCK}${ZONE})?$`,
  "iu",
);
/** The form of C programs: "Fri Mar 13 14:00:00 2026". */
const YEAR_LAST = new RegExp(`^(\\p{L}+) +(\\d{1,2}) ${CLOCK} (?:([A-Z]{3,4}) )?(\\d{4})$`, "iu");
const WEEKDAY = /^\p{L}{2,12}\.?,?\s+(?=\p{L}|\d)/u;

/** @returns Unix milliseconds; undefined for what is no date, or a day that no month has */
export function readFeedDate(text: string): number | undefined {
  const trimmed = text.slice(0, LONGEST).trim().replace(/\s+/gu, " ");
  const isWeekday = !MONTHS.some((month) => month.test(trimmed.toLowerCase()));
  return (
    partsOf(trimmed) ??
    (isWeekday || /^\p{L}+\.?,/u.test(trimmed) ? partsOf(trimmed.replace(WEEKDAY, "")) : undefined)
  );
}

function partsOf(text: string): number | undefined {
  const iso = ISO.exec(text);
  if (iso) {
    const [, year = "", month = "", day = "", ...clock] = iso;
    return instantOf([Number(year), Number(month), Number(day)], clock);
  }
  const dayFirst = DAY_FIRST.exec(text);
  if (dayFirst) {
    const [, day = "", month = "", year = "", ...clock] = dayFirst;
    return instantOf([yearOf(year), monthOf(month), Number(day)], clock);
  }
  const monthFirst = MONTH_FIRST.exec(text);
  if (monthFirst) {
    const [, month = "", day = "", year = "", ...clock] = monthFirst;
    return instantOf([Number(year), monthOf(month), Number(day)], clock);
  }
  const [whole, month = "", day = "", hour, minute, second, zone, year = ""] =
    YEAR_LAST.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const clock = [hour, minute, second, undefined, zone];
  return instantOf([Number(year), monthOf(month), Number(day)], clock);
}

/** Of two digits, as RFC 2822 reads them. */
function yearOf(text: string): number {
  const year = Number(text);
  if (text.length > 2) return year;
  return year < 50 ? 2000 + year : 1900 + year;
}

/** 0 for a word that is no month. */
function monthOf(name: string): number {
  return MONTHS.findIndex((month) => month.test(name.toLowerCase())) + 1;
}

function instantOf(
  [year, month, day]: readonly [number, number, number],
  [hours = "0", minutes = "0", seconds = "0", half, zone = ""]: readonly (string | undefined)[],
): number | undefined {
  const ofHalf =
    half === undefined ? Number(hours) : (Number(hours) % 12) + (/^p/iu.test(half) ? 12 : 0);
  const local: LocalTime = {
    year,
    month,
    day,
    hour: ofHalf,
    minute: Number(minutes),
    second: Number(seconds),
  };
  const asUtc = toUtc(local);
  return Number.isNaN(asUtc) ? undefined : inZone(local, asUtc, zone);
}

function inZone(local: LocalTime, asUtc: number, zone: string): number | undefined {
  const name = zone.replace(/\s*\(.*\)$/u, "").trim();
  if (name === "") return asUtc;
  const [, sign, hours = "0", minutes = "0"] =
    /^(?:GMT|UTC|UT)?\s?([+-])(\d{1,2}):?(\d\d)?$/u.exec(name) ?? [];
  if (sign !== undefined) {
    const ahead = (Number(hours) * 60 + Number(minutes)) * 60_000;
    return sign === "-" ? asUtc + ahead : asUtc - ahead;
  }
  const ahead = ZONES[name.toUpperCase()];
  return ahead === undefined ? zonedTime(local, name) : asUtc - ahead * 3_600_000;
}
