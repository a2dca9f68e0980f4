"use client";

import { type ReactNode, useState } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { useAccount, useOpenOrders } from "#components/trading/account-reads/use-account.ts";
import { compareDecimals } from "#components/trading/tables/columns.ts";
import { Figure } from "#components/trading/tables/figures.tsx";
import { AveragePrice } from "#components/trading/tables/price.tsx";
import { NOTHING_ATTACHED } from "#components/trading/ticket/draft.ts";
import { formatPrice, formatSize } from "#components/trading/ticket/ticket-text.ts";
import {
  type AttachedKind,
  attachedFields,
  checkAttached,
} from "#components/trading/ticket/tp-sl.ts";
import { AttachedField } from "#components/trading/ticket/tp-sl-field.tsx";
import { Button } from "#components/ui/button.tsx";
import type { Decimal } from "#lib/protocol/decimal.ts";
import { marketScale } from "#lib/protocol/market/markets.ts";
import { priceTicks, signedLots } from "#lib/protocol/orders/holdings.ts";
import type { OrderRecord, PositionRecord } from "#lib/protocol/wire/account.ts";
import type { Market } from "#lib/protocol/wire/market.ts";
import { useFigureWording } from "./figure-field.tsx";
import { LiquidationCell, MarkCell, PnlCell, SizeCell } from "./position-cells.tsx";
import { ClosingPart, Confirm, OrderLine, type Send, useClosingSize } from "./position-form.tsx";
import { coverOf, heldSize, protectionOf, sumOfSizes } from "./position-orders.ts";
import { useSendingLock } from "./sending-lock.ts";
import { entryOfPosition } from "./tp-sl-entry.ts";
import { usePositionFigures } from "./use-position-figures.ts";

const KINDS = ["takeProfit", "stopLoss"] as const satisfies readonly AttachedKind[];

type ProtectFieldsProps = {
  position: PositionRecord;
  market: Market;
  onSend: Send;
  onCancel: (order: OrderRecord) => Promise<void>;
  /** Gives an order another total size. */
  onResize: (order: OrderRecord, size: string) => Promise<void>;
};

/** A take profit, a stop loss, or both under one signature, below the position and the orders that protect it. */
export function ProtectFields({ position, market, onSend, ...acts }: ProtectFieldsProps) {
  const text = useText("account");
  const wording = useFigureWording();
  const size = useClosingSize(position, market, wording);
  const { locked, reason } = useSendingLock(position.market, "reduces");
  const { drafts, setDrafts, entry, checked, orders, isReady } = useProtection(
    position,
    market,
    size.text,
  );
  const { scale, markTicks } = entry;
  const inPlace = protectionOf(position, useOpenOrders().data ?? []);
  const { missing } = coverOf(position, inPlace.stopLoss);
  const isWhole = size.text !== undefined && compareDecimals(size.text, heldSize(position)) === 0;
  return (
    <Confirm
      button={text("protectNow")}
      locked={locked || !isReady}
      reason={reason}
      market={position.market}
      onConfirm={() => onSend(orders, isWhole ? "POSITION" : undefined)}
    >
      <Held position={position} />
      {checked.map(({ kind, attached }) => (
        <div key={kind}>
          <AttachedField
            kind={kind}
            draft={drafts[kind]}
            onChange={(draft) => setDrafts((before) => ({ ...before, [kind]: draft }))}
            attached={attached}
            entry={entry}
            scale={scale}
            markTicks={markTicks}
            estimate="protectEstimate"
            wording={wording}
          />
          {inPlace[kind].map((order, index) => (
            <InPlace
              key={order.id}
              order={order}
              market={market}
              missing={kind === "stopLoss" && index === 0 ? missing : undefined}
              {...acts}
            />
          ))}
        </div>
      ))}
      <ClosingPart position={position} market={market} size={size} />
      {isReady ? orders.map((order) => <OrderLine key={order.order_type} order={order} />) : null}
      <p className="text-2xs text-ink-muted">
        {text("protectHelp")} {isWhole ? text("protectFollows") : null}
      </p>
    </Confirm>
  );
}

/** The typed terms, and the orders for this part of the position. */
function useProtection(position: PositionRecord, market: Market, size: Decimal | undefined) {
  const wording = useFigureWording();
  const [drafts, setDrafts] = useState({
    takeProfit: NOTHING_ATTACHED,
    stopLoss: NOTHING_ATTACHED,
  });
  const { mark } = usePositionFigures(position);
  const feeDiscountPpm = BigInt(useAccount().data?.fee_discount_ppm ?? 0);
  const scale = marketScale(market);
  const markTicks = priceTicks(mark, scale) ?? 0n;
  const lots = signedLots(size ?? "0", scale);
  const entry = entryOfPosition(position, lots, { market, markTicks, feeDiscountPpm });
  const checked = KINDS.map((kind) => ({
    kind,
    attached: checkAttached(kind, drafts[kind], entry, wording),
  }));
  const given = checked.filter(({ kind }) => drafts[kind].text.trim() !== "");
  const orders = given.flatMap(({ kind, attached: { ticks, error } }) =>
    ticks === undefined || error !== undefined || lots === 0n
      ? []
      : [attachedFields(kind, ticks, entry)],
  );
  const isReady = given.length > 0 && orders.length === given.length;
  return { drafts, setDrafts, entry, checked, orders, isReady };
}

/** The figures from which a trigger price is chosen. */
function Held({ position }: { position: PositionRecord }) {
  const text = useText("account");
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-1 rounded border bg-raised px-2.5 py-2">
      <HeldFigure name={text("entry")}>
        <AveragePrice market={position.market} price={position.average_entry_price} />
      </HeldFigure>
      <HeldFigure name={text("size")}>
        <SizeCell position={position} />
      </HeldFigure>
      <HeldFigure name={text("markPrice")}>
        <MarkCell position={position} />
      </HeldFigure>
      <HeldFigure name={text("pnl")}>
        <PnlCell position={position} />
      </HeldFigure>
      <HeldFigure name={text("liquidation")} wide>
        <LiquidationCell position={position} />
      </HeldFigure>
    </dl>
  );
}

type HeldFigureProps = { name: string; wide?: boolean; children: ReactNode };

function HeldFigure({ name, wide = false, children }: HeldFigureProps) {
  return (
    <div className={wide ? "col-span-2 flex justify-between gap-2" : "flex justify-between gap-2"}>
      <dt className="text-ink-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

type InPlaceProps = Pick<ProtectFieldsProps, "market" | "onCancel" | "onResize"> & {
  order: OrderRecord;
  /** The size that this order would have to close too; `undefined` when nothing is left. */
  missing: string | undefined;
};

/** An order that protects the position already, with buttons that extend and cancel it. */
function InPlace({ order, market, missing, onCancel, onResize }: InPlaceProps) {
  const text = useText("account");
  const wording = useFigureWording();
  const scale = marketScale(market);
  const ticks = priceTicks(order.trigger_price, scale);
  if (ticks === undefined) return null;
  const sizeOf = (text: string) => formatSize(signedLots(text, scale), scale, wording);
  const size = sizeOf(order.remaining_size);
  return (
    <p className="mt-1 flex flex-wrap items-center justify-between gap-2 rounded border px-2.5 py-1">
      <span>
        {text("alreadySet")} <Figure>{formatPrice(ticks, scale, wording)}</Figure>{" "}
        <Figure className="text-ink-muted">{`${size} ${market.base_asset.symbol}`}</Figure>
      </span>
      <span className="flex gap-1">
        {/* An order that protects an entry is at most as large as that. */}
        {missing === undefined || order.grouping === "ENTRY" ? null : (
          <Button size="xs" onClick={() => void onResize(order, sumOfSizes(order.size, missing))}>
            {text("extendTo", { size: sizeOf(sumOfSizes(order.remaining_size, missing)) })}
          </Button>
        )}
        <Button
          size="xs"
          aria-label={text("cancelOrder", { id: order.id })}
          onClick={() => void onCancel(order)}
        >
          {text("cancel")}
        </Button>
      </span>
    </p>
  );
}
