"use client";

import { useEffect, useState } from "react";
import { serverNow } from "#components/data/server-clock.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import type { FeatureText } from "#components/i18n/sources.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import { useTradingKeyState } from "./use-trading-key.ts";

const STEP_MS = 10_000;
/** The remaining idle time is shown below this. */
const IDLE_SOON_MS = 300_000;

/** The key's state as text; `soon` when it is about to end. */
export function useTradingKeyStatus(): {
  state: string;
  detail: string | undefined;
  soon: boolean;
} {
  const text = useText("tradingKey");
  const key = useTradingKeyState();
  const [now, setNow] = useState(() => ({ local: Date.now(), venue: serverNow() }));
  useEffect(() => {
    const update = () => setNow({ local: Date.now(), venue: serverNow() });
    update();
    if (key.state !== "live") return;
    const timer = setInterval(update, STEP_MS);
    return () => clearInterval(timer);
  }, [key]);
  const labels = {
    live: text("stateLive"),
    none: text("stateNone"),
    expired: text("stateExpired"),
    idle: text("stateIdle"),
    unavailable: text("stateUnavailable"),
  };
  const state = labels[key.state];
  if (key.state !== "live" || key.expiresAt === undefined || key.idleAt === undefined) {
    return { state, detail: undefined, soon: false };
  }
  const left = key.expiresAt - now.venue;
  const idle = key.idleAt - now.local;
  const soon = idle < IDLE_SOON_MS && idle < left;
  const detail = soon
    ? text("idleLeft", { time: remainingText(idle, text) })
    : text("timeLeft", { time: remainingText(left, text) });
  return { state, detail, soon };
}

/** A remaining time in its two largest units. */
function remainingText(milliseconds: number, text: FeatureText<"tradingKey">): string {
  const minutes = Math.floor(milliseconds / MINUTE_MS);
  if (minutes < 1) return text("underMinute");
  const hours = Math.floor(minutes / 60);
  if (hours < 1) return text("minutes", { minutes });
  const days = Math.floor(hours / 24);
  if (days < 1) return text("hours", { hours, minutes: minutes % 60 });
  return text("days", { days, hours: hours % 24 });
}
