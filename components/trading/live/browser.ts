/** Connects the stream client to this browser. */

import type { Environment, PageLife, SourceLike } from "./environment.ts";
import { StreamClient } from "./stream-client.ts";

let client: StreamClient | undefined;

/** The one client of the page, created by the first call. Tabs of the browser share its connection. */
export function streamClient(): StreamClient {
  client ??= new StreamClient(browserEnvironment());
  return client;
}

let openShort: ((url: string) => SourceLike) | undefined;

/** The code is loaded when streams are held back, as behind few proxies. */
function holdBack(): void {
  const wasHeld = openShort !== undefined;
  openShort = undefined;
  if (wasHeld) return;
  import("#components/data/short-streams.ts").then(
    ({ ShortStreams }) => {
      openShort = (url) => new ShortStreams(url, () => (openShort = undefined));
    },
    () => undefined,
  );
}

function browserEnvironment(): Environment {
  // Locks exist in secure contexts only, channels everywhere.
  const locks = "locks" in navigator ? navigator.locks : undefined;
  const shareable = locks !== undefined && "BroadcastChannel" in window;
  return {
    now: () => Date.now(),
    random: () => Math.random(),
    every: (intervalMs, run) => {
      const timer = setInterval(run, intervalMs);
      return () => clearInterval(timer);
    },
    openSource: (url) => openShort?.(url) ?? new EventSource(url),
    holdBack,
    isHeldBack: () => openShort !== undefined,
    shared: shareable ? { locks, openChannel: (name) => new BroadcastChannel(name) } : undefined,
    watchPage,
  };
}

function watchPage({ onWake, onLeave, onReturn }: PageLife): void {
  const shown = () => {
    if (document.visibilityState === "visible") onWake("visible");
  };
  document.addEventListener("visibilitychange", shown);
  window.addEventListener("online", () => onWake("online"));
  // The page goes away or into the back-forward cache. A frozen page runs nothing, so it releases the lock first.
  window.addEventListener("pagehide", onLeave);
  document.addEventListener("freeze", onLeave);
  window.addEventListener("pageshow", onReturn);
  document.addEventListener("resume", onReturn);
}
