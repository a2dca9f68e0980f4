/**
 * Prices of the Pyth network as a Hermes server streams them (`/v2/updates/price/stream`). Hermes asks for a key and
 * ends each stream after 24 hours. A price in US dollars stands for one in USDC.
 */
import { z } from "zod";
import type { Secret } from "#lib/kernel/env.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import { EventStream, eventJson } from "#lib/kernel/streams/event-stream.ts";
import type { Timers } from "#lib/kernel/time/timers.ts";
import { scaledPrice } from "./price.ts";
import {
  madeAt,
  type PriceSource,
  type SourcePrice,
  type SourceUpdate,
  STREAM_TEXTS,
} from "./source.ts";

const WAIT_MS = { first: 1_000, longest: 15_000 };
/** Hermes sends several events a second. */
const SILENCE_MS = 10_000;
const MAX_EVENT_CHARACTERS = 256_000;
const PPM = 1_000_000n;

const eventSchema = z.object({ parsed: z.array(z.unknown()).max(1000) });
const updateSchema = z.object({
  id: z.string(),
  price: z.object({
    price: z.string(),
    conf: z.string(),
    expo: z.number().int(),
    /** Unix seconds. */
    publish_time: z.number().int().positive(),
  }),
});

export type PythOptions = {
  hermesUrl: string;
  /** Sent as a bearer credential. */
  apiKey: Secret | undefined;
  /** Market symbol by feed id, 64 lowercase hex digits. */
  feeds: ReadonlyMap<string, string>;
  /** A price whose half confidence interval is wider than this part of it is ignored. */
  maxConfidencePpm: bigint;
  weight: number;
  staleAfterMs: number;
  timers: Timers;
  log: Logger;
};

export class PythSource implements PriceSource {
  readonly name = "pyth";
  readonly weight: number;
  readonly staleAfterMs: number;
  readonly #options: PythOptions;
  #stream: EventStream | undefined;

  constructor(options: PythOptions) {
    this.#options = options;
    this.weight = options.weight;
    this.staleAfterMs = options.staleAfterMs;
  }

  get connected(): boolean {
    return this.#stream?.connected ?? false;
  }

  start(onUpdate: (update: SourceUpdate) => void): void {
    const { apiKey, timers, log } = this.#options;
    this.#stream = new EventStream({
      name: this.name,
      texts: STREAM_TEXTS,
      url: () => this.#url(),
      headers: () => (apiKey === undefined ? {} : { authorization: `Bearer ${apiKey.reveal()}` }),
      waitMs: WAIT_MS,
      silenceMs: SILENCE_MS,
      maxEventCharacters: MAX_EVENT_CHARACTERS,
      timers,
      log,
      onEvent: ({ data }) => {
        const prices = this.#read(data);
        if (prices === undefined) return false;
        if (prices.length > 0) onUpdate({ prices, urgent: false });
        return true;
      },
    });
  }

  close(): void {
    this.#stream?.close();
  }

  #url(): string {
    const query = new URLSearchParams();
    for (const id of this.#options.feeds.keys()) query.append("ids[]", id);
    query.set("parsed", "true");
    query.set("encoding", "base64");
    // A feed that Hermes has dropped must not end the others.
    query.set("ignore_invalid_price_ids", "true");
    return `${this.#options.hermesUrl}/v2/updates/price/stream?${query}`;
  }

  /** The usable prices of an event; `undefined` when it is not of the documented form. */
  #read(data: string): SourcePrice[] | undefined {
    const event = eventSchema.safeParse(eventJson(data));
    if (!event.success) return undefined;
    return event.data.parsed.flatMap((value) => this.#readOne(value) ?? []);
  }

  #readOne(value: unknown): SourcePrice | undefined {
    const update = updateSchema.safeParse(value);
    if (!update.success) return undefined;
    const { id, price: given } = update.data;
    const market = this.#options.feeds.get(id.toLowerCase().replace(/^0x/, ""));
    const price = scaledPrice(given.price, given.expo);
    const confidence = scaledPrice(given.conf, given.expo);
    if (market === undefined || !price || confidence === undefined) return undefined;
    if (confidence * PPM > price * this.#options.maxConfidencePpm) return undefined;
    const at = madeAt(given.publish_time * 1000, this.#options.timers.now());
    return at === undefined ? undefined : { market, price, at };
  }
}
