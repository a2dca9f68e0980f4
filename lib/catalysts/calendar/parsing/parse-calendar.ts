/** Bytes of a source → what it says of its items. Pure; it runs in a thread of its own, which its caller ends when it takes too long. */
import { decodeBytes } from "#lib/catalysts/news/parsing/decode-bytes.ts";
import { plainText } from "#lib/catalysts/news/parsing/plain-text.ts";
import type { CalendarStatement } from "#lib/platform/db/schema/calendar.ts";
import { figuresOf } from "./figures.ts";
import { countryOf, kindOf, periodOf } from "./kinds.ts";
import type { RawRelease } from "./raw-release.ts";
import { readIcs } from "./read-ics.ts";
import { readJson } from "./read-json.ts";

const DAY_MS = 86_400_000;
const PAST_MS = 500 * DAY_MS;
const FUTURE_MS = 400 * DAY_MS;
/** A source says this much at once at most; what is closest to now stays. */
const MOST_ITEMS = 1_000;
const MOST_TITLE = 200;
const MOST_ID = 500;
const MOST_URL = 2_000;

export type FetchedCalendar = {
  bytes: Uint8Array;
  contentType: string | undefined;
  /** Of a source of the simulated world: its origin. */
  simulatedOrigin: string | undefined;
  /** Unix milliseconds: what lies far from it is left out. */
  now: number;
};

export type ToldRelease = { uid: string; statement: CalendarStatement };
export type ParsedCalendar = { items: ToldRelease[] };

/** Items of no known kind, and those whose time cannot be known, are left out. Of two with one id, the last one counts. @throws Error when it is no calendar */
export function parseCalendar(fetched: FetchedCalendar): ParsedCalendar {
  const { bytes, contentType, now } = fetched;
  const text = decodeBytes(bytes, contentType).trimStart();
  const window = { from: now - PAST_MS, to: now + FUTURE_MS };
  const raw = /^[[{]/.test(text) ? readJson(text) : readIcs(text, { ...window, now });
  const known = new Map<string, ToldRelease>();
  for (const one of raw) {
    const item = toldOf(one, fetched);
    if (item === undefined || one.at < window.from || one.at > window.to) continue;
    known.set(item.uid, item);
  }
  const distance = ({ statement }: ToldRelease) => Math.abs(statement.scheduledAt - now);
  const items = [...known.values()];
  if (items.length <= MOST_ITEMS) return { items };
  return { items: items.toSorted((a, b) => distance(a) - distance(b)).slice(0, MOST_ITEMS) };
}

function toldOf(raw: RawRelease, { simulatedOrigin }: FetchedCalendar): ToldRelease | undefined {
  const { uid, at, precision, isCancelled } = raw;
  const title = textOf(raw.title, MOST_TITLE);
  const kind = kindOf(raw.kind, title);
  if (kind === undefined || title === "" || uid === "" || uid.length > MOST_ID) return undefined;
  const unit = textOf(raw.unit, MOST_TITLE);
  return {
    uid,
    statement: {
      kind,
      title,
      country: countryOf(raw.country, kind, title),
      scheduledAt: at,
      precision,
      period: periodOf(textOf(raw.period, MOST_TITLE), title),
      ...figuresOf(raw, unit),
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

/** A page of the real world is on https. */
function urlOf(given: unknown, simulatedOrigin: string | undefined): string | null {
  if (typeof given !== "string" || given.length > MOST_URL) return null;
  const url = URL.parse(given.trim());
  if (url === null || url.username !== "" || url.password !== "") return null;
  return url.protocol === "https:" || url.origin === simulatedOrigin ? url.href : null;
}
