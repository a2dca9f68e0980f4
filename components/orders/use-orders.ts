"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useSyncExternalStore } from "react";
import { isSessionRefusal, refreshAccount } from "#components/account/queries.ts";
import { figure, grouped } from "#components/format.ts";
import { freshness } from "#components/market-stream/freshness.ts";
import type { MarketStore } from "#components/market-stream/market-store.ts";
import { useMarket, useMarketStore } from "#components/market-stream/market-stream.tsx";
import { serverNow } from "#components/server-clock.ts";
import type { SignRequest } from "#components/signing/asking.ts";
import { cancelOrderDraft, placeOrderDraft } from "#components/signing/requests.ts";
import { useRequestSignature } from "#components/signing/sign-provider.tsx";
import { notify } from "#components/ui/notify.ts";
import { useWallet, useWalletStore } from "#components/wallet/wallet-provider.tsx";
import type { CancelReason, OrderRecord } from "#lib/protocol/orders.ts";
import type { PlaceOrderFields } from "#lib/protocol/signing.ts";
import {
  onPendingWrites,
  type PendingWrite,
  pendingWrites,
  recoverWrites,
  sendWrite,
  setWritesReader,
  type WriteResult,
  type WriteTarget,
} from "./order-writes.ts";

/** The one sentence that tells how a write ended. */
export type Outcome = { tone: "good" | "bad" | "neutral"; text: string };

const NOTHING: readonly PendingWrite[] = [];

/** Writes of the signed-in account that have left this page and are not yet settled. */
export function usePendingWrites(): readonly PendingWrite[] {
  const { sessionAddress } = useWallet();
  const writes = useSyncExternalStore(onPendingWrites, pendingWrites, () => NOTHING);
  return useMemo(
    () => writes.filter((write) => write.account === sessionAddress),
    [writes, sessionAddress],
  );
}

/** Signs and sends an order. Answers how it ended, or `undefined` when it was not signed. */
export function usePlaceOrder(): (order: PlaceOrderFields) => Promise<Outcome | undefined> {
  const write = useSignedWrite();
  const market = useMarket();
  const store = useMarketStore();
  return useCallback(
    (order) => {
      const summary = orderSummary(order);
      // Another market's mark is not followed here: the venue itself judges an order there.
      const here = order.market === market.symbol;
      return write(
        {
          title: "Sign the order",
          summary: "Check it before you sign. The wallet itself shows only a digest.",
          draft: placeOrderDraft(order),
          terms: here ? { market, mark: () => store.get("mark") } : undefined,
          obstacle: here ? () => staleMark(store) : undefined,
        },
        { kind: "place", market: order.market, summary, orderId: undefined },
      );
    },
    [write, market, store],
  );
}

/** Signs and sends a cancellation; an old mark is no obstacle to that. */
export function useCancelOrder(): (order: OrderRecord) => Promise<Outcome | undefined> {
  const write = useSignedWrite();
  return useCallback(
    (order) => {
      const whole = orderSummary(order);
      const summary = `Cancel ${whole.charAt(0).toLowerCase()}${whole.slice(1)}`;
      return write(
        { title: "Sign the cancellation", summary: `${summary}.`, draft: cancelOrderDraft(order) },
        { kind: "cancel", market: order.market, summary, orderId: order.id },
      );
    },
    [write],
  );
}

function useSignedWrite(): (
  request: SignRequest,
  target: WriteTarget,
) => Promise<Outcome | undefined> {
  const requestSignature = useRequestSignature();
  const client = useQueryClient();
  const store = useWalletStore();
  return useCallback(
    async (request, target) => {
      const signed = await requestSignature(request);
      if (!signed) return undefined;
      const result = await sendWrite(signed, target);
      if (result.state === "rejected" && isSessionRefusal(result.code)) void store.recheckSession();
      return announce(client, target, result);
    },
    [client, requestSignature, store],
  );
}

/** On a new page: finds out what became of writes that were in flight when the last one closed. */
export function useRecoverWrites(): void {
  const { sessionAddress } = useWallet();
  const client = useQueryClient();
  useEffect(() => {
    setWritesReader(sessionAddress);
    if (!sessionAddress) return;
    recoverWrites(sessionAddress, (write, result) => announce(client, write, result));
  }, [sessionAddress, client]);
}

function staleMark(store: MarketStore): string | undefined {
  const clock = { now: Date.now(), serverNow: serverNow() };
  const state = freshness(store.markTimes, store.get("connection"), clock);
  return state === "live" ? undefined : "The mark is not up to date: orders are locked.";
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
    if (result.code === "SIGN_IN_REQUIRED")
      return { tone: "bad", text: "Your session has ended: the venue did not get this. Sign in." };
    if (result.code === "ACCOUNT_MISMATCH")
      return { tone: "bad", text: "Another account is signed in: the venue did not get this." };
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
  if (order.status !== "CLOSED")
    return { tone: "bad", text: "The venue still has the order open. Try again." };
  if (order.cancel_reason === "USER_CANCELED")
    return { tone: "good", text: "The order is cancelled." };
  return order.cancel_reason === ""
    ? { tone: "neutral", text: "The order had filled before it could be cancelled." }
    : { tone: "neutral", text: `The order had ended: ${CANCEL_REASONS[order.cancel_reason]}.` };
}

/** Why an order ended, in words. */
export const CANCEL_REASONS: Record<CancelReason, string> = {
  "": "filled",
  IOC_UNFILLED: "nothing more to trade with at once (IOC)",
  FOK_NOT_FILLABLE: "it could not fill completely at once (FOK)",
  NO_LIQUIDITY: "no orders to trade with",
  PRICE_BAND: "the next price is outside the band around the mark",
  USER_CANCELED: "cancelled",
  SCHEDULED_CANCEL: "cancelled by its timer",
  SIGNER_REVOKED: "the key that signed it was revoked",
  SELF_TRADE: "it would have traded with your own order",
  NOT_ENOUGH_MARGIN: "not enough margin",
  REDUCE_ONLY_INVALID: "nothing left to reduce",
  LIQUIDATION: "the account was being liquidated",
  MARKET_CLOSED: "the market takes no such orders now",
};

function decimalsOf(order: OrderRecord): number {
  const fraction = order.avg_fill_price?.split(".")[1];
  return Math.min(fraction?.length ?? 0, 4);
}
