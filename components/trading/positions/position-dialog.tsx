"use client";

import { type ReactNode, useRef, useState } from "react";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { orderSummary } from "#components/i18n/order-summary.ts";
import { typedText } from "#components/i18n/typed-number.ts";
import { useOpenOrders, usePositions } from "#components/trading/account-reads/use-account.ts";
import { useTerms } from "#components/trading/account-reads/use-market-list.ts";
import { SignedMoney } from "#components/trading/tables/figures.tsx";
import { figureError } from "#components/trading/ticket/ticket-text.ts";
import { ticksOf } from "#components/trading/ticket/typed-figure.ts";
import {
  useCancelOrder,
  useChangeMargin,
  useModifyOrder,
  usePlaceOrder,
} from "#components/trading/writes/use-orders.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Loading } from "#components/ui/panel.tsx";
import { ToggleGroup } from "#components/ui/toggle-group.tsx";
import { marketScale } from "#lib/protocol/market/markets.ts";
import type { OrderRecord, PositionRecord } from "#lib/protocol/wire/account.ts";
import type { Market } from "#lib/protocol/wire/market.ts";
import { closingProfit, readTerm } from "./close-terms.ts";
import { FigureField, useFigureWording } from "./figure-field.tsx";
import { MarginFields } from "./margin-form.tsx";
import { ClosingPart, Confirm, OrderLine, type Send, useClosingSize } from "./position-form.tsx";
import {
  closeOrder,
  endedByReversal,
  heldSize,
  isLong,
  partCloseOrder,
  reverseOrder,
} from "./position-orders.ts";
import type { PositionAction, PositionRequest } from "./position-request.ts";
import { positionStatus } from "./position-status.ts";
import { useSendingLock } from "./sending-lock.ts";
import { ShareForm } from "./share-form.tsx";
import { ProtectFields } from "./tp-sl-form.tsx";
import { usePositionFigures } from "./use-position-figures.ts";
import { useReversePosition } from "./use-reverse-position.ts";

type PositionDialogProps = { request: PositionRequest; onClose: () => void };

/** The dialog of a position's action: asks for what is missing and shows exactly which orders will be sent. */
export default function PositionDialog({ request, onClose }: PositionDialogProps) {
  const text = useText("account");
  const place = usePlaceOrder();
  const cancelOrder = useCancelOrder();
  const modifyOrder = useModifyOrder();
  const reversePosition = useReversePosition();
  const changeMargin = useChangeMargin();
  const busy = useRef(false);
  const once = async (act: () => Promise<unknown>) => {
    if (busy.current) return;
    busy.current = true;
    // This dialog is the review. The signing panel opens only when the wallet must sign.
    onClose();
    await act();
  };
  const send: Send = async ([first, ...attached], grouping) => {
    const options = { review: false, attached, ...(grouping && { grouping }) };
    if (first) await once(() => place(first, options));
  };
  const reverse = (seen: PositionRecord) => once(() => reversePosition(seen));
  const title =
    request.kind === "close-all"
      ? text("closeAll")
      : text(`${request.kind}Title`, { market: request.position.market });
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())} title={title}>
      {request.kind === "close-all" ? (
        <CloseAll positions={request.positions} onSend={send} />
      ) : (
        <PositionForm
          kind={request.kind}
          seen={request.position}
          onSend={send}
          onCancel={(order) => once(() => cancelOrder(order, { review: false }))}
          onResize={(order, size) => once(() => modifyOrder(order, { size }, { review: false }))}
          onReverse={reverse}
          onMargin={(market, amount) => once(() => changeMargin({ market, amount }))}
        />
      )}
    </Dialog>
  );
}

type PositionFormProps = {
  kind: PositionAction;
  seen: PositionRecord;
  onSend: Send;
  onCancel: (order: OrderRecord) => Promise<void>;
  onResize: (order: OrderRecord, size: string) => Promise<void>;
  onReverse: (seen: PositionRecord) => Promise<void>;
  onMargin: (market: string, amount: string) => Promise<void>;
};

/** The form of the position as it is now, which may differ from when the dialog opened. */
function PositionForm({ kind, seen, onReverse, ...acts }: PositionFormProps) {
  const text = useText("account");
  const { position } = positionStatus(seen, usePositions().data);
  if (position === undefined)
    return <p className="text-xs">{text("nothingHeld", { market: seen.market })}</p>;
  if (kind === "reverse") return <Reverse seen={seen} position={position} onReverse={onReverse} />;
  if (kind === "share") return <ShareForm position={position} />;
  return <PricedForm kind={kind} position={position} {...acts} />;
}

type PricedFormProps = Pick<PositionFormProps, "onSend" | "onCancel" | "onResize" | "onMargin"> & {
  kind: "part" | "protect" | "margin";
  position: PositionRecord;
};

/** Waits for the terms of the market, on whose ticks and lots prices and sizes stand. */
function PricedForm({ kind, position, onSend, onMargin, ...acts }: PricedFormProps) {
  const text = useText("account");
  const market = useTerms(position.market);
  if (market === undefined) return <Loading label={text("loading")} />;
  if (kind === "margin") {
    // It may have been closed and opened again on the account's balance.
    if (position.isolated_wallet === undefined)
      return <p className="text-xs">{text("nothingHeld", { market: position.market })}</p>;
    const change = (amount: string) => onMargin(position.market, amount);
    return <MarginFields position={position} market={market} onMargin={change} />;
  }
  const fields = { position, market, onSend };
  return kind === "part" ? <PartFields {...fields} /> : <ProtectFields {...fields} {...acts} />;
}

type FieldsProps = Pick<PricedFormProps, "position" | "onSend"> & { market: Market };

type ReverseProps = Pick<PositionFormProps, "seen" | "onReverse"> & { position: PositionRecord };

/** Reversing may open a position, so a size that has changed must be confirmed separately. */
function Reverse({ seen, position, onReverse }: ReverseProps) {
  const text = useText("account");
  const { grouped } = useFormat();
  const [seenSize, setSeenSize] = useState(seen.size);
  const order = reverseOrder(position);
  const { locked, reason } = useSendingLock(position.market, "opens");
  const size = heldSize(position);
  const hasChanged = seenSize !== position.size;
  const sides = isLong(position)
    ? { from: text("long"), to: text("short") }
    : { from: text("short"), to: text("long") };
  return (
    <Confirm
      button={text("reverseNow", { to: sides.to, size: grouped(size) })}
      locked={locked || hasChanged}
      reason={reason}
      market={position.market}
      onConfirm={() => onReverse(position)}
    >
      <p>{text("reverseWhat", { size: grouped(size), market: position.market, ...sides })}</p>
      <OrderLine order={order} />
      {hasChanged ? (
        <Changed onSeen={() => setSeenSize(position.size)}>
          {text("reverseChanged", {
            before: grouped(heldSize({ size: seenSize })),
            now: grouped(size),
          })}
        </Changed>
      ) : null}
      <ul className="list-disc space-y-1 ps-4 text-2xs text-ink-muted">
        <li>{text("reverseOne")}</li>
        <li>{text("reverseMargin")}</li>
      </ul>
      <EndedOrders position={position} />
    </Confirm>
  );
}

/** The orders that the reversal ends, each named, because the new position is left without them. */
function EndedOrders({ position }: { position: PositionRecord }) {
  const text = useText("account");
  const orders = useOpenOrders().data ?? [];
  const { reducing, inTheWay } = endedByReversal(position, orders);
  return [
    { title: text("reverseEnds"), ended: reducing },
    { title: text("reverseMayEnd"), ended: inTheWay },
  ].map(({ title, ended }) =>
    ended.length === 0 ? null : (
      <div
        key={title}
        className="rounded border border-warn-line bg-warn-soft p-2 text-2xs text-warn"
      >
        <p className="font-medium">{title}</p>
        <ul className="mt-1 list-disc ps-4">
          {ended.map((order) => (
            <li key={order.id}>
              <bdi>{orderSummary(order)}</bdi>
            </li>
          ))}
        </ul>
      </div>
    ),
  );
}

function Changed({ children, onSeen }: { children: ReactNode; onSeen: () => void }) {
  const text = useText("account");
  return (
    <div
      role="alert"
      className="flex flex-col items-start gap-1.5 rounded border border-warn-line bg-warn-soft p-2 text-2xs text-warn"
    >
      <p>{children}</p>
      <Button size="xs" onClick={onSeen}>
        {text("goOnWithNew")}
      </Button>
    </div>
  );
}

type CloseAllProps = { positions: readonly PositionRecord[]; onSend: Send };

function CloseAll({ positions, onSend }: CloseAllProps) {
  const text = useText("account");
  const now = usePositions().data;
  const orders = positions.flatMap((request) => {
    const { position } = positionStatus(request, now);
    return position ? [closeOrder(position)] : [];
  });
  const { locked, reason } = useSendingLock(undefined, "reduces");
  return (
    <Confirm
      button={text("closeAllNow")}
      locked={locked || orders.length === 0}
      reason={reason}
      onConfirm={() => onSend(orders)}
    >
      <p>{text("closeAllWhat", { count: orders.length })}</p>
      {orders.map((order) => (
        <OrderLine key={order.market} order={order} />
      ))}
      <p className="text-2xs text-ink-muted">{text("closeAllEach")}</p>
    </Confirm>
  );
}

/** Asks for the part that is closed, at market or at a price, and shows the order that will be sent. */
function PartFields({ position, onSend, market }: FieldsProps) {
  const text = useText("account");
  const wording = useFigureWording();
  const { locale } = wording.format;
  const scale = marketScale(market);
  const { mark } = usePositionFigures(position);
  const [atMarket, setAtMarket] = useState(true);
  const [typed, setTyped] = useState(() => typedText(mark, locale));
  const size = useClosingSize(position, market, wording);
  const { locked, reason } = useSendingLock(position.market, "reduces");
  const price = readTerm("price", typed, market, locale);
  const at = atMarket ? null : price.text;
  const order =
    at === undefined || size.text === undefined
      ? undefined
      : partCloseOrder(position, { size: size.text, price: at });
  const profit = order && closingProfit(order.price ?? mark, order.size, position);
  return (
    <Confirm
      button={
        order === undefined
          ? text("closePosition")
          : text("partNow", {
              size: wording.format.grouped(order.size),
              asset: market.base_asset.symbol,
            })
      }
      locked={locked || order === undefined}
      reason={reason}
      market={position.market}
      onConfirm={() => order && onSend([order])}
    >
      <ToggleGroup
        label={text("type")}
        value={atMarket ? "market" : "price"}
        options={[
          { value: "market", label: text("partAtMarket") },
          { value: "price", label: text("partAtPrice") },
        ]}
        onChange={(value) => setAtMarket(value === "market")}
      />
      {atMarket ? null : (
        <FigureField
          label={text("price")}
          unit={market.quote_asset.symbol}
          value={typed}
          error={figureError("price", price.problem, wording)}
          steps={ticksOf(scale)}
          onChange={setTyped}
        />
      )}
      <ClosingPart position={position} market={market} size={size} />
      {order ? <OrderLine order={order} /> : null}
      {profit === undefined ? null : (
        <p className="text-2xs text-ink-muted">
          {text(atMarket ? "profitAtMark" : "profitAtPrice")} <SignedMoney scaled={profit} /> USDC
        </p>
      )}
    </Confirm>
  );
}
