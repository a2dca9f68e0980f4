"use client";

import { useSyncExternalStore } from "react";
import {
  type ClockSkew,
  clockSkew,
  onClockSkew,
  SKEW_NOTICE_MS,
} from "#components/server-clock.ts";

const UNKNOWN: ClockSkew = { state: "unknown" };

/** Says when this computer's clock is far off: orders carry the venue's time, so they still work. */
export function ClockNotice() {
  const skew = useSyncExternalStore(onClockSkew, clockSkew, () => UNKNOWN);
  if (skew.state === "failed") {
    return (
      <NoticeBar text="The venue's clock could not be read. If this computer's clock is wrong, orders will be refused." />
    );
  }
  if (skew.state !== "measured" || Math.abs(skew.skewMs) <= SKEW_NOTICE_MS) return null;
  const seconds = Math.round(Math.abs(skew.skewMs) / 1000);
  const way = skew.skewMs > 0 ? "behind" : "ahead";
  return (
    <NoticeBar
      text={`This computer's clock is ${seconds} s ${way}. Orders are stamped with the venue's time instead.`}
    />
  );
}

function NoticeBar({ text }: { text: string }) {
  return <output className="bg-warn-soft px-3 py-1 text-center text-2xs text-warn">{text}</output>;
}
