/**
 * The addresses of a venue that runs in several processes. One of them is the primary and answers; the others refuse with
 * NOT_PRIMARY, which they send before anything is executed.
 */
import { z } from "zod";
import { UpstreamError } from "./http-client.ts";

/** A setting: one address, or several that are separated by commas. Its value has no slashes at the ends. */
export function readVenueAddresses(text: string, context: z.RefinementCtx): string {
  const all = text.split(",").map((one) => one.trim().replace(/\/$/, ""));
  const protocols = new Set(all.map((one) => (URL.canParse(one) ? new URL(one).protocol : "")));
  if (protocols.size === 1 && (protocols.has("http:") || protocols.has("https:"))) {
    return all.join(",");
  }
  context.addIssue("must be http or https addresses of one kind, separated by commas");
  return z.NEVER;
}

/** VENUE_URL of the app. */
export const venueSetting = z
  .string()
  .default("http://127.0.0.1:4000")
  .transform(readVenueAddresses)
  .describe(
    "Address of the venue. Separate several addresses of a venue with a standby by commas. The first is shown to people, and must stay the first. Set for `npm start`, it names another venue, and nothing simulated starts",
  );

/** How long one that gave no answer in time is left alone: each further request would wait for it as long. */
const SILENT_MS = 5_000;

export class VenueAddresses {
  /** Called with an address that gave no answer in time. */
  onSilent: ((url: string) => void) | undefined;
  readonly #all: readonly string[];
  readonly #now: () => number;
  /** When an address gave no answer in time, monotonic milliseconds. */
  readonly #silentAt = new Map<string, number>();
  #at = 0;

  /** `text` as `readVenueAddresses` gives it; `now` in monotonic milliseconds. */
  constructor(text: string, now = () => performance.now()) {
    this.#all = text.split(",");
    this.#now = now;
  }

  get count(): number {
    return this.#all.length;
  }

  /** The one that answered last, as far as is known. */
  get current(): string {
    return this.#all[this.#at] ?? "";
  }

  /**
   * `url` did not answer as a primary: the next request goes to the one after it, and past those that are silent.
   * @param isSilent it gave no answer in time
   */
  moveFrom(url: string, isSilent = false): void {
    if (isSilent) {
      this.#silentAt.set(url, this.#now());
      this.onSilent?.(url);
    }
    this.#move(url);
  }

  /**
   * Another process got no answer from `url` in time.
   * @returns false for one that is not among these addresses
   */
  hearsSilent(url: string): boolean {
    if (!this.#all.includes(url)) return false;
    this.#silentAt.set(url, this.#now());
    this.#move(url);
    return true;
  }

  #move(url: string): void {
    // Another request may have moved on already.
    if (url !== this.current) return;
    for (let step = 1; step < this.count; step += 1) {
      const next = (this.#at + step) % this.count;
      const silentAt = this.#silentAt.get(this.#all[next] ?? "") ?? Number.NEGATIVE_INFINITY;
      if (this.#now() - silentAt < SILENT_MS) continue;
      this.#at = next;
      return;
    }
  }

  /**
   * Reads from the primary: `ask` is called for one address after the other until one of them is neither a standby nor
   * out of reach. One that does not answer in time is left, but the read is over.
   * @throws what `ask` threw last
   */
  async read<Value>(ask: (url: string) => Promise<Value>): Promise<Value> {
    for (let left = this.count; ; left -= 1) {
      const url = this.current;
      try {
        return await ask(url);
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error;
        const isElsewhere = error.failure === "unreachable" || error.code === "NOT_PRIMARY";
        const isSilent = error.failure === "timeout";
        if (isElsewhere || isSilent) this.moveFrom(url, isSilent);
        if (!isElsewhere || left <= 1) throw error;
      }
    }
  }
}

/** The first address, which stands for the venue where only one can be named. */
export function firstAddress(text: string): string {
  return new VenueAddresses(text).current;
}
