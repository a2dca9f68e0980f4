"use client";

import { useEffect, useState } from "react";
import { serverNow } from "#components/data/server-clock.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { remainingText } from "./remaining.ts";
import { useTradingKeyState } from "./use-trading-key.ts";

const STEP_MS = 10_000;
/** From here on the coming end is worth a word. */
const IDLE_SOON_MS = 300_000;

/** The key's state as a person reads it; `soon` when it is about to stop. */
export function useKeyWords(): { state: string; detail: string | undefined; soon: boolean } {
  const text = useText("tradingKey");
  const key = useTradingKeyState();
  const [now, setNow] = useState(() => ({ here: Date.now(), venue: serverNow() }));
  useEffect(() => {
    const look = () => setNow({ here: Date.now(), venue: serverNow() });
    look();
    if (key.state !== "live") return;
    const timer = setInterval(look, STEP_MS);
    return () => clearInterval(timer);
  }, [key]);
  const words = {
    live: text("stateLive"),
    none: text("stateNone"),
    expired: text("stateExpired"),
    idle: text("stateIdle"),
    unavailable: text("stateUnavailable"),
  };
  const state = words[key.state];
  if (key.state !== "live" || key.expiresAt === undefined || key.idleAt === undefined) {
    return { state, detail: undefined, soon: false };
  }
  const left = key.expiresAt - now.venue;
  const idle = key.idleAt - now.here;
  const soon = idle < IDLE_SOON_MS && idle < left;
  const detail = soon
    ? text("idleLeft", { time: remainingText(idle, text) })
    : text("timeLeft", { time: remainingText(left, text) });
  return { state, detail, soon };
}
