"use client";

import { Check, Pencil, RotateCw, Undo2, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useFormat, useLocale, useText } from "#components/i18n/i18n-provider.tsx";
import { useCanSign } from "#components/trading/account-state/readiness.ts";
import { useTerms } from "#components/trading/account-state/use-market-list.ts";
import { Figure, SideName } from "#components/trading/tables/figures.tsx";
import { useRetryWrite, type Write } from "#components/trading/writes/use-orders.ts";
import { Button } from "#components/ui/button.tsx";
import type { OrderRecord } from "#lib/protocol/orders.ts";
import { focusRowOf } from "./edit-order.tsx";
import { SizeCell } from "./open-order-cells.tsx";
import { useOpenOrderActs } from "./open-order-context.ts";
import { changeOf } from "./order-change.ts";
import { useTypeText } from "./order-text.tsx";
import { useWriteOf, WriteState } from "./write-rows.tsx";

type OrderProps = { order: OrderRecord };

export function MarketAndSide({ order }: OrderProps) {
  return (
    <>
      <bdi>{order.market}</bdi> <SideName side={order.side} />
    </>
  );
}

/** The size, and before it how much of it has filled. */
export function FilledOfSize({ order }: OrderProps) {
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

/** What it is; while a write of it is not answered, or was refused, that comes first. */
export function TypeOrState({ order }: OrderProps) {
  const typeText = useTypeText();
  const write = useWriteOf(order.id);
  if (write?.state === "unknown" || write?.state === "rejected")
    return <WriteState write={write} />;
  return <span title={typeText(order)}>{typeText(order)}</span>;
}

/** Change and cancel as signs, named for who does not see them or does not know them. */
export function CompactActions({ order }: OrderProps) {
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
  const sound = editing.terms && changeOf(order, editing.terms, market, locale) !== undefined;
  return (
    <span className="inline-flex gap-1">
      <Sign
        name={text("change")}
        dimmed={!sound}
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
  /** Looks as if it did nothing, and is not disabled: the focus comes back to it after the signature. */
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
