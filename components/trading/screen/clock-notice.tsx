"use client";

import { useSyncExternalStore } from "react";
import {
  type ClockSkew,
  clockSkew,
  onClockSkew,
  SKEW_NOTICE_MS,
} from "#components/data/server-clock.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { NoticeBar } from "./notice-bar.tsx";

const UNKNOWN: ClockSkew = { state: "unknown" };

/** Says when this computer's clock is far off: orders carry the venue's time, so they still work. */
export function ClockNotice() {
  const text = useText("shell");
  const skew = useSyncExternalStore(onClockSkew, clockSkew, () => UNKNOWN);
  if (skew.state === "failed") return <NoticeBar text={text("clockUnknown")} />;
  if (skew.state !== "measured" || Math.abs(skew.skewMs) <= SKEW_NOTICE_MS) return null;
  const seconds = Math.round(Math.abs(skew.skewMs) / 1000);
  return <NoticeBar text={text(skew.skewMs > 0 ? "clockBehind" : "clockAhead", { seconds })} />;
}
