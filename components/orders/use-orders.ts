"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useSyncExternalStore } from "react";
import { refreshAccount } from "#components/account/queries.ts";
import { figure, grouped } from "#components/format.ts";
import { cancelOrderDraft, placeOrderDraft } from "#components/signing/requests.ts";
import { useRequestSignature } from "#components/signing/sign-provider.tsx";
import { notify } from "#components/ui/notify.ts";
import { useWallet } from "#components/wallet/wallet-provider.tsx";
import type { CancelReason, OrderRecord } from "#lib/protocol/orders.ts";
import type { PlaceOrderFields } from "#lib/protocol/signing.ts";
import {
  onPendingWrites,
  type PendingWrite,
  pendingWrites,
  recoverWrites,
  sendWrite,
  type WriteResult,
  type WriteTarget,
} from "./order-writes.ts";

/** The one sentence that tells how a write ended. */
export type Outcome = { tone: "good" | "bad" | "neutral"; text: string };

const NOTHING: readonly PendingWrite[] = [];

/** Writes that have left this page and are not yet settled. */
export function usePendingWrites(): readonly PendingWrite[] {
  return useSyncExternalStore(onPendingWrites, pendingWrites, () => NOTHING);
}

/** Signs and sends an order. Answers how it ended, or `undefined` when it was not signed. */
export function usePlaceOrder(): (order: PlaceOrderFields) => Promise<Outcome | undefined> {
  const requestSignature = useRequestSignature();
  const client = useQueryClient();
  return useCallback(
    async (order) => {
      const summary = orderSummary(order);
      const signed = await requestSignature({
        title: "Sign the order",
        summary: `${summary}.`,
        draft: placeOrderDraft(order),
      });
      if (!signed) return undefined;
      const target = { kind: "place", market: order.market, summary, orderId: undefined } as const;
      const result = await sendWrite(signed, target);
      return announce(client, target, result);
    },
    [client, requestSignature],
  );
}

export function useCancelOrder(): (order: OrderRecord) => Promise<Outcome | undefined> {
  const requestSignature = useRequestSignature();
  const client = useQueryClient();
  return useCallback(
    async (order) => {
      const summary = `Cancel ${orderSummary(order).toLowerCase()}`;
      const signed = await requestSignature({
        title: "Sign the cancellation",
        summary: `${summary}.`,
        draft: cancelOrderDraft(order),
      });
      if (!signed) return undefined;
      const target = { kind: "cancel", market: order.market, summary, orderId: order.id } as const;
      const result = await sendWrite(signed, target);
      return announce(client, target, result);
    },
    [client, requestSignature],
  );
}

/** On a new page: finds out what became of writes that were in flight when the last one closed. */
export function useRecoverWrites(): void {
  const { sessionAddress } = useWallet();
  const client = useQueryClient();
  useEffect(() => {
    if (!sessionAddress) return;
    recoverWrites(sessionAddress, (write, result) => announce(client, write, result));
  }, [sessionAddress, client]);
}

export function orderSummary(
  order: Pick<OrderRecord, "side" | "market" | "order_type"> & {
    size: string;
    price: string | null;
  },
): string {
  const side = order.side === "BUY" ? "Buy" : "Sell";
  const at = order.price === null ? "at market" : `at ${grouped(order.price)}`;
  return `${side} ${order.size} ${order.market} ${at}`;
}

function announce(client: QueryClient, target: WriteTarget, result: WriteResult): Outcome {
  void refreshAccount(client);
  const outcome = outcomeOf(target, result);
  notify({ ...outcome, detail: target.summary });
  return outcome;
}

export function outcomeOf(target: WriteTarget, result: WriteResult): Outcome {
  if (result.state === "rejected") {
    return { tone: "bad", text: `Rejected (${result.code}): ${result.message}` };
  }
  if (result.state === "never-arrived") {
    return {
      tone: "neutral",
      text: "It never reached the venue, and can not any more. Nothing was placed or changed.",
    };
  }
  if (target.kind === "cancel") return cancelOutcome(result.order);
  return placeOutcome(result.order);
}

function placeOutcome(order: OrderRecord): Outcome {
  const filled = /[1-9]/.test(order.filled_size);
  const fill = `${order.filled_size} at ${figure(order.avg_fill_price, decimalsOf(order))}`;
  if (order.status !== "CLOSED") {
    return filled
      ? { tone: "good", text: `Partly filled: ${fill}. The rest is open.` }
      : { tone: "good", text: "The order is open." };
  }
  if (order.cancel_reason === "") return { tone: "good", text: `Filled: ${fill}.` };
  const why = CANCEL_REASONS[order.cancel_reason];
  return filled
    ? { tone: "neutral", text: `Partly filled: ${fill}. The rest ended: ${why}.` }
    : { tone: "neutral", text: `Not filled: ${why}.` };
}

function cancelOutcome(order: OrderRecord): Outcome {
  return order.cancel_reason === "" && order.status === "CLOSED"
    ? { tone: "neutral", text: "The order had filled before it could be cancelled." }
    : { tone: "good", text: "The order is cancelled." };
}

/** Why an order ended, in words. */
export const CANCEL_REASONS: Record<CancelReason, string> = {
  "": "filled",
  IOC_UNFILLED: "nothing more to trade with at once (IOC)",
  FOK_NOT_FILLABLE: "it could not fill completely at once (FOK)",
  NO_LIQUIDITY: "no orders to trade with",
  PRICE_BAND: "the next price is outside the band around the mark",
  USER_CANCELED: "cancelled",
  SELF_TRADE: "it would have traded with your own order",
  NOT_ENOUGH_MARGIN: "not enough margin",
  REDUCE_ONLY_INVALID: "nothing left to reduce",
};

function decimalsOf(order: OrderRecord): number {
  const fraction = order.avg_fill_price?.split(".")[1];
  return Math.min(fraction?.length ?? 0, 4);
}
