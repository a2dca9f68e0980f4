"use client";

import { useState } from "react";
import { useCanSign } from "#components/account/readiness.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { useMarket } from "#components/market-stream/market-stream.tsx";
import { useCancelAllOrders, useCancelOrders } from "#components/orders/use-orders.ts";
import { Button } from "#components/ui/button.tsx";
import type { OrderRecord } from "#lib/protocol/orders.ts";

/** The venue takes so many in one signature. */
const MOST_AT_ONCE = 100;

type CancelManyProps = {
  rows: readonly OrderRecord[];
  chosen: readonly OrderRecord[];
  onDone: () => void;
};

/** Cancels what is chosen, all of this market, or all: one signature each. */
export function CancelMany({ rows, chosen, onDone }: CancelManyProps) {
  const text = useText("account");
  const { symbol } = useMarket();
  const canSign = useCanSign();
  const cancelSome = useCancelOrders();
  const cancelAll = useCancelAllOrders();
  const [busy, setBusy] = useState(false);
  const run = (work: () => Promise<unknown>) => {
    if (busy) return;
    setBusy(true);
    void work().finally(() => setBusy(false));
  };
  const shared = {
    size: "xs",
    disabled: !canSign,
    "aria-disabled": busy,
    title: canSign ? undefined : text("connectToSign"),
  } as const;
  const isHere = rows.some(({ market }) => market === symbol);
  const isElsewhere = rows.some(({ market }) => market !== symbol);
  return (
    <>
      {chosen.length > 0 ? (
        <Button
          {...shared}
          tone="primary"
          onClick={() =>
            run(async () => {
              const outcome = await cancelSome(chosen.slice(0, MOST_AT_ONCE));
              if (outcome !== undefined) onDone();
            })
          }
        >
          {text("cancelChosen", { count: Math.min(chosen.length, MOST_AT_ONCE) })}
        </Button>
      ) : null}
      {isHere ? (
        <Button {...shared} onClick={() => run(() => cancelAll(symbol))}>
          {text("cancelAllHere", { market: symbol })}
        </Button>
      ) : null}
      {isElsewhere ? (
        <Button {...shared} onClick={() => run(() => cancelAll(null))}>
          {text("cancelAllMarkets")}
        </Button>
      ) : null}
    </>
  );
}
