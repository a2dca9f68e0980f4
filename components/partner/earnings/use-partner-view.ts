"use client";

import { useSearchParams } from "next/navigation";
import { useMemo, useSyncExternalStore } from "react";
import { formatView, type PartnerView, parseView } from "./view.ts";

export type PartnerViewState = {
  view: PartnerView;
  /** Replaces the address: for filters, which add no history entry. */
  change: (next: Partial<PartnerView>) => void;
  /** Pushes the address: for dialogs, which the back button closes. */
  open: (next: Partial<PartnerView>) => void;
};

/** The view in the address. Changing it changes the address without a request to the server. */
export function usePartnerView(): PartnerViewState {
  const address = useSearchParams().toString();
  const view = useMemo(() => parseView(new URLSearchParams(address)), [address]);
  return { view, change, open };
}

function change(next: Partial<PartnerView>): void {
  window.history.replaceState(null, "", addressWith(next));
}

function open(next: Partial<PartnerView>): void {
  window.history.pushState(null, "", addressWith(next));
}

/** The user's time zone, an IANA name; undefined on the server and during hydration. */
export function useTimeZone(): string | undefined {
  return useSyncExternalStore(never, timeZone, nowhere);
}

const never = () => () => {};
const nowhere = () => undefined;

function timeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
}

/** Reads the address and not the rendered view, because a second change may come before the next render. */
function addressWith(next: Partial<PartnerView>): string {
  const view = parseView(new URLSearchParams(window.location.search));
  const search = formatView({ ...view, ...next });
  return search === "" ? window.location.pathname : `?${search}`;
}
