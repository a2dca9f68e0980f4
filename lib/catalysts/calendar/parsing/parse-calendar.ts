/**
 * Parses the bytes of a source into statements about its items. Pure: it runs in its own thread,
 * which the caller ends when it takes too long.
 */

import type { CalendarStatement } from "#lib/catalysts/schema/calendar.ts";
import { decodeBytes } from "#lib/catalysts/sources/decode-bytes.ts";
import { plainText } from "#lib/catalysts/sources/plain-text.ts";
import { DAY_MS } from "#lib/protocol/durations.ts";
import { parseFigures } from "./figures.ts";
import { findCountry, findKind, findPeriod } from "./kinds.ts";
import type { RawRelease } from "./raw-release.ts";
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
  /** Unix milliseconds: items far from this time are left out. */
  now: number;
};

export type StatedRelease = { uid: string; statement: CalendarStatement };
export type ParsedCalendar = { items: StatedRelease[] };

/**
 * Leaves out items of unknown kind or time. Of two items with one id, the last one counts.
 * @throws Error when the document is not a calendar
 */
export function parseCalendar(fetched: FetchedCalendar): ParsedCalendar {
  const { bytes, contentType, now } = fetched;
  const text = decodeBytes(bytes, contentType).trimStart();
  const window = { from: now - PAST_MS, to: now + FUTURE_MS };
  const raw = /^[[{]/.test(text) ? readJsonCalendar(text) : readIcs(text, { ...window, now });
  const known = new Map<string, StatedRelease>();
  for (const one of raw) {
    const item = parseRelease(one, fetched);
    if (item === undefined || one.at < window.from || one.at > window.to) continue;
    known.set(item.uid, item);
  }
  const distance = ({ statement }: StatedRelease) => Math.abs(statement.scheduledAt - now);
  const items = [...known.values()];
  if (items.length <= MAX_ITEMS) return { items };
  return { items: items.toSorted((a, b) => distance(a) - distance(b)).slice(0, MAX_ITEMS) };
}

function parseRelease(
  raw: RawRelease,
  { simulatedOrigin }: FetchedCalendar,
): StatedRelease | undefined {
  const { uid, at, precision, isCancelled } = raw;
  const title = textOf(raw.title, MAX_TITLE);
  const kind = findKind(raw.kind, title);
  if (kind === undefined || title === "" || uid === "" || uid.length > MAX_ID) return undefined;
  const unit = textOf(raw.unit, MAX_TITLE);
  return {
    uid,
    statement: {
      kind,
      title,
      country: findCountry(raw.country, kind, title),
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
