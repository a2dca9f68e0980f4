/**
 * Market streams over one connection a browser, however many tabs are open. HTTP/1.1 allows six connections to an
 * origin, orders included, and the server limits streams by address.
 *
 * One tab leads: it holds a Web Lock and the connection, and sends every message to the others over a BroadcastChannel.
 * Another tab takes over when the leader closes (the browser passes the lock on) or hangs (the other tabs ask twice,
 * then steal the lock). Whenever an event may have been lost, `epoch` changes: states are sent again, and one-time
 * events (fills, closed bars) are read from their history.
 */
import type { KlineInterval } from "#lib/protocol/kline.ts";
import type { StreamEvent as ServerEvent } from "#lib/protocol/market/market-data.ts";
import { type AccountEventName, isAccount } from "./account-follow.ts";
import { Election, LeaderWatch } from "./election.ts";
import type { ChannelLike, Environment } from "./environment.ts";
import { parseEvent, type StreamEvent } from "./events.ts";
import { Leader } from "./leader.ts";
import type { ConnectionState } from "./stream-connection.ts";
import type { Follow } from "./stream-plan.ts";
import type { Frame, Link } from "./stream-pool.ts";
import { type LeaderMessage, readMessage, SHARED_NAME, type TabMessage } from "./tab-messages.ts";

export type StreamState = {
  connection: ConnectionState;
  /** Changes each time events may have been missed, once the stream is open again. */
  epoch: number;
};

export type Subscription = {
  /** A symbol, `ALL` for the list feed, or an account (`accountMarket`). */
  market: string;
  /** Intervals of the wanted bars. */
  intervals: readonly KlineInterval[];
  /**
   * Called with the current state first, then with every change. `at` is when this browser received it, Unix
   * milliseconds.
   */
  onEvent: (event: StreamEvent, at: number) => void;
  /**
   * Called with each event of the account, as its JSON text: first `reset` and the whole state, up to `margin`. Each
   * whole state begins with another `reset`.
   */
  onAccountEvent?: (name: AccountEventName, text: string) => void;
  onState: (state: StreamState) => void;
};

export type Subscribed = {
  setIntervals: (intervals: readonly KlineInterval[]) => void;
  release: () => void;
};

const TICK_MS = 500;
/** A timer that is this late means that the computer slept. */
const ASLEEP_MS = 5_000;
/** How long the page stays connected without a subscription: the next view may start one. */
const STAY_MS = 2_000;

type Subscriber = {
  subscription: Subscription;
  follow: Follow;
  lastState: StreamState | undefined;
};
type Joined = { channel: ChannelLike | undefined; election: Election | undefined };

export class StreamClient {
  readonly #env: Environment;
  readonly #sharedName: string;
  readonly #tab: string;
  readonly #subscribers = new Set<Subscriber>();
  readonly #leaderWatch: LeaderWatch;
  #joined: Joined | undefined;
  #leader: Leader | undefined;
  #connection: ConnectionState = "connecting";
  #tickedAt: number;
  #idleSince: number | undefined;
  #stopTicking: (() => void) | undefined;

  /** `sharedName` names the lock and the channel. Tabs with another name are independent. */
  constructor(env: Environment, sharedName: string = SHARED_NAME) {
    this.#env = env;
    this.#sharedName = sharedName;
    this.#tab = `${env.now().toString(36)}-${env.random().toString(36).slice(2)}`;
    this.#leaderWatch = new LeaderWatch(env.now());
    this.#tickedAt = env.now();
    env.watchPage({
      onWake: (why) => this.#wake(why),
      onLeave: () => this.#leave("reconnecting"),
      onReturn: () => this.#return(),
    });
  }

  /** Whether the connection is this tab's own; `undefined` while there is none. */
  get leads(): boolean | undefined {
    if (this.#leader) return true;
    return this.#joined && this.#connection !== "connecting" ? false : undefined;
  }

  subscribe(subscription: Subscription): Subscribed {
    const { market, intervals } = subscription;
    const one: Subscriber = { subscription, follow: { market, intervals }, lastState: undefined };
    this.#subscribers.add(one);
    this.#idleSince = undefined;
    if (!this.#stopTicking) {
      this.#tickedAt = this.#env.now();
      this.#stopTicking = this.#env.every(TICK_MS, () => this.#tick());
    }
    this.#notify(one);
    if (this.#joined) this.#followMore(one);
    else this.#join();
    return {
      setIntervals: (next) => {
        if (next.join() === one.follow.intervals.join()) return;
        one.follow = { market, intervals: next };
        this.#followMore(one);
      },
      release: () => {
        this.#subscribers.delete(one);
        if (this.#subscribers.size === 0) this.#idleSince = this.#env.now();
        if (this.#leader) this.#leader.follow(this.#follows());
        else this.#say({ state: false, wake: false });
      },
    };
  }

  #join(): void {
    const { shared } = this.#env;
    this.#leaderWatch.wasAway(this.#env.now());
    if (!shared) {
      this.#lead({ channel: undefined, election: undefined });
      return;
    }
    const channel = shared.openChannel(this.#sharedName);
    channel.onmessage = ({ data }) => this.#onMessage(data);
    const election = new Election({
      locks: shared.locks,
      name: this.#sharedName,
      onWon: () => this.#lead({ channel, election }),
      onLost: () => this.#follow(),
      onRefused: () => {
        channel.close();
        this.#lead({ channel: undefined, election: undefined });
      },
    });
    this.#joined = { channel, election };
    election.join();
    this.#say({ state: true, wake: false });
  }

  #lead(joined: Joined): void {
    this.#joined = joined;
    const term = Math.max(this.#env.now(), this.#leaderWatch.term + 1);
    this.#leaderWatch.lead(term);
    this.#leader = new Leader({
      env: this.#env,
      tab: this.#tab,
      term,
      post: (message) => joined.channel?.postMessage(message),
      onFrame: (frame) => this.#deliver(frame, this.#subscribers),
      onLink: (link) => this.#onLink(link),
    });
    this.#onLink(this.#leader.link);
    this.#leader.start(this.#follows());
  }

  /** Another tab leads; this one waits for the lock again. */
  #follow(): void {
    this.#leader?.stop();
    this.#leader = undefined;
    this.#joined?.election?.leave();
    this.#joined?.election?.join();
    this.#say({ state: true, wake: false });
  }

  #leave(until: ConnectionState): void {
    const { channel, election } = this.#joined ?? {};
    this.#joined = undefined;
    this.#leader?.stop();
    this.#leader = undefined;
    const message: TabMessage = { kind: "leave", tab: this.#tab };
    channel?.postMessage(message);
    election?.leave();
    channel?.close();
    this.#setConnection(until);
  }

  #return(): void {
    if (!this.#joined && this.#subscribers.size > 0) this.#join();
  }

  #wake(why: "visible" | "online" | "slept"): void {
    if (!this.#joined) this.#return();
    else if (this.#leader) this.#leader.wake();
    // A visible page has been kept up to date, or its leader answers within a second.
    else this.#say({ state: false, wake: why !== "visible" || this.#connection !== "open" });
  }

  #tick(): void {
    const now = this.#env.now();
    const slept = now - this.#tickedAt > ASLEEP_MS;
    this.#tickedAt = now;
    if (this.#idleSince !== undefined && now - this.#idleSince >= STAY_MS) this.#end();
    if (!this.#joined) return;
    if (slept) this.#wake("slept");
    if (this.#leader) this.#leader.tick();
    else this.#checkLeader(this.#joined);
  }

  #end(): void {
    this.#idleSince = undefined;
    this.#stopTicking?.();
    this.#stopTicking = undefined;
    this.#leave("connecting");
  }

  #checkLeader({ election }: Joined): void {
    const next = this.#leaderWatch.nextStep(this.#env.now());
    if (next === "ask") this.#say({ state: false, wake: false });
    if (next === "take") election?.take();
  }

  #onMessage(data: unknown): void {
    const message = readMessage(data);
    if (!message || !this.#joined) return;
    if (!("term" in message)) this.#leader?.onTabMessage(message);
    else this.#onLeader(message);
  }

  #onLeader(message: LeaderMessage): void {
    const heard = this.#leaderWatch.accept(message, this.#env.now());
    if (heard === "stale") return;
    // Only a tab that has stolen the lock sends a later term.
    if (this.#leader) this.#follow();
    else if (heard !== "next" || message.kind === "lead") {
      this.#say({ state: heard !== "next" && message.kind !== "state", wake: false });
    }
    // First the state: when events were missed, those that follow may be the whole state.
    this.#setConnection(message.link.connection);
    if (message.kind === "frame") this.#deliver(message.frame, this.#subscribers);
    if (message.kind === "state" && message.tab === this.#tab) {
      for (const frame of message.frames) this.#deliver(frame, this.#subscribers);
    }
  }

  #onLink(link: Link): void {
    this.#leaderWatch.note(link);
    this.#setConnection(link.connection);
  }

  #setConnection(connection: ConnectionState): void {
    this.#connection = connection;
    for (const one of this.#subscribers) this.#notify(one);
  }

  #notify(one: Subscriber): void {
    const state = { connection: this.#connection, epoch: this.#leaderWatch.epoch };
    if (one.lastState?.connection === state.connection && one.lastState.epoch === state.epoch)
      return;
    one.lastState = state;
    one.subscription.onState(state);
  }

  /** Sends what is known at once to a new or extended subscription. */
  #followMore(one: Subscriber): void {
    if (!this.#leader) {
      this.#say({ state: true, wake: false });
      return;
    }
    this.#leader.follow(this.#follows());
    for (const frame of this.#leader.stateOf([one.follow])) this.#deliver(frame, [one]);
  }

  #follows(): Follow[] {
    return [...this.#subscribers].map(({ follow }) => follow);
  }

  #say({ state, wake }: { state: boolean; wake: boolean }): void {
    const follows = this.#follows();
    const message: TabMessage = { kind: "want", tab: this.#tab, follows, state, wake };
    this.#joined?.channel?.postMessage(message);
  }

  /** Heartbeats have no market and go to everyone. */
  #deliver({ market, event: name, text, at }: Frame, to: Iterable<Subscriber>): void {
    const wanting = [...to].filter(({ follow }) => market === "" || follow.market === market);
    if (wanting.length === 0) return;
    if (isAccount(market)) {
      for (const { subscription } of wanting)
        subscription.onAccountEvent?.(name as AccountEventName, text);
      return;
    }
    const event = parseEvent(market, name as ServerEvent, text);
    if (!event) return;
    for (const { follow, subscription } of wanting) {
      if (event.name === "kline" && !follow.intervals.includes(event.data.interval)) continue;
      subscription.onEvent(event, at);
    }
  }
}
