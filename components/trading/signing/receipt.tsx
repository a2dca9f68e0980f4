"use client";

import type { ReactNode } from "react";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { cn } from "#components/ui/class-names.ts";
import { usePolledValue } from "#components/ui/use-polled-value.ts";
import { formatDecimal } from "#lib/protocol/decimal.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import type { PlaceOrderFields } from "#lib/protocol/orders/orders.ts";
import {
  decodeCancelAllOrders,
  decodeCancelBatchOrders,
  decodeCancelOrder,
  decodeModifyOrder,
  decodePlaceBatchOrders,
  decodePlaceOrder,
  decodePlaceOrderGroup,
  decodeRegisterSigner,
  decodeUpdateIsolatedMargin,
  decodeUpdateLeverage,
  decodeWithdraw,
} from "#lib/protocol/signing/decode.ts";
import { usdcAmount } from "#lib/protocol/solana/withdrawals.ts";
import { conditionsOf, costRows } from "./receipt-text.ts";
import type { OrderTerms, PreparedWrite } from "./requests.ts";
import { scopeNames } from "./scope-names.ts";
import type { Figure, SignRequest } from "./sign-request.ts";

type ReceiptProps = { request: SignRequest; prepared: PreparedWrite };

/** The order or change in large type, decoded from the bytes that are signed. */
export function Receipt({ request, prepared }: ReceiptProps) {
  const { draft, payload } = prepared;
  if (draft.operation === "place_order") {
    return <OrderReceipt orders={[decodePlaceOrder(payload)]} request={request} />;
  }
  if (draft.operation === "place_batch_orders") {
    return <OrderReceipt orders={decodePlaceBatchOrders(payload).orders} request={request} />;
  }
  if (draft.operation === "place_order_group") {
    return <OrderReceipt orders={decodePlaceOrderGroup(payload).orders} request={request} />;
  }
  return <ChangeReceipt prepared={prepared} />;
}

const MAX_CARDS = 5;

type OrderReceiptProps = { orders: readonly PlaceOrderFields[]; request: SignRequest };

/** One card for each order. An attached order costs nothing until it triggers, so the figures are the entry's. */
function OrderReceipt({ orders, request: { terms, figures = [] } }: OrderReceiptProps) {
  const text = useText("signing");
  const format = useFormat();
  const mark = useMark(terms?.mark);
  const rowsOf = (order: PlaceOrderFields): Figure[] => {
    const isPriced = orders.length === 1 || order.trigger_price === null;
    if (!isPriced || order.market !== terms?.market.symbol) return [];
    return [...costRows(order, { market: terms.market, mark }, { text, format }), ...figures];
  };
  return (
    <section aria-label={text("receipt")} className="flex flex-col gap-2">
      {orders.length > 1 ? (
        <p className="text-base font-medium">{text("batch", { count: orders.length })}</p>
      ) : null}
      {orders.slice(0, MAX_CARDS).map((order, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- signed bytes do not change their order
        <OrderCard key={index} order={order} rows={rowsOf(order)} />
      ))}
    </section>
  );
}

function OrderCard({ order, rows }: { order: PlaceOrderFields; rows: readonly Figure[] }) {
  const text = useText("signing");
  const format = useFormat();
  const { name, conditions } = conditionsOf(order, { text, format });
  const buy = order.side === "BUY";
  return (
    <div
      className={cn(
        "rounded border-s-4 p-3",
        buy ? "border-up bg-up-soft" : "border-down bg-down-soft",
      )}
    >
      {name === undefined ? null : <p className="text-sm font-semibold">{name}</p>}
      <p className="flex flex-wrap items-baseline gap-x-2 text-xl leading-7 font-semibold">
        <span className={buy ? "text-up" : "text-down"}>{text(buy ? "buy" : "sell")}</span>
        <bdi className="break-all">
          {order.size === "" ? text("wholePosition") : format.grouped(order.size)}
        </bdi>
        <bdi className="text-sm font-medium text-ink-muted">{order.market}</bdi>
      </p>
      {conditions.map((condition, index) => (
        <p
          key={condition}
          className={cn("break-all", index === 0 ? "text-base font-medium" : "text-sm")}
        >
          {condition}
        </p>
      ))}
      {rows.length > 0 ? (
        <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5 text-xs">
          {rows.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-ink-muted">{name}</dt>
              <dd className="text-end">
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
    </div>
  );
}

/** The mark, read once a second while the panel is open. */
function useMark(read: (() => string | undefined) | undefined): string | undefined {
  return usePolledValue(read, 1_000, undefined);
}

/** Changes, cancellations and permissions in large type, decoded from the signed bytes. */
function ChangeReceipt({ prepared }: { prepared: PreparedWrite }) {
  const text = useText("signing");
  const { draft, payload } = prepared;
  switch (draft.operation) {
    case "modify_order":
      return <ModifyReceipt payload={payload} before={draft.before} />;
    case "cancel_order": {
      const { order_id: id, market } = decodeCancelOrder(payload);
      const said = text("cancelOne", { id: id.toString(), market });
      return <Card label={text("cancels")}>{said}</Card>;
    }
    case "cancel_batch_orders": {
      const { orders } = decodeCancelBatchOrders(payload);
      const said = text("cancelSome", { count: orders.length });
      return (
        <Card label={text("cancels")} grave>
          {said}
        </Card>
      );
    }
    case "cancel_all_orders": {
      const { market } = decodeCancelAllOrders(payload);
      const said = market === null ? text("cancelAllEverywhere") : text("cancelAllIn", { market });
      return (
        <Card label={text("cancels")} grave>
          {said}
        </Card>
      );
    }
    case "register_signer":
      return <RegisterReceipt payload={payload} />;
    case "revoke_signer":
      return (
        <Card label={text("permission")} grave detail={text("revokesOrders")}>
          {text("revokes")}
        </Card>
      );
    case "update_leverage": {
      const { market, leverage, mode } = decodeUpdateLeverage(payload);
      const said = text("leverageIn", { market, leverage: leverage.toString() });
      return (
        <Card
          label={text("setsLeverage")}
          detail={text(mode === "CROSS" ? "marginCross" : "marginIsolated")}
        >
          {said}
        </Card>
      );
    }
    case "update_isolated_margin": {
      const { market, amount } = decodeUpdateIsolatedMargin(payload);
      const removes = amount.startsWith("-");
      const said = text("marginOf", { market, amount: removes ? amount.slice(1) : amount });
      return <Card label={text(removes ? "removesMargin" : "addsMargin")}>{said}</Card>;
    }
    case "withdraw":
      return <WithdrawReceipt payload={payload} account={prepared.account} />;
    case "place_order":
    case "place_batch_orders":
    case "place_order_group":
    case "cancel_by_client_id":
    case "schedule_cancel":
    case "create_api_key":
    case "revoke_api_key":
      return null;
  }
}

function WithdrawReceipt({ payload, account }: { payload: Uint8Array; account: string }) {
  const text = useText("signing");
  const { grouped } = useFormat();
  const withdrawal = decodeWithdraw(payload);
  const amount = usdcAmount(withdrawal.amount) ?? 0n;
  const fee = usdcAmount(withdrawal.fee ?? "0") ?? 0n;
  const usdc = (units: bigint) => grouped(formatDecimal(units, MONEY_DECIMALS));
  const detail = text("withdrawsTo", { account });
  return (
    <Card label={text("withdraws")} grave detail={detail}>
      {text("withdrawsLess", { amount: usdc(amount), fee: usdc(fee), arrives: usdc(amount - fee) })}
    </Card>
  );
}

function ModifyReceipt({
  payload,
  before,
}: {
  payload: Uint8Array;
  before: OrderTerms | undefined;
}) {
  const text = useText("signing");
  const { grouped } = useFormat();
  const change = decodeModifyOrder(payload);
  const priceName = text(change.order_type === "LIMIT" ? "field_price" : "field_trigger");
  const rows = [
    { name: text("field_size"), old: before?.size ?? null, now: change.size },
    { name: priceName, old: before?.price ?? null, now: change.price ?? before?.price },
  ];
  return (
    <Card label={text("changes")} detail={text("changeOf", { id: change.order_id.toString() })}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {rows.map(({ name, old, now }) =>
          now === null || now === undefined ? null : (
            <div key={name} className="contents">
              <dt className="text-sm text-ink-muted">{name}</dt>
              <dd className="flex flex-wrap justify-end gap-x-2">
                {old !== null && old !== now ? (
                  <>
                    <bdi className="text-ink-muted line-through">{grouped(old)}</bdi>
                    <span aria-hidden className="text-ink-muted rtl:-scale-x-100">
                      →
                    </span>
                  </>
                ) : null}
                <bdi className={old === now ? "font-normal text-ink-muted" : undefined}>
                  {grouped(now)}
                </bdi>
              </dd>
            </div>
          ),
        )}
      </dl>
    </Card>
  );
}

function RegisterReceipt({ payload }: { payload: Uint8Array }) {
  const text = useText("signing");
  const { dayAndTime } = useFormat();
  const added = decodeRegisterSigner(payload);
  const time = dayAndTime(Number(added.expires_at));
  return (
    <Card label={text("permission")} detail={text("until", { time })}>
      {text("registers", { scopes: scopeNames(added.scopes, text) })}
    </Card>
  );
}

type CardProps = { label: string; grave?: boolean; detail?: string; children: ReactNode };

/** `grave`: the operation ends orders or rights. */
function Card({ label, grave = false, detail, children }: CardProps) {
  return (
    <section
      aria-label={label}
      className={cn(
        "rounded border-s-4 p-3",
        grave ? "border-bad bg-bad-soft text-bad" : "border-accent bg-accent-soft",
      )}
    >
      <div className="text-base font-semibold">{children}</div>
      {detail ? <p className="mt-1 text-sm">{detail}</p> : null}
    </section>
  );
}
