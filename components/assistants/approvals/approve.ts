/** Signs a proposed order and sends it to the venue. */
import type { RefObject } from "react";
import { type Answer, sendJson } from "#components/data/http.ts";
import { serverNow } from "#components/data/server-clock.ts";
import type { FeatureText } from "#components/i18n/sources.ts";
import { afterRefusal } from "#components/trading/signing/after-refusal.ts";
import {
  cancelOrderDraft,
  modifyOrderDraft,
  placeGroupDraft,
  placeOrderDraft,
  type WriteDraft,
} from "#components/trading/signing/requests.ts";
import type { RequestSignature } from "#components/trading/signing/sign-provider.tsx";
import { type MarketView, markTerms } from "#components/trading/writes/mark-terms.ts";
import type { StagedOrder } from "#lib/protocol/wire/staged-order.ts";
import { addressOf, fieldsOf, protectionOf } from "./staged-order.ts";

/** Longer than the service's own timeout for the venue. */
const TIMEOUT_MS = 20_000;

/** How an action ended. `answered`: the order was signed and sent. */
export type Ending =
  | { kind: "enabled" | "not-connected" | "not-signed" }
  /** The wallet is on another account than the order's. Nothing was asked, and the session goes on. */
  | { kind: "other-account" }
  | { kind: "answered"; answer: Answer<StagedOrder> };

/** The same bytes as for orders of the trading page, sent to the approval's address. */
export function approvalDraft(staged: StagedOrder): WriteDraft {
  return { ...signedDraft(staged), method: "POST", path: `${addressOf(staged.id)}/approve` };
}

function signedDraft(staged: StagedOrder): WriteDraft {
  const { action, order, target } = staged;
  if (target != null) {
    const { order_id: id, size, price, trigger_price, follows_position: follows } = target;
    const { market, side, order_type } = order;
    if (action === "cancel") return cancelOrderDraft({ id, market });
    const grouping = follows ? { grouping: "POSITION" as const } : {};
    return modifyOrderDraft(
      { id, market, side, order_type, size, price, trigger_price, ...grouping },
      { size: order.size, ...changedPrice(order) },
    );
  }
  const entry = fieldsOf(staged);
  const protection = protectionOf(staged);
  return protection.length === 0
    ? placeOrderDraft(entry)
    : placeGroupDraft("ENTRY", [entry, ...protection]);
}

function changedPrice({ trigger_price, price }: StagedOrder["order"]): { price?: string } {
  const own = trigger_price ?? price;
  return own === null ? {} : { price: own };
}

/** Always shows the order before it is signed. A request without an answer is not sent again. */
export async function approve(
  staged: StagedOrder,
  requestSignature: RequestSignature,
  marketView: RefObject<MarketView | undefined>,
  text: FeatureText<"approvals">,
): Promise<Ending> {
  const isOver = () => serverNow() >= Date.parse(staged.expires_at);
  const market = marketView.current && markTerms(marketView.current, [staged.order]);
  const signed = await requestSignature({
    title: text("signTitle"),
    summary: text("signSummary"),
    draft: approvalDraft(staged),
    ...market,
    obstacle: () => (isOver() ? text("tooLate") : market?.obstacle?.()),
    // An order that another program wrote is always shown, whatever the person chose for their own.
    review: true,
  });
  if (signed === undefined) return { kind: "not-signed" };
  const { method, path, body } = signed.draft;
  const init = { method, headers: signed.headers, body };
  const answer = await sendJson<StagedOrder>(path, init, TIMEOUT_MS);
  if (!answer.ok) afterRefusal(signed, answer.code);
  else if (answer.body.error) afterRefusal(signed, answer.body.error.code);
  return { kind: "answered", answer };
}
