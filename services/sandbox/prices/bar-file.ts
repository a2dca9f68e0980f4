/** The history of one market in a CSV file: read once at start, appended with every closed minute. */
import { appendFileSync, existsSync, readFileSync, rmSync, truncateSync } from "node:fs";
import { isDecimal } from "#lib/protocol/decimal.ts";
import { BAR_HEADER, barLine, type PriceBar, parseOpenTime } from "./bars.ts";

export class BarFile {
  readonly #path: string;
  readonly #bars: PriceBar[] = [];
  #unwritten: string[] = [];

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Reads the file. A last line that was cut off by a crash is removed; damage anywhere else is an error that
   * names the line, because a hole in the middle cannot be mended by guessing.
   */
  load(): void {
    if (!existsSync(this.#path)) return;
    const text = readFileSync(this.#path, "utf8");
    const whole = text.slice(0, text.lastIndexOf("\n") + 1);
    if (whole.length < text.length) truncateSync(this.#path, Buffer.byteLength(whole));
    const lines = whole.split("\n");
    for (let index = 1; index < lines.length - 1; index += 1) {
      const bar = readBar(lines[index] ?? "");
      const previous = this.last();
      if (!bar || (previous && bar.start <= previous.start)) {
        throw new Error(
          `${this.#path}:${index + 1}: not a bar that follows the one before: "${lines[index]}". ` +
            "Mend the line, or wipe the data with `npm run reset`.",
        );
      }
      this.#bars.push(bar);
    }
  }

  /** Deletes everything, on disk too. */
  clear(): void {
    this.#bars.length = 0;
    this.#unwritten = [];
    rmSync(this.#path, { force: true });
  }

  last(): PriceBar | undefined {
    return this.#bars.at(-1);
  }

  get length(): number {
    return this.#bars.length;
  }

  append(bar: PriceBar): void {
    this.#bars.push(bar);
    this.#unwritten.push(barLine(bar));
  }

  /** Hands what was appended to the operating system: it then survives a kill of this process. */
  flush(): void {
    if (this.#unwritten.length === 0) return;
    const header = existsSync(this.#path) ? "" : BAR_HEADER;
    appendFileSync(this.#path, header + this.#unwritten.join(""));
    this.#unwritten = [];
  }

  /** Bars with `startAt <= start <= endAt`, oldest first, at most `limit`. */
  range(query: { startAt: number; endAt: number; limit: number }): PriceBar[] {
    const first = this.#indexOf(query.startAt);
    const found: PriceBar[] = [];
    for (let index = first; index < this.#bars.length && found.length < query.limit; index += 1) {
      const bar = this.#bars[index];
      if (!bar || bar.start > query.endAt) break;
      found.push(bar);
    }
    return found;
  }

  /** Index of the first bar at or after `time`. */
  #indexOf(time: number): number {
    let low = 0;
    let high = this.#bars.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#bars[middle]?.start ?? 0) < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function readBar(line: string): PriceBar | undefined {
  const [openTime, open, high, low, close, volume, ...rest] = line.split(",");
  const start = parseOpenTime(openTime ?? "");
  if (start === undefined || rest.length > 0) return undefined;
  if (!open || !high || !low || !close || !volume) return undefined;
  if (!isDecimal(open) || !isDecimal(high) || !isDecimal(low) || !isDecimal(close))
    return undefined;
  return isDecimal(volume) ? { start, open, high, low, close, volume } : undefined;
}
