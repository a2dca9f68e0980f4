/** What the stream client needs of the browser; replaced in tests. */

/** The part of the browser's EventSource that is used. */
export type SourceLike = {
  readonly readyState: number;
  onopen: ((event: Event) => void) | null;
  onerror: ((event: Event) => void) | null;
  addEventListener(name: string, listener: (event: MessageEvent<string>) => void): void;
  close(): void;
};

export type ChannelLike = {
  onmessage: ((event: MessageEvent<unknown>) => void) | null;
  postMessage(message: unknown): void;
  close(): void;
};

export type LocksLike = {
  request(
    name: string,
    options: { signal?: AbortSignal; steal?: boolean },
    held: () => Promise<void>,
  ): Promise<unknown>;
};

/** What happens to the page. */
export type PageLife = {
  /** It is looked at again, or the network is back. */
  onWake: (why: "looked-at" | "online") => void;
  /** It is put away, perhaps for good: it may hold nothing that others wait for. */
  onLeave: () => void;
  /** It comes back from where it was put. */
  onReturn: () => void;
};

export type Environment = {
  /** Unix milliseconds; the same clock in every tab. */
  now: () => number;
  /** From 0 to 1. */
  random: () => number;
  /** Repeats until it is cancelled. In a hidden page that may be once a minute: nothing may depend on the pace. */
  every: (intervalMs: number, run: () => void) => () => void;
  openSource: (url: string) => SourceLike;
  /** What tabs share; `undefined` where the browser has no locks or no channels. */
  shared: { locks: LocksLike; openChannel: (name: string) => ChannelLike } | undefined;
  watchPage: (life: PageLife) => void;
};
