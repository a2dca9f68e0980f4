/** The writes of this page, on this page's browser. */

import { ensureClock } from "#components/data/clock-guard.ts";
import { readJson, sendJson } from "#components/data/http.ts";
import { serverNow } from "#components/data/server-clock.ts";
import { refreshAccount } from "#components/trading/account-state/account-store.ts";
import { notify } from "#components/ui/notify.ts";
import { openIntentStorage } from "./intent-storage.ts";
import {
  type AcquireLock,
  OrderTracker,
  type WriteChannel,
  type WriteMessage,
} from "./order-tracker.ts";
import { outcomeOf } from "./outcome.ts";

/** The project's rule for every write: later than this its answer is not waited for, and it is unknown. */
const ANSWER_TIMEOUT_MS = 5_000;
const CLOCK_RETRY_MS = 2_000;
const CHANNEL = "svc-orders";

let store: OrderTracker | undefined;

/** One a page, made at the first call, which must be in a browser. What earlier pages left is taken up then. */
export function browserWrites(): OrderTracker {
  if (store) return store;
  store = new OrderTracker({
    clock: { now: serverNow, known: clockKnown, steady: () => performance.now(), wait },
    storage: openIntentStorage(browserIndexedDb()),
    transport: {
      send: ({ method, path, headers, body }) =>
        sendJson(path, { method, headers, body }, ANSWER_TIMEOUT_MS),
      read: (url) => readJson(url),
    },
    channel: "BroadcastChannel" in window ? openChannel() : undefined,
    // Locks are there in secure contexts only.
    acquireLock: "locks" in navigator ? acquireLock : undefined,
  });
  dropOldVersion();
  const made = store;
  void made.recover();
  // What a tab left that closed meanwhile is taken up by the one that is looked at next, not only by the next page.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void made.recover();
  });
  return made;
}

/** The venue's time is asked for until it is answered. */
async function clockKnown(): Promise<void> {
  while (!(await ensureClock())) await wait(CLOCK_RETRY_MS);
}

/** Reading the property alone throws where the browser closes it to the page. */
function browserIndexedDb(): IDBFactory | undefined {
  try {
    return window.indexedDB;
  } catch {
    return undefined;
  }
}

/** Writes that an earlier version kept there are older than their window by the time this one is loaded. */
function dropOldVersion(): void {
  try {
    localStorage.removeItem("svc.pending-writes");
  } catch {
    // Closed to the page: then nothing was kept there.
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

function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, Math.max(0, milliseconds));
    signal?.addEventListener("abort", done);
  });
}

/** Says how writes end, and reads the account again at once, on this page. */
let isListening = false;

/** This page's writes; their ends are told, and refresh what was read of the account. */
export function pageWrites(): OrderTracker {
  const store = browserWrites();
  if (!isListening) {
    isListening = true;
    store.onSettled(({ write, result, announce }) => {
      void refreshAccount();
      // Another tab has said it; here the tables show it.
      if (!announce) return;
      const { tone, text } = outcomeOf(write, result);
      notify({ tone, text, detail: write.summary });
    });
  }
  return store;
}
