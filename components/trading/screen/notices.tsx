"use client";

import { useSyncExternalStore } from "react";
import {
  type ClockSkew,
  clockSkew,
  onClockSkew,
  SKEW_NOTICE_MS,
} from "#components/data/server-clock.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { useStatus } from "./status.ts";

/** A stream this silent counts as lost, whatever the browser reports about the network. */
const QUIET_S = 5;

/** Shows that no data arrives, because the network is down or the service does not answer, or that it arrives late. */
export function OfflineNotice() {
  const text = useText("shell");
  const online = useSyncExternalStore(onNetwork, isOnline, () => true);
  const { connection, streamSeconds } = useStatus();
  // Browsers report offline with a second network working, and online without a connection: the data decides.
  const quiet = streamSeconds === undefined || streamSeconds >= QUIET_S;
  if (!online && (quiet || connection === "reconnecting"))
    return <NoticeBar text={text("offline")} />;
  if (connection === "reconnecting" && quiet) return <NoticeBar text={text("unreachable")} />;
  if (connection === "polling") return <NoticeBar text={text("heldBack")} />;
  return null;
}

function isOnline(): boolean {
  return navigator.onLine;
}

function onNetwork(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

const UNKNOWN: ClockSkew = { state: "unknown" };

/** Shows that this computer's clock is far off. Orders still work, because they carry the venue's time. */
export function ClockNotice() {
  const text = useText("shell");
  const skew = useSyncExternalStore(onClockSkew, clockSkew, () => UNKNOWN);
  if (skew.state === "failed") return <NoticeBar text={text("clockUnknown")} />;
  if (skew.state !== "measured" || Math.abs(skew.skewMs) <= SKEW_NOTICE_MS) return null;
  const seconds = Math.round(Math.abs(skew.skewMs) / 1000);
  return <NoticeBar text={text(skew.skewMs > 0 ? "clockBehind" : "clockAhead", { seconds })} />;
}

function NoticeBar({ text }: { text: string }) {
  return (
    <output className="pointer-events-auto border-y border-warn-line bg-warn-soft px-3 py-1 text-center text-2xs text-warn">
      {text}
    </output>
  );
}
