/** A push before it is stored. */
import type { PushKind } from "#lib/protocol/enumerations.ts";
import type { ApprovalPush, CalendarPush, MarketPush } from "#lib/protocol/wire/pushes.ts";

export type PushDraft = {
  key: string;
  /** The same for an item that two sources have. */
  twinKey: string;
  kind: PushKind;
  /** Unix milliseconds. */
  at: number;
  /** It leaves before this time, or never. Unix milliseconds. */
  leavesUntil: number;
  /** The item whose reschedule or cancellation ends the push, or the order whose decision does. */
  itemId: string | null;
  /** The time of that item, Unix milliseconds. */
  scheduledAt: number | null;
} & (
  | { type: "push.calendar"; data: CalendarPush }
  | { type: "push.market"; data: MarketPush }
  | { type: "push.approval"; data: ApprovalPush; userId: string }
);

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;

/** `2026-05-01`, of the UTC day of a time in Unix milliseconds. */
export function utcDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
