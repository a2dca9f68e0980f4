/**
 * The streams of the leading tab: as few as carry everything the tabs follow. New subscriptions open at once. Ended
 * ones linger, because people switch back and forth between intervals and markets, and each new address costs a stream.
 * Accounts do not: the events of an account that no tab follows are nobody's business.
 */
import type { StreamEvent } from "#lib/protocol/market/market-data.ts";
import { type AccountEventName, isAccount } from "./account-follow.ts";
import type { Environment } from "./environment.ts";
import { Connection, type ConnectionState, type Message } from "./stream-connection.ts";
import { type Follow, marketOf, planStreams, type Stream } from "./stream-plan.ts";

/** How long a market is followed after the last tab has left it. */
const LINGER_MS = 30_000;

/** A stream that was refused with an account is requested with it again after this time, or when the page wakes. */
const ACCOUNT_RETRY_MS = 30_000;

/** One message of a stream. Heartbeats have an empty market. */
export type Frame = {
  market: string;
  event: StreamEvent | AccountEventName;
  text: string;
  at: number;
};

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
  /** The followed account that a stream carries. */
  #account: string | undefined;
  /** When each account was last refused. */
  readonly #refused = new Map<string, number>();
  #losses = 0;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  get link(): Link {
    return { connection: this.#state(), losses: this.#losses };
  }

  /** Markets that are followed now, and the account. */
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
    this.#refused.clear();
    for (const connection of this.#connections) connection.wake();
  }

  stop(): void {
    for (const connection of this.#connections) connection.stop();
    this.#connections = [];
  }

  #reconcile(): void {
    const now = this.#options.env.now();
    for (const { market, intervals } of this.#wanted) {
      if (isAccount(market)) continue;
      this.#keep({ market, intervals: [] }, now);
      for (const interval of intervals) this.#keep({ market, intervals: [interval] }, now);
    }
    for (const [key, { until }] of this.#until) if (until < now) this.#until.delete(key);
    this.#chooseAccount(now);
    const markets = [...this.#until.values()].map(({ follow }) => follow);
    const streams = planStreams(markets, this.#account);
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

  /** Keeps the account while a tab follows it and the server does not refuse it. */
  #chooseAccount(now: number): void {
    const before = this.#account;
    const accounts = this.#wanted
      .map(({ market }) => market)
      .filter((market) => isAccount(market) && !this.#isRefused(market, now));
    this.#account = accounts.find((one) => one === before) ?? accounts[0];
    if (before === undefined || before === this.#account) return;
    const text = JSON.stringify({ account: before.slice(1), live: false });
    this.#options.onFrame({ market: before, event: "followed", text, at: now });
  }

  /** A clock that was set back must not prolong the wait. */
  #isRefused(account: string, now: number): boolean {
    return Math.abs(now - (this.#refused.get(account) ?? 0)) < ACCOUNT_RETRY_MS;
  }

  #pass(stream: Stream, { event, id, text }: Message): void {
    const market = event === "hb" ? "" : marketOf(stream, id);
    // A stream that is being replaced goes on until the next one is open.
    if (market === undefined || (isAccount(market) && market !== this.#account)) return;
    const { env, onFrame } = this.#options;
    onFrame({ market, event, text, at: env.now() });
  }

  #start(first: Stream): Connection {
    const { env, onLink } = this.#options;
    return new Connection(first, {
      env,
      onMessage: (stream, message) => this.#pass(stream, message),
      onState: onLink,
      onLoss: () => {
        this.#losses += 1;
        onLink();
      },
      onAccountRefused: (account) => {
        this.#refused.set(account, env.now());
        this.tick();
      },
    });
  }

  /** The worst state among the streams. */
  #state(): ConnectionState {
    const states = this.#connections.map(({ state }) => state);
    if (states.includes("reconnecting")) return "reconnecting";
    if (states.length === 0 || states.includes("connecting")) return "connecting";
    return this.#options.env.isHeldBack() ? "polling" : "open";
  }
}
