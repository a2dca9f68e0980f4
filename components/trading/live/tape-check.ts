/**
 * Detects fills that were lost on the way: the server counts the fills of the day (`tape`), and the fills received
 * since the last read must add up to the same. The server reads counter and fills separately, so they may differ for a
 * second or two. They must agree in a quiet moment; a market without quiet moments is checked by its smallest
 * difference within a while, minus what one read may bring.
 */
import type { TapeCount } from "#lib/protocol/market/market-data.ts";
import type { Trade } from "#lib/protocol/wire/market.ts";

const QUIET_MS = 3_000;
const WHILE_MS = 30_000;

/** Counter minus received fills; `slack` is the tolerance. */
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

  /** The tape was read completely; losses count from here. */
  restart(now: number): void {
    this.#base = undefined;
    this.#startWhile(now);
    this.#changedAt = now;
  }

  /** Fills of the stream; duplicates count once. */
  fills(trades: readonly Trade[], now: number): void {
    const fresh = trades.filter(({ id }) => id > this.#newestId);
    if (fresh.length === 0) return;
    this.#newestId = Math.max(...fresh.map(({ id }) => id));
    this.#received += fresh.length;
    this.#largestRead = Math.max(this.#largestRead, fresh.length);
    this.#changedAt = now;
  }

  counter({ trades_today }: TapeCount, now: number): void {
    // Midnight UTC: the counter starts again.
    if (this.#today === undefined || trades_today < this.#today) this.restart(now);
    this.#today = trades_today;
    this.#changedAt = now;
  }

  /** Call it with every event. True when fills are missing and the tape must be read again. */
  isIncomplete(now: number): boolean {
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
