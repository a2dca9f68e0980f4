/**
 * Parses the bytes of a source into statements about its items. Pure: it runs in its own thread,
 * which the caller ends when it takes too long.
 */

import type { CalendarStatement } from "#lib/catalysts/schema/calendar.ts";
import { decodeBytes } from "#lib/catalysts/sources/decode-bytes.ts";
import { plainText } from "#lib/catalysts/sources/plain-text.ts";
import { DAY_MS } from "#lib/protocol/durations.ts";
import type { CalendarLeftOut } from "#lib/protocol/market-knowledge.ts";
import { parseFigures } from "./figures.ts";
import { findCountry, findKind, findPeriod } from "./kinds.ts";
import { countLeftOut, type RawRelease } from "./raw-release.ts";
import { readIcs } from "./read-ics.ts";
import { readJsonCalendar } from "./read-json.ts";

const PAST_MS = 500 * DAY_MS;
const FUTURE_MS = 400 * DAY_MS;
/** The most items of one document; those closest to now stay. */
const MAX_ITEMS = 1_000;
const MAX_TITLE = 200;
const MAX_ID = 500;
const MAX_URL = 2_000;

export type FetchedCalendar = {
  bytes: Uint8Array;
  contentType: string | undefined;
  /** Set only for a source of the simulated world: its origin. */
  simulatedOrigin: string | undefined;
  /** The zone of times that name none, and the country of releases that name none, as the operator gives them. */
  zone?: string | undefined;
  country?: string | undefined;
  /** Unix milliseconds: items far from this time are left out. */
  now: number;
};

export type StatedRelease = { uid: string; statement: CalendarStatement };
export type ParsedCalendar = {
  items: StatedRelease[];
  /** How many items of the document are not among them, by reason. */
  leftOut: Partial<Record<CalendarLeftOut, number>>;
};

/**
 * Items of unknown kind or time are left out and counted. Of two items with one id, the last one counts.
 * @throws Error when the document is not a calendar
 */
export function parseCalendar(fetched: FetchedCalendar): ParsedCalendar {
  const { bytes, contentType, now } = fetched;
  const text = decodeBytes(bytes, contentType).trimStart();
  const window = { from: now - PAST_MS, to: now + FUTURE_MS };
  const zone = fetched.zone;
  const { releases, leftOut } = /^[[{]/.test(text)
    ? readJsonCalendar(text, zone)
    : readIcs(text, { ...window, now, zone });
  const known = new Map<string, StatedRelease>();
  for (const one of releases) {
    const item = parseRelease(one, fetched);
    if (typeof item === "string") countLeftOut(leftOut, item);
    else if (one.at < window.from || one.at > window.to) countLeftOut(leftOut, "too_far");
    else known.set(item.uid, item);
  }
  const distance = ({ statement }: StatedRelease) => Math.abs(statement.scheduledAt - now);
  const all = [...known.values()];
  const items = all.toSorted((a, b) => distance(a) - distance(b)).slice(0, MAX_ITEMS);
  if (all.length > items.length) {
    leftOut.set("too_far", (leftOut.get("too_far") ?? 0) + all.length - items.length);
  }
  return {
    items: all.length > items.length ? items : all,
    leftOut: Object.fromEntries(leftOut),
  };
}

function parseRelease(
  raw: RawRelease,
  { simulatedOrigin, country }: FetchedCalendar,
): StatedRelease | CalendarLeftOut {
  const { uid, at, precision, isCancelled } = raw;
  const title = textOf(raw.title, MAX_TITLE);
  const kind = findKind(raw.kind, title);
  if (title === "" || uid === "" || uid.length > MAX_ID) return "damaged";
  if (kind === undefined) return "unknown_kind";
  const unit = textOf(raw.unit, MAX_TITLE);
  return {
    uid,
    statement: {
      kind,
      title,
      country: findCountry(raw.country, kind, title) ?? country ?? null,
      scheduledAt: at,
      precision,
      period: findPeriod(textOf(raw.period, MAX_TITLE), title),
      ...parseFigures(raw, unit),
      isCancelled,
      url: urlOf(raw.url, simulatedOrigin),
    },
  };
}

function textOf(given: unknown, most: number): string {
  if (typeof given !== "string") return "";
  const text = plainText(given);
  return text.length > most ? `${text.slice(0, most - 1).trimEnd()}…`.toWellFormed() : text;
}

/** Outside the simulated world, only https links are kept. */
function urlOf(given: unknown, simulatedOrigin: string | undefined): string | null {
  if (typeof given !== "string" || given.length > MAX_URL) return null;
  const url = URL.parse(given.trim());
  if (url === null || url.username !== "" || url.password !== "") return null;
  return url.protocol === "https:" || url.origin === simulatedOrigin ? url.href : null;
}
