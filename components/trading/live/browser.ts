/** Connects the stream client to this browser. */

import { ShortStreams } from "#components/data/short-streams.ts";
import type { Environment, PageLife } from "./environment.ts";
import { StreamClient } from "./stream-client.ts";

let client: StreamClient | undefined;

/** The one client of the page, created by the first call. Tabs of the browser share its connection. */
export function streamClient(): StreamClient {
  client ??= new StreamClient(browserEnvironment());
  return client;
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
    openSource: (url) => new EventSource(url),
    openShort: (url) => new ShortStreams(url),
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
