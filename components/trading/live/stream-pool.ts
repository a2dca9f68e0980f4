/**
 * The streams of the leading tab: as few as carry everything the tabs follow. New subscriptions open at once. Ended
 * ones linger, because people switch back and forth between intervals and markets, and each new address costs a stream.
 */
import type { StreamEvent } from "#lib/protocol/market/market-data.ts";
import type { Environment } from "./environment.ts";
import { Connection, type ConnectionState } from "./stream-connection.ts";
import { type Follow, marketOf, planStreams, type Stream } from "./stream-plan.ts";

/** How long a market is followed after the last tab has left it. */
const LINGER_MS = 30_000;

/** One message of a stream. Heartbeats have an empty market. */
export type Frame = { market: string; event: StreamEvent; text: string; at: number };

/** The state of all streams. */
export type Link = {
  connection: ConnectionState;
  /** How often events may have been missed between server and leading tab. */
  losses: number;
};

export type PoolOptions = {
  env: Environment;
  onFrame: (frame: Frame) => void;
  onLink: () => void;
};

export class Pool {
  readonly #options: PoolOptions;
  #connections: Connection[] = [];
  /** Each market and interval, with the time until which it is followed. */
  readonly #until = new Map<string, { follow: Follow; until: number }>();
  #wanted: readonly Follow[] = [];
  #losses = 0;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  get link(): Link {
    return { connection: this.#state(), losses: this.#losses };
  }

  /** Markets that are followed now. */
  get markets(): Set<string> {
    return new Set(this.#connections.flatMap(({ stream }) => stream.markets));
  }

  /** Sets what all tabs follow. */
  follow(wanted: readonly Follow[]): void {
    this.#wanted = wanted;
    this.tick();
  }

  tick(): void {
    this.#reconcile();
    for (const connection of this.#connections) connection.tick();
  }

  wake(): void {
    for (const connection of this.#connections) connection.wake();
  }

  stop(): void {
    for (const connection of this.#connections) connection.stop();
    this.#connections = [];
  }

  #reconcile(): void {
    const now = this.#options.env.now();
    for (const { market, intervals } of this.#wanted) {
      this.#keep({ market, intervals: [] }, now);
      for (const interval of intervals) this.#keep({ market, intervals: [interval] }, now);
    }
    for (const [key, { until }] of this.#until) if (until < now) this.#until.delete(key);
    const streams = planStreams([...this.#until.values()].map(({ follow }) => follow));
    for (const extra of this.#connections.splice(streams.length)) extra.stop();
    for (const [index, stream] of streams.entries()) {
      const connection = this.#connections[index];
      if (connection) connection.follow(stream);
      else this.#connections.push(this.#start(stream));
    }
  }

  #keep(follow: Follow, now: number): void {
    const key = `${follow.market} ${follow.intervals.join()}`;
    this.#until.set(key, { follow, until: now + LINGER_MS });
  }

  #start(first: Stream): Connection {
    const { env, onFrame, onLink } = this.#options;
    return new Connection(first, {
      env,
      onMessage: (stream, { event, id, text }) => {
        const market = event === "hb" ? "" : marketOf(stream, id);
        if (market !== undefined) onFrame({ market, event, text, at: env.now() });
      },
      onState: onLink,
      onLoss: () => {
        this.#losses += 1;
        onLink();
      },
    });
  }

  /** The worst state among the streams. */
  #state(): ConnectionState {
    const states = this.#connections.map(({ state }) => state);
    if (states.includes("reconnecting")) return "reconnecting";
    return states.length === 0 || states.includes("connecting") ? "connecting" : "open";
  }
}
