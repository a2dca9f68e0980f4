"use client";

import { useSearchParams } from "next/navigation";
import { useMemo, useSyncExternalStore } from "react";
import { formatView, type PartnerView, parseView } from "./view.ts";

export type PartnerViewState = {
  view: PartnerView;
  /** A filter: the address changes, and the way back is not one step longer. */
  change: (next: Partial<PartnerView>) => void;
  /** Something that opens: the way back closes it. */
  open: (next: Partial<PartnerView>) => void;
};

/** The view in the address; changing it writes the address, and no page is asked of the server. */
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

/** The reader's own zone, an IANA name; undefined on the server, which has another, and until the browser has taken its page over. */
export function useReaderZone(): string | undefined {
  return useSyncExternalStore(never, readerZone, nowhere);
}

const never = () => () => {};
const nowhere = () => undefined;

function readerZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
}

/** From the address and not from what is drawn: a second change may come before the first one is. */
function addressWith(next: Partial<PartnerView>): string {
  const view = parseView(new URLSearchParams(window.location.search));
  const search = formatView({ ...view, ...next });
  return search === "" ? window.location.pathname : `?${search}`;
}
