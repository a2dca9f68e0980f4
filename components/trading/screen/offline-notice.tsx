"use client";

import { useSyncExternalStore } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { NoticeBar } from "./notice-bar.tsx";
import { useStatus } from "./status.ts";

/** A stream that is as quiet as this is gone, whatever the browser says about the network. */
const QUIET_S = 5;

/** Says that nothing comes: because the computer has no network, or because the service does not answer. */
export function OfflineNotice() {
  const text = useText("shell");
  const online = useSyncExternalStore(onNetwork, isOnline, () => true);
  const { connection, streamSeconds } = useStatus();
  // Browsers call a computer offline whose other network works, and online one that is in a train: the data decides.
  const quiet = streamSeconds === undefined || streamSeconds >= QUIET_S;
  if (!online && (quiet || connection === "reconnecting"))
    return <NoticeBar text={text("offline")} />;
  if (connection === "reconnecting" && quiet) return <NoticeBar text={text("unreachable")} />;
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
