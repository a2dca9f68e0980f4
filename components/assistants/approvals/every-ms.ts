/** How often a proposed order is read again. */
import { isUnsettled, type StagedOrder } from "#components/frame/waiting/staged-order.ts";

/** Another window, its proposer or time may end it. */
const WAITING_MS = 3_000;
/** From the person's answer on, in milliseconds: the venue's is a matter of moments, and then of whatever is in its way. */
const UNSETTLED = [
  { until: 45_000, every: 1_500 },
  { until: 3 * 60_000, every: 6_000 },
  { until: Number.POSITIVE_INFINITY, every: 30_000 },
] as const;

type Read = Pick<StagedOrder, "state" | "decided_at">;

/** `undefined`: it has ended. One that was not read yet is asked for as one that waits. */
export function everyMs(staged: Read | undefined, now: number): number | undefined {
  if (staged === undefined || staged.state === "waiting") return WAITING_MS;
  if (!isUnsettled(staged)) return undefined;
  const since = staged.decided_at === null ? 0 : now - Date.parse(staged.decided_at);
  return UNSETTLED.find(({ until }) => since < until)?.every;
}

/** For a list: as often as the one of them needs whose answer is the nearest; what waits has a poll of its own. */
export function everyMsOf(orders: readonly Read[], now: number): number | undefined {
  const all = orders.filter(isUnsettled).map((order) => everyMs(order, now) ?? WAITING_MS);
  return all.length === 0 ? undefined : Math.max(WAITING_MS, Math.min(...all));
}
