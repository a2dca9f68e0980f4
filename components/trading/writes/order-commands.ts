/**
 * The commands that the venue executes: place, change and cancel orders, and withdraw, from the request for a signature
 * to the outcome. Loaded by `load-orders.ts`.
 */

import { clientText } from "#components/i18n/client-text.ts";
import { changeSummary, orderSummary } from "#components/i18n/order-summary.ts";
import type { WalletStore } from "#components/identity/wallet/wallet-store.ts";
import { isSessionRefusal, readOf } from "#components/trading/account-reads/account-store.ts";
import { afterRefusal } from "#components/trading/signing/after-refusal.ts";
import {
  cancelAllDraft,
  cancelBatchDraft,
  cancelOrderDraft,
  changedSize,
  isolatedMarginDraft,
  modifyOrderDraft,
  placeBatchDraft,
  placeGroupDraft,
  placeOrderDraft,
  updateLeverageDraft,
  type WriteDraft,
  withdrawDraft,
} from "#components/trading/signing/requests.ts";
import type { RequestSignature } from "#components/trading/signing/sign-provider.tsx";
import type { SignRequest } from "#components/trading/signing/sign-request.ts";
import type { Grouping } from "#lib/protocol/enumerations.ts";
import type { PlaceOrderFields } from "#lib/protocol/orders/orders.ts";
import type {
  UpdateIsolatedMarginFields,
  UpdateLeverageFields,
  WithdrawFields,
} from "#lib/protocol/signing/signing.ts";
import type { OrderRecord } from "#lib/protocol/wire/account.ts";
import { showElsewhere } from "./announce-result.ts";
import { orderTracker } from "./browser-order-tracker.ts";
import { type MarketView, markTerms } from "./mark-terms.ts";
import { type Outcome, outcomeOf } from "./outcome.ts";
import type { PlaceOptions, Write, WriteOptions, WriteTarget } from "./write-types.ts";

/** Asks for signatures, and knows whose they are. */
export type Signer = {
  requestSignature: RequestSignature;
  wallet: Pick<WalletStore, "get" | "recheckSession">;
};

/** How it ended, or `undefined` when it was not signed. */
type WriteOutcome = Promise<Outcome | undefined>;

function currentWrites(): readonly Write[] {
  return orderTracker().writes();
}

function onWrites(listener: () => void): () => void {
  return orderTracker().subscribe(listener);
}

/** Names the signed-in account, whose open writes are tracked. */
function setAccount(account: string | undefined): void {
  orderTracker().setAccount(account);
}

function retry(digest: string): Promise<void> {
  return orderTracker().retry(digest);
}

/** Places an order, with `attached` orders under the same signature. */
function place(
  signer: Signer,
  marketView: MarketView,
  order: PlaceOrderFields,
  { attached = [], grouping, ...options }: PlaceOptions = {},
): WriteOutcome {
  const text = clientText("orders");
  const isSingle = attached.length === 0;
  const single = orderSummary(order);
  const summary = isSingle
    ? single
    : text("withAttached", { order: single, count: attached.length });
  const orders = [order, ...attached] as const;
  return write(
    signer,
    {
      title: text(isSingle ? "signOrder" : "signOrders"),
      summary: text("checkFirst"),
      draft: placingDraft(orders, grouping),
      ...markTerms(marketView, orders),
    },
    {
      kind: grouping !== undefined ? "group" : isSingle ? "place" : "batch",
      market: marketOf(orders),
      summary,
      orderIds: [],
      order,
      count: orders.length,
    },
    options,
  );
}

function placingDraft(
  orders: readonly [PlaceOrderFields, ...PlaceOrderFields[]],
  grouping: Grouping | undefined,
): WriteDraft {
  if (grouping !== undefined) return placeGroupDraft(grouping, orders);
  return orders.length === 1 ? placeOrderDraft(orders[0]) : placeBatchDraft(orders);
}

/** An order and what a change asks for. */
export type Modification = { order: OrderRecord; change: { size?: string; price?: string } };

function modify(
  signer: Signer,
  marketView: MarketView,
  { order, change }: Modification,
  options?: WriteOptions,
): WriteOutcome {
  const text = clientText("orders");
  return write(
    signer,
    {
      title: text("signChange"),
      summary: text("checkFirst"),
      draft: modifyOrderDraft(order, change),
      ...markTerms(marketView, [order]),
    },
    {
      kind: "modify",
      market: order.market,
      summary: changeSummary(order, change),
      orderIds: [order.id],
      change: { size: changedSize(order, change), price: change.price ?? null },
      count: 1,
    },
    options,
  );
}

function cancel(signer: Signer, order: OrderRecord, options?: WriteOptions): WriteOutcome {
  const text = clientText("orders");
  const summary = text("cancelOf", { order: orderSummary(order) });
  const { id, market } = order;
  return write(
    signer,
    { title: text("signCancel"), summary, draft: cancelOrderDraft(order) },
    { kind: "cancel", market, summary, orderIds: [id], count: 1 },
    options,
  );
}

/** Cancels at most 100 orders. */
function cancelSome(signer: Signer, orders: readonly OrderRecord[]): WriteOutcome {
  const text = clientText("orders");
  const summary = text("cancelSome", { count: orders.length });
  const orderIds = orders.map(({ id }) => id);
  return write(
    signer,
    { title: text("signCancel"), summary, draft: cancelBatchDraft(orders) },
    { kind: "cancel-batch", market: marketOf(orders), summary, orderIds, count: orders.length },
  );
}

/** Cancels all orders of a market, or of every market when `market` is null. */
function cancelAll(signer: Signer, market: string | null): WriteOutcome {
  const text = clientText("orders");
  const summary = market === null ? text("cancelAllEverywhere") : text("cancelAllIn", { market });
  const orderIds = ordersSeenOpen(signer.wallet.get().sessionAddress, market);
  return write(
    signer,
    { title: text("signCancel"), summary, draft: cancelAllDraft(market) },
    { kind: "cancel-all", market, summary, orderIds, count: 0 },
  );
}

/** Withdraws USDC to the account's own wallet. Only that wallet can sign it. */
function withdraw(signer: Signer, withdrawal: WithdrawFields): WriteOutcome {
  const text = clientText("orders");
  const { amount } = withdrawal;
  const summary = text("withdrawal", { amount });
  return write(
    signer,
    // The form explained it, so the wallet is asked at once.
    { title: text("signWithdrawal"), summary, draft: withdrawDraft(withdrawal), direct: true },
    { kind: "withdraw", market: null, summary, orderIds: [], count: 0, amount },
  );
}

/** Sets the leverage of the account in a market. */
function setLeverage(signer: Signer, change: UpdateLeverageFields): WriteOutcome {
  const text = clientText("orders");
  const { market, leverage, mode } = change;
  const key = mode === "ISOLATED" ? "leverageOfIsolated" : "leverageOf";
  const summary = text(key, { market, leverage: leverage.toString() });
  return write(
    signer,
    { title: text("signLeverage"), summary, draft: updateLeverageDraft(change) },
    { kind: "leverage", market, summary, orderIds: [], count: 0, leverage, mode },
    // The dialog was the review.
    { review: false },
  );
}

/** Adds margin to an isolated position, or removes it. */
function changeMargin(signer: Signer, change: UpdateIsolatedMarginFields): WriteOutcome {
  const text = clientText("orders");
  const { market, amount } = change;
  const removes = amount.startsWith("-");
  const summary = text(removes ? "marginRemovedFrom" : "marginAddedTo", {
    market,
    amount: removes ? amount.slice(1) : amount,
  });
  return write(
    signer,
    { title: text("signMargin"), summary, draft: isolatedMarginDraft(change) },
    { kind: "margin", market, summary, orderIds: [], count: 0, amount },
    // The dialog was the review.
    { review: false },
  );
}

// oxlint-disable-next-line max-params -- options come from the person, the rest describes the write
async function write(
  { requestSignature, wallet }: Signer,
  request: SignRequest,
  target: WriteTarget,
  options: WriteOptions = {},
): WriteOutcome {
  const tracker = orderTracker();
  const { sessionAddress } = wallet.get();
  const shown = sessionAddress ? tracker.showSigning(target, sessionAddress) : undefined;
  try {
    const { quiet = false, ...shownOptions } = options;
    const signed = await requestSignature({ ...request, ...shownOptions });
    if (!signed) return undefined;
    if (quiet) showElsewhere(signed.digest);
    // The tracker reads results as the account that signed, also on a page without `useRecoverWrites`.
    tracker.setAccount(wallet.get().sessionAddress);
    const end = tracker.send(signed, target, (code) => {
      afterRefusal(signed, code);
      if (isSessionRefusal(code)) void wallet.recheckSession();
    });
    shown?.();
    return outcomeOf(target, await end);
  } finally {
    shown?.();
  }
}

function marketOf(orders: readonly { market: string }[]): string | null {
  const markets = new Set(orders.map(({ market }) => market));
  const [only = null] = markets;
  return markets.size === 1 ? only : null;
}

/** Open orders that this page has read and shown. */
function ordersSeenOpen(account: string | undefined, market: string | null): string[] {
  const seen = readOf(account, "orders").data ?? [];
  return seen
    .filter((order) => order.status !== "CLOSED" && (market === null || order.market === market))
    .map(({ id }) => id);
}

/** One object, so that a single load brings every command. */
export const orderCommands = {
  currentWrites,
  onWrites,
  setAccount,
  retry,
  place,
  modify,
  cancel,
  cancelSome,
  cancelAll,
  withdraw,
  setLeverage,
  changeMargin,
};
