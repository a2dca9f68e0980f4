/** Whether two sources tell of one release. */
import { qualifiersOf } from "#lib/catalysts/calendar/parsing/kinds.ts";
import type { CalendarStatement } from "#lib/platform/db/schema/calendar.ts";
import type { CalendarKind } from "#lib/protocol/enumerations.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** What is compared. */
export type Described = Pick<
  CalendarStatement,
  "kind" | "title" | "country" | "scheduledAt" | "precision" | "period" | "unit"
>;

/**
 * The same kind and time, and nothing that tells them apart: country, period, unit, or a word such as "core". What has no number is told
 * apart by its title alone.
 */
export function isSameRelease(one: Described, other: Described): boolean {
  if (one.kind !== other.kind || !isSameTime(one, other)) return false;
  if (!agree(one.country, other.country) || !agree(one.period, other.period)) return false;
  if (TITLED.has(one.kind)) return wordsOf(one.title) === wordsOf(other.title);
  return agree(one.unit, other.unit) && qualifiersOf(one.title) === qualifiersOf(other.title);
}

/** Names a series: its surprises are compared with each other. */
export function seriesOf({ kind, country, unit, title }: Described): string {
  return [kind, country ?? "", unit ?? "", qualifiersOf(title)].join("/");
}

/** What tells releases of one time apart, as `isSameRelease` compares it; without a period the title stands for it. */
export function releaseOf(item: Described): string {
  const { kind, period, title } = item;
  const about = TITLED.has(kind) ? `${period ?? ""} ${wordsOf(title)}` : (period ?? wordsOf(title));
  return `${seriesOf(item)}/${about}`;
}

const TITLED: ReadonlySet<CalendarKind> = new Set(["central_bank_speech", "regulator_crypto"]);

function isSameTime(one: Described, other: Described): boolean {
  const unit = one.precision === "day" || other.precision === "day" ? DAY_MS : MINUTE_MS;
  return Math.floor(one.scheduledAt / unit) === Math.floor(other.scheduledAt / unit);
}

function agree(one: string | null, other: string | null): boolean {
  return one === null || other === null || one === other;
}

function wordsOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
