"use client";

import { useCallback, useRef, useState } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { useCanSign } from "#components/trading/account-state/readiness.ts";
import { useOpenOrders } from "#components/trading/account-state/use-account.ts";
import { useMarket } from "#components/trading/live/market-stream.tsx";
import {
  type Outcome,
  useCancelAllOrders,
  useCancelOrders,
} from "#components/trading/writes/use-orders.ts";
import { Button } from "#components/ui/button.tsx";
import { giveFocusBack, placeOf } from "#components/ui/dialog.tsx";
import type { OrderRecord } from "#lib/protocol/orders.ts";

/** The venue takes so many in one signature. */
const MOST_AT_ONCE = 100;

type CancelManyProps = {
  rows: readonly OrderRecord[];
  chosen: readonly OrderRecord[];
  /** Told which orders are cancelled. */
  onDone: (ids: readonly string[]) => void;
};

/** Cancels what is chosen, all of this market, or all: one signature each. */
export function CancelMany({ rows, chosen, onDone }: CancelManyProps) {
  const text = useText("account");
  const { symbol } = useMarket();
  const canSign = useCanSign();
  const open = useOpenOrders().data ?? [];
  const cancelSome = useCancelOrders();
  const cancelAll = useCancelAllOrders();
  const [busy, setBusy] = useState(false);
  const { keep, leave } = useKeptFocus();
  const run = async (orders: readonly OrderRecord[], work: () => Promise<Outcome | undefined>) => {
    if (busy) return;
    const ids = orders.map(({ id }) => id);
    leave(ids);
    setBusy(true);
    const outcome = await work().finally(() => setBusy(false));
    if (outcome?.state === "accepted") onDone(ids);
  };
  const shared = {
    ref: keep,
    size: "xs",
    disabled: !canSign,
    "aria-disabled": busy,
    title: canSign ? undefined : text("connectToSign"),
  } as const;
  const first = chosen.slice(0, MOST_AT_ONCE);
  const isHere = ({ market }: OrderRecord) => market === symbol;
  const here = rows.filter(isHere);
  // Filters hide orders from the table, and not from the venue.
  const hidden = open.length - rows.length;
  const hiddenHere = open.filter(isHere).length - here.length;
  const count = { count: first.length };
  return (
    <>
      {first.length > 0 ? (
        <Button {...shared} tone="primary" onClick={() => void run(first, () => cancelSome(first))}>
          {chosen.length > first.length
            ? text("cancelChosenPart", { ...count, total: chosen.length })
            : text("cancelChosen", count)}
        </Button>
      ) : null}
      {here.length > 0 ? (
        <Button {...shared} onClick={() => void run(here, () => cancelAll(symbol))}>
          {hiddenHere > 0
            ? text("cancelAllHereHidden", { market: symbol, count: hiddenHere })
            : text("cancelAllHere", { market: symbol })}
        </Button>
      ) : null}
      {here.length < rows.length ? (
        <Button {...shared} onClick={() => void run(rows, () => cancelAll(null))}>
          {hidden > 0
            ? text("cancelAllMarketsHidden", { count: hidden })
            : text("cancelAllMarkets")}
        </Button>
      ) : null}
    </>
  );
}

/**
 * A button that goes with what it has cancelled leaves its focus to the first row that stays, or to the table's place.
 * `keep` is the button's ref; `leave` is told what it is about to cancel.
 */
function useKeptFocus() {
  const leaving = useRef<ReadonlySet<string>>(new Set());
  const keep = useCallback(
    (button: HTMLButtonElement) => () => {
      // Asked before the button leaves the page; afterwards nothing has the focus.
      if (document.activeElement !== button) return;
      const place = placeOf(button);
      queueMicrotask(() => {
        if (!button.isConnected) giveFocusBack([...stayingRow(place, leaving.current), ...place]);
      });
    },
    [],
  );
  const leave = useCallback((ids: readonly string[]) => {
    leaving.current = new Set(ids);
  }, []);
  return { keep, leave };
}

function stayingRow(place: readonly Element[], leaving: ReadonlySet<string>): HTMLElement[] {
  const region = place.find((element) => element.isConnected && element.matches("[role=tabpanel]"));
  const rows = region?.querySelectorAll<HTMLElement>("tr[data-row]") ?? [];
  const row = [...rows].find(({ dataset }) => !leaving.has(dataset["row"] ?? ""));
  return row === undefined ? [] : [row];
}
