/** The external price feed behind the present marks: `src` of the list feed (docs/api/streams.md). */
import type { OraclePrices } from "#lib/protocol/market/oracle.ts";

/** A feed without a newer price for this long counts as silent. */
const QUIET_AFTER_MS = 3_000;
/** Value of `src` while all external feeds are silent: the marks are the oracle's last ones. */
export const ORACLE = "oracle";

export class PriceSource {
  #name: string | null = null;
  #newest = Number.NEGATIVE_INFINITY;
  #heardAt = Number.NEGATIVE_INFINITY;

  /** `now` is monotonic time: a feed is active when its newest price gets newer, whatever clock stamps it. */
  take({ src, ts }: Pick<OraclePrices, "src" | "ts">, now: number): void {
    if (ts > this.#newest) this.#heardAt = now;
    this.#newest = ts;
    this.#name = src;
  }

  name(now: number): string {
    const quiet = now - this.#heardAt >= QUIET_AFTER_MS;
    return this.#name === null || quiet ? ORACLE : this.#name;
  }
}
