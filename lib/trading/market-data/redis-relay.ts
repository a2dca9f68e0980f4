/**
 * The relay over Redis pub/sub. Nothing depends on it: a replica that hears nothing for a while polls the venue itself, and
 * so does one that has missed a message, until it has caught up.
 */

import type { Secret } from "#lib/kernel/env.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import type { Timers } from "#lib/kernel/time/timers.ts";
import type { Leadership } from "#lib/platform/db/leadership.ts";
import { metrics } from "#lib/platform/metrics.ts";
import { closeRedis, connectRedis, type Redis } from "#lib/platform/redis.ts";
import type { MarketRelay, RelayHandlers } from "./market-relay.ts";
import {
  decodeToAll,
  decodeToLeader,
  encodeToAll,
  encodeToLeader,
  type ToAll,
  type ToLeader,
} from "./relay-message.ts";
import { type Share, SharedReads } from "./shared-reads.ts";

/** Four beats that are missing; the own poll that follows takes less than a second. */
const SILENT_MS = 2_000;
/** The replica that polls keeps a read for 30 s after it was wanted. */
const WANT_AGAIN_MS = 5_000;
const QUIET_MS = 60_000;

export type RedisRelayOptions = {
  url: Secret;
  /** The election of the replica that polls for all, which also stores the bars. */
  leadership: Pick<Leadership, "leading">;
  timers: Pick<Timers, "monotonic">;
  log: Pick<Logger, "info" | "warn">;
  /** Of channels and keys; each test has its own. */
  prefix?: string;
};

export class RedisRelay implements MarketRelay {
  gaps = 0;
  readonly share: Share;
  readonly #options: RedisRelayOptions;
  readonly #names: { toAll: string; toLeader: string; term: string };
  readonly #sender: Redis;
  readonly #receiver: Redis;
  readonly #wanted = new Map<string, number>();
  #handlers: RelayHandlers | undefined;
  /** Its own, while it leads. Redis counts them, so that a later leader has a higher one. */
  #term: { number: number; sent: number } | "asked" | undefined;
  #heard: { term: number; number: number; at: number } | undefined;
  #quietUntil = 0;

  constructor(options: RedisRelayOptions) {
    const { url, prefix = "svc" } = options;
    this.#options = options;
    this.#names = {
      toAll: `${prefix}:market-events`,
      toLeader: `${prefix}:market-wants`,
      term: `${prefix}:market-term`,
    };
    this.#sender = connectRedis(url, this.#failed);
    this.share = new SharedReads(this.#sender, prefix, this.#failed).share;
    this.#receiver = connectRedis(url, this.#failed);
  }

  get follows(): boolean {
    const { leadership, timers } = this.#options;
    const heard = this.#heard;
    const isSilent = heard === undefined || timers.monotonic() - heard.at > SILENT_MS;
    const follows = !leadership.leading && !isSilent;
    metrics().marketsPolled.set(follows ? 0 : 1);
    return follows;
  }

  start(handlers: RelayHandlers): void {
    this.#handlers = handlers;
    const { toAll, toLeader } = this.#names;
    this.#receiver.on("message", (channel: string, text: string) => {
      if (channel === toAll) this.#take(decodeToAll(text));
      else this.#receiveRequest(decodeToLeader(text));
    });
    const listen = () => {
      // A Redis that lost its data counts terms from one again, and another leader may have spoken meanwhile.
      this.#heard = undefined;
      this.#term = undefined;
      this.#receiver
        .subscribe(toAll, toLeader)
        .then(() => this.#ask({ joins: true }), this.#failed);
    };
    this.#receiver.on("ready", listen);
    if (this.#receiver.status === "ready") listen();
  }

  publish(...[batch]: Parameters<MarketRelay["publish"]>): void {
    this.#send({ batch });
  }

  beat(venueTime: number): void {
    this.#send({ now: venueTime });
  }

  want(...[board, topic]: Parameters<MarketRelay["want"]>): void {
    const now = this.#options.timers.monotonic();
    const key = JSON.stringify([board, topic]);
    if (now - (this.#wanted.get(key) ?? Number.NEGATIVE_INFINITY) < WANT_AGAIN_MS) return;
    this.#wanted.set(key, now);
    this.#ask({ want: { board, topic } });
  }

  unwant(...about: Parameters<MarketRelay["unwant"]>): void {
    this.#wanted.delete(JSON.stringify(about));
  }

  async close(): Promise<void> {
    this.#handlers = undefined;
    await Promise.all([closeRedis(this.#sender), closeRedis(this.#receiver)]);
  }

  #send(message: Pick<ToAll, "batch" | "now">): void {
    if (!this.#options.leadership.leading) {
      this.#term = undefined;
      return;
    }
    const term = this.#term;
    if (term === undefined) void this.#beginTerm();
    if (term === undefined || term === "asked") return;
    term.sent += 1;
    const text = encodeToAll({ term: term.number, number: term.sent, ...message });
    this.#sender.publish(this.#names.toAll, text).catch(this.#failed);
  }

  async #beginTerm(): Promise<void> {
    this.#term = "asked";
    try {
      const number = await this.#sender.incr(this.#names.term);
      this.#term = { number, sent: 0 };
    } catch (error) {
      this.#term = undefined;
      this.#failed(error);
    }
  }

  #ask(message: ToLeader): void {
    this.#sender.publish(this.#names.toLeader, encodeToLeader(message)).catch(this.#failed);
  }

  #take(message: ToAll | undefined): void {
    if (message === undefined || this.#options.leadership.leading) return;
    // The next time it leads it comes after the one that it hears now.
    this.#term = undefined;
    const { term, number, now, batch } = message;
    const before = this.#heard;
    const at = this.#options.timers.monotonic();
    const isAlive = before !== undefined && at - before.at <= SILENT_MS;
    // One that has woken after its time.
    if (isAlive && term < before.term) return;
    if (!isAlive || term !== before.term || number !== before.number + 1) this.gaps += 1;
    this.#heard = { term, number, at };
    if (now !== undefined) this.#handlers?.hears(now);
    if (batch !== undefined) this.#handlers?.take(batch);
  }

  #receiveRequest(message: ToLeader | undefined): void {
    if (message === undefined || !this.#options.leadership.leading) return;
    const { want, joins = false } = message;
    const state = want && this.#handlers?.wanted(want.board, want.topic);
    if (state !== undefined && state.events.length > 0) this.#send({ batch: state });
    if (joins) for (const batch of this.#handlers?.state() ?? []) this.#send({ batch });
  }

  readonly #failed = (error: unknown): void => {
    const now = this.#options.timers.monotonic();
    if (now < this.#quietUntil) return;
    this.#quietUntil = now + QUIET_MS;
    this.#options.log.warn(
      { err: error },
      "Redis is unavailable: each replica polls the venue itself",
    );
  };
}
