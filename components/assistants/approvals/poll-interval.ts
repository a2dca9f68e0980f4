/** How often a proposed order is polled. */

import type { StagedOrder } from "#lib/protocol/wire/staged-order.ts";
import { isUnsettled } from "./staged-order.ts";

/** A waiting order may be ended by another window, its proposer or its expiry. */
const WAITING_MS = 3_000;
/** By the time since the user's decision, in milliseconds: the venue usually answers within moments. */
const UNSETTLED = [
  { until: 45_000, every: 1_500 },
  { until: 3 * 60_000, every: 6_000 },
  { until: Number.POSITIVE_INFINITY, every: 30_000 },
] as const;

type Read = Pick<StagedOrder, "state" | "decided_at">;

/** `undefined` for an ended order. An order that is not read yet is polled like a waiting one. */
export function pollIntervalMs(staged: Read | undefined, now: number): number | undefined {
  if (staged === undefined || staged.state === "waiting") return WAITING_MS;
  if (!isUnsettled(staged)) return undefined;
  const since = staged.decided_at === null ? 0 : now - Date.parse(staged.decided_at);
  return UNSETTLED.find(({ until }) => since < until)?.every;
}

/** For a list: the shortest interval of its unsettled orders. Waiting orders have their own poll. */
export function listPollIntervalMs(orders: readonly Read[], now: number): number | undefined {
  const all = orders.filter(isUnsettled).map((order) => pollIntervalMs(order, now) ?? WAITING_MS);
  return all.length === 0 ? undefined : Math.max(WAITING_MS, Math.min(...all));
}
