/** A push before it is stored. */
import type { PushKind } from "#lib/protocol/market-knowledge.ts";
import type {
  AlertPush,
  ApprovalPush,
  CalendarPush,
  MarketPush,
} from "#lib/protocol/wire/pushes.ts";
import type { TradingPush } from "#lib/protocol/wire/trading-pushes.ts";

export type PushDraft = {
  key: string;
  /** Equal for items of two sources that describe the same release. */
  twinKey: string;
  kind: PushKind;
  /** Unix milliseconds. */
  at: number;
  /** Unix milliseconds: the push is never sent later than this. */
  leavesUntil: number;
  /**
   * The item whose reschedule or cancellation ends the push, or the order whose decision ends it.
   */
  itemId: string | null;
  /** The time of that item, Unix milliseconds. */
  scheduledAt: number | null;
} & (
  | { type: "push.calendar"; data: CalendarPush }
  | { type: "push.market"; data: MarketPush }
  | { type: "push.approval"; data: ApprovalPush; userId: string }
  | { type: "push.trading"; data: TradingPush; userId: string }
  | { type: "push.alert"; data: AlertPush; userId: string }
);

/** The UTC day of a time in Unix milliseconds, such as `2026-05-01`. */
export function utcDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
