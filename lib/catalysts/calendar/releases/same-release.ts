/** Decides whether two sources describe the same release. */

import { findQualifiers } from "#lib/catalysts/calendar/parsing/kinds.ts";
import type { CalendarStatement } from "#lib/catalysts/schema/calendar.ts";
import { DAY_MS, MINUTE_MS } from "#lib/protocol/durations.ts";
import type { CalendarKind } from "#lib/protocol/market-knowledge.ts";

/** The fields that are compared. */
export type ComparedRelease = Pick<
  CalendarStatement,
  "kind" | "title" | "country" | "scheduledAt" | "precision" | "period" | "unit"
>;

/**
 * Two items are the same release when kind and time match and nothing contradicts: country, period,
 * unit, or a word such as "core". Kinds without numbers must have the same title.
 */
export function isSameRelease(one: ComparedRelease, other: ComparedRelease): boolean {
  if (one.kind !== other.kind || !isSameTime(one, other)) return false;
  if (!agree(one.country, other.country) || !agree(one.period, other.period)) return false;
  if (TITLED.has(one.kind)) return normalizeTitle(one.title) === normalizeTitle(other.title);
  return agree(one.unit, other.unit) && findQualifiers(one.title) === findQualifiers(other.title);
}

/** The name of a series, whose surprises are compared with each other. */
export function seriesKey({ kind, country, unit, title }: ComparedRelease): string {
  return [kind, country ?? "", unit ?? "", findQualifiers(title)].join("/");
}

/**
 * Separates releases of the same time as `isSameRelease` does. Without a period, the title is used.
 */
export function releaseKey(item: ComparedRelease): string {
  const { kind, period, title } = item;
  const about = TITLED.has(kind)
    ? `${period ?? ""} ${normalizeTitle(title)}`
    : (period ?? normalizeTitle(title));
  return `${seriesKey(item)}/${about}`;
}

const TITLED: ReadonlySet<CalendarKind> = new Set(["central_bank_speech", "regulator_crypto"]);

function isSameTime(one: ComparedRelease, other: ComparedRelease): boolean {
  const unit = one.precision === "day" || other.precision === "day" ? DAY_MS : MINUTE_MS;
  return Math.floor(one.scheduledAt / unit) === Math.floor(other.scheduledAt / unit);
}

function agree(one: string | null, other: string | null): boolean {
  return one === null || other === null || one === other;
}

function normalizeTitle(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
