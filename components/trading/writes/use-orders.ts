"use client";

import { useCallback, useEffect, useMemo, useSyncExternalStore } from "react";
import { clientText } from "#components/i18n/client-text.ts";
import { useWallet, useWalletStore } from "#components/identity/wallet/wallet-provider.tsx";
import { useMarket, useMarketStore } from "#components/trading/live/market-stream.tsx";
import { useRequestSignature } from "#components/trading/signing/sign-provider.tsx";
import { MAX_PRESS_AGE_MS } from "#components/trading/signing/sign-request.ts";
import { notify } from "#components/ui/notify.ts";
import type { PlaceOrderFields } from "#lib/protocol/orders/orders.ts";
import type {
  UpdateIsolatedMarginFields,
  UpdateLeverageFields,
  WithdrawFields,
} from "#lib/protocol/signing/signing.ts";
import type { OrderRecord } from "#lib/protocol/wire/account.ts";
import {
  currentWrites,
  followWrites,
  loadOrderCommands,
  noWrites,
  type OrderCommands,
  onWrites,
} from "./load-orders.ts";
import type { MarketView } from "./mark-terms.ts";
import type { Signer } from "./order-commands.ts";
import type { Outcome } from "./outcome.ts";
import type { PlaceOptions, Write, WriteOptions } from "./write-types.ts";

export type { Outcome } from "./outcome.ts";
export type { Write, WriteOptions } from "./write-types.ts";

/** Writes of the signed-in account that are being signed or sent, and those that ended in the last 10 s. */
export function useWrites(): readonly Write[] {
  useRecoverWrites();
  const { sessionAddress } = useWallet();
  const writes = useSyncExternalStore(onWrites, currentWrites, noWrites);
  return useMemo(
    () => writes.filter(({ account }) => account === sessionAddress),
    [writes, sessionAddress],
  );
}

/** One write of any account. The component renders only when that write changes. */
export function useOneWrite(
  choose: (writes: readonly Write[]) => Write | undefined,
): Write | undefined {
  return useSyncExternalStore(
    onWrites,
    () => choose(currentWrites()),
    () => undefined,
  );
}

/** Sends the bytes of an unknown write again, without a new signature. The write's row shows the result. */
export function useRetryWrite(): (digest: string) => Promise<void> {
  return useCallback((digest) => withOrderCommands(({ retry }) => retry(digest)), []);
}

/**
 * Signs and sends an order, with `attached` orders under the same signature. Resolves to its outcome, or `undefined`
 * when it was not signed.
 */
export function usePlaceOrder(): (
  order: PlaceOrderFields,
  options?: PlaceOptions,
) => Promise<Outcome | undefined> {
  const signer = useSigner();
  const marketView = useMarketView();
  return useCallback(
    (order, options) =>
      withOrderCommands(({ place }, late) =>
        place(signer, marketView, order, { ...options, ...late }),
      ),
    [signer, marketView],
  );
}

/**
 * Changes size or price of an open order, which keeps its id. A refused change leaves the order as it was. `price` of
 * an order that waits for its trigger is the trigger price.
 */
export function useModifyOrder(): (
  order: OrderRecord,
  change: { size?: string; price?: string },
  options?: WriteOptions,
) => Promise<Outcome | undefined> {
  const signer = useSigner();
  const marketView = useMarketView();
  return useCallback(
    (order, change, options) =>
      withOrderCommands(({ modify }, late) =>
        modify(signer, marketView, { order, change }, { ...options, ...late }),
      ),
    [signer, marketView],
  );
}

/** Signs and sends a cancellation. An old mark does not block it. */
export function useCancelOrder(): (
  order: OrderRecord,
  options?: WriteOptions,
) => Promise<Outcome | undefined> {
  const signer = useSigner();
  return useCallback(
    (order, options) =>
      withOrderCommands(({ cancel }, late) => cancel(signer, order, { ...options, ...late })),
    [signer],
  );
}

/** Cancels several orders, at most 100, under one signature. */
export function useCancelOrders(): (
  orders: readonly OrderRecord[],
) => Promise<Outcome | undefined> {
  const signer = useSigner();
  return useCallback(
    (orders) => withOrderCommands(({ cancelSome }) => cancelSome(signer, orders)),
    [signer],
  );
}

/**
 * Cancels every open order of the account in one market, or in all with null, including orders that this page has not
 * seen.
 */
export function useCancelAllOrders(): (market: string | null) => Promise<Outcome | undefined> {
  const signer = useSigner();
  return useCallback(
    (market) => withOrderCommands(({ cancelAll }) => cancelAll(signer, market)),
    [signer],
  );
}

/** Signs and sends a withdrawal of USDC. */
export function useWithdraw(): (withdrawal: WithdrawFields) => Promise<Outcome | undefined> {
  const signer = useSigner();
  return useCallback(
    (withdrawal) => withOrderCommands(({ withdraw }) => withdraw(signer, withdrawal)),
    [signer],
  );
}

/** Signs and sends the leverage of the account in a market. */
export function useSetLeverage(): (change: UpdateLeverageFields) => Promise<Outcome | undefined> {
  const signer = useSigner();
  return useCallback(
    (change) => withOrderCommands(({ setLeverage }) => setLeverage(signer, change)),
    [signer],
  );
}

/** Signs and sends a change of the margin of an isolated position. */
export function useChangeMargin(): (
  change: UpdateIsolatedMarginFields,
) => Promise<Outcome | undefined> {
  const signer = useSigner();
  return useCallback(
    (change) => withOrderCommands(({ changeMargin }) => changeMargin(signer, change)),
    [signer],
  );
}

/** Tracks writes that were open when the last page closed. */
export function useRecoverWrites(): void {
  const { sessionAddress } = useWallet();
  useEffect(() => followWrites(sessionAddress), [sessionAddress]);
}

/**
 * Runs a command once its code is loaded. After a long load the order is shown for review. A failed load shows a toast.
 */
async function withOrderCommands<Result>(
  act: (commands: OrderCommands, late: WriteOptions) => Promise<Result>,
): Promise<Result | undefined> {
  const pressedAt = performance.now();
  const commands = await loadOrderCommands().catch(() => undefined);
  if (commands)
    return act(commands, performance.now() - pressedAt > MAX_PRESS_AGE_MS ? { review: true } : {});
  notify({ tone: "bad", text: clientText("ui")("loadFailed") });
  return undefined;
}

function useSigner(): Signer {
  const requestSignature = useRequestSignature();
  const wallet = useWalletStore();
  return useMemo(() => ({ requestSignature, wallet }), [requestSignature, wallet]);
}

function useMarketView(): MarketView {
  const market = useMarket();
  const store = useMarketStore();
  return useMemo(() => ({ market, store }), [market, store]);
}
