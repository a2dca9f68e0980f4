/**
 * The simulated prices as server-sent events, for the oracle process: `prices` once a second with every market that
 * is not frozen, and at once after a steer. Data: `{feed, ts, steered, prices: {symbol: price}}`, `ts` in Unix
 * milliseconds.
 */

import type { ServerResponse } from "node:http";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import type { Clock } from "#lib/kernel/time/clock.ts";
import { SECOND_MS } from "#lib/protocol/durations.ts";
import type { SimulatedPrices } from "./simulated-prices.ts";

const MAX_READERS = 16;
/** A reader that is this far behind is disconnected; it connects again. */
const MAX_BUFFERED_BYTES = 65_536;

export type Feed = "simulated" | "replay";
export type PriceStreamOptions = { prices: SimulatedPrices; feed: Feed; clock: Clock; log: Logger };

export class PriceStream {
  readonly #options: PriceStreamOptions;
  readonly #readers = new Set<ServerResponse>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: PriceStreamOptions) {
    this.#options = options;
  }

  /** Lets the simulation follow the clock, a step a second. */
  start(): void {
    this.#tick();
  }

  /** Ends every stream. */
  stop(): void {
    clearTimeout(this.#timer);
    for (const reader of this.#readers) reader.end();
  }

  /** @throws ServiceError STREAM_CAPACITY */
  open(response: ServerResponse): void {
    if (this.#readers.size >= MAX_READERS) throw new ServiceError("STREAM_CAPACITY");
    // A drain ends the stream, and the connection with it.
    response.shouldKeepAlive = false;
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    this.#readers.add(response);
    response.on("close", () => this.#readers.delete(response));
    response.write(this.#event(false));
  }

  /** Sends the present prices to every reader. */
  push(steered: boolean): void {
    const event = this.#event(steered);
    for (const reader of this.#readers) {
      if (reader.writableLength > MAX_BUFFERED_BYTES) reader.destroy();
      else reader.write(event);
    }
  }

  #tick(): void {
    const { clock, prices, log } = this.#options;
    try {
      prices.advanceTo(clock.now());
      this.push(false);
    } catch (error) {
      log.error({ err: error }, "the simulated prices could not advance");
    }
    const rest = SECOND_MS - (clock.now() % SECOND_MS);
    this.#timer = setTimeout(() => this.#tick(), rest + 1);
  }

  #event(steered: boolean): string {
    const { prices, feed, clock } = this.#options;
    const ts = clock.now();
    const data = JSON.stringify({ feed, ts, steered, prices: prices.current(ts) });
    return `event: prices\ndata: ${data}\n\n`;
  }
}
