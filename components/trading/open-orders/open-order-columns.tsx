"use client";

import { Check, Pencil, RotateCw, Undo2, X } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { useFormat, useLocale, useText } from "#components/i18n/i18n-provider.tsx";
import { useTerms } from "#components/trading/account-reads/use-market-list.ts";
import { useCanSign } from "#components/trading/readiness/readiness.ts";
import { type Column, compareDecimals } from "#components/trading/tables/columns.ts";
import { EventTime, Figure, SideName } from "#components/trading/tables/figures.tsx";
import { MarketName } from "#components/trading/tables/market-name.tsx";
import { useRetryWrite, type Write } from "#components/trading/writes/use-orders.ts";
import { Button } from "#components/ui/button.tsx";
import type { OrderRecord } from "#lib/protocol/wire/account.ts";
import { focusRowOf } from "./edit-order.tsx";
import { ChooseCell, OrderActions, PriceCell, SizeCell } from "./open-order-cells.tsx";
import { useOpenOrderActs } from "./open-order-context.ts";
import { changeOf } from "./order-change.ts";
import { OrderType } from "./order-text.tsx";
import { useWriteOf, WriteState } from "./write-rows.tsx";

/** The width of all columns and a scroll bar. */
export const WIDE_PX = 1_036;

type Columns = readonly Column<OrderRecord>[];

/** Compact: side, price and size come first, so that the buttons do not cover them. */
export function useOpenOrderColumns(compact: boolean): Columns {
  const names = useNameColumns();
  const figures = useFigureColumns();
  const short = useCompactColumns();
  return useMemo(() => {
    if (!compact) return [...names, ...figures];
    const [choose, time] = names;
    const [price] = figures;
    return [
      choose,
      short.name,
      price && { ...price, width: 148 },
      short.size,
      short.type,
      time,
      short.actions,
    ].filter((column) => column !== undefined);
  }, [compact, names, figures, short]);
}

const STICKY = "sticky end-0 bg-surface group-hover/row:bg-hover group-focus/row:bg-hover";

function useCompactColumns() {
  const text = useText("account");
  return useMemo(() => {
    const name: Column<OrderRecord> = {
      id: "market",
      name: text("market"),
      width: 140,
      align: "start",
      cell: (order) => <MarketAndSide order={order} />,
      compare: (a, b) => a.market.localeCompare(b.market),
    };
    const size: Column<OrderRecord> = {
      id: "size",
      name: `${text("filled")} / ${text("size")}`,
      width: 120,
      cell: (order) => <FilledOfSize order={order} />,
      compare: (a, b) => compareDecimals(a.size, b.size),
    };
    const type: Column<OrderRecord> = {
      id: "type",
      name: text("type"),
      width: 106,
      align: "start",
      mayCut: true,
      className: "text-ink-muted",
      cell: (order) => <TypeOrState order={order} />,
    };
    const actions: Column<OrderRecord> = {
      id: "actions",
      name: text("actions"),
      hiddenName: true,
      width: 84,
      className: STICKY,
      cell: (order) => <CompactActions order={order} />,
    };
    return { name, size, type, actions };
  }, [text]);
}

/** Time, market, side and type. */
function useNameColumns(): Columns {
  const text = useText("account");
  return useMemo(
    (): Columns => [
      {
        id: "choose",
        name: text("choose"),
        hiddenName: true,
        width: 36,
        align: "start",
        cell: (order) => <ChooseCell order={order} />,
      },
      {
        id: "time",
        name: text("time"),
        width: 116,
        align: "start",
        cell: ({ created_at: at }) => <EventTime at={at} />,
        compare: (a, b) => a.created_at - b.created_at,
      },
      {
        id: "market",
        name: text("market"),
        width: 108,
        align: "start",
        cell: ({ market }) => <MarketName market={market} />,
        compare: (a, b) => a.market.localeCompare(b.market),
      },
      {
        id: "side",
        name: text("side"),
        width: 56,
        align: "start",
        cell: ({ side }) => <SideName side={side} />,
      },
      {
        id: "type",
        name: text("type"),
        width: 220,
        align: "start",
        mayCut: true,
        className: "text-ink-muted",
        cell: (order) => <OrderType order={order} />,
      },
    ],
    [text],
  );
}

function useFigureColumns(): Columns {
  const text = useText("account");
  const { grouped } = useFormat();
  return useMemo(
    (): Columns => [
      {
        id: "price",
        name: text("price"),
        width: 136,
        cell: (order) => <PriceCell order={order} />,
        compare: (a, b) => compareDecimals(a.trigger_price ?? a.price, b.trigger_price ?? b.price),
      },
      {
        id: "size",
        name: text("size"),
        width: 96,
        cell: (order) => <SizeCell order={order} />,
        compare: (a, b) => compareDecimals(a.size, b.size),
      },
      {
        id: "filled",
        name: text("filled"),
        width: 80,
        cell: ({ filled_size: size }) => <Figure>{grouped(size)}</Figure>,
      },
      {
        id: "actions",
        name: text("actions"),
        hiddenName: true,
        width: 190,
        className: STICKY,
        cell: (order) => <OrderActions order={order} />,
      },
    ],
    [text, grouped],
  );
}

type OrderProps = { order: OrderRecord };

function MarketAndSide({ order }: OrderProps) {
  return (
    <>
      <MarketName market={order.market} /> <SideName side={order.side} />
    </>
  );
}

/** The size, preceded by the filled part. */
function FilledOfSize({ order }: OrderProps) {
  const { grouped } = useFormat();
  const { editing } = useOpenOrderActs();
  if (editing.id === order.id && editing.terms) return <SizeCell order={order} />;
  return (
    <>
      <Figure className="text-ink-muted">{grouped(order.filled_size)}</Figure>
      {" / "}
      <SizeCell order={order} />
    </>
  );
}

/** The type; while a write of the order is unanswered or refused, its state comes first. */
function TypeOrState({ order }: OrderProps) {
  const write = useWriteOf(order.id);
  if (write?.state === "unknown" || write?.state === "rejected")
    return <WriteState write={write} />;
  return <OrderType order={order} />;
}

/** Icons to change and cancel, with accessible names. */
function CompactActions({ order }: OrderProps) {
  const text = useText("account");
  const canSign = useCanSign();
  const { editing, cancel } = useOpenOrderActs();
  const write = useWriteOf(order.id);
  if (editing.id === order.id && editing.terms) return <EndOfChange order={order} />;
  if (write?.state === "unknown") return <CompactRetry write={write} />;
  const busy = write?.state === "signing" || write?.state === "sending";
  const changing = busy && write.kind === "modify";
  const shared = {
    dimmed: busy,
    disabled: !canSign,
    help: canSign ? undefined : text("connectToSign"),
  };
  return (
    <span className="inline-flex gap-1">
      <Sign
        {...shared}
        name={changing ? text("changing") : text("changeOrder", { id: order.id })}
        help={shared.help ?? text("change")}
        onPress={() => {
          if (!busy) editing.begin(order);
        }}
      >
        <Pencil size={12} aria-hidden />
      </Sign>
      <Sign
        {...shared}
        name={busy && !changing ? text("cancelling") : text("cancelOrder", { id: order.id })}
        help={shared.help ?? text("cancel")}
        onPress={() => {
          if (!busy) cancel(order);
        }}
      >
        <X size={13} aria-hidden />
      </Sign>
    </span>
  );
}

function EndOfChange({ order }: OrderProps) {
  const text = useText("account");
  const { editing, send } = useOpenOrderActs();
  const market = useTerms(order.market);
  const locale = useLocale();
  const isSendable = editing.terms && changeOf(order, editing.terms, market, locale) !== undefined;
  return (
    <span className="inline-flex gap-1">
      <Sign
        name={text("change")}
        dimmed={!isSendable}
        onPress={(sign) => {
          if (send()) focusRowOf(sign);
        }}
      >
        <Check size={13} aria-hidden />
      </Sign>
      <Sign
        name={text("leave")}
        onPress={(sign) => {
          focusRowOf(sign);
          editing.leave();
        }}
      >
        <Undo2 size={13} aria-hidden className="rtl:-scale-x-100" />
      </Sign>
    </span>
  );
}

function CompactRetry({ write }: { write: Write }) {
  const text = useText("account");
  const retry = useRetryWrite();
  const [busy, setBusy] = useState(false);
  if (!write.canRetry) return null;
  const again = () => {
    if (busy) return;
    setBusy(true);
    void retry(write.digest).finally(() => setBusy(false));
  };
  return (
    <Sign name={text("retry")} help={text("retryHelp")} dimmed={busy} onPress={again}>
      <RotateCw size={13} aria-hidden />
    </Sign>
  );
}

type SignProps = {
  name: string;
  help?: string | undefined;
  /** Looks disabled, but stays focusable: it gets the focus back after the signature. */
  dimmed?: boolean | undefined;
  disabled?: boolean;
  onPress: (sign: HTMLElement) => void;
  children: ReactNode;
};

function Sign({ name, help, dimmed = false, disabled = false, onPress, children }: SignProps) {
  return (
    <Button
      size="xs"
      className="w-7 px-0"
      aria-label={name}
      title={help ?? name}
      aria-disabled={dimmed}
      disabled={disabled}
      onClick={(event) => onPress(event.currentTarget)}
    >
      {children}
    </Button>
  );
}
