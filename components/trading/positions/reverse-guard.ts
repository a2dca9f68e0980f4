/**
 * Allows one reversal of each state of a position. Its order is twice the size and not reduce-only: a second one, sent
 * before the page has read the effect of the first, would open an unwanted position.
 */
import type { Write } from "#components/trading/writes/use-orders.ts";
import type { PositionRecord } from "#lib/protocol/wire/account.ts";

/** Each has a message of its name. */
export type ReverseObstacle =
  | "positionGone"
  | "positionChanged"
  | "marketUnsettled"
  | "alreadyReversed";

export type ReverseInputs = {
  /** The position as it was when the person confirmed. */
  seen: PositionRecord;
  /** The position as it is now. */
  now: PositionRecord | undefined;
  writes: readonly Write[];
};

export class ReverseGuard {
  readonly #taken = new Set<string>();

  /** Why the reversal must not be sent; `undefined` marks the position as reversed until it is released. */
  take({ seen, now, writes }: ReverseInputs): ReverseObstacle | undefined {
    if (now === undefined) return "positionGone";
    if (now.size !== seen.size) return "positionChanged";
    if (isUnsettled(seen.market, writes)) return "marketUnsettled";
    const name = nameOf(now);
    if (this.#taken.has(name)) return "alreadyReversed";
    this.#taken.add(name);
    return undefined;
  }

  /** Nothing was sent, or the venue refused it: the position can be reversed again. */
  release(position: PositionRecord): void {
    this.#taken.delete(nameOf(position));
  }
}

/** Whether a write in this market may still change the position. */
export function isUnsettled(market: string, writes: readonly Write[]): boolean {
  return writes.some(
    (write) =>
      (write.market === market || write.market === null) &&
      !write.kind.startsWith("cancel") &&
      write.kind !== "withdraw" &&
      write.kind !== "leverage" &&
      write.kind !== "margin" &&
      (write.state === "signing" || write.state === "sending" || write.state === "unknown"),
  );
}

/** Identifies a state of a position: the venue's time changes with each fill. */
function nameOf({ account, market, size, last_updated_at: at }: PositionRecord): string {
  return `${account} ${market} ${size} ${at}`;
}
