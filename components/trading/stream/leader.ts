/** The part of the one tab that leads: it holds the streams, remembers the last state, and passes all of it on. */
import type { Environment } from "./environment.ts";
import type { LeaderContent, LeaderMessage, TabMessage } from "./messages.ts";
import type { Follow } from "./plan.ts";
import { type Frame, type Link, Pool } from "./pool.ts";

/** Tabs that closed without a word are found by their silence to a question that is asked this often. */
const ROLL_CALL_MS = 60_000;

export type LeaderOptions = {
  env: Environment;
  tab: string;
  /** Larger than that of any leader before. */
  term: number;
  post: (message: LeaderMessage) => void;
  /** The same, for the leading tab itself. */
  onFrame: (frame: Frame) => void;
  onLink: (link: Link) => void;
};

export class Leader {
  readonly #options: LeaderOptions;
  readonly #memory = new Memory();
  readonly #pool: Pool;
  readonly #tabs = new Map<string, { follows: readonly Follow[]; heardAt: number }>();
  #seq = 0;
  #calledAt: number;

  constructor(options: LeaderOptions) {
    this.#options = options;
    this.#calledAt = options.env.now();
    this.#pool = new Pool({
      env: options.env,
      onFrame: (frame) => {
        this.#memory.put(frame);
        if (this.#tabs.size > 1) this.#say({ kind: "frame", frame });
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

  /** Begins: opens what this tab follows, and asks the others what they do. */
  start(follows: readonly Follow[]): void {
    this.follow(follows);
    this.#say({ kind: "lead" });
  }

  /** What the leading tab itself follows. */
  follow(follows: readonly Follow[]): void {
    this.#tabs.set(this.#options.tab, { follows, heardAt: Number.POSITIVE_INFINITY });
    this.#followAll();
  }

  /** The last state of what is followed here. */
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
    this.#calledAt = Math.min(this.#calledAt, now);
    if (now - this.#calledAt >= ROLL_CALL_MS) {
      for (const [tab, { heardAt }] of this.#tabs) {
        if (heardAt < this.#calledAt) this.#tabs.delete(tab);
      }
      this.#calledAt = now;
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
  }

  #say(content: LeaderContent): void {
    this.#seq += 1;
    const { term, post } = this.#options;
    post({ term, seq: this.#seq, link: this.#pool.link, ...content });
  }
}

/** Fills happen once; the tape is read from its history. */
const NO_STATE: ReadonlySet<string> = new Set(["trades", "hb"]);

export class Memory {
  readonly #frames = new Map<string, { interval: string; frame: Frame }>();

  put(frame: Frame): void {
    if (NO_STATE.has(frame.event)) return;
    const interval = frame.event === "kline" ? intervalOf(frame.text) : "";
    this.#frames.set(`${frame.market} ${frame.event} ${interval}`, { interval, frame });
  }

  /** What is known of a market, with the bars of the wanted intervals. */
  of({ market, intervals }: Follow): Frame[] {
    return [...this.#frames.values()]
      .filter(
        ({ frame, interval }) =>
          frame.market === market &&
          (interval === "" || intervals.some((wanted) => wanted === interval)),
      )
      .map(({ frame }) => frame);
  }

  /** Forgets markets that are not followed any more: their state would grow old here. */
  keepOnly(markets: ReadonlySet<string>): void {
    for (const [key, { frame }] of this.#frames) {
      if (!markets.has(frame.market)) this.#frames.delete(key);
    }
  }
}

/** Every bar names its interval; read without parsing all of it, because bars come several times a second. */
function intervalOf(text: string): string {
  return /"interval":\s*"(\w+)"/.exec(text)?.[1] ?? "";
}
