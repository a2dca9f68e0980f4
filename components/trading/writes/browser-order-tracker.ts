/** The order tracker of this page, connected to the browser's storage, locks and channel, and to its toasts. */

import { ensureClock } from "#components/data/clock-guard.ts";
import { readJson, sendJson } from "#components/data/http.ts";
import { serverNow } from "#components/data/server-clock.ts";
import { browserIndexedDb } from "#components/data/stored-records.ts";
import { wait } from "#components/data/wait.ts";
import { showWrite } from "#components/trading/account-reads/shown-writes.ts";
import { announceResult } from "./announce-result.ts";
import { openIntentStorage } from "./intent-storage.ts";
import {
  type AcquireLock,
  OrderTracker,
  type WriteChannel,
  type WriteMessage,
} from "./order-tracker.ts";

/** After this time a write counts as unanswered, and its state as unknown. */
const ANSWER_TIMEOUT_MS = 5_000;
const CLOCK_RETRY_MS = 2_000;
const CHANNEL = "svc-orders";

let tracker: OrderTracker | undefined;

/**
 * The one tracker of the page, created by the first call, in a browser only. It resumes what earlier pages left open.
 */
export function orderTracker(): OrderTracker {
  if (tracker) return tracker;
  const made = new OrderTracker({
    clock: { now: serverNow, known: clockKnown, steady: () => performance.now(), wait },
    storage: openIntentStorage(browserIndexedDb()),
    transport: {
      send: ({ method, path, headers, body }) =>
        sendJson(path, { method, headers, body }, ANSWER_TIMEOUT_MS),
      read: (url) => readJson(url),
    },
    channel: "BroadcastChannel" in window ? openChannel() : undefined,
    // Browsers offer locks in secure contexts only.
    acquireLock: "locks" in navigator ? acquireLock : undefined,
  });
  tracker = made;
  announceResults(made);
  dropOldVersion();
  void made.recover();
  // A page that becomes visible resumes writes of tabs that have been closed since.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void made.recover();
  });
  return made;
}

/** Each write that ends shows in the account's reads, and one tab of the browser shows a toast about it. */
function announceResults(made: OrderTracker): void {
  made.onSettled(({ write, result, announce }) => {
    void showWrite(result.state === "accepted" ? result.orders : []);
    if (announce) void announceResult({ write, result });
  });
}

/** Retries until the venue's time is known. */
async function clockKnown(): Promise<void> {
  while (!(await ensureClock())) await wait(CLOCK_RETRY_MS);
}

/** Removes writes that the localStorage version left behind: their signatures have expired. */
function dropOldVersion(): void {
  try {
    localStorage.removeItem("svc.pending-writes");
  } catch {
    // Storage is denied to the page, so nothing was ever kept in it.
  }
}

function openChannel(): WriteChannel {
  const channel = new BroadcastChannel(CHANNEL);
  return {
    post: (message) => channel.postMessage(message),
    listen: (listener) => {
      channel.onmessage = ({ data }: MessageEvent<WriteMessage>) => listener(data);
    },
  };
}

const acquireLock: AcquireLock = (name, signal) =>
  new Promise((resolve, reject) => {
    navigator.locks
      .request(name, { signal }, () => new Promise<void>((release) => resolve(release)))
      .catch(reject);
  });
