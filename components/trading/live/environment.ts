/** What the stream client needs from the browser; replaced in tests. */

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

/** Events of the page's life. */
export type PageLife = {
  /** The page is visible or online again. */
  onWake: (why: "visible" | "online") => void;
  /** The page is hidden, perhaps for good, and must release what others wait for. */
  onLeave: () => void;
  /** The page returns from the back-forward cache. */
  onReturn: () => void;
};

export type Environment = {
  /** Unix milliseconds; the same clock in every tab. */
  now: () => number;
  /** From 0 to 1. */
  random: () => number;
  /** Repeats until it is cancelled. In a hidden page perhaps once a minute, so nothing may depend on the rate. */
  every: (intervalMs: number, run: () => void) => () => void;
  openSource: (url: string) => SourceLike;
  /** Has `openSource` read streams by short answers from now on; when it does so already, no more. */
  holdBack: () => void;
  isHeldBack: () => boolean;
  /** What tabs share; `undefined` without locks or channels. */
  shared: { locks: LocksLike; openChannel: (name: string) => ChannelLike } | undefined;
  watchPage: (life: PageLife) => void;
};
