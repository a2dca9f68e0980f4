/** The leading tab's part: it holds the streams, remembers the last state, and passes everything on. */
import { isRecord } from "#lib/protocol/is-record.ts";
import { hasEnded, isAccount } from "./account-follow.ts";
import type { Environment } from "./environment.ts";
import { parseJson } from "./events.ts";
import type { Follow } from "./stream-plan.ts";
import { type Frame, type Link, Pool } from "./stream-pool.ts";
import type { LeaderContent, LeaderMessage, TabMessage } from "./tab-messages.ts";

/** Closed tabs are found by a roll call at this interval. */
const ROLL_CALL_MS = 60_000;

export type LeaderOptions = {
  env: Environment;
  tab: string;
  /** Larger than the term of any earlier leader. */
  term: number;
  post: (message: LeaderMessage) => void;
  /** The same message for the leading tab itself. */
  onFrame: (frame: Frame) => void;
  onLink: (link: Link) => void;
};

export class Leader {
  readonly #options: LeaderOptions;
  readonly #memory = new Memory();
  readonly #pool: Pool;
  readonly #tabs = new Map<string, { follows: readonly Follow[]; heardAt: number }>();
  #seq = 0;
  #rollCallAt: number;

  constructor(options: LeaderOptions) {
    this.#options = options;
    this.#rollCallAt = options.env.now();
    this.#pool = new Pool({
      env: options.env,
      onFrame: (frame) => {
        this.#memory.put(frame);
        if (this.#isWantedElsewhere(frame.market)) this.#say({ kind: "frame", frame });
        options.onFrame(frame);
        this.tick();
      },
      onLink: () => {
        this.#say({ kind: "pulse" });
        options.onLink(this.#pool.link);
      },
    });
  }

  get link(): Link {
    return this.#pool.link;
  }

  /** Opens what this tab follows, and asks the other tabs what they follow. */
  start(follows: readonly Follow[]): void {
    this.follow(follows);
    this.#say({ kind: "lead" });
  }

  /** Sets what the leading tab itself follows. */
  follow(follows: readonly Follow[]): void {
    this.#tabs.set(this.#options.tab, { follows, heardAt: Number.POSITIVE_INFINITY });
    this.#followAll();
  }

  /** The last states of the followed markets, and the whole state of an account. */
  stateOf(follows: readonly Follow[]): Frame[] {
    return follows.flatMap((follow) => this.#memory.of(follow));
  }

  onTabMessage(message: TabMessage): void {
    if (message.kind === "leave") this.#tabs.delete(message.tab);
    else this.#hearWant(message);
    this.#followAll();
    this.tick();
  }

  tick(): void {
    const now = this.#options.env.now();
    this.#rollCallAt = Math.min(this.#rollCallAt, now);
    if (now - this.#rollCallAt >= ROLL_CALL_MS) {
      for (const [tab, { heardAt }] of this.#tabs) {
        if (heardAt < this.#rollCallAt) this.#tabs.delete(tab);
      }
      this.#rollCallAt = now;
      this.#followAll();
      this.#say({ kind: "lead" });
    }
    this.#pool.tick();
    this.#memory.keepOnly(this.#pool.markets);
  }

  wake(): void {
    this.#pool.wake();
  }

  stop(): void {
    this.#pool.stop();
  }

  #hearWant({ tab, follows, state, wake }: Extract<TabMessage, { kind: "want" }>): void {
    this.#tabs.set(tab, { follows, heardAt: this.#options.env.now() });
    if (wake) this.#pool.wake();
    this.#say(state ? { kind: "state", tab, frames: this.stateOf(follows) } : { kind: "pulse" });
  }

  #followAll(): void {
    const wanted = [...this.#tabs.values()].flatMap(({ follows }) => follows);
    this.#pool.follow(wanted);
    this.#memory.keepOnly(this.#pool.markets);
  }

  /** The events of an account are only for tabs that follow it. */
  #isWantedElsewhere(market: string): boolean {
    return [...this.#tabs].some(
      ([tab, { follows }]) =>
        tab !== this.#options.tab &&
        (!isAccount(market) || follows.some((follow) => follow.market === market)),
    );
  }

  #say(content: LeaderContent): void {
    this.#seq += 1;
    const { term, post } = this.#options;
    post({ term, seq: this.#seq, link: this.#pool.link, ...content });
  }
}

/** One-time events: what they add up to is read from its history. */
const NO_STATE: ReadonlySet<string> = new Set(["trades", "hb", "fill", "transfer", "funding"]);

/**
 * The last message of each kind, so that a new subscription does not wait for the next change. Of an account: the last
 * message of each position and open order behind the `reset`, in the order of a stream that begins.
 */
export class Memory {
  readonly #frames = new Map<string, { interval: string; frame: Frame }>();

  put(frame: Frame): void {
    if (NO_STATE.has(frame.event)) return;
    if (isAccount(frame.market)) return this.#putRecord(frame);
    const interval = frame.event === "kline" ? intervalOf(frame.text) : "";
    this.#frames.set(`${frame.market} ${frame.event} ${interval}`, { interval, frame });
  }

  #putRecord(frame: Frame): void {
    const { market, event, text } = frame;
    const data = parseJson(text);
    if (!isRecord(data)) return;
    // The whole state follows, or none.
    if (event === "reset" || event === "followed") this.#forget((one) => one === market);
    const key = `${market} ${event} ${String(data.id ?? data.market)}`;
    if (hasEnded(event, data)) this.#frames.delete(key);
    else this.#frames.set(key, { interval: "", frame });
  }

  /** The last states of a market, with bars of the wanted intervals. */
  of({ market, intervals }: Follow): Frame[] {
    return [...this.#frames.values()]
      .filter(
        ({ frame, interval }) =>
          frame.market === market &&
          (interval === "" || intervals.some((wanted) => wanted === interval)),
      )
      .map(({ frame }) => frame);
  }

  /** Forgets markets that are no longer followed, whose state would age. */
  keepOnly(markets: ReadonlySet<string>): void {
    this.#forget((market) => !markets.has(market));
  }

  #forget(isOver: (market: string) => boolean): void {
    for (const [key, { frame }] of this.#frames) {
      if (isOver(frame.market)) this.#frames.delete(key);
    }
  }
}

/** The interval of a bar, read without parsing the JSON, because bars arrive several times a second. */
function intervalOf(text: string): string {
  return /"interval":\s*"(\w+)"/.exec(text)?.[1] ?? "";
}
