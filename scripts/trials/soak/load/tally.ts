/** Work at a steady rate, counted by kind, with the text of each failure. */

export type Count = {
  done: number;
  failed: number;
  /** Rounds that were left out because earlier ones had not ended. */
  skipped: number;
  /** How often each text was the reason of a failure. */
  reasons: Record<string, number>;
};

const MAX_UNDER_WAY = 8;
const MAX_REASONS = 20;
const REASON_LENGTH = 240;

export class Tally {
  readonly counts = new Map<string, Count>();
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #underWay = new Set<Promise<void>>();
  #isStopped = false;

  /** Runs `work` that often until the end. A failure is counted, and the next round comes all the same. */
  every(kind: string, perSecond: number, work: () => Promise<void>): void {
    let running = 0;
    const round = async (): Promise<void> => {
      running += 1;
      await this.attempt(kind, work);
      running -= 1;
    };
    const tick = (): void => {
      if (running >= MAX_UNDER_WAY) {
        this.#of(kind).skipped += 1;
        return;
      }
      const one = round();
      this.#underWay.add(one);
      void one.finally(() => this.#underWay.delete(one));
    };
    this.#timers.push(setInterval(tick, 1_000 / perSecond));
  }

  /** Runs `work` once and counts how it ended. */
  async attempt(kind: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.done(kind);
    } catch (error) {
      this.failed(kind, error instanceof Error ? error.message : String(error));
    }
  }

  done(kind: string): void {
    this.#of(kind).done += 1;
  }

  failed(kind: string, reason: string): void {
    // The end of the load breaks what is under way.
    if (this.#isStopped) return;
    const count = this.#of(kind);
    count.failed += 1;
    const text = reason.replaceAll(/\s+/g, " ").slice(0, REASON_LENGTH);
    if (text in count.reasons || Object.keys(count.reasons).length < MAX_REASONS) {
      count.reasons[text] = (count.reasons[text] ?? 0) + 1;
    }
  }

  get failures(): number {
    return [...this.counts.values()].reduce((sum, { failed }) => sum + failed, 0);
  }

  /** Begins no further round, and waits for those under way. */
  async drain(): Promise<void> {
    for (const timer of this.#timers.splice(0)) clearInterval(timer);
    await Promise.all(this.#underWay);
  }

  /** From here on failures do not count. */
  stop(): void {
    this.#isStopped = true;
  }

  #of(kind: string): Count {
    const known = this.counts.get(kind);
    if (known !== undefined) return known;
    const count: Count = { done: 0, failed: 0, skipped: 0, reasons: {} };
    this.counts.set(kind, count);
    return count;
  }
}

/** The items in turn, for ever. */
export function inTurn<Item>(items: readonly Item[]): () => Item {
  let turn = 0;
  return () => {
    const item = items[turn % items.length];
    turn += 1;
    if (item === undefined) throw new Error("nothing to take turns with");
    return item;
  };
}

/** Reads the whole answer. @throws Error with the path and the text at any other status */
export async function answered(
  response: Response,
  path: string,
  status: number = 200,
): Promise<string> {
  const text = await response.text();
  if (response.status === status) return text;
  throw new Error(`${path}: ${response.status} ${text.slice(0, 160)}`);
}
