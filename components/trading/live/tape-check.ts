/**
 * Finds fills that were lost on the way: the server counts the fills of the day (`tape`), and what was received since
 * must come to the same. The server reads counter and fills apart from each other, so that one runs ahead of the
 * other for a second or two. In a quiet moment both must agree; a market that is never quiet is judged by its best
 * moment of a while, give or take what one read brought.
 */
import type { TapeCount } from "#lib/protocol/market-data.ts";
import type { Trade } from "#lib/protocol/orders.ts";

const QUIET_MS = 3_000;
const WHILE_MS = 30_000;

/** Counter minus fills received; `slack` is how far it may be off. */
type Difference = { fills: number; slack: number };

export class TapeCheck {
  #today: number | undefined;
  #received = 0;
  #newestId = 0;
  #changedAt = 0;
  #since = 0;
  #best = Number.POSITIVE_INFINITY;
  #largestRead = 0;
  #base: Difference | undefined;

  /** The tape has just been read whole: what is lost from here on counts. */
  restart(now: number): void {
    this.#base = undefined;
    this.#startWhile(now);
    this.#changedAt = now;
  }

  /** Fills that came by the stream; one that comes twice counts once. */
  fills(trades: readonly Trade[], now: number): void {
    const fresh = trades.filter(({ id }) => id > this.#newestId);
    if (fresh.length === 0) return;
    this.#newestId = Math.max(...fresh.map(({ id }) => id));
    this.#received += fresh.length;
    this.#largestRead = Math.max(this.#largestRead, fresh.length);
    this.#changedAt = now;
  }

  counter({ trades_today }: TapeCount, now: number): void {
    // Midnight, UTC: the day's count begins again.
    if (this.#today === undefined || trades_today < this.#today) this.restart(now);
    this.#today = trades_today;
    this.#changedAt = now;
  }

  /** Called with whatever comes. True when fills are missing: the tape must be read again. */
  look(now: number): boolean {
    if (this.#today === undefined) return false;
    const fills = this.#today - this.#received;
    this.#best = Math.min(this.#best, fills);
    if (now - this.#changedAt >= QUIET_MS) return this.#compare({ fills, slack: 0 }, now);
    if (now - this.#since < WHILE_MS) return false;
    return this.#compare({ fills: this.#best, slack: this.#largestRead }, now);
  }

  #compare(difference: Difference, now: number): boolean {
    this.#startWhile(now);
    const base = this.#base;
    const missing =
      base !== undefined && difference.fills - base.fills > difference.slack + base.slack;
    if (!base || difference.slack <= base.slack) this.#base = difference;
    if (missing) this.restart(now);
    return missing;
  }

  #startWhile(now: number): void {
    this.#since = now;
    this.#best = Number.POSITIVE_INFINITY;
    this.#largestRead = 0;
  }
}
