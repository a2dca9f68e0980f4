/** The sandbox's simulated or replayed prices, from its `GET /oracle/stream`. */
import { z } from "zod";
import type { Logger } from "#lib/kernel/log/log.ts";
import { EventStream, eventJson } from "#lib/kernel/streams/event-stream.ts";
import type { Timers } from "#lib/kernel/time/timers.ts";
import { priceOf } from "./price.ts";
import { madeAt, type PriceSource, type SourceUpdate, STREAM_TEXTS } from "./source.ts";

/** Short, as the sandbox is on this machine and starts at the same moment. */
const WAIT_MS = { first: 250, longest: 2_000 };
/** The sandbox sends an event every second. */
const SILENCE_MS = 5_000;
const MAX_EVENT_CHARACTERS = 64_000;

const eventSchema = z.object({
  feed: z.enum(["simulated", "replay"]),
  ts: z.number().int(),
  steered: z.boolean(),
  prices: z.record(z.string(), z.string()),
});

export type SimulatedOptions = {
  sandboxUrl: string;
  weight: number;
  staleAfterMs: number;
  timers: Timers;
  log: Logger;
};

export class SimulatedSource implements PriceSource {
  readonly weight: number;
  readonly staleAfterMs: number;
  readonly #options: SimulatedOptions;
  #name: string = "simulated";
  #stream: EventStream | undefined;

  constructor(options: SimulatedOptions) {
    this.#options = options;
    this.weight = options.weight;
    this.staleAfterMs = options.staleAfterMs;
  }

  get name(): string {
    return this.#name;
  }

  get connected(): boolean {
    return this.#stream?.connected ?? false;
  }

  start(onUpdate: (update: SourceUpdate) => void): void {
    const { sandboxUrl, timers, log } = this.#options;
    this.#stream = new EventStream({
      name: "simulated",
      texts: STREAM_TEXTS,
      url: () => `${sandboxUrl}/oracle/stream`,
      waitMs: WAIT_MS,
      silenceMs: SILENCE_MS,
      maxEventCharacters: MAX_EVENT_CHARACTERS,
      timers,
      log,
      onEvent: ({ data }) => {
        const update = this.#read(data);
        if (update === undefined) return false;
        onUpdate(update);
        return true;
      },
    });
  }

  close(): void {
    this.#stream?.close();
  }

  #read(data: string): SourceUpdate | undefined {
    const parsed = eventSchema.safeParse(eventJson(data));
    if (!parsed.success) return undefined;
    const { feed, ts, steered, prices } = parsed.data;
    this.#name = feed;
    const at = madeAt(ts, this.#options.timers.now());
    if (at === undefined) return undefined;
    const known = Object.entries(prices).flatMap(([market, text]) => {
      const price = priceOf(text);
      return price === undefined ? [] : [{ market, price, at }];
    });
    return { prices: known, urgent: steered };
  }
}
