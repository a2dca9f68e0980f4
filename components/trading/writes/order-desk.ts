/** Every kind of write of an order, from what a person wants to how it ended. Loaded by `load-orders.ts`. */

import { clientText } from "#components/i18n/client-text.ts";
import { changeSummary, orderSummary } from "#components/i18n/order-summary.ts";
import type { WalletStore } from "#components/identity/wallet/wallet-store.ts";
import { isSessionRefusal, readOf } from "#components/trading/account-state/account-store.ts";
import { afterRefusal } from "#components/trading/signing/after-refusal.ts";
import type { SignRequest } from "#components/trading/signing/asking.ts";
import {
  cancelAllDraft,
  cancelBatchDraft,
  cancelOrderDraft,
  modifyOrderDraft,
  placeBatchDraft,
  placeOrderDraft,
} from "#components/trading/signing/requests.ts";
import type { RequestSignature } from "#components/trading/signing/sign-provider.tsx";
import type { OrderRecord } from "#lib/protocol/orders.ts";
import type { PlaceOrderFields } from "#lib/protocol/signing.ts";
import { pageWrites } from "./announce.ts";
import { type Here, markTerms } from "./mark-terms.ts";
import { type Outcome, outcomeOf } from "./outcome.ts";
import type { Write, WriteOptions, WriteTarget } from "./write-types.ts";

/** Who signs, and for whom. */
export type Hand = {
  requestSignature: RequestSignature;
  wallet: Pick<WalletStore, "get" | "recheckSession">;
};

/** How it ended, or `undefined` when it was not signed. */
type Ending = Promise<Outcome | undefined>;

function writesNow(): readonly Write[] {
  return pageWrites().writes();
}

function onWrites(listener: () => void): () => void {
  return pageWrites().subscribe(listener);
}

/** Names the signed-in account, for which writes are looked for. */
function setReader(account: string | undefined): void {
  pageWrites().setReader(account);
}

function retry(digest: string): Promise<void> {
  return pageWrites().retry(digest);
}

/** `attached` goes with it under one signature. */
function place(
  hand: Hand,
  here: Here,
  order: PlaceOrderFields,
  { attached = [], ...options }: WriteOptions & { attached?: readonly PlaceOrderFields[] } = {},
): Ending {
  const text = clientText("orders");
  const isBatch = attached.length > 0;
  const single = orderSummary(order);
  const summary = isBatch
    ? text("withAttached", { order: single, count: attached.length })
    : single;
  const orders = [order, ...attached];
  return write(
    hand,
    {
      title: text(isBatch ? "signOrders" : "signOrder"),
      summary: text("checkFirst"),
      draft: isBatch ? placeBatchDraft(orders) : placeOrderDraft(order),
      ...markTerms(here, orders),
    },
    {
      kind: isBatch ? "batch" : "place",
      market: marketOf(orders),
      summary,
      orderIds: [],
      order,
      count: orders.length,
    },
    options,
  );
}

/** An order and what a change asks for. */
export type Modification = { order: OrderRecord; change: { size?: string; price?: string } };

function modify(
  hand: Hand,
  here: Here,
  { order, change }: Modification,
  options?: WriteOptions,
): Ending {
  const text = clientText("orders");
  return write(
    hand,
    {
      title: text("signChange"),
      summary: text("checkFirst"),
      draft: modifyOrderDraft(order, change),
      ...markTerms(here, [order]),
    },
    {
      kind: "modify",
      market: order.market,
      summary: changeSummary(order, change),
      orderIds: [order.id],
      change: { size: change.size ?? order.size, price: change.price ?? null },
      count: 1,
    },
    options,
  );
}

function cancel(hand: Hand, order: OrderRecord, options?: WriteOptions): Ending {
  const text = clientText("orders");
  const summary = text("cancelOf", { order: orderSummary(order) });
  const { id, market } = order;
  return write(
    hand,
    { title: text("signCancel"), summary, draft: cancelOrderDraft(order) },
    { kind: "cancel", market, summary, orderIds: [id], count: 1 },
    options,
  );
}

/** At most 100. */
function cancelSome(hand: Hand, orders: readonly OrderRecord[]): Ending {
  const text = clientText("orders");
  const summary = text("cancelSome", { count: orders.length });
  const orderIds = orders.map(({ id }) => id);
  return write(
    hand,
    { title: text("signCancel"), summary, draft: cancelBatchDraft(orders) },
    { kind: "cancel-batch", market: marketOf(orders), summary, orderIds, count: orders.length },
  );
}

/** Null: in every market. */
function cancelAll(hand: Hand, market: string | null): Ending {
  const text = clientText("orders");
  const summary = market === null ? text("cancelAllEverywhere") : text("cancelAllIn", { market });
  const orderIds = ordersSeenOpen(hand.wallet.get().sessionAddress, market);
  return write(
    hand,
    { title: text("signCancel"), summary, draft: cancelAllDraft(market) },
    { kind: "cancel-all", market, summary, orderIds, count: 0 },
  );
}

// oxlint-disable-next-line max-params -- the options are the person's, apart from what the write is
async function write(
  { requestSignature, wallet }: Hand,
  request: SignRequest,
  target: WriteTarget,
  options: WriteOptions = {},
): Ending {
  const writes = pageWrites();
  const { sessionAddress } = wallet.get();
  const shown = sessionAddress ? writes.showSigning(target, sessionAddress) : undefined;
  try {
    const signed = await requestSignature({ ...request, ...options });
    if (!signed) return undefined;
    // Read by the account that signs, on a page that follows no session by itself too.
    writes.setReader(wallet.get().sessionAddress);
    const end = writes.send(signed, target, (code) => {
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

/** Open orders that this page has read: what a person who cancels all has in mind. */
function ordersSeenOpen(account: string | undefined, market: string | null): string[] {
  const seen = readOf(account, "orders").data ?? [];
  return seen
    .filter((order) => order.status !== "CLOSED" && (market === null || order.market === market))
    .map(({ id }) => id);
}

/** Everything that can be done here, as one: whoever loads it holds all of it. */
export const orderDesk = {
  writesNow,
  onWrites,
  setReader,
  retry,
  place,
  modify,
  cancel,
  cancelSome,
  cancelAll,
};
