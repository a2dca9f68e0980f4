/** Which external price feed is behind the marks right now (spec 2, "List feed": `src`). */
import type { OraclePrices } from "#lib/protocol/oracle.ts";

/** A feed without a newer price for this long has gone quiet. */
const QUIET_AFTER_MS = 3_000;
/** Told when no external feed is heard: the marks are whatever the oracle gave last. */
export const ORACLE = "oracle";

export class PriceSource {
  #name: string | null = null;
  #newest = Number.NEGATIVE_INFINITY;
  #heardAt = Number.NEGATIVE_INFINITY;

  /** `now` is monotonic time: a feed is heard when its newest price gets newer, whatever clock it goes by. */
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
