/** Connects the trading keys of this browser with their store, the clocks, the other tabs and the user's input. */

import { clockIsKnown } from "#components/data/clock-guard.ts";
import { onClockSkew, serverNow } from "#components/data/server-clock.ts";
import { clientText } from "#components/i18n/client-text.ts";
import { notify } from "#components/ui/notify.ts";
import { hasNativeKeys } from "./key-pair.ts";
import { type KeyEnd, memoryKeyStore, openKeyStore } from "./key-store.ts";
import { showTradingKey } from "./key-view.ts";
import { idlePreference } from "./preferences.ts";
import { NoTradingKey, TradingKeys } from "./trading-keys.ts";

const CHANNEL = "svc.trading-key";
const ACTIVITY = "svc.trading-key.activity.";

export type BrowserKeys = {
  keys: TradingKeys;
  /** Why a signature could not be made, as a sentence. */
  failureText: (error: unknown) => string;
};

export async function openBrowserKeys(): Promise<BrowserKeys> {
  // A key that IndexedDB cannot store lives in this tab, and ends with it.
  const store = (await hasNativeKeys())
    ? await openKeyStore().catch(() => memoryKeyStore())
    : memoryKeyStore();
  const channel = new BroadcastChannel(CHANNEL);
  const keys: TradingKeys = new TradingKeys({
    venueNow: () => (clockIsKnown() ? serverNow() : undefined),
    now: Date.now,
    store,
    activity: activityStore(),
    idleMs: () => Number(idlePreference.get()) * 60_000,
    show: (account, state) => showTradingKey(account, state),
    announce: () => channel.postMessage("changed"),
    onEnd: notifyEnd,
  });
  const reload = () => void keys.reload().catch(() => undefined);
  channel.addEventListener("message", reload);
  idlePreference.subscribe(reload);
  onClockSkew(() => {
    if (clockIsKnown()) void keys.endExpired().catch(() => undefined);
  });
  followInput(keys, reload);
  return { keys, failureText };
}

function notifyEnd(reason: KeyEnd): void {
  notify({ tone: reason === "refused" ? "bad" : "neutral", text: endText(reason) });
}

function endText(reason: KeyEnd): string {
  const text = clientText("tradingKey");
  switch (reason) {
    case "expired":
      return text("toldExpired");
    case "idle":
      return text("toldIdle", { minutes: idlePreference.get() });
    case "refused":
      return text("toldRefused");
    case "stopped":
      return text("toldStopped");
  }
}

function failureText(error: unknown): string {
  if (error instanceof NoTradingKey && error.reason) return endText(error.reason);
  return clientText("tradingKey")(error instanceof NoTradingKey ? "toldGone" : "toldUnread");
}

/** Follows the user's input; events that scripts dispatch are not input. */
function followInput(keys: TradingKeys, reload: () => void): void {
  const touch = (event: Event) => {
    if (event.isTrusted) keys.touch();
  };
  for (const name of ["pointerdown", "keydown", "wheel", "touchstart"]) {
    window.addEventListener(name, touch, { capture: true, passive: true });
  }
  // Timers pause while a computer sleeps: a key that expired meanwhile ends before the first click.
  document.addEventListener("visibilitychange", reload);
  window.addEventListener("focus", reload);
  window.addEventListener("pageshow", reload);
}

/** The last input per account: shared by the tabs, and read synchronously for each signature. */
function activityStore() {
  const ownTab = new Map<string, number>();
  return {
    read: (account: string) => {
      const stored = readNumber(`${ACTIVITY}${account}`);
      const own = ownTab.get(account);
      if (stored === undefined || own === undefined) return stored ?? own;
      return Math.max(stored, own);
    },
    write: (account: string, at: number) => {
      ownTab.set(account, at);
      try {
        localStorage.setItem(`${ACTIVITY}${account}`, at.toString());
      } catch {
        // Without storage the activity is kept in this tab's memory.
      }
    },
    forget: (account: string) => {
      ownTab.delete(account);
      try {
        localStorage.removeItem(`${ACTIVITY}${account}`);
      } catch {
        // Without storage nothing was kept.
      }
    },
  };
}

function readNumber(name: string): number | undefined {
  try {
    const text = localStorage.getItem(name);
    return text !== null && /^\d{1,16}$/.test(text) ? Number(text) : undefined;
  } catch {
    return undefined;
  }
}
