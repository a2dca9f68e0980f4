"use client";

import { useCallback } from "react";
import { clientText } from "#components/i18n/client-text.ts";
import { readOf } from "#components/trading/account-reads/account-store.ts";
import { lastWriteShown } from "#components/trading/account-reads/shown-writes.ts";
import { currentWrites } from "#components/trading/writes/load-orders.ts";
import { usePlaceOrder } from "#components/trading/writes/use-orders.ts";
import { notify } from "#components/ui/notify.ts";
import type { PositionRecord } from "#lib/protocol/wire/account.ts";
import { reverseOrder } from "./position-orders.ts";
import { ReverseGuard } from "./reverse-guard.ts";

/** Shared by all buttons and keys of the page. */
const guard = new ReverseGuard();

/**
 * Reverses the position that was `seen` at the confirmation, if it is unchanged and no other write of its market is
 * open; else it shows why nothing was sent.
 */
export function useReversePosition(): (seen: PositionRecord) => Promise<void> {
  const place = usePlaceOrder();
  return useCallback(
    async (seen) => {
      const { account, market } = seen;
      const now = readOf(account, "positions").data?.find((one) => one.market === market);
      const writes = currentWrites().filter((write) => write.account === account);
      const obstacle = guard.take({ seen, now, writes });
      if (obstacle !== undefined) {
        notify({ tone: "bad", text: clientText("account")(obstacle, { market }) });
        return;
      }
      let isTurned = false;
      try {
        const outcome = await place(reverseOrder(seen), { review: false });
        isTurned = outcome?.state === "accepted";
        if (isTurned) {
          await lastWriteShown();
          const offer = await import("./offer-protection.ts").catch(() => undefined);
          offer?.offerProtection(seen);
        }
      } finally {
        if (!isTurned) guard.release(seen);
      }
    },
    [place],
  );
}
