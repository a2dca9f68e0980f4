/** Test doubles: a browser with tabs that can hang, close and freeze, a server, and a manual clock. */
import type { StreamEvent } from "#lib/protocol/market/market-data.ts";
import { type AccountEventName, accountMarket } from "./account-follow.ts";
import type { ChannelLike, Environment, LocksLike, PageLife, SourceLike } from "./environment.ts";

const CLOSED = 2;

/** An EventSource that the test controls. */
export class FakeSource implements SourceLike {
  readyState = 0;
  onopen: ((event: Event) => void) | null = null;
  onerror: ((event: Event) => void) | null = null;
  readonly url: string;
  readonly #run: (task: () => void) => void;
  readonly #listeners = new Map<string, (event: MessageEvent<string>) => void>();

  constructor(url: string, run: (task: () => void) => void = (task) => task()) {
    this.url = url;
    this.#run = run;
  }

  /** The account as it is followed too. */
  get markets(): string[] {
    const { searchParams } = new URL(this.url, "http://app");
    const account = searchParams.get("account");
    const markets = searchParams.get("market")?.split(",") ?? [];
    return account === null ? markets : [...markets, accountMarket(account)];
  }

  addEventListener(name: string, listener: (event: MessageEvent<string>) => void): void {
    this.#listeners.set(name, listener);
  }

  close(): void {
    this.readyState = CLOSED;
  }

  accept(): void {
    this.#ifOpen(() => {
      this.readyState = 1;
      this.onopen?.(new Event("open"));
    });
  }

  /** Answers with an error status: the browser gives up. */
  refuse(): void {
    this.#ifOpen(() => {
      this.readyState = CLOSED;
      this.onerror?.(new Event("error"));
    });
  }

  /** Ends the connection: the browser retries on its own. */
  drop(): void {
    this.#ifOpen(() => {
      this.readyState = 0;
      this.onerror?.(new Event("error"));
    });
  }

  /** Messages name their `market` when the stream carries several. */
  send(event: StreamEvent | AccountEventName, data: unknown, market = ""): void {
    const lastEventId = this.markets.length > 1 || market.startsWith("@") ? market : "";
    const message = new MessageEvent("message", { data: JSON.stringify(data), lastEventId });
    this.#ifOpen(() => this.#listeners.get(event)?.(message));
  }

  #ifOpen(task: () => void): void {
    this.#run(() => {
      if (this.readyState !== CLOSED) task();
    });
  }
}

type Request = { tab: FakeTab; grant: () => Promise<void>; fail: (error: Error) => void };

type Lock = { holder: Request | undefined; queue: Request[] };

/** One tab; `env` is the environment of its page. */
export class FakeTab {
  readonly env: Environment;
  readonly channels: { name: string; channel: ChannelLike }[] = [];
  readonly #browser: FakeBrowser;
  readonly #waiting: (() => void)[] = [];
  #life: PageLife | undefined;
  #state: "running" | "hanging" | "gone" = "running";
  /** Timers of a hidden page run once a minute. */
  hidden = false;

  constructor(browser: FakeBrowser, shared: boolean) {
    this.#browser = browser;
    this.env = {
      now: () => browser.now,
      random: () => browser.nextRandom(),
      every: (intervalMs, run) => browser.every(this, intervalMs, run),
      openSource: (url) => browser.open(this, url),
      holdBack: () => void (browser.heldBack = !browser.heldBack),
      isHeldBack: () => browser.heldBack,
      shared: shared
        ? { locks: browser.locksOf(this), openChannel: (name) => browser.channel(this, name) }
        : undefined,
      watchPage: (life) => {
        this.#life = life;
      },
    };
  }

  get gone(): boolean {
    return this.#state === "gone";
  }

  run(task: () => void): void {
    if (this.#state === "running") this.#browser.tasks.push({ tab: this, task });
    else if (this.#state === "hanging") this.#waiting.push(task);
  }

  /** Blocks the main thread for a while; events wait. */
  hang(): void {
    this.#state = "hanging";
  }

  goOn(): void {
    this.#state = "running";
    for (const task of this.#waiting.splice(0)) this.run(task);
  }

  /** Crashes without a message: the browser closes its streams and passes its locks on. */
  crash(): void {
    this.#state = "gone";
    this.#browser.forget(this);
  }

  putAway(): void {
    this.#life?.onLeave();
  }

  comeBack(): void {
    this.#life?.onReturn();
  }

  wake(why: "visible" | "online"): void {
    this.#life?.onWake(why);
  }
}

export class FakeBrowser {
  now = 1_000_000;
  /** Every stream that was opened. */
  readonly sources: FakeSource[] = [];
  readonly tasks: { tab: FakeTab; task: () => void }[] = [];
  /** Whether the server accepts streams at once; otherwise the test answers them. */
  accepting = true;
  /** Whether streams are read by short answers. */
  heldBack = false;
  /** Which streams the server refuses. */
  refuses: (url: string) => boolean = () => false;
  #randoms = 0;
  readonly #tabs = new Set<FakeTab>();
  readonly #timers = new Set<{ tab: FakeTab; at: number; everyMs: number; run: () => void }>();
  readonly #owners = new Map<FakeSource, FakeTab>();
  readonly #locks = new Map<string, Lock>();

  tab({ shared = true } = {}): FakeTab {
    const tab = new FakeTab(this, shared);
    this.#tabs.add(tab);
    return tab;
  }

  /** Streams that are open at the server. */
  get live(): FakeSource[] {
    return this.sources.filter(({ readyState }) => readyState === 1);
  }

  /** Sends to every stream of a market; heartbeats go to all. */
  send(market: string, event: StreamEvent | AccountEventName, data: unknown): void {
    for (const source of this.live) {
      if (event === "hb" || source.markets.includes(market)) source.send(event, data, market);
    }
  }

  async advance(milliseconds: number): Promise<void> {
    const end = this.now + milliseconds;
    await this.#settle();
    for (;;) {
      const due = [...this.#timers].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at);
      const next = due[0];
      if (!next) break;
      this.now = Math.max(this.now, next.at);
      next.at = this.now + (next.tab.hidden ? 60_000 : next.everyMs);
      next.tab.run(next.run);
      await this.#settle();
    }
    this.now = end;
  }

  every(tab: FakeTab, everyMs: number, run: () => void): () => void {
    const timer = { tab, at: this.now + everyMs, everyMs, run };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  nextRandom(): number {
    this.#randoms += 1;
    return (this.#randoms * 0.618) % 1;
  }

  open(tab: FakeTab, url: string): FakeSource {
    const source = new FakeSource(url, (task) => tab.run(task));
    this.sources.push(source);
    this.#owners.set(source, tab);
    if (this.refuses(url)) source.refuse();
    else if (this.accepting) source.accept();
    return source;
  }

  channel(tab: FakeTab, name: string): ChannelLike {
    let closed = false;
    const channel: ChannelLike = {
      onmessage: null,
      postMessage: (message) => {
        if (closed) throw new DOMException("closed", "InvalidStateError");
        const data: unknown = structuredClone(message);
        for (const other of this.#tabs) {
          if (other === tab) continue;
          for (const one of other.channels) {
            if (one.name !== name) continue;
            other.run(() => one.channel.onmessage?.(new MessageEvent("message", { data })));
          }
        }
      },
      close: () => {
        closed = true;
        channel.onmessage = null;
        tab.channels.splice(0);
      },
    };
    tab.channels.push({ name, channel });
    return channel;
  }

  locksOf(tab: FakeTab): LocksLike {
    return {
      request: (name, { signal, steal }, held) =>
        new Promise<void>((resolve, reject) => {
          const lock = this.#locks.get(name) ?? { holder: undefined, queue: [] };
          this.#locks.set(name, lock);
          const request: Request = {
            tab,
            grant: async () => {
              await held();
              if (lock.holder !== request) return;
              lock.holder = undefined;
              resolve();
              grantNext(lock);
            },
            fail: (error) => tab.run(() => reject(error)),
          };
          signal?.addEventListener("abort", () => {
            // A granted lock cannot be aborted, only released.
            if (!lock.queue.includes(request)) return;
            lock.queue = lock.queue.filter((one) => one !== request);
            reject(new DOMException("given up", "AbortError"));
          });
          if (steal) {
            lock.holder?.fail(new DOMException("taken", "AbortError"));
            lock.holder = undefined;
            lock.queue.unshift(request);
          } else lock.queue.push(request);
          grantNext(lock);
        }),
    };
  }

  forget(tab: FakeTab): void {
    this.#tabs.delete(tab);
    for (const [source, owner] of this.#owners) if (owner === tab) source.close();
    for (const lock of this.#locks.values()) {
      lock.queue = lock.queue.filter((one) => one.tab !== tab);
      if (lock.holder?.tab === tab) lock.holder = undefined;
      grantNext(lock);
    }
  }

  async #settle(): Promise<void> {
    for (;;) {
      const next = this.tasks.shift();
      if (next && !next.tab.gone) next.task();
      await new Promise((resolve) => setImmediate(resolve));
      if (this.tasks.length === 0) return;
    }
  }
}

function grantNext(lock: Lock): void {
  if (lock.holder) return;
  const next = lock.queue.shift();
  lock.holder = next;
  next?.tab.run(() => void next.grant());
}
