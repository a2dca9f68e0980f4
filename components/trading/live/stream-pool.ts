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

/** A stream that was refused with an account is requested with it again after this time, which doubles. */
const FIRST_ACCOUNT_RETRY_MS = 5_000;
const LONGEST_ACCOUNT_RETRY_MS = 60_000;

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
  readonly #refused = new Map<string, { until: number; waitMs: number }>();
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
    for (const refusal of this.#refused.values()) refusal.until = 0;
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
    const wanted = this.#wanted.map(({ market }) => market).filter(isAccount);
    for (const [account, refusal] of this.#refused) {
      // A clock that was set back must not prolong the wait.
      refusal.until = Math.min(refusal.until, now + refusal.waitMs);
      if (!wanted.includes(account)) this.#refused.delete(account);
    }
    const before = this.#account;
    const open = wanted.filter((one) => (this.#refused.get(one)?.until ?? 0) <= now);
    this.#account = open.find((one) => one === before) ?? open[0];
    if (before === undefined || before === this.#account) return;
    const text = JSON.stringify({ account: before.slice(1), live: false });
    this.#options.onFrame({ market: before, event: "followed", text, at: now });
  }

  #refuseAccount(account: string): void {
    const lastMs = this.#refused.get(account)?.waitMs ?? FIRST_ACCOUNT_RETRY_MS / 2;
    const waitMs = Math.min(lastMs * 2, LONGEST_ACCOUNT_RETRY_MS);
    this.#refused.set(account, { until: this.#options.env.now() + waitMs, waitMs });
    this.tick();
  }

  #pass(stream: Stream, { event, id, text }: Message): void {
    const market = event === "hb" ? "" : marketOf(stream, id);
    if (market === undefined) return;
    if (isAccount(market)) {
      // A stream that is being replaced goes on until the next one is open.
      if (market !== this.#account) return;
      this.#refused.delete(market);
    }
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
      onAccountRefused: (account) => this.#refuseAccount(account),
    });
  }

  /** The worst state among the streams. */
  #state(): ConnectionState {
    const states = this.#connections.map(({ state }) => state);
    if (states.includes("reconnecting")) return "reconnecting";
    return states.length === 0 || states.includes("connecting") ? "connecting" : "open";
  }
}
