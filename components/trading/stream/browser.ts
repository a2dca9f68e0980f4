/** The stream client of this page, on this page's browser. */
import { StreamClient } from "./client.ts";
import type { Environment, PageLife } from "./environment.ts";

let client: StreamClient | undefined;

/** One a page, made at the first call; its connection is shared with the other tabs of the browser. */
export function streamClient(): StreamClient {
  client ??= new StreamClient(browserEnvironment());
  return client;
}

function browserEnvironment(): Environment {
  // Locks are there in secure contexts only; the channel is older than they are.
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
    shared: shareable ? { locks, openChannel: (name) => new BroadcastChannel(name) } : undefined,
    watchPage,
  };
}

function watchPage({ onWake, onLeave, onReturn }: PageLife): void {
  const shown = () => {
    if (document.visibilityState === "visible") onWake("looked-at");
  };
  document.addEventListener("visibilitychange", shown);
  window.addEventListener("online", () => onWake("online"));
  // Into the back-forward cache or away; a frozen page runs nothing, so it lets go before.
  window.addEventListener("pagehide", onLeave);
  document.addEventListener("freeze", onLeave);
  window.addEventListener("pageshow", onReturn);
  document.addEventListener("resume", onReturn);
}
