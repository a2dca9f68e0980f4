/**
 * Decides which pushes of a release are due. A push leaves only within its window:
 * `day` from 24 hours before until one hour later; `soon` from 30 until 10 minutes before; `number`
 * for 15 minutes after the number was first known. An item without a time of day only has `day`,
 * from noon to one o'clock UTC on the day before.
 */

import { releaseKey } from "#lib/catalysts/calendar/releases/same-release.ts";
import type { calendarItems } from "#lib/catalysts/schema/calendar.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#lib/protocol/durations.ts";
import type { PushSlot } from "#lib/protocol/market-knowledge.ts";
import { type PushDraft, utcDay } from "./push-draft.ts";

export type CalendarItemRow = typeof calendarItems.$inferSelect;

/** A number that is published this long after its time is old data that a source adds. */
const LATEST_NUMBER_MS = 6 * HOUR_MS;
/** How far ahead items are read. */
export const LOOKAHEAD_MS = DAY_MS + DAY_MS / 2;
/** How far back items are read. */
export const LOOKBACK_MS = LATEST_NUMBER_MS + 15 * MINUTE_MS;

type Window = { slot: PushSlot; at: number; until: number };

/** The pushes whose window contains `now`, in Unix milliseconds. */
export function dueCalendarPushes(item: CalendarItemRow, now: number): PushDraft[] {
  return windowsOf(item)
    .filter(({ at, until }) => at <= now && now < until)
    .map((window) => draftOf(item, window));
}

function windowsOf(item: CalendarItemRow): Window[] {
  const { scheduledAt, status, precision } = item;
  if (status === "cancelled") return [];
  if (precision === "day") {
    const noon = scheduledAt - (scheduledAt % DAY_MS) - DAY_MS / 2;
    return status === "released" ? [] : [{ slot: "day", at: noon, until: noon + HOUR_MS }];
  }
  if (status === "released") return numberWindow(item);
  const day = scheduledAt - DAY_MS;
  const soon = scheduledAt - 30 * MINUTE_MS;
  return [
    { slot: "day", at: day, until: day + HOUR_MS },
    { slot: "soon", at: soon, until: soon + 20 * MINUTE_MS },
  ];
}

function numberWindow({ scheduledAt, releasedAt, actual }: CalendarItemRow): Window[] {
  if (releasedAt === null || actual === null) return [];
  const at = releasedAt.getTime();
  if (at - scheduledAt > LATEST_NUMBER_MS) return [];
  return [{ slot: "number", at, until: at + 15 * MINUTE_MS }];
}

function draftOf(item: CalendarItemRow, { slot, at, until }: Window): PushDraft {
  const { id, kind, title, country, period, scheduledAt, precision } = item;
  const { unit, forecast, previous, actual, surprise, simulated } = item;
  const isNumber = slot === "number";
  const about = [releaseKey(item), scheduledAt, ...(simulated ? ["simulated"] : [])].join(":");
  return {
    type: "push.calendar",
    key: `calendar:${id}:${slot}:${utcDay(scheduledAt)}`,
    twinKey: `calendar:${slot}:${about}`,
    kind,
    at,
    leavesUntil: until,
    // A number stays true even when the schedule changes.
    itemId: isNumber ? null : id,
    scheduledAt: isNumber ? null : scheduledAt,
    data: {
      item_id: id,
      slot,
      kind,
      title,
      country,
      period,
      scheduled_at: new Date(scheduledAt).toISOString(),
      precision,
      unit,
      forecast,
      previous,
      actual: isNumber ? actual : null,
      surprise: isNumber ? surprise : null,
      simulated: simulated ? 1 : 0,
    },
  };
}
