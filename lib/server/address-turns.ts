/**
 * Lets few costly requests of one address begin at a time. The others of that address wait in line, and a request of another address waits
 * behind few of them, however slow the machine is. The limits of an address bound its line.
 */
import { limitedAddress } from "#lib/kernel/http/client-address.ts";
import type { Timers } from "#lib/kernel/time/timers.ts";

/** Enough that one which waits for the database does not hold up the next. */
export const AT_ONCE = 3;
/** A client that reads slowly keeps its turn no longer: others behind the same address must not wait for it. */
export const TURN_MS = 500;

type Line = { running: number; waiting: Set<() => void> };

export class AddressTurns {
  readonly #timers: Pick<Timers, "after">;
  readonly #lines = new Map<string, Line>();

  constructor(timers: Pick<Timers, "after">) {
    this.#timers = timers;
  }

  /** How many addresses have a turn or wait for one. */
  get size(): number {
    return this.#lines.size;
  }

  /**
   * Resolves when it is the turn of a request, which ends with `ended`, at the latest after `TURN_MS`. False when `ended` came first.
   * @param ended calls back once when the request is over
   */
  take(address: string, ended: (over: () => void) => void): Promise<boolean> {
    const key = limitedAddress(address);
    const line = this.#lines.get(key) ?? { running: 0, waiting: new Set() };
    return new Promise((resolve) => {
      let hasLeft = false;
      let leave = () => {
        hasLeft = true;
        line.waiting.delete(begin);
        resolve(false);
      };
      const begin = () => {
        line.running += 1;
        let isOver = false;
        const over = () => {
          if (isOver) return;
          isOver = true;
          cancel();
          this.#next(key, line);
        };
        const cancel = this.#timers.after(TURN_MS, over);
        leave = over;
        resolve(true);
      };
      ended(() => leave());
      if (hasLeft) return;
      this.#lines.set(key, line);
      if (line.running < AT_ONCE) begin();
      else line.waiting.add(begin);
    });
  }

  #next(key: string, line: Line): void {
    line.running -= 1;
    const [begin] = line.waiting;
    if (begin !== undefined) {
      line.waiting.delete(begin);
      begin();
    } else if (line.running === 0) this.#lines.delete(key);
  }
}
