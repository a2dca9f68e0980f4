"use client";

import { useCallback, useState } from "react";
import { usePlaceOrder } from "#components/trading/writes/use-orders.ts";
import type { PositionRecord } from "#lib/protocol/wire/account.ts";
import { closeOrder } from "./position-orders.ts";

/** Closes a position by a reduce-only market order. `review` false: the key was pressed twice. */
export function useClosePosition(): {
  close: (position: PositionRecord, options?: { review?: boolean }) => Promise<void>;
  busy: boolean;
} {
  const place = usePlaceOrder();
  const [busy, setBusy] = useState(false);
  const close = useCallback(
    async (position: PositionRecord, options?: { review?: boolean }) => {
      setBusy(true);
      try {
        await place(closeOrder(position), options);
      } finally {
        setBusy(false);
      }
    },
    [place],
  );
  return { close, busy };
}
