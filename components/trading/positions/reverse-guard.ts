/**
 * A position is turned round once as it stood. The order that does it is twice its size and not reduce-only: sent a second
 * time, before the page has read what the first one did, it would open a position that nobody asked for.
 */
import type { Write } from "#components/trading/writes/use-orders.ts";
import type { PositionRecord } from "#lib/protocol/orders.ts";

/** Each has a message of its name. */
export type ReverseObstacle =
  | "positionGone"
  | "positionChanged"
  | "marketUnsettled"
  | "alreadyReversed";

export type ReverseInputs = {
  /** What the person saw when they confirmed. */
  seen: PositionRecord;
  /** What the page knows now. */
  now: PositionRecord | undefined;
  writes: readonly Write[];
};

export class ReverseGuard {
  readonly #taken = new Set<string>();

  /** Why it must not be sent now; without an obstacle the position counts as turned round until it is released. */
  take({ seen, now, writes }: ReverseInputs): ReverseObstacle | undefined {
    if (now === undefined) return "positionGone";
    if (now.size !== seen.size) return "positionChanged";
    if (isUnsettled(seen.market, writes)) return "marketUnsettled";
    const name = nameOf(now);
    if (this.#taken.has(name)) return "alreadyReversed";
    this.#taken.add(name);
    return undefined;
  }

  /** Nothing was sent, or the venue has not carried it out: the position can be turned round again. */
  release(position: PositionRecord): void {
    this.#taken.delete(nameOf(position));
  }
}

/** Whether something in this market may still change the position: signed or sent, and not ended. */
export function isUnsettled(market: string, writes: readonly Write[]): boolean {
  return writes.some(
    (write) =>
      (write.market === market || write.market === null) &&
      !write.kind.startsWith("cancel") &&
      (write.state === "signing" || write.state === "sending" || write.state === "unknown"),
  );
}

/** A position as it stood: the venue's time changes with each fill of it. */
function nameOf({ account, market, size, last_updated_at: at }: PositionRecord): string {
  return `${account} ${market} ${size} ${at}`;
}
