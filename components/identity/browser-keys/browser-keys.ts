/** The trading keys of this browser: the store, the clocks, the other tabs and the person's input, joined together. */

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
  /** What to tell a person of a signature that was not made. */
  failureText: (error: unknown) => string;
};

export async function openBrowserKeys(): Promise<BrowserKeys> {
  // A key that a database can not take lives in this tab, and ends with it.
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
    tell: tellEnd,
  });
  // A storage that fails now is asked again at the next occasion.
  const reload = () => void keys.reload().catch(() => undefined);
  channel.addEventListener("message", reload);
  idlePreference.subscribe(reload);
  onClockSkew(() => {
    if (clockIsKnown()) void keys.judge().catch(() => undefined);
  });
  followInput(keys, reload);
  return { keys, failureText };
}

function tellEnd(reason: KeyEnd): void {
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

/** What a person does with a hand on a device; what scripts do is no input. */
function followInput(keys: TradingKeys, reload: () => void): void {
  const touch = (event: Event) => {
    if (event.isTrusted) keys.touch();
  };
  for (const name of ["pointerdown", "keydown", "wheel", "touchstart"]) {
    window.addEventListener(name, touch, { capture: true, passive: true });
  }
  // Timers stand still while a computer sleeps: what has ended meanwhile ends before the first click.
  document.addEventListener("visibilitychange", reload);
  window.addEventListener("focus", reload);
  window.addEventListener("pageshow", reload);
}

/** Shared by the tabs, and as readable for each signature as a variable. */
function activityStore() {
  const here = new Map<string, number>();
  return {
    read: (account: string) => {
      const stored = readNumber(`${ACTIVITY}${account}`);
      const own = here.get(account);
      if (stored === undefined || own === undefined) return stored ?? own;
      return Math.max(stored, own);
    },
    write: (account: string, at: number) => {
      here.set(account, at);
      try {
        localStorage.setItem(`${ACTIVITY}${account}`, at.toString());
      } catch {
        // Then this tab's own memory has to do.
      }
    },
    forget: (account: string) => {
      here.delete(account);
      try {
        localStorage.removeItem(`${ACTIVITY}${account}`);
      } catch {
        // Nothing was kept.
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
