/** The last state of every topic, for a tab that begins to follow: it must not wait for the next change. */
import type { Follow } from "./plan.ts";
import type { Frame } from "./pool.ts";

/** Fills happen once; the tape is read from its history. */
const NO_STATE: ReadonlySet<string> = new Set(["trades", "hb"]);

export class Memory {
  readonly #frames = new Map<string, { interval: string; frame: Frame }>();

  put(frame: Frame): void {
    if (NO_STATE.has(frame.event)) return;
    const interval = frame.event === "kline" ? intervalOf(frame.text) : "";
    this.#frames.set(`${frame.market} ${frame.event} ${interval}`, { interval, frame });
  }

  /** What is known of a market, with the bars of the wanted intervals. */
  of({ market, intervals }: Follow): Frame[] {
    return [...this.#frames.values()]
      .filter(
        ({ frame, interval }) =>
          frame.market === market &&
          (interval === "" || intervals.some((wanted) => wanted === interval)),
      )
      .map(({ frame }) => frame);
  }

  /** Forgets markets that are not followed any more: their state would grow old here. */
  keepOnly(markets: ReadonlySet<string>): void {
    for (const [key, { frame }] of this.#frames) {
      if (!markets.has(frame.market)) this.#frames.delete(key);
    }
  }
}

/** Every bar names its interval; read without parsing all of it, because bars come several times a second. */
function intervalOf(text: string): string {
  return /"interval":\s*"(\w+)"/.exec(text)?.[1] ?? "";
}
